package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The fixed part of a record batch of magic 2 (Kafka's {@code DefaultRecordBatch}), read in place by absolute position.
 * Positions are indexes in the buffer; nothing here checks that the bytes are there.
 *
 * <pre>
 *  0 baseOffset int64          21 attributes int16         43 producerId int64
 *  8 batchLength int32         23 lastOffsetDelta int32    51 producerEpoch int16
 * 12 partitionLeaderEpoch int32 27 baseTimestamp int64     53 baseSequence int32
 * 16 magic int8                35 maxTimestamp int64       57 recordCount int32
 * 17 crc int32                                             61 records
 * </pre>
 *
 * The checksum covers byte 21 to the end: offset, length, epoch, magic and the checksum itself can be damaged unseen.
 */
final class BatchHeader {
    /** Bytes before the first record. */
    static final int LENGTH = 61;
    /** Bytes up to and with the length field, which counts the bytes after itself. */
    static final int PREFIX = 12;
    /** Least value of the length field. */
    static final int LEAST_BATCH_LENGTH = LENGTH - PREFIX;
    /** First byte that the checksum covers. */
    static final int CHECKED_FROM = 21;
    static final int LENGTH_AT = 8;
    static final int MAGIC_AT = 16;
    static final int CRC_AT = 17;
    static final int LAST_OFFSET_DELTA_AT = 23;
    static final int COUNT_AT = 57;
    static final byte MAGIC = 2;
    static final int CONTROL = 0x20;
    static final int COMPRESSION = 0x07;
    /** No KRaft leader writes a longer batch (KafkaRaftClient.MAX_BATCH_SIZE_BYTES); sound longer ones are read all the same. */
    static final int LONGEST_WRITTEN = 8 * 1024 * 1024;

    private BatchHeader() {
    }

    static long baseOffset(ByteBuffer bytes, int at) {
        return bytes.getLong(at);
    }

    static int batchLength(ByteBuffer bytes, int at) {
        return bytes.getInt(at + LENGTH_AT);
    }

    static int epoch(ByteBuffer bytes, int at) {
        return bytes.getInt(at + 12);
    }

    static byte magic(ByteBuffer bytes, int at) {
        return bytes.get(at + MAGIC_AT);
    }

    static int crc(ByteBuffer bytes, int at) {
        return bytes.getInt(at + CRC_AT);
    }

    static int attributes(ByteBuffer bytes, int at) {
        return bytes.getShort(at + 21) & 0xffff;
    }

    static int lastOffsetDelta(ByteBuffer bytes, int at) {
        return bytes.getInt(at + LAST_OFFSET_DELTA_AT);
    }

    static long baseTimestamp(ByteBuffer bytes, int at) {
        return bytes.getLong(at + 27);
    }

    static long maxTimestamp(ByteBuffer bytes, int at) {
        return bytes.getLong(at + 35);
    }

    static long producerId(ByteBuffer bytes, int at) {
        return bytes.getLong(at + 43);
    }

    static short producerEpoch(ByteBuffer bytes, int at) {
        return bytes.getShort(at + 51);
    }

    static int baseSequence(ByteBuffer bytes, int at) {
        return bytes.getInt(at + 53);
    }

    static int recordCount(ByteBuffer bytes, int at) {
        return bytes.getInt(at + COUNT_AT);
    }

    /** Whether the checksum of the batch in {@code [from, to)} matches; {@code to - from} is at least {@link #LENGTH}. */
    static boolean checksumPasses(ByteBuffer bytes, int from, int to, CRC32C crc) {
        crc.reset();
        crc.update(bytes.slice(from + CHECKED_FROM, to - from - CHECKED_FROM));
        return (int) crc.getValue() == crc(bytes, from);
    }
}
