package kraftaudit.audit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What helps people at a terminal: suggestions, argument files, completion, the man page, progress. */
class CommandLineHelpersTest {
    private static final String SAMPLE = Samples.folder("static-3.9").toString();

    @TempDir
    Path folder;

    // ---- did you mean ----

    @ParameterizedTest
    @CsvSource({"adit, audit", "tiemline, timeline", "vooters, voters", "DUMP, dump", "compre, compare", "descibe, describe", "rule, rules"})
    void misspeltCommands(String word, String meant) {
        assertEquals(new Ran(2, "", "kraft-audit: no command '" + word + "'; did you mean " + meant + "?\n"), Ran.run(word, SAMPLE));
    }

    @ParameterizedTest
    @CsvSource({"--formt, --format", "--stoped, --stopped", "--ouput=x, --output", "--hihg-watermark, --high-watermark", "--hlp, --help"})
    void misspeltOptions(String word, String meant) {
        assertEquals(new Ran(2, "", "kraft-audit: unknown option: '" + word + "'; did you mean " + meant + "?\n"), Ran.run("audit", word, SAMPLE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"xyzzy", "q"})
    void whatIsNearNothing(String word) {
        assertEquals(new Ran(2, "", "kraft-audit: no command '" + word + "'\n"), Ran.run(word, SAMPLE));
    }

    /** By hand: two exchanged neighbours are one step, as is a letter more, less or another. */
    @ParameterizedTest
    @CsvSource({"ab, ba, 1", "audit, adit, 1", "audit, audits, 1", "audit, audet, 1", "'', abc, 3", "kitten, sitting, 3", "same, same, 0"})
    void distances(String a, String b, int distance) {
        assertEquals(distance, Suggestions.distance(a, b));
        assertEquals(distance, Suggestions.distance(b, a));
    }

    // ---- files of arguments ----

    @Test
    void argumentsFromAFile() throws Exception {
        Path file = folder.resolve("arguments");
        Files.writeString(file, "voters # of all\n--format csv\n\"" + SAMPLE + "\"\n");
        assertEquals(Ran.run("voters", "--format", "csv", SAMPLE), Ran.run("@" + file));
        Files.writeString(file, "--format csv");
        assertEquals(Ran.run("voters", "--format", "csv", SAMPLE), Ran.run("voters", "@" + file, SAMPLE));
    }

    @Test
    void aFolderIsNoFileOfArguments() {
        assertEquals(new Ran(2, "", "kraft-audit: @" + folder + ": a folder, and no file of arguments; a PATH that begins with @ is written ./@" + folder + "\n"),
            Ran.run("audit", "@" + folder));
        Ran none = Ran.run("audit", "@nothing-of-this-name");
        assertEquals(3, none.code());
        assertEquals("kraft-audit: @nothing-of-this-name: no such file or folder\n", none.err());
    }

    // ---- what is generated from the definitions ----

    @Test
    void theManPageHasEveryCommandAndOption() {
        String page = Ran.run("man").out();
        assertTrue(page.startsWith(".TH KRAFT-AUDIT 1 "), page);
        for (CommandLine command : CommandLineTool.whole().getSubcommands().values()) {
            assertTrue(page.contains("\n.SS \"" + command.getCommandName() + "\"\n"), command.getCommandName());
            for (OptionSpec option : command.getCommandSpec().options()) {
                assertTrue(page.contains(option.longestName().replace("-", "\\-")), option.longestName());
            }
        }
        assertFalse(page.contains("${"), page);
        assertTrue(page.lines().allMatch(l -> !l.startsWith(".") || l.matches("\\.(TH|SH|SS|PP|TP|nf|fi|RS|RE)( .*)?")), page);
    }

    /** The script completes commands, options and their values, in a real bash. */
    @Test
    void bashCompletes() throws Exception {
        Path script = Files.writeString(folder.resolve("completion"), Ran.run("completion", "bash").out());
        assertEquals(List.of("voters"), completed(script, "kraft-audit", "vo"));
        assertEquals(List.of("--format"), completed(script, "kraft-audit", "audit", "--form"));
        assertEquals(List.of("text", "csv", "json", "sarif"), completed(script, "kraft-audit", "audit", "--format", ""));
        assertTrue(Ran.run("completion", "zsh").out().contains("compinit"));
    }

    private static List<String> completed(Path script, String... words) throws Exception {
        StringBuilder array = new StringBuilder();
        for (String word : words) {
            array.append(" '").append(word).append("'");
        }
        Process bash = new ProcessBuilder("bash", "-c", "source '" + script + "'; COMP_WORDS=(" + array + "); COMP_CWORD=" + (words.length - 1)
            + "; COMP_LINE='" + String.join(" ", words) + "'; _complete_kraft-audit 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\"")
            .redirectErrorStream(true).start();
        List<String> lines = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        assertEquals(0, bash.waitFor(), lines::toString);
        return lines;
    }

    @Test
    void everySchemaIsPrinted() throws Exception {
        for (String name : SchemaCommand.NAMES) {
            assertTrue(new ObjectMapper().readTree(Ran.run("schema", name).out()).get("$schema").asText().endsWith("2020-12/schema"), name);
        }
        assertEquals(new Ran(2, "", "kraft-audit: no schema 'adit'; did you mean audit? (" + String.join(", ", SchemaCommand.NAMES) + ")\n"),
            Ran.run("schema", "adit"));
    }

    /** The columns that help names are those that a table has. */
    @ParameterizedTest
    @ValueSource(strings = {"audit", "voters", "describe", "compare", "timeline", "rules", "dump"})
    void helpNamesTheColumns(String command) {
        String header = (command.equals("rules") ? Ran.run(command, "--format", "csv") : Ran.run(command, "--format", "csv", SAMPLE)).lines().get(0);
        assertTrue(Ran.run(command, "--help").flat().contains("Its columns: " + header.replace(",", ", ")), header);
    }

    @Test
    void helpAsACommand() {
        assertEquals(Ran.run("--help"), Ran.run("help"));
        assertEquals(Ran.run("audit", "--help"), Ran.run("help", "audit"));
    }

    @Test
    void everyCommandHasHelpWithExamples() {
        for (String command : CommandLineTool.whole().getSubcommands().keySet()) {
            Ran help = Ran.run(command, "--help");
            assertEquals(0, help.code(), command);
            assertEquals("", help.err());
            assertTrue(help.out().contains("Usage: kraft-audit " + command) && help.out().contains("Examples:\n  "), help.out());
            assertTrue(help.out().lines().allMatch(l -> l.length() <= 100), help.out());
        }
        assertEquals(new TreeSet<>(CommandLineTool.whole().getSubcommands().keySet()), new TreeSet<>(Ran.run("--help").out()
            .replaceAll("(?s).*Commands:\n(.*?)\n\n.*", "$1").lines().map(l -> l.strip().split(" ")[0]).toList()));
    }

    // ---- colours, width, progress ----

    private static String on(Terminal terminal, String... args) {
        StringWriter out = new StringWriter();
        CommandLineTool.run(args, new PrintWriter(out), new PrintWriter(new StringWriter()), terminal);
        return out.toString();
    }

    @Test
    void coloursAndWidthAreThoseOfTheTerminal() {
        Terminal wide = new Terminal(true, 140, false);
        assertTrue(on(wide, "audit", SAMPLE).contains("\u001b["));
        assertFalse(on(wide, "audit", "--color", "never", SAMPLE).contains("\u001b["));
        assertTrue(on(Terminal.NONE, "audit", "--color=always", SAMPLE).contains("\u001b["));
        for (String command : List.of("audit", "voters", "describe", "compare", "timeline")) {
            String plain = on(new Terminal(false, 140, false), command, SAMPLE);
            assertTrue(plain.lines().allMatch(l -> l.length() <= 140), command);
            String narrow = on(new Terminal(false, 80, false), command, SAMPLE);
            assertTrue(narrow.lines().allMatch(l -> l.codePointCount(0, l.length()) <= 80), () -> command + narrow);
        }
        assertTrue(on(new Terminal(false, 140, false), "audit", SAMPLE).lines().anyMatch(l -> l.length() > 100));
    }

    /** Nothing within the first second, then one line that tells how far it is, at last nothing again. */
    @Test
    void progressIsOneLineThatGoesAway() {
        AtomicLong clock = new AtomicLong();
        StringWriter err = new StringWriter();
        try (ProgressLine line = new ProgressLine(new PrintWriter(err), clock::get)) {
            line.total(10_000_000_000L);
            line.read(1_000_000_000L);
            clock.set(900_000_000L);
            line.read(1);
            assertEquals("", err.toString());
            clock.set(2_000_000_000L);
            line.read(999_999_999L);
            assertEquals("\rreading  20%  2.0 GB of 10 GB  1.0 GB/s  8 s left", err.toString());
            clock.set(2_100_000_000L);
            line.read(1);
            assertEquals(1, err.toString().chars().filter(c -> c == '\r').count(), "not too often");
            clock.set(10_000_000_000L);
            line.read(7_999_999_999L);
            assertTrue(err.toString().endsWith("\rreplaying and auditing" + " ".repeat(27)), err.toString());
        }
        assertTrue(err.toString().endsWith("\r" + " ".repeat(22) + "\r"), err.toString());
    }

    @ParameterizedTest
    @CsvSource({"0, 0 B", "999, 999 B", "1000, 1.0 kB", "25300, 25 kB", "9999999, 10.0 MB", "123456789012, 123 GB"})
    void bytes(long bytes, String shown) {
        assertEquals(shown, ProgressLine.bytes(bytes));
    }

    @Test
    void verboseTellsOnStderrAndQuietDoesNot() {
        Ran plain = Ran.run("voters", SAMPLE);
        Ran verbose = Ran.run("voters", "-v", SAMPLE);
        assertEquals(plain.out(), verbose.out());
        assertEquals("", plain.err());
        assertTrue(verbose.err().startsWith("kraft-audit: found 3 log directories with "), verbose.err());
        assertEquals("", Ran.run("voters", "-v", "-q", SAMPLE).err());
    }
}
