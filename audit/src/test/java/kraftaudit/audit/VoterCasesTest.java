package kraftaudit.audit;

import static kraftaudit.audit.Auditing.DEFAULT;
import static kraftaudit.audit.Auditing.finding;
import static kraftaudit.audit.Auditing.findings;
import static kraftaudit.audit.Auditing.log;
import static kraftaudit.audit.Auditing.message;
import static kraftaudit.audit.Auditing.word;
import static kraftaudit.audit.WrittenCapture.voters;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import kraftaudit.reader.Endpoint;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.ProofKind;
import kraftaudit.replay.Status;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSource;
import kraftaudit.replay.VoterSpan;
import kraftaudit.written.Batches;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.Control;
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
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Voter sets and kraft.version on written logs and checkpoints: what must be said, and where nothing may be. */
class VoterCasesTest {
    /** Offsets 0 to 9; the voters are at 2, level 14 is too low for controllers to register. */
    private static final String START = "static 1 2 3; lead 1 by 1 2 + kraft 1 + voters 1 2 3; begin + mv 14 + end; noop 4; ";
    private static final WrittenVoter ONE = WrittenVoter.of(1);
    private static final WrittenVoter TWO = WrittenVoter.of(2);
    private static final WrittenVoter THREE = WrittenVoter.of(3);

    @TempDir
    private Path folder;

    private AuditReport audit(String statements) throws Exception {
        return WrittenCapture.one(statements).audit(folder);
    }

    /** A directory with a checkpoint that ends at 26, right after it was downloaded: its log is empty. */
    private AuditReport checkpoint(Control... records) throws Exception {
        List<Control> first = new ArrayList<>(List.of(Control.header(1_795_983_163_574L)));
        first.addAll(List.of(records));
        NodeDirectory node = new NodeDirectory().identity(WrittenCapture.ID, 1, WrittenVoter.directory(1, 1))
            .segment(26).checkpoint(26, 1, Checkpoints.of(1, 1_795_983_163_608L, first, List.of(DataValues.metadataVersion(33))));
        return WrittenCapture.of(node).audit(folder);
    }

    /** The same with kraft.version 1. */
    private AuditReport checkpointOf(WrittenVoter... voters) throws Exception {
        return checkpoint(Control.kraftVersion(1), Control.voters(voters));
    }

    private static Branch main(AuditReport report) {
        return report.clusters().get(0).cluster().main().orElseThrow();
    }

    private static VoterSet setAt(AuditReport report, long highWatermark) {
        return main(report).spans().stream().filter(s -> s.from() <= highWatermark && highWatermark <= s.to()).findFirst().orElseThrow().voters().orElseThrow();
    }

    private static CheckpointFacts facts(AuditReport report) {
        return report.clusters().get(0).cluster().replicas().get(0).checkpoints().get(0);
    }

    /** Ids of the rules of the V family that have a finding. */
    private static List<String> broken(AuditReport report) {
        return Auditing.of(report, "V").stream().map(Finding::ruleId).distinct().sorted().toList();
    }

    // ---- how sets follow each other ----

    @Test
    void moreThanOneVoterAtOnce() throws Exception {
        AuditReport report = audit(START + "voters 4 5; noop 2");
        assertEquals(List.of("V04", "V05"), broken(report));
        assertEquals(Severity.IRREGULAR, finding(report, "V04").severity());
        assertEquals("voters from offset 2 to 10: 5 at once: adds 4 and 5, removes 1 and 2 and 3; expected one voter at a time", message(finding(report, "V04")));
        assertEquals(Severity.VIOLATION, finding(report, "V05").severity());
        assertTrue(message(finding(report, "V05")).startsWith("voters from offset 2 to 10: {1, 2, 3} to {4, 5}, whose majorities can miss each other"));
        assertEquals(10, finding(report, "V05").where().offset().orElseThrow());
        // replay takes both sets, and no proof that needs the overlap crosses the step
        assertEquals(List.of(1, 2, 3), List.copyOf(setAt(report, 10).ids()));
        assertEquals(List.of(4, 5), List.copyOf(setAt(report, 11).ids()));
        assertEquals(List.of(), main(report).proofs().stream().filter(p -> p.endOffset() > 2 && (p.kind() == ProofKind.LATER_CHANGE || p.kind() == ProofKind.MAJORITY)).toList());
    }

