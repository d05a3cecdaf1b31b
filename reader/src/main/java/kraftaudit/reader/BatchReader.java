package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads sound batches in place: it is moved from batch to batch ({@link #batch}) and from record to record ({@link #next})
 * and says what stands there, without an object for each. A {@link FileWalk} says where sound batches are; at any other
 * position the answers mean nothing. For one thread; several readers may read one file at a time.
 */
public final class BatchReader {
    /** The key of a record that has none, or one that cannot be read. */
    public static final int NO_KEY = Integer.MIN_VALUE;

    /** A batch that is longer is read in several windows, and a record that is longer not through the window at all. */
    private static final int LONGEST_WINDOW = 1 << 20;

    /** Bytes of the shortest value: a frame and the tag buffer of a message without fields. */
    private static final int LEAST_VALUE = 4;
    /** Bytes of the shortest usual record behind its length. */
    private static final int LEAST_USUAL = LEAST_VALUE + 6;

    /** What becomes of a record's value. */
    public enum Outcome {
        /** It was written as JSON. */
        DECODED,
        /** No schema has the key. */
        UNKNOWN_TYPE,
        /** A schema has the key, in other versions. */
        UNKNOWN_VERSION,
        /** It does not fit; {@link #fault} says where. */
        UNDECODABLE
    }

    /**
     * Why a record does not decode.
     *
     * @param position in the file, of the first byte that does not fit
     */
    public record Fault(long position, String field, String expected, String found) {
    }

    private final Schemas schemas;
    private final Decoder decoder;
    private final Lookalikes lookalikes;
    private final boolean showSecrets;
    private final Cursor value = new Cursor();

    private CapturedFile file;
    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private RecordFrames frames = new RecordFrames(bytes);
    /** Bytes of the file at positions from windowFrom to windowTo; see {@link #show}. */
    private byte[] window = new byte[1 << 16];
    private int windowFrom;
    private int windowTo;
    private int stretchEnd;

    private int batchAt;
    private int batchEnd;
    /** Of a batch's first byte in the window; of no use when the window has moved on within the batch. */
    private int header;
    private long baseOffset;
    private int epoch;
    private int attributes;
    private int lastOffsetDelta;
    private long baseTimestamp;
    private long maxTimestamp;
    private int count;
    private int crc;
    private boolean producer;
    private boolean control;

    private int index;
    /** Whether the record's frame is as KRaft writes them, so that the fields of its parts say nothing. */
    private boolean usual;
    private int at;
    private int nextAt;
    private int recordAttributes;
    private long timestampDelta;
    private int offsetDelta;
    private int keyAt;
    private int keyLength;
    private int valueAt;
    private int valueLength;
    private int headers;
    private int key;
    private int version;
    private int messageAt;
    private Malformed fault;
    private Outcome outcome;

    /**
     * @param profile     whose ClusterIdRecord is decoded under its key
     * @param showSecrets whether what may be a password or key is written as it is
     * @throws IllegalArgumentException naming the profile, when its schema is no message definition
     */
    public BatchReader(Schemas schemas, Profile profile, boolean showSecrets) {
        this.schemas = schemas.with(profile);
        this.decoder = new Decoder(this.schemas, showSecrets);
        this.lookalikes = new Lookalikes(schemas, this.schemas, profile);
        this.showSecrets = showSecrets;
    }

    /** Goes on with a stretch of a file. */
    public void open(FileWalk walk, FileWalk.Sound stretch) {
        if (bytes != walk.bytes()) {
            file = walk.file();
            bytes = walk.bytes();
            frames = new RecordFrames(bytes);
        }
        windowFrom = 0;
        windowTo = 0;
        stretchEnd = stretch.end();
    }

    /** Copies the file's bytes from a position on to the window, where they are read: arrays are what Java reads fast. */
    private void show(int from) {
        int length = Math.min(LONGEST_WINDOW, stretchEnd - from);
        if (window.length < length) {
            window = new byte[length];
        }
        bytes.get(from, window, 0, length);
        windowFrom = from;
        windowTo = from + length;
    }

    // ---- the batch ----

    /** Goes to the batch at a position, before its first record. */
    public void batch(int position) {
        if (position < windowFrom || position + BatchHeader.LENGTH > windowTo) {
            show(position);
        }
        batchAt = position;
        header = position - windowFrom;
        batchEnd = position + BatchHeader.PREFIX + Cursor.int32(window, header + 8);
        if (batchEnd > windowTo && windowTo < stretchEnd) {
            show(position);
            header = 0;
        }
        baseOffset = Cursor.int64(window, header);
        epoch = Cursor.int32(window, header + 12);
        attributes = (window[header + 21] & 0xff) << 8 | window[header + 22] & 0xff;
        control = (attributes & BatchHeader.CONTROL) != 0;
        lastOffsetDelta = Cursor.int32(window, header + 23);
        baseTimestamp = Cursor.int64(window, header + 27);
        maxTimestamp = Cursor.int64(window, header + 35);
        count = Cursor.int32(window, header + 57);
        crc = Cursor.int32(window, header + 17);
        producer = (Cursor.int64(window, header + 43) & Cursor.int64(window, header + 49)) != -1;
        index = -1;
        nextAt = position + BatchHeader.LENGTH;
    }

    /** First byte of the batch. */
    public int batchPosition() {
        return batchAt;
    }

    /** Number of bytes of the batch. */
    public int batchLength() {
        return batchEnd - batchAt;
    }

    /** Position behind the batch. */
    public int batchEnd() {
        return batchEnd;
    }

    /** Its first offset. */
    public long baseOffset() {
        return baseOffset;
    }

    /** Exclusive end of its offsets. */
    public long endOffset() {
        return baseOffset + lastOffsetDelta + 1;
    }

    /** Its leader epoch. */
    public int epoch() {
        return epoch;
    }

    /** Milliseconds since 1970, -1 for none. */
    public long baseTimestamp() {
        return baseTimestamp;
    }

    /** As {@link #baseTimestamp}; KRaft writes equal ones. */
    public long maxTimestamp() {
        return maxTimestamp;
    }

    /** The 16 bits of its attributes. */
    public int attributes() {
        return attributes;
    }

    /** Whether it holds control records. */
    public boolean isControl() {
        return control;
    }

    /** The checksum, which matches. */
    public int crc() {
        return crc;
    }

    /** Whether any of {@link #producerId}, {@link #producerEpoch} and {@link #baseSequence} is one: all are -1 in what KRaft writes. */
    public boolean hasProducer() {
        return producer;
    }

    /** -1 for none. */
    public long producerId() {
        return BatchHeader.producerId(bytes, batchAt);
    }

    /** See {@link #producerId}. */
    public int producerEpoch() {
        return BatchHeader.producerEpoch(bytes, batchAt);
    }

    /** See {@link #producerId}. */
    public int baseSequence() {
        return BatchHeader.baseSequence(bytes, batchAt);
    }

    /** Number of records. */
    public int count() {
        return count;
    }

    // ---- the record ----

    /** Goes to the next record of the batch; false when there is none. */
    public boolean next() {
        if (index + 1 >= count) {
            return false;
        }
        index++;
        at = nextAt;
        usual = usualFrame();
        if (!usual && windowTo < batchEnd) {
            show(at);
            usual = usualFrame();
        }
        if (!usual) {
            anyFrame();
        }
        return true;
    }

    private void anyFrame() {
        frames.read(at, batchEnd);
        nextAt = frames.end;
        recordAttributes = frames.attributes;
        timestampDelta = frames.timestampDelta;
        offsetDelta = frames.offsetDelta;
        keyAt = frames.keyAt;
        keyLength = frames.keyLength;
        valueAt = frames.valueAt;
        valueLength = frames.valueLength;
        headers = frames.headers;
        messageAt = valueAt;
        key = NO_KEY;
        version = -1;
        fault = null;
        frames.value(value);
        if (control) {
            controlHead();
        } else {
            dataHead();
        }
    }

    /**
     * Reads the record if it is as KRaft writes data records, with numbers that are not too large, and lies in the window;
     * else nothing is read.
     */
    private boolean usualFrame() {
        byte[] in = window;
        int next = at - windowFrom;
        if (control || windowTo - at < LEAST_USUAL + 2) {
            return false;
        }
        int length = in[next++];
        if (length < 0) {
            length = length & 0x7f | in[next++] << 7;
        }
        int recordEnd = next + (length >>> 1);
        if (length < 2 * LEAST_USUAL || (length & 1) != 0 || recordEnd > windowTo - windowFrom || in[next] != 0 || in[next + 1] != 0) {
            return false;
        }
        next += 2;
        int delta = in[next++];
        if (delta < 0) {
            delta = delta & 0x7f | in[next++] << 7;
        }
        if (delta != index << 1 || in[next++] != 1) {
            return false;
        }
        int valueBytes = in[next++];
        if (valueBytes < 0) {
            valueBytes = valueBytes & 0x7f | in[next++] << 7;
        }
        // the last byte is the number of headers
        if (valueBytes != recordEnd - 1 - next << 1 || valueBytes < 2 * LEAST_VALUE || in[recordEnd - 1] != 0
                || in[next] != 1 || in[next + 1] < 0 || in[next + 2] < 0) {
            return false;
        }
        valueAt = windowFrom + next;
        valueLength = recordEnd - 1 - next;
        key = in[next + 1];
        version = in[next + 2];
        decoder.frame(key, version);
        messageAt = valueAt + 3;
        fault = null;
        timestampDelta = 0;
        nextAt = windowFrom + recordEnd;
        value.over(in, next + 3, recordEnd - 1, windowFrom);
        return true;
    }

    private void dataHead() {
        if (valueLength < 1) {
            fault = value.malformed("value", "at least 1 byte", valueLength < 0 ? "null" : "0 bytes");
            return;
        }
        try {
            decoder.frame(value);
            version = decoder.readVersion();
        } catch (Malformed malformed) {
            fault = malformed;
        }
        key = decoder.readKey() < 0 ? NO_KEY : decoder.readKey();
        messageAt = fault == null ? (int) value.position() : valueAt;
    }

    private void controlHead() {
        if (keyLength < 4) {
            fault = new Malformed(keyAt, "key", "4 bytes", keyLength < 0 ? "null" : keyLength + " bytes");
            return;
        }
        key = -1 - bytes.getShort(keyAt + 2);
        version = valueLength < 2 ? -1 : bytes.getShort(valueAt);
        if (valueLength < 1) {
            fault = value.malformed("value", "at least 1 byte", valueLength < 0 ? "null" : "0 bytes");
        }
    }

    /** First byte of the record, that of its length field. */
    public int position() {
        return at;
    }

    /** Number of bytes of the record, its length field included. */
    public int length() {
        return nextAt - at;
    }

    /** Its offset: the batch's and one more for each record before it. */
    public long offset() {
        return baseOffset + index;
    }

    /** Milliseconds since 1970, -1 for none. */
    public long timestamp() {
        return timestampDelta == 0 ? baseTimestamp : baseTimestamp + timestampDelta;
    }

    /** Key of the record's type as {@link Schemas} has it, or {@link #NO_KEY}. */
    public int key() {
        return key;
    }

    /** Version of the value, -1 where it cannot be read. */
    public int version() {
        return version;
    }

    /** The name of its type as {@code kafka-dump-log} prints it; empty for an unknown key. */
    public Optional<String> typeName() {
        return schemas.typeName(key);
    }

    /**
     * Appends what the record holds as JSON, just as Kafka's own converter prints it, with secrets masked. Appends nothing
     * unless the outcome is {@link Outcome#DECODED}.
     */
    public Outcome payload(JsonBytes out) {
        outcome = fault != null ? Outcome.UNDECODABLE : decoded(out);
        return outcome;
    }

    private Outcome decoded(JsonBytes out) {
        try {
            Decoder.Outcome decoded = control ? decoder.control(-1 - key, value, out) : decoder.message(value, out);
            return switch (decoded) {
                case DECODED -> Outcome.DECODED;
                case UNKNOWN_TYPE -> Outcome.UNKNOWN_TYPE;
                case UNKNOWN_VERSION -> Outcome.UNKNOWN_VERSION;
            };
        } catch (Malformed malformed) {
            fault = malformed;
            return Outcome.UNDECODABLE;
        }
    }

    // ---- after payload() ----

    /** Why the record does not decode. */
    public Optional<Fault> fault() {
        return fault == null ? Optional.empty() : Optional.of(new Fault(fault.position(), fault.field(), fault.expected(), fault.found()));
    }

    /** Number of bytes of the message, which of a data record whose frame can be read begins behind the frame. */
    public int messageLength() {
        return valueAt + Math.max(valueLength, 0) - messageAt;
    }

    /** Whether the record's bytes are better not shown, as they hold, or may hold, what is masked. */
    public boolean holdsSecrets() {
        if (showSecrets || outcome == Outcome.UNKNOWN_TYPE) {
            return false;
        }
        return outcome == Outcome.DECODED ? decoder.masked() : schemas.hasSecrets(key == NO_KEY ? keyOfOtherFrame() : key);
    }

    /** The key that the value would have if the frame version alone were at fault. */
    private int keyOfOtherFrame() {
        try {
            valueAgain();
            value.uvarint("frameVersion");
            return value.uvarint("apiKey");
        } catch (Malformed none) {
            return NO_KEY;
        }
    }

    /** Points the cursor at the value once more. */
    private void valueAgain() {
        frames.read(at, batchEnd);
        frames.value(value);
    }

    /** Appends up to {@code most} bytes of the message as hexadecimal digits. */
    public void messageHex(JsonBytes out, int most) {
        out.hex(bytes, messageAt, Math.min(most, messageLength()));
    }

    /** Appends bytes of the file as hexadecimal digits. */
    public void hex(JsonBytes out, int position, int count) {
        out.hex(bytes, position, count);
    }

    /** Whether there may be {@link #notes} or a {@link #lookalike}; of hardly any record. */
    public boolean isRemarkable() {
        return !usual || outcome != Outcome.DECODED || decoder.odd() || lookalikes.disputed(key);
    }

    /** What is odd about the record, one short line each, made of words of this program and numbers alone. */
    public List<String> notes() {
        if (usual && (outcome != Outcome.DECODED || !decoder.odd())) {
            return List.of();
        }
        List<String> notes = new ArrayList<>();
        if (!usual) {
            notesOfFrame(notes);
        }
        if (outcome == Outcome.DECODED) {
            notesOfDecoded(notes);
        }
        return notes;
    }

    private void notesOfFrame(List<String> notes) {
        if (recordAttributes != 0) {
            notes.add("record attributes are " + recordAttributes + ", not 0");
        }
        if (timestampDelta != 0) {
            notes.add("timestampDelta is " + timestampDelta + ", not 0");
        }
        if (offsetDelta != index) {
            notes.add("offsetDelta is " + offsetDelta + ", not " + index);
        }
        if (headers != 0) {
            notes.add("the record has " + headers + (headers == 1 ? " header" : " headers"));
        }
        if (!control && keyLength >= 0) {
            notes.add("the record has a key of " + keyLength + " bytes");
        }
        if (!control && messageAt > valueAt) {
            notesOfNumbers(notes);
        }
        if (control && keyLength > 4) {
            notes.add("the key has " + keyLength + " bytes, not 4");
        }
        if (control && keyLength >= 4 && bytes.getShort(keyAt) != 0) {
            notes.add("the key's version is " + bytes.getShort(keyAt) + ", not 0");
        }
    }

    /** Numbers in front of the message that take more bytes than Kafka writes, which reads them all the same. */
    private void notesOfNumbers(List<String> notes) {
        valueAgain();
        for (String number : new String[] {"frame version", "api key", "version"}) {
            int from = value.index();
            int bits = Integer.SIZE - Integer.numberOfLeadingZeros(value.uvarint(number) | 1);
            int needed = (bits + 6) / 7;
            int taken = value.index() - from;
            if (taken > needed) {
                notes.add(number + " takes " + taken + " bytes where " + needed + " would do");
            }
        }
    }

    private void notesOfDecoded(List<String> notes) {
        if (control && version != decoder.layout().version) {
            notes.add("version " + version + " is unknown, read as version " + decoder.layout().version
                    + (value.remaining() > 0 ? ", " + value.remaining() + " bytes left" : ""));
        }
        if (decoder.unknownTags()) {
            notes.add("tagged fields that no schema has");
        }
        if (decoder.invalidText()) {
            notes.add("text that is no UTF-8: such bytes are shown as \\xNN");
        }
    }

    /** That the record could also be one of another type; to be asked last, and then not again. */
    public Optional<Event.Lookalike> lookalike() {
        if (control || key == NO_KEY || messageAt == valueAt || !lookalikes.disputed(key)) {
            return Optional.empty();
        }
        valueAgain();
        value.skip(messageAt - valueAt, "frame");
        RecordAt where = new RecordAt(new Place(file.name(), at, length()), offset(), epoch(), timestamp(), baseOffset);
        return lookalikes.find(where, key, version, value);
    }
}
