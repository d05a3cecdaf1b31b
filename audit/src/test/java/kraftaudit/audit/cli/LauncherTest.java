package kraftaudit.audit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher in a project that has nothing but the files it looks at, with scripts in the place of Java and Maven that
 * tell how they were called: the real ones would build this project inside its own build.
 */
class LauncherTest {
    private static final Path LAUNCHER = Path.of("..", "kraft-audit");
    /** What the launcher may use besides Java and Maven; flock is left out where its absence is under test. */
    private static final List<String> TOOLS =
            List.of("bash", "cat", "du", "env", "find", "grep", "mkdir", "mv", "readlink", "rm", "sleep", "sort", "touch");

    @TempDir
    Path folder;
    private Path project;
    private Path tools;

    @BeforeEach
    void project() throws IOException, InterruptedException {
        project = Files.createDirectories(folder.resolve("a project"));
        tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : TOOLS) {
            wrap(tool);
        }
        wrap("flock");
        script(project.resolve("kraft-audit"), Files.readString(LAUNCHER));
        for (String file : List.of("pom.xml", "audit/pom.xml", "audit/src/main/java/A.java", "gui/pom.xml", "gui/src/main/java/B.java")) {
            write(project.resolve(file), "");
        }
        script(folder.resolve("jdk/bin/java"), """
                #!/usr/bin/env bash
                printf 'locale %s\\n' "${LC_ALL:-}"
                for argument in "$@"; do
                    case $argument in
                        -XX:DumpLoadedClassList=*) echo java/lang/Object >"${argument#*=}"; exit 0 ;;
                        -Xshare:dump) dump=1 ;;
                        -XX:SharedArchiveFile=*) if [ -n "$dump" ]; then printf made >"${argument#*=}"; exit 0; fi ;;
                    esac
                    [ -n "$dump" ] || printf '[%s]\\n' "$argument"
                done
                printf 'in %s\\n' "$PWD"
                exit ${FAKE_EXIT:-0}
                """);
        write(folder.resolve("jdk/release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"17.0.15\"\n");
        script(tools.resolve("mvn"), """
                #!/usr/bin/env bash
                printf 'called %s\\n' "$*" >>"$FAKE_CALLS"
                if [ -p "$FAKE_GATE" ]; then cat "$FAKE_GATE"; fi
                echo "words of Maven"
                if [ -n "$FAKE_FAIL" ]; then exit 1; fi
                cd "${4%/*}" && mkdir -p audit/target/lib gui/target/lib
                touch audit/target/audit-0.1.0.jar gui/target/gui-0.1.0.jar
                """);
    }

    @Test
    void passesArgumentsAndExitCodeThrough() throws Exception {
        Outcome outcome = run(project, Map.of("FAKE_EXIT", "3"), "./kraft-audit", "audit", "my logs/a*", "", "--at=1 \"x\"");
        assertEquals(3, outcome.code());
        assertTrue(outcome.out().endsWith("[kraftaudit.audit.cli.Main]\n[audit]\n[my logs/a*]\n[]\n[--at=1 \"x\"]\nin "
                + project.toRealPath() + "\n"), outcome.out());
        assertEquals(1, outcome.err().lines().count(), "one line of progress: " + outcome.err());
    }

    @Test
    void buildsOnceAndAgainOnlyWhenSourcesChange() throws Exception {
        run(project, Map.of(), "./kraft-audit");
        assertEquals(1, builds());
        Outcome second = run(project, Map.of(), "./kraft-audit");
        assertEquals(1, builds());
        assertEquals("", second.err());
        Path source = project.resolve("audit/src/main/java/A.java");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
        run(project, Map.of(), "./kraft-audit");
        assertEquals(2, builds());
        Files.delete(source);
        Files.setLastModifiedTime(source.getParent(), FileTime.from(Instant.now().plusSeconds(60)));
        run(project, Map.of(), "./kraft-audit");
        assertEquals(3, builds());
    }