    /** Kafka's own check takes this step. */
    @Test
    void oneVoterForAnother() throws Exception {
        AuditReport report = audit(START + "voters 1 2 4; noop");
        assertEquals(List.of("V04", "V05"), broken(report));
        assertEquals(List.of("V04", "V05"), broken(audit(START + "voters 1 2 3'; noop")), "another directory is another voter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"voters 1 2 3 4", "voters 1 2", "voters 1 2@new.example:9093 3", "voters 1 2 3", "voters 1 2 3 4; voters 1 2 3 4 5; voters 2 3 4 5"})
    void oneStepAtATime(String voters) throws Exception {
        assertEquals(List.of(), broken(audit(START + voters + "; noop")));
    }

    @Test
    void whatCameBeforeTheOldestCheckpointIsUnknown() throws Exception {
        WrittenLog log = WrittenLog.of("static 1 2; at 100 epoch 2; noop 20; voters 1 2 3; noop 3");
        AuditReport report = WrittenCapture.of(log.node(WrittenCapture.ID, 1, 1).checkpoint(100, 2,
            Checkpoints.dynamic(2, WrittenLog.START, WrittenLog.START, List.of(ONE, TWO), DataValues.metadataVersion(14)))).audit(folder);
        List<VoterSpan> spans = main(report).spans();
        assertEquals(List.of("0-99 UNKNOWN", "100-120 CHECKPOINT [1, 2]", "121-124 VOTERS_RECORD [1, 2, 3]"), spans.stream()
            .map(s -> s.from() + "-" + s.to() + " " + s.source() + s.voters().map(v -> " " + v.ids()).orElse("")).toList());
        assertEquals(List.of(), broken(report));
        assertEquals("held", word(report, "V04"));
        assertEquals("held", word(report, "V18"), "3 may have been a voter before");
    }

    @Test
    void onlyAnEndpointChanged() throws Exception {
        AuditReport report = audit(START + "voters 1 2@moved.example:9094 3; noop");
        assertEquals("held", word(report, "V04"));
        assertEquals(List.of(), broken(report));
        List<VoterSpan> spans = main(report).spans().stream().filter(s -> s.source() == VoterSource.VOTERS_RECORD).toList();
        assertEquals(List.of("3-10", "11-12"), spans.stream().map(s -> s.from() + "-" + s.to()).toList());
        assertEquals(spans.get(0).voters().orElseThrow().ids(), spans.get(1).voters().orElseThrow().ids());
        assertEquals(Optional.of(Status.UNPROVEN), spans.get(1).status());
        Transition change = Transitions.of(report.clusters().get(0).cluster()).stream().filter(t -> t.offset() == 10).findFirst().orElseThrow();
        assertEquals("endpoint change of voter 2 from CONTROLLER://c2.example:9093 to CONTROLLER://moved.example:9094",
            ((Transition.Voters) change.change()).difference().orElseThrow().text());
        assertTrue(kraftaudit.audit.report.AuditText.render(report, kraftaudit.audit.report.Style.PLAIN).contains("endpoint change"));
    }

    @Test
    void aLostChangeIsTold() throws Exception {
        WrittenLog shared = WrittenLog.of(START);
        WrittenLog dead = shared.then("noop; voters 1 2 3 4; noop");
        WrittenLog next = shared.then("lead 2 epoch 3 by 2 3; noop 4");
        AuditReport report = WrittenCapture.of(WrittenCapture.node(dead, 1, 1), WrittenCapture.node(next, 2, 2), WrittenCapture.node(next, 3, 2),
            WrittenCapture.node(dead, 4, 1)).audit(folder);
        Finding lost = finding(report, "V10");
        assertEquals(Severity.NOTE, lost.severity());
        assertEquals("voter change at 11: lost: adds 4; only on node1, node4; lost to epoch 3, proven by EPOCH_DATA at node2:offset=11", message(lost));
        assertEquals("node1", lost.where().replica());
        assertEquals(11, lost.where().offset().orElseThrow());
        String text = kraftaudit.audit.report.AuditText.render(report, kraftaudit.audit.report.Style.PLAIN);
        assertTrue(text.lines().findFirst().orElseThrow().contains("; the voter change at 11 was lost; "), text);
        // from the dead branch alone nothing is lost
        assertEquals("held", word(WrittenCapture.of(WrittenCapture.node(dead, 1, 1)).audit(folder), "V10"));
    }

    /** The first leader lost its first batch; the next one writes the same set of the zero checkpoint again. */
    @Test
    void aSetWrittenAgainIsNoLostChange() throws Exception {
        WrittenLog dead = WrittenLog.of("static 1 2 3; lead 1 by 1 2 + kraft 1 + voters 1 2 3");
        WrittenLog next = WrittenLog.of("static 1 2 3; lead 2 epoch 2 by 2 3 + kraft 1 + voters 1 2 3; begin + mv 14 + end; noop");
        AuditReport report = WrittenCapture.of(WrittenCapture.node(dead, 1, 1), WrittenCapture.node(next, 2, 2), WrittenCapture.node(next, 3, 2)).audit(folder);
        assertEquals(List.of(), findings(report, "V10"));
    }

    @Test
    void aNewLeaderMovesItsOwnEntryAlone() throws Exception {
        assertEquals(List.of(), broken(audit(START + "lead 1 + kraft 1 + voters 1@moved.example:9093 2 3; noop")));
        AuditReport added = audit(START + "lead 1 + kraft 1 + voters 1 2 3 4; noop");
        assertEquals(Severity.VIOLATION, finding(added, "V17").severity());
        assertEquals("epoch 2: adds 4; expected a change of the entry of leader 1 alone", message(finding(added, "V17")));
        AuditReport other = audit(START + "lead 1 + kraft 1 + voters 1 2@moved.example:9093 3; noop");
        assertEquals(Severity.IRREGULAR, finding(other, "V17").severity());
    }

    @Test
    void removedAndAddedAgain() throws Exception {
        AuditReport same = audit(START + "voters 1 2; noop 3; voters 1 2 3; noop");
        assertEquals("voter 3: removed at offset 10 and added again at 14, 4 s later, with the same directory id", message(finding(same, "V18")));
        AuditReport another = audit(START + "voters 1 2; voters 1 2 3'; noop");
        assertTrue(message(finding(another, "V18")).startsWith("voter 3: removed at offset 10 and added again at 11, 1 s later, with another directory id, "));
        assertEquals(Severity.NOTE, finding(another, "V18").severity());
    }

    @Test
    void aChangeThatTakesTheLastOneBack() throws Exception {
        AuditReport report = audit(START + "voters 1 2@moved.example:9093 3; noop; voters 1 2 3 4; noop");
        assertEquals(List.of("V04", "V16"), broken(report));
        assertEquals("voters at offset 12: nothing in the log up to here shows it; it is one step from the set of offset 2, from which it was made, "
            + "and takes back the change at 10; expected that the change at 10 was committed first", message(finding(report, "V16")));
        // data of a later epoch in between shows that the first was committed, and so that the second is a forced step
        AuditReport later = audit(START + "voters 1 2@moved.example:9093 3; lead 2 by 2 3; noop; voters 1 2 3 4; noop");
        assertEquals(List.of("V04"), broken(later));
    }

    // ---- who is in a set ----

    @Test
    void twoVotersOfOneId() throws Exception {
        WrittenVoter second = WrittenVoter.of(1, 2).at("CONTROLLER://b.example:9093");
        for (AuditReport report : List.of(checkpointOf(ONE, second), audit("static 1; lead 1 + kraft 1 + " + voters(ONE, second) + "; begin + mv 14 + end"))) {
            Finding finding = finding(report, "V01");
            assertEquals(Severity.VIOLATION, finding.severity());
            assertTrue(finding.found().contains(ONE.directoryId().toString()) && finding.found().contains(second.directoryId().toString()), finding.found());
            assertEquals(1, setAt(report, main(report).spans().get(main(report).spans().size() - 1).to()).majority());
        }
    }

    @Test
    void twoVotersOfOneDirectory() throws Exception {
        AuditReport report = checkpointOf(ONE, TWO.in(ONE.directoryId()));
        assertEquals(Severity.VIOLATION, finding(report, "V01").severity());
        assertTrue(message(finding(report, "V01")).startsWith("directory id " + ONE.directoryId()), message(finding(report, "V01")));
        // the same of two nodes is a matter of their identity files
        WrittenLog log = WrittenLog.of(START);
        AuditReport cloned = WrittenCapture.of(WrittenCapture.node(log, 1, 1),
            WrittenCapture.node(log, 2, 1).identity(WrittenCapture.ID, 2, WrittenVoter.directory(1, 1))).audit(folder);
        assertEquals(Severity.VIOLATION, finding(cloned, "I07").severity());
        assertEquals(List.of(), findings(cloned, "V01"));
    }

    @Test
    void noDirectoryIds() throws Exception {
        AuditReport report = checkpointOf(ONE.in(Uuid.ZERO_UUID), TWO.in(Uuid.ZERO_UUID));
        assertEquals(List.of("voter 1", "voter 2"), findings(report, "V02").stream().map(Finding::subject).toList());
        assertTrue(findings(report, "V02").stream().allMatch(f -> f.severity() == Severity.IRREGULAR && f.found().contains("no directory id")));
        assertEquals("held", word(report, "V01"), "a zero id equals nothing");
    }

    @Test
    void nobody() throws Exception {
        AuditReport committed = checkpointOf();
        assertEquals(Severity.VIOLATION, finding(committed, "V03").severity());
        AuditReport appended = Auditing.audit(folder.resolve("appended"), DEFAULT, log(Batches.control(60, 6, Auditing.TIME + 60_000,
            Control.kraftVersion(1), Control.voters())));
        assertEquals(Severity.IRREGULAR, finding(appended, "V03").severity());
        assertEquals(61, finding(appended, "V03").where().offset().orElseThrow());
        for (AuditReport report : List.of(committed, appended)) {
            assertEquals(List.of(), main(report).proofs().stream().filter(p -> p.kind() == ProofKind.MAJORITY && p.endOffset() > 60).toList());
            assertEquals(List.of("V03"), broken(report));
        }
    }

    @Test
    void negativeIds() throws Exception {
        AuditReport report = checkpointOf(WrittenVoter.of(-1));
        assertEquals(Severity.IRREGULAR, finding(report, "V15").severity());
        assertTrue(message(finding(report, "V15")).contains("-1"), message(finding(report, "V15")));
        assertEquals(List.of("V15"), broken(report));
        assertEquals(List.of(), broken(checkpointOf(WrittenVoter.of(0))), "0 is a node id");
    }

    /** What V16 says of two voters records in one batch holds of the proofs too. */
    @Test
    void twoVotersRecordsInOneBatchProveNothingOfEachOther() throws Exception {
        AuditReport report = audit(START + "voters 1 2 3 4 + voters 1 2 3 4 5");
        assertTrue(message(finding(report, "V16")).contains("cannot have been committed before"));
        assertEquals(Status.UNPROVEN, report.clusters().get(0).cluster().status(10, 1));
        AuditReport apart = WrittenCapture.one(START + "voters 1 2 3 4; voters 1 2 3 4 5").audit(folder.resolve("apart"));
        assertEquals(Status.PROVEN, apart.clusters().get(0).cluster().status(10, 1));
    }

    // ---- kraft.version ----

    @Test
    void votersWithoutKraftVersion() throws Exception {
        AuditReport report = checkpoint(Control.voters(ONE));
        assertEquals(Severity.IRREGULAR, finding(report, "V08").severity());
        assertEquals("voters record: kraft.version 0, not recorded; expected a KRaftVersionRecord before it",
            message(finding(report, "V08")).replace("KRaftVersion record", "KRaftVersionRecord"));
        assertEquals(List.of("V08"), broken(report));
        assertEquals(List.of(1), List.copyOf(setAt(report, 26).ids()), "the voters are shown");
        assertEquals(OptionalInt.empty(), facts(report).kraftVersion());

        AuditReport inLog = audit("static 1 2 3; lead 1 by 1 2 + voters 1 2 3; begin + mv 14 + end; voters 1 2; noop");
        assertEquals(2, inLog.clusters().get(0).cluster().main().orElseThrow().state().voters().steps().stream().filter(s -> s.value().isPresent()).count());
        assertEquals(1, finding(inLog, "V08").where().offset().orElseThrow(), "told once, at the first");
    }

    @Test
    void kraftVersionWithoutVoters() throws Exception {
        assertEquals(List.of("V08"), broken(checkpoint(Control.kraftVersion(1))));
        assertEquals(List.of("V08"), broken(audit("static 1; lead 1; begin + mv 14 + end; kraft 1; noop")));
        // what --no-initial-controllers leaves
        WrittenLog log = WrittenLog.of(START);
        NodeDirectory joins = log.node(WrittenCapture.ID, 4, 1).checkpoint(0, 0, Checkpoints.of(0, WrittenLog.START,
            List.of(Control.header(WrittenLog.START), Control.kraftVersion(1)), List.of()));
        assertEquals(List.of(), broken(WrittenCapture.of(joins).audit(folder)));
        // at the upgrade both are in one batch, in either order
        assertEquals(List.of(), broken(audit("static 1 2 3; lead 1 by 1 2; begin + mv 14 + end; kraft 1 + voters 1 2 3; noop")));
    }

    @ParameterizedTest
    @CsvSource({"2,an unknown level", "32767,an unknown level", "0,'level 0, which a static quorum has without a record'", "-1,no such level"})
    void otherLevels(int level, String says) throws Exception {
        AuditReport report = checkpoint(Control.kraftVersion(level));
        assertEquals(Severity.IRREGULAR, finding(report, "V09").severity());
        assertEquals("kraft.version " + level + ": " + says + "; expected level 1, the only one that is ever recorded", message(finding(report, "V09")));
        assertEquals(List.of("V09"), broken(report));
        assertEquals(OptionalInt.of(level), facts(report).kraftVersion());
    }

    @Test
    void theLevelGoesDown() throws Exception {
        AuditReport report = audit(START + "kraft 0; noop");
        assertEquals("kraft.version 0: down from 1; expected 1 or above, as a level never goes down", message(finding(report, "V09")));
        assertEquals(10, finding(report, "V09").where().offset().orElseThrow());
        assertEquals(List.of("V09"), broken(report), "the record at fault is no voters record");

        AuditReport later = audit(START + "kraft 0; noop; voters 1 2; noop");
        assertEquals(List.of("V09", "V08"), later.findings().stream().map(Finding::ruleId).filter(r -> r.equals("V08") || r.equals("V09")).toList(), "the cause first");
        assertEquals(12, finding(later, "V08").where().offset().orElseThrow(), "at the voters record");
    }

    @Test
    void aVoterThatDoesNotSupportTheLevel() throws Exception {
        for (AuditReport report : List.of(checkpointOf(ONE.supports(0, 0)),
            audit("static 1; lead 1 + kraft 1 + " + voters(ONE.supports(0, 0)) + "; begin + mv 14 + end; noop"))) {
            assertEquals(Severity.VIOLATION, finding(report, "V14").severity());
            assertEquals("voter 1: it supports 0 to 0; expected a range that contains kraft.version 1, which is in force", message(finding(report, "V14")));
        }
        for (WrittenVoter voter : List.of(ONE.supports(1, 1), ONE.supports(0, 9))) {
            assertEquals(List.of(), broken(checkpointOf(voter)));
        }
        assertEquals(List.of("V14"), broken(checkpointOf(ONE.supports(2, 3))));
        assertEquals(List.of("V14"), broken(checkpointOf(ONE.supports(1, 0))));
    }

    @Test
    void aFeatureLevelNamedKraftVersion() throws Exception {
        AuditReport report = Auditing.audit(folder, DEFAULT, log(Auditing.data(60, DataValues.featureLevel("kraft.version", 1))));
        assertEquals(List.of("V06"), broken(report));
        assertEquals(Severity.IRREGULAR, finding(report, "V06").severity());
        assertEquals(60, finding(report, "V06").where().offset().orElseThrow());
        assertEquals(Optional.empty(), main(report).state().kraftVersion().at(60).value());
        assertTrue(main(report).spans().stream().allMatch(s -> s.source() == VoterSource.STATIC));
    }

    // ---- endpoints ----

    @Test
    void aVoterThatLacksTheListener() throws Exception {
        WrittenVoter both = ONE.at("CONTROLLER://a.example:9093", "SASL_SSL://a.example:9094");
        WrittenVoter one = TWO.at("SASL_SSL://b.example:9094");
        AuditReport byLeader = audit("static 1 2; lead 1 + kraft 1 + " + voters(both, one) + "; begin + mv 14 + end; noop");
        assertEquals(Severity.IRREGULAR, finding(byLeader, "V11").severity());
        assertEquals("voter 2: voter 2 lacks CONTROLLER, it has SASL_SSL; expected the listener CONTROLLER, as leader 1, which wrote the record, has it",
            message(finding(byLeader, "V11")));
        AuditReport byMost = checkpointOf(both, one);
        assertTrue(message(finding(byMost, "V11")).startsWith("voter 2: voter 2 lacks CONTROLLER, it has SASL_SSL; expected the listener CONTROLLER, the first listener of 1 of 2 voters"),
            message(finding(byMost, "V11")));
        assertEquals("voter 1", finding(checkpointOf(ONE, TWO.at("SASL_SSL://b.example:9094"), THREE.at("SASL_SSL://c.example:9094")), "V11").subject());
        // leader 2 has its own idea
        AuditReport byOther = audit("static 1 2; lead 2 + kraft 1 + " + voters(ONE, one) + "; begin + mv 14 + end; noop");
        assertEquals("voter 1", finding(byOther, "V11").subject());
        assertEquals(List.of(), broken(checkpointOf(both, TWO.at("SASL_SSL://b.example:9094", "CONTROLLER://b.example:9093"))));
    }

    @Test
    void aVoterWithoutEndpoint() throws Exception {
        AuditReport report = checkpointOf(ONE, TWO.at());
        assertEquals("voter 2: voter 2 has no endpoint; expected an endpoint", message(finding(report, "V11")));
        assertEquals(Severity.IRREGULAR, finding(report, "V11").severity());
        assertEquals(2, findings(checkpointOf(ONE.at(), TWO.at()), "V11").size());
    }

    @Test
    void hostsAndPorts() throws Exception {
        AuditReport report = checkpointOf(ONE.at("CONTROLLER://0:0:0:0:0:0:0:1:65535", "SASL_SSL://fe80::1%eth0:0", "ANY://0.0.0.0:9093",
            "UNDERSCORE://ctl_2.example.test:9094"));
        assertEquals(List.of("CONTROLLER://[0:0:0:0:0:0:0:1]:65535", "SASL_SSL://[fe80::1%eth0]:0", "ANY://0.0.0.0:9093", "UNDERSCORE://ctl_2.example.test:9094"),
            setAt(report, 26).voters().get(0).endpoints().stream().map(Endpoint::toString).toList());
        assertEquals(List.of("SASL_SSL://[fe80::1%eth0]:0 has port 0", "ANY://0.0.0.0:9093 has a wildcard host"),
            findings(report, "V12").stream().map(Finding::found).toList());
        assertTrue(findings(report, "V12").stream().allMatch(f -> f.severity() == Severity.IRREGULAR));
        assertEquals(List.of("V12"), broken(report));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "::0", "0:0:0:0:0:0:0:0", "[::]", "::%eth0", "*", "", "0", "::ffff:0.0.0.0"})
    void wildcardHosts(String host) throws Exception {
        assertEquals(List.of("V12"), broken(checkpointOf(ONE.at("CONTROLLER://" + host + ":9093"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0:0:0:0:0:0:0:1", "::1", "10.0.0.0", "0.0.0.1", "c0.example", "00", "xn--0", "*.example"})
    void hostsThatAreNoWildcard(String host) throws Exception {
        List<String> expected = host.equals("00") ? List.of("V12") : List.of();
        assertEquals(expected, broken(checkpointOf(ONE.at("CONTROLLER://" + host + ":9093"))));
    }

    @Test
    void twoVotersAtOneAddress() throws Exception {
        AuditReport report = checkpointOf(ONE.at("CONTROLLER://127.0.0.1:9093"), TWO.at("CONTROLLER://127.0.0.1:9093"), THREE.at("CONTROLLER://127.0.0.1:9093"));
        assertEquals("address 127.0.0.1:9093: voters 1, 2, 3; expected one voter", message(finding(report, "V13")));
        assertEquals(Severity.IRREGULAR, finding(report, "V13").severity());
        assertEquals(List.of(), broken(checkpointOf(ONE.at("CONTROLLER://127.0.0.1:9093"), TWO.at("CONTROLLER://127.0.0.1:9094"))));
        assertEquals("address [::1]:9093", finding(checkpointOf(ONE.at("CONTROLLER://::1:9093"), TWO.at("CONTROLLER://::1:9093")), "V13").subject());
        assertEquals(List.of(), broken(checkpointOf(ONE.at("CONTROLLER://a.example:9093", "SSL://a.example:9093"))), "of one voter");
    }

    // ---- registrations ----

    private static byte[] controller(int id, int max) {
        return DataValues.registerController(id, new Uuid(id, 9), max);
    }

    @Test
    void controllersThatAreGone() throws Exception {
        String quorum = "static 1 2 3; lead 1 by 1 2 + kraft 1 + voters 1 2 3; begin + mv 19 + end; controller 1; controller 2; controller 3; ";
        AuditReport report = audit(quorum + WrittenCapture.record(controller(9, 19)) + "; noop");
        assertEquals(List.of("V07"), broken(report), "one place for each");
        assertEquals("controller 9: registered at offset 9 and no voter; it supports metadata.version 19 at most, and an upgrade beyond has to wait for it",
            message(finding(report, "V07")));
        assertEquals(Severity.NOTE, finding(report, "V07").severity());
        assertEquals(List.of(), broken(audit(quorum + WrittenCapture.record(controller(9, 19)) + "; "
            + WrittenCapture.record(DataValues.unregisterController(9)) + "; noop")));
    }

    @Test
    void registrationsOfACheckpointCount() throws Exception {
        WrittenLog log = WrittenLog.of("static 1 2 3; at 100 epoch 2; noop 3");
        NodeDirectory node = log.node(WrittenCapture.ID, 1, 1).checkpoint(100, 2, Checkpoints.dynamic(2, WrittenLog.START, WrittenLog.START,
            WrittenVoter.upTo(3), DataValues.metadataVersion(33), controller(1, 33), controller(2, 33), controller(9, 33)));
        AuditReport report = WrittenCapture.of(node).audit(folder);
        assertTrue(message(finding(report, "V07")).startsWith("controller 9: registered in the checkpoint that ends at 100 and no voter"), message(finding(report, "V07")));
        assertEquals("voter 3", finding(report, "V21").subject());
        assertEquals(List.of("V07", "V21"), broken(report));
        // without the checkpoint nothing is known
        AuditReport without = WrittenCapture.of(log.node(WrittenCapture.ID, 1, 1)).audit(folder);
        assertEquals("undecided", word(without, "V21"));
    }

    @Test
    void levelsThatARegisteredNodeDoesNotSupport() throws Exception {
        String quorum = "static 1 2 3; lead 1 by 1 2 + kraft 1 + voters 1 2 3; begin + mv 21 + end; controller 1; controller 3; ";
        AuditReport raised = audit(quorum + WrittenCapture.record(controller(2, 25)) + "; mv 29; noop");
        assertEquals("controller 2: registered at offset 8 with support of 7 to 25; expected support of metadata.version 29, in force from offset 9 on",
            message(finding(raised, "V20")));
        assertEquals(Severity.IRREGULAR, finding(raised, "V20").severity());
        // registered again before the level was raised
        assertEquals(List.of(), broken(audit(quorum + WrittenCapture.record(controller(2, 25)) + "; " + WrittenCapture.record(controller(2, 33)) + "; mv 29; noop")));
        AuditReport blocks = audit(quorum + WrittenCapture.record(controller(2, 25)) + "; noop");
        assertEquals("controller 2: registered at offset 8, it supports metadata.version 25 at most, others up to 33: it holds an upgrade back",
            message(finding(blocks, "V20")));
        assertEquals(Severity.NOTE, finding(blocks, "V20").severity());
        assertEquals(List.of("V20"), broken(audit(quorum + WrittenCapture.record(controller(2, 20)) + "; noop")), "below the level when it registers");
    }

    @Test
    void recordedAndRegisteredEndpoints() throws Exception {
        String quorum = "static 1 2 3; lead 1 by 1 2 + kraft 1 + voters 1 2 3; begin + mv 21 + end; controller 1; controller 2; controller 3; ";
        AuditReport moved = audit(quorum + "voters 1 2@moved.example:9093 3; noop");
        assertEquals("voter 2: registered at offset 7 with CONTROLLER://c2.example:9093; expected CONTROLLER://moved.example:9093, as in the voters of offset 9",
            message(finding(moved, "V19")));
        assertEquals(Severity.NOTE, finding(moved, "V19").severity());
        AuditReport renamed = audit(quorum + voters(ONE, TWO.at("CONTROLLER://c2.example:9093", "SSL://c2.example:9094"), THREE) + "; noop");
        assertTrue(message(finding(renamed, "V19")).startsWith("voter 2: registered at offset 7 with no listener SSL; expected "), message(finding(renamed, "V19")));
    }

    // ---- what must not be told ----

    static Stream<Path> nodes() {
        return Stream.of(Samples.folder("static-to-dynamic"), Samples.folder("static-to-dynamic").resolve("node1"));
    }

    /** quorum-state of version 0 beside voters records: the voters come from the log. */
    @ParameterizedTest
    @MethodSource("nodes")
    void quorumStateBehindKraftVersion(Path capture) throws Exception {
        AuditReport report = Auditing.audit(capture, DEFAULT);
        assertEquals(List.of(), report.findings().stream().filter(f -> f.severity() != Severity.NOTE).toList());
        assertEquals(Optional.of(1), main(report).state().kraftVersion().at(29).value());
        assertEquals(3, main(report).state().voters().at(29).value().orElseThrow().voters().size());
    }

    @Test
    void anObserverThatNeverReadKraftVersion() throws Exception {
        WrittenLog log = WrittenLog.of(START);
        NodeDirectory observer = log.node(WrittenCapture.ID, 11, 1).inLog("quorum-state", NodeFiles.quorumStateV0(1, 1, -1, List.of()));
        assertEquals(List.of(), WrittenCapture.of(WrittenCapture.node(log, 1, 1), WrittenCapture.node(log, 2, 1), observer).audit(folder).findings());
    }
}
