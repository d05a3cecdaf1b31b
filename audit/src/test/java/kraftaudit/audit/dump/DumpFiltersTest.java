package kraftaudit.audit.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.cli.CommandLineTool;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Status;
import kraftaudit.written.Batches;
import kraftaudit.written.Damaging;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What options leave out, and where locators lead. */
class DumpFiltersTest {
    /** One segment, offsets 0 to 59, and small files. */
    private static final Path STATIC = Samples.folder("static-3.9").resolve("node2/__cluster_metadata-0");
    private static final Path SNAPSHOTS = Samples.folder("snapshots").resolve("node1");

    @TempDir
    Path folder;

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    // ---- offsets ----

    @ParameterizedTest
    @CsvSource({"0, 59", "3, 4", "33, 33", "7, 9", "59, 59", "0, 0", "58, 1000"})
    void offsetsAreInclusive(long from, long to) {
        Dumped dumped = Dumped.json("--from", from, "--to", to, STATIC);
        assertEquals(range(from, Math.min(to, 59)), dumped.offsets());
        // a batch is told before its first record, and no other
        assertEquals(dumped.all("record").stream().map(r -> r.get("baseOffset").asLong()).distinct().toList(),
            dumped.all("batch").stream().map(b -> b.get("baseOffset").asLong()).toList());
        assertTrue(dumped.all("batch").stream().noneMatch(b -> b.has("expectedOffset") || b.has("epochBefore")));
    }

    @Test
    void nothingInRangeIsNothing() {
        assertEquals("", Dumped.run("--from", 60, STATIC).out());
        assertEquals(1, Dumped.run("--from", 60, "--format", "csv", STATIC).lines().size());
    }

    /** Every pair of offsets over segments of several files, against the whole dump. */
    @Test
    void everyStartAgreesWithTheWholeDump() {
        List<JsonNode> whole = Dumped.json(SNAPSHOTS.resolve("__cluster_metadata-0")).all("record").stream()
            .filter(record -> record.get("file").asText().endsWith(".log")).toList();
        for (long from = 0; from < 652; from += 13) {
            long first = from;
            assertEquals(whole.stream().filter(r -> r.get("offset").asLong() >= first && r.get("offset").asLong() <= first + 20).toList(),
                Dumped.json("--from", from, "--to", from + 20, SNAPSHOTS.resolve("__cluster_metadata-0")).all("record"));
        }
    }

    /** Damage before the start changes nothing of what is shown, and is not shown itself. */
    @ParameterizedTest
    @ValueSource(ints = {8, 12, 16, 23, 30, 57, 70})
    void damageBeforeTheStart(int at) throws IOException {
        byte[] sound = Dumped.log();
        Path file = Files.write(folder.resolve(NodeFiles.segmentName(0)), Damaging.flip(sound, 860 + at, 0x40));
        Dumped dumped = Dumped.json("--from", 51, file);
        assertEquals(range(51, 59), dumped.offsets());
        assertEquals(List.of(), dumped.all("damage"));
    }

    /** A base offset lies outside of the checksum: a batch that claims to lie behind the start is shown, wherever it stands. */
    @Test
    void aSoundBatchThatClaimsAnotherOffset() throws IOException {
        Path file = Files.write(folder.resolve(NodeFiles.segmentName(0)), Damaging.edit(Dumped.log(), bytes -> bytes.putLong(860, 1000)));
        Dumped dumped = Dumped.json("--from", 55, file);
        assertEquals(List.of(1000L, 55L, 56L, 57L, 58L, 59L), dumped.offsets());
        assertEquals(10, dumped.all("batch").get(0).get("expectedOffset").asLong());
    }

    @Test
    void damageThatMayHideWhatWasAskedForIsShown() throws IOException {
        Path file = Files.write(folder.resolve(NodeFiles.segmentName(0)), Damaging.set(Dumped.log(), 4007, 1));
        assertEquals(1, Dumped.json("--from", 51, "--to", 51, file).all("damage").size());
        assertEquals(1, Dumped.json("--from", 50, "--to", 55, file).all("damage").size());
        assertEquals(0, Dumped.json("--from", 52, file).all("damage").size());
        assertEquals(0, Dumped.json("--to", 50, file).all("damage").size());
        assertEquals(1, Dumped.json("--type", "FEATURE_LEVEL", file).all("damage").size());
        Path torn = Files.write(folder.resolve(NodeFiles.segmentName(1)), Damaging.cut(Dumped.log(), 4556));
        assertEquals(1, Dumped.json("--from", 59, torn).all("damage").size());
        assertEquals(0, Dumped.json("--to", 58, torn).all("damage").size());
    }

