package kraftaudit.reader;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.properties.PropertiesUtils;
import org.apache.kafka.raft.ElectionState;
import org.apache.kafka.raft.FileQuorumStateStore;
import org.apache.kafka.raft.ReplicaKey;
import org.apache.kafka.raft.generated.QuorumStateData;
import org.apache.kafka.storage.internals.checkpoint.CleanShutdownFileHandler;
import org.apache.kafka.storage.internals.checkpoint.LeaderEpochCheckpointFile;
import org.apache.kafka.storage.internals.checkpoint.PartitionMetadataFile;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;

/**
 * What Kafka's own readers make of a small file, in the words of this module; empty where they throw. Differences in what
 * the values can hold (repeated voters, the bytes behind an id's spelling) are evened out on both sides.
 */
final class KafkaReaders {
    /** Kafka makes room for as many entries as the second line says before it reads one. */
    private static final int MOST_ENTRIES_TRIED = 1_000_000;

    private KafkaReaders() {
    }

    static Optional<MetaProperties> metaProperties(Path file) {
        return unlessThrown(() -> {
            org.apache.kafka.metadata.properties.MetaProperties read =
                new org.apache.kafka.metadata.properties.MetaProperties.Builder(PropertiesUtils.readPropertiesFile(file.toString())).build();
            return new MetaProperties(read.version().number(), read.clusterId(), read.nodeId(), read.directoryId().map(KafkaReaders::id), Map.of());
        });
    }

    static MetaProperties comparable(MetaProperties ours) {
        return new MetaProperties(ours.version(), ours.clusterId(), ours.nodeId(), ours.directoryId(), Map.of());
    }

    /** Of which version the file is Kafka does not say. */
    static Optional<QuorumState> quorumState(Path file) {
        return unlessThrown(() -> {
            ElectionState read = new FileQuorumStateStore(file.toFile()).readElectionState().orElseThrow();
            Optional<ReplicaKey> voted = read.optionalVotedKey();
            List<Integer> voters = read.toQuorumStateData((short) 0).currentVoters().stream().map(QuorumStateData.Voter::voterId).toList();
            return new QuorumState(0, read.optionalLeaderId(), read.epoch(), voted.map(v -> OptionalInt.of(v.id())).orElse(OptionalInt.empty()),
                voted.flatMap(ReplicaKey::directoryId).map(KafkaReaders::id), List.copyOf(new TreeSet<>(voters)));
        });
    }

    static QuorumState comparable(QuorumState ours) {
        return new QuorumState(0, ours.leaderId(), ours.leaderEpoch(), ours.votedId(), ours.votedDirectoryId(),
            List.copyOf(new TreeSet<>(ours.currentVoters())));
    }

    static Optional<LeaderEpochs> leaderEpochs(Path file) {
        return unlessThrown(() -> {
            List<String> lines = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).lines().toList();
            if (lines.size() > 1 && Integer.parseInt(lines.get(1)) > MOST_ENTRIES_TRIED) {
                throw new IOException("more entries than the file has bytes");
            }
            return new LeaderEpochs(new LeaderEpochCheckpointFile(file.toFile(), new LogDirFailureChannel(1)).read().stream()
                .map(e -> new LeaderEpochs.Start(e.epoch(), e.startOffset())).toList());
        });
    }

    static Optional<PartitionMetadata> partitionMetadata(Path file) {
        return unlessThrown(() -> {
            var read = new PartitionMetadataFile(file.toFile(), new LogDirFailureChannel(1)).read();
            return new PartitionMetadata(read.version(), read.topicId().toString());
        });
    }

    /** Kafka gives the epoch -1 where this module gives none. */
    static Optional<CleanShutdown> cleanShutdown(Path file) {
        OptionalLong read = new CleanShutdownFileHandler(file.getParent().toString()).read();
        return Optional.of(new CleanShutdown(read.isPresent() && read.getAsLong() >= 0 ? read : OptionalLong.empty()));
    }

    private static DirectoryId id(Uuid id) {
        return new DirectoryId(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    private static <T> Optional<T> unlessThrown(Callable<T> reader) {
        try {
            return Optional.of(reader.call());
        } catch (Exception refused) {
            return Optional.empty();
        }
    }
}
