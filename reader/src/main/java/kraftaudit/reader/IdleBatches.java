package kraftaudit.reader;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Takes the batches of an idle log: the same small batch for hours, but for offset, timestamps and checksum. It is compared
 * to the one before it, 8 bytes at a time, without a branch until the end.
 *
 * <p>Not even its checksum has to be summed up. Checksums are linear: those of two inputs of one length differ by what the
 * difference of the inputs contributes, and each of its bits contributes by itself. So what the bytes of two timestamps
 * contribute is looked up, where 51 bytes would be summed, each waiting for those before.
 */
final class IdleBatches {
    /** A batch with one record of a value of 4 bytes, such as a NoOp. */
    static final int LENGTH = BatchHeader.LENGTH + PlainRecords.SMALLEST;

    /** What may differ of a timestamp. */
    static final long TIMES = 0xffff_ffffL;

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    /** Of bytes 16 to 23 all but the checksum. */
    private static final long NOT_CHECKSUM = 0xff00_0000_00ff_ffffL;

    private final ByteBuffer bytes;
    /** Of the run of batches: changed by {@link #take} as far as it goes. */
    long timestamp;
    long silenceMs;
    long silenceOffset;
    /** Sum of {@link Fingerprints#mix} over what the last call took. */
    long sum;

    IdleBatches(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /**
     * Takes batches that repeat the sound one at a position.
     *
     * @param first position of a batch of {@link #LENGTH} bytes whose timestamps are equal and, but for {@link #TIMES}, those of all taken
     * @param next  offset of the batch behind it
     * @param most  how many are taken at most; so many have to lie behind {@code first} in the buffer
     * @return how many were taken
     */
    int take(int first, long next, int most) {
        final ByteBuffer in = bytes;
        final int[] low = Contribution.BY_BYTE[0];
        final int[] high = Contribution.BY_BYTE[1];
        final long lengthAndEpoch = (long) LONG.get(in, first + 8);
        final long magicAndAttributes = (long) LONG.get(in, first + 16) & NOT_CHECKSUM;
        final int lastOffsetDelta = (int) INT.get(in, first + 23);
        final long producerId = (long) LONG.get(in, first + 43);
        final long producer = (long) LONG.get(in, first + 51);
        final long count = (long) LONG.get(in, first + 59);
        final long record = (long) LONG.get(in, first + 64);
        final int epoch = (int) lengthAndEpoch;
        long last = timestamp;
        long lastAsStored = (long) LONG.get(in, first + 27);
        int checksum = (int) INT.get(in, first + 17);
        long silence = silenceMs;
        long added = 0;
        int at = first + LENGTH;
        int taken = 0;
        for (; taken < most; taken++) {
            long time = (long) LONG.get(in, at + 27);
            long odd = (long) LONG.get(in, at) ^ next + taken | (long) LONG.get(in, at + 8) ^ lengthAndEpoch
                    | (long) LONG.get(in, at + 16) & NOT_CHECKSUM ^ magicAndAttributes | (int) INT.get(in, at + 23) ^ lastOffsetDelta
                    | (long) LONG.get(in, at + 35) ^ time | (long) LONG.get(in, at + 43) ^ producerId | (long) LONG.get(in, at + 51) ^ producer
                    | (long) LONG.get(in, at + 59) ^ count | (long) LONG.get(in, at + 64) ^ record;
            long bits = time ^ lastAsStored;
            if (odd != 0 || (bits & ~TIMES) != 0) {
                break;
            }
            int expected = checksum ^ low[(int) bits & 0xff] ^ high[(int) bits >>> 8 & 0xff];
            if (bits >>> 16 != 0) {
                expected ^= Contribution.BY_BYTE[2][(int) bits >>> 16 & 0xff] ^ Contribution.BY_BYTE[3][(int) bits >>> 24];
            }
            checksum = (int) INT.get(in, at + 17);
            long step = time - last;
            if (checksum != expected || step < 0) {
                break;
            }
            if (step > silence) {
                silence = step;
                silenceOffset = next + taken;
            }
            last = time;
            lastAsStored = time;
            added += Fingerprints.mix(next + taken, epoch, LENGTH, checksum);
            at += LENGTH;
        }
        timestamp = last;
        silenceMs = silence;
        sum = added;
        return taken;
    }

    /** What the bytes of two equal timestamps contribute to the checksum of a batch of {@link #LENGTH} bytes. */
    private static final class Contribution {
        /** By the byte of the timestamp, the lowest first, and its value. */
        static final int[][] BY_BYTE = new int[4][256];

        static {
            int none = checksum(0);
            for (int i = 0; i < BY_BYTE.length; i++) {
                for (int value = 0; value < 256; value++) {
                    BY_BYTE[i][value] = checksum((long) value << 8 * i) ^ none;
                }
            }
        }

        private Contribution() {
        }

        /** Of a batch that holds nothing else. */
        private static int checksum(long timestamp) {
            ByteBuffer covered = ByteBuffer.allocate(LENGTH - BatchHeader.CHECKED_FROM);
            covered.putLong(27 - BatchHeader.CHECKED_FROM, timestamp).putLong(35 - BatchHeader.CHECKED_FROM, timestamp);
            CRC32C crc = new CRC32C();
            crc.update(covered);
            return (int) crc.getValue();
        }
    }
}
