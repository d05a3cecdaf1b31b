package kraftaudit.audit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import com.fasterxml.jackson.databind.JsonNode;
import kraftaudit.reader.Event;
import kraftaudit.reader.Fingerprints;
import kraftaudit.reader.RecordAt;
import kraftaudit.reader.RecordWalk;
import kraftaudit.reader.Scan;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.EpochSpan;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Stretch;

/** Each copy beside each other one. */
final class Pairs {
    private final CaptureHistory history;
    private final Schemas schemas;
    private final Map<String, Optional<RecordAt>> records = new HashMap<>();

    private Pairs(CaptureHistory history, Schemas schemas) {
        this.history = history;
        this.schemas = schemas;
    }

    static List<PairOfCopies> of(CaptureHistory history, Schemas schemas) {
        Pairs pairs = new Pairs(history, schemas);
        List<PairOfCopies> all = new ArrayList<>();
        List<ReplicaHistory> copies = history.replicas();
        for (int i = 0; i < copies.size(); i++) {
            for (int j = i + 1; j < copies.size(); j++) {
                all.add(pairs.pair(copies.get(i), copies.get(j)));
            }
        }
        return all;
    }

    private PairOfCopies pair(ReplicaHistory one, ReplicaHistory other) {
        OptionalLong divergence = one.line().divergence(other.line());
        OptionalLong from = firstShared(one, other);
        long oneEnd = one.line().endOffset();
        long otherEnd = other.line().endOffset();
        OptionalLong commonEnd = from.isEmpty() ? OptionalLong.empty() : OptionalLong.of(divergence.orElse(Math.min(oneEnd, otherEnd)));
        if (divergence.isPresent() && from.isPresent() && from.getAsLong() >= divergence.getAsLong()) {
            from = OptionalLong.empty();
            commonEnd = OptionalLong.empty();
        }
        PairOfCopies.Relation relation = divergence.isPresent() ? PairOfCopies.Relation.DIVERGED
            : from.isEmpty() ? PairOfCopies.Relation.NOTHING_SHARED
            : oneEnd == otherEnd ? PairOfCopies.Relation.SAME_END
            : oneEnd < otherEnd ? PairOfCopies.Relation.ONE_IS_PREFIX : PairOfCopies.Relation.OTHER_IS_PREFIX;
        Optional<PairOfCopies.Divergence> parted = divergence.isEmpty() ? Optional.empty()
            : Optional.of(new PairOfCopies.Divergence(divergence.getAsLong(), side(one, divergence.getAsLong()), side(other, divergence.getAsLong())));
        return new PairOfCopies(one.replica().name(), other.replica().name(), relation, from, commonEnd, parted, oneEnd, otherEnd,
            aheadMs(one, other), unequal(one, other, divergence.orElse(Long.MAX_VALUE)));
    }

    private static OptionalLong firstShared(ReplicaHistory one, ReplicaHistory other) {
        List<Stretch> mine = one.line().stretches();
        List<Stretch> theirs = other.line().stretches();
        int i = 0;
        int j = 0;
        while (i < mine.size() && j < theirs.size()) {
            long base = Math.max(mine.get(i).baseOffset(), theirs.get(j).baseOffset());
            if (base < Math.min(mine.get(i).endOffset(), theirs.get(j).endOffset())) {
                return OptionalLong.of(base);
            }
            if (mine.get(i).endOffset() <= theirs.get(j).endOffset()) {
                i++;
            } else {
                j++;
            }
        }
        return OptionalLong.empty();
    }

    private static OptionalLong aheadMs(ReplicaHistory one, ReplicaHistory other) {
        long first = lastTimestamp(one);
        long second = lastTimestamp(other);
        long ahead = one.line().endOffset() > other.line().endOffset() ? first - second : second - first;
        return first < 0 || second < 0 || ahead < 0 ? OptionalLong.empty() : OptionalLong.of(ahead);
    }

    private static long lastTimestamp(ReplicaHistory copy) {
        List<EpochSpan> epochs = copy.epochs();
        return epochs.isEmpty() ? -1 : epochs.get(epochs.size() - 1).lastTimestamp();
    }

    /** Offsets below a divergence where sums over the same batches differ. */
    private static Optional<PairOfCopies.Unequal> unequal(ReplicaHistory one, ReplicaHistory other, long divergence) {
        return Fingerprints.firstDifference(fingerprints(one), fingerprints(other)).filter(window -> window.endOffset() <= divergence)
            .map(window -> new PairOfCopies.Unequal(window.offset(), window.endOffset()));
    }

    private static List<Fingerprints> fingerprints(ReplicaHistory copy) {
        return copy.scan().segments().stream().map(Scan::fingerprints).toList();
    }

    // ---- the records at a divergence ----

    private PairOfCopies.Side side(ReplicaHistory copy, long offset) {
        int epoch = copy.line().epochAt(offset).orElse(-1);
        Optional<RecordAt> record = records.computeIfAbsent(copy.replica().name() + " " + offset, key -> read(copy, offset, epoch));
        return new PairOfCopies.Side(epoch, leader(copy, epoch), record.map(RecordAt::timestamp).orElse(-1L), record.map(RecordAt::place));
    }

    /** The copy's own LeaderChange record says who led; else what the cluster's branches and quorum-states know. */
    private OptionalInt leader(ReplicaHistory copy, int epoch) {
        Optional<Event.LeaderChange> own = copy.epochs().stream().filter(span -> span.epoch() == epoch)
            .flatMap(span -> span.leaderChange().stream()).findFirst();
        if (own.isPresent()) {
            return OptionalInt.of(own.get().leaderId());
        }
        return history.branches().stream().flatMap(branch -> Leader.of(history, branch, epoch).stream()).mapToInt(Leader::id).findFirst();
    }

    private Optional<RecordAt> read(ReplicaHistory copy, long offset, int epoch) {
        List<RecordAt> found = new ArrayList<>();
        for (Scan segment : copy.scan().segments()) {
            try {
                RecordWalk.walk(segment, offset, offset + 1, schemas, new RecordWalk.Visitor() {
                    @Override
                    public boolean wants(int key) {
                        return false;
                    }

                    @Override
                    public void visit(RecordAt at, OptionalInt key, Optional<JsonNode> payload) {
                        found.add(at);
                    }
                });
            } catch (IOException unreadable) {
                // The branch's content names the file; here the side is shown without its place and time.
                continue;
            }
        }
        return found.stream().filter(at -> at.epoch() == epoch).findFirst();
    }
}
