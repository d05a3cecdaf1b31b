package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import kraftaudit.written.Damaging;
import kraftaudit.written.Samples;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.raft.Batch;
import org.apache.kafka.raft.ControlRecord;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.snapshot.FileRawSnapshotReader;
import org.apache.kafka.snapshot.RecordsSnapshotReader;
import org.apache.kafka.snapshot.SnapshotPath;
import org.apache.kafka.snapshot.Snapshots;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every segment and checkpoint of every sample: the scan says what Kafka's own classes say. */
class SamplesOracleTest {
    @TempDir
    Path folder;

    static List<Path> files() throws IOException {
        try (Stream<Path> paths = Files.walk(Samples.all())) {
            List<Path> files = paths.filter(path -> path.toString().matches(".*\\.(log|checkpoint)") && Files.isRegularFile(path)
                    && !path.toString().contains("target")).sorted().toList();
            assertTrue(files.size() > 70, files.size() + " files");
            return files;
        }
    }

    static List<Path> checkpoints() throws IOException {
        return files().stream().filter(file -> file.toString().matches(".*/\\d{20}-\\d{10}\\.checkpoint")
                && !file.toString().contains("/made/")).toList();
    }

    @ParameterizedTest
    @MethodSource("files")
    void batchesAndRecordsAreThoseOfKafka(Path file) throws IOException {
        KafkaScan kafka = KafkaScan.of(file);
        Scan scan = ScanText.scan(file);
        assertEquals(kafka.runs(), scan.regions().stream().map(ScanText::text).toList());
        assertEquals(kafka.events(), scan.events().stream().filter(event -> !(event instanceof Event.FirstOfType))
                .map(ScanText::text).toList());
        assertEquals(kafka.counts(), scan.recordCounts());
        assertTrue(kafka.checksumsBad().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void checkpointsAreThoseOfKafkasReader(Path file) throws IOException {
        Scan scan = ScanText.scan(file);
        SnapshotPath path = Snapshots.parse(file).orElseThrow();
        CheckpointId id = CheckpointId.parse(file.getFileName().toString()).orElseThrow();
        assertEquals(path.snapshotId().offset(), id.endOffset());
        assertEquals(path.snapshotId().epoch(), id.epoch());
        List<String> kafka = new ArrayList<>();
        long records = 0;
        try (FileRawSnapshotReader raw = FileRawSnapshotReader.open(file.getParent(), path.snapshotId());
             RecordsSnapshotReader<ApiMessageAndVersion> reader = RecordsSnapshotReader.of(raw, MetadataRecordSerde.INSTANCE,
                     BufferSupplier.create(), 8 << 20, true, new LogContext())) {
            kafka.add("SnapshotHeader " + reader.lastContainedLogTimestamp());
            while (reader.hasNext()) {
                Batch<ApiMessageAndVersion> batch = reader.next();
                records += batch.records().size();
                batch.controlRecords().stream().map(ControlRecord::type).map(Object::toString).forEach(kafka::add);
            }
        }
        List<String> ours = new ArrayList<>();
        scan.events().forEach(event -> {
            if (event instanceof Event.SnapshotHeader header) {
                ours.add("SnapshotHeader " + header.lastContainedLogTimestamp());
                ours.add("SNAPSHOT_HEADER");
            } else if (event instanceof Event.KRaftVersion) {
                ours.add("KRAFT_VERSION");
            } else if (event instanceof Event.Voters) {
                ours.add("KRAFT_VOTERS");
            } else if (event instanceof Event.SnapshotFooter) {
                ours.add("SNAPSHOT_FOOTER");
            }
        });
        assertEquals(kafka, ours);
        assertEquals(records, scan.recordCounts().tailMap(0).values().stream().mapToLong(Long::longValue).sum());
    }

    /** One bit of every batch that the checksum covers: both sides refuse the same batches. */
    @Test
    void refusesTheBatchesThatKafkaRefuses() throws IOException {
        Path file = Samples.folder("static-3.9").resolve("node2/__cluster_metadata-0/00000000000000000000.log");
        byte[] sound = Files.readAllBytes(file);
        List<Long> positions = new ArrayList<>();
        for (int at = 0, batch = 0; at < sound.length; batch++) {
            int length = 12 + ByteBuffer.wrap(sound).getInt(at + 8);
            positions.add((long) at);
            // anywhere from the attributes to the last byte, and the checksum itself
            int flipped = batch % 5 == 0 ? at + 17 + batch % 4 : at + 21 + (batch * 31) % (length - 21);
            Path edited = folder.resolve("00000000000000000000.log");
            Files.write(edited, Damaging.flip(sound, flipped, 1 << batch % 8));
            KafkaScan kafka = KafkaScan.of(edited);
            assertEquals(List.of((long) at), kafka.checksumsBad());
            Scan scan = ScanText.scan(edited);
            assertEquals(kafka.checksumsBad(), scan.regions().stream().filter(Damage.class::isInstance).map(Damage.class::cast)
                    .peek(damage -> assertEquals(Damage.Reason.CHECKSUM, damage.reason())).map(Damage::position).toList());
            assertEquals(kafka.runs(), scan.regions().stream().filter(Run.class::isInstance).map(ScanText::text).toList());
            at += length;
        }
        assertEquals(56, positions.size());
    }
}
