package kraftaudit.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.junit.jupiter.api.Test;

/** Small histories whose right answers follow from the rules of Raft and KRaft. */
class HistoriesTest {
    private static final String ID = "a-cluster";
    private static final WrittenLog BORN = WrittenLog.of("lead 1 + kraft 1 + voters 1; begin + mv 33 + end; noop 2");

    /** Where the second voters record of most histories here stands. */
    private static final long SECOND_SET = BORN.endOffset();

    private static NodeDirectory node(WrittenLog log, int id) {
        return log.node(ID, id, 1);
    }

    // ---- LATER_CHANGE ----

    @Test
    void aVoterChangeProvesTheOneBeforeIt() {
        WrittenLog log = BORN.then("voters 1 2; noop; voters 1 2 3");
        Branch main = Replayed.nodes(ReplayOptions.NONE, node(log, 2)).main().orElseThrow();
        long second = log.endOffset() - 3;
        assertTrue(Replayed.ends(main, ProofKind.LATER_CHANGE).contains(second + 1));
        assertEquals(second + 1, main.provenEnd(), "not the last one");
    }

    @Test
    void aVoterChangeProvesNothingOfAnotherInItsOwnBatch() {
        WrittenLog log = BORN.then("voters 1 2 + voters 1 2 3");
        Branch main = Replayed.nodes(ReplayOptions.NONE, node(log, 2)).main().orElseThrow();
        assertFalse(Replayed.ends(main, ProofKind.LATER_CHANGE).contains(SECOND_SET + 1));
        // the next batch shows the later of the two, and all below it
        Branch next = Replayed.nodes(ReplayOptions.NONE, node(log.then("voters 1 2 3 4"), 2)).main().orElseThrow();
        assertTrue(Replayed.ends(next, ProofKind.LATER_CHANGE).contains(SECOND_SET + 2));
    }

    @Test
    void aJumpProvesNothingOfTheRecordBefore() {
        WrittenLog log = BORN.then("voters 1 2; noop; voters 1 2 3 4");
        Branch main = Replayed.nodes(ReplayOptions.NONE, node(log, 2)).main().orElseThrow();
        assertEquals(3, main.provenEnd(), "the epoch's start, by its data");
    }

    @Test
    void votersInAnEpochsFirstBatchProveNothingBelow() {
        WrittenLog log = BORN.then("voters 1 2; lead 2 + voters 1 2@moved.example:9093");
        Branch main = Replayed.nodes(ReplayOptions.NONE, node(log, 2)).main().orElseThrow();
        assertEquals(3, main.provenEnd());
    }

    // ---- EPOCH_DATA ----

    @Test
    void dataOfAnEpochProvesItsStartAndALeaderChangeAloneDoesNot() {
        WrittenLog log = BORN.then("voters 1 2; lead 2");
        assertEquals(3, Replayed.nodes(ReplayOptions.NONE, node(log, 2)).main().orElseThrow().provenEnd());
        assertEquals(log.endOffset(), Replayed.nodes(ReplayOptions.NONE, node(log.then("noop"), 2)).main().orElseThrow().provenEnd());
    }

    @Test
    void dataUnderALevelBefore36ProvesOnlyWhatLiesBeforeTheLeaderChange() {
        WrittenLog log = WrittenLog.of("static 1 2 3; lead 1; mv 11; noop; lead 2; noop");
        NodeDirectory node = log.directory().identity(ID, 2, WrittenVoter.directory(2, 1)).staticQuorumState(2, 2, List.of(1, 2, 3));
        assertEquals(List.of(3L), Replayed.ends(Replayed.nodes(ReplayOptions.NONE, node).main().orElseThrow(), ProofKind.EPOCH_DATA));
        WrittenLog newer = WrittenLog.of("static 1 2 3; lead 1; mv 12; noop; lead 2; noop");
        NodeDirectory newerNode = newer.directory().identity(ID, 2, WrittenVoter.directory(2, 1)).staticQuorumState(2, 2, List.of(1, 2, 3));
        assertEquals(List.of(1L, 4L), Replayed.ends(Replayed.nodes(ReplayOptions.NONE, newerNode).main().orElseThrow(), ProofKind.EPOCH_DATA));
    }

    // ---- BROKER_EVENT ----

