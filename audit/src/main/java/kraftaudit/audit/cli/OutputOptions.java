package kraftaudit.audit.cli;

import java.util.Locale;
import picocli.CommandLine.Option;

/** How every command answers. */
final class OutputOptions {
    /** Formats that every command has. */
    enum Format {
        TEXT, CSV, JSON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** When to use colours. */
    enum Colour {
        AUTO, ALWAYS, NEVER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text", description = "${COMPLETION-CANDIDATES} (default text)")
    private Format format;

    @Option(names = "--csv-raw", description = "CSV: leave text that a spreadsheet would take for a formula as it is")
    private boolean csvRaw;

    @Option(names = "--color", paramLabel = "WHEN", defaultValue = "auto",
        description = "${COMPLETION-CANDIDATES}; auto is on a terminal, without NO_COLOR")
    private Colour colour;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "this help")
    private boolean help;

    private boolean autoColour;

    void autoColour(boolean on) {
        autoColour = on;
    }

    Format format() {
        return format;
    }

    boolean csvRaw() {
        return csvRaw;
    }

    boolean colour() {
        return colour == Colour.ALWAYS || colour == Colour.AUTO && autoColour;
    }
}
