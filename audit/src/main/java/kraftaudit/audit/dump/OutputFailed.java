package kraftaudit.audit.dump;

import java.io.IOException;

/** The output, not the input, could not be written. */
public final class OutputFailed extends Exception {
    private static final long serialVersionUID = 1L;

    OutputFailed(IOException cause) {
        super(cause.getMessage(), cause);
    }

    /** What the system said. */
    public IOException reason() {
        return (IOException) getCause();
    }
}
