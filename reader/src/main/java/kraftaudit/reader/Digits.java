package kraftaudit.reader;

/** Numbers in decimal digits, written to an array: most of what a dump writes besides names. */
final class Digits {
    /** Most digits of a number, with its sign. */
    static final int MOST = 20;

    /** The two digits of each number below 100. */
    private static final byte[] TENS = new byte[100];
    private static final byte[] ONES = new byte[100];

    static {
        for (int i = 0; i < 100; i++) {
            TENS[i] = (byte) ('0' + i / 10);
            ONES[i] = (byte) ('0' + i % 10);
        }
    }

    private Digits() {
    }

    /** Writes a number from an index on and returns the index behind it. There is room for {@link #MOST} digits. */
    static int put(byte[] out, int at, long value) {
        if (value >= 0 && value <= Integer.MAX_VALUE) {
            return put(out, at, (int) value);
        }
        if (value >= 0) {
            return large(out, at, value);
        }
        out[at] = '-';
        // the lowest number has no positive counterpart: its last digit is written apart
        long rest = -(value / 10);
        int end = rest == 0 ? at + 1 : put(out, at + 1, rest);
        out[end] = (byte) ('0' - value % 10);
        return end + 1;
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
            out[at] = (byte) ('0' + value);
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
