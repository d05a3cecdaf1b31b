package kraftaudit.audit;

import static kraftaudit.audit.Auditing.DEFAULT;
import static kraftaudit.audit.Auditing.finding;
import static kraftaudit.audit.Auditing.findings;
import static kraftaudit.audit.Auditing.message;
import static kraftaudit.audit.Auditing.word;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.NothingFound;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.ProofKind;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSource;
import kraftaudit.replay.VoterSpan;
import kraftaudit.written.Batches;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.Control;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.Samples;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkpoints that are not as they should be, and odd ones that are. */
class CheckpointCasesTest {
    private static final String LOG = "__cluster_metadata-0/";
    private static final String NAME = LOG + Checkpoints.name(26, 1);
    /** In the header of the real checkpoint: header batch to 166, data batch to 1161, footer batch to 1236. */
    private static final long TIME = 1_795_983_163_540L;

    @TempDir
    private Path folder;

    /** A real directory: segments 0, 167, 362, 469, end 652, all of epoch 1, checkpoints from 26 to 463. */
    private static NodeDirectory node() {
        return NodeDirectory.read(Samples.folder("snapshots").resolve("node1"));
    }

    private static byte[] checkpoint() {
        return node().bytes(NAME);
    }

    private AuditReport audit(NodeDirectory node) throws Exception {
        return Auditing.audit(folder, DEFAULT, node);
    }

    private static List<String> weighty(AuditReport report) {
        return report.findings().stream().filter(f -> f.severity() != Severity.NOTE).map(Finding::ruleId).toList();
    }

    private static Branch main(AuditReport report) {
        return report.clusters().get(0).cluster().main().orElseThrow();
    }

    private static CheckpointFacts facts(AuditReport report, long endOffset) {
        return report.clusters().get(0).cluster().replicas().get(0).checkpoints().stream().filter(c -> c.id().endOffset() == endOffset).findFirst().orElseThrow();
    }

    private static NodeDirectory without(NodeDirectory node, String... names) {
        Arrays.stream(names).forEach(name -> node.without(LOG + name));
        return node;
    }

    private static NodeDirectory from469() {
        NodeDirectory node = node();
        for (long base : new long[] {0, 167, 362}) {
            String name = NodeFiles.segmentName(base);
            without(node, name, name.replace(".log", ".index"), name.replace(".log", ".timeindex"), name.replace(".log", ".snapshot"));
        }
        return node;
    }

    private static NodeDirectory renamed(long endOffset, int epoch, long toEndOffset, int toEpoch) {
        byte[] bytes = node().bytes(LOG + Checkpoints.name(endOffset, epoch));
        return node().without(LOG + Checkpoints.name(endOffset, epoch)).checkpoint(toEndOffset, toEpoch, bytes);
    }

    // ---- the start of the log ----

    @Test
    void theStartIsCoveredByNoCheckpoint() throws Exception {
        AuditReport report = audit(from469());
        Finding start = finding(report, "C01");
        assertEquals(Severity.VIOLATION, start.severity());
        assertEquals(start, report.findings().get(0));
        assertEquals("log start 469: the newest checkpoint ends at 463: the state before 469 is lost, and records 463 to 468 are in no copy; "
            + "Kafka never leaves this, so a file was not copied or was removed by hand; expected a checkpoint that ends at 469 or above", message(start));
        assertEquals(Set.of(1), voters(report, 26));
        assertEquals(Set.of(1, 2), voters(report, 35));
        assertEquals(Set.of(1, 2), voters(report, 463));
        for (long highWatermark : new long[] {27, 34, 36, 165, 464, 500, 652}) {
            assertEquals(VoterSource.UNKNOWN, span(report, highWatermark).source(), "high watermark " + highWatermark);
        }
    }

    private static VoterSpan span(AuditReport report, long highWatermark) {
        return main(report).spans().stream().filter(s -> s.from() <= highWatermark && highWatermark <= s.to()).findFirst().orElseThrow();
    }

    private static Set<Integer> voters(AuditReport report, long highWatermark) {
        return span(report, highWatermark).voters().map(VoterSet::ids).map(Set::copyOf).orElseThrow();
    }

    @Test
    void noCheckpointIsLeft() throws Exception {
        NodeDirectory node = from469();
        List.of(26, 35, 166, 297, 429, 438, 446, 455, 463).forEach(end -> without(node, Checkpoints.name(end, 1)));
        Finding start = finding(audit(node), "C01");
        assertTrue(start.found().startsWith("no checkpoint: the state before 469 is lost"), start.found());
    }

