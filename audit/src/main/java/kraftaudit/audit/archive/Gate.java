package kraftaudit.audit.archive;

import java.io.IOException;

/**
 * Open for as long as files may be made in the temporary folder. At Ctrl-C the folder is deleted while an archive is still
 * being unpacked by another thread: behind a closed gate nothing comes to be that the deletion has not seen.
 */
final class Gate {
    private boolean closed;

    /** Makes a file or folder. */
    interface Making<T> {
        T make() throws IOException;
    }

    synchronized <T> T make(Making<T> making) throws IOException {
        if (closed) {
            throw new IOException("the run has ended");
        }
        return making.make();
    }

    synchronized void close() {
        closed = true;
    }
}
