package kraftaudit.audit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kraftaudit.audit.Rules;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.Samples;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options, exit codes and one-line errors, in process. */
class CommandLineToolTest {
    private static final String STATIC = Samples.folder("static-3.9").toString();
    private static final String BROKEN = Samples.folder("made/never").toString();

    @TempDir
    Path folder;

    private static Ran run(String... args) {
        return Ran.run(args);
    }

    private static void assertUsage(String line, String... args) {
        assertEquals(new Ran(2, "", "kraft-audit: " + line + "\n"), run(args));
    }

    // ---- wrong usage: one line on stderr, exit 2 ----

    @Test
    void wrongUsage() {
        assertUsage("a command is missing: audit, voters, " + run().err().split("audit, voters, ")[1].strip());
        assertUsage("missing required parameter: 'PATH'", "audit");
        assertUsage("missing required parameter: 'PATH'", "voters", "--at", "3");
        assertUsage("unknown option: '--formt'; did you mean --format?", "audit", "--formt", "csv", STATIC);
        assertUsage("invalid value for option '--format': expected one of [TEXT, CSV, JSON] (case-insensitive) but was 'xml'",
            "voters", "--format", "xml", STATIC);
        assertUsage("missing required parameter for option '--profile' (NAME|FILE)", "audit", STATIC, "--profile");
        assertUsage("--profile: no profile or file nothere; built in are kip-1262, kip-1262-draft", "audit", "--profile", "nothere", STATIC);
        for (String option : List.of("--schemas", "--output", "--profile")) {
            assertUsage(option + ": an empty name: is a variable not set?", "audit", option, "", STATIC);
        }
        assertUsage("--output: an empty name: is a variable not set?", "audit", "--output", "", "--overwrite", STATIC);
        assertUsage("--schemas: no folder nothere", "audit", "--schemas", "nothere", STATIC);
        assertUsage("--at: -1 is no high watermark, the least is 0", "voters", "--at", "-1", STATIC);
        assertUsage("--at: -1 is no high watermark, the least is 0", "voters", "--at=-1", STATIC);
        assertUsage("--at: 62 is beyond every copy, the highest high watermark here is 61", "voters", "--at", "62", STATIC);
        assertUsage("no rule V5; did you mean V05 or V15? (`kraft-audit rules` lists them)", "rules", "V5");
        assertUsage("no rule X99 (`kraft-audit rules` lists them)", "rules", "X99");
        assertUsage("the page of a rule is Markdown text; --format csv goes with the list alone", "rules", "--format", "csv", "V04");
    }

