package kraftaudit.audit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import kraftaudit.written.Batches;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.Control;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.Samples;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Offsets, times and folders at the edge of what there can be, through every command and format. */
class ExtremesTest {
    private static final List<List<String>> COMMANDS = List.of(
        List.of("audit"), List.of("audit", "--format", "csv"), List.of("audit", "--format", "json"), List.of("audit", "--format", "sarif"),
        List.of("voters"), List.of("voters", "--format", "csv"), List.of("voters", "--format", "json"),
        List.of("describe"), List.of("describe", "--format", "csv"), List.of("describe", "--format", "json"),
        List.of("compare"), List.of("compare", "--format", "csv"), List.of("compare", "--format", "json"),
        List.of("timeline"), List.of("timeline", "--format", "csv"), List.of("timeline", "--format", "json"), List.of("timeline", "--format", "svg"),
        List.of("dump"), List.of("dump", "--format", "csv"), List.of("dump", "--format", "json"));

    @TempDir
    Path folder;

    private static Ran run(List<String> command, Path path) {
        List<String> args = new ArrayList<>(command);
        args.add(path.toString());
        Ran ran = Ran.run(args.toArray(String[]::new));
        assertTrue(ran.code() == 0 || ran.code() == 1, () -> command + ": " + ran.code() + " " + ran.err());
        return ran;
    }

    // ---- offsets ----

    /** The log goes on from a checkpoint that ends where it begins; a change of the voters and a finding lie behind. */
    private Path huge(long base) {
        WrittenLog log = WrittenLog.of("at " + base + " epoch 2; static 1 2 3; lead 1 + kraft 1 + voters 1 2 3; mv 33; controller 1; controller 2; controller 3;"
            + " voters 1 2 3 4; controller 9; noop 3");
        return log.node("id", 1, 1).checkpoint(base, 2, Checkpoints.dynamic(2, WrittenLog.START, WrittenLog.START, WrittenVoter.upTo(3),
            DataValues.metadataVersion(33))).write(folder.resolve("node1"));
    }

    @ParameterizedTest
    @ValueSource(longs = {3_186_751_957L, 9_930_471_116L, 9_007_199_254_740_993L, 9_223_372_036_854_770_000L})
    void hugeOffsetsAreExact(long base) throws Exception {
        Path node = huge(base);
        long change = base + 7;
        long finding = base + 8;
        for (List<String> command : COMMANDS) {
            String out = run(command, node).out();
            assertFalse(out.contains("E18") || out.contains("E15") || out.matches("(?s).*[0-9]\\.[0-9]+E[0-9]+.*"), () -> command + " " + out);
        }
        assertTrue(run(List.of("audit"), node).flat().contains("registered at offset " + finding));
        CSVRecord found = run(List.of("audit", "--format", "csv"), node).csv().stream().filter(r -> r.get("rule_id").equals("V07")).findFirst().orElseThrow();
        assertEquals(Long.toString(finding), found.get("offset"));
        for (String format : List.of("audit", "voters", "timeline", "describe", "compare")) {
            JsonNode json = run(List.of(format, "--format", "json"), node).json();
            assertTrue(json.toString().contains(Long.toString(format.equals("audit") ? finding : base)), format);
        }
        assertTrue(run(List.of("audit", "--format", "sarif"), node).out().contains(Long.toString(finding)));
        List<CSVRecord> spans = run(List.of("voters", "--format", "csv"), node).csv();
        assertTrue(spans.stream().anyMatch(r -> r.get("voters_offset").equals(Long.toString(change)) && r.get("high_watermark_from").equals(Long.toString(change + 1))),
            spans::toString);
        List<CSVRecord> at = run(List.of("voters", "--format", "csv", "--at", Long.toString(change)), node).csv();
        assertEquals(List.of("1", "2", "3"), at.stream().map(r -> r.get("voter_id")).toList(), "the change itself does not count yet");
        List<CSVRecord> after = run(List.of("voters", "--format", "csv", "--at", Long.toString(change + 1)), node).csv();
        assertEquals(List.of("1", "2", "3", "4"), after.stream().map(r -> r.get("voter_id")).toList());
        assertTrue(run(List.of("timeline", "--format", "csv"), node).out().contains(Long.toString(change)));
        assertTrue(run(List.of("dump", "--format", "csv"), node).csv().stream().anyMatch(r -> r.get("offset").equals(Long.toString(change))));
    }

