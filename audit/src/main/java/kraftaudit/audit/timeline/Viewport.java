package kraftaudit.audit.timeline;

/**
 * The part of an axis that is looked at, and the pixels it is spread over. From 5 to 5, and a width of 0, are refused.
 *
 * @param from  place at the left edge
 * @param to    place at the right edge, above {@code from}
 * @param width pixels between them, above 0
 */
public record Viewport(Axis axis, double from, double to, double width) {
    public Viewport {
        if (!(to > from) || !(width > 0) || !Double.isFinite(to - from)) {
            throw new IllegalArgumentException("viewport from " + from + " to " + to + " over " + width);
        }
    }

    /** All of a timeline. */
    public static Viewport all(Timeline timeline, Axis axis, double width) {
        return new Viewport(axis, timeline.start(axis), timeline.end(axis), width);
    }

    /** The pixel of a place, 0 at the left edge; outside of {@code [0, width]} for what is not looked at. */
    public double x(double place) {
        return (place - from) / (to - from) * width;
    }

    /** The place of a pixel. */
    public double place(double x) {
        return from + x / width * (to - from);
    }

    /** Places that one pixel stands for. */
    public double grain() {
        return (to - from) / width;
    }

    /** The same part over other pixels. */
    public Viewport over(double pixels) {
        return new Viewport(axis, from, to, pixels);
    }

    /**
     * Nearer or farther, with the place under a pixel kept under it as far as the limits let it.
     *
     * @param factor below 1 is nearer
     */
    public Viewport zoom(double x, double factor, Limits limits) {
        double fixed = place(x);
        double span = Math.min(Math.max((to - from) * factor, limits.least()), limits.end() - limits.start());
        double start = fixed - x / width * span;
        return limits.within(axis, start, start + span, width);
    }

    /** Moved by pixels; positive looks at higher places. */
    public Viewport pan(double pixels, Limits limits) {
        double by = pixels * grain();
        return limits.within(axis, from + by, to + by, width);
    }

    /** The part between two pixels, whichever is first. */
    public Viewport between(double x1, double x2, Limits limits) {
        return limits.within(axis, place(Math.min(x1, x2)), place(Math.max(x1, x2)), width);
    }

    /** Moved, and not zoomed, so that a place is in view, at a third of the width where it was not. */
    public Viewport showing(double place, Limits limits) {
        if (place >= from && place <= to) {
            return this;
        }
        double start = place - (to - from) / 3;
        return limits.within(axis, start, start + to - from, width);
    }

    /** The same part of the history on the other axis. */
    public Viewport on(Axis other, Timeline timeline) {
        if (other == axis) {
            return this;
        }
        Limits limits = Limits.of(timeline, other);
        double start = timeline.place(other, timeline.offset(axis, from));
        double end = timeline.place(other, timeline.offset(axis, to));
        // What lies behind the last record of the main branch has no place of its own on the other axis.
        boolean whole = from <= timeline.start(axis) && to >= timeline.end(axis);
        return whole ? all(timeline, other, width) : limits.within(other, start, end, width);
    }

    /**
     * How far one can go.
     *
     * @param least smallest span that can be looked at
     */
    public record Limits(double start, double end, double least) {
        /** The whole of a timeline, down to two offsets or ten milliseconds. */
        public static Limits of(Timeline timeline, Axis axis) {
            double span = timeline.end(axis) - timeline.start(axis);
            return new Limits(timeline.start(axis), timeline.end(axis), Math.min(span, axis == Axis.OFFSET ? 2 : 10));
        }

        /** The part {@code [from, to]}, widened to the least span and moved or cut so that nothing else is looked at. */
        Viewport within(Axis axis, double from, double to, double width) {
            double span = Math.min(Math.max(to - from, least), end - start);
            double middle = to - from < least ? (from + to) / 2 - span / 2 : from;
            double first = Math.max(start, Math.min(middle, end - span));
            return new Viewport(axis, first, Math.max(Math.min(first + span, end), Math.nextUp(first)), width);
        }
    }
}
