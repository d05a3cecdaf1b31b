package kraftaudit.audit;

import static kraftaudit.audit.Auditing.DEFAULT;
import static kraftaudit.audit.Auditing.finding;
import static kraftaudit.audit.Auditing.log;
import static kraftaudit.audit.Auditing.message;
import static kraftaudit.audit.Auditing.outcome;
import static kraftaudit.audit.Auditing.word;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kraftaudit.reader.Event;
import kraftaudit.replay.LogState;
import kraftaudit.written.Damaging;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One finding at the damage; what depends on it is undecided, and everything else is still judged. */
class DamageCasesTest {
    private static final String SEGMENT = Auditing.SEGMENT;

    @TempDir
    private Path folder;

    private AuditReport audit(NodeDirectory node) throws Exception {
        return Auditing.audit(folder, DEFAULT, node);
    }

    private static NodeDirectory reconfigured() {
        return NodeDirectory.read(Samples.folder("reconfiguration").resolve("node2"));
    }

    /** Where the record of a voters set or the batch of an offset begins in the segment. */
    private static int position(AuditReport sound, long offset) {
        return sound.clusters().get(0).cluster().main().orElseThrow().state().events().stream().map(LogState.Sourced::event)
            .filter(e -> e.at().offset() == offset && !(e instanceof Event.FirstOfType)).mapToInt(e -> (int) e.at().place().position()).findFirst().orElseThrow();
    }

    private static Map<String, String> undecided(AuditReport report) {
        Map<String, String> undecided = new TreeMap<>();
        report.outcomes().stream().filter(o -> o.outcome() instanceof Outcome.Undecided).forEach(o -> undecided.put(o.rule().id(), o.undecided()));
        return undecided;
    }

    /** The flipped byte of a NoOp in a static log hides nothing that a rule needs but the state of registrations. */
    @Test
    void aDamagedNoOp() throws Exception {
        AuditReport report = audit(log().file(SEGMENT, Damaging.set(log().bytes(SEGMENT), 4007, 1)));
        assertEquals(List.of("F03"), report.findings().stream().map(Finding::ruleId).toList());
        assertEquals(51, finding(report, "F03").where().offset().orElseThrow());
        assertEquals(List.of("M03", "M10", "R08", "V20", "V21"), List.copyOf(undecided(report).keySet()));
        assertTrue(undecided(report).get("V21").contains("the log is not all here"));
        for (String rule : List.of("O02", "E01", "E02", "E03", "E06", "E07", "E08", "E11", "T01", "T02", "T03")) {
            assertEquals("held", word(report, rule), rule);
        }
    }

    @Test
    void aDamagedVotersRecord() throws Exception {
        AuditReport sound = audit(reconfigured());
        int at = position(sound, 41) + 20;
        AuditReport report = Auditing.audit(folder.resolve("damaged"), DEFAULT, reconfigured().file(SEGMENT, Damaging.flip(reconfigured().bytes(SEGMENT), at, 4)));
        assertEquals(List.of("F03"), report.findings().stream().map(Finding::ruleId).toList());
        assertEquals(41, finding(report, "F03").where().offset().orElseThrow());
        Map<String, String> undecided = undecided(report);
        String hidden = "how the voters of offset 37 became those of 100, as no copy holds all of the log between";
        assertEquals(hidden, undecided.get("V04"));
        assertEquals(hidden, undecided.get("V05"));
        assertEquals(hidden, undecided.get("V18"));
        assertEquals("which voters the LeaderChange record at 76 should list, as those in force before it are not known", undecided.get("E08"));
        assertEquals("held", word(report, "E07"));
        assertEquals("held", word(report, "V11"));
        assertEquals(2, ((Outcome.Held) outcome(report, "E06")).examined());
    }

