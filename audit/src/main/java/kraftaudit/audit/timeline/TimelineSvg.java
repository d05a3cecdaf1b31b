package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import kraftaudit.audit.Locator;

/**
 * A timeline as one SVG document: no script, no font and no file from elsewhere, the same bytes for the same timeline.
 * Every shape has a {@code title} for pointers and screen readers, and what colours say is said by hatches and shapes too.
 */
public final class TimelineSvg {
    private static final double GUTTER = 190;
    private static final double MARGIN = 24;
    private static final double HEADER = 58;
    private static final double LEGEND_CELL = 176;
    private static final double LEAST_WIDTH = 400;

    private TimelineSvg() {
    }

    /** All of a timeline over an axis, as wide as asked for; at least 400 pixels. */
    public static String svg(Timeline timeline, Axis axis, double width, Palette palette) {
        return svg(List.of(timeline), axis, width, palette);
    }

    /** All of several timelines, one below the other, each over an axis of its own. */
    public static String svg(List<Timeline> timelines, Axis axis, double width, Palette palette) {
        double plot = Math.max(width, LEAST_WIDTH) - GUTTER - MARGIN;
        Layout.Choice open = new Layout.Choice(List.of(), List.of(), Set.of(), Set.of());
        return document(timelines.stream().map(timeline -> new Picture(timeline, Layout.of(Row.of(timeline), open),
            Viewport.all(timeline, timeline.hasTimes() ? axis : Axis.OFFSET, plot), GUTTER)).toList(), palette);
    }

    /** A picture as it is laid out. */
    public static String svg(Picture picture, Palette palette) {
        return document(List.of(picture), palette);
    }

