package kraftaudit.audit.cli;

import java.util.Optional;

/** Stands in for the window, which is another module: notes what it was asked for. */
public final class NotedWindow implements Window {
    static Optional<Request> asked = Optional.empty();
    static Optional<String> obstacle = Optional.empty();

    /** For the service loader. */
    public NotedWindow() {
    }

    @Override
    public Optional<String> obstacle() {
        return obstacle;
    }

    @Override
    public int open(Request request) {
        asked = Optional.of(request);
        return ExitCode.NOTHING;
    }
}
