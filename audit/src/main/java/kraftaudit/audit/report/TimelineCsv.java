package kraftaudit.audit.report;

import java.util.List;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Lane;
import kraftaudit.audit.timeline.Timeline;

/**
 * {@code timeline} as CSV: a row for each item, lane after lane. Both offsets are log offsets, the second exclusive; what is
 * in force at high watermark h is the row that holds offset h - 1. A finding without a place in the log has no offsets.
 */
public final class TimelineCsv {
    static final List<String> HEADER = List.of("cluster_id", "replica", "lane", "kind", "offset_from", "offset_to", "timestamp_from",
        "timestamp_to", "status", "label");

    private TimelineCsv() {
    }

    /** The table of several clusters. */
    public static String render(List<Timeline> timelines, boolean raw) {
        Cells cells = new Cells(raw, HEADER);
        for (Timeline timeline : timelines) {
            for (Lane lane : timeline.lanes()) {
                lane.items().forEach(item -> row(cells, timeline, lane, item));
            }
        }
        return cells.toString();
    }

    /** The table of chosen items of one cluster, each with its lane. */
    public static String render(Timeline timeline, List<Chosen> chosen, boolean raw) {
        Cells cells = new Cells(raw, HEADER);
        chosen.forEach(c -> row(cells, timeline, c.lane(), c.item()));
        return cells.toString();
    }

    /** An item and the lane it is on. */
    public record Chosen(Lane lane, Item item) {
    }

    private static void row(Cells cells, Timeline timeline, Lane lane, Item item) {
        cells.text(timeline.clusterId()).text(lane.replica().isEmpty() ? item.locator().replica() : lane.replica())
            .text(lane.name()).text(item.kind().name());
        if (item.isPlaced()) {
            cells.number(item.offsetFrom()).number(item.offsetTo());
        } else {
            cells.empty(2);
        }
        cells.time(item.timestampFrom()).time(item.timestampTo()).text(item.status().map(Enum::name)).text(item.label()).end();
    }
}
