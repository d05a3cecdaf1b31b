package kraftaudit.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import org.junit.jupiter.api.Test;

/** What a history of Kafka's can break without a trace is named beside each proof, and left out where the log rules it out. */
class UnseenBreachesTest {
    private static final WrittenLog BORN = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end; noop 2");

    private static NodeDirectory node(WrittenLog log, int id) {
        return log.node("id", id, 1);
    }

    private static List<Assumption> assumed(CaptureHistory history, ProofKind kind, long endOffset) {
        return history.main().orElseThrow().proofs().stream().filter(p -> p.kind() == kind && p.endOffset() == endOffset).findFirst()
            .orElseThrow(() -> new AssertionError(kind + " at " + endOffset + " among " + history.main().get().proofs())).assumptions();
    }

    private static List<Assumption> assumed(WrittenLog log, ProofKind kind, long endOffset) {
        return assumed(Replayed.nodes(ReplayOptions.NONE, node(log, 2)), kind, endOffset);
    }

    // ---- two leaders, one broker epoch ----

    /**
     * Node 1 leads epoch 2, is cut off and still takes the registration of broker 5 and its request for producer ids. Node 2
     * leads epoch 3 from the same end on, gives broker 5 the same number 10, and commits. The broker asks node 1 under it.
     */
    @Test
    void aReplacedLeadersCopyAloneProvesItsRegistrationOnACondition() {
        WrittenLog shared = BORN.then("lead 1; noop");
        assertEquals(10, shared.endOffset());
        WrittenLog stale = shared.then("noop; broker 5 epoch 11; ids 5 epoch 11");
        assertTrue(assumed(stale, ProofKind.BROKER_EVENT, 12).contains(Assumption.ONE_BROKER_EPOCH));
        WrittenLog successor = shared.then("lead 2; broker 5 epoch 11; noop");
        CaptureHistory both = Replayed.nodes(ReplayOptions.NONE, node(stale, 1), node(successor, 2));
        assertFalse(both.conflict());
        assertEquals(Status.LOST, both.status(11, 2), "the successor's proofs exclude it");
        assertEquals(Status.UNPROVEN, both.status(11, 3), "nobody asked the successor under the number");
    }

    /** A successor that has everything below the number begins its own epoch at the number, and gives the one after it at least. */
    @Test
    void aNumberThatFollowsWhatIsProvenIsNobodyElses() {
        WrittenLog log = BORN.then("lead 2");
        long number = log.endOffset();
        assertEquals(List.of(Assumption.NOT_EDITED), assumed(log.then("broker 5 epoch " + number + "; ids 5 epoch " + number), ProofKind.BROKER_EVENT, number + 1));
        // one number after the other: each registration that is proven settles the next
        WrittenLog chain = log.then("broker 5 epoch " + number + "; ids 5 epoch " + number + "; broker 6 epoch " + (number + 1));
        assertFalse(Replayed.ends(Replayed.nodes(ReplayOptions.NONE, node(chain, 2)).main().orElseThrow(), ProofKind.BROKER_EVENT).contains(number + 3));
        WrittenLog known = log.then("broker 5 epoch " + number + " + broker 6 epoch " + (number + 1) + "; ids 5 epoch " + number + "; ids 6 epoch " + (number + 1));
        assertEquals(List.of(Assumption.NOT_EDITED), assumed(known, ProofKind.BROKER_EVENT, number + 2));
    }

    /** Before 3.6 a leader counts from the last committed offset: the number may be that of its own LeaderChange. */
    @Test
    void beforeKafka36TheRecordAtTheNumberItselfHasToBeProven() {
        WrittenLog log = WrittenLog.of("static 1 2 3; lead 1; mv 11; noop; lead 2; broker 5 epoch 3; ids 5 epoch 3");
        NodeDirectory node = log.node("id", 2, 2).staticQuorumState(2, 2, List.of(1, 2, 3));
        assertTrue(assumed(Replayed.nodes(ReplayOptions.NONE, node), ProofKind.BROKER_EVENT, 5).contains(Assumption.ONE_BROKER_EPOCH));
        WrittenLog newer = WrittenLog.of("static 1 2 3; lead 1; mv 12; noop; lead 2; broker 5 epoch 3; ids 5 epoch 3");
        assertFalse(assumed(Replayed.nodes(ReplayOptions.NONE, newer.node("id", 2, 2).staticQuorumState(2, 2, List.of(1, 2, 3))),
            ProofKind.BROKER_EVENT, 5).contains(Assumption.ONE_BROKER_EPOCH));
    }