    @Test
    void runsFromAnyFolderAndThroughSymbolicLinks() throws Exception {
        Path elsewhere = Files.createDirectories(folder.resolve("else where"));
        Path direct = Files.createSymbolicLink(tools.resolve("kraft-audit"), project.resolve("kraft-audit"));
        Path relative = Files.createSymbolicLink(elsewhere.resolve("ka"), elsewhere.relativize(direct));
        for (List<String> command : List.of(List.of(project.resolve("kraft-audit").toString(), "voters", "x"),
                List.of(direct.toString(), "voters", "x"), List.of(relative.toString(), "voters", "x"),
                List.of("kraft-audit", "voters", "x"), List.of("bash", "ka", "voters", "x"))) {
            Outcome outcome = run(elsewhere, Map.of(), command.toArray(String[]::new));
            assertEquals(0, outcome.code(), command + outcome.err());
            assertTrue(outcome.out().contains("[" + project.toRealPath() + "/audit/target/audit-0.1.0.jar:"), outcome.out());
            assertTrue(outcome.out().endsWith("[voters]\n[x]\nin " + elsewhere.toRealPath() + "\n"), outcome.out());
        }
        assertEquals(1, builds());
    }

    @Test
    void takesTheArchiveOfClassesOnlyWhereItCouldBeMade() throws Exception {
        Outcome outcome = run(project, Map.of(), "./kraft-audit");
        Path archive = project.toRealPath().resolve("audit/target/launcher.jsa");
        assertTrue(outcome.out().contains("[-XX:SharedArchiveFile=" + archive + "]"), outcome.out());
        Files.writeString(archive, "");
        assertFalse(run(project, Map.of(), "./kraft-audit").out().contains("SharedArchiveFile"));
    }

    /** Names of files outside of ASCII are found whatever the locale, also one that is not UTF-8 or not installed. */
    @Test
    void makesJavaKnowNamesOfFiles() throws Exception {
        for (Map<String, String> none : List.of(Map.<String, String>of(), Map.of("LANG", "C"), Map.of("LC_ALL", "POSIX", "LANG", "C.UTF-8"),
                Map.of("LANG", "xx_XX.UTF-8"), Map.of("LC_ALL", "xx_XX.ISO-8859-1"))) {
            assertTrue(run(project, none, "./kraft-audit", "audit", "\u00e9").out().startsWith("locale C.UTF-8\n"), none::toString);
        }
        assertTrue(run(project, Map.of("LANG", "C.UTF-8"), "./kraft-audit").out().startsWith("locale \n"));
    }

    /** Java looks at no variable for it; a folder that is none would make it warn. */
    @Test
    void archivesAreUnpackedWhereTheSystemSays() throws Exception {
        assertTrue(run(project, Map.of("TMPDIR", folder.toString()), "./kraft-audit").out().contains("[-Djava.io.tmpdir=" + folder + "]"));
        for (Map<String, String> none : List.of(Map.<String, String>of(), Map.of("TMPDIR", ""), Map.of("TMPDIR", folder + "/nothere"))) {
            assertFalse(run(project, none, "./kraft-audit").out().contains("java.io.tmpdir"), none::toString);
        }
    }

    @Test
    @EnabledIf("hasFullDevice")
    void aFullDiskIsToldWithoutJavaToo() throws Exception {
        run(project, Map.of(), "./kraft-audit");
        Files.writeString(project.resolve("audit/target/launcher.help"), "noted\n");
        Outcome outcome = run(project, Map.of(), "bash", "-c", "./kraft-audit --help >/dev/full");
        assertEquals(3, outcome.code());
        assertEquals("kraft-audit: the output could not be written\n", outcome.err());
    }

    static boolean hasFullDevice() {
        return Files.isWritable(Path.of("/dev/full"));
    }

    /** Pipes and files are no terminals: no colours, no progress, no width. */
    @Test
    void tellsWhichStreamsAreTerminals() throws Exception {
        String out = run(project, Map.of("COLUMNS", "77"), "./kraft-audit").out();
        assertTrue(out.contains("[-Dkraftaudit.terminal=]\n") && !out.contains("kraftaudit.columns"), out);
    }

    @Test
    void answersWithoutJavaWhatTheBuildHasNoted() throws Exception {
        run(project, Map.of(), "./kraft-audit");
        for (String text : List.of("version", "help")) {
            Path noted = project.resolve("audit/target/launcher." + text);
            assertTrue(Files.readString(noted).contains("[--" + text + "]"), Files.readString(noted));
            Files.writeString(noted, "noted\n");
            assertEquals("noted\n", run(project, Map.of(), "./kraft-audit", "--" + text).out());
            assertEquals("noted\n", run(project, Map.of(), "./kraft-audit", text.equals("help") ? "-h" : "-V").out());
            assertTrue(run(project, Map.of(), "./kraft-audit", "audit", "--" + text).out().contains("[audit]\n[--" + text + "]"));
            Files.writeString(noted, "");
            assertTrue(run(project, Map.of(), "./kraft-audit", "--" + text).out().contains("[--" + text + "]"));
        }
    }

