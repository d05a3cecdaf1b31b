package kraftaudit.reader;

/** Numbers in digits, written to an array: most of what a dump writes besides names. */
public final class Digits {
    /** Most decimal digits of a number, with its sign. */
    public static final int MOST = 20;
    /** Hexadecimal digits of a 32-bit number. */
    public static final int HEX = 8;

    /** The two digits of each number below 100. */
    private static final byte[] TENS = new byte[100];
    private static final byte[] ONES = new byte[100];
    private static final byte[] LOWER_HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    static {
        for (int i = 0; i < 100; i++) {
            TENS[i] = (byte) ('0' + i / 10);
            ONES[i] = (byte) ('0' + i % 10);
        }
    }

    private Digits() {
    }

    /** Writes a number in decimal digits from an index on and returns the index behind it. There is room for {@link #MOST}. */
    public static int put(byte[] out, int at, long value) {
        int small = (int) value;
        if (value == small && small >= 0) {
            if (small < 10) {
                out[at] = (byte) ('0' + small);
                return at + 1;
            }
            return put(out, at, small);
        }
        return value < 0 ? negative(out, at, value) : large(out, at, value);
    }

    private static int negative(byte[] out, int at, long value) {
        out[at] = '-';
        // the lowest number has no positive counterpart: its last digit is written apart
        long rest = -(value / 10);
        int end = rest == 0 ? at + 1 : put(out, at + 1, rest);
        out[end] = (byte) ('0' - value % 10);
        return end + 1;
    }

    /**
     * Adds to a number that stands in decimal digits before an index, behind anything but a digit.
     *
     * @param more not negative
     * @return false when the number would have more digits, and the ones there mean nothing
     */
    public static boolean add(byte[] text, int end, int more) {
        int at = end;
        for (int carry = more; carry > 0; ) {
            int digit = text[--at] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            int sum = digit + carry;
            carry = (int) (sum * 0xcccccccdL >>> 35);
            text[at] = (byte) ('0' + sum - 10 * carry);
        }
        return true;
    }

    /** Writes the {@link #HEX} hexadecimal digits of a number from an index on and returns the index behind them. */
    public static int putHex(byte[] out, int at, int value) {
        byte[] digits = LOWER_HEX;
        int rest = value;
        for (int i = at + HEX - 1; i >= at; i--) {
            out[i] = digits[rest & 0xf];
            rest >>>= 4;
        }
        return at + HEX;
    }

    private static int large(byte[] out, int at, long value) {
        long upper = value / 1_000_000_000;
        int lower = (int) (value - upper * 1_000_000_000);
        int end = put(out, at, upper) + 9;
        int last = end;
        for (int i = 0; i < 4; i++) {
            int hundredth = hundredth(lower);
            int pair = lower - 100 * hundredth;
            out[--last] = ONES[pair];
            out[--last] = TENS[pair];
            lower = hundredth;
        }
        out[--last] = (byte) ('0' + lower);
        return end;
    }

    private static int put(byte[] out, int at, int value) {
        if (value < 10) {
            out[at] = ONES[value];
            return at + 1;
        }
        if (value < 100) {
            out[at] = TENS[value];
            out[at + 1] = ONES[value];
            return at + 2;
        }
        int end = at + (value < 100_000 ? value < 10_000 ? value < 1000 ? 3 : 4 : 5
                : value < 10_000_000 ? value < 1_000_000 ? 6 : 7
                : value < 100_000_000 ? 8 : value < 1_000_000_000 ? 9 : 10);
        byte[] tens = TENS;
        byte[] ones = ONES;
        int last = end;
        int rest = value;
        while (rest >= 100) {
            int hundredth = hundredth(rest);
            int pair = rest - 100 * hundredth;
            last -= 2;
            out[last + 1] = ones[pair];
            out[last] = tens[pair];
            rest = hundredth;
        }
        if (rest >= 10) {
            out[last - 1] = ones[rest];
            out[last - 2] = tens[rest];
        } else {
            out[last - 1] = (byte) ('0' + rest);
        }
        return end;
    }

    /** {@code value / 100} for what is not negative: not every compiler makes a multiplication of a division. */
    private static int hundredth(int value) {
        return (int) (value * 0x51eb851fL >>> 37);
    }
}
