package kraftaudit.audit.report;

/**
 * What a page is shown on.
 *
 * @param colour whether marks may use the terminal's colours
 * @param width  columns, {@value #LEAST} to {@value #MOST}: beyond these no table is laid out well
 */
public record Style(boolean colour, int width) {
    /** Columns where nobody says how many there are. */
    public static final int WIDTH = 100;
    /** No colours, {@value #WIDTH} columns: what files and pipes get, whatever the terminal. */
    public static final Style PLAIN = new Style(false, WIDTH);
    private static final int LEAST = 72;
    private static final int MOST = 180;

    public Style {
        width = Math.max(LEAST, Math.min(MOST, width));
    }
}
