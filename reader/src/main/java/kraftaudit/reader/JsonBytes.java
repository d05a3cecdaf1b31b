package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing array of bytes that text is written to, with no object per field: the JSON of decoded records, and around it
 * whatever an output needs. The JSON is what Kafka's converters give when printed, except that characters a terminal might
 * act upon ({@link Utf8#isUnsafe}) are escaped, which a JSON reader does not see. For one thread.
 */
public final class JsonBytes extends Sink {
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LOWER_HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BASE64 =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BASE64_URL =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);
    private static final int QUOTED_UUID = 24;
    /** Characters of the lowest 32-bit number. */
    private static final int LONGEST_INT32 = 11;
    /** ASCII characters that stand for themselves in a JSON string. */
    static final boolean[] PLAIN = new boolean[128];

    static {
        for (int c = 0x20; c < 0x7f; c++) {
            PLAIN[c] = c != '"' && c != '\\';
        }
    }

    private byte[] bytes = new byte[512];
    private int length;

    /** Begins with nothing. */
    public JsonBytes() {
    }

    /** The array that holds the text up to {@link #length}; another one after the next write. */
    public byte[] array() {
        return bytes;
    }

    /** Number of bytes written. */
    public int length() {
        return length;
    }

    /** Throws away everything, and the array too where it has become larger than that. */
    public void clear(int largest) {
        length = 0;
        if (bytes.length > largest) {
            bytes = new byte[512];
        }
    }

    /** Throws away everything. */
    void clear() {
        length = 0;
    }

    /** The {@link #array} with room for so many bytes from {@link #length} on, for those who write them there themselves. */
    public byte[] room(int count) {
        need(count);
        return bytes;
    }

    /** What was written to the {@link #room} ends before this index. */
    public void end(int index) {
        length = index;
    }

    /** Throws away what was written since there were so many bytes. */
    public void truncate(int toLength) {
        length = Math.min(length, toLength);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    @Override
    int mark() {
        return length;
    }

    @Override
    void reset(int mark) {
        length = mark;
    }

    /** Appends bytes as they are. */
    public JsonBytes raw(byte[] text) {
        need(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
        return this;
    }

    /** Appends one ASCII character as it is. */
    public JsonBytes raw(char c) {
        need(1);
        bytes[length++] = (byte) c;
        return this;
    }

    /** Appends text as it is. */
    public JsonBytes raw(String text) {
        return raw(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Appends a number in decimal digits. */
    public JsonBytes digits(long value) {
        number(value);
        return this;
    }

    /** Begins a field whose name is text from a file. */
    public JsonBytes member(String name) {
        element('{');
        quoted(name);
        return raw(':');
    }

    /** Appends text as a JSON string, with what a terminal might act upon escaped. */
    public JsonBytes quoted(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        text(utf8, 0, utf8.length);
        return this;
    }

    /** Makes what was written since there were {@code from} bytes a quoted cell of CSV (RFC 4180): quotes in it are doubled. */
    public JsonBytes csvCell(int from) {
        int quotes = 2;
        for (int i = from; i < length; i++) {
            quotes += bytes[i] == '"' ? 1 : 0;
        }
        need(quotes);
        int to = length + quotes;
        int at = to;
        bytes[--at] = '"';
        for (int i = length - 1; i >= from; i--) {
            bytes[--at] = bytes[i];
            if (bytes[i] == '"') {
                bytes[--at] = '"';
            }
        }
        bytes[--at] = '"';
        length = to;
        return this;
    }

    @Override
    boolean takes(Layout.Struct message, Cursor in) {
        if (!message.canBePlain) {
            return false;
        }
        need(PlainJson.room(message, in.remaining()));
        int end = PlainJson.put(message, in.bytes(), in.index(), in.endIndex(), bytes, length);
        if (end < 0) {
            return false;
        }
        length = end;
        in.moveTo(in.endIndex());
        return true;
    }

    @Override
    public void startObject() {
        raw('{');
    }

    @Override
    void restartObject(int mark) {
        length = mark;
    }

    @Override
    public void endObject() {
        raw('}');
    }

    @Override
    public void startArray() {
        raw('[');
    }

    @Override
    public void endArray() {
        raw(']');
    }

    @Override
    void name(Layout.Field field) {
        byte[] key = field.key;
        need(key.length);
        length = putKey(key);
    }

    /** Writes the name of a field, for which there is room, and returns the index behind it. */
    private int putKey(byte[] key) {
        // The key begins with a comma, which the first field of an object does without.
        int from = bytes[length - 1] == '{' ? 1 : 0;
        System.arraycopy(key, from, bytes, length, key.length - from);
        return length + key.length - from;
    }

    @Override
    void number(Layout.Field field, long value) {
        byte[] key = field.key;
        need(key.length + Digits.MOST);
        length = Digits.put(bytes, putKey(key), value);
    }

    @Override
    void uuid(Layout.Field field, byte[] in, int index) {
        byte[] key = field.key;
        need(key.length + QUOTED_UUID);
        length = putUuid(bytes, putKey(key), in, index);
    }

    @Override
    public void name(String name) {
        element('{');
        word(name);
        raw(':');
    }

    @Override
    public void element() {
        element('[');
    }

    private void element(char opening) {
        if (bytes[length - 1] != opening) {
            raw(',');
        }
    }

    @Override
    public void nothing() {
        ascii("null");
    }

    @Override
    public void bool(boolean value) {
        ascii(value ? "true" : "false");
    }

    @Override
    public void number(long value) {
        need(Digits.MOST);
        length = Digits.put(bytes, length, value);
    }

    @Override
    void int32s(byte[] in, int index, int count) {
        need(Math.multiplyExact(count, LONGEST_INT32 + 1));
        byte[] out = bytes;
        int at = length;
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                out[at++] = ',';
            }
            at = Digits.put(out, at, Cursor.int32(in, index + 4 * i));
        }
        length = at;
    }

    /** Appends so many hexadecimal digits of a number. */
    public JsonBytes hexDigits(int value, int digits) {
        need(digits);
        for (int shift = 4 * digits - 4; shift >= 0; shift -= 4) {
            bytes[length++] = LOWER_HEX[value >> shift & 0xf];
        }
        return this;
    }

    @Override
    void number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            word(Double.toString(value));
        } else {
            ascii(Double.toString(value));
        }
    }

    @Override
    void uuid(byte[] in, int index) {
        need(QUOTED_UUID);
        length = putUuid(bytes, length, in, index);
    }

    /** Writes a quoted uuid and returns the index behind it. */
    static int putUuid(byte[] out, int from, byte[] in, int index) {
        byte[] letters = BASE64_URL;
        int at = from;
        out[at++] = '"';
        for (int i = index; i < index + 15; i += 3) {
            int three = (in[i] & 0xff) << 16 | (in[i + 1] & 0xff) << 8 | in[i + 2] & 0xff;
            out[at] = letters[three >> 18];
            out[at + 1] = letters[three >> 12 & 0x3f];
            out[at + 2] = letters[three >> 6 & 0x3f];
            out[at + 3] = letters[three & 0x3f];
            at += 4;
        }
        out[at] = letters[in[index + 15] >> 2 & 0x3f];
        out[at + 1] = letters[in[index + 15] << 4 & 0x30];
        out[at + 2] = '"';
        return at + 3;
    }

    @Override
    void word(String text) {
        raw('"');
        ascii(text);
        raw('"');
    }

    @Override
    boolean text(byte[] in, int index, int count) {
        // At most six bytes come out of one that goes in.
        need(2 + 6 * count);
        bytes[length++] = '"';
        boolean utf8 = true;
        int end = index + count;
        for (int i = index; i < end; ) {
            byte b = in[i];
            if (b >= 0 && PLAIN[b]) {
                bytes[length++] = b;
                i++;
                continue;
            }
            int codePoint = Utf8.codePoint(in, i, end);
            if (codePoint == Utf8.INVALID) {
                utf8 = false;
                bytes[length++] = '\\';
                bytes[length++] = '\\';
                bytes[length++] = 'x';
                bytes[length++] = HEX[b >> 4 & 0xf];
                bytes[length++] = HEX[b & 0xf];
                i++;
            } else {
                character(in, i, codePoint);
                i += Utf8.length(codePoint);
            }
        }
        bytes[length++] = '"';
        return utf8;
    }

    private void character(byte[] in, int index, int codePoint) {
        switch (codePoint) {
            case '"', '\\' -> escape(codePoint);
            case '\b' -> escape('b');
            case '\t' -> escape('t');
            case '\n' -> escape('n');
            case '\f' -> escape('f');
            case '\r' -> escape('r');
            default -> {
                if (!Utf8.isUnsafe(codePoint)) {
                    for (int i = 0; i < Utf8.length(codePoint); i++) {
                        bytes[length++] = in[index + i];
                    }
                } else if (codePoint < 0x10000) {
                    unicode(codePoint);
                } else {
                    unicode(Character.highSurrogate(codePoint));
                    unicode(Character.lowSurrogate(codePoint));
                }
            }
        }
    }

    private void escape(int c) {
        bytes[length++] = '\\';
        bytes[length++] = (byte) c;
    }

    private void unicode(int unit) {
        escape('u');
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[unit >> shift & 0xf];
        }
    }

    /** Appends bytes as hexadecimal digits; at most a gigabyte of them, as the array has to hold the text. */
    void hex(ByteBuffer buffer, int index, int count) {
        need(Math.multiplyExact(2, count));
        for (int i = index; i < index + count; i++) {
            int b = buffer.get(i);
            bytes[length++] = LOWER_HEX[b >> 4 & 0xf];
            bytes[length++] = LOWER_HEX[b & 0xf];
        }
    }

    @Override
    void bytes(byte[] in, int index, int count) {
        need(2 + (count + 2) / 3 * 4);
        bytes[length++] = '"';
        int i = index;
        for (int left = count; left > 0; left -= 3, i += 3) {
            int three = (in[i] & 0xff) << 16 | (left > 1 ? (in[i + 1] & 0xff) << 8 : 0) | (left > 2 ? in[i + 2] & 0xff : 0);
            bytes[length++] = BASE64[three >> 18];
            bytes[length++] = BASE64[three >> 12 & 0x3f];
            bytes[length++] = left > 1 ? BASE64[three >> 6 & 0x3f] : (byte) '=';
            bytes[length++] = left > 2 ? BASE64[three & 0x3f] : (byte) '=';
        }
        bytes[length++] = '"';
    }

    private void ascii(String text) {
        int count = text.length();
        need(count);
        for (int i = 0; i < count; i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
    }

    private void need(int count) {
        if (count > bytes.length - length) {
            grow(count);
        }
    }

    private void grow(int count) {
        bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, count), (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
    }
}
