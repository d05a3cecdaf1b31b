package kraftaudit.audit.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import kraftaudit.audit.Locator;
import kraftaudit.audit.cli.CommandLineTool;
import kraftaudit.audit.dump.Look;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the timeline calls a place, the command line finds. */
class ItemLocatorsTest {
    private static Set<String> locators(String sample) {
        Set<String> locators = new TreeSet<>();
        SampleTimelines.of(sample).lanes().forEach(lane -> lane.items().stream().map(Item::locator)
            .filter(l -> !l.isEmpty() && !l.replica().isEmpty()).forEach(l -> locators.add(l.text())));
        return locators;
    }

    @ParameterizedTest
    @ValueSource(strings = {"lost-voter-change", "snapshots", "unclean-stop", "made/other-in-meta-properties"})
    void everyLocatorLeadsSomewhere(String sample) throws Exception {
        Set<String> locators = locators(sample);
        assertTrue(locators.size() > 5, locators.toString());
        for (String text : locators) {
            Locator locator = Locator.parse(text).orElseThrow(() -> new AssertionError(text));
            Look look = Look.find(CaptureFinder.find(List.of(Samples.folder(sample))), locator);
            assertEquals(locator.offset() >= 0, look.offset().isPresent(), text);
        }
    }

    @Test
    void theDumpShowsTheRecord() {
        String item = SampleTimelines.of("lost-voter-change").lanes().stream().flatMap(lane -> lane.items().stream())
            .filter(i -> i.kind() == Kind.LOST).findFirst().orElseThrow().locator().text();
        assertEquals("node1:offset=54", item);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = CommandLineTool.run(new String[] {"dump", Samples.folder("lost-voter-change").toString(), item}, new PrintWriter(out), new PrintWriter(err));
        assertEquals(0, code, err.toString());
        assertTrue(out.toString().contains("KRAFT_VOTERS") && out.toString().contains("54"), out.toString());
    }
}