    @Test
    void rangesLeaveOutCheckpointsBesideALog() {
        assertTrue(Dumped.json("--from", 0, "--to", 3, SNAPSHOTS).all("record").stream().allMatch(r -> r.get("file").asText().endsWith(".log")));
        Path checkpoint = SNAPSHOTS.resolve("__cluster_metadata-0/00000000000000000026-0000000001.checkpoint");
        assertEquals(range(2, 5), Dumped.json("--from", 2, "--to", 5, checkpoint).offsets());
    }

    // ---- kinds of records ----

    @ParameterizedTest
    @ValueSource(strings = {"FEATURE_LEVEL_RECORD", "feature_level", "FeatureLevelRecord", "feature-level", "12"})
    void typesByAnySpelling(String name) {
        Dumped dumped = Dumped.json("--type", name, STATIC);
        assertEquals(List.of(3L), dumped.offsets());
        assertEquals(1, dumped.all("batch").size());
    }

    @Test
    void severalTypesAndControlRecords() {
        assertEquals(List.of(0L, 1L, 3L, 33L), Dumped.json("--type", "FEATURE_LEVEL,LEADER_CHANGE", STATIC).offsets());
        assertEquals(List.of(0L, 1L, 33L), Dumped.json("--control", STATIC).offsets());
        assertEquals(List.of(), Dumped.run("--format", "json", "--control", "--type", "FEATURE_LEVEL", STATIC).offsets());
        assertEquals(List.of(0L), Dumped.json("--epoch", 1, STATIC).offsets());
        assertEquals(range(0, 32), Dumped.json("--epoch", "1,5", STATIC).offsets());
    }

    @Test
    void withoutNoOps() {
        Dumped dumped = Dumped.json("--no-noop", STATIC);
        assertTrue(dumped.all("record").stream().noneMatch(r -> r.get("type").asText().equals("NO_OP_RECORD")));
        long noOps = Dumped.json("--type", "NO_OP", STATIC).offsets().size();
        assertTrue(noOps > 30);
        assertEquals(60 - noOps, dumped.offsets().size());
        // a batch without a record that is shown is not shown
        assertTrue(dumped.all("batch").size() < 20);
    }

