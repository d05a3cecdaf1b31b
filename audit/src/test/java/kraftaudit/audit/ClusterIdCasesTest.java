package kraftaudit.audit;

import static kraftaudit.audit.Auditing.DEFAULT;
import static kraftaudit.audit.Auditing.DRAFT;
import static kraftaudit.audit.Auditing.audit;
import static kraftaudit.audit.Auditing.data;
import static kraftaudit.audit.Auditing.endOffset;
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
import java.util.stream.Stream;
import kraftaudit.reader.Event;
import kraftaudit.reader.Profile;
import kraftaudit.replay.LogState;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** KIP-1262 on written logs: what must be said, and where nothing may be. Under both built-in profiles where they do not differ. */
class ClusterIdCasesTest {
    private static final String ID = "kRaftAuditSampleClust0";
    private static final String OTHER = "kRaftAuditSampleClust1";

    @TempDir
    Path folder;

    static List<Profile> profiles() {
        return Profiles.builtIn();
    }

    private static byte[] mv(int level) {
        return DataValues.metadataVersion(level);
    }

    private static byte[] cid(Profile profile, String id) {
        return DataValues.clusterId(profile.apiKey(), id);
    }

    private static byte[] hex(String digits) {
        return DataValues.hex(digits);
    }

    /** No finding of a KIP-1262 rule. */
    private static void assertNothing(AuditReport report) {
        assertEquals(List.of(), Auditing.of(report, "M1").stream().map(Auditing::message).toList());
    }

    // ---- key 29 has two meanings ----

    private static final byte[] UNREGISTERS = hex("01 1d 00 00000003 00");
    private static final byte[] IDENTIFIES = Batches.join(hex("01 1d 00 17"), NodeFiles.utf8(ID), hex("00"));
    private static final byte[] FITS_BOTH = hex("01 1d 00 04 61 62 63 00");

    @Test
    void key29UnderTheDefaultProfile() throws Exception {
        AuditReport a = audit(folder.resolve("a"), DEFAULT, log(data(60, UNREGISTERS)));
        assertEquals(61, endOffset(a));
        assertEquals(List.of(), a.findings());

        AuditReport b = audit(folder.resolve("b"), DEFAULT, log(data(60, IDENTIFIES)));
        assertEquals(61, endOffset(b));
        assertEquals(List.of("M18"), b.findings().stream().map(Finding::ruleId).toList());
        assertEquals(Severity.NOTE, finding(b, "M18").severity());
        assertEquals("key 29: looks like a ClusterIdRecord " + ID + "; kip-1262 has ClusterIdRecord at 30, kip-1262-draft at 29",
            message(finding(b, "M18")));
        assertEquals(60, finding(b, "M18").where().offset().orElseThrow());
        assertTrue(ClusterIdRecords.of(state(b)).applied().isEmpty());
        assertEquals(1, state(b).events().stream().filter(s -> s.event() instanceof Event.Undecodable).count());

        AuditReport c = audit(folder.resolve("c"), DEFAULT, log(data(60, FITS_BOTH)));
        assertEquals(61, endOffset(c));
        assertEquals(List.of("M18"), c.findings().stream().map(Finding::ruleId).toList());
        assertTrue(message(finding(c, "M18")).contains("the bytes fit both ClusterIdRecord abc and UnregisterControllerRecord 73491043"),
            message(finding(c, "M18")));
        assertEquals(1, state(c).events().stream().filter(s -> s.event() instanceof Event.UnregisterController u && u.controllerId() == 0x04616263).count());
    }