    private static String document(List<Picture> pictures, Palette palette) {
        double width = pictures.stream().mapToDouble(TimelineSvg::width).max().orElse(LEAST_WIDTH);
        double height = pictures.stream().mapToDouble(TimelineSvg::height).sum();
        String name = String.join("; ", pictures.stream().map(picture -> title(picture.timeline())).toList());
        StringBuilder out = new StringBuilder(1 << 16);
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"").append(SvgPen.number(width)).append("\" height=\"").append(SvgPen.number(height))
            .append("\" viewBox=\"0 0 ").append(SvgPen.number(width)).append(' ').append(SvgPen.number(height))
            .append("\" role=\"img\" aria-labelledby=\"title desc\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif\">\n")
            .append("<title id=\"title\">").append(SvgPen.escaped(name)).append("</title>\n")
            .append("<desc id=\"desc\">").append(SvgPen.escaped(String.join(" ", pictures.stream().map(TimelineSvg::description).toList())))
            .append("</desc>\n");
        SvgPen pen = new SvgPen(out, palette);
        pen.definitions();
        out.append("<rect width=\"100%\" height=\"100%\" fill=\"").append(palette.background()).append("\"/>\n");
        double top = 0;
        for (Picture picture : pictures) {
            draw(pen, picture, top);
            top += height(picture);
        }
        return out.append("</svg>\n").toString();
    }

    private static double width(Picture picture) {
        return picture.gutter() + picture.viewport().width() + MARGIN;
    }

    private static int columns(Picture picture) {
        return Math.max(1, (int) ((width(picture) - 24) / LEGEND_CELL));
    }

    private static double legendTop(Picture picture) {
        return HEADER + Picture.RULER + picture.layout().height() + 20;
    }

    private static double height(Picture picture) {
        return legendTop(picture) + 22 * ((looks(picture).size() + columns(picture) - 1) / columns(picture)) + 16;
    }

    private static void draw(SvgPen pen, Picture picture, double top) {
        double rows = top + HEADER + Picture.RULER;
        pen.text(12, top + 26, Widths.fitted(title(picture.timeline()), 16, width(picture) - 24), Pen.Type.TITLE, Pen.Align.LEFT);
        pen.text(12, top + 43, range(picture), Pen.Type.TICK, Pen.Align.LEFT);
        picture.ruler(pen, rows);
        picture.rows(pen, rows, rows, rows + picture.layout().height());
        legend(pen, looks(picture), columns(picture), top + legendTop(picture));
    }

    private static String title(Timeline timeline) {
        return "Timeline of cluster " + (timeline.clusterId().isEmpty() ? "without a known id" : timeline.clusterId());
    }

    private static String range(Picture picture) {
        Viewport viewport = picture.viewport();
        return viewport.axis() == Axis.OFFSET
            ? "log offsets " + (long) Math.floor(viewport.from()) + " to " + (long) (Math.ceil(viewport.to()) - 1)
                + "; what is in force at high watermark h is what stands at offset h - 1"
            : Ticks.text(Axis.TIME, viewport.from()) + " to " + Ticks.text(Axis.TIME, viewport.to()) + ", by the clocks of the writing leaders";
    }

    /** The findings and the voters in words, for people who do not see the picture. */
    private static String description(Picture picture) {
        StringBuilder text = new StringBuilder(range(picture)).append(". ");
        for (Lane lane : picture.timeline().lanes()) {
            if (lane.group() == Group.FINDINGS || lane.name().startsWith("voters")) {
                text.append(lane.name()).append(": ");
                lane.items().stream().limit(20).forEach(item -> text.append(item.text()).append("; "));
                if (lane.items().size() > 20) {
                    text.append("and ").append(lane.items().size() - 20).append(" more. ");
                }
            }
        }
        return text.toString().trim();
    }

    // ---- legend ----

    /** The looks that the rows shown have. */
    private static Set<Look> looks(Picture picture) {
        Set<Look> looks = EnumSet.noneOf(Look.class);
        for (Layout.Line line : picture.layout().lines()) {
            for (Lane lane : line.row().map(Row::lanes).orElse(List.of())) {
                for (Item item : lane.items()) {
                    looks.add(Look.of(item, 0));
                }
            }
        }
        looks.remove(Look.PROOF);
        return looks;
    }

    private static void legend(SvgPen pen, Set<Look> looks, int columns, double top) {
        pen.open("Legend", top, 0);
        List<Look> shown = new ArrayList<>(looks);
        for (int i = 0; i < shown.size(); i++) {
            Look look = shown.get(i);
            double x = 12 + i % columns * LEGEND_CELL;
            double y = top + 22 * (i / columns);
            String words = words(look);
            Item sample = new Item(Kind.NOTE, -1, -1, -1, -1, Optional.empty(), words, Locator.offset("", -1));
            if (look.form().isMark() && look.form() != Look.Form.TICK) {
                pen.shape(x + 8, y + 2, 10, 10, look, sample, 1);
            } else {
                double height = look.form() == Look.Form.THIN ? 3 : look.form() == Look.Form.STRIP || look.form() == Look.Form.ENDS ? 5 : 12;
                pen.shape(x, y + 7 - height / 2, look.form() == Look.Form.TICK ? 2 : 26, height, look, sample, 1);
            }
            pen.text(x + 32, y + 11, words, Pen.Type.TICK, Pen.Align.LEFT);
        }
        pen.close();
    }

    /** What a look means. */
    public static String words(Look look) {
        return switch (look) {
            case COMMITTED -> "voter, proven committed";
            case PENDING -> "appended, not proven";
            case PENDING_REMOVAL -> "removal not proven";
            case LOST -> "lost";
            case STATIC -> "voter by configuration";
            case OBSERVER -> "has a copy, no voter";
            case TRANSITION -> "until the first proof";
            case VOTERS -> "set of voters";
            case UNKNOWN -> "unknown";
            case EPOCH, NEXT_EPOCH -> "leader epoch";
            case PROVEN -> "proven committed";
            case UNPROVEN -> "not proven";
            case PROOF -> "proof";
            case LOG -> "held, proven committed";
            case LOG_UNPROVEN -> "held, not proven";
            case OTHER_BRANCH -> "other branch";
            case GAP -> "gap";
            case SEGMENT -> "segment";
            case CHECKPOINT -> "checkpoint";
            case BOOTSTRAP -> "bootstrap checkpoint";
            case DAMAGE -> "damage";
            case LEVEL -> "level in force";
            case CLUSTER_ID -> "cluster id record";
            case TRANSACTION -> "transaction";
            case RECORD -> "record";
            case VIOLATION -> "violation";
            case IRREGULAR -> "irregular";
            case NOTE -> "note";
        };
    }
}
