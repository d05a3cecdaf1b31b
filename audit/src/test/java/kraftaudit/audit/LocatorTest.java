package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LocatorTest {
    @Test
    void whatIsWrittenIsRead() {
        for (String replica : List.of("node1", "node1@a/b", "node1@odd:name", "a folder", "x:offset=y")) {
            assertEquals(Optional.of(Locator.offset(replica, 1609)), Locator.parse(new Locator(replica, 1609, "0.log", 7).text()));
            Locator file = new Locator(replica, -1, "00000000000000000000.log", 8543);
            assertEquals(Optional.of(file), Locator.parse(file.text()));
        }
    }

    @Test
    void theFormsOfTheDocument() {
        assertEquals("node1:offset=1609", Locator.offset("node1", 1609).text());
        assertEquals("node1:00000000000000000000.log@8543", new Locator("node1", 1609, "00000000000000000000.log", 8543).fileText());
    }

    @Test
    void otherTextIsNone() {
        for (String text : List.of("", "node1", "node1:offset=", "node1:offset=-1", ":offset=3", "node1:offset=99999999999999999999", "node1:@3", "a@b", "a:b@c")) {
            assertTrue(Locator.parse(text).isEmpty(), text);
        }
    }
}
