package kraftaudit.audit;

import static kraftaudit.audit.Auditing.DEFAULT;
import static kraftaudit.audit.Auditing.finding;
import static kraftaudit.audit.Auditing.findings;
import static kraftaudit.audit.Auditing.log;
import static kraftaudit.audit.Auditing.message;
import static kraftaudit.audit.Auditing.word;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Status;
import kraftaudit.written.Batches;
import kraftaudit.written.Control;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Elections on written logs and quorum-state files: what must be said, and where nothing may be. */
class LeaderCasesTest {
    private static final List<Integer> ALL = List.of(1, 2, 3);

    @TempDir
    private Path folder;

    private static byte[] leader(int epoch, int leader, List<Integer> voters, List<Integer> granting) {
        return Batches.control(60, epoch, Auditing.TIME + 60_000, Control.leaderChange(leader, voters, granting));
    }

    /** The real log of a static quorum with a LeaderChange of epoch 7 behind it. */
    private AuditReport elected(int leader, List<Integer> voters, List<Integer> granting) throws Exception {
        return Auditing.audit(folder, DEFAULT, log(leader(7, leader, voters, granting)).staticQuorumState(leader, 7, ALL));
    }

    private static List<String> broken(AuditReport report) {
        return Auditing.of(report, "E").stream().map(Finding::ruleId).distinct().sorted().toList();
    }

    // ---- one leader, elected by a majority ----

    @Test
    void aSoundElection() throws Exception {
        assertEquals(List.of(), broken(elected(3, ALL, List.of(1, 3))));
        assertEquals(List.of(), broken(elected(3, List.of(3, 1, 2), List.of(3, 2, 1))));
    }

    @Test
    void twoLeadersOfOneEpochInOneLog() throws Exception {
        AuditReport report = Auditing.audit(folder, DEFAULT, log(leader(6, 3, ALL, List.of(1, 3))).staticQuorumState(-1, 7, ALL));
        Finding finding = finding(report, "E02");
        assertEquals(Severity.VIOLATION, finding.severity());
        assertEquals("epoch 6: leader 2 (offset 33 of node2) and leader 3 (offset 60 of node2); expected one leader", message(finding));
        assertEquals(60, finding.where().offset().orElseThrow());
    }

    @Test
    void twoLeadersOfOneEpochInTwoCopies() throws Exception {
        NodeDirectory other = log(leader(6, 3, ALL, List.of(1, 3))).identity(WrittenCapture.ID, 3, WrittenVoter.directory(3, 1));
        AuditReport report = WrittenCapture.of(log(), other).audit(folder);
        assertEquals(Severity.VIOLATION, finding(report, "E02").severity());
        assertTrue(message(finding(report, "E02")).contains("leader 2 (offset 33 of node2) and leader 3 (offset 60 of node3)"), message(finding(report, "E02")));
    }

    @Test
    void twoLeadersOfOneEpochByAQuorumState() throws Exception {
        AuditReport report = Auditing.audit(folder, DEFAULT, log().staticQuorumState(3, 6, ALL));
        assertEquals("epoch 6: leader 2 (offset 33 of node2) and leader 3 (quorum-state of node2); expected one leader", message(finding(report, "E02")));
        assertEquals(Severity.VIOLATION, finding(report, "E02").severity());
    }

    @Test
    void aLeaderThatIsNotListed() throws Exception {
        AuditReport report = elected(9, ALL, List.of(1, 2));
        assertEquals(List.of("E06"), broken(report));
        assertEquals(Severity.IRREGULAR, finding(report, "E06").severity());
        assertEquals("epoch 7: leader 9; expected a leader among the voters listed, 1, 2, 3", message(finding(report, "E06")));
        assertEquals(60, finding(report, "E06").where().offset().orElseThrow());
    }

    /** The record before the election took the leader out; the log itself explains the list. */
    @Test
    void aLeaderThatWasJustRemoved() throws Exception {
        String quorum = "static 1 2 3; lead 1 by 1 2 + kraft 1 + voters 1 2 3; begin + mv 14 + end; noop; ";
        assertEquals(List.of(), broken(WrittenCapture.one(quorum + "voters 2 3; lead 1 by 2 3; noop").audit(folder)));
        // out of the set for longer than that, or never in it
        assertEquals(List.of("E06"), broken(WrittenCapture.of(WrittenCapture.node(WrittenLog.of(
            quorum + "voters 2 3; voters 2 3 4; lead 1 by 2 3; noop"), 1, 1)).audit(folder)));
        assertEquals(List.of("E06"), broken(WrittenCapture.of(WrittenCapture.node(WrittenLog.of(
            quorum + "voters 2 3; lead 5 by 2 3; noop"), 1, 5)).audit(folder)));
    }

