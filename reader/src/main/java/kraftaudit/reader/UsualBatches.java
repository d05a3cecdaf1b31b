package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Passes over sound batches as KRaft writes them, in a copy of the file's bytes: arrays are what Java reads fast from its first
 * minute on. Every other batch is left to {@link Framing}, which decides about these in the same way: this class saves time
 * and knows nothing. For one thread.
 */
final class UsualBatches {
    private static final int WINDOW = 64 << 10;

    private final ByteBuffer bytes;
    private final CRC32C crc = new CRC32C();
    private final byte[] window = new byte[WINDOW];
    /** Bytes of the file at positions from windowFrom to windowTo. */
    private int windowFrom;
    private int windowTo;

    UsualBatches(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** The position behind the batch at a position if it is sound; -1 where it is not, or is not usual. */
    int behind(int position) {
        if (!holds(position, BatchHeader.LENGTH)) {
            return -1;
        }
        int batchLength = Cursor.int32(window, position - windowFrom + BatchHeader.LENGTH_AT);
        if (batchLength < BatchHeader.LEAST_BATCH_LENGTH || batchLength > WINDOW - BatchHeader.PREFIX
                || !holds(position, BatchHeader.PREFIX + batchLength)) {
            return -1;
        }
        int at = position - windowFrom;
        int end = at + BatchHeader.PREFIX + batchLength;
        return usualHeader(at) && checksumPasses(at, end) && recordsFill(at, end) ? windowFrom + end : -1;
    }

    /** Sees to it that bytes are in the window; not always, so that hostile lengths do not have the same ones copied again and again. */
    private boolean holds(int position, int count) {
        if (position >= windowFrom && count <= windowTo - position) {
            return true;
        }
        if (count > bytes.limit() - position || position >= windowFrom && position - windowFrom < WINDOW / 2 && windowTo > 0) {
            return false;
        }
        windowFrom = position;
        windowTo = position + Math.min(WINDOW, bytes.limit() - position);
        bytes.get(position, window, 0, windowTo - windowFrom);
        return true;
    }

    private boolean usualHeader(int at) {
        byte[] in = window;
        int count = Cursor.int32(in, at + BatchHeader.COUNT_AT);
        // the upper byte of an offset is 0: it is far from the largest
        return in[at] == 0 && in[at + BatchHeader.MAGIC_AT] == BatchHeader.MAGIC && count > 0
                && count - 1 == Cursor.int32(in, at + BatchHeader.LAST_OFFSET_DELTA_AT)
                && (in[at + BatchHeader.CHECKED_FROM + 1] & BatchHeader.COMPRESSION) == 0;
    }

    private boolean checksumPasses(int at, int end) {
        crc.reset();
        crc.update(window, at + BatchHeader.CHECKED_FROM, end - at - BatchHeader.CHECKED_FROM);
        return (int) crc.getValue() == Cursor.int32(window, at + BatchHeader.CRC_AT);
    }

    private boolean recordsFill(int at, int end) {
        byte[] in = window;
        int count = Cursor.int32(in, at + BatchHeader.COUNT_AT);
        int next = at + BatchHeader.LENGTH;
        for (int i = 0; i < count && next >= 0; i++) {
            next = RecordFrames.usual(in, next, end);
        }
        return next == end;
    }
}