    // ---- times ----

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MAX_VALUE, 0, 253_402_300_800_000L})
    void timesThatAreNone(long time) throws Exception {
        NodeDirectory node = NodeDirectory.read(Samples.folder("static-3.9").resolve("node2"));
        String segment = "__cluster_metadata-0/00000000000000000000.log";
        Path written = node.file(segment, Batches.join(node.bytes(segment), Batches.data(60, 6, time, DataValues.noOp()),
            Batches.control(61, 7, time, Control.leaderChange(2, List.of(1, 2, 3), List.of(1, 2))))).write(folder.resolve("node2"));
        for (List<String> command : COMMANDS) {
            run(command, written);
        }
        CSVRecord none = run(List.of("audit", "--format", "csv"), written).csv().stream().filter(r -> r.get("rule_id").equals("F12")).findFirst().orElseThrow();
        assertEquals(time == 0 ? "1970-01-01T00:00:00.000Z" : "", none.get("timestamp"));
        assertEquals("NOTE", none.get("severity"));
        assertTrue(none.get("found").startsWith(time < 0 ? "'-1" : Long.toString(time)), none.get("found"));
    }

    /** Logs of the far future are as good as any: nothing is compared with the clock of this machine. */
    @Test
    void logsOfTheFuture() {
        WrittenLog log = WrittenLog.of("lead 1 + kraft 1 + voters 1; begin + mv 33 + end; controller 1; noop 3");
        byte[] future = log.bytes();
        ByteBuffer buffer = ByteBuffer.wrap(future);
        for (int at = 0; at < future.length; at += 12 + buffer.getInt(at + 8)) {
            buffer.putLong(at + 27, 7_000_000_000_000L + at);
            buffer.putLong(at + 35, 7_000_000_000_000L + at);
            future = Damaging.checksummed(future, at);
            buffer = ByteBuffer.wrap(future);
        }
        Path node = log.node("id", 1, 1).segment(0, future).write(folder.resolve("node1"));
        assertEquals(0, run(List.of("audit", "--fail-on", "note"), node).code());
    }

    // ---- folders ----

    @Test
    void whatElseLiesInADataDirectory() throws IOException {
        Path node = Samples.folder("reconfiguration").resolve("node1");
        Path copy = NodeDirectory.read(node).write(folder.resolve("node1"));
        Files.createDirectories(copy.resolve("lost+found"));
        Files.createDirectories(copy.resolve("backup/old"));
        Files.writeString(copy.resolve("backup/old/notes.txt"), "x");
        Files.writeString(copy.resolve(".DS_Store"), "x");
        Files.createDirectories(copy.resolve("orders-0"));
        Files.write(copy.resolve("orders-0/00000000000000000000.log"), new byte[100]);
        Files.createSymbolicLink(copy.resolve("loop"), copy);
        Files.createSymbolicLink(copy.resolve("link"), copy.resolve("meta.properties"));
        Ran ran = run(List.of("audit"), folder);
        assertEquals(0, ran.code());
        for (String name : List.of("lost+found", ".DS_Store", "loop", "link")) {
            assertEquals(1, Stream.of(ran.flat().split(" ")).filter(word -> word.equals("node1/" + name)).count(), name + "\n" + ran.out());
        }
        assertTrue(ran.flat().contains("directory of a topic partition: not opened, not judged (1)"), ran.flat());
    }

    @Test
    void evidenceIsOnlyRead() throws IOException {
        Path copy = NodeDirectory.read(Samples.folder("reconfiguration").resolve("node1")).write(folder.resolve("node1"));
        List<Path> all;
        try (Stream<Path> paths = Files.walk(copy)) {
            all = paths.toList();
        }
        for (Path path : all) {
            Files.setLastModifiedTime(path, FileTime.fromMillis(1_600_000_000_000L));
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(Files.isDirectory(path) ? "r-xr-xr-x" : "r--------"));
        }
        Map<Path, String> before = states(all);
        for (List<String> command : COMMANDS) {
            run(command, copy);
        }
        assertEquals(before, states(all));
        for (Path path : all) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private static Map<Path, String> states(List<Path> paths) throws IOException {
        Map<Path, String> states = new TreeMap<>();
        for (Path path : paths) {
            states.put(path, Files.getLastModifiedTime(path) + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(path))
                + (Files.isRegularFile(path) ? " " + Arrays.hashCode(Files.readAllBytes(path)) : ""));
        }
        return states;
    }
}
