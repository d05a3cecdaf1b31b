package kraftaudit.audit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderTest {
    @TempDir
    Path folder;

    private List<String> left() throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.map(p -> p.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void goesAwayWithAllThatIsInIt() throws Exception {
        Path path;
        try (TemporaryFolder temporary = TemporaryFolder.of(folder, ".t-")) {
            path = temporary.path();
            temporary.make(() -> Files.createDirectories(path.resolve("a/b")));
            temporary.make(() -> Files.writeString(path.resolve("a/b/c"), "x"));
        }
        assertFalse(Files.exists(path));
        assertEquals(List.of(), left());
    }

    /** One thread makes files for as long as it may while another closes: nothing is left, whoever is faster. */
    @Test
    void nothingComesToBeBehindTheDeletion() throws Exception {
        for (int round = 0; round < 20; round++) {
            TemporaryFolder temporary = TemporaryFolder.ofOwner(folder, "t-");
            CountDownLatch made = new CountDownLatch(3);
            Thread writer = new Thread(() -> {
                try {
                    for (int i = 0; ; i++) {
                        Path next = temporary.path().resolve(Integer.toString(i));
                        temporary.make(() -> Files.createDirectories(next.resolve("x")));
                        made.countDown();
                    }
                } catch (IOException closed) {
                    // as it should be
                }
            });
            writer.start();
            made.await();
            temporary.close();
            writer.join();
            assertEquals(List.of(), left());
        }
    }

    @Test
    void whatIsMovedStays() throws Exception {
        try (TemporaryFolder temporary = TemporaryFolder.of(folder, ".t-")) {
            Files.writeString(temporary.path().resolve("x"), "x");
            temporary.moveTo(folder.resolve("final"));
        }
        assertEquals(List.of("final"), left());
        assertTrue(Files.exists(folder.resolve("final/x")));
    }

    @Test
    void twoAtOnceHaveTwoNames() throws Exception {
        try (TemporaryFolder one = TemporaryFolder.of(folder, ".t-"); TemporaryFolder other = TemporaryFolder.of(folder, ".t-")) {
            assertFalse(one.path().equals(other.path()));
        }
        assertThrows(IOException.class, () -> TemporaryFolder.of(folder.resolve("nowhere"), ".t-"));
    }

    /** Two runs that write one folder: the second says so, and what the first has written stays whole. */
    @Test
    void twoOutputsOnOneName() throws Exception {
        Path out = folder.resolve("out");
        try (OutputFolder one = OutputFolder.open(out, false, List.of()); OutputFolder other = OutputFolder.open(out, false, List.of())) {
            one.write("a", "first");
            other.write("a", "second");
            one.commit();
            assertEquals(out + ": could not be written: exists already", assertThrows(OutputRefused.class, other::commit).getMessage());
        }
        assertEquals("first", Files.readString(out.resolve("a")));
        assertEquals(List.of("out"), left());
    }
}
