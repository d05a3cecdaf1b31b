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
}