    @Test
    void anUnfenceProvesTheFirstRegistrationAndNotItsEpochNumber() {
        // Broker epoch 9 is below the registration's own offset 10: a control record slipped in between.
        WrittenLog log = BORN.then("noop; voters 1 2; broker 11 epoch 9; noop; unfence 11 epoch 9");
        Branch main = Replayed.nodes(ReplayOptions.NONE, node(log, 2)).main().orElseThrow();
        long registration = log.endOffset() - 3;
        assertEquals(10, registration);
        assertEquals(List.of(registration + 1), Replayed.ends(main, ProofKind.BROKER_EVENT));
    }

    @Test
    void anUnfenceUnderAnotherEpochProvesNothing() {
        WrittenLog log = BORN.then("broker 11 epoch 8; noop; unfence 11 epoch 7");
        assertTrue(Replayed.ends(Replayed.nodes(ReplayOptions.NONE, node(log, 2)).main().orElseThrow(), ProofKind.BROKER_EVENT).isEmpty());
    }

    @Test
    void aFenceProvesNothing() {
        WrittenLog log = BORN.then("broker 11 epoch 8; noop; fence 11 epoch 8");
        assertTrue(Replayed.ends(Replayed.nodes(ReplayOptions.NONE, node(log, 2)).main().orElseThrow(), ProofKind.BROKER_EVENT).isEmpty());
    }

    // ---- MAJORITY ----

    @Test
    void aMajorityThatHasNotMovedOnProvesItsEpochsRecords() {
        WrittenLog log = BORN.then("voters 1 2; voters 1 2 3; noop 5");
        CaptureHistory two = Replayed.nodes(ReplayOptions.NONE, node(log, 1), node(log.upTo(log.endOffset() - 2), 2));
        assertEquals(log.endOffset() - 2, two.main().orElseThrow().provenEnd());
        CaptureHistory movedOn = Replayed.nodes(ReplayOptions.NONE, node(log, 1), node(log, 2).quorumState(-1, 2));
        assertEquals(SECOND_SET + 1, movedOn.main().orElseThrow().provenEnd(), "by the later change; node 1 alone is a majority of {1} below it");
    }

