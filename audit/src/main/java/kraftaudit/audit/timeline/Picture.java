package kraftaudit.audit.timeline;

import java.util.List;
import java.util.Optional;

/**
 * A timeline laid out over a viewport, drawn through a {@link Pen}. Names stand in a gutter on the left, the lanes to the
 * right of it. Work grows with the pixels shown, not with the items.
 *
 * @param gutter pixels on the left for the names of rows; the viewport begins to the right of them
 */
public record Picture(Timeline timeline, Layout layout, Viewport viewport, double gutter) {
    /** Pixels of the ruler above the rows. */
    public static final double RULER = 26;
    static final double LABEL_SIZE = 11;
    private static final double MARK = 10;
    private static final double GRAIN = 2;

    /** An item under a pixel. */
    public record Hit(Row row, Lane lane, Item item) {
    }

    // ---- ruler ----

    /** Draws the ruler, its lower edge at a height. */
    public void ruler(Pen pen, double bottom) {
        pen.text(gutter - 10, bottom - 8, viewport.axis() == Axis.OFFSET ? "high watermark / offset" : "time (UTC, writers' clocks)",
            Pen.Type.DETAIL, Pen.Align.RIGHT);
        for (Ticks.Tick tick : ticks()) {
            double x = gutter + viewport.x(tick.place());
            double half = Widths.of(tick.text(), LABEL_SIZE) / 2;
            boolean leftEdge = viewport.x(tick.place()) < half;
            boolean rightEdge = viewport.x(tick.place()) > viewport.width() - half;
            pen.line(x, bottom - 5, x, bottom, Pen.Rule.BORDER);
            pen.text(x, bottom - 8, tick.text(), Pen.Type.TICK,
                leftEdge ? Pen.Align.LEFT : rightEdge ? Pen.Align.RIGHT : Pen.Align.MIDDLE);
        }
        pen.line(gutter, bottom, gutter + viewport.width(), bottom, Pen.Rule.BORDER);
    }

    private List<Ticks.Tick> ticks() {
        return Ticks.of(viewport, viewport.axis() == Axis.OFFSET ? 70 : 100);
    }

    // ---- rows ----

    /**
     * Draws the rows.
     *
     * @param top  height at which the first line of the layout would stand
     * @param from upper edge of what is drawn
     * @param to   lower edge
     */
    public void rows(Pen pen, double top, double from, double to) {
        double last = Math.min(to, top + layout.height());
        for (Ticks.Tick tick : ticks()) {
            double x = gutter + viewport.x(tick.place());
            pen.line(x, Math.max(from, top), x, last, Pen.Rule.GRID);
        }
        for (Layout.Line line : layout.lines()) {
            double y = top + line.y();
            if (y + line.height() < from || y > to) {
                continue;
            }
            if (line.row().isPresent()) {
                row(pen, line, line.row().get(), y);
            } else {
                heading(pen, line, y);
            }
        }
    }

    private void heading(Pen pen, Layout.Line line, double y) {
        pen.open(line.group().title(), y, line.height());
        pen.text(12, y + 16, (line.folded() ? "▸ " : "▾ ") + line.group().title(), Pen.Type.HEADING, Pen.Align.LEFT);
        pen.line(12, y + line.height() - 2, gutter + viewport.width(), y + line.height() - 2, Pen.Rule.GRID);
        pen.close();
    }

    private void row(Pen pen, Layout.Line line, Row row, double y) {
        pen.open(row.name(), y, line.height());
        if (!line.folded()) {
            double room = gutter - 24;
            boolean detailed = !row.detail().isEmpty() && line.height() >= 30;
            String name = (line.pinned() ? "• " : "") + row.title();
            pen.text(14, y + (detailed ? 14 : line.height() / 2 + 4), Widths.fitted(name, 12, room), Pen.Type.NAME, Pen.Align.LEFT);
            if (detailed) {
                pen.text(14, y + 26, Widths.fitted(row.detail(), 9.5, room), Pen.Type.DETAIL, Pen.Align.LEFT);
            }
        }
        pen.clip(gutter, y, viewport.width(), line.height());
        double middle = y + line.height() / 2;
        pen.line(gutter, middle, gutter + viewport.width(), middle, Pen.Rule.BASE);
        for (Lane lane : row.lanes()) {
            lane(pen, lane, y, line.height(), line.folded());
        }
        if (row.hasCurve() && !line.folded()) {
            new Curve(timeline, viewport).draw(pen, gutter, y + 3, line.height() - 6);
        }
        pen.unclip();
        pen.close();
    }

