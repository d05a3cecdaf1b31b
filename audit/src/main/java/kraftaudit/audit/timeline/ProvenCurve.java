package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import kraftaudit.replay.Branch;
import kraftaudit.replay.Proof;

/**
 * The proven high watermark as the log grew: when the log ended at {@code logEnd}, the high watermark is proven to have
 * reached, or to be sure to reach, at least {@code highWatermark}. It is a lower bound; what was true may be more.
 *
 * @param points by log end, which rises; the high watermark rises too
 */
public record ProvenCurve(List<Point> points) {
    public ProvenCurve {
        points = List.copyOf(points);
    }

    /** From this log end on (inclusive) the high watermark is at least this. */
    public record Point(long logEnd, long highWatermark, Proof proof) {
    }

    static ProvenCurve of(Optional<Branch> branch) {
        List<Point> all = new ArrayList<>();
        branch.ifPresent(b -> b.proofs().forEach(p -> all.add(new Point(shownAt(p, b.line().endOffset()), p.endOffset(), p))));
        all.sort(Comparator.comparingLong(Point::logEnd).thenComparing(Comparator.comparingLong(Point::highWatermark).reversed()));
        List<Point> rising = new ArrayList<>();
        for (Point point : all) {
            if (rising.isEmpty() || point.highWatermark() > rising.get(rising.size() - 1).highWatermark()) {
                rising.add(point);
            }
        }
        return new ProvenCurve(rising);
    }

    /** Log end at which a proof shows: behind the record that gives it, or the end offset that a file has. */
    static long shownAt(Proof proof, long logEnd) {
        boolean record = switch (proof.kind()) {
            case EPOCH_DATA, LATER_CHANGE, BROKER_EVENT -> true;
            case CHECKPOINT, LOG_START, MAJORITY, WHOLE_QUORUM, OPERATOR -> false;
        };
        long shown = record ? Math.min(proof.shownAt() + 1, Math.max(logEnd, proof.shownAt())) : proof.shownAt();
        return Math.max(shown, proof.endOffset());
    }

    /** The point in force at a log end; empty below the first. */
    public Optional<Point> at(long logEnd) {
        int low = 0;
        int high = points.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (points.get(middle).logEnd() <= logEnd) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? Optional.empty() : Optional.of(points.get(low - 1));
    }

    /** The first point that covers a record, so the first place at which it is known to have been committed. */
    public Optional<Point> covering(long offset) {
        int low = 0;
        int high = points.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (points.get(middle).highWatermark() > offset) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == points.size() ? Optional.empty() : Optional.of(points.get(low));
    }
}
