package kraftaudit.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import kraftaudit.audit.Audit;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Lane;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;

/** From item to item, against a plain pass over all of them. */
class NeighboursTest {
    private static Timeline timeline(String sample) throws Exception {
        return Timeline.of(Audit.audit(Pipe.load(List.of(Samples.folder(sample)), Pipe.Settings.defaults())).clusters().get(0));
    }

    /** All wanted items by offset, those of one offset from the top lane down. */
    private static List<Item> expected(List<Lane> lanes, Predicate<Item> wanted) {
        List<Item> all = new ArrayList<>();
        lanes.forEach(lane -> lane.items().stream().filter(wanted).forEach(all::add));
        all.sort(java.util.Comparator.comparingLong(Item::offsetFrom));
        return all;
    }

    @Test
    void noneIsPassedOverAndNoneComesTwice() throws Exception {
        for (String sample : List.of("lost-voter-change", "reconfiguration", "static-to-dynamic", "made/two-different-ids")) {
            Timeline timeline = timeline(sample);
            for (Predicate<Item> wanted : List.<Predicate<Item>>of(item -> item.kind().isFinding(), item -> item.isPlaced() && !item.kind().isFinding())) {
                List<Item> expected = expected(timeline.lanes(), wanted);
                Neighbours neighbours = new Neighbours(timeline.lanes(), wanted);
                if (expected.isEmpty()) {
                    assertEquals(Optional.empty(), neighbours.of(Optional.empty(), -1, true), sample);
                    continue;
                }
                List<Item> walked = new ArrayList<>();
                Optional<Item> at = neighbours.of(Optional.empty(), -1, true);
                while (at.isPresent() && walked.size() <= expected.size()) {
                    walked.add(at.get());
                    at = neighbours.of(at, -1, true);
                }
                same(expected, walked, sample);
                List<Item> back = new ArrayList<>(List.of(walked.get(walked.size() - 1)));
                for (at = neighbours.of(Optional.of(back.get(0)), -1, false); at.isPresent() && back.size() <= expected.size(); at = neighbours.of(at, -1, false)) {
                    back.add(at.get());
                }
                Collections.reverse(back);
                same(expected, back, sample);
            }
        }
    }

    /** The very same items: voters of one set have equal ones on their lanes. */
    private static void same(List<Item> expected, List<Item> walked, String sample) {
        assertEquals(expected.size(), walked.size(), sample);
        for (int i = 0; i < expected.size(); i++) {
            assertSame(expected.get(i), walked.get(i), sample + ", item " + i);
        }
    }

    @Test
    void fromTheCursorTheRecordBelowItIsBehind() throws Exception {
        Timeline timeline = timeline("lost-voter-change");
        Neighbours sets = new Neighbours(timeline.lanes(), item -> item.kind() == kraftaudit.audit.timeline.Kind.VOTERS);
        // The sets begin at 2, 43, 46 and, on the dead branch, 54.
        assertEquals(43, sets.of(Optional.empty(), 43, true).orElseThrow().offsetFrom());
        assertEquals(46, sets.of(Optional.empty(), 44, true).orElseThrow().offsetFrom());
        assertEquals(43, sets.of(Optional.empty(), 44, false).orElseThrow().offsetFrom());
        assertEquals(Optional.empty(), sets.of(Optional.empty(), 70, true));
    }
}
