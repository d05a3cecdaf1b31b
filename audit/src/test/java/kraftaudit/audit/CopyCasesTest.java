package kraftaudit.audit;

import static kraftaudit.audit.Auditing.finding;
import static kraftaudit.audit.Auditing.findings;
import static kraftaudit.audit.Auditing.message;
import static kraftaudit.audit.Auditing.word;
import static kraftaudit.audit.VoterMutants.START;
import static kraftaudit.audit.WrittenCapture.ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kraftaudit.replay.ProofKind;
import kraftaudit.replay.ReplayOptions;
import kraftaudit.replay.Status;
import kraftaudit.written.Batches;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies beside each other and beside the quorum. */
class CopyCasesTest {
    private static final WrittenLog SHARED = WrittenLog.of(START);

    @TempDir
    private Path folder;

    private AuditReport audit(NodeDirectory... nodes) throws Exception {
        return WrittenCapture.of(nodes).audit(folder);
    }

    private static NodeDirectory node(WrittenLog log, int id) {
        return WrittenCapture.node(log, id, log.lastEpoch() == 1 ? 1 : 2);
    }

    private static NodeDirectory observer(WrittenLog log, int id) {
        return log.node(ID, id, log.lastEpoch() == 1 ? 1 : 2);
    }

    // ---- observers ahead of the voters ----

    private static final WrittenLog FAR = SHARED.then("lead 2 epoch 40 by 2 3; noop 4986");

    @Test
    void theVotersLostTheirLog() throws Exception {
        AuditReport report = audit(node(SHARED, 1), node(SHARED, 2), node(SHARED, 3), observer(FAR, 11));
        Finding lost = finding(report, "R07");
        assertEquals(Severity.VIOLATION, lost.severity());
        assertTrue(message(lost).contains("they lost their log: observer node11 holds epoch 40, end offset 5000"), message(lost));
        assertEquals(List.of(), findings(report, "R02"), "the observer is not divergent");
        assertTrue(report.clusters().get(0).cluster().status(4000, 40) != Status.LOST);
    }

    @Test
    void theVotersWereFormattedAnew() throws Exception {
        WrittenLog anew = WrittenLog.of("static 1 2 3; lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end; noop 4");
        AuditReport report = audit(node(anew, 1), node(anew, 2), node(anew, 3), observer(FAR, 11));
        assertTrue(message(finding(report, "R07")).contains("observer node11 holds epoch 40, end offset 5000"), message(finding(report, "R07")));
        assertEquals("broken", word(report, "R03"));
    }

    /** Formatted again and not started since: no log at all. */
    @Test
    void theVotersAreEmpty() throws Exception {
        List<NodeDirectory> nodes = new ArrayList<>(List.of(observer(FAR, 11)));
        for (int id = 1; id <= 3; id++) {
            nodes.add(new NodeDirectory().identity(ID, id, WrittenVoter.directory(id, 1)).checkpoint(0, 0, WrittenCapture.zero(1, 2, 3)));
        }
        AuditReport report = audit(nodes.toArray(NodeDirectory[]::new));
        assertEquals(Severity.VIOLATION, finding(report, "R07").severity());
    }

    @ParameterizedTest
    @CsvSource({"1,false,held", "2,false,NOTE", "10,false,NOTE", "11,false,VIOLATION", "2,true,VIOLATION"})
    void howFarAhead(int epoch, boolean stopped, String verdict) throws Exception {
        WrittenLog ahead = epoch == 1 ? SHARED.then("noop 500") : SHARED.then("lead 2 epoch " + epoch + " by 2 3; noop 9");
        AuditReport report = WrittenCapture.of(node(SHARED, 1), node(SHARED, 2), node(SHARED, 3), observer(ahead, 11))
            .with(new ReplayOptions(stopped, Optional.empty(), List.of())).audit(folder);
        assertEquals(verdict, word(report, "R07").equals("held") ? "held" : finding(report, "R07").severity().name());
    }

    /** The voter that is not here may have led, and hold all of it. */
    @Test
    void aVoterThatIsNotHereMayHoldTheRest() throws Exception {
        assertEquals(Severity.NOTE, finding(audit(node(SHARED, 1), node(SHARED, 3), observer(FAR, 11)), "R07").severity());
    }

