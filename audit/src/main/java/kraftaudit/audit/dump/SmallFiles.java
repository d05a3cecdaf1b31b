package kraftaudit.audit.dump;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiConsumer;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.CleanShutdown;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.FileReading;
import kraftaudit.reader.IdentityFiles;
import kraftaudit.reader.JsonBytes;
import kraftaudit.reader.LeaderEpochs;
import kraftaudit.reader.MetaProperties;
import kraftaudit.reader.PartitionMetadata;
import kraftaudit.reader.QuorumState;

/** The files that are no batches: what Kafka takes from them, or where it refuses one, what it says. */
final class SmallFiles {
    private static final Set<FileKind> KINDS = EnumSet.of(FileKind.META_PROPERTIES, FileKind.QUORUM_STATE, FileKind.LEADER_EPOCH_CHECKPOINT,
        FileKind.PARTITION_METADATA, FileKind.CLEAN_SHUTDOWN);

    private SmallFiles() {
    }

    /** Writes a file's content as a JSON object. */
    interface Content {
        void json(JsonBytes out);

        List<FileReading.Oddity> oddities();
    }

    static boolean isOne(FileKind kind) {
        return KINDS.contains(kind);
    }

    static Content read(CapturedFile file) {
        return switch (file.kind()) {
            case META_PROPERTIES -> content(IdentityFiles.metaProperties(file), SmallFiles::metaProperties);
            case QUORUM_STATE -> content(IdentityFiles.quorumState(file), SmallFiles::quorumState);
            case LEADER_EPOCH_CHECKPOINT -> content(IdentityFiles.leaderEpochs(file), SmallFiles::leaderEpochs);
            case PARTITION_METADATA -> content(IdentityFiles.partitionMetadata(file), SmallFiles::partitionMetadata);
            case CLEAN_SHUTDOWN -> content(IdentityFiles.cleanShutdown(file), SmallFiles::cleanShutdown);
            default -> throw new IllegalArgumentException(file.kind() + " is no small file");
        };
    }

    private static <T> Content content(FileReading<T> reading, BiConsumer<T, JsonBytes> fields) {
        return new Content() {
            @Override
            public void json(JsonBytes out) {
                out.startObject();
                reading.value().ifPresentOrElse(value -> fields.accept(value, out), () -> says(reading.says(), out));
                out.endObject();
            }

            @Override
            public List<FileReading.Oddity> oddities() {
                return reading.oddities();
            }
        };
    }

    private static void says(Map<String, String> says, JsonBytes out) {
        out.name("says");
        out.startObject();
        says.forEach((field, text) -> out.member(field).quoted(text));
        out.endObject();
    }

    private static void metaProperties(MetaProperties file, JsonBytes out) {
        number(out, "version", file.version());
        text(out, "cluster.id", file.clusterId());
        number(out, "node.id", file.nodeId());
        text(out, "directory.id", file.directoryId().map(DirectoryId::toString));
    }

    private static void quorumState(QuorumState file, JsonBytes out) {
        number(out, "leaderId", file.leaderId());
        number(out, "leaderEpoch", file.leaderEpoch());
        number(out, "votedId", file.votedId());
        text(out, "votedDirectoryId", file.votedDirectoryId().map(DirectoryId::toString));
        out.name("currentVoters");
        out.startArray();
        for (int voter : file.currentVoters()) {
            out.element();
            out.number(voter);
        }
        out.endArray();
        number(out, "data_version", file.dataVersion());
    }

    private static void leaderEpochs(LeaderEpochs file, JsonBytes out) {
        out.name("epochs");
        out.startArray();
        for (LeaderEpochs.Start start : file.starts()) {
            out.element();
            out.startObject();
            number(out, "epoch", start.epoch());
            out.name("startOffset");
            JsonLines.exact(out, start.startOffset());
            out.endObject();
        }
        out.endArray();
    }

    private static void partitionMetadata(PartitionMetadata file, JsonBytes out) {
        number(out, "version", file.version());
        text(out, "topic_id", Optional.of(file.topicId()));
    }

    private static void cleanShutdown(CleanShutdown file, JsonBytes out) {
        out.name("brokerEpoch");
        file.brokerEpoch().ifPresentOrElse(epoch -> JsonLines.exact(out, epoch), out::nothing);
    }

    private static void number(JsonBytes out, String name, int value) {
        out.name(name);
        out.number(value);
    }

    private static void number(JsonBytes out, String name, OptionalInt value) {
        out.name(name);
        value.ifPresentOrElse(out::number, out::nothing);
    }

    private static void text(JsonBytes out, String name, Optional<String> value) {
        out.name(name);
        value.ifPresentOrElse(out::quoted, out::nothing);
    }
}