    @Test
    void granted() throws Exception {
        AuditReport one = elected(1, ALL, List.of(1));
        assertEquals(List.of("E07"), broken(one));
        assertEquals(Severity.VIOLATION, finding(one, "E07").severity());
        assertEquals("epoch 7: 1 of 3 granted, 2 needed; expected a majority of the voters listed, 1, 2, 3", message(finding(one, "E07")));

        AuditReport none = elected(1, ALL, List.of());
        assertEquals(Severity.VIOLATION, finding(none, "E07").severity());
        assertTrue(finding(none, "E07").found().startsWith("0 of 3 granted"), finding(none, "E07").found());

        AuditReport outside = elected(1, ALL, List.of(1, 2, 9));
        assertEquals(Severity.IRREGULAR, finding(outside, "E07").severity());
        assertEquals("epoch 7: 9 granted and is no listed voter; expected granting voters among those listed, 1, 2, 3", message(finding(outside, "E07")));

        AuditReport both = elected(1, ALL, List.of(1, 9));
        assertEquals(List.of(Severity.VIOLATION, Severity.IRREGULAR), findings(both, "E07").stream().map(Finding::severity).toList(), "a stranger's vote does not count");

        AuditReport withoutItself = elected(1, ALL, List.of(2, 3));
        assertEquals(Severity.IRREGULAR, finding(withoutItself, "E07").severity());
        assertEquals(2, findings(elected(1, ALL, List.of(1, 1, 9)), "E07").size(), "one voter votes once");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void aMajorityIsEnough(int voters) throws Exception {
        List<Integer> listed = java.util.stream.IntStream.rangeClosed(1, voters).boxed().toList();
        String quorum = "static " + String.join(" ", listed.stream().map(String::valueOf).toList()) + "; lead 1 by ";
        for (int granting = 1; granting <= voters; granting++) {
            String by = String.join(" ", listed.subList(0, granting).stream().map(String::valueOf).toList());
            AuditReport report = WrittenCapture.of(WrittenLog.of(quorum + by + "; begin + mv 14 + end").node(WrittenCapture.ID, 1, 1)).audit(folder);
            assertEquals(2 * granting > voters ? "held" : "broken", word(report, "E07"), granting + " of " + voters);
        }
    }

    @Test
    void listedVotersAreThoseInForce() throws Exception {
        AuditReport changed = elected(1, List.of(1, 2), List.of(1, 2));
        assertEquals(List.of("E08"), broken(changed));
        assertEquals("epoch 7: voters 1, 2; expected voters 1, 2, 3, the static voters that the LeaderChange record at 33 lists", message(finding(changed, "E08")));

        AuditReport configured = WrittenCapture.of(WrittenLog.of("static 1 2; lead 1; begin + mv 14 + end").node(WrittenCapture.ID, 1, 1)
            .staticQuorumState(1, 1, ALL)).audit(folder);
        assertEquals("epoch 1: voters 1, 2; expected voters 1, 2, 3, the static voters by currentVoters in quorum-state of node1", message(finding(configured, "E08")));

        String quorum = "static 1 2 3; lead 1 by 1 2 + kraft 1 + voters 1 2 3; begin + mv 14 + end; noop; voters 1 2 3 4; ";
        assertEquals(List.of(), broken(WrittenCapture.one(quorum + "lead 1 by 1 2 3; noop").audit(folder)), "appended sets count");
        AuditReport older = WrittenCapture.one(quorum + "static 1 2 3; lead 1 by 1 2; noop").audit(folder);
        assertEquals("epoch 2: voters 1, 2, 3; expected voters 1, 2, 3, 4, as recorded at 7", message(finding(older, "E08")));
        assertEquals(Severity.IRREGULAR, finding(older, "E08").severity());
        // of the first election the set in force is that of the leader's zero checkpoint, or the one it writes down beside it
        WrittenLog born = WrittenLog.of("static 1 2; lead 1 by 1 2 + kraft 1 + voters 1 2 3; begin + mv 14 + end");
        assertTrue(message(finding(WrittenCapture.of(WrittenCapture.node(born, 1, 1)).audit(folder), "E08")).endsWith("as in the zero checkpoint of node1"));
        assertTrue(message(finding(WrittenCapture.of(born.node(WrittenCapture.ID, 1, 1)).audit(folder), "E08")).endsWith("as recorded beside it at 2"));
    }

    // ---- a static quorum that was grown in place ----

    @Test
    void aStaticQuorumThatSplits() throws Exception {
        WrittenLog shared = WrittenLog.of("static 0; lead 0; mv 14; noop 98");
        assertEquals(100, shared.endOffset());
        WrittenLog alone = shared.then("lead 0; noop 62; " + WrittenCapture.record(DataValues.topic("t", new Uuid(7, 101))) + "; noop");
        WrittenLog grown = shared.then("static 0 1 2; lead 1 epoch 3 by 1 2; noop 62; " + WrittenCapture.record(DataValues.topic("t", new Uuid(7, 102))) + "; noop");
        AuditReport report = WrittenCapture.of(
            alone.node(WrittenCapture.ID, 0, 0).staticQuorumState(0, 2, List.of(0)),
            grown.node(WrittenCapture.ID, 1, 1).staticQuorumState(1, 3, List.of(0, 1, 2)),
            grown.node(WrittenCapture.ID, 2, 1).staticQuorumState(1, 3, List.of(0, 1, 2))).audit(folder);
        Finding split = finding(report, "R01");
        assertEquals(Severity.VIOLATION, split.severity());
        assertEquals(100, split.where().offset().orElseThrow());
        CaptureHistory cluster = report.clusters().get(0).cluster();
        assertEquals(2, cluster.branches().size());
        assertEquals(Status.PROVEN, cluster.status(101, 2));
        assertEquals(Status.PROVEN, cluster.status(101, 3));
        assertEquals("epoch 3: voters 0, 1, 2; expected voters 0, the static voters that the LeaderChange record at 0 lists",
            message(finding(report, "E08")));
    }

    // ---- quorum-state ----

    private static NodeDirectory withEpoch31(int node, int leader, int epoch, int voted) {
        return WrittenLog.of("static 1 2 3; lead 1 epoch 31 by 1 3; begin + mv 14 + end; noop 3").node(WrittenCapture.ID, node, 1)
            .inLog("quorum-state", NodeFiles.quorumStateV0(leader, epoch, voted, ALL));
    }

    @Test
    void quorumStateAheadOfTheLog() throws Exception {
        AuditReport report = WrittenCapture.of(withEpoch31(1, 3, 32, -1), withEpoch31(2, 1, 31, -1), withEpoch31(3, 3, 32, -1)).audit(folder);
        assertEquals(List.of(), broken(report));
        assertEquals(OptionalInt.of(32), Describe.now(report.clusters().get(0).cluster()).get(0).leaderEpoch());
        assertEquals(List.of(), broken(WrittenCapture.of(withEpoch31(1, -1, 32, 2)).audit(folder)));
    }

    @Test
    void quorumStateBehindTheLog() throws Exception {
        AuditReport report = Auditing.audit(folder, DEFAULT, log().staticQuorumState(1, 5, ALL));
        assertEquals(List.of("E04"), broken(report));
        assertEquals(Severity.IRREGULAR, finding(report, "E04").severity());
        assertEquals("leaderEpoch: 5; expected 6 or above, the last epoch of the log", message(finding(report, "E04")));
    }

    @Test
    void epochsWithoutARecord() throws Exception {
        assertEquals(List.of(), broken(WrittenCapture.of(withEpoch31(1, -1, 41, 1)).audit(folder)));
        AuditReport far = WrittenCapture.of(withEpoch31(1, -1, 4231, 1)).audit(folder);
        assertEquals("epoch 4231: the highest epoch with a record is 31: 4200 elections left none; quorum-state of node1 knows no leader of it; "
            + "expected a LeaderChange record within 10 epochs", message(finding(far, "E09")));
        assertEquals(Severity.NOTE, finding(far, "E09").severity());
        assertEquals(List.of("E09"), broken(WrittenCapture.of(withEpoch31(1, -1, Integer.MAX_VALUE, 1)).audit(folder)));

        AuditReport sample = Auditing.audit(kraftaudit.written.Samples.folder("lost-voter-change"), DEFAULT);
        assertEquals("epoch 2: it never wrote a record that a copy here holds; epoch 3 follows epoch 1; quorum-state of node1, node4 knows no leader of it",
            message(finding(sample, "E09")));
    }

    // ---- elections and time by numbers ----

    private static String leaders(int count) {
        return "static 1 2 3; lead 1; begin + mv 14 + end; " + "lead 2 by 1 2; noop 3; lead 1 by 1 2; noop 3; ".repeat(count / 2);
    }

    @Test
    void churn() throws Exception {
        AuditReport calm = WrittenCapture.of(WrittenLog.of(leaders(4)).node(WrittenCapture.ID, 1, 1)).audit(folder);
        assertEquals(new Outcome.Held(5), Auditing.outcome(calm, "E10"));
        AuditReport report = WrittenCapture.of(WrittenLog.of(leaders(8)).node(WrittenCapture.ID, 1, 1)).audit(folder);
        // a second for each offset; epoch 1 lasts from 0 to 4, each later one for 4 offsets
        assertEquals("epochs 1 to 9: 9 leaders within 32 s, from offset 0 to 32, none of the first 8 for longer than 4 s; expected fewer than 6 leaders within an hour",
            message(finding(report, "E10")));
        WrittenLog skips = WrittenLog.of("static 1 2 3; lead 1; begin + mv 14 + end; lead 1 epoch 5; lead 1; lead 1; lead 1; lead 1 epoch 20");
        assertTrue(message(finding(WrittenCapture.of(skips.node(WrittenCapture.ID, 1, 1)).audit(folder), "E10")).contains("; 14 epochs between them left no record"));
    }

    @Test
    void leadersOverDaysAreNoChurn() throws Exception {
        WrittenLog log = WrittenLog.of("static 1; lead 1; begin + mv 14 + end; noop");
        byte[][] later = new byte[9][];
        for (int i = 0; i < later.length; i++) {
            later[i] = Batches.control(5 + i, 2 + i, WrittenLog.START + 3_600_000L * (i + 1) / 5 + 5_000, Control.leaderChange(1, List.of(1), List.of(1)));
        }
        NodeDirectory node = log.node(WrittenCapture.ID, 1, 1).quorumState(1, 10);
        // five in an hour and one more at its end, to the millisecond
        AuditReport report = WrittenCapture.of(WrittenCapture.appended(node, later)).audit(folder);
        assertTrue(message(finding(report, "E10")).startsWith("epochs 2 to 7: 6 leaders within 3600 s"), message(finding(report, "E10")));
        later[5] = Batches.control(10, 7, WrittenLog.START + 3_600_000L * 6 / 5 + 5_001, Control.leaderChange(1, List.of(1), List.of(1)));
        NodeDirectory fewer = log.node(WrittenCapture.ID, 1, 1).quorumState(1, 7);
        assertEquals("held", word(WrittenCapture.of(WrittenCapture.appended(fewer, java.util.Arrays.copyOf(later, 6))).audit(folder), "E10"));
    }

    @Test
    void silences() throws Exception {
        byte[] noOp = DataValues.noOp();
        WrittenLog log = WrittenLog.of("static 1; lead 1; begin + mv 14 + end; noop");
        long last = WrittenLog.START + 4_000;
        NodeDirectory node = WrittenCapture.appended(log.node(WrittenCapture.ID, 1, 1).quorumState(1, 2),
            Batches.data(5, 1, last + 60_000, noOp), Batches.control(6, 2, last + 260_000, Control.leaderChange(1, List.of(1), List.of(1))),
            Batches.data(7, 2, last + 260_000 + 59_999, noOp));
        AuditReport report = WrittenCapture.of(node).audit(folder);
        assertEquals("silence before offset 6: 200 s without a record, the longest of 2 silences of a minute or more; expected a record at least every minute",
            message(finding(report, "E11")));
        assertEquals(6, finding(report, "E11").where().offset().orElseThrow());
        // no NoOps, no expectation
        WrittenLog quiet = WrittenLog.of("static 1; lead 1; begin + mv 4 + end; topic a");
        assertEquals("not applicable", word(WrittenCapture.of(WrittenCapture.appended(quiet.node(WrittenCapture.ID, 1, 1),
            Batches.data(5, 1, last + 900_000, DataValues.topic("b", new Uuid(7, 1))))).audit(folder), "E11"));
    }

    /** A time that cannot be is a matter of F12 alone. */
    @ParameterizedTest
    @ValueSource(longs = {-1, 0, Long.MAX_VALUE})
    void timesThatAreNone(long time) throws Exception {
        AuditReport report = Auditing.audit(folder, DEFAULT, log(Batches.data(60, 6, time, DataValues.noOp()), Auditing.data(61, DataValues.noOp())));
        assertEquals(List.of("F12"), report.findings().stream().map(Finding::ruleId).toList());
        assertEquals(Severity.NOTE, finding(report, "F12").severity());
    }

    @Test
    void timeThatStepsBack() throws Exception {
        AuditReport report = Auditing.audit(folder, DEFAULT, log(Batches.data(60, 6, Auditing.TIME + 59_000 - 2_000, DataValues.noOp()),
            Batches.data(61, 6, Auditing.TIME + 50_000, DataValues.noOp())));
        assertEquals("time of the batch at 61: 7000 ms below, the farthest step back of epoch 6; expected at most 1000 ms below that of the batch before it, by the same leader",
            message(finding(report, "O02")));
        assertEquals(Severity.NOTE, finding(report, "O02").severity());
        // the clock of another leader
        byte[] next = Batches.control(60, 7, Auditing.TIME, Control.leaderChange(3, ALL, List.of(2, 3)));
        assertEquals(List.of(), Auditing.audit(folder.resolve("next"), DEFAULT, log(next).staticQuorumState(3, 7, ALL)).findings());
    }
}
