package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import kraftaudit.written.Batches;
import kraftaudit.written.BigLogs;
import kraftaudit.written.BigLogs.Shape;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The short paths over plain batches and records against the plain ones: the same file gives the same scan, byte by byte. */
class ShortPathTest {
    private static final long TIME = 1_700_000_000_000L;

    private static void assertSame(byte[] log, String what) {
        Scan slow = Scans.slowly(0, log);
        Scan fast = Scans.segment(0, log);
        assertEquals(slow.recordCounts(), fast.recordCounts(), what);
        assertEquals(slow.remarks(), fast.remarks(), what);
        assertEquals(slow.events().size(), fast.events().size(), what);
        assertEquals(slow.regions().size(), fast.regions().size(), what);
        for (int i = 0; i < slow.regions().size(); i++) {
            assertEquals(slow.regions().get(i), fast.regions().get(i), what);
        }
        assertEquals(slow, fast, what);
    }

    @ParameterizedTest
    @EnumSource
    void soundLogs(Shape shape, @TempDir Path folder) throws IOException {
        assertSame(Scans.bytes(BigLogs.write(folder, shape, 9, 2_000_000, 1 << 30).get(0)), shape.name());
    }

    @ParameterizedTest
    @EnumSource
    void logsWithOneByteChangedUnderASoundChecksum(Shape shape, @TempDir Path folder) throws IOException {
        byte[] log = Scans.bytes(BigLogs.write(folder, shape, 9, 20_000, 1 << 30).get(0));
        List<Integer> batches = new ArrayList<>();
        ByteBuffer buffer = ByteBuffer.wrap(log);
        for (int at = 0; at < log.length; at += 12 + buffer.getInt(at + 8)) {
            batches.add(at);
        }
        Random random = new Random(shape.ordinal());
        for (int i = 0; i < 3000; i++) {
            int batch = batches.get(random.nextInt(batches.size()));
            int length = 12 + buffer.getInt(batch + 8);
            // half of the changes hit the header behind the checksum or the first record
            int position = batch + 21 + random.nextInt(Math.min(length - 21, random.nextBoolean() ? 52 : length));
            int mask = random.nextBoolean() ? 1 << random.nextInt(8) : 1 + random.nextInt(255);
            assertSame(Damaging.checksummed(Damaging.flip(log, position, mask), batch), shape + " byte " + position + " ^ " + mask);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 64, 65, 66, 127, 128, 129, 255, 256, 257, 300, 8191, 8192, 8193})
    void batchesOfManyRecords(int count) {
        byte[][] values = new byte[count][];
        for (int i = 0; i < count; i++) {
            values[i] = i % 7 == 3 ? DataValues.topic("t".repeat(i % 90), new org.apache.kafka.common.Uuid(i, 1)) : DataValues.noOp();
        }
        byte[] noOp = DataValues.noOp();
        byte[] log = Batches.join(Batches.data(0, 1, TIME, noOp), Batches.data(1, 1, TIME, values), Batches.data(1 + count, 1, TIME, values),
                Batches.data(1 + 2 * count, 1, TIME, noOp));
        assertSame(log, count + " records");
        Scan scan = Scans.segment(log);
        assertEquals(List.of(), Scans.damages(scan));
        assertEquals(2 + 2 * count, scan.recordCounts().values().stream().mapToLong(c -> c).sum());
    }

