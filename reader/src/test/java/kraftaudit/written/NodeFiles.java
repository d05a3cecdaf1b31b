package kraftaudit.written;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.raft.generated.QuorumStateData;
import org.apache.kafka.raft.generated.QuorumStateDataJsonConverter;

/** The small files beside segments and checkpoints. */
public final class NodeFiles {
    private NodeFiles() {
    }

    /** {@code <20 digits>.log}. */
    public static String segmentName(long baseOffset) {
        return String.format(Locale.ROOT, "%020d.log", baseOffset);
    }

    /** quorum-state of version 0, by Kafka's converter; -1 is no leader or no vote. */
    public static byte[] quorumStateV0(int leaderId, int leaderEpoch, int votedId, List<Integer> currentVoters) {
        return quorumState(new QuorumStateData().setClusterId("").setLeaderId(leaderId).setLeaderEpoch(leaderEpoch)
                .setVotedId(votedId).setAppliedOffset(0).setCurrentVoters(currentVoters.stream()
                        .map(id -> new QuorumStateData.Voter().setVoterId(id)).toList()), 0);
    }

    /** quorum-state of version 1, by Kafka's converter; -1 is no leader or no vote. */
    public static byte[] quorumStateV1(int leaderId, int leaderEpoch, int votedId, Optional<Uuid> votedDirectory) {
        return quorumState(new QuorumStateData().setLeaderId(leaderId).setLeaderEpoch(leaderEpoch).setVotedId(votedId)
                .setVotedDirectoryId(votedDirectory.orElse(Uuid.ZERO_UUID)), 1);
    }

    private static byte[] quorumState(QuorumStateData state, int version) {
        // the key that FileQuorumStateStore adds behind the message's own
        com.fasterxml.jackson.databind.node.ObjectNode json = (com.fasterxml.jackson.databind.node.ObjectNode)
                QuorumStateDataJsonConverter.write(state, (short) version);
        return utf8(json.put("data_version", version).toString());
    }

    /** leader-epoch-checkpoint of version 0 with entries {@code {epoch, startOffset}}. */
    public static byte[] leaderEpochs(List<long[]> entries) {
        StringBuilder text = new StringBuilder("0\n" + entries.size() + "\n");
        entries.forEach(entry -> text.append(entry[0]).append(' ').append(entry[1]).append('\n'));
        return utf8(text.toString());
    }

    /** partition.metadata with the topic id of the metadata log, without a last line end. */
    public static byte[] partitionMetadata() {
        return utf8("version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ");
    }

    /** meta.properties of version 1; without a directory id as before 3.7 when that is empty. */
    public static byte[] metaProperties(String clusterId, int nodeId, Optional<Uuid> directoryId) {
        return utf8("#\n#Tue Nov 14 22:13:20 UTC 2023\nnode.id=" + nodeId + "\n"
                + directoryId.map(id -> "directory.id=" + id + "\n").orElse("") + "version=1\ncluster.id=" + clusterId + "\n");
    }

    /** meta.properties of version 2, without a cluster id when that is empty. */
    public static byte[] metaPropertiesV2(Optional<String> clusterId, int nodeId, Optional<Uuid> directoryId) {
        return utf8("#\n#Tue Nov 14 22:13:20 UTC 2023\nnode.id=" + nodeId + "\n"
                + directoryId.map(id -> "directory.id=" + id + "\n").orElse("") + "version=2\n"
                + clusterId.map(id -> "cluster.id=" + id + "\n").orElse(""));
    }

    /** .kafka_cleanshutdown of 3.7 and later. */
    public static byte[] cleanShutdown(long brokerEpoch) {
        return utf8("{\"version\":0,\"brokerEpoch\":" + brokerEpoch + "}");
    }

    /** The bytes of a text. */
    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
