package kraftaudit.reader;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Bounded reads, one after the other, over a stretch of an array. Every read names its field, and a read that would pass
 * the end, or meets a value that cannot be, throws {@link Malformed} with the position in the file, and leaves the cursor
 * somewhere inside of its bounds. Nothing is ever allocated from a length that was not checked against the bytes left.
 *
 * <p>One cursor is pointed at record after record ({@link #over}). Not safe for use by several threads.
 */
final class Cursor {
    /** Kafka refuses longer strings, whatever the number in front of them says. */
    static final int LONGEST_STRING = 0x7fff;

    private byte[] bytes = new byte[0];
    private long base;
    private int next;
    private int end;
    private int beyond;

    /**
     * Points the cursor at the bytes {@code [from, to)} of an array.
     *
     * @param base position in the file of the array's byte 0
     * @return this cursor
     * @throws IndexOutOfBoundsException when the bytes are not all in the array: a fault of the caller, not of the data
     */
    Cursor over(byte[] array, int from, int to, long base) {
        return over(array, from, to, base, 0);
    }

    /** As {@link #over(byte[], int, int, long)} for the beginning of something that goes on for {@code beyond} bytes. */
    Cursor over(byte[] array, int from, int to, long base, int beyond) {
        if (from < 0 || to < from || to > array.length) {
            throw new IndexOutOfBoundsException(from + " to " + to + " of " + array.length);
        }
        this.bytes = array;
        this.base = base;
        this.next = from;
        this.end = to;
        this.beyond = beyond;
        return this;
    }

    /** Points the cursor at the next {@code length} bytes of another cursor, which moves past them. */
    Cursor over(Cursor outer, int length, String field) {
        int from = outer.next;
        outer.skip(length, field);
        return over(outer.bytes, from, from + length, outer.base);
    }

    /** The array read from, for those who copy bytes out of it between {@link #index} and {@link #endIndex}. */
    byte[] bytes() {
        return bytes;
    }

    /** Index in the array of the next byte. */
    int index() {
        return next;
    }

    /** Index in the array behind the last byte that may be read. */
    int endIndex() {
        return end;
    }

    /** Position in the file of the next byte. */
    long position() {
        return base + next;
    }

    /** Number of bytes not yet read. */
    int remaining() {
        return end - next;
    }

    /** Number of bytes not yet read, with those that are not in the array. */
    int remainingInFile() {
        return end - next + beyond;
    }

    /** Moves on over {@code length} bytes; a negative length is malformed. */
    void skip(int length, String field) {
        if (length < 0 || length > end - next) {
            throw malformed(field, "at most " + (end - next) + " bytes", length + " bytes");
        }
        next += length;
    }

    /** Goes back to, or on to, an index that this cursor has already reported or checked. */
    void moveTo(int index) {
        next = index;
    }

    /** Fails unless every byte was read. */
    void finish(String what) {
        if (next != end) {
            throw malformed(what, "no more bytes", (end - next) + (end - next == 1 ? " byte" : " bytes") + " left after " + what);
        }
    }

    /** A fault at the next byte. */
    Malformed malformed(String field, String expected, String found) {
        return new Malformed(base + next, field, expected, found);
    }

    byte int8(String field) {
        need(1, field);
        return bytes[next++];
    }

    short int16(String field) {
        need(2, field);
        short value = (short) (bytes[next] << 8 | bytes[next + 1] & 0xff);
        next += 2;
        return value;
    }

    int uint16(String field) {
        return int16(field) & 0xffff;
    }

    int int32(String field) {
        need(4, field);
        int value = int32(bytes, next);
        next += 4;
        return value;
    }

    long int64(String field) {
        need(8, field);
        long value = int64(bytes, next);
        next += 8;
        return value;
    }

    double float64(String field) {
        return Double.longBitsToDouble(int64(field));
    }

    /** As in Kafka, any byte but 0 is true. */
    boolean bool(String field) {
        return int8(field) != 0;
    }

    /**
     * An unsigned number of at most 5 bytes, 7 bits in each, lowest first. As in Kafka, bits above the 32nd in the fifth
     * byte are dropped, and numbers from 2^31 on come out negative.
     */
    int uvarint(String field) {
        if (next < end) {
            byte first = bytes[next];
            if (first >= 0) {
                next++;
                return first;
            }
        }
        return longUvarint(field);
    }

    private int longUvarint(String field) {
        int at = next;
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            if (at == end) {
                throw tooShort(at, field, "the rest of a varint");
            }
            byte b = bytes[at++];
            value |= (b & 0x7f) << shift;
            if (b >= 0) {
                next = at;
                return value;
            }
        }
        throw malformed(field, "a varint of at most 5 bytes", "a longer one");
    }

    /** A signed number in zigzag form: 0, -1, 1, -2 and so on are stored as {@link #uvarint} 0, 1, 2, 3. */
    int varint(String field) {
        int raw = uvarint(field);
        return (raw >>> 1) ^ -(raw & 1);
    }

    /** As {@link #varint} with at most 10 bytes and 64 bits. */
    long varlong(String field) {
        int at = next;
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (at == end) {
                throw tooShort(at, field, "the rest of a varint");
            }
            byte b = bytes[at++];
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                next = at;
                return (value >>> 1) ^ -(value & 1);
            }
        }
        throw malformed(field, "a varint of at most 10 bytes", "a longer one");
    }

    DirectoryId uuid(String field) {
        need(16, field);
        return new DirectoryId(int64(field), int64(field));
    }

    /**
     * The length in front of a compact string: -1 for null, else a number of bytes that are there and at most
     * {@link #LONGEST_STRING}.
     */
    int stringLength(String field) {
        int at = next;
        int length = uvarint(field) - 1;
        if (length < 0) {
            return -1;
        }
        if (length > LONGEST_STRING) {
            next = at;
            throw malformed(field, "a string of at most " + LONGEST_STRING + " bytes", length + " bytes");
        }
        return present(at, length, field, "a string");
    }

    /** The length in front of compact bytes: -1 for null, else a number of bytes that are there. */
    int bytesLength(String field) {
        int at = next;
        int length = uvarint(field) - 1;
        return length < 0 ? -1 : present(at, length, field, "bytes");
    }

    /**
     * The number of elements in front of a compact array: -1 for null, else a number that the bytes left can hold when
     * each takes at least one of them.
     */
    int count(String field) {
        int at = next;
        int count = uvarint(field) - 1;
        if (count > end - next) {
            int left = end - next;
            next = at;
            throw malformed(field, "at most " + left + " elements in the " + left + " bytes left", count + " elements");
        }
        return Math.max(count, -1);
    }

    /** A compact string that must not be null; bytes that are no UTF-8 become U+FFFD, as in Kafka. */
    String string(String field) {
        int at = next;
        int length = stringLength(field);
        if (length < 0) {
            next = at;
            throw malformed(field, "a string", "null");
        }
        return text(length, field);
    }

    /** A compact string; empty for null. */
    Optional<String> nullableString(String field) {
        int length = stringLength(field);
        return length < 0 ? Optional.empty() : Optional.of(text(length, field));
    }

    private String text(int length, String field) {
        int from = next;
        skip(length, field);
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }

    private int present(int lengthAt, int length, String field, String what) {
        if (length > end - next) {
            int left = end - next;
            next = lengthAt;
            throw malformed(field, what + " within the " + left + " bytes left", length + " bytes");
        }
        return length;
    }

    private void need(int length, String field) {
        if (length > end - next) {
            throw tooShort(end, field, length + (length == 1 ? " byte" : " bytes"));
        }
    }

    private Malformed tooShort(int at, String field, String expected) {
        return new Malformed(base + at, field, expected, "the end after " + (at - next) + (at - next == 1 ? " byte" : " bytes"));
    }

    // ---- numbers in an array, most significant byte first ----

    static int int32(byte[] in, int at) {
        return in[at] << 24 | (in[at + 1] & 0xff) << 16 | (in[at + 2] & 0xff) << 8 | in[at + 3] & 0xff;
    }

    static long int64(byte[] in, int at) {
        return (long) int32(in, at) << 32 | int32(in, at + 4) & 0xffffffffL;
    }
}
