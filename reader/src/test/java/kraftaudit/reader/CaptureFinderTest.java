package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureFinderTest {
    private static final String LOG = "__cluster_metadata-0/";
    private static final String SEGMENT = "00000000000000000000.log";

    @TempDir
    Path root;

    /** Makes files, or folders where the name ends in a slash. */
    private void make(String... names) throws IOException {
        for (String name : names) {
            Path path = root.resolve(name);
            if (name.endsWith("/")) {
                Files.createDirectories(path);
            } else {
                Files.createDirectories(path.getParent());
                Files.writeString(path, name);
            }
        }
    }

    private Capture find(String... paths) throws NothingFound {
        return CaptureFinder.find(Arrays.stream(paths).map(root::resolve).toList());
    }

    private List<String> nothing(String... paths) {
        return assertThrows(NothingFound.class, () -> find(paths)).lines().stream().map(l -> l.replace(root + "/", "")).toList();
    }

    private static List<String> labels(Capture capture) {
        return capture.directories().stream().map(LogDirectory::label).toList();
    }

    /** One line for each file: kind, name, and the note where there is one. */
    private static List<String> lines(List<CapturedFile> files) {
        return files.stream().map(f -> f.kind() + " " + f.name() + (f.note().isEmpty() ? "" : " | " + f.note())).toList();
    }

    @Test
    void logDirectoryIsNamedByItsOwnFolderAndItsFilesBelowIt() throws Exception {
        make("node1/meta.properties", "node1/" + LOG + SEGMENT, "node1/" + LOG + "quorum-state");
        Capture capture = find("node1");
        assertEquals(List.of("node1"), labels(capture));
        assertEquals(List.of("SEGMENT " + LOG + SEGMENT, "QUORUM_STATE " + LOG + "quorum-state", "META_PROPERTIES meta.properties"),
            lines(capture.directories().get(0).files()));
        assertEquals(List.of(), capture.others());
        assertEquals(("node1/" + LOG + SEGMENT).length(), capture.directories().get(0).one(FileKind.SEGMENT).orElseThrow().length());
    }

    @Test
    void samplesAreFoundInOneFolder() throws Exception {
        List<String> expected = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(Samples.all())) {
            walk.filter(p -> p.endsWith("meta.properties")).map(p -> Samples.all().relativize(p.getParent()).toString().replace('\\', '/'))
                .sorted().forEach(expected::add);
        }
        assertEquals(expected, labels(CaptureFinder.find(List.of(Samples.all()))));
    }
}
