package kraftaudit.audit.cli;

import java.util.Locale;
import picocli.CommandLine.Option;

/** The formats that every command has. */
final class FormatOption {
    /** By name. */
    enum Format {
        TEXT, CSV, JSON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text", description = "${COMPLETION-CANDIDATES} (default text)")
    private Format format;

    Format format() {
        return format;
    }
}
