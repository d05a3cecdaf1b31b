package kraftaudit.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What live quorums said of themselves, asked of the files they left. */
class SamplesTest {
    @Test
    void reconfigurationShowsTheSetOfEveryHighWatermark() {
        CaptureHistory history = Replayed.folder(ReplayOptions.NONE, Samples.folder("reconfiguration"));
        Branch main = history.main().orElseThrow();
        assertEquals(List.of("0-2 CHECKPOINT UNPROVEN [1]", "3-37 VOTERS_RECORD PROVEN [1]", "38-41 VOTERS_RECORD PROVEN [1, 2]",
            "42-100 VOTERS_RECORD PROVEN [1, 2, 3]", "101-118 VOTERS_RECORD PROVEN [1, 2]"), Replayed.spans(main));
        assertEquals(List.of(ProofKind.MAJORITY), main.spans().get(4).proofs(), "the last record is proven by copies alone");
        assertEquals(118, main.provenEnd());
        assertEquals(77, main.exposedEnd());
        // Directory ids that the live quorum named at high watermark 76.
        assertEquals("{1=pXTJOvkHSvGBJiqsG5prEQ, 2=QR5VYWceZ7S0co7XrH3jWA, 3=RVIAOATo72H34J_WU5BCFg}", directories(main, 76));
        assertEquals("{1=pXTJOvkHSvGBJiqsG5prEQ, 2=QR5VYWceZ7S0co7XrH3jWA}", directories(main, 39));
        assertEquals("{1=pXTJOvkHSvGBJiqsG5prEQ, 2=QR5VYWceZ7S0co7XrH3jWA}", directories(main, 117));
    }

    private static String directories(Branch branch, long highWatermark) {
        return branch.state().voters().at(highWatermark - 1).value().orElseThrow().voters().stream()
            .collect(Collectors.toMap(v -> v.id(), v -> v.directoryId().toString(), (a, b) -> a, TreeMap::new)).toString();
    }

    @Test
    void oneCopyProvesTheSetsThatLaterRecordsShow() {
        CaptureHistory history = Replayed.folder(ReplayOptions.NONE, Samples.folder("reconfiguration").resolve("node2"));
        assertEquals(List.of("0-2 UNKNOWN", "3-37 VOTERS_RECORD PROVEN [1]", "38-41 VOTERS_RECORD PROVEN [1, 2]",
            "42-100 VOTERS_RECORD PROVEN [1, 2, 3]", "101-118 VOTERS_RECORD UNPROVEN [1, 2]"), Replayed.spans(history.main().orElseThrow()));
    }

    @Test
    void aVoterChangeThatNeverCommittedIsLostWhenTheOthersMovedOn() {
        CaptureHistory history = Replayed.folder(ReplayOptions.NONE, Samples.folder("lost-voter-change"));
        assertEquals(2, history.branches().size());
        Branch main = history.branches().get(0);
        Branch dead = history.branches().get(1);
        assertEquals(List.of("node3", "node2"), main.replicas());
        assertEquals(List.of("0-2 CHECKPOINT UNPROVEN [1]", "3-43 VOTERS_RECORD PROVEN [1]", "44-46 VOTERS_RECORD PROVEN [1, 2]",
            "47-70 VOTERS_RECORD PROVEN [1, 2, 3]"), Replayed.spans(main));
        assertEquals(List.of("55-58 VOTERS_RECORD LOST [1, 2, 3, 4]"), Replayed.spans(dead));
        assertEquals(List.of("node1", "node4"), dead.spans().get(0).replicas());
        assertEquals(OptionalLong.of(52), dead.forkOffset());
        assertEquals(52, dead.provenEnd(), "what both branches share is proven on both");
        assertFalse(history.conflict());
    }

    @Test
    void fromTheOldLeaderAloneTheLostChangeIsUndecided() {
        CaptureHistory history = Replayed.folder(ReplayOptions.NONE, Samples.folder("lost-voter-change").resolve("node1"));
        assertEquals(List.of("0-2 CHECKPOINT UNPROVEN [1]", "3-43 VOTERS_RECORD PROVEN [1]", "44-46 VOTERS_RECORD PROVEN [1, 2]",
            "47-54 VOTERS_RECORD PROVEN [1, 2, 3]", "55-58 VOTERS_RECORD UNPROVEN [1, 2, 3, 4]"), Replayed.spans(history.main().orElseThrow()));
        CaptureHistory stopped = Replayed.folder(Replayed.STOPPED, Samples.folder("lost-voter-change").resolve("node1"));
        assertEquals(Status.UNPROVEN, stopped.status(54, 1), "one copy of four is no quorum");
    }

    @Test
    void levelsOfAnUpgradeStandAtTheirOffsets() {
        Branch main = Replayed.folder(ReplayOptions.NONE, Samples.folder("mv-upgrade")).main().orElseThrow();
        // The bootstrap transaction ends at 5; the upgrades are single batches.
        assertEquals("21 25 29 33", main.state().features().get(LogState.METADATA_VERSION).steps().stream()
            .flatMap(s -> s.value().stream()).map(String::valueOf).collect(Collectors.joining(" ")));
        assertTrue(Replayed.spans(main).contains("3-62 VOTERS_RECORD PROVEN [1]"));
    }