    @ParameterizedTest
    @CsvSource({"32025,broken", "32026,held", "32027,held"})
    void aNearMiss(long endOffset, String word) throws Exception {
        WrittenLog log = WrittenLog.of("at 32026 epoch 2; noop 5");
        byte[] bytes = Checkpoints.dynamic(2, WrittenLog.START, WrittenLog.START, WrittenVoter.upTo(3), DataValues.metadataVersion(21));
        AuditReport report = audit(log.node("id", 1, 1).checkpoint(endOffset, 2, bytes));
        assertEquals(word, word(report, "C01"));
    }

    /** A checkpoint that could cover the start and cannot be read is named beside. */
    @Test
    void theOneThatCoversTheStartIsDamaged() throws Exception {
        WrittenLog log = WrittenLog.of("at 100 epoch 2; noop 5");
        byte[] bytes = Checkpoints.dynamic(2, WrittenLog.START, WrittenLog.START, WrittenVoter.upTo(3), DataValues.metadataVersion(21));
        AuditReport report = audit(log.node("id", 1, 1).checkpoint(100, 2, Damaging.cut(bytes, bytes.length - 1)));
        assertTrue(finding(report, "C01").found().contains("is not whole"), finding(report, "C01").found());
        assertEquals(List.of("C02", "C01"), report.findings().stream().filter(f -> f.severity() != Severity.NOTE).map(Finding::ruleId).toList(), "the cause comes first");
    }

    // ---- names ----

    @Test
    void insideABatch() throws Exception {
        AuditReport report = audit(renamed(35, 1, 40, 1));
        Finding inside = finding(report, "C09");
        assertEquals(Severity.IRREGULAR, inside.severity());
        assertTrue(inside.found().contains("inside the batch of offsets 35 to 95") && inside.found().contains("3.6 to 3.9"), inside.found());
        assertEquals("held", word(Auditing.audit(folder.resolve("as it was"), DEFAULT, node()), "C09"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 0, 100})
    void anotherEpoch(int epoch) throws Exception {
        AuditReport report = audit(renamed(26, 1, 26, epoch));
        Finding name = finding(report, "C05");
        assertEquals(Severity.VIOLATION, name.severity());
        assertEquals("checkpoint name: epoch " + epoch + "; expected epoch 1, that of record 25", message(name));
    }

    @Test
    void beyondTheLog() throws Exception {
        AuditReport report = audit(renamed(463, 1, 700, 1));
        Finding beyond = finding(report, "C06");
        assertEquals(Severity.IRREGULAR, beyond.severity());
        assertTrue(message(beyond).contains("700") && message(beyond).contains("652") && message(beyond).contains("would empty the log"), message(beyond));
    }

    /** Right after a download. */
    @Test
    void aheadOfAnEmptyLog() throws Exception {
        byte[] bytes = Checkpoints.dynamic(2, WrittenLog.START, WrittenLog.START, WrittenVoter.upTo(3), DataValues.metadataVersion(21));
        AuditReport report = audit(new NodeDirectory().identity("id", 1, WrittenVoter.directory(1, 1)).quorumState(2, 2).segment(700)
            .leaderEpochs(List.of(new long[] {2, 700})).checkpoint(700, 2, bytes));
        assertEquals(List.of(), report.findings());
        assertEquals("held", word(report, "C01"));
        assertEquals("held", word(report, "C06"));
        assertEquals(700, main(report).provenEnd());
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000000000000026-0000000001 (1).checkpoint", "26-1.checkpoint", "00000000000000000026-0000000001.checkpoint.bak",
        "00000000000000000026-1.checkpoint", "0000000000000000026-0000000001.checkpoint"})
    void namesThatAreAlmostRight(String name) throws Exception {
        Path at = node().without(NAME).inLog(name, checkpoint()).write(folder.resolve("node1"));
        AuditReport report = Auditing.audit(at, DEFAULT);
        assertEquals(List.of(), weighty(report));
        CapturedFile file = report.capture().directories().get(0).files().stream().filter(f -> f.name().endsWith("/" + name)).findFirst().orElseThrow();
        assertFalse(file.kind().used(), name);
        assertFalse(file.note().isEmpty() && file.kind().description().isEmpty());
        assertTrue(report.clusters().get(0).cluster().replicas().get(0).checkpoints().stream().noneMatch(c -> c.id().endOffset() == 26));
    }

