package kraftaudit.audit.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kraftaudit.audit.Audit;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.archive.ArchiveWriter;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.CapturedFile;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code audit --output}: what is in the folder, that it repeats, and that nothing else is touched. */
class CompliancePackageTest {
    private static final Set<String> FILES = new TreeSet<>(Set.of("report.txt", "report.html", "outcomes.csv", "findings.csv", "voters.csv",
        "timeline.csv", "report.json", "report.sarif", "timeline.svg", "manifest.json", "manifest.sha256"));
    private static final Path SAMPLE = Samples.folder("lost-voter-change");

    @TempDir
    Path folder;

    private static SortedMap<String, byte[]> contents(Path root) throws IOException {
        SortedMap<String, byte[]> contents = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                contents.put(root.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
        return contents;
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    private static List<String> names(Path in) throws IOException {
        try (Stream<Path> list = Files.list(in)) {
            return list.map(p -> p.getFileName().toString()).sorted().toList();
        }
    }

    private SortedMap<String, byte[]> written(String name, Path input) throws IOException {
        Ran ran = Ran.run("audit", "--output", folder.resolve(name).toString(), input.toString());
        assertEquals("", ran.err());
        assertTrue(ran.code() <= 1, ran.toString());
        return contents(folder.resolve(name));
    }

    // ---- what is in it ----

    @Test
    void everyFormIsThatOfItsCommand() throws Exception {
        SortedMap<String, byte[]> before = contents(SAMPLE);
        SortedMap<String, byte[]> written = written("out", SAMPLE);
        assertEquals(FILES, written.keySet());
        String sample = SAMPLE.toString();
        Map<String, String[]> commands = Map.of("report.txt", new String[] {"audit", sample}, "outcomes.csv", new String[] {"audit", "--format", "csv", sample},
            "report.json", new String[] {"audit", "--format", "json", sample}, "report.sarif", new String[] {"audit", "--format", "sarif", sample},
            "voters.csv", new String[] {"voters", "--format", "csv", sample}, "timeline.csv", new String[] {"timeline", "--format", "csv", sample},
            "timeline.svg", new String[] {"timeline", "--format", "svg", sample});
        for (var command : commands.entrySet()) {
            assertEquals(Ran.run(command.getValue()).out(), new String(written.get(command.getKey()), StandardCharsets.UTF_8), command.getKey());
        }
        SortedMap<String, byte[]> after = contents(SAMPLE);
        assertEquals(before.keySet(), after.keySet());
        before.forEach((name, bytes) -> assertArrayEquals(bytes, after.get(name), name));
        assertEquals(List.of("out"), names(folder), "nothing beside the folder");
    }

    @Test
    void theManifestNamesEveryFileReadAndWritten() throws Exception {
        SortedMap<String, byte[]> written = written("out", SAMPLE);
        JsonNode manifest = new ObjectMapper().readTree(written.get("manifest.json"));
        Map<String, JsonNode> files = new HashMap<>();
        manifest.get("files").forEach(file -> files.put(file.get("name").asText(), file));
        SortedMap<String, byte[]> input = contents(SAMPLE);
        for (var file : input.entrySet()) {
            JsonNode listed = files.remove(file.getKey());
            if (listed == null) {
                // a folder that was not entered stands for what is in it
                String top = file.getKey().substring(0, file.getKey().lastIndexOf('/'));
                assertTrue(files.containsKey(top) && files.get(top).get("sha256Before").isNull(), file.getKey());
                continue;
            }
            assertEquals(sha256(file.getValue()), listed.get("sha256Before").asText(), file.getKey());
            assertEquals(sha256(file.getValue()), listed.get("sha256After").asText(), file.getKey());
            assertEquals(file.getValue().length, listed.get("length").asLong(), file.getKey());
            assertFalse(listed.get("changed").asBoolean());
            assertEquals(Files.getLastModifiedTime(SAMPLE.resolve(file.getKey())).toMillis(),
                Instant.parse(listed.get("modified").asText()).toEpochMilli(), file.getKey());
            assertFalse(listed.get("why").asText().isEmpty());
        }
        assertTrue(files.values().stream().allMatch(f -> f.get("sha256Before").isNull()), files.keySet()::toString);
        Set<String> outputs = new TreeSet<>();
        for (JsonNode output : manifest.get("outputs")) {
            outputs.add(output.get("name").asText());
            assertEquals(sha256(written.get(output.get("name").asText())), output.get("sha256").asText());
        }
        Set<String> others = new TreeSet<>(FILES);
        others.removeAll(Set.of("manifest.json", "manifest.sha256"));
        assertEquals(others, outputs);
        List<String> lines = new String(written.get("manifest.sha256"), StandardCharsets.UTF_8).lines().toList();
        assertEquals(sha256(written.get("manifest.json")) + "  manifest.json", lines.get(0));
        assertEquals(FILES.size() - 1, lines.size());
        JsonNode run = manifest.get("run");
        assertEquals("[\"audit\",\"--output\",\"" + folder.resolve("out") + "\",\"" + SAMPLE + "\"]", run.get("commandLine").toString());
        assertTrue(run.get("started").asText().compareTo(run.get("ended").asText()) <= 0);
        assertEquals(System.getProperty("java.version"), run.get("javaVersion").asText());
    }

    /** The hash that is printed last is that of the manifest. */
    @Test
    void stdoutHasTheVerdictAndTheHash() throws Exception {
        Ran ran = Ran.run("audit", "-o", folder.resolve("out").toString(), SAMPLE.toString());
        assertTrue(ran.out().startsWith("NOTES ONLY: "), ran.out());
        assertTrue(ran.flat().endsWith(sha256(Files.readAllBytes(folder.resolve("out/manifest.json"))) + " "), ran.flat());
        Ran worse = Ran.run("audit", "-o", folder.resolve("worse").toString(), Samples.folder("made/never").toString());
        assertEquals(1, worse.code());
        assertEquals(1, new ObjectMapper().readTree(Files.readAllBytes(folder.resolve("worse/manifest.json"))).get("exitCode").asInt());
    }

    @Test
    void ofAnArchiveTheArchiveItselfIsHashed() throws Exception {
        ArchiveWriter writer = new ArchiveWriter();
        contents(SAMPLE).forEach(writer::file);
        Path zip = Files.write(folder.resolve("copies.zip"), writer.zip());
        SortedMap<String, byte[]> packed = written("packed", zip);
        SortedMap<String, byte[]> plain = written("plain", SAMPLE);
        plain.keySet().stream().filter(n -> !n.startsWith("manifest")).forEach(n -> assertArrayEquals(plain.get(n), packed.get(n), n));
        JsonNode input = new ObjectMapper().readTree(packed.get("manifest.json")).get("inputs").get(0);
        assertEquals(sha256(Files.readAllBytes(zip)), input.get("sha256Before").asText());
        assertEquals(sha256(Files.readAllBytes(zip)), input.get("sha256After").asText());
        assertTrue(input.get("archive").asBoolean());
    }

    // ---- it repeats ----

    /** Another folder, made in another order, in another locale and time zone: only the manifest differs. */
    @Test
    void theSameBytesElsewhere() throws Exception {
        SortedMap<String, byte[]> here = written("here", SAMPLE);
        List<Map.Entry<String, byte[]>> files = new ArrayList<>(contents(SAMPLE).entrySet());
        Collections.reverse(files);
        Path copy = folder.resolve("a b/é/lost-voter-change");
        for (var file : files) {
            Files.createDirectories(copy.resolve(file.getKey()).getParent());
            Files.write(copy.resolve(file.getKey()), file.getValue());
        }
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(new Locale("ar", "EG"));
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
            SortedMap<String, byte[]> there = written("there", copy);
            assertEquals(FILES, there.keySet());
            FILES.stream().filter(n -> !n.startsWith("manifest")).forEach(n -> assertArrayEquals(here.get(n), there.get(n), n));
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    // ---- where it may be written ----

    private void assertRefused(int code, String line, String output, String... more) throws IOException {
        SortedMap<String, byte[]> before = contents(folder);
        List<String> args = new ArrayList<>(List.of("audit", "-o", output));
        args.addAll(List.of(more));
        assertEquals(new Ran(code, "", "kraft-audit: " + line + "\n"), Ran.run(args.toArray(String[]::new)));
        assertEquals(before.keySet(), contents(folder).keySet(), "nothing is written");
        try (Stream<Path> walk = Files.walk(folder)) {
            assertTrue(walk.noneMatch(p -> p.getFileName().toString().startsWith(".kraft-audit")));
        }
    }

    @Test
    void neverIntoTheInput() throws Exception {
        Path input = folder.resolve("in");
        contents(SAMPLE).forEach((name, bytes) -> write(input.resolve(name), bytes));
        Path link = Files.createSymbolicLink(folder.resolve("link"), input.resolve("node1"));
        String in = input.toString();
        assertRefused(2, in + "/out: lies in the input " + in + ", which is never written", in + "/out", in);
        assertRefused(2, in + ": lies in the input " + in + ", which is never written", in, "--overwrite", in);
        assertRefused(2, link + "/x/y: lies in the input " + in + ", which is never written", link + "/x/y", in);
        assertRefused(2, in + "/out/../node1/x: lies in the input " + in + ", which is never written", in + "/out/../node1/x", in);
        String segment = in + "/node1/__cluster_metadata-0/00000000000000000000.log";
        assertRefused(2, in + "/node1/__cluster_metadata-0/o: lies in the input " + segment + ", which is never written",
            in + "/node1/__cluster_metadata-0/o", segment);
        assertRefused(2, segment + ": is no folder", segment, segment);
    }

    private static void write(Path file, byte[] bytes) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aFolderThatHoldsSomethingOnlyWithOverwrite() throws Exception {
        Path out = Files.createDirectories(folder.resolve("out"));
        Files.writeString(out.resolve("mine"), "kept");
        Files.writeString(out.resolve("report.txt"), "old");
        assertRefused(2, out + ": is not empty; --overwrite writes into it all the same", out.toString(), SAMPLE.toString());
        assertEquals(new Ran(2, "", "kraft-audit: --overwrite goes with --output\n"), Ran.run("audit", "--overwrite", SAMPLE.toString()));
    }

    @Test
    void overwriteReplacesItsOwnFilesAlone() throws Exception {
        Path out = Files.createDirectories(folder.resolve("out"));
        Files.writeString(out.resolve("mine"), "kept");
        Files.writeString(out.resolve("report.txt"), "old");
        assertTrue(Ran.run("audit", "-o", out.toString(), "--overwrite", SAMPLE.toString()).code() <= 1);
        SortedMap<String, byte[]> after = contents(out);
        assertEquals("kept", new String(after.remove("mine"), StandardCharsets.UTF_8));
        assertEquals(FILES, after.keySet());
        SortedMap<String, byte[]> fresh = written("fresh", SAMPLE);
        assertArrayEquals(fresh.get("report.txt"), after.get("report.txt"));
    }

    @Test
    void anEmptyFolderAndMissingParents() throws Exception {
        Files.createDirectories(folder.resolve("empty"));
        assertEquals(FILES, written("empty", SAMPLE).keySet());
        assertEquals(FILES, written("a/b/c", SAMPLE).keySet());
        assertEquals(List.of("a", "empty"), names(folder));
    }

    @Test
    void whatCannotBeWritten() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertRefused(2, file + ": is no folder", file.toString(), SAMPLE.toString());
        assertRefused(2, file + "/x: lies below a file", file + "/x", SAMPLE.toString());
        Path out = Files.createDirectories(folder.resolve("out/report.json")).getParent();
        assertRefused(2, out + ": has a folder named report.json", out.toString(), "--overwrite", SAMPLE.toString());
    }

    /** An input that cannot be audited leaves no folder. */
    @Test
    void nothingIsLeftOfARunThatFails() throws Exception {
        Path out = folder.resolve("out");
        Path empty = Files.createDirectories(folder.resolve("nothing"));
        assertRefused(3, empty + ": empty folder", out.toString(), empty.toString());
        assertFalse(Files.exists(out));
        assertRefused(2, "--output writes every format; --format csv goes with stdout", out.toString(), "--format", "csv", SAMPLE.toString());
    }

    // ---- files that change under the audit ----

    private Path copied() throws IOException {
        Path copy = folder.resolve("copy");
        contents(SAMPLE).forEach((name, bytes) -> write(copy.resolve(name), bytes));
        return copy;
    }

    /** Does something once, when so many bytes were read. */
    private static Pipe.Progress when(long bytes, Runnable then) {
        return new Pipe.Progress() {
            private long read;
            private boolean done;

            @Override
            public void total(long all) {
            }

            @Override
            public synchronized void read(long more) {
                read += more;
                if (read >= bytes && !done) {
                    done = true;
                    then.run();
                }
            }
        };
    }

    private static List<Finding> changed(CaptureInput input) {
        AuditReport report = Audit.audit(input);
        return report.findings().stream().filter(f -> f.ruleId().equals("F01")).toList();
    }

    @Test
    void aFileThatGrowsWhileItIsRead() throws Exception {
        Path copy = copied();
        Path segment = copy.resolve("node2/__cluster_metadata-0/00000000000000000000.log");
        long length = Files.size(segment);
        Capture capture = CaptureFinder.find(List.of(copy));
        CaptureInput input = Pipe.load(capture, Pipe.Settings.defaults(), when(1, () -> {
            try {
                Files.write(segment, new byte[7], StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
        List<Finding> findings = changed(input);
        assertEquals(1, findings.size(), findings::toString);
        assertEquals("changed while it was read: its length went from " + length + " to " + (length + 7), findings.get(0).found());
        assertEquals("node2", findings.get(0).where().replica());
        assertEquals(List.of(), changed(Pipe.load(CaptureFinder.find(List.of(copy)), Pipe.Settings.defaults(), Pipe.Progress.NONE)));
    }

    private static void flipUnderItsOldTime(Path file) {
        try {
            FileTime time = Files.getLastModifiedTime(file);
            byte[] bytes = Files.readAllBytes(file);
            bytes[0] ^= 1;
            Files.write(file, bytes);
            Files.setLastModifiedTime(file, time);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns when the system's time for files is another than that of these. */
    private void tick(Path copied) throws IOException {
        Path clock = folder.resolve("clock");
        do {
            Files.writeString(clock, "");
        } while (Files.getLastModifiedTime(clock).equals(Files.getLastModifiedTime(copied)));
    }

    /** Counts what is read of a capture with hashes. */
    private static final class Counted implements Pipe.Progress {
        private final AtomicLong total = new AtomicLong();
        private final AtomicLong read = new AtomicLong();

        @Override
        public void total(long bytes) {
            total.addAndGet(bytes);
        }

        @Override
        public void read(long bytes) {
            read.addAndGet(bytes);
        }
    }

    private static Counted counted(Path path) throws Exception {
        Counted counted = new Counted();
        Pipe.load(CaptureFinder.find(List.of(path)), Pipe.Settings.defaults(), counted, true);
        return counted;
    }

    private static void assumeMarks() {
        assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("unix"), "elsewhere files are hashed once more at the end");
    }

    /** What nobody touches is hashed once; what has just been written may be written again in the same tick and is hashed again. */
    @Test
    void everyFileIsHashedOnce() throws Exception {
        assumeMarks();
        Capture capture = CaptureFinder.find(List.of(SAMPLE));
        List<CapturedFile> files = Stream.concat(capture.directories().stream().flatMap(d -> d.files().stream()), capture.others().stream()).toList();
        long scanned = files.stream().filter(f -> f.name().endsWith(".log") || f.name().endsWith(".checkpoint")).mapToLong(CapturedFile::length).sum();
        Counted counted = counted(SAMPLE);
        assertEquals(scanned + files.stream().mapToLong(CapturedFile::length).sum(), counted.total.get());
        assertEquals(counted.total.get(), counted.read.get());
    }

    /** Other bytes under the same length and time, behind the hash: the system's time of the change tells, and the second hash. */
    @Test
    void aFileWhoseBytesChangeUnderItsOldTime() throws Exception {
        Path copy = copied();
        long all = counted(copy).total.get();
        Path file = copy.resolve("node3/meta.properties");
        CaptureInput input = Pipe.load(CaptureFinder.find(List.of(copy)), Pipe.Settings.defaults(), when(all, () -> flipUnderItsOldTime(file)), true);
        assertTrue(changed(input).stream().anyMatch(f -> f.found().equals("changed while it was read: its bytes are others than before")
            && f.where().place().orElseThrow().file().equals("node3/meta.properties")), changed(input)::toString);
        int changed = input.files().files().stream().map(CapturedFile::name).toList().indexOf("node3/meta.properties");
        assertEquals(sha256(Files.readAllBytes(SAMPLE.resolve("node3/meta.properties"))), input.files().before().get(changed).sha256().orElseThrow());
        assertEquals(sha256(Files.readAllBytes(file)), input.files().after().get(changed).sha256().orElseThrow());
    }

    /** Before its hash: both hashes are then the same, and the system's time of the change tells all the same. */
    @Test
    void aFileWhoseBytesChangeBeforeTheyAreHashed() throws Exception {
        assumeMarks();
        Path copy = copied();
        Path file = copy.resolve("node3/meta.properties");
        Pipe.Settings defaults = Pipe.Settings.defaults();
        tick(file);
        Pipe.Settings oneThread = new Pipe.Settings(defaults.profile(), defaults.schemas(), defaults.options(), 1);
        CaptureInput input = Pipe.load(CaptureFinder.find(List.of(copy)), oneThread, when(1, () -> flipUnderItsOldTime(file)), true);
        assertTrue(changed(input).stream().anyMatch(f -> f.found().equals(
            "changed while it was read: it was written to, replaced, or changed in its name, times or rights")
            && f.where().place().orElseThrow().file().equals("node3/meta.properties")), changed(input)::toString);
    }

    /** A file that is gone at the end, and one in whose place there is another. */
    @Test
    void filesThatAreGoneOrReplaced() throws Exception {
        Path copy = copied();
        long all = counted(copy).total.get();
        Path gone = copy.resolve("node1/meta.properties");
        Path replaced = copy.resolve("node2/__cluster_metadata-0/00000000000000000000.log");
        long length = Files.size(replaced);
        CaptureInput input = Pipe.load(CaptureFinder.find(List.of(copy)), Pipe.Settings.defaults(), when(all, () -> {
            try {
                Files.delete(gone);
                Files.delete(replaced);
                Files.write(replaced, new byte[5]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }), true);
        assertEquals(Set.of("node1/meta.properties: changed while it was read: at the end: no such file or folder",
            "node2/__cluster_metadata-0/00000000000000000000.log: changed while it was read: its length went from " + length + " to 5"),
            changed(input).stream().map(f -> f.where().place().orElseThrow().file() + ": " + f.found()).collect(Collectors.toSet()));
    }
}