    @Test
    void recordsOfAnOlderEpochOnAMajorityAreNotProvenByThat() {
        // Both hold epoch 1's tail and a LeaderChange of epoch 3, but quorum-state stands at epoch 4.
        WrittenLog log = BORN.then("voters 1 2; voters 1 2 3; noop; lead 1 epoch 3");
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, node(log, 1).quorumState(-1, 4), node(log, 2).quorumState(-1, 4));
        assertTrue(Replayed.ends(history.main().orElseThrow(), ProofKind.MAJORITY).isEmpty());
    }

    @Test
    void aWipedVoterUnderANewDirectoryIsNoMember() {
        WrittenLog log = BORN.then("voters 1 2; voters 1 2 3; noop 2");
        NodeDirectory wiped = log.directory().identity(ID, 2, WrittenVoter.directory(2, 2)).quorumState(1, 1);
        assertEquals(SECOND_SET + 1, Replayed.nodes(ReplayOptions.NONE, node(log, 1), wiped).main().orElseThrow().provenEnd());
    }

    @Test
    void twoCopiesOfOneVoterCountOnce() {
        WrittenLog log = BORN.then("voters 1 2; voters 1 2 3; noop 2");
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, node(log, 1), node(log, 1));
        assertEquals(SECOND_SET + 1, history.main().orElseThrow().provenEnd());
        assertEquals(List.of("node1@node1", "node1@node2"), history.replicas().stream().map(r -> r.replica().name()).toList());
    }

    @Test
    void aJumpAboveWhatWasExposedStopsTheMajority() {
        WrittenLog log = BORN.then("voters 1 2; noop; voters 3 4; noop 2");
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, node(log, 1), node(log, 2), node(log, 3), node(log, 4));
        assertTrue(Replayed.ends(history.main().orElseThrow(), ProofKind.MAJORITY).isEmpty());
    }

    @Test
    void damageEndsWhatACopyHolds() {
        WrittenLog log = BORN.then("voters 1 2; noop 5");
        byte[] bytes = log.bytes();
        int lastBatch = log.bytes(log.endOffset() - 2, log.endOffset()).length;
        bytes[bytes.length - lastBatch + 70] ^= 1;
        NodeDirectory damaged = node(log, 2).segment(0, bytes);
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, node(log, 1), damaged);
        assertEquals(log.endOffset() - 2, history.main().orElseThrow().provenEnd());
    }

    // ---- WHOLE_QUORUM ----

    @Test
    void withEveryVoterStoppedTheEndIsWhatEveryPossibleLeaderHolds() {
        WrittenLog log = BORN.then("voters 1 2; voters 1 2 3; lead 1; noop 4");
        NodeDirectory[] nodes = {node(log, 1).quorumState(-1, 5), node(log.upTo(log.endOffset() - 1), 2).quorumState(-1, 5),
            node(log.upTo(log.endOffset() - 3), 3).quorumState(-1, 5)};
        // 3 is behind both others and can never win; 2 can win with 3's vote.
        assertEquals(log.endOffset() - 1, Replayed.nodes(Replayed.STOPPED, nodes).main().orElseThrow().provenEnd());
        assertEquals(0, Replayed.ends(Replayed.nodes(Replayed.STOPPED, nodes[0], nodes[1]).main().orElseThrow(), ProofKind.WHOLE_QUORUM).size());
        assertEquals(0, Replayed.ends(Replayed.nodes(ReplayOptions.NONE, nodes).main().orElseThrow(), ProofKind.WHOLE_QUORUM).size());
    }

    // ---- LOST, conflict ----

    @Test
    void aShorterLogOfAHigherEpochMakesTheLongerTailLost() {
        WrittenLog shared = BORN.then("voters 1 2; voters 1 2 3; noop");
        WrittenLog old = shared.then("noop 20");
        WrittenLog live = shared.then("lead 2 epoch 3; noop");
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, node(old, 1), node(live, 2));
        assertEquals(Status.PROVEN, history.status(shared.endOffset(), 3));
        assertEquals(Status.UNPROVEN, history.status(shared.endOffset() + 1, 3));
        assertEquals(Status.LOST, history.status(shared.endOffset(), 1));
        assertEquals(Status.LOST, history.status(old.endOffset() - 1, 1), "a proven record below it has a higher epoch");
    }

    @Test
    void aForkWithoutProofLosesNothing() {
        WrittenLog shared = BORN.then("voters 1 2; voters 1 2 3; noop");
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, node(shared.then("noop 4"), 1), node(shared.then("lead 2 epoch 3"), 2));
        assertEquals(2, history.branches().size());
        assertEquals(Status.UNPROVEN, history.status(shared.endOffset(), 1));
        assertEquals(Status.UNPROVEN, history.status(shared.endOffset(), 3));
    }

    @Test
    void twoHistoriesThatBothHaveProofsConflictAndNeitherIsLost() {
        WrittenLog shared = WrittenLog.of("static 0 1 2; lead 1; begin + mv 21 + end; noop 90");
        WrittenLog alone = shared.then("static 0; lead 0 epoch 2; noop 63");
        WrittenLog pair = shared.then("static 0 1 2; lead 1 epoch 3 by 1 2; noop 63");
        NodeDirectory zero = alone.directory().identity(ID, 0, WrittenVoter.directory(0, 1)).staticQuorumState(0, 2, List.of(0));
        NodeDirectory one = pair.directory().identity(ID, 1, WrittenVoter.directory(1, 1)).staticQuorumState(1, 3, List.of(0, 1, 2));
        NodeDirectory two = pair.directory().identity(ID, 2, WrittenVoter.directory(2, 1)).staticQuorumState(1, 3, List.of(0, 1, 2));
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, zero, one, two);
        assertTrue(history.conflict());
        assertEquals(Status.PROVEN, history.status(shared.endOffset(), 2));
        assertEquals(Status.PROVEN, history.status(shared.endOffset(), 3));
        assertEquals(List.of("0-" + pair.endOffset() + " STATIC [0, 1, 2]"), Replayed.spans(history.branches().get(0)));
        assertEquals(List.of((shared.endOffset() + 1) + "-" + alone.endOffset() + " STATIC [0]"), Replayed.spans(history.branches().get(1)));
    }

    @Test
    void aTailThatDamageHidesInTheOtherCopyIsNotProvenByIt() {
        // Node 1 holds a dead tail of epoch 1. Node 2 went on in epoch 3, and damage hides the place where they part.
        WrittenLog shared = BORN.then("voters 1 2; voters 1 2 3; noop");
        WrittenLog dead = shared.then("noop 3");
        WrittenLog live = shared.then("lead 2 epoch 3; noop 8");
        byte[] bytes = live.bytes();
        for (long hidden = shared.endOffset(); hidden < dead.endOffset(); hidden++) {
            bytes[live.bytes(0, hidden).length + 30] ^= 1;
        }
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, node(dead, 1), node(live, 2).segment(0, bytes)
            .checkpoint(live.endOffset() - 1, 3, Checkpoints.dynamic(3, 1, 2, WrittenVoter.upTo(3))));
        assertEquals(Status.PROVEN, history.status(live.endOffset() - 2, 3), "by the checkpoint's name");
        assertTrue(history.status(shared.endOffset(), 1) != Status.PROVEN, "the checkpoint says nothing of epoch 1's tail");
        // The other way round: a log that starts above a copy that shares nothing with it.
        WrittenLog late = WrittenLog.of("at 500 epoch 7; lead 1; noop 3");
        CaptureHistory apart = Replayed.nodes(ReplayOptions.NONE, node(dead, 1),
            late.node(ID, 2, 1).checkpoint(500, 7, Checkpoints.dynamic(7, 1, 2, WrittenVoter.upTo(3))));
        assertTrue(apart.status(dead.endOffset() - 1, 2) != Status.PROVEN);
        assertEquals(Status.UNPROVEN, apart.status(dead.endOffset() - 1, 2));
    }

    // ---- checkpoints, log start, unknown ----

    @Test
    void whatCameBeforeTheOldestCheckpointIsUnknown() {
        WrittenLog log = WrittenLog.of("at 100 epoch 2; lead 1; noop 19; voters 1 2 3; noop 4");
        NodeDirectory node = log.node(ID, 1, 1)
            .checkpoint(100, 2, Checkpoints.dynamic(2, 1, 2, WrittenVoter.upTo(2)));
        Branch main = Replayed.nodes(ReplayOptions.NONE, node).main().orElseThrow();
        assertEquals(List.of("0-99 UNKNOWN", "100-120 CHECKPOINT PROVEN [1, 2]", "121-125 VOTERS_RECORD UNPROVEN [1, 2, 3]"), Replayed.spans(main));
    }

    @Test
    void checkpointsAloneKnowTheSetAtTheirOwnEnd() {
        WrittenLog log = BORN.then("noop 10; voters 1 2; noop 40");
        long rolled = 40;
        NodeDirectory node = node(log, 1).without("__cluster_metadata-0/00000000000000000000.log").segment(rolled, log.bytes(rolled, Long.MAX_VALUE))
            .checkpoint(10, 1, Checkpoints.dynamic(1, 1, 2, WrittenVoter.upTo(1)))
            .checkpoint(30, 1, Checkpoints.dynamic(1, 1, 2, WrittenVoter.upTo(2)));
        Branch main = Replayed.nodes(ReplayOptions.NONE, node).main().orElseThrow();
        assertEquals(List.of("0-9 UNKNOWN", "10-10 CHECKPOINT PROVEN [1]", "11-29 UNKNOWN", "30-30 CHECKPOINT PROVEN [1, 2]",
            "31-" + log.endOffset() + " UNKNOWN"), Replayed.spans(main));
        assertTrue(Replayed.ends(main, ProofKind.LOG_START).isEmpty(), "an epoch entry from 0 shows that segments were not copied");
    }

    @Test
    void damageMakesTheVotersUnknownUntilTheNextRecord() {
        WrittenLog log = BORN.then("noop 3; voters 1 2; noop 3");
        byte[] bytes = log.bytes();
        int position = log.bytes(0, BORN.endOffset()).length;
        bytes[position + 70] ^= 1;
        Branch main = Replayed.nodes(ReplayOptions.NONE, node(log, 1).segment(0, bytes)).main().orElseThrow();
        long damaged = BORN.endOffset();
        assertEquals(List.of("0-2 UNKNOWN", "3-" + damaged + " VOTERS_RECORD PROVEN [1]", (damaged + 1) + "-" + (damaged + 3) + " UNKNOWN",
            (damaged + 4) + "-" + log.endOffset() + " VOTERS_RECORD UNPROVEN [1, 2]"), Replayed.spans(main));
    }

    @Test
    void aTransactionCountsFromItsEndOrNever() {
        WrittenLog log = BORN.then("begin + mv 34 + abort; begin + feature group.version 1; noop; end; begin + mv 34");
        Branch main = Replayed.nodes(ReplayOptions.NONE, node(log, 1)).main().orElseThrow();
        assertEquals("-1:none 5:33", Replayed.steps(main.state().features().get("metadata.version")));
        assertEquals("-1:none " + (log.endOffset() - 3) + ":1", Replayed.steps(main.state().features().get("group.version")));
        assertEquals(List.of(Transaction.Outcome.ENDED, Transaction.Outcome.ABORTED, Transaction.Outcome.ENDED, Transaction.Outcome.OPEN_AT_LOG_END),
            main.state().transactions().stream().map(Transaction::outcome).toList());
    }

    @Test
    void theOperatorsWordIsAProofOfItsOwnKind() {
        WrittenLog log = BORN.then("voters 1 2; noop");
        Branch main = Replayed.nodes(Replayed.watermark(log.endOffset()), node(log, 2)).main().orElseThrow();
        assertEquals(Optional.of(Status.PROVEN), main.spans().get(main.spans().size() - 1).status());
        assertEquals(List.of(ProofKind.OPERATOR), main.spans().get(main.spans().size() - 1).proofs());
        assertEquals(3, Replayed.nodes(Replayed.watermark(log.endOffset() + 50), node(log, 2)).main().orElseThrow().provenEnd(),
            "a high watermark beyond every copy names no record here");
    }

    // ---- clusters ----

    @Test
    void copiesBelongTogetherByHistoryAndByIdWhereTheyShareNoOffset() {
        WrittenLog other = WrittenLog.of("lead 1 + kraft 1 + voters 1; begin + mv 30 + end; noop 2");
        NodeDirectory stranger = new NodeDirectory().segment(0, shifted(other)).identity(ID, 3, WrittenVoter.directory(3, 1)).quorumState(1, 1);
        List<CaptureHistory> histories = Replayed.folders(ReplayOptions.NONE, Replayed.write(node(BORN, 1), node(BORN.then("noop 3"), 2), stranger));
        assertEquals(2, histories.size(), "one id, two histories");
        assertEquals(List.of("node1", "node2"), histories.get(0).replicas().stream().map(r -> r.replica().name()).toList());

        NodeDirectory late = WrittenLog.of("at 500 epoch 7; lead 1; noop 3").node(ID, 3, 1);
        CaptureHistory tied = Replayed.nodes(ReplayOptions.NONE, node(BORN, 1), late);
        assertEquals(List.of("node1", "node3"), tied.tiedByIdOnly());
    }

    /** The same log written an hour later: another cluster. */
    private static byte[] shifted(WrittenLog log) {
        return kraftaudit.written.Batches.join(
            kraftaudit.written.Batches.control(0, 1, WrittenLog.START + 3_600_000, kraftaudit.written.Control.leaderChange(1, List.of(1), List.of(1))));
    }

    /** Its tail may be a dead one, but what the checkpoint itself records is committed by its name. */
    @Test
    void aCheckpointOfALaterEpochAheadOfTheLogProvesItselfAndNotTheLog() {
        byte[] checkpoint = Checkpoints.dynamic(2, WrittenLog.START, WrittenLog.START, WrittenVoter.upTo(2), DataValues.metadataVersion(33));
        Branch main = Replayed.nodes(ReplayOptions.NONE, node(BORN, 1).checkpoint(13, 2, checkpoint)).main().orElseThrow();
        assertEquals(List.of("0-2 UNKNOWN", "3-8 VOTERS_RECORD PROVEN [1]", "9-12 UNKNOWN", "13-13 CHECKPOINT PROVEN [1, 2]"), Replayed.spans(main));
        assertEquals(List.of(ProofKind.CHECKPOINT), main.spans().get(3).proofs());
        assertTrue(Replayed.ends(main, ProofKind.CHECKPOINT).isEmpty());
    }

    @Test
    void aCheckpointTellsThatAnEpochBeginsWhereTheLogDoes() {
        byte[] checkpoint = Checkpoints.dynamic(3, WrittenLog.START, WrittenLog.START, WrittenVoter.upTo(2), DataValues.metadataVersion(33));
        WrittenLog log = WrittenLog.of("at 500 epoch 3; static 1 2; lead 2; noop 2");
        assertEquals(501, Replayed.nodes(ReplayOptions.NONE, log.node(ID, 2, 2).checkpoint(500, 3, checkpoint)).main().orElseThrow().provenEnd());
        assertEquals(500, Replayed.nodes(ReplayOptions.NONE, log.node(ID, 2, 2).checkpoint(500, 4, checkpoint)).main().orElseThrow().provenEnd(),
            "record 499 was of epoch 4 itself");
    }

    // ---- the election after the next one ----

    /**
     * Only 1, 2 and 3 can win the next election, and all of them hold offset 4 of epoch 2. But if 3 wins, 1 and 2 truncate to
     * offset 5, and if 3 ends then, 4 wins with the votes of 1, 2 and 5: offset 4 can be lost.
     */
    @Test
    void whatEveryNextWinnerHoldsCanBeLostByTheOneAfterIt() {
        WrittenLog common = WrittenLog.of("static 1 2 3 4 5; lead 1; mv 11; noop 2");
        WrittenLog old = common.then("lead 1 epoch 2");
        WrittenLog[] logs = {old.then("lead 1 epoch 5"), old.then("lead 1 epoch 5"), old.then("lead 3 epoch 4"),
            common.then("lead 4 epoch 3"), common};
        NodeDirectory[] nodes = new NodeDirectory[5];
        for (int i = 0; i < 5; i++) {
            nodes[i] = logs[i].directory().identity(ID, i + 1, WrittenVoter.directory(i + 1, 1)).staticQuorumState(-1, 6, List.of(1, 2, 3, 4, 5));
        }
        CaptureHistory history = Replayed.nodes(Replayed.STOPPED, nodes);
        assertEquals(List.of(4L), Replayed.ends(history.main().orElseThrow(), ProofKind.WHOLE_QUORUM));
        nodes[3] = common.directory().identity(ID, 4, WrittenVoter.directory(4, 1)).staticQuorumState(-1, 6, List.of(1, 2, 3, 4, 5));
        assertEquals(List.of(5L), Replayed.ends(Replayed.nodes(Replayed.STOPPED, nodes).main().orElseThrow(), ProofKind.WHOLE_QUORUM),
            "without the record of epoch 3 nobody passes 1, 2 and 3 even when they have truncated");
    }

    @Test
    void aVoterWithAnEmptyLogVotesForEverybody() {
        WrittenLog log = WrittenLog.of("static 1 2 3; lead 1; mv 11; noop 2");
        NodeDirectory[] nodes = new NodeDirectory[3];
        WrittenLog[] logs = {log, log.upTo(3), WrittenLog.of("")};
        for (int i = 0; i < 3; i++) {
            nodes[i] = logs[i].directory().identity(ID, i + 1, WrittenVoter.directory(i + 1, 1)).staticQuorumState(-1, 2, List.of(1, 2, 3));
        }
        assertEquals(List.of(3L), Replayed.ends(Replayed.nodes(Replayed.STOPPED, nodes).main().orElseThrow(), ProofKind.WHOLE_QUORUM));
    }

    /** Without its last record, which nothing shows to be committed, node 1 and 2 act on a set with 3: 3 has to be here too. */
    @Test
    void aVoterThatOnlyAnUncommittedRecordRemovesBelongsToTheWholeQuorum() {
        WrittenLog before = BORN.then("voters 1 2; voters 1 2 3; noop");
        WrittenLog removed = before.then("voters 1 2");
        CaptureHistory two = Replayed.nodes(Replayed.STOPPED, node(removed, 1).quorumState(-1, 9), node(removed, 2).quorumState(-1, 9));
        assertTrue(Replayed.ends(two.main().orElseThrow(), ProofKind.WHOLE_QUORUM).isEmpty());
        // Even then: while members change, a follower may fetch the change and not what follows, and act on the new set.
        CaptureHistory three = Replayed.nodes(Replayed.STOPPED, node(removed, 1).quorumState(-1, 9), node(removed, 2).quorumState(-1, 9),
            node(before, 3).quorumState(-1, 9));
        assertTrue(Replayed.ends(three.main().orElseThrow(), ProofKind.WHOLE_QUORUM).isEmpty());
    }

    /** Node 5, which nobody copied, may have been added by a leader whose record the others dropped: with two of four it wins. */
    @Test
    void anEvenSetCanBeOutvotedByAVoterThatNobodyCopied() {
        WrittenLog even = BORN.then("voters 1 2; voters 1 2 3; voters 1 2 3 4; lead 1; noop 2");
        NodeDirectory[] nodes = new NodeDirectory[4];
        for (int i = 0; i < 4; i++) {
            nodes[i] = node(even, i + 1).quorumState(-1, 9);
        }
        assertTrue(Replayed.ends(Replayed.nodes(Replayed.STOPPED, nodes).main().orElseThrow(), ProofKind.WHOLE_QUORUM).isEmpty());
    }

    /** Of two voters each needs the other's vote: what the leader had written, an addition too, is in the log of every later one. */
    @Test
    void twoVotersAreAWholeQuorum() {
        WrittenLog log = BORN.then("voters 1 2; noop; lead 1; noop 4");
        NodeDirectory[] nodes = {node(log, 1).quorumState(-1, 9), node(log.upTo(log.endOffset() - 2), 2).quorumState(-1, 9)};
        assertEquals(List.of(log.endOffset()), Replayed.ends(Replayed.nodes(Replayed.STOPPED, nodes).main().orElseThrow(), ProofKind.WHOLE_QUORUM),
            "only node 1 can win");
    }

    /** Two leaders give broker 5 the same epoch number, and the stale one is asked under it: its own records stay unproven. */
    @Test
    void aBrokersEventThatContradictsOtherProofsProvesNothing() {
        WrittenLog shared = BORN.then("voters 1 2; voters 1 2 3; noop");
        long next = shared.endOffset() + 1;
        WrittenLog stale = shared.then("noop; broker 5 epoch " + next + "; ids 5 epoch " + next);
        WrittenLog live = shared.then("lead 2; broker 5 epoch " + next + "; noop");
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, node(stale, 1), node(live, 2));
        assertTrue(!history.conflict());
        assertEquals(Status.LOST, history.status(next, 1));
    }

    /** A quorum-state that was copied before its log, or put back, does not show that the voter stayed in that epoch. */
    @Test
    void aQuorumStateBehindItsOwnLogIsNoVote() {
        WrittenLog log = BORN.then("voters 1 2; voters 1 2 3; noop 3");
        WrittenLog further = log.then("lead 1 epoch 4");
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, node(log, 2), node(further, 1).quorumState(1, 1));
        assertEquals(SECOND_SET + 1, history.main().orElseThrow().provenEnd());
    }

    /** A segment given alone starts above 0 because the others were not given. */
    @Test
    void aLogStartThatNoCheckpointCoversProvesNothing() {
        WrittenLog log = WrittenLog.of("at 100 epoch 2; lead 1; noop 19");
        NodeDirectory alone = new NodeDirectory().segment(100, log.bytes()).identity(ID, 1, WrittenVoter.directory(1, 1));
        assertEquals(0, Replayed.nodes(ReplayOptions.NONE, alone).main().orElseThrow().provenEnd());
    }

    // ---- checkpoints ahead of the log ----

    /** In live copies the log is read first, so checkpoints written meanwhile lie ahead of it, the same one on several nodes. */
    @Test
    void oneCheckpointAheadOfTheLogOnTwoCopiesCountsOnce() {
        byte[] checkpoint = Checkpoints.dynamic(1, WrittenLog.START, WrittenLog.START, WrittenVoter.upTo(2), DataValues.metadataVersion(33));
        long ahead = BORN.endOffset() + 5;
        Branch main = Replayed.nodes(ReplayOptions.NONE, node(BORN, 1).checkpoint(ahead, 1, checkpoint),
            node(BORN, 2).checkpoint(ahead, 1, checkpoint)).main().orElseThrow();
        assertEquals(List.of("0-2 UNKNOWN", "3-8 VOTERS_RECORD PROVEN [1]", "9-12 UNKNOWN", "13-13 CHECKPOINT PROVEN [1, 2]"), Replayed.spans(main));
        assertEquals(ahead, main.provenEnd());
        assertEquals(2, main.state().voters().at(ahead - 1).value().orElseThrow().voters().size());
        assertTrue(main.state().voters().steps().stream().noneMatch(step -> step.known() && step.offset() >= ahead));
    }

    // ---- static voters that sources name differently ----

    @Test
    void votersOutsideOfTheLogCountOnlyWhereTheLogDoesNotContradict() {
        WrittenLog log = WrittenLog.of("static 1 2 3; lead 1; mv 11; noop 2; static 1 2 3 4 5 6 7; lead 1 epoch 2 by 1 2 3 4; noop 2");
        NodeDirectory[] old = {log.directory().identity(ID, 1, WrittenVoter.directory(1, 1)).staticQuorumState(1, 2, List.of(1, 2, 3)),
            log.directory().identity(ID, 2, WrittenVoter.directory(2, 1)).staticQuorumState(1, 2, List.of(1, 2, 3)),
            log.directory().identity(ID, 3, WrittenVoter.directory(3, 1)).staticQuorumState(1, 2, List.of(1, 2, 3))};
        CaptureHistory three = Replayed.nodes(ReplayOptions.NONE, old);
        assertEquals(List.of(), Replayed.ends(three.main().orElseThrow(), ProofKind.MAJORITY), "three of seven are no majority");
        CaptureHistory stopped = Replayed.nodes(new ReplayOptions(true, Optional.empty(), List.of()), old);
        assertEquals(List.of(), Replayed.ends(stopped.main().orElseThrow(), ProofKind.WHOLE_QUORUM));
        assertEquals(List.of(), stopped.main().orElseThrow().staticVoters().ids());

        NodeDirectory[] four = new NodeDirectory[4];
        for (int i = 0; i < four.length; i++) {
            four[i] = log.directory().identity(ID, i + 1, WrittenVoter.directory(i + 1, 1)).staticQuorumState(1, 2, List.of(1, 2, 3, 4, 5, 6, 7));
        }
        assertEquals(List.of(log.endOffset()), Replayed.ends(Replayed.nodes(ReplayOptions.NONE, four).main().orElseThrow(), ProofKind.MAJORITY));
    }

    @Test
    void aListOfTheOperatorThatTheLogContradictsProvesNothing() {
        WrittenLog log = WrittenLog.of("static 1 2 3; lead 1; mv 11; noop 2");
        NodeDirectory one = log.directory().identity(ID, 1, WrittenVoter.directory(1, 1)).quorumState(1, 1);
        NodeDirectory two = log.directory().identity(ID, 2, WrittenVoter.directory(2, 1)).quorumState(1, 1);
        assertEquals(List.of(), majority(List.of(1), one));
        assertEquals(List.of(), majority(List.of(1, 2), one, two));
        assertEquals(List.of(log.endOffset()), majority(List.of(1, 2, 3), one, two));
    }

    private static List<Long> majority(List<Integer> staticVoters, NodeDirectory... nodes) {
        ReplayOptions told = new ReplayOptions(false, Optional.empty(), staticVoters);
        return Replayed.ends(Replayed.nodes(told, nodes).main().orElseThrow(), ProofKind.MAJORITY);
    }

    @Test
    void aMajorityOfVotersThatCameLaterProvesNothingOfTheEpochBefore() {
        WrittenLog before = WrittenLog.of("static 1 2 3; lead 1; mv 11; noop 2");
        WrittenLog after = before.then("static 1 2; lead 1 epoch 2; noop");
        NodeDirectory one = before.directory().identity(ID, 1, WrittenVoter.directory(1, 1)).staticQuorumState(1, 1, List.of(1, 2));
        NodeDirectory two = before.directory().identity(ID, 2, WrittenVoter.directory(2, 1)).staticQuorumState(1, 1, List.of(1, 2));
        NodeDirectory three = after.directory().identity(ID, 3, WrittenVoter.directory(3, 1)).staticQuorumState(1, 2, List.of(1, 2));
        assertTrue(Replayed.ends(Replayed.nodes(ReplayOptions.NONE, one, two, three).main().orElseThrow(), ProofKind.MAJORITY).isEmpty());
    }
}