    private void lane(Pen pen, Lane lane, double y, double height, boolean folded) {
        if (lane.items().isEmpty()) {
            return;
        }
        boolean marks = lane.items().get(0).kind().isMark() || lane.items().get(lane.items().size() - 1).kind().isMark();
        new LaneBrush(pen, lane, y, height, folded).draw(marks ? MARK : GRAIN);
    }

    /** Draws the bundles of one lane; neighbours of one look that touch become one shape. */
    private final class LaneBrush {
        private final Pen pen;
        private final Lane lane;
        private final double y;
        private final double height;
        private final boolean folded;
        private double x1;
        private double x2;
        private Item item;
        private Look look;
        private int count;
        /** Right edge of what was drawn before, so that a text in front of a shape covers nothing. */
        private double occupied = Double.NEGATIVE_INFINITY;

        LaneBrush(Pen pen, Lane lane, double y, double height, boolean folded) {
            this.pen = pen;
            this.lane = lane;
            this.y = y;
            this.height = height;
            this.folded = folded;
        }

        void draw(double grain) {
            Bundles.of(lane, viewport, grain, (from, to, index, number) -> {
                Item next = lane.order(viewport.axis()).item(index);
                Look its = Look.of(next, index);
                double left = gutter + (its.form().isMark() ? from : Math.max(from, 0));
                double right = gutter + (its.form().isMark() ? to : Math.min(to, viewport.width()));
                boolean narrow = to - from < grain && !its.form().isMark();
                if (item != null && narrow && its == look && count > 0 && left - x2 <= grain && number + count > 1) {
                    x2 = Math.max(right, left + grain);
                    count += number;
                } else {
                    flush(left);
                    item = next;
                    look = its;
                    x1 = its.form().isMark() ? left : Math.max(gutter, Math.min(left, gutter + viewport.width() - grain));
                    x2 = Math.max(right, its.form().isMark() ? left : x1 + grain);
                    count = number;
                }
            });
            flush(gutter + viewport.width() + 1);
        }

        private void flush(double nextLeft) {
            if (item == null || look.form() == Look.Form.HIDDEN) {
                return;
            }
            double bar = folded ? height - 2 : barHeight();
            double top = folded ? y + 1 : y + (height - bar) / 2;
            switch (look.form()) {
                case BAR, DASHED -> pen.shape(x1, top, x2 - x1, bar, look, item, count);
                case THIN -> pen.shape(x1, y + height / 2 - 1.5, x2 - x1, 3, look, item, count);
                case STRIP -> pen.shape(x1, top + bar - 5, x2 - x1, 5, look, item, count);
                case ENDS -> pen.shape(x1, top + bar - 4, x2 - x1, 4, look, item, count);
                case TICK -> pen.shape(x1 - 1, top, 2, bar, look, item, count);
                default -> mark(bar);
            }
            if (!folded && count == 1) {
                label(top, bar, nextLeft);
            }
            occupied = Math.max(occupied, x2);
            item = null;
        }

        private void mark(double bar) {
            double size = Math.min(MARK, bar);
            // Checkpoints stand on the upper edge of their copy's bar, so that they do not hide what it shows.
            boolean onEdge = look == Look.CHECKPOINT || look == Look.BOOTSTRAP;
            double top = onEdge ? y + 1 : y + (height - size) / 2;
            pen.shape(x1 - size / 2, top, size, size, look, item, count);
        }

        private double barHeight() {
            return lane.group() == Group.COPIES ? height - 14 : lane.group() == Group.QUORUM && height > 36 ? height - 6 : height - 10;
        }

