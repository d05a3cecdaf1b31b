package kraftaudit.audit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.replay.Cause;
import kraftaudit.replay.Proof;
import kraftaudit.replay.ProofKind;
import kraftaudit.replay.Status;
import kraftaudit.replay.VoterSet;

/**
 * A change of the voters or of kraft.version in one lineage, from its record to the first proof that it was committed. In
 * between the appended and the committed value differ: the quorum is in transition.
 *
 * @param change    from what to what
 * @param appended  the record; a checkpoint where no copy holds the record, which then lies at or below its offset
 * @param leader    who led the epoch in which it was written; empty where nothing names them
 * @param status    whether the record was committed
 * @param proofs    what shows the status, the one that stands first in the log first; of a lost record the proofs of the
 *                  branch that excludes it; empty for UNPROVEN
 * @param overlaps  offsets of earlier changes that nothing in the log before this one shows committed, so that both may have
 *                  been pending at once, the latest of them; what was appended in one batch is one change
 * @param holders   names of the copies that hold the record
 * @param logEnd    exclusive end of the lineage
 */
public record Transition(Change change, Cause appended, OptionalInt leader, Status status, List<Proof> proofs, List<Long> overlaps,
                         List<String> holders, long logEnd) {
    public Transition {
        proofs = List.copyOf(proofs);
        overlaps = List.copyOf(overlaps);
        holders = List.copyOf(holders);
    }

    /** From what to what. */
    public sealed interface Change {
    }

    /**
     * @param before     empty where nothing is known of it, or where there was no recorded set
     * @param fixed      node ids of the static quorum that the record turned into a dynamic one; empty otherwise
     * @param knownFirst whether what was in force before is known: an empty {@code before} means the first recorded set
     * @param formatted  whether {@code before} is what the first leader was formatted with, its zero checkpoint
     */
    public record Voters(Optional<VoterSet> before, List<Integer> fixed, boolean knownFirst, boolean formatted, VoterSet after) implements Change {
        public Voters {
            fixed = List.copyOf(fixed);
        }

        /** The difference between two recorded sets; empty where there is no earlier one. */
        public Optional<VoterDifference> difference() {
            return before.map(set -> VoterDifference.between(set, after));
        }
    }

    /**
     * @param before    empty where unknown
     * @param formatted whether {@code before} is what the first leader was formatted with
     */
    public record KRaftVersion(OptionalInt before, boolean formatted, int after) implements Change {
    }

    /** Log offset of the record. */
    public long offset() {
        return appended.offset();
    }

    /** The first proof in the log, of a proven record. */
    public Optional<Proof> firstProof() {
        return status == Status.PROVEN ? proofs.stream().findFirst() : Optional.empty();
    }

    /** The offset at which the first proof stands, at which the change is no longer pending; empty while nothing proves it. */
    public OptionalLong pendingTo() {
        return firstProof().map(proof -> OptionalLong.of(Math.max(shownAt(proof, logEnd), offset()))).orElse(OptionalLong.empty());
    }

    /** Where in the log a proof stands; copies as they are found show something at the end of the log alone. */
    static long shownAt(Proof proof, long logEnd) {
        return proof.kind() == ProofKind.MAJORITY || proof.kind() == ProofKind.WHOLE_QUORUM ? logEnd : proof.shownAt();
    }

    /** Milliseconds between the record and its first proof by the writers' clocks; empty where a time is missing or they run backwards. */
    public OptionalLong pendingMs() {
        long from = appended.timestamp();
        long to = firstProof().map(Proof::timestamp).orElse(-1L);
        return from >= 0 && to >= from ? OptionalLong.of(to - from) : OptionalLong.empty();
    }
}
