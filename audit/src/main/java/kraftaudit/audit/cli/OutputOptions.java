package kraftaudit.audit.cli;

import java.util.Locale;
import kraftaudit.audit.report.Style;
import picocli.CommandLine.Option;

/** How every command answers. */
final class OutputOptions {
    /** When to use colours. */
    enum Colour {
        AUTO, ALWAYS, NEVER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A command that has these options. */
    interface Has {
        OutputOptions output();
    }

    @Option(names = "--csv-raw", description = "CSV: leave text that a spreadsheet would take for a formula as it is")
    private boolean csvRaw;

    @Option(names = "--color", paramLabel = "WHEN", defaultValue = "auto",
        description = "${COMPLETION-CANDIDATES}; auto is on a terminal, without NO_COLOR")
    private Colour colour;

    @Option(names = {"-q", "--quiet"}, description = "nothing on stderr but errors: no progress, no advice")
    private boolean quiet;

    @Option(names = {"-v", "--verbose"}, description = "tell on stderr what was found and how long it took")
    private boolean verbose;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "this help")
    private boolean help;

    private Terminal terminal = Terminal.NONE;

    void on(Terminal given) {
        terminal = given;
    }

    boolean csvRaw() {
        return csvRaw;
    }

    boolean colour() {
        return colour == Colour.ALWAYS || colour == Colour.AUTO && terminal.colours();
    }

    Style style() {
        return new Style(colour(), terminal.columns());
    }

    /** Whether work that takes long may draw a line about itself. */
    boolean progress() {
        return terminal.progress() && !quiet;
    }

    boolean quiet() {
        return quiet;
    }

    boolean verbose() {
        return verbose && !quiet;
    }
}
