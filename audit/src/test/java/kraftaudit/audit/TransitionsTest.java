package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.reader.Voter;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.ProofKind;
import kraftaudit.replay.ReplayOptions;
import kraftaudit.replay.Status;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransitionsTest {
    private static final String BORN = "lead 1 + kraft 1 + voters 1; begin + mv 33 + end; ";

    @TempDir
    private Path folder;

    /** The log on one node that is no voter's majority, so that only its own records prove anything. */
    private CaptureHistory observed(String log) {
        return Read.written(ReplayOptions.NONE, folder, Map.of("node9", WrittenLog.of(log).node("id", 9, 1)));
    }

    private static List<Transition> voters(CaptureHistory history) {
        return Transitions.of(history).stream().filter(t -> t.change() instanceof Transition.Voters).toList();
    }

    private static VoterDifference difference(Transition transition) {
        return ((Transition.Voters) transition.change()).difference().orElseThrow();
    }

    private static List<Integer> ids(List<Voter> voters) {
        return voters.stream().map(Voter::id).toList();
    }

    @Test
    void fromTheRecordToTheFirstProof() {
        // offsets: 0-2 first batch, 3-5 bootstrap, 6 {1,2}, 7-8 NoOps, 9 {1,2,3}, 10 NoOp, 11 LeaderChange, 12 NoOp, 13 {1,3}
        List<Transition> changes = voters(observed(BORN + "voters 1 2; noop 2; voters 1 2 3; noop; lead 2; noop; voters 1 3"));
        assertEquals(List.of(2L, 6L, 9L, 13L), changes.stream().map(Transition::offset).toList());
        assertEquals(List.of(Status.PROVEN, Status.PROVEN, Status.PROVEN, Status.UNPROVEN), changes.stream().map(Transition::status).toList());

        // the first data of epoch 1 at 3 proves its first batch; one step at 9 proves 6; data of epoch 2 at 12 proves all below
        assertEquals(OptionalLong.of(3), changes.get(0).pendingTo());
        assertEquals(ProofKind.EPOCH_DATA, changes.get(0).firstProof().orElseThrow().kind());
        assertEquals(OptionalLong.of(9), changes.get(1).pendingTo());
        assertEquals(ProofKind.LATER_CHANGE, changes.get(1).firstProof().orElseThrow().kind());
        assertEquals(OptionalLong.of(12), changes.get(2).pendingTo());
        assertEquals(OptionalLong.empty(), changes.get(3).pendingTo());
        assertEquals(OptionalLong.of(3000), changes.get(1).pendingMs(), "a second for each offset");
        assertEquals(OptionalLong.empty(), changes.get(3).pendingMs());

        assertEquals(List.of(OptionalInt.of(1), OptionalInt.of(1), OptionalInt.of(1), OptionalInt.of(2)), changes.stream().map(Transition::leader).toList());
        assertEquals(List.of(1, 1, 1, 2), changes.stream().map(t -> t.appended().epoch()).toList());
        assertTrue(changes.stream().allMatch(t -> t.overlaps().isEmpty()));
        assertEquals(List.of(3), ids(difference(changes.get(2)).added()));
        assertEquals(List.of(2), ids(difference(changes.get(3)).removed()));
    }

    @Test
    void kraftVersionIsAChangeToo() {
        Transition level = Transitions.of(observed(BORN)).stream().filter(t -> t.change() instanceof Transition.KRaftVersion).findFirst().orElseThrow();
        assertEquals(1, level.offset());
        assertEquals(1, ((Transition.KRaftVersion) level.change()).after());
        assertEquals(OptionalLong.of(3), level.pendingTo());
    }

    @Test
    void eachKindOfDifference() {
        List<Transition> changes = voters(observed(BORN + "voters 1 2; voters 1 2'; voters 1 2'@new.example:9099; voters 1 2'@new.example:9099; voters 3"));
        VoterDifference replaced = difference(changes.get(2));
        assertEquals(1, replaced.replaced().size());
        assertEquals(WrittenVoter.directory(2, 1).toString(), replaced.replaced().get(0).before().directoryId().toString());
        assertEquals(WrittenVoter.directory(2, 2).toString(), replaced.replaced().get(0).after().directoryId().toString());
        assertTrue(replaced.added().isEmpty() && replaced.removed().isEmpty(), "one node id, no voter more or less");

        VoterDifference moved = difference(changes.get(3));
        assertEquals("CONTROLLER://new.example:9099", moved.endpoints().get(0).after().endpoints().get(0).toString());
        assertTrue(moved.replaced().isEmpty() && moved.ranges().isEmpty());
        assertTrue(difference(changes.get(4)).isEmpty(), "the same set again");
        assertEquals(List.of(3), ids(difference(changes.get(5)).added()));
        assertEquals(List.of(1, 2), ids(difference(changes.get(5)).removed()));
    }

    @Test
    void aVersionRangeAlone() {
        VoterDifference difference = VoterDifference.between(set(new kraftaudit.reader.VersionRange(0, 0)), set(new kraftaudit.reader.VersionRange(0, 1)));
        assertEquals(1, difference.ranges().size());
        assertTrue(difference.endpoints().isEmpty());
    }

    private static kraftaudit.replay.VoterSet set(kraftaudit.reader.VersionRange range) {
        return new kraftaudit.replay.VoterSet(List.of(new Voter(1, new kraftaudit.reader.DirectoryId(1, 2000), List.of(), range)));
    }

    @Test
    void twoChangesPendingAtOnce() {
        // 6 {1,2,3} is more than one step, so nothing at 7 shows it committed
        List<Transition> changes = voters(observed(BORN + "voters 1 2 3; voters 4 5 6; noop; lead 4; noop"));
        assertEquals(List.of(List.of(), List.of(), List.of(6L)), changes.stream().map(Transition::overlaps).toList());
        assertEquals(Status.PROVEN, changes.get(2).status(), "proven later, by data of the next epoch");
    }

    @Test
    void aStaticQuorumTurnedIntoARecordedOne() {
        List<Transition> changes = Transitions.of(Read.sample(ReplayOptions.NONE, "static-to-dynamic"));
        assertEquals(List.of(28L, 29L), changes.stream().map(Transition::offset).toList());
        assertEquals(new Transition.KRaftVersion(OptionalInt.of(0), false, 1), changes.get(0).change());
        Transition.Voters voters = (Transition.Voters) changes.get(1).change();
        assertEquals(List.of(1, 2, 3), voters.fixed());
        assertTrue(voters.before().isEmpty() && voters.knownFirst());
        assertTrue(changes.stream().allMatch(t -> t.status() == Status.UNPROVEN && t.overlaps().isEmpty()), "one batch is one change");

        List<Transition> stopped = Transitions.of(Read.sample(Read.STOPPED, "static-to-dynamic"));
        assertTrue(stopped.stream().allMatch(t -> t.status() == Status.PROVEN && t.firstProof().get().kind() == ProofKind.WHOLE_QUORUM));
        assertEquals(OptionalLong.of(41), stopped.get(1).pendingTo(), "copies show it at the end of the log");
    }

    @Test
    void aChangeLostToTruncationAndWhoStillHoldsIt() {
        CaptureHistory history = Read.sample(ReplayOptions.NONE, "lost-voter-change");
        List<Transition> lost = Transitions.of(history).stream().filter(t -> t.status() == Status.LOST).toList();
        assertEquals(1, lost.size());
        assertEquals(54, lost.get(0).offset());
        assertEquals(List.of("node1", "node4"), lost.get(0).holders());
        assertEquals(List.of(4), ids(difference(lost.get(0)).added()));
        assertTrue(lost.get(0).proofs().stream().anyMatch(p -> p.kind() == ProofKind.EPOCH_DATA && p.epoch().getAsInt() == 3), "what excludes it");
        assertTrue(lost.get(0).firstProof().isEmpty());
        assertEquals(1, Transitions.of(history, history.branches().get(1)).size(), "what is shared below the fork is listed once");

        Transition alone = voters(Read.sample(ReplayOptions.NONE, "lost-voter-change", "node1")).get(3);
        assertEquals(Status.UNPROVEN, alone.status());
    }

    @Test
    void theLiveQuorumsOwnChanges() {
        List<Transition> changes = voters(Read.sample(ReplayOptions.NONE, "reconfiguration"));
        assertEquals(List.of(2L, 37L, 41L, 100L), changes.stream().map(Transition::offset).toList());
        assertTrue(changes.stream().allMatch(t -> t.status() == Status.PROVEN));
        assertEquals(ProofKind.MAJORITY, changes.get(3).firstProof().orElseThrow().kind());
        assertEquals(List.of(3), ids(difference(changes.get(3)).removed()));
        assertEquals(List.of("node1", "node2", "node3", "node11"), changes.get(3).holders());
        assertEquals(Status.UNPROVEN, voters(Read.sample(ReplayOptions.NONE, "reconfiguration", "node2")).get(3).status());
    }

    /** The record is in no copy: a checkpoint shows that it lies at or below its own end. */
    @Test
    void aChangeThatOnlyACheckpointShows() {
        byte[] checkpoint = Checkpoints.dynamic(1, 5, 6, WrittenVoter.of(List.of(1, 2, 3)), kraftaudit.written.DataValues.metadataVersion(33));
        NodeDirectory node = WrittenLog.of("at 100 epoch 1; lead 1; noop").node("id", 9, 1).checkpoint(100, 1, checkpoint);
        List<Transition> changes = voters(Read.written(ReplayOptions.NONE, folder, Map.of("node9", node)));
        assertEquals(1, changes.size());
        assertEquals(99, changes.get(0).offset());
        assertEquals(kraftaudit.replay.Cause.Kind.CHECKPOINT, changes.get(0).appended().kind());
        assertEquals(Status.PROVEN, changes.get(0).status());
        assertEquals(false, ((Transition.Voters) changes.get(0).change()).knownFirst(), "what came before is not known");
    }
}
