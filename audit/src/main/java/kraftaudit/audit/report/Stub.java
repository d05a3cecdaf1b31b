package kraftaudit.audit.report;

final class Stub {
    private Stub() {
    }
}
