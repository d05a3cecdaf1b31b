package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.utils.internals.ByteUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CursorTest {
    /** The position of the array's first byte in these tests' imagined file: beyond what an int holds. */
    private static final long BASE = 5_000_000_000L;

    private static Cursor over(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        return new Cursor().over(bytes, 0, bytes.length, BASE);
    }

    @Test
    void readsEveryFixedFieldInOrder() {
        Cursor cursor = over("80 fffe fffe 80000000 0102030405060708 3ff8000000000000 00 02"
            + " 074691f832965e0df11ae1715dda3d5e");
        assertEquals(-128, cursor.int8("a"));
        assertEquals(-2, cursor.int16("b"));
        assertEquals(65534, cursor.uint16("c"));
        assertEquals(Integer.MIN_VALUE, cursor.int32("d"));
        assertEquals(0x0102030405060708L, cursor.int64("e"));
        assertEquals(1.5, cursor.float64("f"));
        assertFalse(cursor.bool("g"));
        assertTrue(cursor.bool("h"));
        assertEquals("B0aR-DKWXg3xGuFxXdo9Xg", cursor.uuid("i").toString());
        assertEquals(BASE + 43, cursor.position());
        assertEquals(0, cursor.remaining());
        cursor.finish("Test");
    }

    @Test
    void readsCompactStringsBytesAndCounts() {
        Cursor cursor = over("04 616263 00 01 03 c3a9 02 ff 03 0000 00");
        assertEquals("abc", cursor.string("a"));
        assertEquals(Optional.empty(), cursor.nullableString("b"));
        assertEquals(Optional.of(""), cursor.nullableString("c"));
        assertEquals("\u00e9", cursor.string("d"));
        assertEquals("\ufffd", cursor.string("e"), "bytes that are no UTF-8");
        assertEquals(2, cursor.count("f"));
        cursor.skip(2, "f");
        assertEquals(-1, cursor.bytesLength("g"));
    }

    @ParameterizedTest(name = "{0} of {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
        int8          |                | field at 5000000000: expected 1 byte, found the end after 0 bytes
        int16         | 00             | field at 5000000001: expected 2 bytes, found the end after 1 byte
        int32         | 000000         | field at 5000000003: expected 4 bytes, found the end after 3 bytes
        int64         | 00000000000000 | field at 5000000007: expected 8 bytes, found the end after 7 bytes
        uuid          | 0102           | field at 5000000002: expected 16 bytes, found the end after 2 bytes
        uvarint       | 8080           | field at 5000000002: expected the rest of a varint, found the end after 2 bytes
        uvarint       | ffffffffff01   | field at 5000000000: expected a varint of at most 5 bytes, found a longer one
        varlong       | 8080           | field at 5000000002: expected the rest of a varint, found the end after 2 bytes
        varlong       | ffffffffffffffffffff01 | field at 5000000000: expected a varint of at most 10 bytes, found a longer one
        string        | 00             | field at 5000000000: expected a string, found null
        string        | 046162         | field at 5000000000: expected a string within the 2 bytes left, found 3 bytes
        string        | 81800200       | field at 5000000000: expected a string of at most 32767 bytes, found 32768 bytes
        bytes         | ffffffff0700   | field at 5000000000: expected bytes within the 1 bytes left, found 2147483646 bytes
        count         | 040000         | field at 5000000000: expected at most 2 elements in the 2 bytes left, found 3 elements
        count         | ffffffff07     | field at 5000000000: expected at most 0 elements in the 0 bytes left, found 2147483646 elements
        skip          | 00             | field at 5000000000: expected at most 1 bytes, found 2 bytes
        finish        | 00             | field at 5000000000: expected no more bytes, found 1 byte left after field
        finish        | dead           | field at 5000000000: expected no more bytes, found 2 bytes left after field
        """)
    void saysWhereWhatAndWhy(String read, String hex, String message) {
        Cursor cursor = over(hex == null ? "" : hex);
        Malformed malformed = assertThrows(Malformed.class, () -> read(cursor, read));
        assertEquals(message, malformed.getMessage());
        assertTrue(cursor.index() <= cursor.endIndex());
    }

    private static void read(Cursor cursor, String read) {
        switch (read) {
            case "int8" -> cursor.int8("field");
            case "int16" -> cursor.int16("field");
            case "int32" -> cursor.int32("field");
            case "int64" -> cursor.int64("field");
            case "uuid" -> cursor.uuid("field");
            case "uvarint" -> cursor.uvarint("field");
            case "varlong" -> cursor.varlong("field");
            case "string" -> cursor.string("field");
            case "bytes" -> cursor.bytesLength("field");
            case "count" -> cursor.count("field");
            case "skip" -> cursor.skip(2, "field");
            case "finish" -> cursor.finish("field");
            default -> throw new IllegalArgumentException(read);
        }
    }

    @Test
    void aStringOfTheGreatestLengthIsRead() {
        ByteBuffer buffer = ByteBuffer.allocate(3 + 0x7fff);
        ByteUtils.writeUnsignedVarint(0x8000, buffer);
        while (buffer.hasRemaining()) {
            buffer.put((byte) 'x');
        }
        assertEquals("x".repeat(0x7fff), new Cursor().over(buffer.array(), 0, buffer.capacity(), 0).string("field"));
    }

    @Test
    void readsNothingOutsideOfItsBounds() {
        byte[] bytes = {1, 2, 3, 4};
        Cursor cursor = new Cursor().over(bytes, 1, 3, 100);
        assertEquals(101, cursor.position());
        assertEquals(0x0203, cursor.int16("field"));
        assertThrows(Malformed.class, () -> cursor.int8("field"));
        assertThrows(IndexOutOfBoundsException.class, () -> cursor.over(bytes, 0, 5, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> cursor.over(bytes, 3, 2, 0));
        Cursor inner = new Cursor().over(cursor.over(bytes, 0, 4, 100), 2, "inner");
        assertEquals(2, cursor.index());
        assertEquals(2, inner.remaining());
        assertEquals(100, inner.position());
    }

    /** Kafka's ByteUtils is the authority on which varints there are: random bytes, most of them with the high bit set. */
    @Test
    void readsTheVarintsThatKafkaReads() {
        Random random = new Random(20260101);
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[random.nextInt(12)];
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = (byte) (random.nextInt(4) == 0 ? random.nextInt(128) : random.nextInt(256) | 0x80);
            }
            same(bytes, c -> c.uvarint("field"), b -> ByteUtils.readUnsignedVarint(b));
            same(bytes, c -> c.varint("field"), b -> ByteUtils.readVarint(b));
            same(bytes, c -> c.varlong("field"), b -> ByteUtils.readVarlong(b));
        }
    }

    private static void same(byte[] bytes, ToLongFunction<Cursor> ours, ToLongFunction<ByteBuffer> kafkas) {
        Function<byte[], String> hex = HexFormat.of()::formatHex;
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        Cursor cursor = new Cursor().over(bytes, 0, bytes.length, 0);
        long expected;
        try {
            expected = kafkas.applyAsLong(buffer);
        } catch (IllegalArgumentException | BufferUnderflowException refused) {
            assertThrows(Malformed.class, () -> ours.applyAsLong(cursor), () -> hex.apply(bytes));
            return;
        }
        assertEquals(expected, ours.applyAsLong(cursor), () -> hex.apply(bytes));
        assertEquals(buffer.position(), cursor.index(), () -> hex.apply(bytes));
    }

    @Test
    void textIsUtf8() {
        byte[] utf8 = "\uD83D\uDE00".getBytes(StandardCharsets.UTF_8);
        assertEquals("\uD83D\uDE00", over("05" + HexFormat.of().formatHex(utf8)).string("field"));
    }
}
