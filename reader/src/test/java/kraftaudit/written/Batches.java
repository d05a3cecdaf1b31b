package kraftaudit.written;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.server.common.ApiMessageAndVersion;

/** Batches of magic 2 by Kafka's builder, checksum and all. */
public final class Batches {
    private Batches() {
    }

    /** A data batch, one record per value, each value as it stands. */
    public static byte[] data(long baseOffset, int epoch, long timestamp, byte[]... values) {
        return batch(baseOffset, epoch, timestamp, false, Compression.NONE, Stream.of(values)
                .map(value -> new SimpleRecord(timestamp, null, value)).toList());
    }

    /** A data batch of metadata records. */
    public static byte[] data(long baseOffset, int epoch, long timestamp, ApiMessageAndVersion... records) {
        return data(baseOffset, epoch, timestamp, Stream.of(records).map(DataValues::of).toArray(byte[][]::new));
    }

    /** A control batch, one record per entry. */
    public static byte[] control(long baseOffset, int epoch, long timestamp, Control... records) {
        return batch(baseOffset, epoch, timestamp, true, Compression.NONE, Stream.of(records)
                .map(record -> new SimpleRecord(timestamp, record.key(), record.value())).toList());
    }

    /** Any records under any compression; KRaft itself writes none but {@link Compression#NONE}. */
    public static byte[] batch(long baseOffset, int epoch, long timestamp, boolean control, Compression compression,
                               List<SimpleRecord> records) {
        try (MemoryRecordsBuilder builder = MemoryRecords.builder(ByteBuffer.allocate(256), RecordBatch.CURRENT_MAGIC_VALUE,
                compression, TimestampType.CREATE_TIME, baseOffset, timestamp, RecordBatch.NO_PRODUCER_ID,
                RecordBatch.NO_PRODUCER_EPOCH, RecordBatch.NO_SEQUENCE, false, control, epoch)) {
            long offset = baseOffset;
            for (SimpleRecord record : records) {
                // unchecked, so that control records of types Kafka does not know can be written too
                builder.appendUncheckedWithOffset(offset, record);
                offset++;
            }
            ByteBuffer written = builder.build().buffer();
            byte[] bytes = new byte[written.remaining()];
            written.get(bytes);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The arrays one after the other. */
    public static byte[] join(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteBuffer whole = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            whole.put(part);
        }
        return whole.array();
    }
}