    @Test
    void misspeltTypes() {
        assertEquals("kraft-audit: --type: no record type PARTITON_CHANGE; did you mean PARTITION_CHANGE_RECORD?\n",
            Dumped.run("--type", "PARTITON_CHANGE", STATIC).err());
        Dumped voters = Dumped.run("--type", "voters", STATIC);
        assertEquals(2, voters.code());
        assertTrue(voters.err().contains("did you mean KRAFT_VOTERS?"), voters.err());
        assertEquals("kraft-audit: --type: no record type xyzzyxyzzy\n", Dumped.run("--type", "xyzzyxyzzy", STATIC).err());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 59, 60, 61})
    void limit(int limit) {
        assertEquals(range(0, Math.min(limit, 60) - 1), Dumped.json("--limit", limit, STATIC).offsets());
        assertEquals(Math.min(limit, 3), Dumped.json("--control", "--limit", limit, STATIC).offsets().size());
    }

    @Test
    void wrongUsage() {
        assertEquals("kraft-audit: --from: -1 is no offset, the least is 0\n", Dumped.run("--from=-1", STATIC).err());
        assertEquals("kraft-audit: --to: 3 is below --from\n", Dumped.run("--from", 4, "--to", 3, STATIC).err());
        assertEquals("kraft-audit: --limit: at least 1 record\n", Dumped.run("--limit", 0, STATIC).err());
        assertEquals("kraft-audit: a locator needs the PATH of its capture beside it\n", Dumped.run("node2:offset=5").err());
        assertEquals("kraft-audit: two locators: one place at a time\n", Dumped.run(STATIC, "node2:offset=5", "node2:offset=6").err());
        assertEquals(2, Dumped.run("--limit", 0, STATIC).code());
    }

    // ---- locators ----

    @Test
    void locatorByOffset() {
        Dumped dumped = Dumped.json(Samples.folder("static-3.9"), "node2:offset=4");
        assertEquals(List.of(4L), dumped.offsets());
        assertEquals("node2/__cluster_metadata-0/00000000000000000000.log", dumped.only("record").get("file").asText());
        assertEquals(2, dumped.only("batch").get("baseOffset").asLong());
    }

    @ParameterizedTest
    @CsvSource({"3938, 51", "3998, 51", "3999, 51", "4009, 51", "4010, 52", "212, '2,3,4,5'", "272, '2,3,4,5'", "273, 2", "303, 2", "304, 3", "356, 5", "357, '6,7'"})
    void locatorByPosition(long position, String offsets) {
        Dumped dumped = Dumped.json(STATIC, "node2:00000000000000000000.log@" + position);
        assertEquals(List.of(offsets.split(",")).stream().map(Long::valueOf).toList(), dumped.offsets());
    }

    @Test
    void locatorIntoDamageAndBehindTheEnd() throws IOException {
        Path file = Files.write(folder.resolve(NodeFiles.segmentName(0)), Batches.join(Damaging.set(Dumped.log(), 4007, 1), new byte[100]));
        String name = folder.getFileName().toString();
        assertEquals(3938, Dumped.json(file, name + ":00000000000000000000.log@4000").only("damage").get("position").asLong());
        assertEquals(4586, Dumped.json(file, name + ":00000000000000000000.log@4600").only("zeros").get("position").asLong());
        Dumped behind = Dumped.run("--format", "json", file, name + ":00000000000000000000.log@5000");
        assertEquals(1, behind.all().size());
        assertEquals("kraft-audit: " + name + ":00000000000000000000.log@5000: there is nothing\n", behind.err());
    }

    @Test
    void nothingToShowIsSaid() {
        for (String format : List.of("text", "csv", "json")) {
            Dumped nowhere = Dumped.run("--format", format, STATIC, "node2:offset=99999");
            assertEquals(0, nowhere.code());
            assertEquals("kraft-audit: node2:offset=99999: there is nothing\n", nowhere.err());
            assertEquals("kraft-audit: nothing is as the options ask\n", Dumped.run("--format", format, "--epoch", 99, STATIC).err());
            assertEquals("", Dumped.run("--format", format, "--quiet", "--epoch", 99, STATIC).err());
        }
    }

    /** Nor is the batch shown where reading resumes behind damage, when neither is asked for. */
    @Test
    void nothingBehindDamageEither() throws IOException {
        Path file = Files.write(folder.resolve(NodeFiles.segmentName(0)), Damaging.set(Dumped.log(), 4007, 1));
        Dumped nowhere = Dumped.run(file, folder.getFileName() + ":offset=99999");
        assertEquals("", nowhere.out());
        assertTrue(nowhere.err().endsWith(":offset=99999: there is nothing\n"), nowhere.err());
    }

    @Test
    void locatorOfACopyAndOfAnEmptyFile() throws IOException {
        Path sample = Samples.folder("static-3.9");
        Dumped copy = Dumped.json(sample, "node2:");
        assertEquals(Dumped.json(sample.resolve("node2")).offsets(), copy.offsets());
        assertEquals(range(0, 59), Dumped.json("--from", 0, "--to", 99, sample, "node2:").offsets());
        assertTrue(copy.all("quorum-state", "small-file", "file").size() > 3 && copy.out().contains("quorum-state"), copy.out());
        Path empty = Files.write(folder.resolve(NodeFiles.segmentName(0)), new byte[0]);
        Dumped dumped = Dumped.fine(empty, folder.getFileName() + ":00000000000000000000.log@0");
        assertTrue(dumped.out().contains("0 bytes"), dumped.out());
    }

    @Test
    void textThatWasMeantForALocator() {
        Dumped malformed = Dumped.run(STATIC, "node2:offset=");
        assertEquals(2, malformed.code());
        assertEquals("kraft-audit: 'node2:offset=' is no locator such as node1:offset=1609 or node1:00000000000000000000.log@8543\n", malformed.err());
    }

    @Test
    void locatorOfAFileThatIsNoSegment() {
        Dumped dumped = Dumped.json(SNAPSHOTS, "node1:00000000000000000026-0000000001.checkpoint@166");
        assertEquals(range(3, 12), dumped.offsets());
    }

    /** Nodes of several clusters may have one name: each is shown. */
    @Test
    void locatorOfSeveralClusters() {
        Dumped dumped = Dumped.json(Samples.folder("made"), "node2:offset=8");
        assertEquals(List.of(8L), dumped.offsets());
        List<String> files = Dumped.json(Samples.folder("made"), "node1:offset=8").all("record").stream().map(r -> r.get("file").asText()).toList();
        assertTrue(files.size() > 5 && files.stream().allMatch(file -> file.contains("/node1/")), files.toString());
        assertEquals(1, Dumped.json(Samples.folder("made"), "node1@at-format/node1:offset=8").offsets().size());
    }

    /** Every place that the audit of a sample names can be looked at by its words. */
    @Test
    void placesAsTheAuditPrintsThem() {
        Set<String> places = new TreeSet<>();
        for (String sample : List.of("lost-voter-change", "reconfiguration", "dynamic-3.9", "mv-4.5-without-cluster-id", "made/dropped",
            "made/other-in-meta-properties")) {
            Path path = Samples.folder(sample);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            CommandLineTool.run(new String[] {"audit", path.toString()}, out, new PrintWriter(new StringWriter()), kraftaudit.audit.cli.Terminal.NONE);
            Matcher place = Pattern.compile("\\bnode\\d+:(offset=\\d+|[^\\s,;:()]+@\\d+)").matcher(out.toString(StandardCharsets.UTF_8));
            while (place.find()) {
                assertTrue(Dumped.fine(path, place.group()).lines().size() > 0, place::group);
                places.add(sample + " " + place.group());
            }
        }
        assertTrue(places.size() >= 9, places.toString());
    }

    @Test
    void locatorsThatLeadNowhere() {
        assertEquals("kraft-audit: node9:offset=5: no copy node9; here are node1, node2, node3\n",
            Dumped.run(Samples.folder("static-3.9"), "node9:offset=5").err());
        assertEquals("kraft-audit: node2:00000000000000000099.log@5: no file 00000000000000000099.log in node2\n",
            Dumped.run(Samples.folder("static-3.9"), "node2:00000000000000000099.log@5").err());
    }

    // ---- commit status ----

    @ParameterizedTest
    @ValueSource(strings = {"lost-voter-change", "unclean-stop", "reconfiguration", "static-3.9", "snapshots"})
    void statusIsThatOfTheReplay(String sample) throws Exception {
        Path path = Samples.folder(sample);
        List<CaptureHistory> clusters = Pipe.load(List.of(path), Pipe.Settings.defaults()).clusters();
        assertEquals(1, clusters.size());
        Dumped all = Dumped.json("--status", path);
        for (JsonNode record : all.all("record")) {
            boolean inLog = record.get("file").asText().endsWith(".log");
            assertEquals(inLog, record.has("status"), record.toString());
            if (inLog) {
                assertEquals(clusters.get(0).status(record.get("offset").asLong(), record.get("epoch").asInt()).name(), record.get("status").asText());
            }
        }
        List<JsonNode> proven = all.all("record").stream().filter(r -> r.path("status").asText().equals(Status.PROVEN.name())).toList();
        assertFalse(proven.isEmpty());
        assertEquals(proven, Dumped.json("--committed", path).all("record"));
    }

    @Test
    void lostRecordsAreThere() {
        assertTrue(Dumped.json("--status", Samples.folder("lost-voter-change")).all("record").stream().anyMatch(r -> r.path("status").asText().equals("LOST")));
    }

    @Test
    void withoutBeingAskedThereIsNoStatus() {
        assertTrue(Dumped.json(STATIC).all("record").stream().noneMatch(r -> r.has("status")));
    }
}
