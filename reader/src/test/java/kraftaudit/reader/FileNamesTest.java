package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.apache.kafka.snapshot.SnapshotPath;
import org.apache.kafka.snapshot.Snapshots;
import org.apache.kafka.storage.internals.log.LogFileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamesTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
        00000000000000000000.log, SEGMENT
        09223372036854775807.log, SEGMENT
        00000000000000000167.index, OFFSET_INDEX
        00000000000000000167.timeindex, TIME_INDEX
        00000000000000000167.txnindex, TRANSACTION_INDEX
        00000000000000000060.snapshot, PRODUCER_SNAPSHOT
        00000000000000000026-0000000001.checkpoint, CHECKPOINT
        00000000000000000000-0000000001.checkpoint, CHECKPOINT
        09223372036854775807-2147483647.checkpoint, CHECKPOINT
        00000000000000000000-0000000000.checkpoint, ZERO_CHECKPOINT
        00000000000000000026-0000000001-8573630125.checkpoint.part, CHECKPOINT_PART
        00000000000000000026-0000000001.checkpoint.deleted, CHECKPOINT_DELETED
        00000000000000000000.log.deleted, DELETED
        00000000000000000000.timeindex.deleted, DELETED
        00000000000000000060.snapshot.deleted, DELETED
        00000000000000000000.log.swap, TEMPORARY
        00000000000000000000.log.cleaned, TEMPORARY
        quorum-state, QUORUM_STATE
        quorum-state.tmp, TEMPORARY
        meta.properties.tmp, TEMPORARY
        leader-epoch-checkpoint, LEADER_EPOCH_CHECKPOINT
        partition.metadata, PARTITION_METADATA
        meta.properties, META_PROPERTIES
        bootstrap.checkpoint, BOOTSTRAP_CHECKPOINT
        .kafka_cleanshutdown, CLEAN_SHUTDOWN
        .lock, LOCK
        recovery-point-offset-checkpoint, BROKER_CHECKPOINT
        log-start-offset-checkpoint, BROKER_CHECKPOINT
        cleaner-offset-checkpoint, BROKER_CHECKPOINT
        replication-offset-checkpoint, BROKER_CHECKPOINT
        replication-offset-checkpoint.tmp, TEMPORARY
        .DS_Store, FOREIGN
        ._meta.properties, FOREIGN
        NOTES.txt, FOREIGN
        server.log, FOREIGN
        2026-11-29.log, FOREIGN
        other.tmp, FOREIGN
        other.deleted, FOREIGN
        other.checkpoint, FOREIGN
        capture.tar.gz, FOREIGN
        """)
    void kinds(String name, FileKind kind) {
        assertEquals(kind, FileNames.file(name, false).kind());
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        server.log, ALMOST
        other.tmp, TEMPORARY
        other.deleted, DELETED
        other.checkpoint, ALMOST
        other.txt, FOREIGN
        """)
    void kindsAmongLogFiles(String name, FileKind kind) {
        assertEquals(kind, FileNames.file(name, true).kind());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        00000000000000000026-0000000001 (1).checkpoint       | the name has ' (1)' before .checkpoint, where Kafka's has nothing
        26-1.checkpoint                                      | offset of 2 digits where Kafka writes 20
        00000000000000000026-1.checkpoint                    | epoch of 1 digit where Kafka writes 10
        26-1.checkpoint.deleted                              | offset of 2 digits where Kafka writes 20
        00000000000000000026-0000000001-1.checkpoint         | '-1' between id and .checkpoint
        00000000000000000026-0000000001.checkpoint.part      | Kafka puts '-' and random digits between id and .checkpoint.part
        00000000000000000026-2147483648.checkpoint           | offset beyond 64 bits or epoch beyond 32 bits
        99999999999999999999-0000000001.checkpoint           | offset beyond 64 bits or epoch beyond 32 bits
        09223372036854775808.log                             | offset 09223372036854775808 is beyond 64 bits
        0000000000000000000.log                              | offset of 19 digits where Kafka writes 20
        000000000000000000000.log                            | offset of 21 digits where Kafka writes 20
        00000000000000000000 (1).log                         | the name has ' (1)' before .log, where Kafka's has nothing
        00000000000000000000.LOG                             | upper and lower case differ from Kafka's
        00000000000000000000.log.gz                          | looks like a copy of 00000000000000000000.log
        00000000000000000026-0000000001.checkpoint.bak       | looks like a copy of 00000000000000000026-0000000001.checkpoint
        meta (1).properties                                  | looks like a copy of meta.properties
        meta.properties~                                     | looks like a copy of meta.properties
        meta.properties.txt                                  | looks like a copy of meta.properties
        Meta.Properties                                      | upper and lower case differ from meta.properties
        quorum-state (2)                                     | looks like a copy of quorum-state
        quorum-state - Copy                                  | looks like a copy of quorum-state
        quorum-state.old                                     | looks like a copy of quorum-state
        Copy of quorum-state                                 | looks like a copy of quorum-state
        """)
    void almost(String name, String reason) {
        assertEquals(new FileNames.Named(FileKind.ALMOST, reason), FileNames.file(name, true));
        assertEquals(FileKind.ALMOST, FileNames.file(name, false).kind());
    }

    @Test
    void namesThatKafkaWritesAreKnown() {
        for (long offset : new long[] {0, 26, 3_186_751_957L, 9_007_199_254_740_993L, Long.MAX_VALUE}) {
            assertEquals(FileKind.SEGMENT, FileNames.file(LogFileUtils.filenamePrefixFromOffset(offset) + ".log", true).kind());
            for (int epoch : new int[] {0, 1, Integer.MAX_VALUE}) {
                String name = Snapshots.filenameFromSnapshotId(new OffsetAndEpoch(offset, epoch)) + ".checkpoint";
                assertEquals(offset == 0 && epoch == 0 ? FileKind.ZERO_CHECKPOINT : FileKind.CHECKPOINT, FileNames.file(name, true).kind());
                assertEquals(Optional.of(new CheckpointId(offset, epoch)), CheckpointId.parse(name));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000000000000026-0000000001.checkpoint", "00000000000000000000-0000000000.checkpoint",
        "00000000000000000026-0000000001-8573630125.checkpoint.part", "00000000000000000026-0000000001.checkpoint.deleted"})
    void checkpointNamesSayWhatKafkaReadsInThem(String name) {
        SnapshotPath kafkas = Snapshots.parse(Path.of(name)).orElseThrow();
        assertEquals(Optional.of(new CheckpointId(kafkas.snapshotId().offset(), kafkas.snapshotId().epoch())), CheckpointId.parse(name));
        FileKind kind = FileNames.file(name, true).kind();
        assertEquals(kafkas.partial(), kind == FileKind.CHECKPOINT_PART);
        assertEquals(kafkas.deleted(), kind == FileKind.CHECKPOINT_DELETED);
    }

    @Test
    void packedFilesSayWhatToDo() {
        assertEquals(new FileNames.Named(FileKind.FOREIGN, "archive: not opened inside of a folder, give it as PATH"), FileNames.file("c.TGZ", true));
        assertEquals(new FileNames.Named(FileKind.FOREIGN, "packed in a way that is not read: unpack it first"), FileNames.file("c.tar.zst", false));
    }

    @Test
    void topicFolders() {
        assertTrue(FileNames.isTopicFolder("orders-0"));
        assertTrue(FileNames.isTopicFolder("a.b_c-d-12"));
        assertTrue(FileNames.isTopicFolder("orders-0.0123456789abcdef0123456789abcdef-delete"));
        assertFalse(FileNames.isTopicFolder("lost+found"));
        assertFalse(FileNames.isTopicFolder("orders"));
        assertFalse(FileNames.isTopicFolder("-0"));
        assertEquals(new FileNames.Named(FileKind.TOPIC_DIRECTORY, "renamed by Kafka: stray"),
            FileNames.topicFolder("orders-0.0123456789abcdef0123456789abcdef-stray"));
        assertEquals(FileKind.ALMOST, FileNames.topicFolder("__cluster_metadata-1").kind());
    }
}
