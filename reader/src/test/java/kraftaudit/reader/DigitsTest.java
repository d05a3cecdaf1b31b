package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DigitsTest {
    private static void assertWritten(long value) {
        byte[] out = new byte[Digits.MOST + 2];
        int end = Digits.put(out, 1, value);
        assertEquals(Long.toString(value), new String(out, 1, end - 1, StandardCharsets.US_ASCII));
        assertEquals(0, out[0]);
        assertEquals(0, out[end]);
    }

    @Test
    void aroundEveryPowerOfTenAndTwo() {
        for (int digits = 0; digits <= 18; digits++) {
            long power = (long) Math.pow(10, digits);
            for (long near = power - 101; near <= power + 101; near++) {
                assertWritten(near);
                assertWritten(-near);
            }
        }
        for (int bits = 0; bits < 64; bits++) {
            for (long near = (1L << bits) - 2; near <= (1L << bits) + 2 && near >= (1L << bits) - 2; near++) {
                assertWritten(near);
                assertWritten(-near);
            }
        }
        assertWritten(Long.MIN_VALUE);
        assertWritten(Long.MIN_VALUE + 1);
        assertWritten(Long.MAX_VALUE);
    }

    @Test
    void numbersOfEveryLength() {
        Random random = new Random(20260101);
        for (int i = 0; i < 1_000_000; i++) {
            assertWritten(random.nextLong() >> random.nextInt(64));
        }
    }

    @Test
    void addsInPlaceUnlessItTakesMoreDigits() {
        Random random = new Random(20260102);
        for (int i = 0; i < 1_000_000; i++) {
            int before = random.nextInt() >>> 1 + random.nextInt(31);
            int more = random.nextInt() >>> 1 + random.nextInt(31);
            byte[] text = ("@" + before + "+").getBytes(StandardCharsets.US_ASCII);
            int end = text.length - 1;
            String sum = Long.toString((long) before + more);
            boolean added = Digits.add(text, end, more);
            assertEquals(sum.length() == end - 1, added, before + " + " + more);
            if (added) {
                assertEquals("@" + sum + "+", new String(text, StandardCharsets.US_ASCII));
            }
        }
    }

    @Test
    void hexadecimalDigits() {
        Random random = new Random(20260103);
        for (int i = 0; i < 10_000; i++) {
            int value = random.nextInt() >> random.nextInt(32);
            byte[] out = new byte[Digits.HEX + 2];
            assertEquals(1 + Digits.HEX, Digits.putHex(out, 1, value));
            assertEquals(String.format("\0%08x\0", value), new String(out, StandardCharsets.US_ASCII));
        }
    }
}
