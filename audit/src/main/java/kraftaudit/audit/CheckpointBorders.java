package kraftaudit.audit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import kraftaudit.reader.BatchWalk;
import kraftaudit.reader.Scan;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.ReplicaHistory;

/**
 * Each checkpoint beside the batch of the log that holds the last record before its end, read again from the copy's own log
 * or, where that does not hold it, from another copy's of the same epoch. One walk over each segment serves all checkpoints.
 */
final class CheckpointBorders {
    /** A checkpoint, and the batch that holds the record before its end. */
    record Border(ReplicaHistory replica, CheckpointFacts checkpoint, BatchWalk.Batch batch) {
        /** Whether the checkpoint ends inside the batch. */
        boolean isInside() {
            return checkpoint.id().endOffset() < batch.endOffset();
        }
    }

    private record Asked(ReplicaHistory replica, CheckpointFacts checkpoint) {
    }

    private CheckpointBorders() {
    }

    static List<Border> of(ClusterInput input, Verdict verdict) {
        // By identity: a history is as large as its log, and is not to be compared for each checkpoint.
        Map<ReplicaHistory, NavigableMap<Long, List<Asked>>> asked = new IdentityHashMap<>();
        for (ReplicaHistory replica : input.cluster().replicas()) {
            for (CheckpointFacts checkpoint : replica.checkpoints()) {
                holder(input, replica, checkpoint).ifPresent(holder -> asked.computeIfAbsent(holder, h -> new TreeMap<>())
                    .computeIfAbsent(checkpoint.id().endOffset(), o -> new ArrayList<>()).add(new Asked(replica, checkpoint)));
            }
        }
        List<Border> borders = new ArrayList<>();
        input.cluster().replicas().stream().filter(asked::containsKey).forEach(holder -> read(holder, asked.get(holder), borders, verdict));
        borders.sort(Comparator.comparing((Border b) -> b.replica().replica().name()).thenComparing(b -> b.checkpoint().id())
            .thenComparing(b -> b.checkpoint().file().name()));
        return borders;
    }

    private static Optional<ReplicaHistory> holder(ClusterInput input, ReplicaHistory own, CheckpointFacts checkpoint) {
        long last = checkpoint.id().endOffset() - 1;
        List<ReplicaHistory> ownFirst = new ArrayList<>(List.of(own));
        ownFirst.addAll(input.cluster().replicas());
        return ownFirst.stream().filter(r -> r.line().epochAt(last).equals(OptionalInt.of(checkpoint.id().epoch()))).findFirst();
    }

    private static void read(ReplicaHistory holder, NavigableMap<Long, List<Asked>> ends, List<Border> borders, Verdict verdict) {
        for (Scan segment : holder.scan().segments()) {
            try {
                BatchWalk.walk(segment, ends.firstKey() - 1, ends.lastKey(), batch -> {
                    ends.subMap(batch.baseOffset(), false, batch.endOffset(), true).values()
                        .forEach(all -> all.forEach(asked -> borders.add(new Border(asked.replica(), asked.checkpoint(), batch))));
                    return true;
                });
            } catch (IOException unreadable) {
                verdict.undecided("where the batches of " + segment.file().name() + " begin, as it could not be read again");
            }
        }
    }
}
