package kraftaudit.audit.dump;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import kraftaudit.audit.Profiles;
import kraftaudit.audit.cli.CommandLineTool;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.Schemas;
import kraftaudit.written.BigLogs;
import kraftaudit.written.Damaging;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How the output is written: by any number of threads the same, at once, and with an end when nobody reads. */
class DumpOutputTest {
    @TempDir
    Path folder;

    private static DumpOptions options(DumpOptions.Format format, OptionalLong limit) {
        return new DumpOptions(format, false, false, 0, Long.MAX_VALUE, Set.of(), Set.of(), false, false, false, false, limit, false, false,
            Schemas.builtIn(), Profiles.builtIn().get(0));
    }

    private byte[] dump(DumpOptions.Format format, int threads) throws Exception {
        Capture capture = CaptureFinder.find(List.of(folder));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertEquals(new Dump.Done(List.of(), false), Dump.dump(capture, options(format, OptionalLong.empty()), Optional.empty(), List.of(), out, threads));
        return out.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(DumpOptions.Format.class)
    void threadsMakeNoDifference(DumpOptions.Format format) throws Exception {
        List<Path> segments = BigLogs.write(folder.resolve("__cluster_metadata-0"), BigLogs.Shape.MIXED, 3, 6 << 20, 4 << 20);
        byte[] bytes = Files.readAllBytes(segments.get(0));
        Random random = new Random(7);
        for (int i = 0; i < 40; i++) {
            bytes = Damaging.flip(bytes, random.nextInt(bytes.length), 1 << random.nextInt(8));
        }
        Files.write(segments.get(0), bytes);
        byte[] alone = dump(format, 1);
        assertTrue(alone.length > 8 << 20);
        assertArrayEquals(alone, dump(format, 2));
        assertArrayEquals(alone, dump(format, 5));
    }

    /** The first lines leave the tool before much of the file has been looked at, and no write is longer than a stretch's text. */
    @Test
    void writesEarlyAndInPieces() throws Exception {
        BigLogs.write(folder.resolve("__cluster_metadata-0"), BigLogs.Shape.TOPIC_STORM, 3, 24 << 20, 1 << 30);
        List<Integer> writes = new ArrayList<>();
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) {
                writes.add(1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                if (length > 0) {
                    writes.add(length);
                }
            }
        };
        Dump.dump(CaptureFinder.find(List.of(folder)), options(DumpOptions.Format.TEXT, OptionalLong.empty()), Optional.empty(), List.of(), out, 2);
        // the heading, then the first stretch
        assertTrue(writes.get(0) < 200 && writes.get(1) < 100_000, writes.subList(0, 3).toString());
        assertTrue(writes.stream().mapToInt(Integer::intValue).max().orElseThrow() < 2 << 20);
        assertTrue(writes.size() > 100);
    }

    // ---- an output that fails ----

    private static final class Failing extends OutputStream {
        private final String message;
        private int left;

        Failing(String message, int left) {
            this.message = message;
            this.left = left;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[1], 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            left -= length;
            if (left < 0) {
                throw new IOException(message);
            }
        }
    }

    private record Ended(int code, String err) {
    }

    private Ended run(OutputStream out) {
        StringWriter err = new StringWriter();
        int code = CommandLineTool.run(new String[] {"dump", folder.toString()}, out, new PrintWriter(err), kraftaudit.audit.cli.Terminal.NONE);
        return new Ended(code, err.toString());
    }

    @Test
    void aClosedPipeEndsItQuietly() throws IOException {
        BigLogs.write(folder.resolve("__cluster_metadata-0"), BigLogs.Shape.TOPIC_STORM, 3, 8 << 20, 1 << 30);
        for (int left : new int[] {0, 10, 100_000, 5_000_000}) {
            assertEquals(new Ended(0, ""), run(new Failing("Broken pipe", left)));
        }
    }

    @Test
    void aFullDiskIsSaid() throws IOException {
        BigLogs.write(folder.resolve("__cluster_metadata-0"), BigLogs.Shape.TOPIC_STORM, 3, 1 << 20, 1 << 30);
        assertEquals(new Ended(3, "kraft-audit: the output could not be written: No space left on device\n"),
            run(new Failing("No space left on device", 100_000)));
    }

    // ---- an input that fails ----

    @Test
    void aFileThatCannotBeReadIsSaidAndTheOthersAreShown() throws Exception {
        Path log = Files.createDirectories(folder.resolve("__cluster_metadata-0"));
        Files.write(log.resolve("00000000000000000000.log"), Dumped.log());
        Path gone = Files.write(log.resolve("00000000000000000001.log"), Dumped.log());
        Capture capture = CaptureFinder.find(List.of(folder));
        Files.delete(gone);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertEquals(new Dump.Done(List.of("__cluster_metadata-0/00000000000000000001.log: no such file or folder"), false),
            Dump.dump(capture, options(DumpOptions.Format.JSON, OptionalLong.empty()), Optional.empty(), List.of(), out, 2));
        assertEquals(60, new Dumped(0, out.toString(java.nio.charset.StandardCharsets.UTF_8), "").offsets().size());
    }

    @Test
    void theInputIsNotChanged() throws IOException {
        Path file = Files.write(folder.resolve("00000000000000000000.log"), Damaging.flip(Dumped.log(), 4007, 1));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        var before = Files.getLastModifiedTime(file);
        byte[] bytes = Files.readAllBytes(file);
        Dumped.fine("--hex", "--status", file);
        assertArrayEquals(bytes, Files.readAllBytes(file));
        assertEquals(before, Files.getLastModifiedTime(file));
        assertEquals(List.of(file), Files.list(folder).toList());
    }
}
