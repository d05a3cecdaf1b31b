package kraftaudit.replay;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** One lineage of a cluster, from the first offset any copy holds to the end of its longest copy. */
public final class Branch {
    private final LogLine line;
    private final LogState state;
    private final List<String> replicas;
    private final OptionalLong forkOffset;
    private final boolean apart;
    private final List<Proof> proofs;
    private final List<VoterSpan> spans;
    private final StaticVoters staticVoters;
    private final ProofIndex index;
    private final long provenEnd;
    private final long exposedEnd;

    Branch(LogLine line, LogState state, List<String> replicas, OptionalLong forkOffset, boolean apart, List<Proof> proofs,
           List<VoterSpan> spans, StaticVoters staticVoters) {
        this.line = line;
        this.state = state;
        this.replicas = List.copyOf(replicas);
        this.forkOffset = forkOffset;
        this.apart = apart;
        this.proofs = List.copyOf(proofs);
        this.spans = List.copyOf(spans);
        this.staticVoters = staticVoters;
        this.index = new ProofIndex(line, proofs);
        this.provenEnd = proofs.stream().mapToLong(Proof::endOffset).max().orElse(0);
        this.exposedEnd = proofs.stream().filter(p -> p.kind().exposed()).mapToLong(Proof::endOffset).max().orElse(0);
    }

    /** What the copies on it hold together. */
    public LogLine line() {
        return line;
    }

    /** Their records together. */
    public LogState state() {
        return state;
    }

    /** Names of the copies whose whole log lies on it, longest first. */
    public List<String> replicas() {
        return replicas;
    }

    /** First offset at which it differs from the main branch; of one that is {@code apart} its first offset; empty for the main branch. */
    public OptionalLong forkOffset() {
        return forkOffset;
    }

    /** Whether no offset shows that it parts from a branch before it: nothing held by both differs. */
    public boolean apart() {
        return apart;
    }

    /** On this lineage, by kind, then by end offset; those that another of the same kind makes needless are left out. */
    public List<Proof> proofs() {
        return proofs;
    }

    /** Committed voters; the main branch from high watermark 0, another from its first own voters record on. */
    public List<VoterSpan> spans() {
        return spans;
    }

    /** Of its time at kraft.version 0. */
    public StaticVoters staticVoters() {
        return staticVoters;
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
        return provenEnd;
    }

    /** Exclusive end of the held records that are proven, 0 if none is. */
    public long provenHeldEnd() {
        return index.provenHeldEnd();
    }

    /** Exclusive end of what a leader is proven to have exposed, 0 if nothing is. */
    public long exposedEnd() {
        return exposedEnd;
    }

    /** Whether a proven record of this branch has the same offset in another epoch, or a lower offset in a higher epoch, or a
     *  higher offset in a lower epoch: then a record at {@code offset} in {@code epoch} cannot be committed. */
    public boolean excludes(long offset, int epoch) {
        OptionalInt there = offset < provenHeldEnd() ? line.epochAt(offset) : OptionalInt.empty();
        return there.isPresent() && there.getAsInt() != epoch || index.excludes(offset, epoch);
    }

    /** The proof of each kind that covers an offset, the one shown earliest in the log, strongest kind first. */
    public List<Proof> proofsOf(long offset) {
        return index.covering(offset, line.epochAt(offset).isPresent());
    }
}
