package kraftaudit.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import kraftaudit.audit.Audit;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything that people may type to find a place. */
class SearchTest {
    private static Timeline timeline;

    @BeforeAll
    static void load() throws Exception {
        timeline = timeline("lost-voter-change");
    }

    private static Timeline timeline(String sample) throws Exception {
        return Timeline.of(Audit.audit(Pipe.load(List.of(Samples.folder(sample)), Pipe.Settings.defaults())).clusters().get(0));
    }

    private static Search.Result first(String typed) {
        List<Search.Result> results = Search.of(timeline, typed);
        assertTrue(!results.isEmpty(), "nothing for " + typed);
        return results.get(0);
    }

    @ParameterizedTest
    @CsvSource({"54, 55", "offset 54, 55", "offset=54, 55", "o54, 55", "h=55, 55", "hw 55, 55", "node1:offset=54, 55", "0, 1"})
    void places(String typed, long highWatermark) {
        assertEquals(OptionalLong.of(highWatermark), first(typed).highWatermark());
    }

    @Test
    void timesLeadToTheLastRecordWrittenByThen() {
        // The voters record at 54 has 2026-11-29T20:06:59.341Z, as dump-log printed it; the record at 55 is younger.
        for (String typed : List.of("2026-11-29T20:06:59.341Z", "2026-11-29 20:06:59.341", "20:06:59.341", "20:06:59.341Z")) {
            assertEquals("2026-11-29T20:06:59.341Z", first(typed).text().replaceAll("go to ([^,]+),.*", "$1"), typed);
        }
        long before = first("20:06:40").highWatermark().orElseThrow();
        assertTrue(before <= 1, "the log begins at 20:06:40.6: " + before);
    }

    @ParameterizedTest
    @CsvSource({"epoch 3, EPOCH, 52", "voter 4, LOST, 54", "voter 2, COMMITTED, 43", "Fv7PRm52uQx2lJyIZdTz6A, LOST, 54", "fv7prm lost, LOST, 54", "R02, NOTE, 52",
        "dead branch, DEAD_BRANCH, 52", "VotersRecord lost, VOTERS, 54", "KRAFT_VOTERS, VOTERS, 2", "LeaderChange epoch 3, EPOCH, 52", "LEADER_CHANGE, EPOCH, 0",
        "KRaftVersionRecord, LEVEL, 1", "FeatureLevelRecord, LEVEL, 11", "BeginTransactionRecord, TRANSACTION, 3", "RegisterControllerRecord, RECORD, 12",
        "REGISTER_CONTROLLER_RECORD, RECORD, 12", "EPOCH_DATA, PROOF, 53"})
    void things(String typed, Kind kind, long offset) {
        List<Item> found = Search.of(timeline, typed).stream().flatMap(r -> r.item().stream()).toList();
        assertTrue(found.stream().anyMatch(i -> i.kind() == kind && i.offsetFrom() == offset), typed + " found " + found.stream().limit(6).map(i -> i.kind() + " " + i.text()).toList());
    }

    @Test
    void whatBeginsWithTheWordsComesFirst() {
        assertEquals("epoch 3 · leader 3", first("epoch 3").item().orElseThrow().label());
        assertTrue(first("voter 4").text().startsWith("voter 4 "), first("voter 4").text());
        assertTrue(first("R02").item().orElseThrow().label().startsWith("R02"));
    }

    @Test
    void recordsOfTheClusterId() throws Exception {
        List<Search.Result> found = Search.of(timeline("made/two-different-ids"), "ClusterIdRecord");
        assertEquals(List.of(9L, 11L), found.stream().flatMap(r -> r.item().stream()).filter(i -> i.kind() == Kind.CLUSTER_ID).map(Item::offsetFrom).toList());
    }

    @Test
    void aPlaceInAFileIsLookedUpWhereNoItemStandsAtIt() {
        assertEquals(54, first("node1:00000000000000000000.log@4651").item().orElseThrow().offsetFrom());
        assertEquals("node3:00000000000000000000.log@5045", first("node3:00000000000000000000.log@5045").place().orElseThrow().text());
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertEquals(List.of(), Search.of(timeline, "   "));
        assertEquals(List.of(), Search.of(timeline, "no such thing"));
        assertTrue(Search.of(timeline, "99999").stream().noneMatch(r -> r.highWatermark().isPresent()), "beyond the end");
        assertEquals(List.of(), Search.of(timeline, "99999999999999999999999"));
        assertEquals(List.of(), Search.of(timeline, "node9:offset=x"));
    }

    @Test
    void aSearchThatNobodyWaitsForEnds() {
        assertTrue(Search.of(timeline, "e", () -> true).size() < Search.of(timeline, "e").size());
    }

    /** A name on disk may break a line or turn the direction of what stands behind it. */
    @Test
    void namesAreShownAndNotObeyed() {
        assertEquals("node1", CanvasPen.printable("node1"));
        assertEquals("a\ufffdb", CanvasPen.printable("a\nb"));
        assertEquals("a\ufffdgpj.exe", CanvasPen.printable("a\u202egpj.exe"));
        assertEquals("t\u00e4st", CanvasPen.printable("t\u00e4st"));
    }
}
