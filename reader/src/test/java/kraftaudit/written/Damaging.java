package kraftaudit.written;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

import org.apache.kafka.common.utils.internals.Crc32C;

/** Edits of batches and files. Nothing here changes the array it is given. */
public final class Damaging {
    private Damaging() {
    }

    /** A copy with one byte exchanged. */
    public static byte[] set(byte[] bytes, int position, int value) {
        byte[] edited = bytes.clone();
        edited[position] = (byte) value;
        return edited;
    }

    /** A copy with the bits of {@code mask} of one byte turned. */
    public static byte[] flip(byte[] bytes, int position, int mask) {
        return set(bytes, position, bytes[position] ^ mask);
    }

    /** A copy edited by {@code edit}, which sees a big-endian buffer over all of it. */
    public static byte[] edit(byte[] bytes, Consumer<ByteBuffer> edit) {
        byte[] edited = bytes.clone();
        edit.accept(ByteBuffer.wrap(edited));
        return edited;
    }

    /** The first {@code length} bytes. */
    public static byte[] cut(byte[] bytes, int length) {
        return Arrays.copyOf(bytes, length);
    }

    /** All bytes but those from {@code from} (inclusive) to {@code to} (exclusive). */
    public static byte[] without(byte[] bytes, int from, int to) {
        return Batches.join(Arrays.copyOf(bytes, from), Arrays.copyOfRange(bytes, to, bytes.length));
    }

    /** {@code bytes} with {@code count} zeros behind. */
    public static byte[] zerosBehind(byte[] bytes, int count) {
        return Arrays.copyOf(bytes, bytes.length + count);
    }

    /** A copy in which the batch at {@code position} has the checksum that belongs to its bytes, by Kafka's own class. */
    public static byte[] checksummed(byte[] bytes, int position) {
        return edit(bytes, buffer -> {
            int length = 12 + buffer.getInt(position + 8);
            buffer.putInt(position + 17, (int) Crc32C.compute(bytes, position + 21, length - 21));
        });
    }
}
