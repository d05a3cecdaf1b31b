package kraftaudit.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.junit.jupiter.api.Test;

/** Copies that share no offset: what a proof above the hole between them says of the records below it. */
class ApartCopiesTest {
    private static final String ID = "a-cluster";
    /** Offsets 0 to 29, of epoch 1: its data proves the first three. */
    private static final WrittenLog LOW = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3; noop 27");

    private static NodeDirectory checkpointed(NodeDirectory node, long endOffset, int epoch) {
        return node.checkpoint(endOffset, epoch, Checkpoints.dynamic(epoch, WrittenLog.START, WrittenLog.START, WrittenVoter.upTo(3)));
    }

    private static NodeDirectory from(String statements, long checkpoint, int epoch) {
        return checkpointed(WrittenLog.of(statements).node(ID, 1, 1), checkpoint, epoch);
    }

    private static void parted(CaptureHistory history) {
        assertEquals(List.of(List.of("node1"), List.of("node3")), history.branches().stream().map(Branch::replicas).toList());
        assertTrue(history.branches().get(1).apart(), "no offset is in both");
        assertFalse(history.main().orElseThrow().apart());
        assertEquals(71, history.main().orElseThrow().provenEnd(), "the checkpoint, and the start of epoch 4 by its data");
        assertEquals(3, history.branches().get(1).provenHeldEnd());
        assertEquals(List.of(Status.PROVEN, Status.UNPROVEN, Status.UNPROVEN),
            List.of(history.status(2, 1), history.status(3, 1), history.status(29, 1)));
    }

    @Test
    void aCheckpointOfALaterEpochSaysNothingOfAnEarlierOnesTail() {
        parted(Replayed.nodes(ReplayOptions.NONE, from("at 70 epoch 3; lead 1; noop 10", 70, 3), LOW.node(ID, 3, 1)));
    }

    /** Its records from 3 on may be those of a leader that lost them before the checkpoint was downloaded. */
    @Test
    void norDoesItWhenTheCopyHoldsTheCheckpointToo() {
        parted(Replayed.nodes(ReplayOptions.NONE, from("at 70 epoch 3; lead 1; noop 10", 70, 3), checkpointed(LOW.node(ID, 3, 1), 70, 3)));
    }

    @Test
    void ofOneEpochTheyAreOneHistoryAndTheProofKeepsItsEnd() {
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, from("at 70 epoch 1; noop 10; lead 1; noop 3", 70, 1), LOW.node(ID, 3, 1));
        Branch main = history.main().orElseThrow();
        assertEquals(1, history.branches().size());
        assertEquals(List.of(70L), Replayed.ends(main, ProofKind.CHECKPOINT));
        assertEquals(List.of(70L), main.proofs().stream().filter(p -> p.kind() == ProofKind.LOG_START).map(Proof::endOffset).toList());
        assertEquals(Status.PROVEN, history.status(29, 1), "a record of the checkpoint's own epoch");
        assertEquals(Status.PROVEN, main.spans().get(main.spans().size() - 1).status().orElseThrow());
    }

    /** The checkpoint ends at 70, the log begins at 71: record 70 was not copied. */
    @Test
    void aHoleBetweenACheckpointAndItsLogTakesNothingFromTheProof() {
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, from("at 71 epoch 1; noop 9; lead 1; noop 3", 70, 1), LOW.node(ID, 3, 1));
        Branch main = history.main().orElseThrow();
        assertTrue(Replayed.ends(main, ProofKind.CHECKPOINT).contains(70L), Replayed.ends(main, ProofKind.CHECKPOINT).toString());
        assertEquals(OptionalInt.of(1), main.proofsOf(69).get(0).epoch());
    }

    /** The one copy lost 30 to 69; the checkpoint's epoch is not that of the records below the hole. */
    @Test
    void aProofInAHoleIsKeptAndCallsNothingBelowTheHoleProven() {
        NodeDirectory one = checkpointed(LOW.node(ID, 1, 1), 70, 3).segment(70, WrittenLog.of("at 70 epoch 3; lead 1").bytes()).quorumState(1, 4);
        CaptureHistory history = Replayed.nodes(ReplayOptions.NONE, one);
        Branch main = history.main().orElseThrow();
        assertEquals(70, main.provenEnd());
        assertEquals(3, main.provenHeldEnd());
        assertEquals(Status.UNPROVEN, history.status(29, 1));
        assertTrue(main.proofsOf(29).isEmpty());
        assertFalse(main.excludes(29, 2), "nothing proves the record of epoch 1 at that offset");
    }
}
