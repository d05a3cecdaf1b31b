package kraftaudit.replay;

import java.util.List;
import java.util.OptionalInt;

/**
 * A reason to call a prefix of a lineage committed.
 *
 * @param kind        kind
 * @param endOffset   everything below it (exclusive) is covered, at least 1
 * @param epoch       epoch of the record at {@code endOffset - 1}, which names the lineage; empty where only the copy's own
 *                    lineage is meant
 * @param shownAt     log offset at which the evidence stands, so that offset minus proven record says how long the record
 *                    was open; for copies as a whole their end offset
 * @param timestamp   time of the evidence, milliseconds since 1970, -1 is none
 * @param evidence    what shows it
 * @param assumptions what it takes for granted
 */
public record Proof(ProofKind kind, long endOffset, OptionalInt epoch, long shownAt, long timestamp, List<Evidence> evidence,
                    List<Assumption> assumptions) {
    public Proof {
        evidence = List.copyOf(evidence);
        assumptions = List.copyOf(assumptions);
        if (endOffset < 1) {
            throw new IllegalArgumentException("proof of nothing: end offset " + endOffset);
        }
    }

    /** Whether nothing that it takes for granted can be broken by Kafka itself without a trace in the files. */
    public boolean isFirm() {
        return assumptions.stream().noneMatch(Assumption::canBreakUnseen);
    }

    /** Written out: what a record makes of this at run time takes a short run milliseconds. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Proof that && kind == that.kind && endOffset == that.endOffset && shownAt == that.shownAt
                && timestamp == that.timestamp && epoch.equals(that.epoch) && evidence.equals(that.evidence) && assumptions.equals(that.assumptions);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(endOffset) + Long.hashCode(shownAt);
    }
}
