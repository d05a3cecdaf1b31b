package kraftaudit.reader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;
import kraftaudit.written.BigLogs;

/**
 * How fast the scan is beside a bare loop that walks from batch to batch and checks checksums, over the same mapped file in
 * one thread. Run by hand, with the megabytes of each log:
 * {@code java -cp reader/target/test-classes:reader/target/classes:... kraftaudit.reader.ScanSpeed 256}.
 */
public final class ScanSpeed {
    private static final int ROUNDS = 41;

    private ScanSpeed() {
    }

    /** Prints a line for each shape: gigabytes a second, best of the rounds, and the ratio of the medians. */
    public static void main(String[] args) throws IOException {
        long bytes = Long.parseLong(args.length > 0 ? args[0] : "256") << 20;
        for (BigLogs.Shape shape : BigLogs.Shape.values()) {
            Path folder = Files.createTempDirectory("scan-speed");
            Path file = BigLogs.write(folder, shape, 1, bytes, Long.MAX_VALUE).get(0);
            measure(shape.name(), file);
            Files.delete(file);
            Files.delete(folder);
        }
    }

    private static void measure(String name, Path file) throws IOException {
        ByteBuffer mapped;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
        CapturedFile captured = new CapturedFile(file, "log", FileKind.SEGMENT, mapped.limit(), "");
        Scanner scanner = new Scanner(Scans.SCHEMAS, Scans.PROFILE);
        double[] bare = new double[ROUNDS];
        double[] scan = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            bare[i] = rate(mapped, () -> bare(mapped));
            scan[i] = rate(mapped, () -> scanner.scan(captured, mapped, 0).regions().size());
        }
        java.util.Arrays.sort(bare);
        java.util.Arrays.sort(scan);
        System.out.println(String.format(Locale.ROOT, "%-12s bare %5.2f GB/s, scan %5.2f GB/s (best %5.2f and %5.2f), ratio %.2f, of the best %.2f", name,
                bare[ROUNDS / 2], scan[ROUNDS / 2], bare[ROUNDS - 1], scan[ROUNDS - 1], scan[ROUNDS / 2] / bare[ROUNDS / 2], scan[ROUNDS - 1] / bare[ROUNDS - 1]));
    }

    private static double rate(ByteBuffer mapped, LongSupplier work) {
        long start = System.nanoTime();
        if (work.getAsLong() < 0) {
            throw new IllegalStateException("damaged");
        }
        long end = System.nanoTime();
        return (double) mapped.limit() / (end - start);
    }

    private static long bare(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        int at = 0;
        int batches = 0;
        while (bytes.limit() - at >= 61) {
            int length = 12 + bytes.getInt(at + 8);
            crc.reset();
            crc.update(bytes.slice(at + 21, length - 21));
            if ((int) crc.getValue() != bytes.getInt(at + 17)) {
                return -1;
            }
            at += length;
            batches++;
        }
        return batches;
    }
}
