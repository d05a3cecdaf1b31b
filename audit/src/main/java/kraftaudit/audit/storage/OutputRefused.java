package kraftaudit.audit.storage;

import java.io.IOException;
import java.nio.file.Path;
import kraftaudit.reader.SystemReason;

/** An output folder is not written. The message is one line that begins with the folder as it was written. */
public final class OutputRefused extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean usage;

    private OutputRefused(String line, boolean usage) {
        super(line);
        this.usage = usage;
    }

    static OutputRefused usage(Path folder, String reason) {
        return new OutputRefused(folder + ": " + reason, true);
    }

    static OutputRefused system(Path folder, IOException failure) {
        OutputRefused refused = new OutputRefused(folder + ": could not be written: " + SystemReason.of(failure), false);
        refused.initCause(failure);
        return refused;
    }

    /** Whether another folder, or another option, is what it takes, not another state of the machine. */
    public boolean isUsage() {
        return usage;
    }
}
