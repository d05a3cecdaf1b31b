package kraftaudit.audit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole outputs over every sample, byte for byte, with exit codes. With {@code -Dgolden.rewrite=true} the files in
 * {@code expected/} are written instead, for a person to read the difference.
 */
class GoldenTest {
    /** Outputs of every sample, by file name. {@code SAMPLE} stands for its folder. */
    private static final Map<String, String> EVERY = sorted(
            "audit.txt", "audit SAMPLE",
            "audit.csv", "audit --format csv SAMPLE",
            "audit.json", "audit --format json SAMPLE",
            "voters.txt", "voters SAMPLE",
            "voters.csv", "voters --format csv SAMPLE",
            "voters.json", "voters --format json SAMPLE",
            "describe.txt", "describe SAMPLE");

    /** Outputs of every captured sample beside those. */
    private static final Map<String, String> CAPTURED = sorted(
            "describe.csv", "describe --format csv SAMPLE",
            "describe.json", "describe --format json SAMPLE",
            "compare.txt", "compare SAMPLE",
            "compare.csv", "compare --format csv SAMPLE",
            "compare.json", "compare --format json SAMPLE",
            "timeline.txt", "timeline SAMPLE",
            "timeline.csv", "timeline --format csv SAMPLE");

    /** Outputs of the samples of real clusters. */
    private static final Map<String, String> REAL = sorted(
            "describe.txt", "describe SAMPLE",
            "describe.csv", "describe --format csv SAMPLE",
            "describe.json", "describe --format json SAMPLE",
            "compare.txt", "compare SAMPLE",
            "compare.csv", "compare --format csv SAMPLE",
            "compare.json", "compare --format json SAMPLE");

    /** Outputs of some samples beside those. */
    private static final Map<String, Map<String, String>> MORE = Map.of(
            "reconfiguration", sorted("voters-at-102.txt", "voters --at 102 SAMPLE", "voters-node2.txt", "voters SAMPLE/node2",
                    "describe-at-100.txt", "describe --at 100 SAMPLE"),
            "lost-voter-change", sorted("voters-node1.txt", "voters SAMPLE/node1", "describe-at-55.txt", "describe --at 55 SAMPLE"),
            "mv-4.5-without-cluster-id", sorted("audit-draft.txt", "audit --profile kip-1262-draft SAMPLE"),
            "mv-upgrade", sorted("audit-draft.txt", "audit --profile kip-1262-draft SAMPLE"),
            "static-to-dynamic", sorted("audit-stopped.txt", "audit --stopped SAMPLE", "voters-stopped.csv",
                    "voters --stopped --format csv SAMPLE", "describe-stopped.txt", "describe --stopped SAMPLE"),
            "dynamic-4.1", sorted("audit-stopped.txt", "audit --stopped SAMPLE"),
            "unclean-stop", sorted("audit-stopped.txt", "audit --stopped SAMPLE", "compare-stopped.txt", "compare --stopped SAMPLE"));

    /** What was run, and how it ended. */
    private static final String COMMANDS = "commands.txt";