    /** Producer state has the name of a checkpoint in other systems, and is none here. */
    @Test
    void producerStateIsNoCheckpoint() throws Exception {
        byte[] state = DataValues.hex("000148674bc700000000");
        NodeDirectory node = node().inLog("00000000000000000060.snapshot", state);
        AuditReport report = audit(node);
        assertEquals(List.of(), report.findings());
        assertEquals(FileKind.PRODUCER_SNAPSHOT, report.capture().directories().get(0).files().stream()
            .filter(f -> f.name().endsWith("060.snapshot")).findFirst().orElseThrow().kind());
        Path alone = Files.write(folder.resolve("00000000000000000060.snapshot"), state);
        assertTrue(assertThrows(NothingFound.class, () -> CaptureFinder.find(List.of(alone))).getMessage().contains("producer state"));
    }

    // ---- content ----

    @Test
    void offsetsInsideAreItsOwn() throws Exception {
        AuditReport report = audit(node());
        assertEquals(List.of(), report.findings());
        CheckpointFacts facts = facts(report, 26);
        assertEquals(TIME, facts.timestamp());
        assertEquals(13, facts.scan().orElseThrow().events().stream().mapToLong(e -> e.at().offset()).max().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({"1161,no footer", "1200,TORN", "900,TORN", "166,no footer", "1,TORN", "0,empty"})
    void cutAnywhere(int length, String says) throws Exception {
        AuditReport report = audit(node().file(NAME, Damaging.cut(checkpoint(), length)));
        assertEquals(List.of("C02"), weighty(report));
        Finding cut = finding(report, "C02");
        assertEquals(Severity.IRREGULAR, cut.severity());
        assertTrue(cut.found().contains(says) && cut.found().contains("its content is not used"), cut.found());
        assertFalse(facts(report, 26).usable());
        assertTrue(main(report).proofs().stream().anyMatch(p -> p.kind() == ProofKind.CHECKPOINT), "a name alone proves what it says");
    }

    @ParameterizedTest
    @CsvSource({"1200,1161,39", "900,166,734"})
    void whereItIsTorn(int length, long position, long rest) throws Exception {
        Finding torn = finding(audit(node().file(NAME, Damaging.cut(checkpoint(), length))), "C02");
        assertEquals(List.of(position, rest), List.of(torn.where().place().orElseThrow().position(), torn.where().place().orElseThrow().length()));
    }

    /** The next older sound one is used in its place. */
    @Test
    void anOlderOneServes() throws Exception {
        NodeDirectory node = from469().inLog("00000000000000000469.log", new byte[0]);
        byte[] newest = node.bytes(LOG + Checkpoints.name(463, 1));
        AuditReport report = audit(node.checkpoint(463, 1, Damaging.cut(newest, newest.length - 75)));
        assertEquals(Set.of(1, 2), voters(report, 455));
        assertEquals(455, main(report).spans().stream().mapToLong(VoterSpan::to).max().orElseThrow(), "what 463 held is not read");
        assertEquals(463, main(report).provenEnd(), "its name proves it all the same");
    }

    /** A footer is the last record, and a file has one header. */
    @Test
    void moreBehindTheFooter() throws Exception {
        byte[] real = checkpoint();
        byte[] behind = Batches.join(real, Batches.data(14, 1, TIME, DataValues.noOp()));
        assertEquals(List.of("C02"), weighty(audit(node().file(NAME, behind))));
        byte[] twice = Batches.join(real, Batches.control(14, 1, TIME, Control.footer()));
        assertEquals(List.of("C02"), weighty(audit(node().file(NAME, twice))));
        byte[] zeros = Damaging.zerosBehind(real, 500);
        assertEquals(List.of("C02"), weighty(audit(node().file(NAME, zeros))));
        byte[] junk = Batches.join(real, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20});
        assertEquals(List.of("C02"), weighty(audit(node().file(NAME, junk))));
    }

    @Test
    void withoutItsHeader() throws Exception {
        Finding headless = finding(audit(node().file(NAME, Damaging.without(checkpoint(), 0, 166))), "C02");
        assertTrue(headless.found().contains("no header"), headless.found());
    }

    /** Its batches are sound, so that only the offsets tell; what depends on the file is undecided, and one finding points at the place. */
    @Test
    void aBatchIsMissing() throws Exception {
        AuditReport report = audit(node().file(NAME, Damaging.without(checkpoint(), 166, 1161)));
        assertEquals(List.of("C02"), weighty(report));
        Finding missing = finding(report, "C02");
        assertTrue(missing.found().contains("its offsets run to 13, and it holds 4 records; its content is not used"), missing.found());
        assertEquals(166, missing.where().place().orElseThrow().position());
        assertFalse(facts(report, 26).usable());
        assertEquals("undecided", word(report, "C03"));
        assertEquals("undecided", word(report, "C04"));
        assertTrue(Auditing.outcome(report, "C04") instanceof Outcome.Undecided undecided && undecided.why().contains("as it is not whole (C02)"));
        // a base offset that was turned, and one that is whole, hide nothing
        byte[] turned = Damaging.edit(checkpoint(), b -> b.putLong(166, 4));
        AuditReport odd = Auditing.audit(folder.resolve("turned"), DEFAULT, node().file(NAME, turned));
        assertTrue(facts(odd, 26).usable());
        assertEquals("held", word(odd, "C04"));
    }

    @Test
    void aBadChecksum() throws Exception {
        AuditReport report = audit(node().file(NAME, Damaging.flip(checkpoint(), 100, 0x40)));
        Finding flipped = finding(report, "C02");
        assertTrue(flipped.found().contains("CHECKSUM"), flipped.found());
        assertEquals(List.of(0L, 166L), List.of(flipped.where().place().orElseThrow().position(), flipped.where().place().orElseThrow().length()));
        assertFalse(facts(report, 26).usable());
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 200, 700, 1155, 1165, 1230})
    void aFlippedBitAnywhereIsOneFinding(int position) throws Exception {
        AuditReport report = audit(node().file(NAME, Damaging.flip(checkpoint(), position, 0x10)));
        assertEquals(List.of("C02"), weighty(report));
    }