    @Test
    void key29UnderTheDraftProfile() throws Exception {
        AuditReport a = audit(folder.resolve("a"), DRAFT, log(data(60, UNREGISTERS)));
        assertEquals(61, endOffset(a));
        assertEquals(List.of("M18"), a.findings().stream().map(Finding::ruleId).toList());
        assertTrue(message(finding(a, "M18")).contains("looks like UnregisterControllerRecord 3, which 4.4.0 writes under 29"), message(finding(a, "M18")));

        AuditReport b = audit(folder.resolve("b"), DRAFT, log(data(60, IDENTIFIES)));
        assertEquals(List.of("M13"), b.findings().stream().map(Finding::ruleId).toList());
        assertEquals("ClusterIdRecord " + ID + ": metadata.version 21 (3.9-IV0); expected metadata.version 33 or above", message(finding(b, "M13")));

        AuditReport c = audit(folder.resolve("c"), DRAFT, log(data(60, FITS_BOTH)));
        assertEquals("ClusterIdRecord abc: metadata.version 21 (3.9-IV0); expected metadata.version 33 or above", message(finding(c, "M13")));
        assertEquals(Severity.NOTE, finding(c, "M18").severity());
        // The node was formatted with another id than the record says.
        assertEquals(List.of("M13", "M14", "M18"), c.findings().stream().map(Finding::ruleId).sorted().toList());
    }

    // ---- present, and beside the level ----

