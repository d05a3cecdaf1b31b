package kraftaudit.reader;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SortedMap;

/**
 * Passes by data records of which nothing is kept, once the first of their type and version was decoded: their frames are
 * checked and their first three bytes looked at, and they are counted. A batch is taken whole or not at all.
 *
 * <p>Where a record ends is known only from its length, so each record costs a load that waits for the one before. What
 * makes it fast is to compare all that does not differ from record to record at once ({@link #shortOnes}, {@link #longOnes}).
 */
final class PlainRecords {
    /** Bytes of a record with a value of 4 bytes and neither key nor headers, such as a NoOp. */
    static final int SMALLEST = 11;

    /** Keys and versions below these have a place in the table; others are never plain. */
    private static final int KEYS = 128;
    private static final int VERSIONS = 16;
    /** Offset deltas below this take one byte. */
    private static final int ONE_BYTE_DELTAS = 64;

    /** Where even lengths of one byte, in zigzag form, differ: in byte 1 and 6 of what {@link #shortOnes} compares. */
    private static final long SHORT_LENGTHS = 0x007e_0000_0000_7e00L;
    /** The same of lengths of two bytes, in what {@link #longOnes} compares. */
    private static final int LONG_LENGTH = 0x007f_7e00;
    private static final long LONG_VALUE_LENGTH = 0x0000_007f_7e00_0000L;
    private static final long SHORT_VALUE_LENGTH = 0x0000_0000_7e00_0000L;

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteBufferViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer bytes;
    private final long[] counts = new long[KEYS];
    /** By key and version: the length of values that need no look at what they hold, {@link EventDecoder#ANY_LENGTH}, or 0. */
    private final byte[] passBy = new byte[KEYS * VERSIONS];
    private int keyOfOne;
    private boolean anyLength;