    @Test
    void countsThatLieInAnIdleLog() {
        byte[] idle = Batches.join(java.util.stream.IntStream.range(0, 20).mapToObj(i -> Batches.data(i, 1, TIME + i, DataValues.noOp())).toArray(byte[][]::new));
        for (int count : new int[] {0, 2, 257, 65537, -255, Integer.MIN_VALUE + 1}) {
            byte[] lying = Damaging.checksummed(Damaging.edit(idle, b -> b.putInt(10 * 72 + 57, count).putInt(10 * 72 + 23, count - 1)), 720);
            assertSame(lying, count + " records claimed");
            assertEquals(1, Scans.damages(Scans.segment(lying)).size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void logsWithOneByteChanged(Shape shape, @TempDir Path folder) throws IOException {
        byte[] log = Scans.bytes(BigLogs.write(folder, shape, 9, 20_000, 1 << 30).get(0));
        Random random = new Random(shape.ordinal());
        for (int i = 0; i < 1000; i++) {
            int position = random.nextInt(log.length);
            int mask = random.nextBoolean() ? 1 << random.nextInt(8) : 1 + random.nextInt(255);
            assertSame(Damaging.flip(log, position, mask), shape + " byte " + position + " ^ " + mask);
        }
    }

    /** Times of an idle log may differ in any of their bytes, and one wrong bit in time or checksum is seen all the same. */
    @Test
    void idleLogsWithStepsOfAnySize() {
        long[] steps = {0, 1, 255, 500, 65_536, 1_000_000, 20_000_000, 4_294_967_296L};
        Random random = new Random(4);
        byte[][] batches = new byte[400][];
        long time = TIME;
        for (int i = 0; i < batches.length; i++) {
            time += steps[random.nextInt(random.nextInt(20) == 0 ? steps.length : 4)];
            batches[i] = Batches.data(i, 1, time, DataValues.noOp());
        }
        byte[] log = Batches.join(batches);
        assertSame(log, "steps");
        assertEquals(List.of(), Scans.damages(Scans.segment(log)));
        assertEquals(400, Scans.segment(log).recordCounts().get(20));
        for (int i = 0; i < 3000; i++) {
            int batch = 72 * (1 + random.nextInt(398));
            // the checksum, and what it covers
            byte[] flipped = Damaging.flip(log, batch + 17 + random.nextInt(55), 1 << random.nextInt(8));
            assertSame(flipped, "bit");
            assertEquals(1, Scans.damages(Scans.segment(flipped)).size());
        }
    }

    /** One bit in both timestamps alike, as the short path expects them, and the checksum left alone. */
    @Test
    void idleBatchWithBothTimesChanged() {
        byte[] idle = Batches.join(java.util.stream.IntStream.range(0, 20).mapToObj(i -> Batches.data(i, 1, TIME + i, DataValues.noOp())).toArray(byte[][]::new));
        for (int bit = 0; bit < 40; bit++) {
            long changed = 1L << bit;
            byte[] log = Damaging.edit(idle, b -> b.putLong(720 + 27, TIME + 10 ^ changed).putLong(720 + 35, TIME + 10 ^ changed));
            assertSame(log, "bit " + bit);
            assertEquals(1, Scans.damages(Scans.segment(log)).size());
        }
    }

    /** Records of all lengths around the borders of what is compared at once, in runs of one type and one after the other. */
    @Test
    void recordsOfAllLengths() {
        Random random = new Random(8);
        for (int round = 0; round < 60; round++) {
            List<byte[]> batches = new ArrayList<>();
            int offset = 0;
            for (int i = 0; i < 12; i++) {
                byte[][] values = new byte[1 + random.nextInt(100)][];
                int shortest = random.nextInt(150);
                int spread = 1 + random.nextInt(40);
                int types = random.nextInt(6);
                for (int r = 0; r < values.length; r++) {
                    values[r] = random.nextInt(6) < types ? DataValues.topic("t".repeat(shortest + random.nextInt(spread)), new org.apache.kafka.common.Uuid(i, r))
                            : DataValues.noOp();
                }
                batches.add(Batches.data(offset, 1, TIME + i, values));
                offset += values.length;
            }
            byte[] log = Batches.join(batches.toArray(byte[][]::new));
            assertSame(log, "round " + round);
            assertEquals(List.of(), Scans.damages(Scans.segment(log)));
            ByteBuffer buffer = ByteBuffer.wrap(log);
            for (int i = 0; i < 100; i++) {
                int batch = 0;
                for (int skipped = random.nextInt(12); skipped > 0; skipped--) {
                    batch += 12 + buffer.getInt(batch + 8);
                }
                int position = batch + 61 + random.nextInt(buffer.getInt(batch + 8) + 12 - 61);
                int mask = random.nextInt(3) == 0 ? 1 + random.nextInt(255) : 1 << random.nextInt(8);
                assertSame(Damaging.checksummed(Damaging.flip(log, position, mask), batch), "round " + round + ", byte " + position + " ^ " + mask);
            }
        }
    }

    @Test
    void offsetsNearTheLargest() {
        long base = Long.MAX_VALUE - 10;
        byte[][] batches = new byte[12][];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = Batches.data(base + Math.min(i, 10), 1, TIME, DataValues.noOp());
        }
        byte[] log = Batches.join(batches);
        assertEquals(Scans.slowly(base, log), Scans.segment(base, log));
        assertTrue(Scans.damages(Scans.segment(base, log)).size() > 0);
    }
}