    @Test
    void aHeaderOfVersionOne() throws Exception {
        AuditReport report = audit(node().file(NAME, headed(1, 5)));
        Finding header = finding(report, "C02");
        assertEquals(Severity.IRREGULAR, header.severity());
        assertTrue(header.found().contains("unknown header version 1"), header.found());
        assertEquals(5, facts(report, 26).timestamp());
        assertTrue(facts(report, 26).usable(), "the content is used");
    }

    /** The real one with another version and time in its header. */
    private static byte[] headed(int version, long time) {
        byte[] bytes = checkpoint();
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int at = IntStream.range(61, 166).filter(i -> buffer.getLong(i) == TIME).findFirst().orElseThrow();
        return Damaging.checksummed(Damaging.edit(bytes, b -> b.putShort(at - 2, (short) version).putLong(at, time)), 0);
    }

    @Test
    void aHeaderWithoutATime() throws Exception {
        AuditReport report = audit(node().file(NAME, headed(0, -1)));
        assertEquals(List.of(), report.findings());
        assertEquals(-1, facts(report, 26).timestamp());
    }

    // ---- zero checkpoints ----

    @Test
    void aZeroCheckpointWithRecordsIsNoStepAndNoProof() throws Exception {
        byte[][] orders = {DataValues.metadataVersion(33), DataValues.featureLevel("group.version", 1), DataValues.featureLevel("transaction.version", 2)};
        byte[][] reversed = {orders[2], orders[1], orders[0]};
        for (byte[][] values : List.of(orders, reversed)) {
            AuditReport report = Auditing.audit(Files.createTempDirectory(folder, "zero"), DEFAULT, new NodeDirectory().identity("id", 1, WrittenVoter.directory(1, 1))
                .checkpoint(0, 0, Checkpoints.dynamic(0, WrittenLog.START, WrittenLog.START, WrittenVoter.upTo(1), values)).segment(0).leaderEpochs(List.of()));
            assertEquals(List.of(), weighty(report));
            assertEquals("held", word(report, "C02"));
            assertEquals(0, report.clusters().get(0).cluster().main().map(Branch::provenEnd).orElse(0L));
        }
    }

    @Test
    void twoBootstrapFilesAtTwoLevels() throws Exception {
        NodeDirectory node = WrittenCapture.node(WrittenLog.of(VoterMutants.START), 1, 1)
            .checkpoint(0, 0, Checkpoints.dynamic(0, WrittenLog.START, WrittenLog.START, WrittenVoter.upTo(3), DataValues.metadataVersion(33)))
            .file("bootstrap.checkpoint", Checkpoints.of(0, WrittenLog.START, List.of(Control.header(0)), List.of(DataValues.metadataVersion(21))));
        Finding two = finding(audit(node), "C08");
        assertEquals(Severity.NOTE, two.severity());
        assertTrue(message(two).contains("21 (3.9-IV0)") && message(two).contains("33 (4.4-IV2)") && message(two).contains("releases up to 4.3"), message(two));
    }