    /** Another copy holds what is damaged in one: then everything can be judged, and the finding remains. */
    @Test
    void anotherCopyHelps() throws Exception {
        AuditReport sound = audit(reconfigured());
        NodeDirectory damaged = reconfigured().file(SEGMENT, Damaging.flip(reconfigured().bytes(SEGMENT), position(sound, 41) + 20, 4));
        AuditReport report = WrittenCapture.of(damaged, NodeDirectory.read(Samples.folder("reconfiguration").resolve("node1"))).audit(folder);
        assertEquals(List.of("F03", "V07"), report.findings().stream().map(Finding::ruleId).toList());
        for (String rule : List.of("E08", "V04", "V05", "V14", "V16", "V18", "V20", "V21", "T01", "T03")) {
            assertEquals("held", word(report, rule), rule + " " + undecided(report));
        }
    }

    @Test
    void aDamagedLeaderChange() throws Exception {
        AuditReport sound = audit(reconfigured());
        AuditReport report = Auditing.audit(folder.resolve("damaged"), DEFAULT,
            reconfigured().file(SEGMENT, Damaging.flip(reconfigured().bytes(SEGMENT), position(sound, 76) + 12, 1)));
        assertEquals(List.of("F03"), report.findings().stream().map(Finding::ruleId).toList());
        assertTrue(undecided(report).get("E03").startsWith("how epoch 2 begins"), undecided(report).toString());
        assertEquals("held", word(report, "E02"));
    }

    /** A control record whose checksum is sound and whose content is not. */
    @Test
    void aVotersRecordThatDoesNotDecode() throws Exception {
        AuditReport sound = audit(reconfigured());
        int record = position(sound, 41);
        byte[] edited = Damaging.set(reconfigured().bytes(SEGMENT), record + 11, 0x7f);
        int batch = batchOf(edited, 41);
        AuditReport report = Auditing.audit(folder.resolve("damaged"), DEFAULT, reconfigured().file(SEGMENT, Damaging.checksummed(edited, batch)));
        assertEquals(List.of("F07"), report.findings().stream().map(Finding::ruleId).toList(), () -> report.findings().toString());
        assertEquals("undecided", word(report, "V04"));
        assertEquals("undecided", word(report, "E08"));
    }

    private static int batchOf(byte[] log, long offset) {
        java.nio.ByteBuffer bytes = java.nio.ByteBuffer.wrap(log);
        int at = 0;
        while (bytes.getLong(at) + bytes.getInt(at + 23) < offset) {
            at += 12 + bytes.getInt(at + 8);
        }
        return at;
    }

    /** Cut anywhere, a log that was sound breaks no rule of weight but those about the cut. */
    @ParameterizedTest
    @ValueSource(ints = {1, 60, 200, 333, 1000, 2047, 3000, 4000, 5000, 6000, 7000})
    void aCutLog(int length) throws Exception {
        byte[] bytes = reconfigured().bytes(SEGMENT);
        AuditReport report = audit(reconfigured().file(SEGMENT, Damaging.cut(bytes, Math.min(length, bytes.length))));
        assertEquals(List.of(), report.findings().stream().filter(f -> f.severity() != Severity.NOTE && !f.ruleId().startsWith("F")).map(Auditing::message).toList());
    }

    /** Bytes that the checksum covers: every flip is one finding of weight, at the damage, and the first of all. */
    @ParameterizedTest
    @CsvSource({"30", "150", "400", "777", "1500", "2600", "3500", "4444", "5555", "6666"})
    void aFlippedByteIsOneFinding(int position) throws Exception {
        byte[] bytes = reconfigured().bytes(SEGMENT);
        java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(bytes);
        int batch = 0;
        while (batch + 12 + buffer.getInt(batch + 8) <= position) {
            batch += 12 + buffer.getInt(batch + 8);
        }
        int at = Math.max(position, batch + 30);
        AuditReport report = audit(reconfigured().file(SEGMENT, Damaging.flip(bytes, at, 0x10)));
        List<Finding> weighty = report.findings().stream().filter(f -> f.severity() != Severity.NOTE).toList();
        assertEquals(List.of("F03"), weighty.stream().map(Finding::ruleId).toList(), () -> weighty.stream().map(f -> f.ruleId() + " " + message(f)).toList().toString());
        assertEquals(batch, weighty.get(0).where().place().orElseThrow().position());
        assertEquals(weighty.get(0), report.findings().get(0));
    }
}
