package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * How the records of a batch are framed (Kafka's {@code DefaultRecord}):
 *
 * <pre>
 * length varint, attributes int8, timestampDelta varlong, offsetDelta varint, key and value (length varint, -1 for null,
 * and so many bytes), number of headers varint, headers (key and value each)
 * </pre>
 *
 * All varints are in zigzag form. A batch is sound only when its records fill it exactly. The file's bytes are read in
 * place; what is looked at byte by byte is copied to an array first, as that is what Java reads fast from its first
 * minute on. For one thread.
 */
final class RecordFrames {
    /** The longest record has these bytes around its parts, all varints at their longest; and any number of headers. */
    private static final int EDGE = 64;
    private static final int SCRATCH = 16 << 10;

    private final ByteBuffer bytes;
    private final Cursor cursor = new Cursor();
    private final byte[] scratch = new byte[SCRATCH];
    private byte[] value = new byte[1 << 10];

    /** Of the record read last; lengths are -1 for null. */
    int end;
    int attributes;
    long timestampDelta;
    int offsetDelta;
    int keyAt;
    int keyLength;
    int valueAt;
    int valueLength;
    int headers;

    RecordFrames(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** What is wrong with the frames of a batch's records; they do not fit when bytes are left over or missing. */
    Optional<Malformed> fault(int from, int to, int count) {
        int at = from;
        int reach = SCRATCH;
        try {
            for (int i = 0; i < count; ) {
                int length = Math.min(reach, to - at);
                bytes.get(at, scratch, 0, length);
                int next = 0;
                int before = i;
                for (int after = usual(scratch, next, length); after >= 0 && i < count; after = usual(scratch, next, length)) {
                    next = after;
                    i++;
                }
                at += next;
                reach = Math.min(SCRATCH, 2 * reach);
                if (i == before) {
                    if (at == to) {
                        throw new Malformed(at, "recordCount", i + ", the number of records in the batch",
                                count + ", and the batch ends after " + (i == 1 ? "1 record" : i + " records"));
                    }
                    read(at, to);
                    at = end;
                    i++;
                    // the next one will hardly be usual either
                    reach = EDGE;
                }
            }
            finish(at, to, count);
            return Optional.empty();
        } catch (Malformed malformed) {
            return Optional.of(malformed);
        }
    }

    private static void finish(int at, int to, int count) {
        if (at != to) {
            throw new Malformed(at, "recordCount", "the number of records that fill the batch", count + ", and "
                    + (to - at == 1 ? "1 byte is" : to - at + " bytes are") + " left behind " + (count == 1 ? "that record" : "those records"));
        }
    }

    /**
     * The index behind a record of the usual shape: lengths of one or two bytes, a timestamp delta of one, no key, no
     * headers. For any other record, and for one whose parts do not fill it, -1: {@link #read} then says more.
     */
    static int usual(byte[] in, int at, int to) {
        // as far as is read of the shortest before its length is known to fit
        if (to - at < 9) {
            return -1;
        }
        int next = at;
        int length = in[next++];
        if (length < 0) {
            length = length & 0x7f | in[next++] << 7;
        }
        int recordEnd = next + (length >>> 1);
        if (length < 14 || (length & 1) != 0 || recordEnd > to || in[next + 1] < 0) {
            return -1;
        }
        next += in[next + 2] < 0 ? 4 : 3;
        if (in[next - 1] < 0 || in[next++] != 1) {
            return -1;
        }
        int valueBytes = in[next++];
        if (valueBytes < 0) {
            valueBytes = valueBytes & 0x7f | in[next++] << 7;
        }
        return valueBytes >= 0 && (valueBytes & 1) == 0 && next + (valueBytes >>> 1) == recordEnd - 1 && in[recordEnd - 1] == 0
                ? recordEnd : -1;
    }

    /**
     * Reads the frame of one record.
     *
     * @param to end of its batch
     * @throws Malformed unless the record's parts fill it exactly
     */
    void read(int at, int to) {
        int left = edge(at, to);
        int length = cursor.varint("record length");
        if (length < 1 || length > left - cursor.index()) {
            throw new Malformed(at + cursor.index(), "record length", "1 to " + (left - cursor.index()), Integer.toString(length));
        }
        int recordEnd = at + cursor.index() + length;
        attributes = cursor.int8("record attributes");
        timestampDelta = cursor.varlong("timestampDelta");
        offsetDelta = cursor.varint("offsetDelta");
        keyLength = length("key", "key length", to);
        keyAt = end - Math.max(keyLength, 0);
        edge(end, to);
        valueLength = length("value", "value length", to);
        valueAt = end - Math.max(valueLength, 0);
        edge(end, to);
        headers = cursor.varint("headers");
        end = Math.toIntExact(cursor.position());
        if (headers < 0 || headers > to - end) {
            throw new Malformed(end, "headers", "a count that fits the record", Integer.toString(headers));
        }
        for (int i = 0; i < headers && end <= recordEnd; i++) {
            edge(end, to);
            length("header key", "header key length", to);
            edge(end, to);
            length("header value", "header value length", to);
        }
        if (end != recordEnd) {
            throw new Malformed(end, "record length", length + " bytes", (length + end - recordEnd) + " bytes");
        }
    }

    /** Points the cursor at the next few bytes; returns how many there are up to {@code to}. */
    private int edge(int at, int to) {
        int length = Math.min(EDGE, to - at);
        bytes.get(at, scratch, 0, length);
        cursor.over(scratch, 0, length, at);
        return to - at;
    }

    /** Reads a length and passes over so many bytes, to {@link #end}. */
    private int length(String field, String lengthField, int to) {
        int length = cursor.varint(lengthField);
        int from = Math.toIntExact(cursor.position());
        if (length < -1) {
            throw new Malformed(from, lengthField, "at least -1", Integer.toString(length));
        }
        if (length > to - from) {
            throw new Malformed(from, field, "at most " + (to - from) + " bytes", length + " bytes");
        }
        end = from + Math.max(length, 0);
        return length;
    }

    /**
     * Points a cursor at a copy of the value read last; of a value that is too long for {@link Decoder} at a copy of its
     * beginning. The copy holds until the next call.
     */
    Cursor value(Cursor over) {
        int length = Math.max(valueLength, 0);
        int copied = Math.min(length, Decoder.LONGEST_VALUE);
        if (value.length < copied) {
            value = new byte[Math.max(copied, Math.min(2 * value.length, Decoder.LONGEST_VALUE))];
        }
        bytes.get(valueAt, value, 0, copied);
        return over.over(value, 0, copied, valueAt, length - copied);
    }
}