    PlainRecords(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** From here on values of this type and version are passed by; see {@link EventDecoder.Head#passBy}. */
    void passBy(int key, int version, byte length) {
        if (key < KEYS && version < VERSIONS) {
            passBy[key * VERSIONS + version] = length;
        }
    }

    /** From here on nothing is passed by. */
    void passByNothing() {
        Arrays.fill(passBy, (byte) 0);
    }

    /** Adds what was counted, by key. */
    void addCounts(SortedMap<Integer, Long> all) {
        for (int key = 0; key < KEYS; key++) {
            if (counts[key] > 0) {
                all.merge(key, counts[key], Long::sum);
            }
        }
    }

    /** Counts so many records that equal the one taken last. */
    void takeAgain(int more) {
        counts[keyOfOne] += more;
    }

    /**
     * Takes the records of a data batch when all are plain.
     *
     * @return false when some record is not plain, or they do not fill {@code [from, end)}; nothing is counted then
     */
    boolean take(int from, int end, int count) {
        int last = Math.min(count, ONE_BYTE_DELTAS);
        int at = from;
        int index = 0;
        while (index < count) {
            int next = one(at, end, index);
            if (next < 0) {
                return uncount(from, index);
            }
            int key = keyOfOne;
            counts[key]++;
            index++;
            if (index < last && anyLength) {
                long run = bytes.get(at) >= 0 ? shortOnes(bytes, at, next, end, index, last)
                        : longOnes(bytes, at, next, end, index, last, bytes.get(at + 6) < 0);
                int reached = (int) (run >>> 32);
                counts[key] += reached - index;
                index = reached;
                next = (int) run;
                if (next > end || bytes.get(next - 1) != 0) {
                    return uncount(from, index);
                }
            }
            at = next;
        }
        return at == end && count > 0 || uncount(from, count);
    }

    /**
     * Passes records that are like the one before them, with lengths below 64. All but their version then stands in the 8
     * bytes from the one before them on, and differs in offset delta and lengths alone:
     *
     * <pre>
     * headers of the record before 00 | length | attributes 00 | timestampDelta 00 | offsetDelta | no key 01 | value length | frame 01
     * </pre>
     *
     * @param before a record that was taken, with {@code next} behind it
     * @param index  of the next record; none from {@code last} on is taken
     * @return the index and position reached; whether the position lies in the batch, and the last record has no headers, is
     *         for the caller to see
     */
    private static long shortOnes(ByteBuffer in, int before, int next, int end, int index, int last) {
        short type = (short) SHORT.get(in, before + 7);
        long alike = ((long) LONG.get(in, before - 1) & ~0xffL) + (1L << 33);
        int most = end - SMALLEST;
        int at = next;
        int step = next - before;
        int i = index;
        while (i < last && at <= most && (short) SHORT.get(in, at + 7) == type) {
            long frame = (long) LONG.get(in, at - 1);
            if (frame != alike) {
                int length = (int) (frame >>> 8) & 0x7f;
                if (((frame ^ alike) & ~SHORT_LENGTHS) != 0 || length != ((int) (frame >>> 48) & 0x7f) + 12 || length < 2 * (SMALLEST - 1)) {
                    break;
                }
                step = 1 + (length >>> 1);
                alike = frame;
            }
            at += step;
            alike += 1L << 33;
            i++;
        }
        return (long) i << 32 | at;
    }

    /** As {@link #shortOnes} for lengths of two bytes, of the record and, when {@code longValues}, of the value. */
    private static long longOnes(ByteBuffer in, int before, int next, int end, int index, int last, boolean longValues) {
        // behind a value length of one byte the version is one byte closer
        long compared = longValues ? -1L : -1L >>> 8;
        int around = longValues ? 14 : 12;
        long lengths = longValues ? LONG_VALUE_LENGTH : SHORT_VALUE_LENGTH;
        int alike = (int) INT.get(in, before - 1) & ~0xff;
        long alikeRest = ((long) LONG.get(in, before + 3) & compared) + (1L << 9);
        int most = end - 1 - SMALLEST;
        int at = next;
        int step = next - before;
        int i = index;
        while (i < last && at <= most) {
            int frame = (int) INT.get(in, at - 1);
            long rest = (long) LONG.get(in, at + 3) & compared;
            if (frame != alike || rest != alikeRest) {
                int length = frame >>> 8 & 0x7f | frame >>> 9 & 0x3f80;
                int value = (int) (rest >>> 24) & 0x7f | (longValues ? (int) (rest >>> 25) & 0x3f80 : 0);
                if (((frame ^ alike) & ~LONG_LENGTH) != 0 || ((rest ^ alikeRest) & ~lengths) != 0 || length != value + around || value < 8) {
                    break;
                }
                step = 2 + (length >>> 1);
                alike = frame;
                alikeRest = rest;
            }
            at += step;
            alikeRest += 1L << 9;
            i++;
        }
        return (long) i << 32 | at;
    }

    /** Takes back the counts of records that were taken. */
    private boolean uncount(int from, int count) {
        int at = from;
        for (int i = 0; i < count; i++) {
            int raw = bytes.get(at++);
            if (raw < 0) {
                raw = raw & 0x7f | bytes.get(at++) << 7;
            }
            int recordEnd = at + (raw >>> 1);
            // attributes, timestampDelta, offsetDelta, key length, value length, frame version, api key
            int next = at + 2;
            next += bytes.get(next) < 0 ? 2 : 1;
            next++;
            next += bytes.get(next) < 0 ? 2 : 1;
            counts[bytes.get(next + 1)]--;
            at = recordEnd;
        }
        return false;
    }

    /** The position behind a plain record, whose key is then in {@link #keyOfOne}; -1 when it has to be looked at. */
    private int one(int at, int end, int index) {
        if (end - at < SMALLEST) {
            return -1;
        }
        int next = at;
        int raw = bytes.get(next++);
        if (raw < 0) {
            int high = bytes.get(next++);
            raw = raw & 0x7f | high << 7;
        }
        int recordEnd = next + (raw >>> 1);
        if (raw < 20 || (raw & 1) != 0 || recordEnd > end) {
            return -1;
        }
        // attributes 0, timestamp delta 0, offset delta as zigzag varint, key length -1
        if (index < ONE_BYTE_DELTAS) {
            if (bytes.getInt(next) != (index << 9 | 1)) {
                return -1;
            }
            next += 4;
        } else {
            int low = index << 1 & 0x7f | 0x80;
            if (index >= 8192 || bytes.getInt(next) != (low << 8 | index >>> 6) || bytes.get(next + 4) != 1) {
                return -1;
            }
            next += 5;
        }
        int valueLength = bytes.get(next++);
        if (valueLength < 0) {
            int high = bytes.get(next++);
            valueLength = valueLength & 0x7f | high << 7;
        }
        int valueEnd = next + (valueLength >>> 1);
        if (valueLength < 8 || (valueLength & 1) != 0 || valueEnd != recordEnd - 1 || bytes.get(valueEnd) != 0) {
            return -1;
        }
        // frame version 1, then an api key and a version of one byte each
        int head = bytes.getInt(next);
        if ((head & 0xff80f000) != 0x01000000) {
            return -1;
        }
        int length = passBy[head >>> 12 & 0x7f0 | head >>> 8 & 0xf];
        anyLength = length == EventDecoder.ANY_LENGTH;
        if (!anyLength && (length != valueLength >>> 1 || bytes.get(valueEnd - 1) != 0)) {
            return -1;
        }
        keyOfOne = head >>> 16 & 0x7f;
        return recordEnd;
    }
}