    @Test
    void level33IsNormalToday() throws Exception {
        AuditReport at33 = audit(folder.resolve("33"), DEFAULT, log(data(60, mv(33))));
        assertNothing(at33);
        Outcome.NotApplicable why = (Outcome.NotApplicable) Auditing.outcome(at33, "M10");
        assertEquals("metadata.version 33 is below 34, the first level of profile kip-1262; no released level carries the record", why.why());
        assertEquals("held", word(at33, "M02"));

        AuditReport at34 = audit(folder.resolve("34"), DEFAULT, log(data(60, mv(34))));
        assertEquals(Severity.VIOLATION, finding(at34, "M10").severity());
        assertEquals("no cluster id at high watermark 61, the end of the log", finding(at34, "M10").found());
        assertEquals(60, finding(at34, "M10").where().offset().orElseThrow());

        for (int level : new int[] {33, 34}) {
            AuditReport draft = audit(folder.resolve("draft" + level), DRAFT, log(data(60, mv(level))));
            assertEquals("no cluster id at high watermark 61, the end of the log", finding(draft, "M10").found());
        }
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void repeatsAreLegalAndOtherValuesAreNot(Profile p) throws Exception {
        byte[] upgrade = data(60, mv(p.firstLevel()), cid(p, ID));
        AuditReport same = audit(folder.resolve("same"), p, log(upgrade, data(62, cid(p, ID))));
        assertNothing(same);
        assertEquals(List.of(61L, 62L), ClusterIdRecords.of(state(same)).applied().stream().map(s -> s.event().at().offset()).toList());
        assertEquals("held", word(same, "M10"));
        assertEquals("held", word(same, "M12"));

        AuditReport other = audit(folder.resolve("other"), p, log(upgrade, data(62, cid(p, OTHER))));
        assertEquals(1, Auditing.of(other, "M1").size());
        assertEquals(Severity.VIOLATION, finding(other, "M12").severity());
        assertEquals(ID + " (offset 61) and " + OTHER + " (offset 62)", finding(other, "M12").found());
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void oneValueInCheckpointsAndBootstrapFilesToo(Profile p) throws Exception {
        NodeDirectory node = log(data(60, mv(p.firstLevel()), cid(p, ID)), data(62, DataValues.noOp()))
            .checkpoint(62, 6, Checkpoints.fixed(6, Auditing.TIME, Auditing.TIME, mv(p.firstLevel()), cid(p, OTHER)));
        Finding inCheckpoint = finding(audit(folder.resolve("checkpoint"), p, node), "M12");
        assertEquals(ID + " (offset 61) and " + OTHER + " (__cluster_metadata-0/00000000000000000062-0000000006.checkpoint)", inCheckpoint.found());

        NodeDirectory bootstrap = log(data(60, mv(p.firstLevel()), cid(p, ID)))
            .file("bootstrap.checkpoint", Checkpoints.bootstrap(mv(p.firstLevel()), cid(p, OTHER)));
        assertEquals(1, findings(audit(folder.resolve("bootstrap"), p, bootstrap), "M12").size());
    }

    static Stream<org.junit.jupiter.params.provider.Arguments> besideTheLevel() {
        return profiles().stream().flatMap(p -> Stream.of(
            List.of(data(60, DataValues.begin(), mv(p.firstLevel()), cid(p, ID), DataValues.end())),
            List.of(data(60, DataValues.begin(), cid(p, ID), mv(p.firstLevel()), DataValues.end())),
            List.of(data(60, mv(p.firstLevel()), cid(p, ID))),
            List.of(data(60, cid(p, ID), mv(p.firstLevel()))),
            List.of(data(60, mv(p.firstLevel()), DataValues.noOp(), cid(p, ID))),
            List.of(data(60, DataValues.begin()), data(61, mv(p.firstLevel())), data(62, cid(p, ID)), data(63, DataValues.end())))
            .map(batches -> org.junit.jupiter.params.provider.Arguments.of(p, batches)));
    }

    @ParameterizedTest
    @MethodSource("besideTheLevel")
    void besideMeansOneBatchOrOneTransaction(Profile p, List<byte[]> batches) throws Exception {
        AuditReport report = audit(folder, p, log(batches.toArray(byte[][]::new)));
        assertNothing(report);
        assertEquals("held", word(report, "M10"));
        assertEquals("held", word(report, "M12"));
        assertEquals("held", word(report, "M13"));
        assertEquals("held", word(report, "M14"));
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void notBesideIsAbsentInBetween(Profile p) throws Exception {
        AuditReport late = audit(folder.resolve("late"), p, log(data(60, mv(p.firstLevel())), data(61, cid(p, ID))));
        assertEquals(1, Auditing.of(late, "M1").size());
        assertEquals(Severity.VIOLATION, finding(late, "M10").severity());
        assertEquals("no cluster id at high watermark 61; it is recorded at 61, neither in the same batch nor in the same transaction",
            finding(late, "M10").found());

        AuditReport later = audit(folder.resolve("later"), p,
            log(data(60, mv(p.firstLevel())), data(61, DataValues.noOp(), DataValues.noOp()), data(63, cid(p, ID))));
        assertTrue(finding(later, "M10").found().startsWith("no cluster id at high watermarks 61 to 63;"), finding(later, "M10").found());

        AuditReport never = audit(folder.resolve("never"), p, log(data(60, mv(p.firstLevel())), data(61, DataValues.noOp())));
        assertEquals("no cluster id at high watermarks 61 to 62, the end of the log", finding(never, "M10").found());
    }

    /** Different transactions are not one, though both end before anything is seen. */
    @ParameterizedTest
    @MethodSource("profiles")
    void twoTransactionsAreNotOne(Profile p) throws Exception {
        AuditReport report = audit(folder, p, log(data(60, DataValues.begin(), mv(p.firstLevel()), DataValues.end()),
            data(63, DataValues.begin(), cid(p, ID), DataValues.end())));
        assertTrue(finding(report, "M10").found().startsWith("no cluster id at high watermarks 63 to 65;"), finding(report, "M10").found());
    }

    // ---- transactions that take no effect ----

    @ParameterizedTest
    @MethodSource("profiles")
    void abortedAndOpenTransactionsDoNotCount(Profile p) throws Exception {
        byte[] begun = data(60, DataValues.begin(), mv(p.firstLevel()), cid(p, ID));
        byte[] leader = Batches.control(63, 7, Auditing.TIME + 63_000, Control.leaderChange(3, List.of(1, 2, 3), List.of(2, 3)));
        byte[] abort = Batches.data(64, 7, Auditing.TIME + 64_000, DataValues.abort());
        assertNotApplied(audit(folder.resolve("a"), p, log(begun, data(63, DataValues.abort())).staticQuorumState(3, 7, List.of(1, 2, 3))), "aborted at 63", 64);
        assertNotApplied(audit(folder.resolve("b"), p, log(begun, leader).staticQuorumState(3, 7, List.of(1, 2, 3))), "open at the end of the log", 64);
        assertNotApplied(audit(folder.resolve("c"), p, log(begun, leader, abort).staticQuorumState(3, 7, List.of(1, 2, 3))), "aborted at 64", 65);
        assertNotApplied(audit(folder.resolve("d"), p, log(begun).staticQuorumState(3, 7, List.of(1, 2, 3))), "open at the end of the log", 63);
    }

    private static void assertNotApplied(AuditReport report, String why, long end) {
        assertEquals(end, endOffset(report));
        assertEquals(Optional.of(21), level(report, end));
        assertTrue(ClusterIdRecords.of(state(report)).applied().isEmpty());
        assertEquals("not applicable", word(report, "M10"));
        assertEquals(List.of("T02"), report.findings().stream().map(Finding::ruleId).toList(), () -> report.findings().toString());
        assertEquals(Severity.NOTE, finding(report, "T02").severity());
        int firstLevel = report.profile().firstLevel();
        assertEquals(why + ": offsets 60 to 62 do not take effect, among them metadata.version " + firstLevel + " at 61, ClusterIdRecord " + ID
            + " at 62", finding(report, "T02").found());
        assertEquals(60, finding(report, "T02").where().offset().orElseThrow());
    }

    // ---- levels that go down again ----

    @ParameterizedTest
    @MethodSource("profiles")
    void theLevelGoesBelowTheFirst(Profile p) throws Exception {
        byte[][] batches = {data(60, mv(p.firstLevel()), cid(p, ID)), data(62, mv(p.firstLevel() - 1)), data(63, DataValues.noOp())};
        NodeDirectory without = log(batches).checkpoint(63, 6, Checkpoints.fixed(6, Auditing.TIME, Auditing.TIME, mv(p.firstLevel() - 1)));
        AuditReport held = audit(folder.resolve("without"), p, without);
        assertNothing(held);
        assertEquals("held", word(held, "M10"));
        assertEquals("not applicable", word(held, "M17"));
        assertEquals(61, ClusterIdRecords.of(state(held)).applied().get(0).event().at().offset());

        NodeDirectory with = log(batches).checkpoint(63, 6,
            Checkpoints.fixed(6, Auditing.TIME, Auditing.TIME, mv(p.firstLevel() - 1), cid(p, ID)));
        AuditReport broken = audit(folder.resolve("with"), p, with);
        assertEquals(List.of("M13"), Auditing.of(broken, "M1").stream().map(Finding::ruleId).toList());
        assertTrue(finding(broken, "M13").found().startsWith("metadata.version " + (p.firstLevel() - 1)), finding(broken, "M13").found());
        assertTrue(finding(broken, "M13").where().place().orElseThrow().file().endsWith("00000000000000000063-0000000006.checkpoint"));
    }

    /** The id was dropped with the level, so raising it again wants the record again. */
    @ParameterizedTest
    @MethodSource("profiles")
    void raisedAgainWithoutTheId(Profile p) throws Exception {
        byte[][] batches = {data(60, mv(p.firstLevel()), cid(p, ID)), data(62, mv(p.firstLevel() - 1)), data(63, mv(p.firstLevel()))};
        AuditReport report = audit(folder, p, log(batches));
        assertEquals(List.of("M11"), Auditing.of(report, "M1").stream().map(Finding::ruleId).toList());
        assertEquals(63, finding(report, "M11").where().offset().orElseThrow());

        byte[][] again = {batches[0], batches[1], data(63, mv(p.firstLevel()), cid(p, ID))};
        AuditReport held = audit(folder.resolve("again"), p, log(again));
        assertNothing(held);
        assertEquals("held", word(held, "M11"));
    }

    // ---- identity files ----

    @ParameterizedTest
    @MethodSource("profiles")
    void idsAreComparedVerbatim(Profile p) throws Exception {
        for (String id : List.of("qN3vT0b1Rk2x9aZc7LmY4w==", "-bC3vT0b1Rk2x9aZc7LmYw")) {
            NodeDirectory node = log(data(60, mv(p.firstLevel()), cid(p, id))).identity(id, 2, WrittenVoter.directory(2, 1));
            AuditReport same = audit(folder.resolve("same" + id.length()), p, node);
            assertNothing(same);
            assertEquals("held", word(same, "M14"));
            assertEquals(id, same.clusters().get(0).clusterId());

            NodeDirectory differs = log(data(60, mv(p.firstLevel()), cid(p, id))).identity(id.replace("=", ""), 2, WrittenVoter.directory(2, 1));
            AuditReport other = audit(folder.resolve("other" + id.length()), p, differs);
            assertEquals(id.endsWith("=") ? 1 : 0, findings(other, "M14").size());
        }
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void version2MayLackTheIdUntilItIsRead(Profile p) throws Exception {
        NodeDirectory below = log().file("meta.properties", NodeFiles.metaPropertiesV2(Optional.empty(), 2, Optional.of(WrittenVoter.directory(2, 1))));
        AuditReport held = audit(folder.resolve("below"), p, below);
        assertEquals(List.of(), held.findings());

        NodeDirectory knows = log(data(60, mv(p.firstLevel()), cid(p, ID)))
            .file("meta.properties", NodeFiles.metaPropertiesV2(Optional.empty(), 2, Optional.of(WrittenVoter.directory(2, 1))));
        AuditReport note = audit(folder.resolve("knows"), p, knows);
        assertEquals(List.of("M15"), Auditing.of(note, "M1").stream().map(Finding::ruleId).toList());
        assertEquals(Severity.NOTE, finding(note, "M15").severity());

        NodeDirectory persisted = log(data(60, mv(p.firstLevel()), cid(p, ID)))
            .file("meta.properties", NodeFiles.metaPropertiesV2(Optional.of(ID), 2, Optional.of(WrittenVoter.directory(2, 1))));
        assertNothing(audit(folder.resolve("persisted"), p, persisted));
    }

    /** A broker may come without the file once the level supports the record; it should have written one after reading it. */
    @ParameterizedTest
    @MethodSource("profiles")
    void aNodeWithoutMetaProperties(Profile p) throws Exception {
        AuditReport below = audit(folder.resolve("below"), p, log().without("meta.properties"));
        assertEquals(Severity.IRREGULAR, finding(below, "I05").severity());

        NodeDirectory broker = log(data(60, mv(p.firstLevel()), cid(p, ID))).without("meta.properties").without("bootstrap.checkpoint");
        AuditReport above = audit(folder.resolve("above"), p, broker);
        assertEquals(Severity.NOTE, finding(above, "I05").severity());
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void bootstrapControllersWithTwoIdsBeforeAnyRecord(Profile p) throws Exception {
        byte[] zero = Checkpoints.dynamic(0, 0, 0, WrittenVoter.upTo(2));
        for (int id : new int[] {1, 2}) {
            new NodeDirectory().identity(id == 1 ? ID : OTHER, id, WrittenVoter.directory(id, 1)).checkpoint(0, 0, zero)
                .write(folder.resolve("node" + id));
        }
        AuditReport report = audit(folder, p);
        assertEquals(Severity.VIOLATION, finding(report, "M16").severity());
        assertTrue(finding(report, "M16").found().contains(ID + " (node1) and " + OTHER + " (node2)"), finding(report, "M16").found());
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void nodesOfOneHistoryWithTwoIds(Profile p) throws Exception {
        WrittenLog log = WrittenLog.of("lead 1 + kraft 1 + voters 1 2; begin + mv 21 + end; noop 3");
        log.node(ID, 1, 1).write(folder.resolve("node1"));
        log.node(OTHER, 2, 1).write(folder.resolve("node2"));
        AuditReport report = audit(folder, p);
        assertEquals(1, report.clusters().size());
        assertEquals(1, Auditing.of(report, "M1").size());
        assertEquals(ID + " (node1) and " + OTHER + " (node2)", finding(report, "M16").found());
    }

    // ---- checkpoints and bootstrap files ----

    @ParameterizedTest
    @MethodSource("profiles")
    void aCheckpointHoldsExactlyOne(Profile p) throws Exception {
        byte[] upgrade = data(60, mv(p.firstLevel()), cid(p, ID));
        AuditReport none = audit(folder.resolve("none"), p, log(upgrade, data(62, DataValues.noOp()))
            .checkpoint(62, 6, Checkpoints.fixed(6, Auditing.TIME, Auditing.TIME, mv(p.firstLevel()))));
        assertEquals(List.of("M17"), Auditing.of(none, "M1").stream().map(Finding::ruleId).toList());
        assertEquals(Severity.VIOLATION, finding(none, "M17").severity());

        AuditReport two = audit(folder.resolve("two"), p, log(upgrade, data(62, DataValues.noOp()))
            .checkpoint(62, 6, Checkpoints.fixed(6, Auditing.TIME, Auditing.TIME, mv(p.firstLevel()), cid(p, ID), cid(p, ID))));
        assertEquals("2 in this file", finding(two, "M17").found());

        AuditReport one = audit(folder.resolve("one"), p, log(upgrade, data(62, DataValues.noOp()))
            .checkpoint(62, 6, Checkpoints.fixed(6, Auditing.TIME, Auditing.TIME, mv(p.firstLevel()), cid(p, ID))));
        assertNothing(one);
        assertEquals("held", word(one, "M17"));
    }

    /** The log begins with a checkpoint that lacks the id: one finding, for the state that begins there. */
    @ParameterizedTest
    @MethodSource("profiles")
    void aLogThatBeginsWithACheckpointWithoutTheId(Profile p) throws Exception {
        WrittenLog log = WrittenLog.of("at 100 epoch 1; lead 1; noop 3");
        NodeDirectory node = log.node(ID, 1, 1)
            .checkpoint(100, 1, Checkpoints.dynamic(1, 1, 1, WrittenVoter.upTo(1), mv(p.firstLevel())));
        AuditReport report = audit(folder, p, node);
        assertEquals(List.of("M10"), Auditing.of(report, "M1").stream().map(Finding::ruleId).toList());
        assertEquals("no cluster id at high watermarks 100 to 104, the end of the log", finding(report, "M10").found());
        assertTrue(finding(report, "M10").where().place().orElseThrow().file().endsWith("00000000000000000100-0000000001.checkpoint"));
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void aBootstrapFileWithoutTheIdBeforeTheFirstStart(Profile p) throws Exception {
        byte[] zero = Checkpoints.dynamic(0, 0, 0, WrittenVoter.upTo(1), mv(p.firstLevel()));
        AuditReport empty = audit(folder.resolve("empty"), p,
            new NodeDirectory().identity(ID, 1, WrittenVoter.directory(1, 1)).checkpoint(0, 0, zero));
        assertEquals(Severity.NOTE, finding(empty, "M17").severity());

        AuditReport written = audit(folder.resolve("written"), p, WrittenLog.of("lead 1 + kraft 1 + voters 1; begin + mv " + p.firstLevel()
            + " + cid " + p.apiKey() + " " + ID + " + end").node(ID, 1, 1).checkpoint(0, 0, zero));
        assertNothing(written);
    }

    /** Damage over level and id: undecided, and no finding behind the damage. */
    @ParameterizedTest
    @MethodSource("profiles")
    void damageMakesItUndecided(Profile p) throws Exception {
        byte[] upgrade = data(60, mv(p.firstLevel()), cid(p, ID));
        AuditReport report = audit(folder, p, log(Damaging.flip(upgrade, upgrade.length - 5, 0x10), data(62, DataValues.noOp())));
        assertEquals(1, findings(report, "F03").size());
        assertEquals("undecided", word(report, "M10"));
        assertNothing(report);
    }

    /** The id lies in damage, but the level stands in a sound batch without it: what is missing at 61 is missing for certain. */
    @ParameterizedTest
    @MethodSource("profiles")
    void damageBehindTheLevelExcusesNothingBeforeIt(Profile p) throws Exception {
        byte[] id = data(61, cid(p, ID));
        AuditReport report = audit(folder, p, log(data(60, mv(p.firstLevel())), Damaging.flip(id, id.length - 5, 0x10), data(62, DataValues.noOp())));
        assertEquals("no cluster id at high watermark 61", finding(report, "M10").found());
        assertTrue(((Outcome.Broken) Auditing.outcome(report, "M10")).undecided().contains("metadata.version is unknown from offset 61"));
    }

    private static LogState state(AuditReport report) {
        return report.clusters().get(0).cluster().main().orElseThrow().state();
    }

    /** The captured log at 34 under a profile that begins higher. */
    @Test
    void aHigherProfileDoesNotApply() throws Exception {
        Profile higher = new Profile("higher", 30, DEFAULT.schema(), 35, true);
        AuditReport report = audit(Samples.folder("mv-4.5-without-cluster-id"), higher);
        assertEquals("not applicable", word(report, "M10"));
    }
}
