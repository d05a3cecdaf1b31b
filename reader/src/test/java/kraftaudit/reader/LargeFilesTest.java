package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import kraftaudit.written.Batches;
import kraftaudit.written.DataValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of hundreds of megabytes that take next to nothing on disk: their batches hold one record that is nearly all zeros. */
class LargeFilesTest {
    private static final long TIME = 1_700_000_000_000L;
    private static final int VALUE = 8 << 20;

    /** The bytes of a large batch up to where only zeros follow. */
    private static byte[] start(long offset) {
        byte[] value = new byte[VALUE];
        value[0] = 1;
        value[1] = (byte) 201;
        value[2] = 1;
        return Arrays.copyOf(Batches.data(offset, 1, TIME, value), 80);
    }

    /** Writes so many large batches from offset 0 on, then the tail. Returns where the tail begins. */
    private static long write(Path file, int count, byte[]... tail) throws IOException {
        byte[] start = start(0);
        int length = 12 + ByteBuffer.wrap(start).getInt(8);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            for (int i = 0; i < count; i++) {
                // the offset lies outside of the checksum
                channel.write(ByteBuffer.wrap(start).putLong(0, i), (long) i * length);
            }
            channel.write(ByteBuffer.wrap(Batches.join(tail)), (long) count * length);
        }
        return (long) count * length;
    }

    @Test
    void positionsBeyondAQuarterOfAGigabyte(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("00000000000000000000.log");
        long tail = write(file, 32, Batches.data(32, 1, TIME, DataValues.noOp(), DataValues.metadataVersion(22)));
        assertTrue(tail > 261_000_559);
        Scan scan = Scans.file(file);
        assertEquals(List.of(), Scans.damages(scan));
        assertEquals(34, Scans.endOffset(scan));
        Event.FeatureLevel level = Scans.events(scan, Event.FeatureLevel.class).get(0);
        assertEquals(tail + 61 + 11, level.at().place().position());
        assertEquals(33, level.at().offset());
        assertEquals(32, scan.recordCounts().get(201));
    }

    @Test
    void whatLiesBehindTheLargestPosition(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("00000000000000000000.log");
        long tail = write(file, 256, Batches.data(256, 1, TIME, DataValues.noOp()));
        assertTrue(tail > Integer.MAX_VALUE);
        Scan scan = Scans.file(file);
        assertEquals(2, scan.regions().size());
        assertEquals(255, Scans.endOffset(scan));
        Damage rest = (Damage) scan.regions().get(1);
        assertEquals(Damage.Reason.UNSUPPORTED, rest.reason());
        assertEquals("at most 2147483647", rest.expected());
        assertEquals(tail + 72, scan.length());
    }
}
