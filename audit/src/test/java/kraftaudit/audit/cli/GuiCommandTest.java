package kraftaudit.audit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import kraftaudit.audit.Locator;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the window is asked for, and what is said where it cannot open. */
class GuiCommandTest {
    private static final Path SAMPLE = Samples.folder("lost-voter-change");

    @BeforeEach
    void forget() {
        NotedWindow.asked = Optional.empty();
        NotedWindow.obstacle = Optional.empty();
    }

    private static void run(int code, String err, Object... args) {
        StringWriter out = new StringWriter();
        StringWriter problems = new StringWriter();
        String[] words = java.util.stream.Stream.concat(java.util.stream.Stream.of("gui"), java.util.stream.Stream.of(args).map(Object::toString)).toArray(String[]::new);
        assertEquals(code, CommandLineTool.run(words, new PrintWriter(out), new PrintWriter(problems)));
        assertEquals(err.isEmpty() ? "" : "kraft-audit: " + err + "\n", problems.toString());
        assertEquals("", out.toString());
    }

    private static void asked(List<Path> paths, Optional<Locator> at) {
        assertEquals(paths, NotedWindow.asked.orElseThrow().paths());
        assertEquals(at, NotedWindow.asked.orElseThrow().at());
    }

    @Test
    void withNothingAndWithPaths() {
        run(0, "");
        asked(List.of(), Optional.empty());
        run(0, "", SAMPLE, Samples.folder("static-3.9"));
        asked(List.of(SAMPLE, Samples.folder("static-3.9")), Optional.empty());
    }

    @Test
    void aLocatorIsThePlaceToShow() {
        run(0, "", SAMPLE, "node1:offset=54");
        asked(List.of(SAMPLE), Optional.of(Locator.offset("node1", 54)));
        run(0, "", "node1:00000000000000000000.log@4651", SAMPLE);
        asked(List.of(SAMPLE), Optional.of(new Locator("node1", -1, "00000000000000000000.log", 4651)));
        run(0, "", "--at", "node2:offset=60", SAMPLE);
        asked(List.of(SAMPLE), Optional.of(Locator.offset("node2", 60)));
    }

    @Test
    void aFolderThatIsNamedLikeALocatorIsAFolder(@TempDir Path folder) throws Exception {
        Path odd = Files.createDirectory(folder.resolve("node1:offset=54"));
        run(0, "", odd);
        asked(List.of(odd), Optional.empty());
    }

    @Test
    void wrongUsageIsOneLine() {
        run(2, "a locator needs the PATH of its capture beside it", "node1:offset=54");
        run(2, "two locators: one place at a time", SAMPLE, "node1:offset=54", "node1:offset=55");
        run(2, "two locators: one place at a time", SAMPLE, "node1:offset=54", "--at", "node1:offset=55");
        run(2, "--at: 'there' is no locator such as node1:offset=1609 or node1:00000000000000000000.log@8543", SAMPLE, "--at", "there");
        run(2, "--session: nowhere.json cannot be read", "--session", "nowhere.json");
        NotedWindow.obstacle = Optional.of("there is no display");
        run(2, "there is no display", SAMPLE);
        assertEquals(Optional.empty(), NotedWindow.asked, "nothing was opened");
    }
}
