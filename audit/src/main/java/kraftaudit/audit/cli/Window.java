package kraftaudit.audit.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import kraftaudit.audit.Locator;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.archive.ArchiveLimits;

/** The door to the timeline window. The module that has one provides it as a service; the command line runs without. */
public interface Window {
    /** Why there can be no window, in one line without a full stop; empty where there can be one. */
    Optional<String> obstacle();

    /**
     * Opens the window and returns when it is closed. Nothing may be in the way of one.
     *
     * @return the exit code
     * @throws WrongUsage when there can be no window after all, with one line that says why
     */
    int open(Request request) throws WrongUsage;

    /**
     * What the window begins with.
     *
     * @param paths    PATHs, empty for none
     * @param settings how they, and what the user opens later, are read
     * @param limits   what an archive may unpack to
     * @param at       the place to show first
     * @param session  a session file that the window wrote
     */
    record Request(List<Path> paths, Pipe.Settings settings, ArchiveLimits limits, Optional<Locator> at, Optional<Path> session) {
        public Request {
            paths = List.copyOf(paths);
        }
    }
}
