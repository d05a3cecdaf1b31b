package kraftaudit.audit.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Status;
import kraftaudit.replay.VoterSet;
import org.junit.jupiter.api.Test;

/** What the cursor says, against what the live quorum said (about.md of the sample). */
class MomentTest {
    private static CaptureHistory sample(String name) {
        return SampleTimelines.report(name).clusters().get(0).cluster();
    }

    private static List<Integer> ids(Optional<VoterSet> set) {
        return set.map(s -> List.copyOf(s.ids())).orElse(List.of());
    }

    @Test
    void committedAgainstAppended() {
        CaptureHistory cluster = sample("lost-voter-change");
        Moment.OnBranch before = Moment.of(cluster, 43).branches().get(0);
        assertEquals(List.of(1), ids(before.committed().flatMap(s -> s.voters())));
        assertEquals(List.of(1, 2), ids(before.appended()), "the record at 43 is appended and not below the high watermark");
        assertEquals(2, before.difference().get().added().get(0).id());
        Moment.OnBranch after = Moment.of(cluster, 44).branches().get(0);
        assertEquals(List.of(1, 2), ids(after.committed().flatMap(s -> s.voters())));
        assertTrue(after.difference().get().steps() == 0);
        assertEquals(OptionalInt.of(1), after.epoch());
        assertEquals(1, after.leader().get().id());
        assertEquals("33 (4.4-IV2)", after.levels().get("metadata.version"));
        assertEquals("1, dynamic", after.levels().get("kraft.version"));
        assertEquals(Optional.of(Status.PROVEN), after.status());
        assertTrue(!after.proofs().isEmpty());
    }

    @Test
    void bothBranchesBehindTheFork() {
        Moment moment = Moment.of(sample("lost-voter-change"), 55);
        assertEquals(2, moment.branches().size());
        Moment.OnBranch main = moment.branches().get(0);
        Moment.OnBranch dead = moment.branches().get(1);
        assertEquals(List.of(1, 2, 3), ids(main.committed().flatMap(s -> s.voters())));
        assertEquals(3, main.leader().get().id());
        assertEquals(List.of(1, 2, 3, 4), ids(dead.appended()));
        assertEquals(Optional.of(Status.LOST), dead.appendedStatus());
        assertEquals(1, dead.leader().get().id());
        // Between the fork and its own voters record the dead branch has the set of the part that it shares.
        Moment.OnBranch shared = Moment.of(sample("lost-voter-change"), 54).branches().get(1);
        assertEquals(List.of(1, 2, 3), ids(shared.committed().flatMap(s -> s.voters())));
        assertEquals(List.of(1, 2, 3, 4), ids(shared.appended()));
    }

    @Test
    void everyHighWatermarkHasAnAnswerAndNoneBeyond() {
        for (String sample : List.of("lost-voter-change", "snapshots", "static-3.9", "static-to-dynamic", "made/open", "unclean-stop")) {
            CaptureHistory cluster = sample(sample);
            long end = cluster.main().get().line().endOffset();
            LongStream.rangeClosed(0, end).forEach(h -> assertTrue(!Moment.of(cluster, h).branches().isEmpty(), sample + " " + h));
            assertTrue(Moment.of(cluster, end + 1_000_000).branches().isEmpty());
        }
    }
}
