package kraftaudit.replay;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One lineage of a cluster, from the first offset any copy holds to the end of its longest copy.
 *
 * @param line        what the copies on it hold together
 * @param state       their records together
 * @param replicas    names of the copies whose whole log lies on it, longest first
 * @param forkOffset  first offset at which it differs from the main branch; of one that is {@code apart} its first offset;
 *                    empty for the main branch
 * @param apart       whether no offset shows that it parts from a branch before it: nothing held by both differs
 * @param proofs      on this lineage, by kind, then by end offset; those that another of the same kind makes needless are left out
 * @param spans       committed voters; the main branch from high watermark 0, another from its first own voters record on
 * @param staticVoters of its time at kraft.version 0
 */
public record Branch(LogLine line, LogState state, List<String> replicas, OptionalLong forkOffset, boolean apart, List<Proof> proofs,
                     List<VoterSpan> spans, StaticVoters staticVoters) {
    public Branch {
        replicas = List.copyOf(replicas);
        proofs = List.copyOf(proofs);
        spans = List.copyOf(spans);
    }

    /** Whether this is the branch that proofs and epochs favour. */
    public boolean isMain() {
        return forkOffset.isEmpty();
    }

    /**
     * Exclusive end of what is proven, 0 if nothing is. It can lie where no copy holds a record; which of the records held
     * below it are the committed ones, {@link #provenHeldEnd} tells.
     */
    public long provenEnd() {
        return proofs.stream().mapToLong(Proof::endOffset).max().orElse(0);
    }

    /** Exclusive end of the held records that are proven, 0 if none is. */
    public long provenHeldEnd() {
        return proofs.stream().mapToLong(this::heldEnd).max().orElse(0);
    }

    /** A proof names the epoch of one record: of what is held below it, it covers what lies up to that epoch's last record there. */
    private long heldEnd(Proof proof) {
        return proof.epoch().isPresent() ? line.endOfEpoch(proof.epoch().getAsInt(), proof.endOffset() - 1) : 0;
    }

    /** Exclusive end of what a leader is proven to have exposed, 0 if nothing is. */
    public long exposedEnd() {
        return proofs.stream().filter(p -> p.kind().exposed()).mapToLong(Proof::endOffset).max().orElse(0);
    }

    /** Whether a proven record of this branch has the same offset in another epoch, or a lower offset in a higher epoch, or a
     *  higher offset in a lower epoch: then a record at {@code offset} in {@code epoch} cannot be committed. */
    public boolean excludes(long offset, int epoch) {
        OptionalInt there = offset < provenHeldEnd() ? line.epochAt(offset) : OptionalInt.empty();
        return there.isPresent() && there.getAsInt() != epoch || proofs.stream()
            .filter(proof -> proof.epoch().isPresent())
            .anyMatch(proof -> proof.endOffset() <= offset && proof.epoch().getAsInt() > epoch
                || proof.endOffset() > offset && proof.epoch().getAsInt() < epoch
                || proof.endOffset() == offset + 1 && proof.epoch().getAsInt() != epoch);
    }

    /** The proof of each kind that covers an offset, the one shown earliest in the log, strongest kind first. */
    public List<Proof> proofsOf(long offset) {
        boolean held = line.epochAt(offset).isPresent();
        return Arrays.stream(ProofKind.values())
            .map(kind -> proofs.stream().filter(p -> p.kind() == kind && (held ? heldEnd(p) : p.endOffset()) > offset)
                .min(Comparator.comparingLong(Proof::shownAt).thenComparingLong(Proof::endOffset)))
            .flatMap(Optional::stream)
            .toList();
    }
}
