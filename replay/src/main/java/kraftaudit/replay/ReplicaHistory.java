package kraftaudit.replay;

import java.util.List;
import java.util.OptionalLong;
import kraftaudit.reader.Damage;
import kraftaudit.reader.DirectoryScan;
import kraftaudit.reader.Region;
import kraftaudit.reader.Scan;

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

    /**
     * Exclusive end of the offsets that its log has taken, 0 where it has none: that of the line, or that of batches right
     * behind it whose checksums pass and whose records cannot be read. What such a batch holds is unknown, so that the line,
     * which proofs rest on, ends before it.
     */
    public long endOffset() {
        long end = line.endOffset();
        for (Scan segment : scan.segments()) {
            for (Region region : segment.regions()) {
                if (region instanceof Damage damage && damage.checksumSound() && damage.baseOffset().equals(OptionalLong.of(end))) {
                    end = damage.endOffset().orElse(end);
                }
            }
        }
        return end;
    }

    /** Of the replica alone: its history may be long. */
    @Override
    public int hashCode() {
        return replica.hashCode();
    }
}
