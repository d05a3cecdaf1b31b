package kraftaudit.replay;

final class Stub {
    private Stub() {
    }
}
