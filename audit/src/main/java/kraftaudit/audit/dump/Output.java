package kraftaudit.audit.dump;

import java.io.IOException;
import java.io.OutputStream;
import kraftaudit.reader.JsonBytes;

/** Where the bytes go. Its failures are told apart from those of the input. */
final class Output {
    private final OutputStream stream;
    private boolean written;

    Output(OutputStream stream) {
        this.stream = stream;
    }

    void write(JsonBytes bytes) throws OutputFailed {
        try {
            stream.write(bytes.array(), 0, bytes.length());
            written |= bytes.length() > 0;
        } catch (IOException failure) {
            throw new OutputFailed(failure);
        }
    }

    /** What was written so far stands above whatever comes. */
    void begun() {
        written = false;
    }

    /** Whether anything was written since {@link #begun}. */
    boolean isWritten() {
        return written;
    }

    void flush() throws OutputFailed {
        try {
            stream.flush();
        } catch (IOException failure) {
            throw new OutputFailed(failure);
        }
    }
}
