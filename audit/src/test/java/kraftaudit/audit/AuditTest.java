package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import kraftaudit.reader.Place;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.ReplayOptions;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;

/** The mapping of rules to outcomes, whatever the rules. */
class AuditTest {
    private static CaptureInput capture() throws Exception {
        return Pipe.load(List.of(Samples.folder("static-3.9")), new Pipe.Settings(Auditing.DEFAULT, Schemas.builtIn(), ReplayOptions.NONE, 1));
    }

    private static Rule rule(String id, Check.OnCluster check) {
        return new Rule(id, "Nothing", Severity.IRREGULAR, Set.of(), List.of(), check);
    }

    @Test
    void aRuleThatFailsIsUndecidedAndTheOthersGoOn() throws Exception {
        AuditReport report = Audit.audit(List.of(
            rule("F01", (input, verdict) -> {
                throw new IllegalStateException("of all things");
            }),
            rule("F02", (input, verdict) -> deep(0)),
            rule("F03", (input, verdict) -> verdict.examined(7))), capture());
        assertTrue(report.hasDefect());
        Outcome.Undecided failed = (Outcome.Undecided) report.outcomes().get(0).outcome();
        assertTrue(failed.defect());
        assertTrue(failed.why().startsWith("rule F01 itself failed: java.lang.IllegalStateException: of all things at kraftaudit.audit.AuditTest"), failed.why());
        assertTrue(((Outcome.Undecided) report.outcomes().get(1).outcome()).why().startsWith("rule F02 itself failed: java.lang.StackOverflowError"));
        assertEquals(new Outcome.Held(7), report.outcomes().get(2).outcome());
        assertEquals(Optional.empty(), report.worst());
    }

    private static int deep(int level) {
        return deep(level + 1) + 1;
    }

    @Test
    void findingsGoBeforeDoubtsAndDoubtsBeforeAbsence() throws Exception {
        AuditReport report = Audit.audit(List.of(
            rule("F01", (input, verdict) -> {
                verdict.undecided("one");
                verdict.undecided("one");
                verdict.undecided("two");
                verdict.broken(Where.nowhere(), "subject", "this", "that");
                verdict.notApplicable("never");
            }),
            rule("F02", (input, verdict) -> {
                verdict.examined();
                verdict.undecided("one");
            }),
            rule("F03", (input, verdict) -> verdict.notApplicable("no such thing")),
            rule("F04", (input, verdict) -> {
                verdict.examined();
                verdict.notApplicable("no such thing");
                verdict.otherwise("nor this");
            }),
            rule("F05", (input, verdict) -> verdict.otherwise("nor this")),
            rule("F06", (input, verdict) -> {
            })), capture());
        assertEquals(List.of("broken", "undecided", "not applicable", "held", "not applicable", "held"),
            report.outcomes().stream().map(o -> o.outcome().word()).toList());
        assertEquals("one; two", report.outcomes().get(0).undecided());
        assertEquals(new Outcome.NotApplicable("nor this"), report.outcomes().get(4).outcome());
        assertEquals(new Outcome.Held(0), report.outcomes().get(5).outcome());
        assertFalse(report.hasDefect());
        assertEquals(Optional.of(Severity.IRREGULAR), report.worst());
        assertEquals("subject: that; expected this", report.outcomes().get(0).rule().message(report.findings().get(0)));
    }

    @Test
    void whatARuleNeedsMayBeMissing() throws Exception {
        Rule needy = new Rule("V99", "Voters", Severity.NOTE, Set.of(Need.VOTERS), List.of(), (Check.OnCluster) (input, verdict) -> verdict.examined());
        assertEquals(new Outcome.NotApplicable("needs a VotersRecord in the log or in a checkpoint"),
            Audit.audit(List.of(needy), capture()).outcomes().get(0).outcome());
    }

    @Test
    void rootCauseFirst() {
        Finding consequence = new Finding("O01", Severity.VIOLATION, Where.place("node1", new Place("a", 5, 1)), "", "", "");
        Finding cause = new Finding("F03", Severity.VIOLATION, Where.place("node2", new Place("b", 9, 1)), "", "", "");
        Finding earlier = new Finding("F03", Severity.VIOLATION, Where.place("node2", new Place("b", 3, 1)), "", "", "");
        Finding note = new Finding("F11", Severity.NOTE, Where.replica("node0"), "", "", "");
        assertEquals(List.of(earlier, cause, consequence, note), Audit.sorted(List.of(note, consequence, cause, earlier)));
    }

    @Test
    void idsAreChecked() {
        assertThrows(IllegalArgumentException.class, () -> rule("X01", (input, verdict) -> { }));
        assertThrows(IllegalArgumentException.class, () -> rule("F1", (input, verdict) -> { }));
    }

    @Test
    void severitiesAreOrdered() {
        assertTrue(Severity.VIOLATION.atLeast(Severity.IRREGULAR));
        assertTrue(Severity.NOTE.atLeast(Severity.NOTE));
        assertFalse(Severity.NOTE.atLeast(Severity.IRREGULAR));
        assertEquals(List.of("violation", "irregular", "note"), Stream.of(Severity.values()).map(Severity::word).toList());
    }
}