    @Test
    void aMisspeltCommandIsSuggested() {
        Ran ran = run("adit", STATIC);
        assertEquals(2, ran.code());
        assertEquals(1, ran.err().lines().count(), ran.err());
        assertTrue(ran.err().contains("'adit'") && ran.err().contains("did you mean audit"), ran.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-5", "x", "5@", "5@x", "5@-1", "@3", "5@1@2", "", "9223372036854775808"})
    void highWatermarksThatAreNone(String value) {
        Ran ran = run("voters", "--high-watermark=" + value, STATIC);
        assertEquals(2, ran.code(), ran.toString());
        assertEquals(1, ran.err().lines().count(), ran.err());
        assertTrue(ran.err().contains("--high-watermark"), ran.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,x", "-1", "1,,2", "2147483648"})
    void staticVotersThatAreNone(String value) {
        Ran ran = run("voters", "--static-voters=" + value, STATIC);
        assertEquals(2, ran.code(), ran.toString());
        assertEquals(1, ran.err().lines().count(), ran.err());
    }

    /** A file that is no definition is named, in one line. */
    @Test
    void schemasThatAreNone() throws Exception {
        Files.writeString(folder.resolve("bad.json"), "{");
        Ran ran = run("audit", "--schemas", folder.toString(), STATIC);
        assertEquals(2, ran.code());
        assertTrue(ran.err().startsWith("kraft-audit: --schemas: ") && ran.err().contains("bad.json"), ran.err());
        assertEquals(1, ran.err().lines().count(), ran.err());
    }

    // ---- nothing to audit: exit 3 ----

    @Test
    void nothingFound() throws Exception {
        assertEquals(new Ran(3, "", "kraft-audit: nothere: no such file or folder\n"), run("audit", "nothere"));
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Ran ran = run("voters", empty.toString());
        assertEquals(3, ran.code());
        assertEquals("kraft-audit: " + empty + ": empty folder\n", ran.err());
        Path other = Files.writeString(folder.resolve("x\u001b[2Jy.txt"), "text");
        Ran foreign = run("audit", other.toString());
        assertEquals(3, foreign.code());
        assertEquals(1, foreign.err().lines().count(), foreign.err());
        assertFalse(foreign.err().contains("\u001b"), foreign.err());
    }

    // ---- exit codes ----

    @ParameterizedTest
    @CsvSource({"violation,1", "irregular,1", "note,1", "never,0", "VIOLATION,1"})
    void failOnAViolation(String failOn, int code) {
        assertEquals(code, run("audit", "--fail-on", failOn, BROKEN).code());
    }

    @ParameterizedTest
    @CsvSource({"violation,0", "irregular,0", "note,1", "never,0"})
    void failOnNotes(String failOn, int code) {
        assertEquals(code, run("audit", "--fail-on", failOn, Samples.folder("made/aborted").toString()).code());
    }

    @Test
    void defaults() {
        assertEquals(1, run("audit", BROKEN).code());
        assertEquals(0, run("audit", Samples.folder("made/aborted").toString()).code());
        assertEquals(0, run("voters", BROKEN).code());
        assertEquals(0, run("rules").code());
    }

    /** An output that cannot be written is told, and is no success. */
    @Test
    void aFullDisk() {
        StringWriter err = new StringWriter();
        int code = CommandLineTool.run(new String[] {"rules"}, new PrintWriter(new Writer() {
            @Override
            public void write(char[] text, int from, int length) throws java.io.IOException {
                throw new java.io.IOException("no space left");
            }

            @Override
            public void flush() {
            }

            @Override
            public void close() {
            }
        }), new PrintWriter(err));
        assertEquals(3, code);
        assertEquals("kraft-audit: the output could not be written\n", err.toString());
    }

    // ---- help ----

    @Test
    void helpAndVersion() {
        Ran version = run("--version");
        assertEquals(0, version.code());
        assertTrue(version.out().matches("kraft-audit \\d+\\.\\d+\\.\\d+\\R"), version.out());
        for (String[] args : List.of(new String[] {"--help"}, new String[] {"-h"}, new String[] {"audit", "--help"}, new String[] {"voters", "-h"},
            new String[] {"rules", "--help"}, new String[] {"gui", "--help"}, new String[] {"dump", "--help"})) {
            Ran help = run(args);
            assertEquals(0, help.code(), help.toString());
            assertEquals("", help.err());
            assertTrue(help.out().contains("Usage: kraft-audit") && help.out().contains("Example"), help.out());
            assertEquals(1, help.out().split("Usage:").length - 1, help.out());
            assertTrue(help.out().lines().allMatch(l -> l.length() <= 100), help.out());
            assertFalse(help.out().contains("\u001b"));
        }
    }

    /** The list of commands in the help has a line of help for each. */
    @Test
    void everyCommandIsExplained() {
        String[] commands = run().err().replaceAll("(?s).*missing: (.*) \\(--help.*", "$1").split(", ");
        assertTrue(commands.length >= 4, run().err());
        String help = run("--help").out();
        for (String command : commands) {
            assertTrue(help.lines().anyMatch(l -> l.matches("  " + command + " +\\S.*")), command + " in " + help);
        }
    }

    // ---- rules ----

    @Test
    void rulesListAndPages() {
        Ran list = run("rules");
        assertTrue(Rules.ALL.stream().allMatch(r -> list.out().contains("  " + r.id() + "  ") && list.out().replaceAll("\\s+", " ").contains(r.title())), list.out());
        Ran csv = run("rules", "--format", "csv");
        assertEquals(Rules.ALL.size() + 1, csv.out().split("\r\n").length);
        Ran page = run("rules", "v04");
        assertTrue(page.out().startsWith("# V04 One voter is added, removed or updated at a time\n\nSeverity IRREGULAR."), page.out());
    }

    // ---- text, whatever the log holds ----

    @ParameterizedTest
    @ValueSource(strings = {"text", "csv", "json"})
    void noOutputObeysTheLog(String format) throws Exception {
        String evil = "\u001b]0;pwned\u0007\u202eid";
        NodeDirectory node = WrittenLog.of("lead 1 + kraft 1 + voters 1; noop 2").node(evil, 1, 1);
        byte[] record = DataValues.featureLevel("fe\u001b[31mature", 3);
        node.file("__cluster_metadata-0/00000000000000000000.log", kraftaudit.written.Batches.join(
            node.bytes("__cluster_metadata-0/00000000000000000000.log"), kraftaudit.written.Batches.data(5, 1, WrittenLog.START, record)));
        Ran ran = run("audit", "--format", format, node.write(folder.resolve("a")).toString());
        assertFalse(format.equals("text") && ran.out().codePoints().anyMatch(c -> c < 32 && c != '\n' || c == 0x202e), ran.out());
        assertFalse(ran.out().isEmpty());
    }

    @Test
    void aDashLedClusterIdIsNoFormulaAndNoOption() throws Exception {
        String id = "-bC3vT0b1Rk2x9aZc7LmYw";
        String node = WrittenLog.of("lead 1 + kraft 1 + voters 1; mv 34 + cid 30 " + id).node(id, 1, 1).write(folder.resolve("-x")).toString();
        assertTrue(run("voters", "--format", "csv", node).out().lines().skip(1).allMatch(l -> l.startsWith("'" + id + ",")));
        assertTrue(run("voters", "--format", "csv", "--csv-raw", node).out().lines().skip(1).allMatch(l -> l.startsWith(id + ",")));
        assertTrue(run("voters", "--format", "json", node).out().contains("\"clusterId\" : \"" + id + "\""));
        assertTrue(run("audit", node).out().contains("Cluster " + id + "\n"));
        assertEquals(0, run("audit", node).code(), run("audit", node).out());
    }

    @Test
    void coloursOnlyWhereTheyAreWanted() {
        for (String[] plain : List.of(new String[] {"audit", BROKEN}, new String[] {"audit", "--color", "never", BROKEN}, new String[] {"audit", "--color", "auto", BROKEN})) {
            assertFalse(run(plain).out().contains("\u001b"));
        }
        String coloured = run("audit", "--color", "always", BROKEN).out();
        assertTrue(coloured.startsWith("\u001b[31;1mVIOLATION\u001b[0m: 1 violation"), coloured.substring(0, 60));
        assertEquals(run("audit", BROKEN).out(), coloured.replaceAll("\u001b\\[[0-9;]*m", ""));
        StringWriter out = new StringWriter();
        CommandLineTool.run(new String[] {"audit", BROKEN}, new PrintWriter(out), new PrintWriter(out), new Terminal(true, 100, false));
        assertEquals(coloured, out.toString());
    }

    /** Every line of every text fits 100 columns, and no line ends in a blank. */
    @ParameterizedTest
    @ValueSource(strings = {"audit", "voters", "rules"})
    void textFits(String command) throws Exception {
        try (Stream<Path> samples = command.equals("rules") ? Stream.of(Path.of("")) : Files.list(Samples.all())) {
            for (Path sample : samples.filter(s -> command.equals("rules") || Files.isRegularFile(s.resolve("about.md"))).toList()) {
                String out = (command.equals("rules") ? run("rules") : run(command, sample.toString())).out();
                assertTrue(out.lines().allMatch(l -> l.codePointCount(0, l.length()) <= 100 && l.equals(l.stripTrailing())), out);
                assertTrue(out.endsWith("\n") && !out.endsWith("\n\n"));
            }
        }
    }

    // ---- several clusters, and what the person adds ----

    @Test
    void severalClustersInOneCall() {
        Ran ran = run("audit", STATIC, Samples.folder("reconfiguration").toString(), BROKEN);
        assertEquals(1, ran.code());
        assertTrue(ran.out().contains("8 copies of 3 clusters") && ran.out().contains("Cluster 3 of 3: "), ran.out());
        assertTrue(ran.out().contains("R03"), ran.out());
        Ran at = run("voters", "--at", "100", STATIC, Samples.folder("reconfiguration").toString());
        assertTrue(at.out().contains("high watermark 100 is none of this cluster, whose highest is 61"), at.out());
        assertTrue(at.out().contains("1, 2, 3"), at.out());
    }

    @Test
    void whatTheOperatorAddsIsUsed() {
        String dynamic = Samples.folder("static-to-dynamic").toString();
        assertTrue(run("voters", "--at", "40", dynamic).out().contains("UNPROVEN"));
        Ran told = run("voters", "--at", "40", "--high-watermark", "35@1", dynamic);
        assertTrue(told.out().contains("OPERATOR") && told.out().contains("supplied by the person who ran the audit"), told.out());
        Ran stopped = run("voters", "--at", "40", "--stopped", dynamic);
        assertTrue(stopped.out().contains("WHOLE_QUORUM"), stopped.out());
        Ran voters = run("voters", "--at", "3", "--static-voters", "7,8,9", dynamic);
        assertTrue(voters.flat().contains("--static-voters and the LeaderChange record at 0 disagree"), voters.out());
    }

    /** The first voter, unknown, static and empty sets are rows of their own kind. */
    @Test
    void votersAsRows() throws Exception {
        WrittenLog log = WrittenLog.of("at 100 epoch 1; lead 1; noop 2; voters 1 2; noop 2");
        String node = log.node("an-id", 1, 1).write(folder.resolve("n")).toString();
        List<String> rows = run("voters", "--format", "csv", node).out().lines().toList();
        String time = kraftaudit.audit.report.Times.iso(WrittenLog.START + 103_000).orElseThrow();
        assertTrue(rows.get(1).matches("an-id,0,103,,,UNKNOWN,,,,,,,,node1"), rows::toString);
        assertEquals("an-id,104,106,UNPROVEN,,VOTERS_RECORD,103,2," + time + ",,1," + WrittenVoter.directory(1, 1)
            + ",CONTROLLER://c1.example:9093,node1", rows.get(2), rows::toString);
        assertEquals(4, rows.size(), rows::toString);
        assertTrue(run("voters", "--format", "csv", STATIC).out().lines().skip(1).allMatch(l -> l.matches("kRaftAuditSampleClust0,0,61,,,STATIC,,,,0?,[123],,,node1;node2;node3")),
            run("voters", "--format", "csv", STATIC).out());
    }
}
