package kraftaudit.written;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The made samples in the repository are those that {@link MadeSamples} makes, byte for byte. With
 * {@code -Dgolden.rewrite=true} they are written instead.
 */
class MadeSamplesTest {
    private static final Path FOLDER = Samples.all().resolve("made");

    static Stream<String> names() {
        return MadeSamples.all().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void isWhatTheWriterMakes(String name) throws IOException {
        SortedMap<String, NodeDirectory> made = MadeSamples.all().get(name);
        Path sample = FOLDER.resolve(name);
        if (Boolean.getBoolean("golden.rewrite")) {
            made.forEach((node, directory) -> directory.write(sample.resolve(node)));
        }
        assertTrue(Files.isRegularFile(sample.resolve("about.md")), name + " has an about.md");
        assertEquals(made.keySet(), new TreeSet<>(folders(sample)));
        for (var node : made.entrySet()) {
            SortedMap<String, byte[]> expected = node.getValue().files();
            SortedMap<String, byte[]> found = NodeDirectory.read(sample.resolve(node.getKey())).files();
            assertEquals(expected.keySet(), found.keySet());
            expected.forEach((file, bytes) -> assertArrayEquals(bytes, found.get(file), node.getKey() + "/" + file));
        }
    }

    @Test
    void everyFolderIsASample() throws IOException {
        assertEquals(MadeSamples.all().keySet(), new TreeSet<>(folders(FOLDER)));
    }

    private static List<String> folders(Path parent) throws IOException {
        try (Stream<Path> children = Files.list(parent)) {
            return children.filter(Files::isDirectory).map(child -> child.getFileName().toString())
                    .filter(child -> !child.equals("expected")).toList();
        }
    }
}
