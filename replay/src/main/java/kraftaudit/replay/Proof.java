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
}
