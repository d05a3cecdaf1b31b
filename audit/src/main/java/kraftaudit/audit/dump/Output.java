package kraftaudit.audit.dump;

import java.io.IOException;
import java.io.OutputStream;
import kraftaudit.reader.JsonBytes;

/** Where the bytes go. Its failures are told apart from those of the input. */
final class Output {
    private final OutputStream stream;

    Output(OutputStream stream) {
        this.stream = stream;
    }

    void write(JsonBytes bytes) throws OutputFailed {
        try {
            stream.write(bytes.array(), 0, bytes.length());
        } catch (IOException failure) {
            throw new OutputFailed(failure);
        }
    }

    void flush() throws OutputFailed {
        try {
            stream.flush();
        } catch (IOException failure) {
            throw new OutputFailed(failure);
        }
    }
}
