package kraftaudit.audit.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kraftaudit.audit.Locator;
import kraftaudit.audit.timeline.Group;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.audit.timeline.Lane;
import kraftaudit.audit.timeline.ProvenCurve;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.replay.ProofKind;
import kraftaudit.replay.Status;

/** The shape of {@code timeline} as JSON. */
public final class TimelineDocuments {
    private TimelineDocuments() {
    }

    /** Output of {@code timeline}. */
    public record TimelineDocument(int schemaVersion, Product tool, List<ClusterTimeline> clusters) {
    }

    /**
     * @param offsetFrom inclusive
     * @param offsetTo   exclusive
     */
    public record ClusterTimeline(String clusterId, long offsetFrom, long offsetTo, Optional<String> timeFrom, Optional<String> timeTo,
                                  List<CurvePoint> provenHighWatermark, List<LaneDocument> lanes) {
    }

    /** When the log ended at {@code logEnd}, the high watermark is proven to have been, or to be sure to become, this or more. */
    public record CurvePoint(long logEnd, long highWatermark, ProofKind proof) {
    }

    /** @param replica empty for a lane about the cluster */
    public record LaneDocument(Group group, String row, String lane, String replica, List<ItemDocument> items) {
    }

    /**
     * @param offsetFrom inclusive; null for a finding without a place in the log
     * @param offsetTo   exclusive
     * @param locator    for {@code dump} and {@code gui}
     */
    public record ItemDocument(Kind kind, OptionalLong offsetFrom, OptionalLong offsetTo, Optional<String> timestampFrom,
                               Optional<String> timestampTo, Optional<Status> status, String label, Optional<String> locator,
                               String replica, Optional<String> file, OptionalLong position) {
    }

    /** The document of several clusters. */
    public static TimelineDocument of(List<Timeline> timelines) {
        return new TimelineDocument(Documents.SCHEMA_VERSION, Product.THIS, timelines.stream().map(TimelineDocuments::cluster).toList());
    }

    private static ClusterTimeline cluster(Timeline timeline) {
        return new ClusterTimeline(timeline.clusterId(), timeline.offsetFrom(), timeline.offsetTo(), time(timeline, timeline.timeFrom()),
            time(timeline, timeline.timeTo()), timeline.curve().points().stream().map(TimelineDocuments::point).toList(),
            timeline.lanes().stream().map(TimelineDocuments::lane).toList());
    }

    private static Optional<String> time(Timeline timeline, long time) {
        return timeline.hasTimes() ? Times.iso(time) : Optional.empty();
    }

    private static CurvePoint point(ProvenCurve.Point point) {
        return new CurvePoint(point.logEnd(), point.highWatermark(), point.proof().kind());
    }

    private static LaneDocument lane(Lane lane) {
        return new LaneDocument(lane.group(), lane.row(), lane.name(), lane.replica(), lane.items().stream().map(TimelineDocuments::item).toList());
    }

    /** One item. */
    public static ItemDocument item(Item item) {
        Locator locator = item.locator();
        boolean file = !locator.file().isEmpty();
        return new ItemDocument(item.kind(), offset(item, item.offsetFrom()), offset(item, item.offsetTo()), Times.iso(item.timestampFrom()),
            Times.iso(item.timestampTo()), item.status(), item.label(), locator.isEmpty() ? Optional.empty() : Optional.of(locator.text()),
            locator.replica(), file ? Optional.of(locator.file()) : Optional.empty(), file ? OptionalLong.of(locator.position()) : OptionalLong.empty());
    }

    private static OptionalLong offset(Item item, long offset) {
        return item.isPlaced() ? OptionalLong.of(offset) : OptionalLong.empty();
    }
}
