package kraftaudit.audit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.LogLine;
import kraftaudit.replay.ReplicaHistory;

/** Which copies are whose, and how far they go. */
final class Copies {
    private Copies() {
    }

    /** The copies of a voter: its node id and, where the voter has one, its directory id. */
    static List<ReplicaHistory> of(CaptureHistory history, Voter voter) {
        return history.replicas().stream().filter(copy -> copy.replica().nodeId().equals(OptionalInt.of(voter.id())))
            .filter(copy -> voter.directoryId().isZero() || copy.replica().directoryId().equals(Optional.of(voter.directoryId()))).toList();
    }

    /**
     * Where a log ends for a vote: the better of two is the one a voter may grant (KIP-595).
     *
     * @param epoch     of the record below the end; -1 where there is none
     * @param endOffset exclusive
     */
    record Tip(int epoch, long endOffset) implements Comparable<Tip> {
        @Override
        public int compareTo(Tip other) {
            return epoch == other.epoch ? Long.compare(endOffset, other.endOffset) : Integer.compare(epoch, other.epoch);
        }

        /** Written out: what a record makes of this at run time takes a short run milliseconds. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Tip that && epoch == that.epoch && endOffset == that.endOffset;
        }

        @Override
        public int hashCode() {
            return 31 * epoch + Long.hashCode(endOffset);
        }
    }

    /**
     * The tip of what a restart would keep of a copy: its log up to the first break, or its newest checkpoint where that is
     * ahead of the log, which is emptied then (KafkaRaftLog).
     */
    static Tip tip(ReplicaHistory copy) {
        Tip log = logTip(copy);
        return copy.checkpoints().stream().filter(CheckpointFacts::usable).map(c -> new Tip(c.id().epoch(), c.id().endOffset()))
            .filter(checkpoint -> checkpoint.compareTo(log) > 0).max(Tip::compareTo).orElse(log);
    }

    private static Tip logTip(ReplicaHistory copy) {
        long end = soundEnd(copy.line());
        return new Tip(end > copy.line().startOffset() ? copy.line().epochAt(end - 1).orElse(-1) : -1, end);
    }

    /** Exclusive end of what a copy holds of a branch: up to its first break or where it leaves the branch. */
    static long endOn(ReplicaHistory copy, Branch branch) {
        return Math.min(tip(copy).endOffset(), copy.line().divergence(branch.line()).orElse(Long.MAX_VALUE));
    }

    /** Exclusive end of a log up to its first break. */
    static long soundEnd(LogLine line) {
        return Math.min(line.endOffset(), line.firstBreak().orElse(Long.MAX_VALUE));
    }
}
