package kraftaudit.reader;

import java.nio.charset.StandardCharsets;

/** UTF-8 as Unicode defines it: no overlong forms, no surrogates, nothing above U+10FFFF. */
final class Utf8 {
    /** What {@link #codePoint} gives where no character stands. */
    static final int INVALID = -1;

    private Utf8() {
    }

    /** The character at an index, or {@link #INVALID} when the bytes up to {@code end} (exclusive) do not begin with one. */
    static int codePoint(byte[] in, int index, int end) {
        int first = in[index];
        if (first >= 0) {
            return first;
        }
        int length = first >= (byte) 0xf0 ? 4 : first >= (byte) 0xe0 ? 3 : 2;
        if (first < (byte) 0xc2 || first > (byte) 0xf4 || length > end - index) {
            return INVALID;
        }
        int value = first & 0x7f >> length;
        for (int i = 1; i < length; i++) {
            int next = in[index + i];
            if (next >= (byte) 0xc0) {
                return INVALID;
            }
            value = value << 6 | next & 0x3f;
        }
        boolean shortest = length(value) == length;
        return shortest && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff) ? value : INVALID;
    }

    /** Whether all bytes are characters. */
    static boolean isText(byte[] in, int index, int length) {
        int end = index + length;
        int i = index;
        while (i < end) {
            int codePoint = codePoint(in, i, end);
            if (codePoint == INVALID) {
                return false;
            }
            i += length(codePoint);
        }
        return true;
    }

    /** The characters; a byte that belongs to none appears as {@code \xNN}. */
    static String text(byte[] in, int index, int length) {
        if (isText(in, index, length)) {
            return new String(in, index, length, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder(length);
        int end = index + length;
        int i = index;
        while (i < end) {
            int codePoint = codePoint(in, i, end);
            if (codePoint == INVALID) {
                int b = in[i++];
                text.append("\\x").append(Character.toUpperCase(Character.forDigit(b >> 4 & 0xf, 16)))
                    .append(Character.toUpperCase(Character.forDigit(b & 0xf, 16)));
            } else {
                text.appendCodePoint(codePoint);
                i += length(codePoint);
            }
        }
        return text.toString();
    }

    /** Number of bytes of a character. */
    static int length(int codePoint) {
        return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }

    /**
     * Whether a character is better not sent to a terminal or an editor as it is: controls of both sets, what is invisible,
     * what turns the direction of writing, and line ends that only some programs take for such. A fixed list, so that the
     * output does not depend on the Unicode version of the Java at hand.
     */
    static boolean isUnsafe(int c) {
        if (c < 0x300) {
            return c < 0x20 || c >= 0x7f && c <= 0x9f || c == 0xad;
        }
        return c == 0x61c || c == 0x180e || c >= 0x200b && c <= 0x200f || c >= 0x2028 && c <= 0x202e || c >= 0x2060 && c <= 0x206f
            || c == 0xfeff || c >= 0xfff9 && c <= 0xfffb || c >= 0xe0000 && c <= 0xe007f;
    }
}
