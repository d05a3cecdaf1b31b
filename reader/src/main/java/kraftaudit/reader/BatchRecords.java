package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The records of sound batches of one file. Of most data records only the frame and the first three bytes of the value are
 * looked at ({@link #takePlain}): nobody keeps them, so they are counted and passed by. A batch with any other record in it is
 * taken again from its start by the slow path, which checks all frames before it keeps a single event: a batch is taken
 * whole or not at all.
 */
final class BatchRecords {
    /** Keys and versions below these have a place in the table; others take the slow path. */
    private static final int KEYS = 128;
    private static final int VERSIONS = 16;
    /** Bytes of a record with a value of 4 bytes and neither key nor headers, such as a NoOp. */
    static final int SMALLEST_PLAIN = 11;
    /** Offset deltas below this take one byte. */
    private static final int ONE_BYTE_DELTAS = 64;
    /** What all short frames have in common, where the mask is set: even lengths below 128 are sizes of 0 to 63. */
    private static final long FRAME = 0x0000_0000_0001_0001L;
    private static final long FRAME_MASK = 0xff81_ffff_ffff_81ffL;
    /** From one offset delta, in zigzag form, to the next. */
    private static final long NEXT_DELTA = 1L << 25;

    private final String file;
    private final ByteBuffer bytes;
    private final RecordFrames frames;
    private final EventDecoder decoder;
    private final RemarkList remarks;
    private final List<Event> events;
    private final boolean shortPath;
    private final Cursor cursor = new Cursor();
    private final long[] counts = new long[KEYS];
    private final SortedMap<Integer, Long> rareCounts = new TreeMap<>();
    /** By key and version: the length of values that need no look at what they hold, {@link EventDecoder#ANY_LENGTH}, or 0. */
    private final byte[] passBy = new byte[KEYS * VERSIONS];
    private int plainKey;

    BatchRecords(String file, ByteBuffer bytes, RecordFrames frames, EventDecoder decoder, RemarkList remarks, List<Event> events,
                 boolean shortPath) {
        this.file = file;
        this.bytes = bytes;
        this.frames = frames;
        this.decoder = decoder;
        this.remarks = remarks;
        this.events = events;
        this.shortPath = shortPath;
    }

    /** Data records by api key, control records under -1 - type. */
    SortedMap<Integer, Long> counts() {
        SortedMap<Integer, Long> all = new TreeMap<>(rareCounts);
        for (int key = 0; key < KEYS; key++) {
            if (counts[key] > 0) {
                all.merge(key, counts[key], Long::sum);
            }
        }
        return all;
    }

    /**
     * Takes the records of a batch.
     *
     * @return false when their frames do not fit the batch; nothing is kept or counted then, and {@link RecordFrames} say why
     */
    boolean read(int at, int end, long baseOffset, int epoch, long timestamp, int count, boolean control) {
        int from = at + BatchHeader.LENGTH;
        if (shortPath && !control && takePlain(from, end, count)) {
            return true;
        }
        if (frames.fault(from, end, count).isPresent()) {
            return false;
        }
        int next = from;
        for (int i = 0; i < count; i++) {
            next = decode(next, end, i, baseOffset, epoch, timestamp, control);
        }
        return true;
    }

    // ---- the short path ----

    /**
     * Counts the records of a data batch when all are plain. Most records are short: all but their key and version then
     * stands in the 8 bytes around their frame, compared at once:
     *
     * <pre>
     * headers of the record before 00 | length | attributes 00 | timestampDelta 00 | offsetDelta | no key 01 | value length | frame 01
     * </pre>
     *
     * And most records are like the one before them but for the offset delta, which takes two comparisons to see.
     *
     * @return false when some record is not plain, or they do not fill the batch; nothing is counted then
     */
    boolean takePlain(int from, int end, int count) {
        int size = end - from + 1;
        ByteBuffer batch = bytes.slice(from - 1, size);
        byte[] lengths = passBy;
        long[] counted = counts;
        int at = 1;
        int index = 0;
        int shortOnes = Math.min(count, ONE_BYTE_DELTAS);
        long alike = 0;
        int alikeKey = 0;
        int alikeLength = 0;
        int repeats = 0;
        // a counted loop, which the compiler makes faster than one with two conditions
        for (; index < shortOnes; index++) {
            if (size - at < SMALLEST_PLAIN) {
                break;
            }
            long frame = batch.getLong(at - 1);
            int keyAndVersion = batch.getShort(at + 7);
            if (frame == alike && keyAndVersion == alikeKey) {
                repeats++;
                alike += NEXT_DELTA;
                at += alikeLength;
                continue;
            }
            int recordLength = batch.get(at);
            int valueLength = (int) frame >>> 8 & 0xff;
            // in front of the first record stands the last byte of the count
            long expected = index == 0 ? (long) (count & 0xff) << 56 | FRAME : FRAME + NEXT_DELTA * index;
            if ((frame & FRAME_MASK) != expected || recordLength != valueLength + 12 || (keyAndVersion & 0x80f0) != 0) {
                break;
            }
            int passed = lengths[keyAndVersion >>> 4 | keyAndVersion & 0xf];
            boolean anyLength = passed == EventDecoder.ANY_LENGTH;
            if (!anyLength && (passed != valueLength >>> 1 || batch.get(at + (recordLength >>> 1) - 1) != 0)) {
                break;
            }
            counted[alikeKey >>> 8] += repeats;
            counted[keyAndVersion >>> 8]++;
            repeats = 0;
            alikeKey = keyAndVersion;
            alikeLength = 1 + (recordLength >>> 1);
            alike = anyLength ? (frame & 0x00ff_ffff_ffff_ffffL) + NEXT_DELTA : 0;
            at += alikeLength;
        }
        counted[alikeKey >>> 8] += repeats;
        return index == count ? at == size && count > 0 && batch.get(size - 1) == 0 || uncount(from, index)
                : takeLong(from, from - 1 + at, end, index, count);
    }

    /** Goes on behind {@code taken} records with those that are longer or further back in their batch. */
    private boolean takeLong(int from, int reached, int end, int taken, int count) {
        int at = reached;
        int index = taken;
        while (index < count && (index == 0 || bytes.get(at - 1) == 0)) {
            int next = plain(at, end, index);
            if (next < 0) {
                break;
            }
            counts[plainKey]++;
            at = next;
            index++;
        }
        return index == count && at == end || uncount(from, index);
    }

    /** Takes back the counts of records that were plain as far as they were looked at. */
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

    /** Counts records that equal one already taken as plain. */
    void countMore(int key, long more) {
        counts[key] += more;
    }

    /** The position behind a plain record, whose key is then in {@link #plainKey}; -1 when it has to be looked at. */
    private int plain(int at, int end, int index) {
        if (end - at < SMALLEST_PLAIN) {
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
        if (length != EventDecoder.ANY_LENGTH && (length != valueLength >>> 1 || bytes.get(valueEnd - 1) != 0)) {
            return -1;
        }
        plainKey = head >>> 16 & 0x7f;
        return recordEnd;
    }

    // ---- the slow path ----

    /** Keeps what there is to keep of one record whose frame fits. Returns the position behind it. */
    private int decode(int at, int end, int index, long baseOffset, int epoch, long timestamp, boolean control) {
        frames.read(at, end);
        RecordAt where = new RecordAt(new Place(file, at, frames.end - at), baseOffset + index, epoch, timestamp, baseOffset);
        if (frames.attributes != 0) {
            remarks.add(Remark.Kind.RECORD_ATTRIBUTES, where, "0", frames.attributes);
        }
        if (frames.timestampDelta != 0) {
            remarks.add(Remark.Kind.TIMESTAMP_DELTA, where, "0", frames.timestampDelta);
        }
        if (frames.offsetDelta != index) {
            remarks.add(Remark.Kind.OFFSET_DELTA, where, Integer.toString(index), frames.offsetDelta);
        }
        if (frames.headers != 0) {
            remarks.add(Remark.Kind.HEADERS, where, "0", frames.headers);
        }
        if (control) {
            control(where);
        } else {
            if (frames.keyLength >= 0) {
                remarks.add(Remark.Kind.DATA_KEY, where, "null", frames.keyLength + " bytes");
            }
            data(where);
        }
        return frames.end;
    }

    private void control(RecordAt where) {
        int keyLength = frames.keyLength;
        if (keyLength < 4) {
            events.add(new Event.Undecodable(where, OptionalInt.empty(), OptionalInt.empty(), "a key of 4 bytes",
                    keyLength < 0 ? "null" : keyLength + " bytes"));
            return;
        }
        int keyVersion = bytes.getShort(frames.keyAt);
        int type = bytes.getShort(frames.keyAt + 2);
        if (keyVersion != 0) {
            remarks.add(Remark.Kind.CONTROL_KEY, where, "version 0", "version " + keyVersion);
        }
        if (keyLength > 4) {
            remarks.add(Remark.Kind.CONTROL_KEY, where, "4 bytes", keyLength + " bytes");
        }
        rareCounts.merge(-1 - type, 1L, Long::sum);
        if (frames.valueLength < 1) {
            events.add(new Event.Undecodable(where, OptionalInt.of(-1 - type), OptionalInt.empty(), "a value",
                    frames.valueLength < 0 ? "null" : "0 bytes"));
            return;
        }
        decoder.control(where, type, frames.value(cursor), events);
    }

    private void data(RecordAt where) {
        if (frames.valueLength < 1) {
            events.add(new Event.Undecodable(where, OptionalInt.empty(), OptionalInt.empty(), "a value",
                    frames.valueLength < 0 ? "null" : "0 bytes"));
            return;
        }
        EventDecoder.Head head = decoder.data(where, frames.value(cursor), events);
        if (head.resets()) {
            Arrays.fill(passBy, (byte) 0);
        } else if (head.passBy() != 0 && head.apiKey() < KEYS && head.version() < VERSIONS) {
            passBy[head.apiKey() * VERSIONS + head.version()] = head.passBy();
        }
        if (head.apiKey() >= 0) {
            rareCounts.merge(head.apiKey(), 1L, Long::sum);
        }
    }
}