    // ---- who is here ----

    @ParameterizedTest
    @CsvSource({"1 2,3,held", "1,3,broken", "1 2 3,5,held", "1 2,5,broken", "1 2 3,4,held", "1 2,4,broken"})
    void aMajorityIsHere(String here, int voters, String word) throws Exception {
        StringBuilder all = new StringBuilder("1");
        for (int id = 2; id <= voters; id++) {
            all.append(' ').append(id);
        }
        WrittenLog log = WrittenLog.of("static " + all + "; lead 1 + kraft 1 + voters " + all + "; begin + mv 14 + end; noop 4");
        List<NodeDirectory> nodes = new ArrayList<>(List.of(log.node(ID, 11, 1)));
        for (String id : here.split(" ")) {
            nodes.add(log.node(ID, Integer.parseInt(id), 1));
        }
        AuditReport report = audit(nodes.toArray(NodeDirectory[]::new));
        assertEquals(word, word(report, "R08"));
        if (word.equals("broken")) {
            assertEquals(Severity.NOTE, finding(report, "R08").severity());
            assertTrue(message(finding(report, "R08")).contains("get the disks of"), message(finding(report, "R08")));
        }
    }

    /** It is looked at for itself, so that it is no finding; but what recovery from it may lose is said. */
    @ParameterizedTest
    @CsvSource({"1,held", "2,'1 of 2 voters has a copy here, and a majority is 2; before you recover from it, get the disks of 2'",
        "5,'1 of 5 voters has a copy here, and a majority is 3; before you recover from it, get the disks of 2, 3, 4, 5'"})
    void oneCopyAlone(int voters, String says) throws Exception {
        String all = "1 2 3 4 5".substring(0, 2 * voters - 1);
        WrittenLog log = WrittenLog.of("static " + all + "; lead 1 + kraft 1 + voters " + all + "; begin + mv 14 + end; noop 4");
        Outcome outcome = Auditing.outcome(audit(log.node(ID, 1, 1)), "R08");
        assertEquals(says, outcome instanceof Outcome.Undecided undecided ? undecided.why().split(": ")[1] : outcome.word());
    }

    /** A voter under its old directory id is none. */
    @Test
    void aNewDiskIsNoVoter() throws Exception {
        AuditReport report = audit(node(SHARED, 1), node(SHARED, 2).identity(ID, 2, WrittenVoter.directory(2, 2)));
        assertEquals("broken", word(report, "R08"));
        assertTrue(message(finding(report, "I11")).startsWith("voter 2: directory id " + WrittenVoter.directory(2, 2)), message(finding(report, "I11")));
    }

    // ---- equal bytes ----

    /** A difference is found wherever it lies, and named by its first offset. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 50, 51, 63, 64, 115, 116, 180, 245})
    void anotherBatchAtOneOffset(int at) throws Exception {
        String before = "noop " + at + "; ";
        String after = "; noop " + (250 - at);
        WrittenLog one = SHARED.then((at == 0 ? "" : before) + "topic a" + after);
        WrittenLog other = SHARED.then((at == 0 ? "" : before) + "topic b" + after);
        Finding different = finding(audit(node(one, 1), node(other, 2)), "R05");
        assertEquals(OptionalLong.of(13 + at), different.where().offset());
        assertEquals(Severity.VIOLATION, different.severity());
    }

    @ParameterizedTest
    @CsvSource({"13,200", "100,101", "150,300", "1,263"})
    void prefixesAndRetentionAreNoDifference(int from, int to) throws Exception {
        WrittenLog log = SHARED.then("noop 250");
        NodeDirectory cut = log.upTo(Math.min(to, log.endOffset())).node(ID, 2, 1).without(Auditing.SEGMENT).segment(from, log.bytes(from, to));
        AuditReport report = audit(node(log, 1), cut);
        assertEquals("held", word(report, "R05"));
        assertEquals(1, ((Outcome.Held) Auditing.outcome(report, "R05")).examined());
    }

    /** Copies of two kinds by turns: each pair is examined, and each pair of the two kinds told of, with its own names. */
    @Test
    void everyPairOfCopiesThatDiffer() throws Exception {
        WrittenLog one = SHARED.then("noop 100; topic a; noop 100");
        WrittenLog other = SHARED.then("noop 100; topic b; noop 100");
        WrittenLog shorter = SHARED.then("noop 100; topic a; noop 90");
        AuditReport report = audit(node(one, 1), node(other, 2), node(one, 3), node(other, 4), node(shorter, 5));
        assertEquals(List.of("1 2", "1 4", "2 3", "2 5", "3 4", "4 5"), findings(report, "R05").stream()
            .map(f -> f.expected().replaceAll("\\D+", "") + " " + f.where().replica().replaceAll("\\D+", "")).sorted().toList());
        assertEquals(10, ((Outcome.Broken) Auditing.outcome(report, "R05")).examined());
    }

