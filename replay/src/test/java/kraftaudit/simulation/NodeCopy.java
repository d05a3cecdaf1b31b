package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

import kraftaudit.written.Batches;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.Uuid;

/** The copied files of one node, file by file in the order of the copy: log, checkpoints, epochs, quorum-state. */
final class NodeCopy {
    static final String CLUSTER = "kRaftAuditSimulation00";

    final Node node;
    /** Kinds of files taken so far: 1 the log, 2 checkpoints, 3 leader-epoch-checkpoint, 4 quorum-state and the rest. */
    private int taken;
    /** The log when its last segment was taken. */
    Log log;
    /** Segments by base offset, each as it was when it was taken; those that were there at the beginning. */
    private final TreeMap<Long, List<Batch>> segments = new TreeMap<>();
    private final List<Long> segmentsLeft = new ArrayList<>();
    private byte[] torn = {};
    /** Step at which the last segment was taken. */
    int logTaken;
    List<Checkpoint> checkpoints = List.of();
    List<Checkpoint> parts = List.of();
    List<Checkpoint> deleted = List.of();
    private Optional<Voters> zero = Optional.empty();
    private TreeMap<Integer, Long> epochs;
    int epoch;
    private int leader;
    private int voted;
    private int votedGeneration;
    private int stateVersion;
    private List<Integer> stateVoters;
    OptionalLong cleanShutdown = OptionalLong.empty();

    NodeCopy(Node node) {
        this.node = node;
    }

    /** Takes the next file, at a step. */
    void take(int step) {
        if (taken == 0) {
            takeSegment();
            logTaken = step;
            taken = segmentsLeft.isEmpty() ? 1 : 0;
            return;
        }
        taken++;
        switch (taken) {
            case 2 -> {
                checkpoints = List.copyOf(node.checkpoints.values());
                parts = List.copyOf(node.parts);
                deleted = List.copyOf(node.deleted);
                zero = node.zero;
            }
            case 3 -> epochs = new TreeMap<>(node.log.epochs);
            default -> {
                epoch = node.epoch;
                leader = node.leader;
                voted = node.voted;
                votedGeneration = node.votedGeneration;
                stateVersion = node.stateVersion;
                stateVoters = node.stateVoters;
                cleanShutdown = node.cleanShutdown;
            }
        }
    }

    /** Lists the segments at first; one that is gone when its turn comes is left out. */
    private void takeSegment() {
        if (segmentsLeft.isEmpty()) {
            segmentsLeft.addAll(node.log.segments);
        }
        long base = segmentsLeft.remove(0);
        log = node.log.copy();
        if (log.segments.contains(base)) {
            Long next = log.segments.higher(base);
            segments.put(base, log.batches.stream().filter(b -> b.base >= base && (next == null || b.base < next)).toList());
            torn = next == null ? node.torn.clone() : new byte[0];
            if (next != null && segmentsLeft.isEmpty()) {
                log.truncate(next);
            }
        }
    }

    /** Every batch of the copied segments, in their order. */
    List<Batch> batches() {
        return segments.values().stream().flatMap(List::stream).toList();
    }

    /** Whether segments of two times do not make one log: the node truncated, or dropped segments, while they were copied. */
    boolean patched() {
        return !batches().equals(log.batches);
    }

    boolean complete() {
        return taken >= 4;
    }

    /** As files. */
    NodeDirectory directory() {
        NodeDirectory directory = new NodeDirectory().identity(CLUSTER, node.id, WrittenVoter.directory(node.id, node.generation));
        segments.forEach((base, batches) -> directory.segment(base, Batches.join(Batches.join(batches.stream().map(Batch::bytes).toArray(byte[][]::new)),
                base.equals(segments.lastKey()) ? torn : new byte[0])));
        directory.leaderEpochs(epochs.entrySet().stream().map(e -> new long[] {e.getKey(), e.getValue()}).toList());
        checkpoints.forEach(c -> directory.inLog(c.name(), c.bytes()));
        deleted.forEach(c -> directory.inLog(Checkpoints.deletedName(c.end(), c.epoch()), c.bytes()));
        for (Checkpoint part : parts) {
            byte[] bytes = part.bytes();
            directory.inLog(Checkpoints.partName(part.end(), part.epoch(), 4711), Arrays.copyOf(bytes, bytes.length / 2));
        }
        zero.ifPresent(voters -> directory.checkpoint(0, 0, Checkpoints.dynamic(0, Cluster.START, Cluster.START, voters.written())));
        if (epoch > 0) {
            directory.inLog("quorum-state", stateVersion == 0 ? NodeFiles.quorumStateV0(leader, epoch, voted, stateVoters)
                    : NodeFiles.quorumStateV1(leader, epoch, voted, voted < 0 ? Optional.<Uuid>empty()
                            : Optional.of(WrittenVoter.directory(voted, Math.max(1, votedGeneration)))));
        }
        cleanShutdown.ifPresent(epoch -> directory.file(".kafka_cleanshutdown", NodeFiles.cleanShutdown(epoch)));
        return directory;
    }

    @Override
    public String toString() {
        return node.name() + " log " + log.lineage() + " from " + log.firstBase() + " epoch " + epoch + " checkpoints "
                + checkpoints.stream().map(Checkpoint::name).toList();
    }
}
