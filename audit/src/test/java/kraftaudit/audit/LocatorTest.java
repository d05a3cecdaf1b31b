package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import kraftaudit.reader.Place;
import org.junit.jupiter.api.Test;

class LocatorTest {
    @Test
    void whatIsWrittenIsRead() {
        for (String replica : List.of("node1", "node1@a/b", "node1@odd:name", "a folder", "x:offset=y")) {
            assertEquals(Optional.of(Locator.offset(replica, 1609)), Locator.parse(new Locator(replica, 1609, "0.log", 7).text()));
            Locator file = new Locator(replica, -1, "00000000000000000000.log", 8543);
            assertEquals(Optional.of(file), Locator.parse(file.text()));
            Locator whole = new Locator(replica, -1, "", 0);
            assertEquals(Optional.of(whole), Locator.parse(whole.text()));
        }
    }

    @Test
    void theFormsOfTheDocument() {
        assertEquals("node1:offset=1609", Locator.offset("node1", 1609).text());
        assertEquals("node1:00000000000000000000.log@8543", new Locator("node1", 1609, "00000000000000000000.log", 8543).fileText());
    }

    /** What was meant for a locator is no PATH that is missing. */
    @Test
    void whatWasMeantForOne() {
        for (String text : List.of("node1:offset=", "node1:offset=-1", "node1:offset=x", "node1:00000000000000000000.log@", "node1:0-1.checkpoint@x")) {
            assertTrue(Locator.isMeant(text), text);
        }
        for (String text : List.of("node1", "node1@a/b", "a:b@c", "host:/logs/0.log", "x:dir/0.log")) {
            assertFalse(Locator.isMeant(text), text);
        }
    }

    /** An offset that a damaged header claims, or that several batches have, leads elsewhere. */
    @Test
    void byItsBytesWhereTheOffsetDoesNotLeadThere() {
        Where where = Where.place("node1", new Place("node1/__cluster_metadata-0/0.log", 72, 10)).atOffset(5);
        assertEquals("node1:offset=5", Locator.of(where).text());
        assertEquals("node1:0.log@72", Locator.of(where.foundByPlace()).text());
        assertEquals("node1:", Locator.of(Where.replica("node1")).text());
    }

    @Test
    void otherTextIsNone() {
        for (String text : List.of("", ":", "node1", "node1:offset=", "node1:offset=-1", ":offset=3", "node1:offset=99999999999999999999", "node1:@3", "a@b", "a:b@c")) {
            assertTrue(Locator.parse(text).isEmpty(), text);
        }
    }
}
