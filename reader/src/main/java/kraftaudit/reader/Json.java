package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes JSON into a growing array, byte for byte, with no object per field. The text is what Kafka's JSON converters give
 * when printed, except that characters a terminal might act upon ({@link Utf8#isUnsafe}) are escaped, which a JSON reader
 * does not see.
 */
final class Json extends Sink {
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BASE64 =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BASE64_URL =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LOWEST = Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);
    /** ASCII characters that stand for themselves in a JSON string. */
    private static final boolean[] PLAIN = new boolean[128];

    static {
        for (int c = 0x20; c < 0x7f; c++) {
            PLAIN[c] = c != '"' && c != '\\';
        }
    }

    private byte[] bytes = new byte[512];
    private int length;

    /** The array that holds the text up to {@link #length}; another one after the next write. */
    byte[] array() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Throws away everything. */
    void clear() {
        length = 0;
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
    void raw(byte[] text) {
        need(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    /** Appends one ASCII character as it is. */
    void raw(char c) {
        need(1);
        bytes[length++] = (byte) c;
    }

    @Override
    void startObject() {
        raw('{');
    }

    @Override
    void restartObject(int mark) {
        length = mark;
    }

    @Override
    void endObject() {
        raw('}');
    }

    @Override
    void startArray() {
        raw('[');
    }

    @Override
    void endArray() {
        raw(']');
    }

    @Override
    void name(Layout.Field field) {
        byte[] key = field.key;
        need(key.length);
        // The key begins with a comma, which the first field of an object does without.
        int from = bytes[length - 1] == '{' ? 1 : 0;
        System.arraycopy(key, from, bytes, length, key.length - from);
        length += key.length - from;
    }

    @Override
    void name(String name) {
        if (bytes[length - 1] != '{') {
            raw(',');
        }
        word(name);
        raw(':');
    }

    @Override
    void element() {
        if (bytes[length - 1] != '[') {
            raw(',');
        }
    }

    @Override
    void nothing() {
        ascii("null");
    }

    @Override
    void bool(boolean value) {
        ascii(value ? "true" : "false");
    }

    @Override
    void number(long value) {
        need(20);
        if (value < 0) {
            if (value == Long.MIN_VALUE) {
                raw(LOWEST);
                return;
            }
            bytes[length++] = '-';
            value = -value;
        }
        int digits = 1;
        for (long power = 10; digits < 19 && value >= power; power *= 10) {
            digits++;
        }
        int at = length + digits;
        length = at;
        while (value > Integer.MAX_VALUE) {
            bytes[--at] = (byte) ('0' + value % 10);
            value /= 10;
        }
        int small = (int) value;
        do {
            bytes[--at] = (byte) ('0' + small % 10);
            small /= 10;
        } while (small != 0);
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
    void uuid(long mostSignificant, long leastSignificant) {
        need(24);
        byte[] out = bytes;
        int at = length;
        out[at++] = '"';
        for (int shift = 58; shift > 0; shift -= 6) {
            out[at++] = BASE64_URL[(int) (mostSignificant >>> shift) & 0x3f];
        }
        // Four bits are left of the first half; the last character holds two bits of the second.
        out[at++] = BASE64_URL[(int) (mostSignificant << 2) & 0x3c | (int) (leastSignificant >>> 62)];
        for (int shift = 56; shift > 0; shift -= 6) {
            out[at++] = BASE64_URL[(int) (leastSignificant >>> shift) & 0x3f];
        }
        out[at++] = BASE64_URL[(int) (leastSignificant << 4) & 0x30];
        out[at++] = '"';
        length = at;
    }

    @Override
    void word(String text) {
        raw('"');
        ascii(text);
        raw('"');
    }

    @Override
    boolean text(ByteBuffer buffer, int index, int count) {
        // At most six bytes come out of one that goes in.
        need(2 + 6 * count);
        bytes[length++] = '"';
        boolean utf8 = true;
        int end = index + count;
        for (int i = index; i < end; ) {
            byte b = buffer.get(i);
            if (b >= 0 && PLAIN[b]) {
                bytes[length++] = b;
                i++;
                continue;
            }
            int codePoint = Utf8.codePoint(buffer, i, end);
            if (codePoint == Utf8.INVALID) {
                utf8 = false;
                bytes[length++] = '\\';
                bytes[length++] = '\\';
                bytes[length++] = 'x';
                bytes[length++] = HEX[b >> 4 & 0xf];
                bytes[length++] = HEX[b & 0xf];
                i++;
            } else {
                character(buffer, i, codePoint);
                i += Utf8.length(codePoint);
            }
        }
        bytes[length++] = '"';
        return utf8;
    }

    private void character(ByteBuffer buffer, int index, int codePoint) {
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
                        bytes[length++] = buffer.get(index + i);
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

    @Override
    void bytes(ByteBuffer buffer, int index, int count) {
        need(2 + (count + 2) / 3 * 4);
        bytes[length++] = '"';
        int i = index;
        for (int left = count; left > 0; left -= 3, i += 3) {
            int three = (buffer.get(i) & 0xff) << 16 | (left > 1 ? (buffer.get(i + 1) & 0xff) << 8 : 0) | (left > 2 ? buffer.get(i + 2) & 0xff : 0);
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
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, count), (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
        }
    }
}
