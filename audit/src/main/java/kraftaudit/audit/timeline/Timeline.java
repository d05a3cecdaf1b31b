package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import kraftaudit.audit.ClusterReport;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;

/**
 * The history of one cluster as lanes of items over log offsets. Immutable.
 *
 * @param clusterId  the ids of meta.properties, {@code ;} between several, empty where none is known
 * @param lanes      in the order of the picture; lanes of one row stand together
 * @param offsetFrom first offset of any item
 * @param offsetTo   end of the last item, exclusive; above {@code offsetFrom}
 * @param timeFrom   first time of any item or record, milliseconds since 1970; 0 where there is none
 * @param timeTo     last time, 0 where there is none
 * @param clock      time of offsets on the main branch
 * @param curve      the proven high watermark on the main branch
 */
public record Timeline(String clusterId, List<Lane> lanes, long offsetFrom, long offsetTo, long timeFrom, long timeTo,
                       Clock clock, ProvenCurve curve) {
    public Timeline {
        lanes = List.copyOf(lanes);
        if (offsetTo <= offsetFrom) {
            throw new IllegalArgumentException("timeline from " + offsetFrom + " to " + offsetTo);
        }
    }

    /** The timeline of a cluster with its findings. */
    public static Timeline of(ClusterReport report) {
        return of(report.cluster(), FindingItems.of(report));
    }

    /**
     * The timeline of a cluster.
     *
     * @param history  the cluster
     * @param findings as items of kind VIOLATION, IRREGULAR or NOTE
     */
    public static Timeline of(CaptureHistory history, List<Item> findings) {
        Clocks clocks = new Clocks(history);
        List<Lane> lanes = new ArrayList<>();
        Clock main = history.main().map(clocks::of).orElse(new Clock.Builder().build());
        lanes.add(new Lane(Group.FINDINGS, "findings", "findings", "", "", main, findings));
        lanes.addAll(QuorumLanes.of(history, clocks));
        lanes.addAll(VoterLanes.of(history, clocks));
        lanes.addAll(CopyLanes.of(history, clocks));
        lanes.addAll(LevelLanes.of(history, clocks));
        lanes.addAll(RecordLanes.of(history, clocks));
        return of(String.join(";", history.clusterIds()), lanes, main, ProvenCurve.of(history.main()));
    }

    /** A timeline of these lanes. */
    static Timeline of(String clusterId, List<Lane> lanes, Clock clock, ProvenCurve curve) {
        long from = Long.MAX_VALUE;
        long to = 0;
        long timeFrom = Long.MAX_VALUE;
        long timeTo = 0;
        for (Lane lane : lanes) {
            if (!lane.clock().isEmpty()) {
                timeFrom = Math.min(timeFrom, lane.clock().first());
                timeTo = Math.max(timeTo, lane.clock().last());
            }
            for (Item item : lane.items()) {
                if (item.isPlaced()) {
                    from = Math.min(from, item.offsetFrom());
                    to = Math.max(to, item.offsetTo());
                    timeFrom = Clock.isUsable(item.timestampFrom()) ? Math.min(timeFrom, item.timestampFrom()) : timeFrom;
                    timeTo = Clock.isUsable(item.timestampTo()) ? Math.max(timeTo, item.timestampTo()) : timeTo;
                }
            }
        }
        long start = from == Long.MAX_VALUE ? 0 : from;
        return new Timeline(clusterId, lanes, start, Math.max(to, start + 1), timeTo == 0 ? 0 : timeFrom, timeTo, clock, curve);
    }

    /** The same axis with those items alone that are wanted; lanes stay, empty or not. */
    public Timeline filtered(Predicate<Item> wanted) {
        List<Lane> kept = lanes.stream().map(lane -> lane.filtered(wanted)).toList();
        return new Timeline(clusterId, kept, offsetFrom, offsetTo, timeFrom, timeTo, clock, curve);
    }

    /** Number of items on all lanes. */
    public long count() {
        return lanes.stream().mapToLong(lane -> lane.items().size()).sum();
    }

    /** Lower end of an axis. */
    public double start(Axis axis) {
        return axis == Axis.OFFSET ? offsetFrom : timeFrom;
    }

    /** Upper end of an axis, above its lower end. */
    public double end(Axis axis) {
        return axis == Axis.OFFSET ? offsetTo : Math.max(timeTo, timeFrom + 1);
    }

    /** Whether any record has a time, so that the axis of time means something. */
    public boolean hasTimes() {
        return timeTo > 0;
    }

    /** The place on an axis of a log offset of the main branch. */
    public double place(Axis axis, double offset) {
        return axis == Axis.OFFSET ? offset : clock.timeAt(offset);
    }

    /** The log offset of the main branch at a place on an axis. */
    public double offset(Axis axis, double place) {
        return axis == Axis.OFFSET ? place : clock.offsetAt(place);
    }

    /** The words that tell a lane of another branch from that of the main one; empty for the main branch. */
    static String ofBranch(Branch branch) {
        return branch.isMain() ? "" : "branch of " + String.join(" ", branch.replicas());
    }
}
