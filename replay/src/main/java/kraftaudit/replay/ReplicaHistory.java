package kraftaudit.replay;

import java.util.List;
import kraftaudit.reader.DirectoryScan;

/**
 * One copy, replayed on its own.
 *
 * @param replica     its name and identity
 * @param scan        what was read
 * @param line        which offsets it holds in which epoch
 * @param epochs      in the order of the log
 * @param state       its own records, seeded from its own checkpoints
 * @param checkpoints whole, {@code .part} and {@code .deleted} ones with end offset above 0, by id
 * @param bootstraps  zero checkpoint and bootstrap.checkpoint, read like checkpoints
 */
public record ReplicaHistory(Replica replica, DirectoryScan scan, LogLine line, List<EpochSpan> epochs, LogState state,
                             List<CheckpointFacts> checkpoints, List<CheckpointFacts> bootstraps) {
    public ReplicaHistory {
        epochs = List.copyOf(epochs);
        checkpoints = List.copyOf(checkpoints);
        bootstraps = List.copyOf(bootstraps);
    }

    /** Of the replica alone: its history may be long. */
    @Override
    public int hashCode() {
        return replica.hashCode();
    }
}
