package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.audit.PairOfCopies.Relation;
import kraftaudit.reader.Schemas;
import kraftaudit.reader.Voter;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.ReplayOptions;
import kraftaudit.replay.Status;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareTest {
    private static final String BORN = "lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end; ";
    private static final String ONE_ID = "0000000000000001000000000000000a";
    private static final String OTHER_ID = "0000000000000001000000000000000b";

    @TempDir
    private Path folder;

    static Comparison compare(CaptureHistory history) {
        return Compare.compare(history, Schemas.builtIn().with(Profiles.builtIn().get(0)));
    }

    private Comparison copies(ReplayOptions options, Object... namesAndNodes) {
        Map<String, NodeDirectory> nodes = new LinkedHashMap<>();
        for (int i = 0; i < namesAndNodes.length; i += 2) {
            nodes.put((String) namesAndNodes[i], (NodeDirectory) namesAndNodes[i + 1]);
        }
        return compare(Read.written(options, folder, nodes));
    }

    private Comparison copies(Object... namesAndNodes) {
        return copies(ReplayOptions.NONE, namesAndNodes);
    }

    private static PairOfCopies pair(Comparison comparison, String one, String other) {
        return comparison.pairs().stream().filter(p -> p.one().equals(one) && p.other().equals(other)).findFirst().orElseThrow();
    }

    private static Recovery.Ranked ranked(Comparison comparison, String copy) {
        return comparison.recovery().ranking().stream().filter(r -> r.copy().equals(copy)).findFirst().orElseThrow();
    }

    private static List<String> order(Comparison comparison) {
        return comparison.recovery().ranking().stream().map(Recovery.Ranked::copy).toList();
    }

    // ---- a real quorum that lost a change ----

    @Test
    void theLostVoterChange() {
        Comparison comparison = compare(Read.sample(ReplayOptions.NONE, "lost-voter-change"));
        PairOfCopies parted = pair(comparison, "node1", "node3");
        assertEquals(Relation.DIVERGED, parted.relation());
        assertEquals(52, parted.divergence().orElseThrow().offset());
        assertEquals(OptionalLong.of(52), parted.commonEnd());
        assertEquals(OptionalLong.of(0), parted.commonFrom());
        assertEquals(List.of(1, 3), List.of(parted.divergence().get().one().epoch(), parted.divergence().get().other().epoch()));
        assertEquals(List.of(OptionalInt.of(1), OptionalInt.of(3)), List.of(parted.divergence().get().one().leader(), parted.divergence().get().other().leader()));
        assertTrue(parted.divergence().get().one().timestamp() < parted.divergence().get().other().timestamp());
        assertEquals(4507, parted.divergence().get().one().place().orElseThrow().position(), "the record in the batch at 4446");

        assertEquals(Relation.SAME_END, pair(comparison, "node1", "node4").relation());
        PairOfCopies skewed = pair(comparison, "node2", "node3");
        assertEquals(Relation.ONE_IS_PREFIX, skewed.relation());
        assertEquals(1, skewed.ahead());

        BranchContent dead = comparison.branches().get(1);
        assertEquals(List.of("node1", "node4"), dead.branch().copies().stream().sorted().toList());
        assertEquals(List.of(52L, 58L), List.of(dead.from(), dead.to()));
        assertEquals(Status.LOST, dead.status());
        assertEquals(Map.of("KRAFT_VOTERS", 1L, "NO_OP_RECORD", 5L), dead.counts());
        assertEquals(54, dead.notable().get(0).at().offset(), "voters records first");
        assertTrue(dead.notable().get(0).payload().contains("Fv7PRm52uQx2lJyIZdTz6A"), dead.notable().get(0).payload());
        assertEquals(18, comparison.branches().get(0).records(), "offsets 52 to 69 of the main branch");

        Recovery recovery = comparison.recovery();
        assertEquals(Optional.of("node3"), recovery.recommended());
        assertEquals(List.of("node3", "node2", "node1", "node4"), order(comparison));
        assertTrue(recovery.best().get().holdsProven());
        assertEquals(3, recovery.present().size());
        assertTrue(recovery.majorityHere());
        assertFalse(ranked(comparison, "node1").holdsProven());
        assertEquals(OptionalLong.of(52), ranked(comparison, "node1").deadFrom());
        assertEquals(6, ranked(comparison, "node1").dead());
    }

    @Test
    void oneCopyAlone() {
        Comparison comparison = compare(Read.sample(ReplayOptions.NONE, "lost-voter-change", "node1"));
        assertTrue(comparison.pairs().isEmpty() && comparison.branches().isEmpty());
        assertEquals(1, comparison.recovery().present().size());
        assertFalse(comparison.recovery().majorityHere(), "one voter of three");
        assertEquals(List.of(2, 3), comparison.recovery().missing().stream().map(Voter::id).toList());
    }

    @Test
    void prefixesAreSkewAndNotDivergence() {
        Comparison comparison = compare(Read.sample(ReplayOptions.NONE, "reconfiguration"));
        assertTrue(comparison.pairs().stream().noneMatch(p -> p.relation() == Relation.DIVERGED));
        assertEquals(Relation.SAME_END, pair(comparison, "node1", "node2").relation());
        assertEquals(Relation.OTHER_IS_PREFIX, pair(comparison, "node1", "node3").relation());
        assertEquals(14, pair(comparison, "node1", "node3").ahead());
        assertEquals(Relation.ONE_IS_PREFIX, pair(comparison, "node3", "node11").relation());
        assertTrue(comparison.branches().isEmpty() && comparison.claimed().isEmpty());
        assertEquals(Optional.of("node1"), comparison.recovery().recommended());
        assertEquals(List.of("node2"), comparison.recovery().equals());
        assertEquals(Recovery.Role.OTHER_VOTER, ranked(comparison, "node3").role());
        assertEquals(Recovery.Role.OBSERVER, ranked(comparison, "node11").role());
        assertEquals(4, ranked(comparison, "node11").lacksProven());
        assertEquals(Optional.empty(), comparison.recovery().rest());
    }

    // ---- the longer log of a lower epoch ----

    @Test
    void theLongerLogOfALowerEpochIsTheWrongChoice() {
        WrittenLog shared = WrittenLog.of(BORN + "noop 2");
        WrittenLog dead = shared.then("noop 20");
        WrittenLog live = shared.then("lead 2; noop 3");
        Comparison comparison = copies("node1", dead.node("id", 1, 1), "node2", live.node("id", 2, 2), "node3", live.node("id", 3, 2));
        assertEquals(List.of("node2", "node3", "node1"), order(comparison));
        assertEquals(Optional.of("node2"), comparison.recovery().recommended());
        assertEquals(List.of("node3"), comparison.recovery().equals());
        assertTrue(ranked(comparison, "node1").longerButOlder());
        assertEquals(20, ranked(comparison, "node1").dead());
        assertFalse(ranked(comparison, "node3").longerButOlder());
    }

    // ---- B15 ----

    /** Three static replicas that share offsets 0 to 99; one goes on alone, two elect each other, both create topic t at 163. */
    static Map<String, NodeDirectory> splitQuorum() {
        WrittenLog shared = WrittenLog.of("static 0 1 2; lead 0; mv 21; noop 98");
        String topic = "; noop 62; hex 01 02 00 02 74 %s 00";
        WrittenLog alone = shared.then("static 0; lead 0 epoch 2 by 0" + topic.formatted(ONE_ID));
        WrittenLog both = shared.then("lead 1 epoch 3 by 1 2" + topic.formatted(OTHER_ID));
        Map<String, NodeDirectory> nodes = new LinkedHashMap<>();
        nodes.put("a", alone.node("id", 0, 0).staticQuorumState(0, 2, List.of(0)));
        nodes.put("b", both.node("id", 1, 1).staticQuorumState(1, 3, List.of(0, 1, 2)));
        nodes.put("c", both.node("id", 2, 1).staticQuorumState(1, 3, List.of(0, 1, 2)));
        return nodes;
    }

    @Test
    void aStaticQuorumThatSplit() {
        CaptureHistory history = Read.written(ReplayOptions.NONE, folder, splitQuorum());
        Comparison comparison = compare(history);
        assertEquals(100, pair(comparison, "node0", "node1").divergence().orElseThrow().offset());
        assertEquals(List.of(2, 3), List.of(pair(comparison, "node0", "node1").divergence().get().one().epoch(),
            pair(comparison, "node0", "node1").divergence().get().other().epoch()));
        assertEquals(1, comparison.clashes().size());
        TopicClash clash = comparison.clashes().get(0);
        assertEquals("t", clash.name());
        assertEquals(List.of(163L, 163L), List.of(clash.one().at().offset(), clash.other().at().offset()));
        assertEquals(List.of(new Uuid(1, 11).toString(), new Uuid(1, 10).toString()), List.of(clash.one().topicId(), clash.other().topicId()),
            "the branch of the higher epoch first");
        assertEquals(List.of("node1", "node0"), List.of(clash.one().replica(), clash.other().replica()));
        assertTrue(clash.one().at().place().file().endsWith("b/__cluster_metadata-0/00000000000000000000.log"), clash.one().at().place().file());
        assertTrue(clash.one().at().place().position() > 0);
        assertTrue(history.conflict(), "each branch is proven under its own set");
        assertTrue(comparison.branches().stream().noneMatch(b -> b.status() == Status.LOST), "neither is lost because of the other");
    }

    @Test
    void topicsOfOneIdOrOfTwoNamesDoNotClash() {
        WrittenLog shared = WrittenLog.of(BORN + "topic before; noop 2");
        Comparison comparison = copies("node1", shared.then("topic same; topic mine; noop").node("id", 1, 1),
            "node2", shared.then("lead 2; topic same; topic theirs").node("id", 2, 2), "node3", shared.then("lead 2; topic same; topic theirs").node("id", 3, 2));
        assertEquals(List.of(), comparison.clashes());
        assertEquals(2L, comparison.branches().get(1).counts().get("TOPIC_RECORD"));
    }

    // ---- B17 ----

    @Test
    void anObserverAheadOfEveryVoter() {
        WrittenLog early = WrittenLog.of(BORN + "noop 4");
        WrittenLog far = early.then("lead 2 epoch 40; noop 100");
        Comparison comparison = copies("node1", early.node("id", 1, 1), "node2", early.node("id", 2, 1), "node3", early.node("id", 3, 1),
            "broker", far.node("id", 11, 2));
        Recovery.Rest rest = comparison.recovery().rest().orElseThrow();
        assertEquals(List.of("node11"), rest.copies());
        assertEquals(List.of(10L, 111L), List.of(rest.from(), rest.to()));
        assertEquals(OptionalInt.of(40), rest.epoch());
        assertEquals(11, rest.provenEnd(), "data of epoch 40 proves its first batch");
        assertEquals(Optional.of("node11"), comparison.recovery().recommended(), "no voter's copy holds what is proven");
        assertEquals(1, ranked(comparison, "node1").lacksProven());
        assertTrue(comparison.pairs().stream().noneMatch(p -> p.relation() == Relation.DIVERGED), "the broker is not called divergent");
    }

    @Test
    void anObserverAheadByUnprovenRecordsAloneDoesNotReplaceAVoter() {
        WrittenLog log = WrittenLog.of(BORN + "noop 9");
        Comparison comparison = copies("node1", log.upTo(10).node("id", 1, 1), "node2", log.upTo(9).node("id", 2, 1), "broker", log.node("id", 11, 1));
        assertEquals(List.of("node11", "node1", "node2"), order(comparison));
        assertEquals(Optional.of("node1"), comparison.recovery().recommended());
        assertEquals(List.of(10L, 15L), List.of(comparison.recovery().rest().get().from(), comparison.recovery().rest().get().to()));
        assertTrue(comparison.recovery().rest().get().provenEnd() <= 10, "an observer's log end proves nothing");
    }

    @Test
    void controllersThatWereFormattedAnew() {
        WrittenLog old = WrittenLog.of(BORN + "noop 4; lead 2 epoch 40; noop 100");
        // a new history from offset 0 on, whose batches differ
        WrittenLog anew = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3 4; begin + mv 33 + end; noop 3");
        Map<String, NodeDirectory> nodes = new LinkedHashMap<>();
        nodes.put("broker", old.node("id", 11, 2));
        nodes.put("c1", anew.node("id", 1, 1));
        nodes.put("c2", anew.node("id", 2, 1));
        List<CaptureHistory> clusters = Read.clusters(ReplayOptions.NONE, folder, nodes);
        assertEquals(2, clusters.size());
        List<Comparison.Unrelated> unrelated = Compare.unrelated(clusters);
        assertEquals(1, unrelated.size());
        assertEquals("id", unrelated.get(0).clusterId());
        assertEquals(List.of(List.of("broker"), List.of("c1", "c2")), unrelated.get(0).histories().stream().map(Comparison.Told::folders).toList());
        assertEquals(List.of(40, 1), unrelated.get(0).histories().stream().map(Comparison.Told::lastEpoch).toList());
        assertEquals(List.of(1, 2, 3), unrelated.get(0).histories().get(0).voters());
        assertEquals(List.of(1, 2), unrelated.get(0).histories().get(0).votersGoneTo(unrelated.get(0).histories().get(1)));
        assertEquals(List.of(), unrelated.get(0).histories().get(1).votersGoneTo(unrelated.get(0).histories().get(0)));
    }

    // ---- bad input ----

    @Test
    void twoStatesOfOneNode() {
        WrittenLog log = WrittenLog.of(BORN + "noop 9");
        Comparison comparison = copies("now", log.node("id", 1, 1), "backup", log.upTo(8).node("id", 1, 1), "node2", log.node("id", 2, 1));
        Comparison.ClaimedTwice twice = comparison.claimed().get(0);
        assertEquals(1, twice.nodeId());
        assertTrue(twice.oneDirectory());
        assertEquals(List.of(true, true), twice.claims().stream().map(Comparison.Claim::votes).toList());
        assertEquals(2, comparison.recovery().present().size(), "node 1 counts once");
    }

    @Test
    void twoDirectoriesOfOneNode() {
        WrittenLog log = WrittenLog.of(BORN + "noop 9");
        NodeDirectory replaced = log.node("id", 1, 1).identity("id", 1, WrittenVoter.directory(1, 2));
        Comparison comparison = copies("old", log.node("id", 1, 1), "new", replaced, "node2", log.node("id", 2, 1));
        Comparison.ClaimedTwice twice = comparison.claimed().get(0);
        assertFalse(twice.oneDirectory());
        assertEquals(List.of(false, true), twice.claims().stream().map(Comparison.Claim::votes).toList(), "the voters record names one of them");
        assertEquals(Recovery.Role.OBSERVER, ranked(comparison, twice.claims().get(0).copy()).role());
    }

    @Test
    void oneVoterOfFive() {
        WrittenLog log = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3 4 5; begin + mv 33 + end; noop 3");
        Recovery recovery = copies("node4", log.node("id", 4, 1)).recovery();
        assertEquals(1, recovery.present().size());
        assertEquals(4, recovery.missing().size());
        assertFalse(recovery.majorityHere());
        assertEquals(Optional.of("node4"), recovery.recommended());
    }

    @Test
    void aDamagedCopyBesideASoundOne() {
        WrittenLog log = WrittenLog.of(BORN + "noop 9; lead 2; noop 3");
        byte[] segment = log.bytes();
        int at = log.batches().get(0).bytes().length + log.batches().get(1).bytes().length;
        segment[at + 65] ^= 1;
        Comparison comparison = copies("node1", log.node("id", 1, 2).segment(0, segment), "node2", log.upTo(18).node("id", 2, 2));
        assertEquals(List.of("node2", "node1"), order(comparison), "the damaged log is longer, a restart would keep 6 offsets of it");
        assertEquals(OptionalLong.of(6), ranked(comparison, "node1").brokenAt());
        assertEquals(6, ranked(comparison, "node1").endOffset());
        assertEquals(1, ranked(comparison, "node1").lastEpoch());
        assertEquals(Optional.of("node2"), comparison.recovery().recommended());
        assertFalse(ranked(comparison, "node1").holdsProven());
    }

    @Test
    void theStartOfTheLogIsMissing() {
        byte[] checkpoint = Checkpoints.dynamic(1, 5, 6, WrittenVoter.of(List.of(1, 2)), DataValues.metadataVersion(33));
        WrittenLog log = WrittenLog.of("at 100 epoch 0; lead 1; noop 5");
        Comparison bare = copies("node1", log.node("id", 1, 1), "node2", log.node("id", 2, 1).checkpoint(100, 0, checkpoint));
        assertEquals(OptionalLong.of(0), ranked(bare, "node1").missingStart());
        assertFalse(ranked(bare, "node1").holdsProven());
        assertEquals(Optional.of("node2"), bare.recovery().recommended(), "its checkpoint covers the start");
    }

    /** D1: what lies between the newest checkpoint and the log start is in no copy. */
    @Test
    void aGapBetweenTheNewestCheckpointAndTheLogStart() {
        NodeDirectory node = NodeDirectory.read(kraftaudit.written.Samples.folder("snapshots/node1"));
        for (String base : List.of("00000000000000000000", "00000000000000000167", "00000000000000000362")) {
            node.without("__cluster_metadata-0/" + base + ".log");
        }
        Comparison comparison = copies("node1", node);
        assertEquals(OptionalLong.of(463), ranked(comparison, "node1").missingStart());
        assertFalse(ranked(comparison, "node1").holdsProven());
    }

    @Test
    void aCheckpointAheadOfAnEmptyLog() {
        byte[] checkpoint = Checkpoints.dynamic(1, 5, 6, WrittenVoter.of(List.of(1, 2)), DataValues.metadataVersion(33));
        WrittenLog log = WrittenLog.of("lead 1 + kraft 1 + voters 1 2; begin + mv 33 + end; noop 60");
        NodeDirectory downloaded = new NodeDirectory().identity("id", 2, WrittenVoter.directory(2, 1)).quorumState(1, 1)
            .segment(80).checkpoint(80, 1, checkpoint);
        Comparison comparison = copies("node1", log.node("id", 1, 1), "node2", downloaded);
        assertEquals(List.of("node2", "node1"), order(comparison));
        assertEquals(80, ranked(comparison, "node2").endOffset());
        assertEquals(Relation.NOTHING_SHARED, pair(comparison, "node1", "node2").relation());
        assertEquals(14, ranked(comparison, "node1").lacksProven(), "the name of the checkpoint proves 80");
    }

    @Test
    void noCopyHoldsAnything() {
        NodeDirectory bare = new NodeDirectory().identity("id", 1, WrittenVoter.directory(1, 1)).quorumState(2, 7);
        Comparison comparison = copies("node1", bare);
        assertEquals(Optional.empty(), comparison.recovery().recommended());
    }

    @Test
    void otherBytesUnderTheSameEpochs() {
        // same offsets, epochs, times and lengths: only the content of one batch differs
        WrittenLog log = WrittenLog.of(BORN + "noop 2; topic aaaa; noop 200; voters 1 2 3");
        WrittenLog other = WrittenLog.of(BORN + "noop 2; topic bbbb; noop 200; voters 1 2 3");
        Comparison comparison = copies("node1", log.node("id", 1, 1), "node2", other.node("id", 2, 1));
        PairOfCopies.Unequal unequal = pair(comparison, "node1", "node2").unequal().orElseThrow();
        assertTrue(unequal.from() <= 8 && 8 < unequal.to(), unequal.toString());
        assertEquals(Relation.SAME_END, pair(comparison, "node1", "node2").relation());
        assertTrue(copies("node1", log.node("id", 1, 1), "node2", log.node("id", 2, 1)).pairs().get(0).unequal().isEmpty());
    }

    // ---- --stopped ----

    @Test
    void whatStoppedWouldDecide() {
        CaptureHistory history = Read.sample(ReplayOptions.NONE, "static-to-dynamic");
        StoppedAnswer answer = StoppedAnswer.of(history, Profiles.builtIn().get(0)).orElseThrow();
        assertEquals(40, answer.provenEndThen());
        assertEquals(List.of(28L, 29L), answer.decided().stream().map(Transition::offset).toList());
        assertTrue(answer.decided().stream().allMatch(t -> t.status() == Status.PROVEN));
        assertTrue(StoppedAnswer.of(Read.sample(Read.STOPPED, "static-to-dynamic"), Profiles.builtIn().get(0)).isEmpty());
        assertTrue(StoppedAnswer.of(Read.sample(ReplayOptions.NONE, "reconfiguration"), Profiles.builtIn().get(0)).isEmpty(), "118 is proven already");
        assertTrue(StoppedAnswer.of(Read.sample(ReplayOptions.NONE, "static-to-dynamic", "node1"), Profiles.builtIn().get(0)).isEmpty(),
            "one copy is not the whole quorum");
    }

    // ---- what it reads ----

    /** Copies that agree as far as they go are compared by what was read of them once. */
    @Test
    void copiesAreNotReadAgain() throws Exception {
        WrittenLog log = WrittenLog.of(BORN + "noop 250");
        List<Path> nodes = new ArrayList<>();
        for (int id = 1; id <= 5; id++) {
            nodes.add(WrittenCapture.node(log.upTo(log.endOffset() - id), id, 1).write(folder.resolve("once/node" + id)));
        }
        CaptureHistory history = Pipe.load(nodes, Pipe.Settings.defaults()).clusters().get(0);
        Comparison before = compare(history);
        assertEquals(10, before.pairs().size());
        for (Path node : nodes) {
            Files.delete(node.resolve(Auditing.SEGMENT));
        }
        assertEquals(before, compare(history));
    }
}
