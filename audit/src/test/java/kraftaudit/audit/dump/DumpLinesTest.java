package kraftaudit.audit.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import kraftaudit.written.Batches;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Line after line of text: what of one is carried over to the next has to be right however the numbers in it change. */
class DumpLinesTest {
    private static final DateTimeFormatter ISO = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final byte[] NO_OP = DataValues.hex("01 14 00 00");
    private static final byte[] FENCE = DataValues.hex("01 07 00 00000005 0000000000000009 00");

    @TempDir
    Path folder;

    private final List<byte[]> batches = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();
    private long offset;
    private int position;

    /** Batches of random records, of the same kind as the one before or not. */
    private void write(Random random, int count, long firstTime, int epochs) {
        long time = firstTime;
        int epoch = 1;
        int records = 1;
        for (int i = 0; i < count; i++) {
            time += random.nextInt(10) == 0 ? random.nextInt(200_000) - 50_000 : random.nextInt(1500);
            epoch += random.nextInt(20) == 0 ? random.nextInt(epochs) : 0;
            records = random.nextInt(4) == 0 ? 1 + random.nextInt(12) : records;
            byte[][] values = new byte[records][];
            for (int r = 0; r < records; r++) {
                values[r] = random.nextInt(5) == 0 ? FENCE : NO_OP;
            }
            add(Batches.data(offset, epoch, time, values), epoch, time, values);
        }
    }

    private void add(byte[] batch, int epoch, long time, byte[]... values) {
        CRC32C crc = new CRC32C();
        crc.update(batch, 21, batch.length - 21);
        expected.add(String.format("batch %d-%d @%d+%d epoch %d %s (%d) data 0x0000, %d %s, crc 0x%08x passes", offset, offset + values.length - 1,
            position, batch.length, epoch, time < 0 ? "no time" : ISO.format(Instant.ofEpochMilli(time)), time, values.length,
            values.length == 1 ? "record" : "records", (int) crc.getValue()));
        int at = position + 61;
        for (byte[] value : values) {
            // around the value: length, attributes, timestamp delta, offset delta, key length, value length, headers
            int length = value.length + 7;
            expected.add("  " + offset + " @" + at + "+" + length + " "
                + (value == NO_OP ? "NO_OP_RECORD v0 {}" : "FENCE_BROKER_RECORD v0 {\"id\":5,\"epoch\":9}"));
            at += length;
            offset++;
        }
        assertEquals(batch.length, at - position);
        position = at;
        batches.add(batch);
    }

    private void assertShown(long baseOffset) throws IOException {
        byte[] log = Batches.join(batches.toArray(new byte[0][]));
        Path file = Files.write(folder.resolve(NodeFiles.segmentName(baseOffset)), log);
        List<String> lines = Dumped.fine("--jobs", 1, file).lines();
        assertEquals(expected, lines.subList(1, lines.size()));
    }

    @Test
    void offsetsPositionsAndTimesThatGrowPassTensAndMinutes() throws IOException {
        write(new Random(1), 4000, 1_795_983_200_000L, 3);
        assertShown(0);
    }

    @Test
    void numbersOfManyDigits() throws IOException {
        offset = 999_999_999_999_900L;
        write(new Random(2), 300, 999_999_990_000L, 900);
        assertShown(999_999_999_999_900L);
    }

    @Test
    void timesAroundTheFirstAndNone() throws IOException {
        write(new Random(3), 50, 60_000, 2);
        long[] times = {0, 1, 999, 1000, 59_999, 60_000, -1, -1, 0, 5, -1, 1_795_983_200_000L};
        for (long time : times) {
            add(Batches.data(offset, 100, time, NO_OP), 100, time, new byte[][] {NO_OP});
        }
        assertShown(0);
    }
}
