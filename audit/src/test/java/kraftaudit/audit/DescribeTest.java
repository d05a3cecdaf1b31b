package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.ProofKind;
import kraftaudit.replay.ReplayOptions;
import kraftaudit.replay.Status;
import kraftaudit.replay.VoterSet;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DescribeTest {
    private static final String BORN = "lead 1 + kraft 1 + voters 1; begin + mv 33 + end; ";

    @TempDir
    private Path folder;

    private static Description now(CaptureHistory history) {
        List<Description> answers = Describe.now(history);
        assertEquals(1, answers.size());
        return answers.get(0);
    }

    private static Description at(CaptureHistory history, long highWatermark) {
        List<Description> answers = Describe.at(history, highWatermark);
        assertEquals(1, answers.size());
        return answers.get(0);
    }

    private CaptureHistory copies(Object... namesAndNodes) {
        Map<String, NodeDirectory> nodes = new LinkedHashMap<>();
        for (int i = 0; i < namesAndNodes.length; i += 2) {
            nodes.put((String) namesAndNodes[i], (NodeDirectory) namesAndNodes[i + 1]);
        }
        return Read.written(ReplayOptions.NONE, folder, nodes);
    }

    private static String committed(Description answer) {
        return answer.committed() instanceof Description.Recorded recorded ? named(recorded.span().voters().orElseThrow()) : "";
    }

    private static String current(Description answer) {
        return answer.current().voters().map(DescribeTest::named).orElse("unknown");
    }

    private static String named(VoterSet set) {
        return set.voters().stream().map(v -> v.id() + ":" + v.directoryId()).collect(Collectors.joining(" "));
    }

    private static ReplicaState node(Description answer, int id) {
        return answer.replicas().stream().filter(r -> r.id() == id).findFirst().orElseThrow();
    }

    // ---- the live quorums ----

    /** High watermarks and voters that the live quorum gave at the time. */
    @ParameterizedTest
    @CsvSource({"16, 1, 1", "39, 1, 1 2", "43, 1, 1 2 3", "76, 1, 1 2 3", "88, 2, 1 2 3", "103, 2, 1 2", "112, 2, 1 2", "117, 2, 1 2"})
    void whatTheLiveQuorumSaid(long highWatermark, int epoch, String voters) {
        Map<String, String> directories = Map.of("1", "pXTJOvkHSvGBJiqsG5prEQ", "2", "QR5VYWceZ7S0co7XrH3jWA", "3", "RVIAOATo72H34J_WU5BCFg");
        String expected = List.of(voters.split(" ")).stream().map(id -> id + ":" + directories.get(id)).collect(Collectors.joining(" "));
        Description answer = at(Read.sample(ReplayOptions.NONE, "reconfiguration"), highWatermark);
        assertEquals(expected, committed(answer));
        assertEquals(OptionalInt.of(epoch), answer.leaderEpoch());
        assertEquals(epoch, answer.leader().orElseThrow().id(), "leader 1 of epoch 1, leader 2 of epoch 2");
        assertEquals(Optional.of(Status.PROVEN), answer.status());
    }

    @Test
    void byDefaultTheHighestThatALeaderExposed() {
        Description answer = now(Read.sample(ReplayOptions.NONE, "reconfiguration"));
        assertEquals(OptionalLong.of(77), answer.answered(), "data of epoch 2 behind its first batch, which ends at 77");
        assertEquals(118, answer.bounds().durableEnd());
        assertEquals(List.of(1, 2, 3), List.copyOf(((Description.Recorded) answer.committed()).span().voters().get().ids()));
        assertEquals(List.of(1, 2), List.copyOf(answer.bounds().durableVoters().get().voters().get().ids()));
        assertEquals(List.of(1, 2), List.copyOf(answer.current().voters().get().ids()));
        assertEquals(List.of(ProofKind.MAJORITY), answer.bounds().durableProofs().stream().map(p -> p.kind()).toList());
        assertEquals(List.of(100L), answer.pending().stream().map(Transition::offset).toList());

        // 3 is no current voter, but its copy is here: an observer, so no sentinels
        assertEquals(ReplicaState.Role.OBSERVER, node(answer, 3).role());
        assertEquals(OptionalLong.of(104), node(answer, 3).logEndOffset());
        assertEquals(OptionalLong.of(14), node(answer, 3).lag());
        assertEquals(ReplicaState.Role.LEADER, node(answer, 2).role());
        assertEquals(OptionalLong.of(0), answer.maxFollowerLag());
        assertEquals(List.of(3, 11), answer.observers().stream().map(ReplicaState::id).toList());
    }

    /** The elections of the shutdown left LeaderChange records that nothing shows committed. */
    @ParameterizedTest
    @CsvSource({"snapshots, 468, 2", "static-to-dynamic, 10, 2", "static-3.9, 34, 7"})
    void emptyWhileTheLatestLeadersHighWatermarkIsUnknown(String sample, long lastExposed, int epoch) {
        Description answer = now(Read.sample(ReplayOptions.NONE, sample));
        assertInstanceOf(Description.Empty.class, answer.committed());
        assertEquals(OptionalLong.empty(), answer.answered());
        assertEquals(OptionalInt.of(epoch), answer.leaderEpoch());
        assertEquals(lastExposed, answer.bounds().exposedEnd());
        assertTrue(answer.bounds().exposedVoters().isPresent(), "the last proven set stands beside it");
    }

    @Test
    void aLostChangeIsNoAnswerOfTheMainBranch() {
        CaptureHistory history = Read.sample(ReplayOptions.NONE, "lost-voter-change");
        assertEquals(List.of(1, 2, 3), List.copyOf(now(history).current().voters().get().ids()));
        assertEquals("its copy leaves this branch at 52 and goes on to 58", node(now(history), 1).note());
        assertEquals(OptionalLong.of(52), node(now(history), 1).logEndOffset());

        List<Description> both = Describe.at(history, 55);
        assertEquals(List.of(true, false), both.stream().map(a -> a.branch().main()).toList());
        assertEquals(List.of(1, 2, 3, 4), List.copyOf(((Description.Recorded) both.get(1).committed()).span().voters().get().ids()));
        assertEquals(Optional.of(Status.LOST), both.get(1).status());
        assertEquals(List.of("node1", "node4"), both.get(1).branch().copies().stream().sorted().toList());
        assertEquals(1, Describe.at(history, 52).size(), "below the fork the branches are one");
    }

    // ---- KIP-1204 ----

    @Test
    void sentinelsForACommittedVoterThatIsNeitherVoterNorObserver() {
        // 6 {1,2}, 7 {1,2,3}, 8 NoOp, 9 {1,2}: at high watermark 9 the removal of 3 was appended and not committed
        WrittenLog log = WrittenLog.of(BORN + "voters 1 2; voters 1 2 3; noop; voters 1 2; noop");
        Description answer = at(copies("node1", log.node("id", 1, 1), "node2", log.node("id", 2, 1)), 9);
        assertEquals(List.of(1, 2, 3), List.copyOf(((Description.Recorded) answer.committed()).span().voters().get().ids()));
        assertEquals(List.of(1, 2), List.copyOf(answer.current().voters().get().ids()));
        assertTrue(node(answer, 3).sentinel());
        assertEquals(ReplicaState.Role.COMMITTED_ONLY, node(answer, 3).role());
        assertEquals(WrittenVoter.directory(3, 1).toString(), node(answer, 3).directoryId().get().toString());
        assertTrue(answer.replicas().stream().filter(r -> r.id() != 3).noneMatch(ReplicaState::sentinel));
    }

    @Test
    void noSentinelsForOneWhoseCopyShowsThatItStillFetches() {
        WrittenLog log = WrittenLog.of(BORN + "voters 1 2; voters 1 2 3; noop; voters 1 2; noop");
        Description answer = at(copies("node1", log.node("id", 1, 1), "node3", log.node("id", 3, 1)), 9);
        assertEquals(ReplicaState.Role.OBSERVER, node(answer, 3).role());
        assertTrue(answer.replicas().stream().noneMatch(ReplicaState::sentinel));
    }

    /** A voter with a new directory is another replica than the committed one. */
    @Test
    void anotherDirectoryOfOneNodeIsAnotherReplica() {
        WrittenLog log = WrittenLog.of(BORN + "voters 1 2; noop; voters 1 2'; noop");
        Description answer = at(copies("node1", log.node("id", 1, 1)), 8);
        assertEquals(List.of(2, 2), answer.replicas().stream().map(ReplicaState::id).filter(id -> id == 2).toList());
        assertEquals(List.of(WrittenVoter.directory(2, 1).toString()), answer.replicas().stream().filter(ReplicaState::sentinel)
            .map(r -> r.directoryId().get().toString()).toList());
    }

    @Test
    void whatIsInOneBatchWasAppendedTogether() {
        Description answer = at(Read.sample(ReplayOptions.NONE, "static-to-dynamic"), 28);
        assertInstanceOf(Description.Fixed.class, answer.committed());
        assertEquals(List.of(1, 2, 3), List.copyOf(answer.current().voters().get().ids()));
        assertTrue(!answer.current().fixed(), "the record at 29 is in the batch of 28");
        assertTrue(at(Read.sample(ReplayOptions.NONE, "static-to-dynamic"), 27).current().fixed());
    }

    /** What a later epoch wrote at the high watermark was not there while the earlier leader exposed it. */
    @Test
    void aLaterEpochsRecordsDoNotCountAsAppended() {
        WrittenLog log = WrittenLog.of(BORN + "voters 1 2; noop; lead 2 + voters 1 2@new.example:9099; noop");
        CaptureHistory history = copies("node9", log.node("id", 9, 2));
        assertEquals("c2.example", endpoint(at(history, 8)), "the first batch of epoch 2 is at 8 and 9");
        assertEquals("new.example", endpoint(at(history, 10)));
    }

    private static String endpoint(Description answer) {
        return answer.current().voters().get().voters().get(1).endpoints().get(0).host();
    }

    @Test
    void aStaticQuorumHasNoCommittedVoters() {
        Description answer = at(Read.sample(ReplayOptions.NONE, "static-3.9"), 20);
        Description.Fixed fixed = assertInstanceOf(Description.Fixed.class, answer.committed());
        assertEquals(List.of(1, 2, 3), List.copyOf(fixed.span().voters().get().ids()));
        assertTrue(answer.current().fixed());
        assertEquals(3, answer.voters().size());
        assertTrue(answer.replicas().stream().noneMatch(ReplicaState::sentinel));
    }

    // ---- what files do not tell ----

    /** Right after a download the log is empty: the name of the checkpoint tells of a leader and of its high watermark. */
    @Test
    void aCheckpointAlone() {
        byte[] checkpoint = Checkpoints.dynamic(3, 5, 6, WrittenVoter.of(List.of(1, 2)), DataValues.metadataVersion(33));
        NodeDirectory node = new NodeDirectory().identity("id", 2, WrittenVoter.directory(2, 1)).segment(80).checkpoint(80, 3, checkpoint);
        Description answer = now(copies("node2", node));
        assertEquals(OptionalLong.of(80), answer.answered());
        assertEquals(OptionalInt.of(3), answer.leaderEpoch());
        assertEquals(List.of(1, 2), List.copyOf(((Description.Recorded) answer.committed()).span().voters().get().ids()));
        assertEquals(OptionalLong.of(80), node(answer, 2).logEndOffset());
    }

    @Test
    void withoutKnownVotersNobodyIsAnObserver() {
        WrittenLog log = WrittenLog.of("static 1 2 3; lead 1; mv 21; noop 3");
        Description answer = now(copies("node1", log.node("id", 1, 1).staticQuorumState(1, 1, List.of(1, 2, 3)),
            "node2", log.node("id", 2, 1).staticQuorumState(1, 1, List.of(1, 2))));
        assertEquals("unknown", current(answer), "the two quorum-states disagree");
        assertTrue(answer.replicas().isEmpty());
    }

    @Test
    void theCurrentVotersAgainstTheCommittedOnes() {
        VoterDifference pending = now(Read.sample(ReplayOptions.NONE, "reconfiguration")).pendingDifference().orElseThrow();
        assertEquals(List.of(3), pending.removed().stream().map(v -> v.id()).toList());
        assertTrue(at(Read.sample(ReplayOptions.NONE, "reconfiguration"), 60).pendingDifference().orElseThrow().isEmpty());
    }

    @Test
    void noLogAtAll() {
        NodeDirectory bare = new NodeDirectory().identity("id", 1, WrittenVoter.directory(1, 1)).quorumState(2, 7);
        assertTrue(Describe.now(copies("node1", bare)).isEmpty());
    }

    @Test
    void aLeaderThatOnlyAQuorumStateNames() {
        // B16: an election is stored before its first record
        WrittenLog log = WrittenLog.of(BORN + "noop");
        NodeDirectory ahead = log.node("id", 1, 1).quorumState(3, 2);
        Description answer = now(copies("node1", ahead));
        assertEquals(OptionalInt.of(2), answer.leaderEpoch());
        assertEquals(3, answer.leader().orElseThrow().id());
        assertEquals(OptionalLong.empty(), answer.leader().get().offset());
        assertInstanceOf(Description.Empty.class, answer.committed());
        assertEquals(3, answer.bounds().exposedEnd());
    }

    @Test
    void aDurableLeaderChangeIsNotAnExposedOne() {
        // both voters hold the LeaderChange of epoch 2 and are in epoch 2: it cannot be lost, and nobody need have exposed it
        WrittenLog log = WrittenLog.of(BORN + "voters 1 2; noop; lead 2");
        Description answer = now(copies("node1", log.node("id", 1, 2), "node2", log.node("id", 2, 2)));
        assertEquals(9, answer.bounds().durableEnd());
        Description.Empty empty = assertInstanceOf(Description.Empty.class, answer.committed());
        assertTrue(empty.why().contains("can no longer be lost"), empty.why());
    }

    @Test
    void aHighWatermarkThatThePersonSupplies() {
        WrittenLog log = WrittenLog.of(BORN + "voters 1 2; noop 3");
        CaptureHistory history = Read.written(Read.operator(8), folder, Map.of("node9", log.node("id", 9, 1)));
        Description answer = now(history);
        assertEquals(OptionalLong.of(8), answer.answered());
        assertEquals(List.of(1, 2), List.copyOf(((Description.Recorded) answer.committed()).span().voters().get().ids()));
    }

    @Test
    void unprovenIsSaidAndAnsweredAllTheSame() {
        WrittenLog log = WrittenLog.of(BORN + "voters 1 2; noop 3");
        Description answer = at(copies("node9", log.node("id", 9, 1)), 8);
        assertEquals(Optional.of(Status.UNPROVEN), answer.status());
        assertEquals(List.of(1, 2), List.copyOf(((Description.Recorded) answer.committed()).span().voters().get().ids()));
        assertTrue(answer.proofs().isEmpty());
        assertTrue(!answer.exposed());
    }

    @Test
    void belowAnUncoveredLogStartTheSetIsUnknown() {
        WrittenLog log = WrittenLog.of("at 100 epoch 1; lead 1; noop; voters 1 2; noop");
        CaptureHistory history = copies("node1", log.node("id", 1, 1));
        assertInstanceOf(Description.Empty.class, at(history, 102).committed());
        assertEquals(List.of(1, 2), List.copyOf(((Description.Recorded) at(history, 103).committed()).span().voters().get().ids()));
        assertTrue(Describe.at(history, 105).isEmpty(), "beyond the log");
        assertEquals(104, Describe.highest(history));
    }

    /** D1: the start of the log is covered by no checkpoint, so the set is known at the ends of checkpoints alone. */
    @ParameterizedTest
    @CsvSource({"26, 1", "35, 1 2", "463, 1 2", "30, ''", "464, ''", "500, ''"})
    void onlyCheckpointsTell(long highWatermark, String voters) {
        NodeDirectory node = NodeDirectory.read(kraftaudit.written.Samples.folder("snapshots/node1"));
        for (String base : List.of("00000000000000000000", "00000000000000000167", "00000000000000000362")) {
            node.without("__cluster_metadata-0/" + base + ".log");
        }
        Description answer = at(copies("node1", node), highWatermark);
        List<Integer> expected = voters.isEmpty() ? List.of() : java.util.stream.Stream.of(voters.split(" ")).map(Integer::valueOf).toList();
        assertEquals(expected, answer.committed() instanceof Description.Recorded r ? List.copyOf(r.span().voters().get().ids()) : List.of());
    }

    @Test
    void highWatermarkZero() {
        Description answer = at(copies("node1", WrittenLog.of(BORN).node("id", 1, 1)), 0);
        assertEquals(Optional.empty(), answer.status());
        assertEquals(0, answer.highWatermark());
    }

    // ---- observers ----

    @Test
    void registeredBrokersThatAreNotFencedFollowTheLog() {
        // the broker registers at 6 under epoch 6, is unfenced at 7 and fenced again at 8
        WrittenLog log = WrittenLog.of(BORN + "broker 11 epoch 6; unfence 11 epoch 6");
        assertEquals(List.of(11), now(copies("node1", log.node("id", 1, 1))).observers().stream().map(ReplicaState::id).toList());
        assertEquals(OptionalLong.empty(), node(now(copies("node1", log.node("id", 1, 1))), 11).logEndOffset());
        assertTrue(now(copies("node1", log.then("fence 11 epoch 6").node("id", 1, 1))).observers().isEmpty());
        assertTrue(now(copies("node1", log.then("unregister 11 epoch 6").node("id", 1, 1))).observers().isEmpty());
    }

    @Test
    void brokersThatOnlyACheckpointKnows() {
        byte[] unfenced = DataValues.registerBroker(11, 6, new org.apache.kafka.common.Uuid(5, 6), false);
        byte[] checkpoint = Checkpoints.dynamic(1, 5, 6, WrittenVoter.of(List.of(1)), DataValues.metadataVersion(33), unfenced);
        NodeDirectory node = WrittenLog.of("at 100 epoch 1; lead 1; noop").node("id", 1, 1).checkpoint(100, 1, checkpoint);
        assertEquals(List.of(11), now(copies("node1", node)).observers().stream().map(ReplicaState::id).toList());
    }

    // ---- copies that are not one to one ----

    @Test
    void twoStatesOfOneVoterGiveNoLogEnd() {
        WrittenLog log = WrittenLog.of(BORN + "voters 1 2; noop 3");
        Description answer = now(copies("node1", log.node("id", 1, 1), "old", log.upTo(8).node("id", 1, 1), "node2", log.node("id", 2, 1)));
        assertEquals(OptionalLong.empty(), node(answer, 1).logEndOffset());
        assertEquals(2, node(answer, 1).copies().size());
        assertEquals(OptionalLong.empty(), answer.maxFollowerLag());
    }

    @Test
    void aDamagedCopyEndsWhereARestartWouldEndIt() {
        WrittenLog log = WrittenLog.of(BORN + "voters 1 2; noop 3");
        byte[] segment = log.bytes();
        int position = segment.length - log.batches().get(log.batches().size() - 2).bytes().length - log.batches().get(log.batches().size() - 1).bytes().length;
        segment[position + 65] ^= 1;
        NodeDirectory damaged = log.node("id", 2, 1).segment(0, segment);
        Description answer = now(copies("node1", log.node("id", 1, 1), "node2", damaged));
        assertEquals(OptionalLong.of(8), node(answer, 2).logEndOffset());
        assertEquals("its copy is broken at 8", node(answer, 2).note());
        assertEquals(OptionalLong.of(2), answer.maxFollowerLag());
    }

    // ---- two histories, both proven ----

    @Test
    void branchesThatAreBothProvenAreBothDescribed() {
        List<Description> answers = Describe.now(Read.written(ReplayOptions.NONE, folder, CompareTest.splitQuorum()));
        assertEquals(2, answers.size());
        assertEquals(List.of(List.of(0, 1, 2), List.of(0)), answers.stream().map(a -> List.copyOf(a.current().voters().get().ids())).toList());
        assertTrue(answers.stream().allMatch(a -> a.committed() instanceof Description.Fixed), answers::toString);
    }
}