    /** A heartbeat goes the way of the registration's answer: who was given the number by a later leader does not find this one again. */
    @Test
    void aHeartbeatWhileOneNodeHasLedEveryEpochNeedsNoCondition() {
        WrittenLog log = BORN.then("broker 5 epoch 8; unfence 5 epoch 8");
        assertEquals(List.of(Assumption.NOT_EDITED), assumed(log, ProofKind.BROKER_EVENT, 9));
        assertTrue(assumed(BORN.then("broker 5 epoch 8; ids 5 epoch 8"), ProofKind.BROKER_EVENT, 9).contains(Assumption.ONE_BROKER_EPOCH), "another channel");
        WrittenLog later = BORN.then("lead 2; noop; broker 5 epoch 10; unfence 5 epoch 10");
        assertTrue(assumed(later, ProofKind.BROKER_EVENT, 11).contains(Assumption.ONE_BROKER_EPOCH), "node 1 led before and could lead again");
    }

    @Test
    void aControllersRegistrationTakesForGrantedThatNoOtherLeaderRaisedTheLevel() {
        assertTrue(assumed(BORN.then("controller 1"), ProofKind.BROKER_EVENT, 6).contains(Assumption.ONE_LEVEL_RECORD));
    }

    // ---- a voter change that is queued behind another ----

    @Test
    void anAddedVoterCanHaveBeenPutToASetThatIsNotCommitted() {
        WrittenLog log = BORN.then("voters 1 2 3 4; noop; voters 1 2 3 4 5");
        assertEquals(List.of(Assumption.NOT_EDITED, Assumption.NO_QUEUED_CHANGE), assumed(log, ProofKind.LATER_CHANGE, 9));
    }

    @Test
    void aRemovalFromTheSetBeforeItShowsThatSetCommitted() {
        WrittenLog log = BORN.then("voters 1 2 3 4; noop; voters 1 2 4");
        assertEquals(List.of(Assumption.NOT_EDITED), assumed(log, ProofKind.LATER_CHANGE, 9));
        // made from {1, 2, 3}, of which it removes 3 as well: node 3's endpoint was updated between
        WrittenLog either = BORN.then("voters 1 2 3@new.example:9099; noop; voters 1 2");
        assertEquals(List.of(Assumption.NOT_EDITED, Assumption.NO_QUEUED_CHANGE), assumed(either, ProofKind.LATER_CHANGE, 9));
    }

    @Test
    void asOldAsItsEpochASetWasInTheLogWhenTheChangeWasAskedFor() {
        WrittenLog log = BORN.then("voters 1 2 3 4; lead 1; noop; voters 1 2 3 4 5");
        assertEquals(List.of(Assumption.NOT_EDITED), assumed(log, ProofKind.LATER_CHANGE, 10), "the start of epoch 2, above the earlier set");
        WrittenLog first = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3; voters 1 2 3 4");
        assertEquals(List.of(Assumption.NOT_EDITED), assumed(first, ProofKind.LATER_CHANGE, 3));
    }

    /** {1, 2, 3} to {1, 2} to {1, 2, 4}, neither committed: {2, 4} and {1, 3} are majorities of the ends and share nobody. */
    @Test
    void aMajorityOfADynamicQuorumTakesForGrantedThatNoChangeWasQueued() {
        WrittenLog log = BORN.then("voters 1 2; voters 1 2 4; noop");
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, node(log, 2), node(log, 4));
        assertTrue(assumed(history, ProofKind.MAJORITY, log.endOffset()).contains(Assumption.NO_QUEUED_CHANGE));
        WrittenLog fixed = WrittenLog.of("static 1 2 3; lead 1; mv 21; noop 4");
        CaptureHistory two = Replayed.nodes(ReplayOptions.NONE, fixed.node("id", 1, 1).staticQuorumState(1, 1, List.of(1, 2, 3)),
            fixed.node("id", 2, 1).staticQuorumState(1, 1, List.of(1, 2, 3)));
        assertFalse(assumed(two, ProofKind.MAJORITY, fixed.endOffset()).contains(Assumption.NO_QUEUED_CHANGE), "a static set does not change");
    }
}
