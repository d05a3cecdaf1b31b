package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.Profile;
import kraftaudit.reader.Reader;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Replay;
import kraftaudit.replay.ReplayOptions;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The samples get the answers that their about.md asks for. */
class SamplesAuditTest {
    private static final Profile DEFAULT = Profiles.builtIn().get(0);
    private static final Profile HIGHER = new Profile("higher", DEFAULT.apiKey(), DEFAULT.schema(), 35, true);
    private static final Profile DRAFT = Profiles.builtIn().get(1);

    /** For each: the rule that is broken with a finding of weight, or none; and what its only finding says. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "at-format | |",
        "at-upgrade | |",
        "later-batch | M10 | no cluster id at high watermarks 9 to 11; it is recorded at 11",
        "never | M10 | no cluster id at high watermarks 9 to 12, the end of the log",
        "repeated | |",
        "two-different-ids | M12 | kRaftAuditSampleClust0 (offset 9) and kRaftAuditSampleClust1 (offset 11)",
        "aborted | |",
        "open | |",
        "dropped | |",
        "other-in-meta-properties | M14 | kRaftAuditSampleClust1; expected kRaftAuditSampleClust0, as recorded at offset 9",
        "missing-in-checkpoint | M17 | metadata.version 34 (4.5-IV0): none in this file",
        "before-its-level | M13 | metadata.version 33 (4.4-IV2); expected metadata.version 34 or above",
    })
    void madeSamples(String sample, String rule, String says) throws Exception {
        List<Finding> findings = weighty(audit("made/" + sample, DEFAULT));
        if (rule == null) {
            assertEquals(List.of(), findings);
            return;
        }
        assertEquals(1, findings.size(), findings::toString);
        Finding finding = findings.get(0);
        assertEquals(Severity.VIOLATION, finding.severity());
        assertEquals(rule, finding.ruleId());
        String message = Rules.find(rule).orElseThrow().message(finding);
        assertTrue(message.contains(says), message);
    }

    @ParameterizedTest
    @CsvSource({"at-format,held", "at-upgrade,held", "later-batch,broken", "never,broken", "repeated,held", "two-different-ids,held",
        "aborted,not applicable", "open,not applicable", "before-its-level,not applicable"})
    void presence(String sample, String word) throws Exception {
        assertEquals(word, outcome(audit("made/" + sample, DEFAULT), "M10").word());
    }

    /** A record that no level supports is premature, and nothing else is said of it. */
    @ParameterizedTest
    @CsvSource({"at-format", "at-upgrade", "repeated"})
    void underAProfileOfAHigherLevel(String sample) throws Exception {
        AuditReport report = audit("made/" + sample, HIGHER);
        assertEquals("not applicable", outcome(report, "M10").word());
        assertEquals("broken", outcome(report, "M13").word());
    }

    static Stream<String> captured() throws IOException {
        try (Stream<Path> folders = Files.list(Samples.all())) {
            List<String> names = folders.filter(folder -> Files.isRegularFile(folder.resolve("about.md")))
                    .map(folder -> folder.getFileName().toString()).sorted().toList();
            assertTrue(names.size() >= 11, names::toString);
            return names.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("captured")
    void realKafkaBreaksNothing(String sample) throws Exception {
        AuditReport report = audit(sample, HIGHER);
        assertEquals(List.of(), weighty(report));
        assertEquals("not applicable", outcome(report, "M10").word());
        assertEquals("", report.outcomes().stream().map(RuleOutcome::undecided).reduce("", String::concat));
    }

    static List<String> every() throws IOException {
        try (Stream<Path> paths = Files.walk(Samples.all(), 3)) {
            return paths.filter(path -> path.endsWith("about.md")).map(path -> Samples.all().relativize(path.getParent()).toString()).sorted().toList();
        }
    }

    /** A rule of severity VIOLATION is broken in no sample whose about.md does not say so. */
    @ParameterizedTest
    @MethodSource("every")
    void everySampleHoldsWhatItsAboutDoesNotName(String sample) throws Exception {
        assertEquals(List.of(), against(sample, Files.readString(Samples.folder(sample).resolve("about.md"))));
    }

    /** Where a sample and what is told of it do not agree. */
    private static List<String> against(String sample, String about) throws Exception {
        List<String> broken = audit(sample, DEFAULT).findings().stream().filter(f -> f.severity() == Severity.VIOLATION).map(Finding::ruleId).distinct().toList();
        return Rules.ALL.stream().map(Rule::id).filter(rule -> broken.contains(rule) ? !about.contains(rule) : about.contains(rule + " BROKEN")).toList();
    }

    /** A sample with a wrong expectation must fail. */
    @Test
    void canary() throws Exception {
        String about = Files.readString(Samples.folder("mv-4.5-without-cluster-id").resolve("about.md"));
        assertEquals(List.of(), against("mv-4.5-without-cluster-id", about));
        assertEquals(List.of("M10"), against("mv-4.5-without-cluster-id", about.replace("M10", "")));
        assertEquals(List.of("V01"), against("mv-4.5-without-cluster-id", about + "V01 BROKEN"));
        assertEquals(List.of("R01"), against("reconfiguration", "R01 BROKEN"));
    }

    @Test
    void anUnreleasedLevelWithoutAClusterId() throws Exception {
        List<Finding> findings = weighty(audit("mv-4.5-without-cluster-id", DEFAULT));
        assertEquals(List.of("M10"), findings.stream().map(Finding::ruleId).toList());
        assertTrue(findings.get(0).found().contains("no cluster id at high watermarks 12 to 24"), findings.get(0).found());
        assertEquals(4, findings.get(0).where().offset().orElseThrow());
    }

    @Test
    void theLevelOfTheDraftIsReachedByAnUpgrade() throws Exception {
        List<Finding> findings = weighty(audit("mv-upgrade", DRAFT));
        assertEquals(List.of("M10"), findings.stream().map(Finding::ruleId).toList());
        assertTrue(findings.get(0).found().contains("no cluster id at high watermarks 46 to 62"), findings.get(0).found());
    }

    private static List<Finding> weighty(AuditReport report) {
        return report.findings().stream().filter(finding -> finding.severity() != Severity.NOTE).toList();
    }

    private static Outcome outcome(AuditReport report, String rule) {
        return report.outcomes().stream().filter(o -> o.rule().id().equals(rule)).map(RuleOutcome::outcome).findFirst().orElseThrow();
    }

    private static AuditReport audit(String sample, Profile profile) throws IOException, NothingFound {
        Capture capture = CaptureFinder.find(List.of(Samples.all().resolve(sample)));
        List<CaptureHistory> clusters = Replay.replay(Reader.read(capture, Schemas.builtIn(), profile, 1), profile, ReplayOptions.NONE);
        return Audit.audit(new CaptureInput(capture, clusters, profile));
    }
}
