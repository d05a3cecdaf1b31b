package kraftaudit.audit.timeline;

final class Stub {
    private Stub() {
    }
}
