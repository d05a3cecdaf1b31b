package kraftaudit.audit;

import static kraftaudit.audit.Auditing.DEFAULT;
import static kraftaudit.audit.Auditing.audit;
import static kraftaudit.audit.Auditing.data;
import static kraftaudit.audit.Auditing.finding;
import static kraftaudit.audit.Auditing.findings;
import static kraftaudit.audit.Auditing.level;
import static kraftaudit.audit.Auditing.log;
import static kraftaudit.audit.Auditing.message;
import static kraftaudit.audit.Auditing.word;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import kraftaudit.replay.VoterSource;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.DataValues;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.common.MetadataVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Levels, bootstrap files and registrations on written logs. */
class LevelCasesTest {
    @TempDir
    Path folder;

    @Test
    void levelsAreKafkas() {
        for (MetadataVersion version : MetadataVersion.values()) {
            assertEquals(version.version(), MetadataVersions.name(version.featureLevel()));
        }
        MetadataVersion[] all = MetadataVersion.values();
        assertEquals(all[all.length - 1].featureLevel(), MetadataVersions.highestKnown());
        assertEquals(MetadataVersion.MINIMUM_VERSION.featureLevel(), MetadataVersions.LEAST_READ);
        for (int low = 7; low <= 34; low++) {
            for (int high = low; high <= 34; high++) {
                boolean kafka = MetadataVersion.checkIfMetadataChanged(MetadataVersion.fromFeatureLevel((short) low),
                    MetadataVersion.fromFeatureLevel((short) high));
                assertEquals(kafka, !MetadataVersions.formatChanges(low, high).isEmpty(), low + " to " + high);
            }
        }
    }

    @Test
    void aKraftVersionFeatureIsMisplaced() throws Exception {
        AuditReport report = audit(folder, DEFAULT, log(data(60, DataValues.featureLevel("kraft.version", 1))));
        assertEquals(Severity.IRREGULAR, finding(report, "V06").severity());
        assertEquals(60, finding(report, "V06").where().offset().orElseThrow());
        var spans = report.clusters().get(0).cluster().main().orElseThrow().spans();
        assertTrue(spans.stream().allMatch(s -> s.source() == VoterSource.STATIC), spans::toString);
        assertTrue(report.clusters().get(0).cluster().main().orElseThrow().state().kraftVersion().at(61).value().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"35,NOTE", "9999,NOTE", "0,VIOLATION", "-1,VIOLATION", "32767,NOTE", "-32768,VIOLATION"})
    void levelsNobodyKnows(int level, Severity severity) throws Exception {
        AuditReport report = audit(folder, DEFAULT, log(data(60, DataValues.hex("01 0c 00 11 6d657461646174612e76657273696f6e"
            + String.format("%04x", level & 0xffff) + "00"))));
        assertEquals(Optional.of(level), level(report, 61));
        assertEquals(severity, finding(report, "M01").severity());
        assertTrue(message(finding(report, "M01")).startsWith("metadata.version " + level + ": "), message(finding(report, "M01")));
        assertEquals(level >= DEFAULT.firstLevel() ? "broken" : "not applicable", word(report, "M10"));
    }

    @Test
    void level34HasItsName() throws Exception {
        AuditReport report = audit(folder, DEFAULT, log(data(60, DataValues.metadataVersion(34))));
        assertEquals("held", word(report, "M01"));
        assertEquals("metadata.version 34 (4.5-IV0)", finding(report, "M10").subject());
    }

    @ParameterizedTest
    @CsvSource({"4", "1"})
    void aStaleBootstrapFile(int level) throws Exception {
        byte[] bootstrap = Checkpoints.bootstrap(DataValues.metadataVersion(level));
        AuditReport beside = audit(folder.resolve("beside"), DEFAULT, log(data(60, DataValues.metadataVersion(25))).file("bootstrap.checkpoint", bootstrap));
        assertEquals(Severity.NOTE, finding(beside, "C07").severity());
        assertTrue(finding(beside, "C07").found().contains("stale, the log is at 25"), finding(beside, "C07").found());
        assertEquals(Optional.of(25), level(beside, 61));

        AuditReport empty = audit(folder.resolve("empty"), DEFAULT, log().file(Auditing.SEGMENT, new byte[0]).file("bootstrap.checkpoint", bootstrap));
        assertEquals(Severity.IRREGULAR, finding(empty, "C07").severity());
        assertTrue(finding(empty, "C07").expected().contains("7 (3.3-IV3) or above"));
    }

    @Test
    void theBootstrapLevelIsNoStep() throws Exception {
        AuditReport report = audit(folder, DEFAULT, WrittenLog.of("static 2; lead 2; noop 45; mv 27; noop 8; mv 25; noop 3").directory()
            .identity("kRaftAuditSampleClust0", 2, WrittenVoter.directory(2, 1)).staticQuorumState(2, 1, List.of(2))
            .file("bootstrap.checkpoint", Checkpoints.bootstrap(DataValues.metadataVersion(21))));
        assertEquals(Optional.empty(), level(report, 46));
        assertEquals(Optional.of(27), level(report, 47));
        assertEquals(Optional.of(27), level(report, 55));
        assertEquals(Optional.of(25), level(report, 56));
        assertEquals(List.of("M02"), Auditing.of(report, "M").stream().map(Finding::ruleId).toList());
        assertEquals("held", word(report, "C07"));
    }

    @ParameterizedTest
    @CsvSource({"27,25,NOTE,no level between changes the format", "33,29,IRREGULAR,'30 (4.3-IV0), 32 (4.4-IV1), 33 (4.4-IV2)'"})
    void theLevelMovesDown(int up, int down, Severity severity, String says) throws Exception {
        AuditReport report = audit(folder, DEFAULT, log(data(60, DataValues.metadataVersion(up)), data(61, DataValues.metadataVersion(down))));
        assertEquals(List.of(Optional.of(21), Optional.of(up), Optional.of(down)), List.of(level(report, 60), level(report, 61), level(report, 62)));
        assertEquals(severity, finding(report, "M02").severity());
        assertTrue(finding(report, "M02").found().contains(says), finding(report, "M02").found());
    }

    @Test
    void controllersThatAreGone() throws Exception {
        String log = "lead 1 + kraft 1 + voters 1 2 3; mv 19; controller 1; controller 2; controller 3";
        byte[] ninth = DataValues.registerController(9, new Uuid(9, 9), 19);
        WrittenLog written = WrittenLog.of(log);
        byte[] registered = kraftaudit.written.Batches.data(written.endOffset(), 1, WrittenLog.START, ninth);
        var node = written.node("kRaftAuditSampleClust0", 1, 1);
        node.file(Auditing.SEGMENT, kraftaudit.written.Batches.join(written.bytes(), registered));
        AuditReport report = audit(folder.resolve("registered"), DEFAULT, node);
        assertEquals(Severity.NOTE, finding(report, "V07").severity());
        assertEquals("controller 9: registered at offset " + written.endOffset()
            + " and no voter; it supports metadata.version 19 at most, and an upgrade beyond has to wait for it", message(finding(report, "V07")));

        byte[] gone = kraftaudit.written.Batches.data(written.endOffset() + 1, 1, WrittenLog.START, DataValues.unregisterController(9));
        node.file(Auditing.SEGMENT, kraftaudit.written.Batches.join(written.bytes(), registered, gone));
        assertEquals(List.of(), findings(audit(folder.resolve("gone"), DEFAULT, node), "V07"));
    }
}