    static List<String> samples() throws IOException {
        try (Stream<Path> paths = Files.walk(Samples.all(), 3)) {
            List<String> names = paths.filter(path -> path.endsWith("about.md"))
                    .map(path -> Samples.all().relativize(path.getParent()).toString().replace('\\', '/')).sorted().toList();
            assertTrue(names.size() >= 23, names::toString);
            return names;
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void outputsAreThoseExpected(String sample) throws IOException {
        Path folder = Samples.folder(sample);
        Path expected = folder.resolve("expected");
        boolean rewrite = Boolean.getBoolean("golden.rewrite");
        if (rewrite) {
            // the audit tells how many files it has seen, these among them
            keepOnly(expected, wanted(sample).keySet());
        }
        SortedMap<String, String> before = contents(folder);
        SortedMap<String, String> outputs = outputs(sample, folder);
        assertEquals(before, contents(folder), "the input is as it was");
        if (rewrite) {
            for (var output : outputs.entrySet()) {
                Files.writeString(expected.resolve(output.getKey()), output.getValue());
            }
        }
        assertSame(contents(expected), outputs);
    }

    /** A file that differs in one character, and a file too many, must not pass. */
    @Test
    void canary() throws IOException {
        SortedMap<String, String> outputs = outputs("made/never", Samples.folder("made/never"));
        SortedMap<String, String> wrong = new TreeMap<>(outputs);
        wrong.computeIfPresent("audit.txt", (name, text) -> text.replaceFirst("M10", "M11"));
        assertThrows(AssertionError.class, () -> assertSame(wrong, outputs));
        SortedMap<String, String> more = new TreeMap<>(outputs);
        more.put("orphan.txt", "");
        assertThrows(AssertionError.class, () -> assertSame(more, outputs));
        assertSame(outputs, outputs);
    }

    @Test
    void theSameBytesInAnotherFolderLocaleAndTimeZone(@TempDir Path elsewhere) throws IOException {
        Path folder = Samples.folder("lost-voter-change");
        SortedMap<String, String> here = outputs("lost-voter-change", folder);
        Path copy = elsewhere.resolve("a b/lost-voter-change");
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.toList()) {
                Files.createDirectories(copy.resolve(folder.relativize(path).toString()).getParent());
                if (Files.isRegularFile(path)) {
                    Files.copy(path, copy.resolve(folder.relativize(path).toString()));
                }
            }
        }
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(new Locale("tr", "TR"));
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
            assertSame(here, outputs("lost-voter-change", copy));
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    private static void assertSame(SortedMap<String, String> expected, SortedMap<String, String> found) {
        assertEquals(new TreeSet<>(expected.keySet()), new TreeSet<>(found.keySet()), "the files in expected/");
        expected.forEach((file, text) -> assertEquals(text, found.get(file), file));
    }

    private static SortedMap<String, String> outputs(String sample, Path folder) {
        SortedMap<String, String> outputs = new TreeMap<>();
        StringBuilder commands = new StringBuilder();
        wanted(sample).forEach((file, command) -> {
            if (file.equals(COMMANDS)) {
                return;
            }
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            String[] args = Arrays.stream(command.split(" ")).map(word -> word.replace("SAMPLE", folder.toString())).toArray(String[]::new);
            int code = CommandLineTool.run(args, new PrintWriter(out), new PrintWriter(err));
            assertEquals("", err.toString(), command);
            outputs.put(file, out.toString());
            commands.append("exit ").append(code).append("  ").append(file).append("  kraft-audit ")
                    .append(command.replace("SAMPLE", "samples/" + sample)).append('\n');
        });
        outputs.put(COMMANDS, commands.toString());
        return outputs;
    }

    /** The outputs of a sample: file names and command lines; none for the list of commands itself. */
    private static SortedMap<String, String> wanted(String sample) {
        SortedMap<String, String> wanted = new TreeMap<>(EVERY);
        wanted.putAll(sample.startsWith("made/") ? Map.of() : REAL);
        wanted.putAll(MORE.getOrDefault(sample, Map.of()));
        wanted.put(COMMANDS, "");
        return wanted;
    }

    private static void keepOnly(Path folder, Set<String> names) throws IOException {
        Files.createDirectories(folder);
        for (String name : contents(folder).keySet()) {
            if (!names.contains(name)) {
                Files.delete(folder.resolve(name));
            }
        }
        for (String name : names) {
            if (!Files.exists(folder.resolve(name))) {
                Files.createFile(folder.resolve(name));
            }
        }
    }

    /** Every file below a folder, by its name. */
    private static SortedMap<String, String> contents(Path folder) throws IOException {
        SortedMap<String, String> contents = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> paths = Files.walk(folder)) {
                for (Path path : paths.filter(Files::isRegularFile).toList()) {
                    contents.put(folder.relativize(path).toString().replace('\\', '/'),
                            new String(Files.readAllBytes(path), path.toString().contains("__cluster") ? StandardCharsets.ISO_8859_1
                                    : StandardCharsets.UTF_8));
                }
            }
        }
        return contents;
    }

    private static Map<String, String> sorted(String... pairs) {
        SortedMap<String, String> map = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