    @Test
    void sparesTheSecondCompilerWhereItCostsMoreThanItSaves() throws Exception {
        String oneCompiler = "[-XX:TieredStopAtLevel=1]";
        Path small = folder.resolve("small");
        write(small.resolve("00000000000000000000.log"), "x");
        assertTrue(run(project, Map.of(), "./kraft-audit", "audit", small.toString()).out().contains(oneCompiler));
        assertTrue(run(project, Map.of(), "./kraft-audit", "audit", small + "/00000000000000000000.log").out().contains(oneCompiler));
        // what is in an archive may be a thousand times as long
        write(folder.resolve("small.zip"), "x");
        assertFalse(run(project, Map.of(), "./kraft-audit", "audit", folder + "/small.zip").out().contains(oneCompiler));
        String fewMethods = "[-XX:Tier3InvocationThreshold=1000]";
        for (long kilobytes : new long[] {32_767, 32_768, 524_287, 524_288}) {
            Files.delete(tools.resolve("du"));
            script(tools.resolve("du"), "#!/bin/sh\nprintf '7\\tlogs\\n" + kilobytes + "\\ttotal\\n'\n");
            String out = run(project, Map.of(), "./kraft-audit", "audit", "--stopped", small.toString()).out();
            assertEquals(kilobytes < 512 << 10, out.contains(oneCompiler), out);
            assertEquals(kilobytes < 32 << 10, out.contains(fewMethods), out);
            // to hash takes the second compiler
            for (String hashes : new String[] {"--format=sarif", "--output=x", "-ox"}) {
                assertFalse(run(project, Map.of(), "./kraft-audit", "audit", hashes, small.toString()).out().contains(oneCompiler));
            }
        }
        Files.delete(tools.resolve("du"));
        assertFalse(run(project, Map.of(), "./kraft-audit", "audit", small.toString()).out().contains(oneCompiler));
    }

    @Test
    void opensTheWindowWithItsModule() throws Exception {
        Outcome outcome = run(project, Map.of(), "./kraft-audit", "gui", "logs");
        assertTrue(outcome.out().contains("/gui/target/gui-0.1.0.jar:"), outcome.out());
        assertTrue(outcome.out().contains("[--add-modules]\n[kraftaudit.gui]\n"), outcome.out());
        assertTrue(outcome.out().contains("[gui]\n[logs]\n"), outcome.out());
    }

    @Test
    void showsWhatMavenSaidWhenTheBuildFails() throws Exception {
        Outcome outcome = run(project, Map.of("FAKE_FAIL", "1"), "./kraft-audit", "audit", "x");
        assertEquals(70, outcome.code());
        assertTrue(outcome.err().contains("words of Maven\nkraft-audit: the build failed"), outcome.err());
        assertEquals("", outcome.out());
        assertEquals(0, run(project, Map.of(), "./kraft-audit").code());
        assertEquals(2, builds());
    }

    @Test
    void twoAtOnceBuildOnce() throws Exception {
        Path gate = folder.resolve("gate");
        assertEquals(0, new ProcessBuilder("mkfifo", gate.toString()).start().waitFor());
        Process first = start(project, Map.of(), "./kraft-audit");
        try (BufferedReader firstErrors = first.errorReader()) {
            assertTrue(firstErrors.readLine().contains("building"));
            Process second = start(project, Map.of(), "./kraft-audit");
            try (BufferedReader secondErrors = second.errorReader()) {
                assertEquals("kraft-audit: waiting for another kraft-audit that is building ...", secondErrors.readLine());
                Files.writeString(gate, "go");
                assertEquals(0, ended(first));
                assertEquals(0, ended(second));
            }
        }
        assertEquals(1, builds());
    }

    @Test
    void buildsWithoutFlockAndPastTheLockOfADeadProcess() throws Exception {
        Files.delete(tools.resolve("flock"));
        Process dead = new ProcessBuilder("true").start();
        assertEquals(0, dead.waitFor());
        Path lock = project.resolve("audit/target/launcher.lock");
        write(lock.resolve("pid"), dead.pid() + "\n");
        assertEquals(0, run(project, Map.of(), "./kraft-audit").code());
        assertEquals(1, builds());
        assertFalse(Files.exists(lock));
    }

