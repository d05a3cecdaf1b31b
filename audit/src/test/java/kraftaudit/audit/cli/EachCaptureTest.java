package kraftaudit.audit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import kraftaudit.audit.archive.ArchiveWriter;
import kraftaudit.written.WrittenLog;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code audit --each} over some hundred captures: sound ones, broken ones, and ones that cannot be audited. */
class EachCaptureTest {
    private static final int SOUND = 240;
    private static final String BORN = "lead 1 + kraft 1 + voters 1; begin + mv 25 + end; noop 3";

    @TempDir
    static Path folder;
    private static Path captures;

    @BeforeAll
    static void write() throws Exception {
        captures = folder.resolve("captures");
        for (int i = 0; i < SOUND; i++) {
            WrittenLog.of(BORN).node("cluster-" + i, 1, 1).write(captures.resolve(String.format("c%03d/node1", i)));
        }
        // Two clusters in one capture; a damaged log; an archive; and three that cannot be audited.
        WrittenLog.of(BORN).node("one", 1, 1).write(captures.resolve("d-two/a"));
        WrittenLog.of("at 0 epoch 7; lead 2 + kraft 1 + voters 2; begin + mv 24 + end; noop 9").node("other", 2, 2).write(captures.resolve("d-two/b"));
        WrittenLog.of(BORN).node("broken", 1, 1).write(captures.resolve("e-broken/node1"));
        Path segment = captures.resolve("e-broken/node1/__cluster_metadata-0/00000000000000000000.log");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length - 1] ^= 1;
        Files.write(segment, bytes);
        ArchiveWriter writer = new ArchiveWriter();
        Path packed = captures.resolve("c000");
        try (Stream<Path> walk = Files.walk(packed)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                writer.file(packed.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        Files.write(captures.resolve("f.tar.gz"), writer.tarGz());
        Files.write(captures.resolve("g-bomb.zip"), new ArchiveWriter().file("../out", "x").zip());
        Files.createDirectories(captures.resolve("h-empty"));
        Files.writeString(Files.createDirectories(captures.resolve("i-foreign")).resolve("notes.txt"), "x");
        Files.writeString(captures.resolve("readme.txt"), "no capture");
    }

    private static Ran each(String... more) {
        List<String> args = new ArrayList<>(List.of("audit", "--each"));
        args.addAll(List.of(more));
        args.add(captures.toString());
        return Ran.run(args.toArray(String[]::new));
    }

    @Test
    void oneRowForEachClusterOfEachCapture() {
        Ran ran = each();
        assertEquals(3, ran.code(), "the worst: some could not be audited");
        assertEquals("", ran.err());
        String first = ran.out().lines().findFirst().orElseThrow();
        assertTrue(first.startsWith((SOUND + 6) + " captures, " + (SOUND + 4) + " clusters: "), first);
        assertTrue(ran.flat().contains("; 3 could not be audited"), first);
        for (int i = 0; i < SOUND; i++) {
            assertEquals(1, count(ran, String.format("c%03d ", i)), ran.out());
        }
        assertEquals(2, count(ran, "d-two "));
        assertTrue(ran.out().contains("g-bomb.zip: ") && ran.flat().contains("entry ../out: leads out of the archive"), ran.out());
        assertTrue(ran.flat().contains("h-empty: empty folder") && ran.flat().contains("no KRaft log directory"), ran.out());
        assertFalse(ran.out().contains("readme.txt"), ran.out());
        assertTrue(ran.out().lines().allMatch(l -> l.length() <= 100), ran.out());
    }

    private static long count(Ran ran, String beginning) {
        return ran.out().lines().filter(l -> l.startsWith(beginning)).count();
    }

    /** Without the option the clusters are told apart, and somebody who has many captures is told of it. */
    @Test
    void asOneCapture() {
        Ran ran = Ran.run("audit", "--format", "csv", captures.toString());
        assertEquals("kraft-audit: " + (SOUND + 3) + " log directories are taken for one capture; `audit --each` audits every folder for itself\n", ran.err());
        assertEquals("", Ran.run("audit", "-q", captures.toString()).err());
        assertEquals(1, ran.code());
    }

    /** The combined table is that of each capture alone, with its name behind. */
    @Test
    void combinedCsv() throws Exception {
        List<CSVRecord> rows = each("--format", "csv").csv();
        Set<String> names = new TreeSet<>();
        rows.forEach(row -> names.add(row.get("capture")));
        assertEquals(SOUND + 6, names.size());
        for (String name : List.of("c000", "c123", "d-two", "e-broken", "f.tar.gz")) {
            List<List<String>> alone = Ran.run("audit", "--format", "csv", captures.resolve(name).toString()).csv().stream().map(CSVRecord::toList).toList();
            assertEquals(alone, rows.stream().filter(r -> r.get("capture").equals(name)).map(r -> r.toList().subList(0, r.size() - 1)).toList(), name);
        }
        List<CSVRecord> bad = rows.stream().filter(r -> r.get("outcome").equals("not audited")).toList();
        assertEquals(List.of("g-bomb.zip", "h-empty", "i-foreign"), bad.stream().map(r -> r.get("capture")).toList());
        assertTrue(bad.stream().noneMatch(r -> r.get("message").isEmpty()));
    }

    /** Whatever the number of jobs, the bytes are the same. */
    @Test
    void jobs() {
        Ran one = each("--jobs", "1", "--format", "json");
        assertEquals(one, each("--jobs", "7", "--format", "json"));
        assertEquals(2, each("--jobs", "0").code());
    }

    @Test
    void jsonFitsItsSchema() throws Exception {
        JsonNode document = each("--format", "json").json();
        assertEquals(Set.of(), JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(Ran.run("schema", "captures").out())
            .validate(document));
        JsonNode broken = null;
        for (JsonNode capture : document.get("captures")) {
            broken = capture.get("capture").asText().equals("e-broken") ? capture : broken;
        }
        assertEquals(Ran.run("audit", "--format", "json", captures.resolve("e-broken").toString()).json().get("findings"), broken.get("findings"));
        assertEquals(1, broken.get("exitCode").asInt());
    }

    /** The worst outcome is the exit code. */
    @Test
    void exitCodes() {
        assertEquals(0, Ran.run("audit", "--each", captures.resolve("d-two").toString(), "--fail-on", "violation").code());
        Path only = captures.resolve("e-broken");
        assertEquals(Ran.run("audit", only.toString()).code(), Ran.run("audit", "--each", only.toString()).code());
        assertEquals(1, Ran.run("audit", "--each", only.toString()).code());
        assertEquals(3, Ran.run("audit", "--each", folder.resolve("nothing").toString()).code());
        assertEquals(new Ran(2, "", "kraft-audit: --each: SARIF is of one capture; --output writes that of each\n"), each("--format", "sarif"));
    }

    @Test
    void packagesOfAll(@TempDir Path out) throws Exception {
        Path target = out.resolve("o");
        Ran ran = each("-o", target.toString());
        assertEquals(3, ran.code(), ran.toString());
        try (Stream<Path> list = Files.list(target)) {
            assertEquals(List.of("captures", "findings.csv", "outcomes.csv", "summary.csv", "summary.json", "summary.txt"),
                list.map(p -> p.getFileName().toString()).sorted().toList());
        }
        assertEquals(each("--format", "csv").out(), Files.readString(target.resolve("outcomes.csv")));
        assertEquals(each().out(), Files.readString(target.resolve("summary.txt")));
        assertEquals(Ran.run("audit", captures.resolve("d-two").toString()).out(), Files.readString(target.resolve("captures/d-two/report.txt")));
        try (Stream<Path> list = Files.list(target.resolve("captures"))) {
            assertEquals(SOUND + 3, list.count(), "one for each that could be audited");
        }
        List<CSVRecord> summary = new Ran(0, Files.readString(target.resolve("summary.csv")), "").csv();
        assertEquals(SOUND + 4 + 3, summary.size());
    }
}
