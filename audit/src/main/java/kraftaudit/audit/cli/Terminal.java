package kraftaudit.audit.cli;

import java.util.Optional;
import kraftaudit.audit.report.Style;

/**
 * What stdout and stderr are.
 *
 * @param colours  whether {@code --color auto} means colours
 * @param columns  of the terminal that stdout is, {@link Style#WIDTH} where it is none
 * @param progress whether stderr is a terminal, so that a line on it can be drawn again and again
 */
public record Terminal(boolean colours, int columns, boolean progress) {
    /** Files or pipes. */
    public static final Terminal NONE = new Terminal(false, Style.WIDTH, false);

    /**
     * Of this process. The launcher tells by the property {@code kraftaudit.terminal} which of {@code out} and {@code err}
     * are terminals, and by {@code kraftaudit.columns} how wide; without it Java knows only whether all are.
     */
    static Terminal ofProcess() {
        String told = System.getProperty("kraftaudit.terminal", System.console() != null ? "out err" : "");
        boolean out = told.contains("out");
        return new Terminal(out && System.getenv("NO_COLOR") == null, out ? width() : Style.WIDTH, told.contains("err"));
    }

    private static int width() {
        String told = Optional.ofNullable(System.getProperty("kraftaudit.columns")).or(() -> Optional.ofNullable(System.getenv("COLUMNS"))).orElse("");
        return told.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(told) : Style.WIDTH;
    }
}
