package kraftaudit.simulation;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;

import kraftaudit.replay.CaptureHistory;

/**
 * A capture of a simulated history and what really happened, for tests of other modules. Copies are named by the label that
 * the audit gives them.
 */
public final class SimulatedCapture {
    private final Simulation history;
    private final Copies capture;
    private final Judge judge;
    private final List<CaptureHistory> answers;

    private SimulatedCapture(Simulation history, Copies capture, List<CaptureHistory> answers) {
        this.history = history;
        this.capture = capture;
        this.judge = new Judge(history, capture);
        this.answers = answers;
    }

    /** Every capture of every history whose quorum kept what it promises and lost no disk without a trace. */
    public static void each(long firstSeed, long histories, Consumer<SimulatedCapture> test) {
        try (Pipe pipe = new Pipe()) {
            for (long seed = firstSeed; seed < firstSeed + histories; seed++) {
                Simulation history = new Simulation(seed, false);
                history.run();
                if (history.cluster.truth.broken().isEmpty() && !history.strained()) {
                    history.captures.forEach(capture -> test.accept(new SimulatedCapture(history, capture, pipe.replay(capture))));
                }
            }
        }
    }

    /** The captures of one history, not read by the product: {@link #answers()} is empty. None where the history strained what Kafka takes for granted. */
    public static List<SimulatedCapture> ofSeed(long seed) {
        Simulation history = new Simulation(seed, false);
        history.run();
        if (history.strained() || !history.cluster.truth.broken().isEmpty()) {
            return List.of();
        }
        return history.captures.stream().map(capture -> new SimulatedCapture(history, capture, List.of())).toList();
    }

    /** Whether some copy holds a voter change that was made from the set before the change before it: a hole in Kafka's checks. */
    public boolean isRaced() {
        return capture.nodes.stream().flatMap(node -> node.log.batches.stream())
                .anyMatch(b -> b.entries.stream().anyMatch(e -> e instanceof Entry.VoterChange change && change.raced()));
    }

    /** Whether its nodes were stopped before the copies were taken. */
    public boolean isStopped() {
        return capture.stopped();
    }

    /** Writes every copy's directory below a folder. */
    public void writeTo(Path folder) {
        for (int i = 0; i < capture.nodes.size(); i++) {
            capture.nodes.get(i).directory().write(folder.resolve(i + "-node" + capture.nodes.get(i).node.id));
        }
    }

    /** What the product made of it; its files are gone when the next capture comes. */
    public List<CaptureHistory> answers() {
        return answers;
    }

    /** Whether every node is in it, stopped. */
    public boolean isWholeAndStopped() {
        return capture.kind == Copies.Kind.ALL_STOPPED;
    }

    /** Whether an answer rests on a proof that is false because of something no files show; then what follows from it is false too. */
    public boolean restsOnStrain(CaptureHistory answer) {
        return answer.branches().stream().anyMatch(branch -> branch.proofs().stream().anyMatch(proof -> {
            OptionalInt epoch = branch.line().epochAt(proof.endOffset() - 1);
            return judge.fault(new Claim(proof.kind().name(), !proof.kind().exposed(), proof.endOffset() - 1,
                    epoch.orElse(proof.epoch().orElse(-1)), proof.assumptions())).isPresent();
        }));
    }

    /** Whether a leader's high watermark had passed a record when the capture was taken. */
    public boolean exposed(long offset, int epoch) {
        return history.cluster.truth.exposed(offset, epoch, capture.taken);
    }

    /** First offset of an epoch in some copy's log. */
    public OptionalLong startOf(int epoch) {
        return capture.nodes.stream().mapToLong(n -> n.log.lineage().startOf(epoch)).filter(start -> start >= 0).findFirst();
    }

    /** Committed voters at a high watermark: node id to directory id and endpoint. */
    public Map<Integer, String> committedVoters(long highWatermark) {
        Map<Integer, String> byId = new TreeMap<>();
        history.cluster.truth.votersBelow(highWatermark).ifPresent(set -> set.written()
                .forEach(v -> byId.put(v.id(), v.directoryId() + " " + v.endpoints().get(0))));
        return byId;
    }

    /** Exclusive end of what is committed when the history ends. */
    public long committedEnd() {
        return history.cluster.truth.committed().end();
    }

    /** Exclusive end of what was committed when the capture was taken, as far as it stayed so. */
    public long committedEndThen() {
        return Math.min(history.cluster.truth.committedEnd(capture.taken), committedEnd());
    }

    /** Exclusive end of the committed records that a copy has, in its log or as the state of a checkpoint. */
    public long heldOfCommitted(String label) {
        Lineage committed = history.cluster.truth.committed();
        long state = copy(label).checkpoints.stream().filter(c -> committed.has(c.end() - 1, c.epoch())).mapToLong(Checkpoint::end).max().orElse(0);
        return Math.max(state, lineage(label).commonEnd(committed));
    }

    /** First offset at which two copies hold different records, among those whose bytes both still hold. */
    public OptionalLong parting(String label, String other) {
        Lineage one = lineage(label);
        Lineage two = lineage(other);
        long first = Math.max(one.commonEnd(two), Math.max(copy(label).log.firstBase(), copy(other).log.firstBase()));
        return first < Math.min(one.end(), two.end()) ? OptionalLong.of(first) : OptionalLong.empty();
    }

    private NodeCopy copy(String label) {
        return capture.nodes.get(Integer.parseInt(label.substring(0, label.indexOf('-'))));
    }

    private Lineage lineage(String label) {
        return copy(label).log.lineage();
    }

    @Override
    public String toString() {
        return "seed " + history.seed + ", capture " + history.captures.indexOf(capture) + " (" + capture.kind + ") " + capture.nodes
                + " committed " + history.cluster.truth.committed();
    }
}
