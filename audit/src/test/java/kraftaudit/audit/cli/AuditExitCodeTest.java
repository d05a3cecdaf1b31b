package kraftaudit.audit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import kraftaudit.audit.Audit;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.ClusterReport;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Outcome;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.Rule;
import kraftaudit.audit.RuleOutcome;
import kraftaudit.audit.Rules;
import kraftaudit.audit.Severity;
import kraftaudit.audit.Where;
import kraftaudit.audit.report.AuditText;
import kraftaudit.audit.report.Style;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;

/** Exit codes of audits in which a rule itself failed, which no input does, and of findings of each severity. */
class AuditExitCodeTest {
    /** The audit of a sample whose outcomes are held, with those of some rules put in their place. */
    private static AuditReport with(Outcome... outcomes) throws Exception {
        AuditReport sound = Audit.audit(Pipe.load(List.of(Samples.folder("mv-upgrade")), Pipe.Settings.defaults()));
        List<RuleOutcome> changed = new ArrayList<>(sound.clusters().get(0).outcomes());
        List<String> rules = Arrays.asList("V04", "V05", "V06");
        for (int i = 0; i < outcomes.length; i++) {
            String id = rules.get(i);
            Outcome outcome = outcomes[i];
            changed.replaceAll(o -> o.rule().id().equals(id) ? new RuleOutcome(o.rule(), outcome) : o);
        }
        return new AuditReport(sound.capture(), sound.profile(), List.of(new ClusterReport(sound.clusters().get(0).cluster(), changed)), sound.shared(), sound.files());
    }

    private static Outcome broken(Severity severity) {
        Rule rule = Rules.find("V05").orElseThrow();
        return new Outcome.Broken(List.of(new Finding(rule.id(), severity, Where.nowhere(), "subject", "this", "that")), 1, "");
    }

    @Test
    void aRuleThatFailedIsTheToolsOwnFault() throws Exception {
        AuditReport report = with(new Outcome.Undecided("rule V04 itself failed: java.lang.IllegalStateException: of all things", true),
            broken(Severity.VIOLATION));
        assertEquals(70, AuditCommand.exitCode(report, AuditCommand.FailOn.IRREGULAR));
        assertEquals(70, AuditCommand.exitCode(report, AuditCommand.FailOn.NEVER));
        String text = AuditText.render(report, Style.PLAIN);
        assertTrue(text.contains("V04  undecided"), text);
        assertTrue(text.contains("rule V04 itself failed"), text);
        assertTrue(text.contains("V05  BROKEN"), text);
        assertTrue(text.contains("V06  held"), text);
    }

    @Test
    void undecidedAloneIsNoFinding() throws Exception {
        assertEquals(0, AuditCommand.exitCode(with(new Outcome.Undecided("damage", false)), AuditCommand.FailOn.NOTE));
    }

    @Test
    void severitiesAgainstTheThreshold() throws Exception {
        assertEquals(0, AuditCommand.exitCode(with(broken(Severity.NOTE)), AuditCommand.FailOn.IRREGULAR));
        assertEquals(1, AuditCommand.exitCode(with(broken(Severity.NOTE)), AuditCommand.FailOn.NOTE));
        assertEquals(1, AuditCommand.exitCode(with(broken(Severity.IRREGULAR)), AuditCommand.FailOn.IRREGULAR));
        assertEquals(0, AuditCommand.exitCode(with(broken(Severity.IRREGULAR)), AuditCommand.FailOn.VIOLATION));
        assertEquals(1, AuditCommand.exitCode(with(broken(Severity.VIOLATION)), AuditCommand.FailOn.VIOLATION));
        assertEquals(0, AuditCommand.exitCode(with(broken(Severity.VIOLATION)), AuditCommand.FailOn.NEVER));
    }
}