    @Test
    void saysInOneLineWhatIsMissing() throws Exception {
        Path jdk = folder.resolve("jdk");
        assertMissing("JAVA_HOME is " + folder + "/no, and there is no bin/java", Map.of("JAVA_HOME", folder + "/no"));
        assertMissing("no java on the PATH and no JAVA_HOME", Map.of("JAVA_HOME", ""));
        write(jdk.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        assertMissing(jdk + "/bin/java is Java 11.0.2", Map.of());
        write(jdk.resolve("release"), "JAVA_VERSION=\"1.8.0_292\"\n");
        assertMissing("is Java 1.8.0_292", Map.of());
        write(jdk.resolve("release"), "JAVA_VERSION=\"21\"\n");
        Files.delete(tools.resolve("mvn"));
        assertMissing("there is no Maven (mvn) on the PATH", Map.of());
    }

    @Test
    void takesJavaFromThePathWhenThereIsNoJavaHome() throws Exception {
        Files.createSymbolicLink(tools.resolve("java"), folder.resolve("jdk/bin/java"));
        assertEquals(0, run(project, Map.of("JAVA_HOME", ""), "./kraft-audit").code());
    }

    @Test
    void knowsTheVersionOfTheBuild() throws IOException {
        String pom = Files.readString(Path.of("..", "pom.xml"));
        String version = pom.replaceAll("(?s).*?<version>([^<]+)</version>.*", "$1");
        assertTrue(Files.readString(LAUNCHER).contains("\nrelease=" + version + "\n"), version);
    }

    private void assertMissing(String message, Map<String, String> environment) throws Exception {
        Outcome outcome = run(project, environment, "./kraft-audit", "audit");
        assertEquals(70, outcome.code());
        assertEquals(1, outcome.err().lines().count(), outcome.err());
        assertTrue(outcome.err().startsWith("kraft-audit: ") && outcome.err().contains(message), outcome.err());
        assertEquals("", outcome.out());
    }

    private long builds() throws IOException {
        String call = "called -B -q -f " + project.toRealPath() + "/pom.xml -DskipTests package";
        try (Stream<String> lines = Files.lines(folder.resolve("calls"))) {
            return lines.filter(call::equals).count();
        }
    }

    private record Outcome(int code, String out, String err) {
    }

    private Outcome run(Path in, Map<String, String> environment, String... command) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = builder(in, environment, command).redirectOutput(out.toFile()).redirectError(err.toFile());
        int code = ended(builder.start());
        return new Outcome(code, Files.readString(out), Files.readString(err));
    }

    private Process start(Path in, Map<String, String> environment, String... command) throws IOException {
        return builder(in, environment, command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    private ProcessBuilder builder(Path in, Map<String, String> environment, String... command) {
        String first = command[0].contains("/") ? command[0] : tools.resolve(command[0]).toString();
        String[] whole = command.clone();
        whole[0] = first.startsWith("./") ? in.resolve(first.substring(2)).toString() : first;
        ProcessBuilder builder = new ProcessBuilder(whole).directory(in.toFile());
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", tools.toString(), "JAVA_HOME", folder.resolve("jdk").toString(),
                "FAKE_CALLS", folder.resolve("calls").toString(), "FAKE_GATE", folder.resolve("gate").toString(), "FAKE_FAIL", ""));
        builder.environment().putAll(environment);
        return builder;
    }

    /** A launcher that hangs fails the test and is ended. */
    private static int ended(Process process) throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running");
        }
        return process.exitValue();
    }

    /** A script that calls the tool of this machine: JUnit warns of links that lead out of its folder. */
    private void wrap(String tool) throws IOException, InterruptedException {
        Process which = new ProcessBuilder("bash", "-c", "type -P \"$1\"", "-", tool).start();
        String path = new String(which.getInputStream().readAllBytes()).strip();
        assertEquals(0, which.waitFor(), tool);
        script(tools.resolve(tool), "#!/bin/sh\nexec '" + path + "' \"$@\"\n");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void script(Path file, String text) throws IOException {
        write(file, text);
        assertTrue(file.toFile().setExecutable(true));
    }
}
