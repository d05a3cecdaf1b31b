package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Group;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.audit.timeline.Lane;
import kraftaudit.audit.timeline.Look;
import kraftaudit.audit.timeline.Row;
import kraftaudit.audit.timeline.Strip;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.audit.timeline.TimelineSvg;
import kraftaudit.audit.timeline.Viewport;
import kraftaudit.replay.LogState;

/** {@code timeline} for a terminal: the lanes in plain characters, and below them what happened in the order of the log. */
public final class TimelineText {
    private static final int NAMES = 26;
    private static final int LISTED = 60;
    private static final Set<Kind> EVENTS = EnumSet.of(Kind.EPOCH, Kind.VOTERS, Kind.UNKNOWN, Kind.LEVEL, Kind.CLUSTER_ID, Kind.DEAD_BRANCH,
        Kind.GAP, Kind.DAMAGE, Kind.CHECKPOINT, Kind.UNPROVEN, Kind.VIOLATION, Kind.IRREGULAR, Kind.NOTE);

    /** Levels whose steps are told; the others are on the lanes and in the CSV. */
    private static final List<String> LEVELS = List.of("kraft.version", LogState.METADATA_VERSION, "cluster id");

    private TimelineText() {
    }

    /** The lanes and the events of several clusters. */
    public static String render(List<Timeline> timelines, Axis axis, Style style) {
        Page page = new Page(style);
        for (Timeline timeline : timelines) {
            if (timeline != timelines.get(0)) {
                page.blank();
            }
            render(page, timeline, axis);
        }
        return page.toString();
    }

    private static void render(Page page, Timeline timeline, Axis axis) {
        int columns = page.width() - NAMES - 2;
        Axis shown = timeline.hasTimes() ? axis : Axis.OFFSET;
        Viewport viewport = Viewport.all(timeline, shown, columns);
        page.line(0, 2, (timeline.clusterId().isEmpty() ? "Cluster of unknown id" : "Cluster " + timeline.clusterId()) + ": "
            + (shown == Axis.OFFSET ? "log offsets " + timeline.offsetFrom() + " to " + (timeline.offsetTo() - 1)
                : Times.shown(timeline.timeFrom()) + " to " + Times.shown(timeline.timeTo()) + ", by the clocks of the writing leaders"));
        page.blank();
        Set<Look> used = EnumSet.noneOf(Look.class);
        page.raw(" ".repeat(NAMES) + " " + Strip.ruler(viewport));
        Group group = Group.FINDINGS;
        for (Row row : Row.of(timeline)) {
            if (row.group() == Group.RECORDS) {
                continue;
            }
            if (row.group() != group && row.group() != Group.QUORUM) {
                page.raw(row.group().title());
            }
            group = row.group();
            page.raw(cut(Escape.text(name(row)), NAMES) + " " + Escape.text(Strip.of(row, viewport, used)) + " ");
        }
        legend(page, used);
        events(page, timeline);
    }

    /** Title and as much of the detail as tells rows apart. */
    private static String name(Row row) {
        String detail = row.detail();
        if (detail.startsWith("branch of ")) {
            return row.title() + " (" + detail.substring("branch of ".length()) + ")";
        }
        return switch (row.group()) {
            case VOTERS -> row.name().length() > row.title().length() ? row.title() + " " + cut(detail, 10).strip() : row.title();
            case COPIES -> row.title() + " " + detail.replace(" … ", "..");
            default -> row.title();
        };
    }

    private static String cut(String name, int width) {
        int length = name.codePointCount(0, name.length());
        return length <= width ? name + " ".repeat(width - length) : name.substring(0, name.offsetByCodePoints(0, width - 2)) + "..";
    }

    private static void legend(Page page, Set<Look> used) {
        Map<String, String> words = new LinkedHashMap<>();
        for (Look look : used) {
            boolean epoch = look == Look.EPOCH || look == Look.NEXT_EPOCH;
            words.merge(epoch ? "0-9" : String.valueOf(Strip.sign(look)), epoch ? "last digit of the epoch" : TimelineSvg.words(look),
                (a, b) -> a.contains(b) ? a : a + "; " + b);
        }
        page.blank();
        page.table(2, words.entrySet().stream().map(e -> List.of(e.getKey(), e.getValue())).toList());
    }

    // ---- what happened ----

    private record Happening(Lane lane, Item item) {
    }

    private static void events(Page page, Timeline timeline) {
        List<Happening> all = new ArrayList<>();
        for (Lane lane : timeline.lanes()) {
            boolean each = switch (lane.group()) {
                case VOTERS -> lane.name().startsWith("voters");
                case LEVELS -> LEVELS.stream().anyMatch(lane.name()::startsWith);
                default -> true;
            };
            for (Item item : lane.items()) {
                if (each && EVENTS.contains(item.kind())) {
                    all.add(new Happening(lane, item));
                }
            }
        }
        all.sort(Comparator.comparingLong(h -> h.item().offsetFrom()));
        page.heading("In the order of the log");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("offset", "time", "lane", "what"));
        int head = LISTED * 2 / 3;
        for (int i = 0; i < all.size(); i++) {
            if (all.size() > LISTED && i == head) {
                int left = all.size() - LISTED;
                rows.add(List.of("...", "", "", left + " more, all of them with --format csv"));
                i += left;
            }
            rows.add(row(all.get(i)));
        }
        if (all.isEmpty()) {
            page.line(2, 2, "nothing: no copy holds a record");
        } else {
            page.table(2, rows);
        }
    }

    private static List<String> row(Happening happening) {
        Item item = happening.item();
        String lane = happening.lane().replica().isEmpty() ? happening.lane().name() : happening.lane().replica();
        String status = item.status().map(s -> ", " + s).orElse("");
        return List.of(item.isPlaced() ? Long.toString(item.offsetFrom()) : "", Times.iso(item.timestampFrom()).orElse(""),
            happening.lane().group() == Group.FINDINGS ? item.kind().words() : lane, item.label() + status + (item.kind().isFinding() && !item.locator().isEmpty() ? ", " + item.locator().text() : ""));
    }
}
