package kraftaudit.audit.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import kraftaudit.replay.Status;
import org.junit.jupiter.api.Test;

/** Lanes of the captures of real Kafka; what they say stands in the sample's about.md, seen on the live quorum. */
class SampleTimelineTest {
    private static final String V1 = "KHUTTwhNTiOZIiZKjMhK1w";
    private static final String V2 = "Pjms4Fvmzwo0zlvPlBHflA";
    private static final String V4 = "Fv7PRm52uQx2lJyIZdTz6A";

    private static Lane lane(Timeline timeline, String name) {
        return timeline.lanes().stream().filter(l -> l.name().equals(name)).findFirst()
            .orElseThrow(() -> new AssertionError(name + " is not among " + timeline.lanes().stream().map(Lane::name).toList()));
    }

    private static Lane lane(Timeline timeline, String replica, String name) {
        return timeline.lanes().stream().filter(l -> l.replica().equals(replica) && l.name().equals(name)).findFirst().orElseThrow();
    }

    private static List<String> stretches(Lane lane, Kind... kinds) {
        return lane.items().stream().filter(i -> kinds.length == 0 || List.of(kinds).contains(i.kind()))
            .map(i -> i.kind() + " " + i.offsetFrom() + "-" + i.offsetTo()).toList();
    }

    @Test
    void theLostVoterChange() {
        Timeline timeline = SampleTimelines.of("lost-voter-change");
        assertEquals("kRaftAuditSampleClust0", timeline.clusterId());
        assertEquals(0, timeline.offsetFrom());
        assertEquals(70, timeline.offsetTo());
        assertEquals(List.of("COMMITTED 43-70"), stretches(lane(timeline, "voter 2 " + V2), Kind.COMMITTED, Kind.PENDING, Kind.LOST));
        Lane four = lane(timeline, "voter 4 " + V4);
        assertEquals(List.of("OBSERVER 0-54", "LOST 54-58"), stretches(four));
        Item lost = four.items().get(1);
        assertEquals(Optional.of(Status.LOST), lost.status());
        assertEquals("node1:offset=54", lost.locator().text());
        assertEquals("00000000000000000000.log", lost.locator().file());
        assertTrue(lost.timestampFrom() > 0);
    }

    @Test
    void setsAreThoseOfEveryHighWatermark() {
        Lane voters = lane(SampleTimelines.of("lost-voter-change"), "voters");
        List<String> sets = voters.items().stream().filter(i -> i.status().equals(Optional.of(Status.PROVEN)))
            .map(i -> i.label() + " " + i.offsetFrom() + "-" + i.offsetTo()).toList();
        // {1} from high watermark 3 to 43 is what stands at offsets 2 to 42.
        assertEquals(List.of("{1} 2-43", "{1, 2} 43-46", "{1, 2, 3} 46-70"), sets);
    }

    @Test
    void epochsNameTheirLeaders() {
        Timeline timeline = SampleTimelines.of("lost-voter-change");
        assertEquals(List.of("epoch 1 · leader 1", "epoch 3 · leader 3"), lane(timeline, "epochs").items().stream().map(Item::label).toList());
        assertEquals(List.of("EPOCH 0-52", "EPOCH 52-70"), stretches(lane(timeline, "epochs")));
        assertEquals(List.of("EPOCH 52-58"), stretches(lane(timeline, "epochs, branch of node1 node4")));
    }

    @Test
    void copiesPartAtTheFork() {
        Timeline timeline = SampleTimelines.of("lost-voter-change");
        assertEquals(List.of("LOG 0-52", "DEAD_BRANCH 52-58"), stretches(lane(timeline, "node1", "log")));
        assertEquals(List.of("LOG 0-52", "DEAD_BRANCH 52-58"), stretches(lane(timeline, "node4", "log")));
        assertEquals(69, lane(timeline, "node2", "log").items().stream().mapToLong(Item::offsetTo).max().getAsLong());
        assertEquals(70, lane(timeline, "node3", "log").items().stream().mapToLong(Item::offsetTo).max().getAsLong());
        assertEquals(List.of("SEGMENT 0-58"), stretches(lane(timeline, "node1", "segments")));
    }

    @Test
    void aloneTheDeadBranchIsNotKnownToBeDead() {
        Timeline timeline = SampleTimelines.of("lost-voter-change", "node1");
        assertEquals(List.of("PENDING 54-58"), stretches(lane(timeline, "voter 4 " + V4), Kind.PENDING, Kind.LOST, Kind.COMMITTED));
        assertEquals(List.of("COMMITTED 2-54", "PENDING 54-58"), stretches(lane(timeline, "voter 1 " + V1), Kind.COMMITTED, Kind.PENDING)
            .stream().filter(s -> !s.startsWith("PENDING 0")).toList());
    }

    @Test
    void checkpointsStandAtTheirEndOffsets() {
        Timeline timeline = SampleTimelines.of("snapshots");
        List<Long> ends = lane(timeline, "node1", "checkpoints").items().stream().filter(i -> i.kind() == Kind.CHECKPOINT).map(Item::offsetFrom).toList();
        assertEquals(List.of(26L, 35L, 166L, 297L, 429L, 438L, 446L, 455L, 463L), ends);
        assertEquals(List.of(0L, 167L, 362L, 469L), lane(timeline, "node1", "segments").items().stream().map(Item::offsetFrom).toList());
    }

    @Test
    void aStaticQuorumHasVotersByConfiguration() {
        Timeline timeline = SampleTimelines.of("static-3.9");
        assertEquals("{1, 2, 3} by configuration", lane(timeline, "voters").items().get(0).label());
        assertEquals(List.of(Kind.STATIC), lane(timeline, "voter 2").items().stream().map(Item::kind).distinct().toList());
        assertEquals("0, static", lane(timeline, "kraft.version").items().get(0).label());
    }

    @Test
    void levelsAndClusterIds() {
        Timeline timeline = SampleTimelines.of("made/two-different-ids");
        assertEquals(List.of("33 (4.4-IV2)", "34 (4.5-IV0)"), lane(timeline, "metadata.version").items().stream().map(Item::label).toList());
        assertEquals(List.of("kRaftAuditSampleClust0", "kRaftAuditSampleClust1"), lane(timeline, "cluster id").items().stream().map(Item::label).toList());
        assertTrue(lane(timeline, "findings").items().stream().anyMatch(i -> i.kind() == Kind.VIOLATION));
    }
}
