package kraftaudit.simulation;

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
    /** Files taken so far: 1 the log, 2 checkpoints, 3 leader-epoch-checkpoint, 4 quorum-state and the rest. */
    private int taken;
    Log log;
    private byte[] torn;
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

    /** Takes the next file. */
    void take() {
        taken++;
        switch (taken) {
            case 1 -> {
                log = node.log.copy();
                torn = node.torn.clone();
            }
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

    boolean complete() {
        return taken >= 4;
    }

    /** As files. */
    NodeDirectory directory() {
        NodeDirectory directory = new NodeDirectory().identity(CLUSTER, node.id, WrittenVoter.directory(node.id, node.generation));
        for (Long base : log.segments) {
            Long next = log.segments.higher(base);
            byte[][] batches = log.batches.stream().filter(b -> b.base >= base && (next == null || b.base < next))
                    .map(Batch::bytes).toArray(byte[][]::new);
            directory.segment(base, Batches.join(Batches.join(batches), next == null ? torn : new byte[0]));
        }
        directory.leaderEpochs(epochs.entrySet().stream().map(e -> new long[] {e.getKey(), e.getValue()}).toList());
        checkpoints.forEach(c -> directory.inLog(c.name(), c.bytes()));
        deleted.forEach(c -> directory.inLog(Checkpoints.deletedName(c.end(), c.epoch()), c.bytes()));
        for (Checkpoint part : parts) {
            byte[] bytes = part.bytes();
            directory.inLog(Checkpoints.partName(part.end(), part.epoch(), 4711), java.util.Arrays.copyOf(bytes, bytes.length / 2));
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
