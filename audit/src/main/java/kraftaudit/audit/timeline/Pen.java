package kraftaudit.audit.timeline;

/** What a {@link Picture} is drawn with. Lengths are pixels, y grows downwards. */
public interface Pen {
    /** How a text is set. The last two are kept readable by a rim of the background's colour. */
    enum Type { TITLE, HEADING, NAME, DETAIL, TICK, LABEL, LABEL_ON_DARK, LABEL_ON_HATCH, ALARM }

    /** Where a text stands to its x. */
    enum Align { LEFT, MIDDLE, RIGHT }

    /** What a line is for. */
    enum Rule { GRID, BORDER, LOG_END, CURVE, BASE }

    /**
     * Something on a lane.
     *
     * @param item  the item, or the heaviest of those that share the place
     * @param count how many items share it, at least 1
     */
    void shape(double x, double y, double width, double height, Look look, Item item, int count);

    /** A straight line. */
    void line(double x1, double y1, double x2, double y2, Rule rule);

    /** The area between the log end and the proven high watermark, and the curve that bounds it: x and y by turns. */
    void curve(double[] curve, double[] area);

    /** One line of text on a baseline. */
    void text(double x, double y, String text, Type type, Align align);

    /** All that follows up to {@link #close} belongs to a row or heading of this name. */
    void open(String name, double y, double height);

    /** Ends what {@link #open} began. */
    void close();

    /** What follows up to {@link #unclip} is drawn within these bounds alone. */
    void clip(double x, double y, double width, double height);

    /** Ends what {@link #clip} began. */
    void unclip();
}
