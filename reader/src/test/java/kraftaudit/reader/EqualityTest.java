package kraftaudit.reader;

import java.util.List;
import kraftaudit.written.Components;
import org.junit.jupiter.api.Test;

class EqualityTest {
    @Test
    void everyComponentCounts() throws Exception {
        DirectoryId directory = new DirectoryId(1, 2);
        Endpoint endpoint = new Endpoint("A", "a", 1);
        Components.assertAllCount(directory, new DirectoryId(3, 4));
        Components.assertAllCount(endpoint, new Endpoint("B", "b", 2));
        Components.assertAllCount(new VersionRange(0, 1), new VersionRange(1, 2));
        Components.assertAllCount(new Place("a", 0, 1), new Place("b", 1, 2));
        Components.assertAllCount(new Fingerprints.Window(0, 1, 2), new Fingerprints.Window(3, 4, 5));
        Components.assertAllCount(new Fingerprints.Extent(0, 1), new Fingerprints.Extent(3, 4));
        Components.assertAllCount(new Voter(1, directory, List.of(endpoint), new VersionRange(0, 1)),
                new Voter(2, DirectoryId.ZERO, List.of(), new VersionRange(0, 2)));
    }
}
