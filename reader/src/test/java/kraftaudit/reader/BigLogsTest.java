package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kraftaudit.written.Batches;
import kraftaudit.written.BigLogs;
import kraftaudit.written.BigLogs.Shape;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.record.internal.FileLogInputStream.FileChannelRecordBatch;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Logs of some size: written as Kafka would, and the short path over records counts what Kafka's reader counts. */
class BigLogsTest {
    @ParameterizedTest
    @EnumSource
    void batchesAreKafkasToTheByte(Shape shape, @TempDir Path folder) throws IOException {
        for (Path segment : BigLogs.write(folder, shape, 3, 200_000, 150_000)) {
            byte[] file = Files.readAllBytes(segment);
            int at = 0;
            for (RecordBatch batch : MemoryRecords.readableRecords(ByteBuffer.wrap(file)).batches()) {
                List<SimpleRecord> records = new ArrayList<>();
                for (Record record : batch) {
                    records.add(new SimpleRecord(record));
                }
                byte[] kafkas = Batches.batch(batch.baseOffset(), batch.partitionLeaderEpoch(), batch.maxTimestamp(), batch.isControlBatch(),
                        Compression.NONE, records);
                assertArrayEquals(kafkas, java.util.Arrays.copyOfRange(file, at, at + batch.sizeInBytes()));
                at += batch.sizeInBytes();
            }
            assertEquals(file.length, at);
        }
    }

    @ParameterizedTest
    @EnumSource
    void scanCountsWhatKafkaReads(Shape shape, @TempDir Path folder) throws IOException {
        for (Path segment : BigLogs.write(folder, shape, 4, 3_000_000, 2_000_000)) {
            Scan scan = Scans.file(segment);
            SortedMap<Integer, Long> counts = new TreeMap<>();
            long batches = 0;
            try (FileRecords records = FileRecords.open(segment.toFile(), false)) {
                for (FileChannelRecordBatch batch : records.batches()) {
                    batches++;
                    for (Record record : batch) {
                        counts.merge(batch.isControlBatch() ? -1 - record.key().getShort(record.key().position() + 2) : (int) MetadataRecordSerde.INSTANCE
                                .read(new ByteBufferAccessor(record.value()), record.valueSize()).message().apiKey(), 1L, Long::sum);
                    }
                }
            }
            assertEquals(counts, scan.recordCounts());
            assertEquals(batches, scan.regions().stream().mapToLong(r -> ((Run) r).batches()).sum());
            assertEquals(List.of(), scan.remarks());
        }
    }
}
