package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectoryScanTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
        SEGMENT,       n/__cluster_metadata-0/00000000000000000000.log,          true
        UNREADABLE,    n/__cluster_metadata-0/00000000000000000167.log,          false
        UNREADABLE,    n/__cluster_metadata-0,                                   false
        UNREADABLE,    __cluster_metadata-0,                                     false
        UNREADABLE,    n/lost+found,                                             true
        SYMBOLIC_LINK, n/__cluster_metadata-0,                                   false
        SYMBOLIC_LINK, n/__cluster_metadata-0/00000000000000000167.log,          false
        SYMBOLIC_LINK, n/latest,                                                 true
        ALMOST,        n/__cluster_metadata-0/00000000000000000167 (1).log,      false
        ALMOST,        n/__cluster_metadata-0/00000000000000000167.log.gz,       false
        ALMOST,        n/00000000000000000167.log,                               false
        ALMOST,        n/__cluster_metadata-0/server.log,                        true
        ALMOST,        n/meta (1).properties,                                    true
        DELETED,       n/__cluster_metadata-0/00000000000000000000.log.deleted,  true
        FOREIGN,       n/__cluster_metadata-0,                                   true
        FOREIGN,       n/__cluster_metadata-0/__cluster_metadata-0,              false
        """)
    void aLogIsReadWholeWhenNothingThatMayBePartOfItIsLeft(FileKind kind, String name, boolean whole) {
        CapturedFile file = new CapturedFile(Path.of(name), name, kind, 0, "");
        assertEquals(whole, scan(file, List.of()).readWholeLog());
        boolean segment = kind == FileKind.SEGMENT;
        assertEquals(whole && !segment, scan(file, List.of(new DirectoryScan.Failure(file, "permission denied"))).readWholeLog());
    }

    private static DirectoryScan scan(CapturedFile file, List<DirectoryScan.Failure> failures) {
        return new DirectoryScan(new LogDirectory("n", List.of(file)), List.of(), List.of(), List.of(), Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty(), failures);
    }
}