        private void label(double top, double bar, double nextLeft) {
            if (look.form() != Look.Form.BAR || bar < 10 || lane.name().equals("proven high watermark")) {
                return;
            }
            double left = Math.max(x1, gutter) + 5;
            double room = Math.min(x2, gutter + viewport.width()) - left - 4;
            double baseline = top + bar / 2 + 4;
            String text = item.label();
            if (look == Look.LOST || look == Look.DAMAGE) {
                loud(text, left, room, baseline, nextLeft);
                return;
            }
            String fitted = Widths.fitted(text, LABEL_SIZE, room);
            boolean epoch = look == Look.EPOCH || look == Look.NEXT_EPOCH;
            if (epoch && fitted.length() < text.length()) {
                // The number says more than the beginning of the word.
                String number = text.replaceAll("^epoch (-?[0-9]+).*", "$1");
                fitted = Widths.of(number, LABEL_SIZE) <= room ? number : "";
            }
            if (!fitted.isEmpty() && (fitted.length() == text.length() || fitted.length() > 6 || epoch)) {
                pen.text(left, baseline, fitted, look.hatch() != Look.Hatch.NONE ? Pen.Type.LABEL_ON_HATCH
                    : look == Look.COMMITTED ? Pen.Type.LABEL_ON_DARK : Pen.Type.LABEL, Pen.Align.LEFT);
            }
        }

        /** Behind the shape, where nothing else stands there; else on it; else before it. */
        private void loud(String text, double left, double room, double baseline, double nextLeft) {
            double after = Math.max(x2, gutter) + 6;
            double behind = Math.min(gutter + viewport.width(), nextLeft) - after;
            if (Widths.of(text, LABEL_SIZE) + 6 > Math.max(behind, room) && !text.equals(item.kind().words())) {
                loud(item.kind().words(), left, room, baseline, nextLeft);
                return;
            }
            double width = Widths.of(text, LABEL_SIZE) + 6;
            if (width <= behind) {
                pen.text(after, baseline, text, Pen.Type.ALARM, Pen.Align.LEFT);
                occupied = after + width;
            } else if (width <= room) {
                pen.text(left, baseline, text, Pen.Type.ALARM, Pen.Align.LEFT);
            } else if (x1 - 6 - width > Math.max(occupied, gutter)) {
                pen.text(x1 - 6, baseline, text, Pen.Type.ALARM, Pen.Align.RIGHT);
            }
        }
    }

    // ---- what is where ----

    /**
     * The item under a pixel, the one drawn last where several are; of a bundle the heaviest.
     *
     * @param y from the top of the layout
     */
    public Optional<Hit> hit(double x, double y) {
        Optional<Row> row = layout.at(y).flatMap(Layout.Line::row);
        if (row.isEmpty() || x < gutter) {
            return Optional.empty();
        }
        Optional<Hit> best = Optional.empty();
        for (Lane lane : row.get().lanes()) {
            Optional<Hit> on = hit(row.get(), lane, x - gutter);
            // A mark or a heavier item is what the person aims at, a bar behind it is not.
            if (on.isPresent() && (best.isEmpty() || on.get().item().kind().isMark()
                || on.get().item().weight() >= best.get().item().weight())) {
                best = on;
            }
        }
        return best;
    }

    private Optional<Hit> hit(Row row, Lane lane, double x) {
        Lane.Order order = lane.order(viewport.axis());
        Item best = null;
        double slack = MARK / 2 * viewport.grain();
        double place = viewport.place(x);
        int tries = 64;
        for (int i = order.nextReaching(0, place - slack); i < order.count() && order.from(i) <= place + slack && tries > 0;
             i = order.nextReaching(i + 1, place - slack)) {
            Item item = order.item(i);
            boolean hidden = Look.of(item, i).form() == Look.Form.HIDDEN;
            double near = item.kind().isMark() ? slack : Math.min(slack, Math.max(2 * viewport.grain(), 0));
            if (!hidden && order.from(i) - near <= place && order.to(i) + near >= place && (best == null || item.weight() > best.weight())) {
                best = item;
            }
            tries--;
        }
        return Optional.ofNullable(best).map(item -> new Hit(row, lane, item));
    }
}
