package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The records of sound batches of one file. Of most data records only the frame and the first three bytes of the value are
 * looked at ({@link PlainRecords}): nobody keeps them, so they are counted and passed by. A batch with any other record in it is
 * taken again from its start by the slow path, which checks all frames before it keeps a single event: a batch is taken
 * whole or not at all.
 */
final class BatchRecords {
    private final String file;
    private final ByteBuffer bytes;
    private final RecordFrames frames;
    private final EventDecoder decoder;
    private final RemarkList remarks;
    private final List<Event> events;
    private final boolean shortPath;
    private final PlainRecords plain;
    private final Cursor cursor = new Cursor();
    private final SortedMap<Integer, Long> rareCounts = new TreeMap<>();

    BatchRecords(String file, ByteBuffer bytes, RecordFrames frames, EventDecoder decoder, RemarkList remarks, List<Event> events,
                 boolean shortPath) {
        this.file = file;
        this.bytes = bytes;
        this.frames = frames;
        this.decoder = decoder;
        this.remarks = remarks;
        this.events = events;
        this.shortPath = shortPath;
        this.plain = new PlainRecords(bytes);
    }

    /** The short path. */
    PlainRecords plain() {
        return plain;
    }

    /** Data records by api key, control records under -1 - type. */
    SortedMap<Integer, Long> counts() {
        SortedMap<Integer, Long> all = new TreeMap<>(rareCounts);
        plain.addCounts(all);
        return all;
    }

    /**
     * Takes the records of a batch.
     *
     * @return false when their frames do not fit the batch; nothing is kept or counted then, and {@link RecordFrames} say why
     */
    boolean read(int at, int end, long baseOffset, int epoch, long timestamp, int count, boolean control) {
        int from = at + BatchHeader.LENGTH;
        if (shortPath && !control && plain.take(from, end, count)) {
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
            plain.passByNothing();
        } else if (head.passBy() != 0) {
            plain.passBy(head.apiKey(), head.version(), head.passBy());
        }
        if (head.apiKey() >= 0) {
            rareCounts.merge(head.apiKey(), 1L, Long::sum);
        }
    }
}
