package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Finds where batches begin in bytes that cannot be trusted. A header that could be one is looked at before any checksum is
 * computed, and the bytes under checksums that failed are limited to a multiple of the position reached, so that headers
 * which promise the whole rest of the file again and again cost no more than the file is long.
 */
final class BatchSearch {
    private static final long FAILED_BYTES_ALLOWED = 64L << 20;
    private static final int FAILED_BYTES_PER_BYTE = 8;

    private final ByteBuffer bytes;
    private final int length;
    private final CRC32C crc = new CRC32C();
    private long failedBytes;

    BatchSearch(ByteBuffer bytes) {
        this.bytes = bytes;
        this.length = bytes.limit();
    }

    /** Whether the checksum of the batch in {@code [from, to)}, at least a header, matches. */
    boolean checksumPasses(int from, int to) {
        if (BatchHeader.checksumPasses(bytes, from, to, crc)) {
            return true;
        }
        charge(to - from);
        return false;
    }

    /** The checksum that the bytes of a batch in {@code [from, to)} have. */
    int checksum(int from, int to) {
        crc.reset();
        crc.update(bytes.slice(from + BatchHeader.CHECKED_FROM, to - from - BatchHeader.CHECKED_FROM));
        return (int) crc.getValue();
    }

    /** Counts bytes that were read in vain and will be read again. */
    void charge(int inVain) {
        failedBytes += inVain;
    }

    long failedBytes() {
        return failedBytes;
    }

    /** Whether so much was read in vain before a position that reading on is not worth its time. */
    boolean isExhausted(int at) {
        return failedBytes > FAILED_BYTES_ALLOWED + (long) FAILED_BYTES_PER_BYTE * at;
    }

    /** Whether the bytes at a position are, as far as they are there, the header of a batch with this base offset. */
    boolean headerFits(int at, long baseOffset) {
        int left = length - at;
        for (int i = 0; i < Math.min(left, 8); i++) {
            if (bytes.get(at + i) != (byte) (baseOffset >>> 8 * (7 - i))) {
                return false;
            }
        }
        return (left < BatchHeader.PREFIX || BatchHeader.batchLength(bytes, at) >= BatchHeader.LEAST_BATCH_LENGTH)
                && (left <= BatchHeader.MAGIC_AT || BatchHeader.magic(bytes, at) == BatchHeader.MAGIC);
    }

    /** Whether a batch begins here whose frame fits the file and whose checksum passes. */
    boolean soundAt(int at) {
        int left = length - at;
        return left >= BatchHeader.LENGTH && BatchHeader.magic(bytes, at) == BatchHeader.MAGIC
                && BatchHeader.batchLength(bytes, at) >= BatchHeader.LEAST_BATCH_LENGTH
                && BatchHeader.batchLength(bytes, at) <= left - BatchHeader.PREFIX
                && checksumPasses(at, at + BatchHeader.PREFIX + BatchHeader.batchLength(bytes, at));
    }

    /** The first position in {@code [from, to)} of a sound batch whose base offset is at least {@code leastOffset}; -1 for none. */
    int next(int from, int to, long leastOffset) {
        int last = Math.min(to, length - BatchHeader.LENGTH + 1);
        for (int at = from; at < last; at++) {
            if (bytes.get(at + BatchHeader.MAGIC_AT) == BatchHeader.MAGIC && plausible(at, leastOffset) && soundAt(at)) {
                return at;
            }
            if (isExhausted(at)) {
                return -1;
            }
        }
        return -1;
    }

    private boolean plausible(int at, long leastOffset) {
        int lastOffsetDelta = BatchHeader.lastOffsetDelta(bytes, at);
        int count = BatchHeader.recordCount(bytes, at);
        return BatchHeader.baseOffset(bytes, at) >= leastOffset && lastOffsetDelta >= 0 && count >= 0
                && (count == lastOffsetDelta + 1 || count == 0)
                && (BatchHeader.attributes(bytes, at) & 0xff80) == 0;
    }
}
