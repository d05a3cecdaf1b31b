package kraftaudit.audit.cli;

import java.nio.file.Path;
import java.util.List;
import kraftaudit.audit.CaptureInput;
import kraftaudit.reader.NothingFound;

/** The door to the timeline window. The module that has one provides it as a service; the command line runs without. */
public interface Window {
    /**
     * Opens the window and returns when it is closed.
     *
     * @param paths  PATHs to begin with, empty for none
     * @param loader reads them, and whatever the user opens later
     * @return the exit code
     */
    int open(List<Path> paths, Loader loader);

    /** Finds, reads and replays with the settings of the command line. */
    @FunctionalInterface
    interface Loader {
        /** As {@link kraftaudit.audit.Pipe#load}. */
        CaptureInput load(List<Path> paths) throws NothingFound;
    }
}
