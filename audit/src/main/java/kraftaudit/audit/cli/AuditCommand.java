package kraftaudit.audit.cli;

import java.util.Locale;
import kraftaudit.audit.Audit;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.Severity;
import kraftaudit.audit.report.AuditCsv;
import kraftaudit.audit.report.AuditText;
import kraftaudit.audit.report.Documents;
import kraftaudit.audit.report.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The main job. */
@Command(name = "audit", header = "the main job: verdict, committed voters, every rule, findings", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit audit [options] PATH...",
    description = {"", "Verdict, committed voters, the outcome of every rule, findings, and what could not be decided.", ""},
    footer = {"", "Examples:", "  kraft-audit audit /captures/incident-42", "  kraft-audit audit --stopped --format json node1 node2 node3",
        "  kraft-audit audit --fail-on violation --profile my-profile.json node1"})
final class AuditCommand extends CaptureCommand {
    /** The least severity that makes exit code 1. */
    enum FailOn {
        VIOLATION, IRREGULAR, NOTE, NEVER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean failsOn(Severity worst) {
            return this != NEVER && worst.atLeast(Severity.valueOf(name()));
        }
    }

    @Option(names = "--fail-on", paramLabel = "SEVERITY", defaultValue = "irregular",
        description = "exit 1 for findings of this severity and above: ${COMPLETION-CANDIDATES} (default irregular)")
    private FailOn failOn;

    @Override
    int answer(CaptureInput capture) {
        AuditReport report = Audit.audit(capture);
        print(switch (output().format()) {
            case TEXT -> AuditText.render(report, output().colour());
            case CSV -> AuditCsv.render(report, output().csvRaw());
            case JSON -> Json.write(Documents.audit(report));
        });
        return exitCode(report, failOn);
    }

    /** A rule that failed itself goes before everything that was found. */
    static int exitCode(AuditReport report, FailOn failOn) {
        if (report.hasDefect()) {
            return ExitCode.FAULT;
        }
        return report.worst().filter(failOn::failsOn).isPresent() ? ExitCode.FINDINGS : ExitCode.NOTHING;
    }
}