    /** Of two metadata directories of one node the one with the log is the copy. */
    @Test
    void aSecondMetadataDirectoryIsStray() throws Exception {
        byte[] zero = WrittenCapture.zero(1, 2, 3);
        AuditReport report = WrittenCapture.of(Map.of("data1", WrittenCapture.node(WrittenLog.of(VoterMutants.START), 1, 1),
            "data2", new NodeDirectory().identity(WrittenCapture.ID, 1, new Uuid(5, 5)).checkpoint(0, 0, zero))).audit(folder);
        assertEquals(1, report.clusters().get(0).cluster().replicas().size());
        assertEquals("data1", report.clusters().get(0).cluster().replicas().get(0).replica().label());
        Finding stray = finding(report, "I10");
        assertEquals(Severity.NOTE, stray.severity());
        assertTrue(message(stray).contains("stray") && message(stray).contains("data2"), message(stray));
        assertEquals(List.of("I10"), report.findings().stream().map(Finding::ruleId).toList());
    }

    /** Every sound checkpoint and zero checkpoint of real Kafka. */
    @Test
    void headersAndFootersAreNoCauseForAlarm() throws Exception {
        for (String sample : List.of("snapshots", "dynamic-4.1", "static-3.9", "static-3.3.2")) {
            AuditReport report = Auditing.audit(Samples.folder(sample), DEFAULT);
            assertEquals(List.of(), report.findings().stream().filter(f -> f.where().place().filter(p -> p.file().endsWith(".checkpoint")).isPresent()).toList());
            assertEquals(List.of("held"), report.outcomes().stream().filter(o -> o.rule().id().equals("C02")).map(o -> o.outcome().word()).distinct().toList());
        }
    }

    // ---- beside each other ----

    @Test
    void manyCheckpointsAreAllCompared() throws Exception {
        NodeDirectory node = WrittenCapture.node(WrittenLog.of(VoterMutants.START + "noop 60"), 1, 1);
        for (int end = 14; end < 53; end++) {
            node.checkpoint(end, 1, Checkpoints.of(1, WrittenLog.START + 1000L * end, List.of(Control.header(WrittenLog.START + 1000L * (end - 1)),
                Control.kraftVersion(1), Control.voters(WrittenVoter.upTo(3))), List.of(DataValues.metadataVersion(33))));
        }
        AuditReport report = audit(node);
        assertEquals(List.of(), report.findings());
        for (String rule : List.of("C05", "C06", "C09", "C10")) {
            assertEquals(39, ((Outcome.Held) Auditing.outcome(report, rule)).examined(), rule);
        }
    }

    /** The order of records and of lists in them is each node's own, and so is the moment of writing. */
    @Test
    void theSameStateInAnotherOrderIsEqual() throws Exception {
        byte[] a = DataValues.topic("a", new Uuid(1, 1));
        byte[] b = DataValues.topic("b", new Uuid(1, 2));
        assertEquals("held", word(twoCheckpoints(List.of(a, b), List.of(b, a)), "C11"));
        AuditReport report = twoCheckpoints(List.of(a, b), List.of(a));
        assertEquals(Severity.VIOLATION, finding(report, "C11").severity());
        assertTrue(finding(report, "C11").found().contains("name=b"), finding(report, "C11").found());
        assertEquals("node1", finding(report, "C11").where().replica(), "the record is where it is");
        assertEquals(List.of("C11"), findings(twoCheckpoints(List.of(a, a), List.of(a)), "C11").stream().map(Finding::ruleId).toList(), "how often counts");
    }

    private AuditReport twoCheckpoints(List<byte[]> first, List<byte[]> second) throws Exception {
        return WrittenCapture.of(withTopics(1, first), withTopics(2, second)).audit(folder);
    }

    private static NodeDirectory withTopics(int id, List<byte[]> topics) {
        List<byte[]> values = new ArrayList<>(List.of(DataValues.metadataVersion(33)));
        values.addAll(topics);
        return WrittenCapture.node(WrittenLog.of(VoterMutants.START), id, 1).checkpoint(9, 1, Checkpoints.of(1, WrittenLog.START + 8000 + id,
            List.of(Control.header(WrittenLog.START + 8000), Control.kraftVersion(1), Control.voters(WrittenVoter.upTo(3))), values));
    }
}