    /** What the sums of two copies say is not read again. */
    @Test
    void equalCopiesAreNotReadAgain() throws Exception {
        WrittenLog log = SHARED.then("noop 250");
        List<Path> nodes = new ArrayList<>();
        for (int id = 1; id <= 5; id++) {
            nodes.add(node(log, id).write(folder.resolve("node" + id)));
        }
        CaptureInput input = Pipe.load(nodes, Pipe.Settings.defaults());
        for (Path node : nodes) {
            Files.delete(node.resolve(Auditing.SEGMENT));
        }
        AuditReport report = Audit.audit(input);
        assertEquals("held", word(report, "R05"));
        assertEquals(10, ((Outcome.Held) Auditing.outcome(report, "R05")).examined());
    }

    // ---- broker epochs ----

    /** All checksums are sound, both epochs and both offsets are named, and the record proves nothing. */
    @Test
    void brokerEpochsThatContradict() throws Exception {
        long registered = 9_930_471_115L;
        byte[] segment = Batches.join(
            Batches.data(registered, 7, WrittenLog.START, DataValues.registerBroker(5, 9_914_910, new Uuid(5, 5), true)),
            Batches.data(registered + 1, 7, WrittenLog.START + 1, DataValues.brokerChange(5, 9_915_562, -1)),
            Batches.data(registered + 2, 7, WrittenLog.START + 2, DataValues.brokerChange(5, 9_915_562, 1)));
        AuditReport report = audit(new NodeDirectory().identity(ID, 1, WrittenVoter.directory(1, 1)).quorumState(1, 7)
            .leaderEpochs(List.of(new long[] {7, registered})).segment(registered, segment));
        Finding contradiction = finding(report, "M06");
        assertEquals(Severity.VIOLATION, contradiction.severity());
        assertEquals("broker 5: BrokerRegistrationChangeRecord (unfences) with broker epoch 9915562; its checksum is sound, it was written so and is not damaged;"
            + " expected broker epoch 9914910, registered at offset 9930471115", message(contradiction));
        assertEquals(OptionalLong.of(registered + 1), contradiction.where().offset());
        assertTrue(report.clusters().get(0).cluster().main().orElseThrow().proofs().stream().noneMatch(p -> p.kind() == ProofKind.BROKER_EVENT));
        assertEquals("held", word(report, "F03"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fence 11 epoch 12", "unregister 11 epoch 12", "shutdown 11 epoch 12", "dirs 11 epoch 12", "ids 11 epoch 12"})
    void everyKindOfRecordAboutABroker(String record) throws Exception {
        AuditReport wrong = audit(node(SHARED.then("broker 11 epoch 13; " + record), 1));
        assertEquals(1, findings(wrong, "M06").size());
        assertEquals("held", word(audit(node(SHARED.then("broker 11 epoch 13; " + record.replace("12", "13")), 1)), "M06"));
    }

    /** A registration with a new epoch replaces the old one. */
    @Test
    void aBrokerThatCameBack() throws Exception {
        String log = "broker 11 epoch 13; unfence 11 epoch 13; broker 11 epoch 15; unfence 11 epoch ";
        assertEquals("held", word(audit(node(SHARED.then(log + "15"), 1)), "M06"));
        assertTrue(message(finding(audit(node(SHARED.then(log + "13"), 1)), "M06")).contains("expected broker epoch 15, registered at offset 15"));
    }
}