    @Test
    void aBootstrapTransactionCountsFromItsEnd() {
        Branch main = Replayed.folder(ReplayOptions.NONE, Samples.folder("mv-4.5-without-cluster-id")).main().orElseThrow();
        Step<Integer> level = main.state().features().get(LogState.METADATA_VERSION).at(100);
        assertEquals(34, level.value().orElseThrow());
        assertEquals(11, level.offset(), "in force from high watermark 12 on");
        assertEquals(4, level.record().offset(), "written at 4");
    }

    @Test
    void aStaticQuorumIsKnownFromQuorumState() {
        Branch newer = Replayed.folder(ReplayOptions.NONE, Samples.folder("static-3.9")).main().orElseThrow();
        assertEquals(List.of("0-61 STATIC [1, 2, 3]"), Replayed.spans(newer));
        assertEquals("currentVoters in quorum-state of node1, node2, node3", newer.staticVoters().source());
        Branch older = Replayed.folder(ReplayOptions.NONE, Samples.folder("static-3.3.2")).main().orElseThrow();
        assertEquals(List.of("0-69 STATIC [1]"), Replayed.spans(older));
        // 3.3 told a controller that it leads when everything before its LeaderChange was committed: 43, not 44.
        assertEquals(List.of(43L), Replayed.ends(older, ProofKind.EPOCH_DATA));
    }

    @Test
    void theSwitchToDynamicIsProvenOnlyWhenEveryVoterIsKnownToBeStopped() {
        Branch live = Replayed.folder(ReplayOptions.NONE, Samples.folder("static-to-dynamic")).main().orElseThrow();
        assertEquals(List.of("0-29 STATIC [1, 2, 3]", "30-41 VOTERS_RECORD UNPROVEN [1, 2, 3]"), Replayed.spans(live));
        Branch stopped = Replayed.folder(Replayed.STOPPED, Samples.folder("static-to-dynamic")).main().orElseThrow();
        assertEquals("30-41 VOTERS_RECORD PROVEN [1, 2, 3]", Replayed.spans(stopped).get(1));
        assertEquals(List.of(ProofKind.WHOLE_QUORUM), stopped.spans().get(1).proofs());
        assertEquals(40, stopped.provenEnd(), "the LeaderChange at 40 is on one of three");
    }

    /** Node 1's log may hold more than is seen of it, whatever way it was kept from being read. */
    @Test
    void aLogThatWasNotReadToItsEndMakesNoWholeQuorum(@TempDir Path copy) throws IOException {
        Path sample = Samples.folder("static-to-dynamic");
        try (Stream<Path> walk = Files.walk(sample)) {
            for (Path path : walk.toList()) {
                Path target = copy.resolve(sample.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(path, target);
                }
            }
        }
        assertFalse(Replayed.ends(Replayed.folder(Replayed.STOPPED, copy).main().orElseThrow(), ProofKind.WHOLE_QUORUM).isEmpty());
        Path log = copy.resolve("node1/__cluster_metadata-0");
        Path almost = Files.writeString(log.resolve("00000000000000000040 (1).log"), "x");
        assertEquals(List.of(), Replayed.ends(Replayed.folder(Replayed.STOPPED, copy).main().orElseThrow(), ProofKind.WHOLE_QUORUM));
        Files.delete(almost);
        Files.createSymbolicLink(log.resolve("00000000000000000040.log"), Path.of("elsewhere"));
        assertEquals(List.of(), Replayed.ends(Replayed.folder(Replayed.STOPPED, copy).main().orElseThrow(), ProofKind.WHOLE_QUORUM));
    }

    @Test
    void checkpointNamesProveAndQuorumStatesThatMovedOnDoNot() {
        Branch main = Replayed.folder(ReplayOptions.NONE, Samples.folder("snapshots")).main().orElseThrow();
        assertEquals(468, main.provenEnd());
        assertEquals(List.of("0-2 CHECKPOINT UNPROVEN [1]", "3-31 VOTERS_RECORD PROVEN [1]", "32-653 VOTERS_RECORD PROVEN [1, 2]"),
            Replayed.spans(main));
        assertTrue(Replayed.ends(main, ProofKind.MAJORITY).isEmpty());
    }

    @Test
    void checkpointsSayWhatTheReplaySaysAtTheirEnd() {
        CaptureHistory history = Replayed.folder(ReplayOptions.NONE, Samples.folder("snapshots"));
        int compared = 0;
        for (ReplicaHistory replica : history.replicas()) {
            for (CheckpointFacts checkpoint : replica.checkpoints()) {
                long at = checkpoint.id().endOffset() - 1;
                assertEquals(replica.state().voters().at(at).value(), checkpoint.voters(), checkpoint.file().name());
                assertEquals(replica.state().features().get(LogState.METADATA_VERSION).at(at).value().orElseThrow(),
                    checkpoint.features().get(LogState.METADATA_VERSION), checkpoint.file().name());
                compared++;
            }
        }
        assertEquals(18, compared);
    }
}
