package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import kraftaudit.audit.report.CompareText;
import kraftaudit.audit.report.Page;
import kraftaudit.audit.report.Style;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.ReplayOptions;
import kraftaudit.replay.Status;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which copy to recover from when copies share no offset. */
class ApartCopiesCompareTest {
    private static final String ID = "a-cluster";
    /** Offsets 0 to 29, of epoch 1. */
    private static final WrittenLog LOW = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3; noop 27");

    @TempDir
    private Path folder;

    private CaptureHistory history(NodeDirectory node1, NodeDirectory node3) {
        return Read.written(ReplayOptions.NONE, folder, Map.of("node1", node1, "node3", node3));
    }

    private static NodeDirectory checkpointed(NodeDirectory node, long endOffset, int epoch) {
        return node.checkpoint(endOffset, epoch, Checkpoints.dynamic(epoch, WrittenLog.START, WrittenLog.START, WrittenVoter.upTo(3)));
    }

    private static String text(Comparison comparison) {
        Page page = new Page(Style.PLAIN);
        CompareText.render(page, List.of(comparison), List.of());
        return page.toString().replaceAll("\\s+", " ");
    }

    private static Recovery.Ranked ranked(Comparison comparison, String copy) {
        return comparison.recovery().ranking().stream().filter(r -> r.copy().equals(copy)).findFirst().orElseThrow();
    }

    @Test
    void nothingPartsAndNothingIsGivenUp() {
        CaptureHistory history = history(checkpointed(WrittenLog.of("at 70 epoch 3; lead 1; noop 10").node(ID, 1, 1), 70, 3), LOW.node(ID, 3, 1));
        Comparison comparison = CompareTest.compare(history);
        assertTrue(comparison.branches().isEmpty());
        assertEquals(Optional.of("node1"), comparison.recovery().recommended());
        assertEquals(41, ranked(comparison, "node3").lacksProven(), "those to the start of epoch 4");
        assertTrue(ranked(comparison, "node3").atLeast());
        String text = text(comparison);
        assertFalse(text.contains("gives up") || text.contains("branches"), text);
        assertTrue(text.contains("only the cluster id ties node1, node3 to each other"), text);
        assertTrue(Timeline.of(history, List.of()).lanes().stream().filter(lane -> lane.name().equals("log") && lane.replica().equals("node3"))
            .flatMap(lane -> lane.items().stream()).filter(item -> item.status().equals(Optional.of(Status.PROVEN))).allMatch(item -> item.offsetTo() <= 3));
        assertTrue(Timeline.of(history, List.of()).lanes().stream().flatMap(lane -> lane.items().stream())
            .filter(item -> item.kind() == Kind.EPOCH && item.offsetFrom() == 0).allMatch(item -> item.status().equals(Optional.of(Status.UNPROVEN))));
    }

    /** Record 70 was not copied, so node1 cannot start; node3 could, and would have lost 40 committed records. */
    @Test
    void aCopyThatLacksProvenRecordsIsNotRecommendedForItsWholeness() {
        Comparison comparison = CompareTest.compare(history(
            checkpointed(WrittenLog.of("at 71 epoch 1; noop 9").node(ID, 1, 1), 70, 1), LOW.node(ID, 3, 1)));
        assertEquals(Optional.of("node1"), comparison.recovery().recommended());
        assertEquals(70, comparison.recovery().provenEnd());
        assertFalse(comparison.recovery().best().orElseThrow().holdsProven());
        assertEquals(40, ranked(comparison, "node3").lacksProven());
        assertEquals(OptionalLong.of(30), ranked(comparison, "node3").provenFrom());
        assertTrue(text(comparison).contains("no copy holds every record that is proven committed"));
    }

    /** As after a download: node1 has a checkpoint ahead of its log, of an epoch that no record here is of. */
    @Test
    void aCheckpointThatNoRecordTiesToABranchCountsAsProven() {
        Comparison comparison = CompareTest.compare(history(checkpointed(LOW.upTo(20).node(ID, 1, 1), 70, 3), LOW.node(ID, 3, 1)));
        assertEquals(Optional.of("node1"), comparison.recovery().recommended());
        assertEquals(40, ranked(comparison, "node3").lacksProven());
        assertTrue(ranked(comparison, "node1").holdsProven());
    }

    /** Two leaders each went on alone: of the lower branch only the beginning is proven. */
    @Test
    void aBranchThatIsProvenInPartIsNotCalledProven() {
        WrittenLog common = WrittenLog.of("static 1 2 3; lead 1; mv 12; noop 3");
        Comparison comparison = CompareTest.compare(history(common.then("lead 1; noop 4").node(ID, 1, 1), common.then("noop 6").node(ID, 3, 1)));
        assertEquals(2, comparison.branches().size());
        BranchContent content = comparison.branches().get(1);
        assertEquals(Status.LOST, content.status());
        assertEquals(0, content.proven());
        BranchContent main = comparison.branches().get(0);
        assertEquals(Status.UNPROVEN, main.status(), "five records, the first of them proven by the next");
        assertEquals(1, main.proven());
    }
}
