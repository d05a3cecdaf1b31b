package kraftaudit.audit.report;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.ClusterReport;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Outcome;
import kraftaudit.audit.Rule;
import kraftaudit.audit.RuleOutcome;
import kraftaudit.audit.Where;
import kraftaudit.reader.Place;

/** {@code audit} as CSV: a row for each finding of a broken rule, a row for each other rule. */
public final class AuditCsv {
    static final List<String> HEADER = List.of("cluster_id", "rule_id", "title", "severity", "outcome", "examined", "replica", "offset",
        "epoch", "timestamp", "file", "position", "length", "subject", "expected", "found", "message");

    static final List<String> FINDINGS = Stream.concat(HEADER.stream(), Stream.of("locator")).toList();

    private AuditCsv() {
    }

    /** The table; rows about a capture of several clusters have no cluster id. */
    public static String render(AuditReport report, boolean raw) {
        return render(report, raw, Optional.empty());
    }

    /** As {@link #render(AuditReport, boolean)}, of one capture among many, whose name is in the last column. */
    static String render(AuditReport report, boolean raw, Optional<String> capture) {
        Cells cells = new Cells(raw, HEADER, capture);
        for (ClusterReport cluster : report.clusters()) {
            cluster.outcomes().forEach(outcome -> rows(cells, cluster.clusterId(), outcome));
        }
        report.shared().forEach(outcome -> rows(cells, report.sharedClusterId(), outcome));
        return cells.toString();
    }

    /** The rows of findings alone, root cause first, with their locators behind the columns of {@link #render}. */
    public static String findings(AuditReport report, boolean raw) {
        return findings(report, raw, Optional.empty());
    }

    static String findings(AuditReport report, boolean raw, Optional<String> capture) {
        Cells cells = new Cells(raw, FINDINGS, capture);
        for (ClusterReport cluster : report.clusters()) {
            findings(cells, cluster.clusterId(), cluster.outcomes(), cluster.findings());
        }
        findings(cells, report.sharedClusterId(), report.shared(), report.sharedFindings());
        return cells.toString();
    }

    private static void findings(Cells cells, String clusterId, List<RuleOutcome> outcomes, List<Finding> findings) {
        for (Finding finding : findings) {
            RuleOutcome outcome = outcomes.stream().filter(o -> o.rule().id().equals(finding.ruleId())).findFirst().orElseThrow();
            finding(cells, clusterId, outcome, finding).text(Words.locator(finding)).end();
        }
    }

    private static void rows(Cells cells, String clusterId, RuleOutcome outcome) {
        Rule rule = outcome.rule();
        Outcome what = outcome.outcome();
        if (outcome.findings().isEmpty()) {
            head(cells, clusterId, rule, rule.severity().name(), what).empty(10).text(Words.why(what)).end();
        }
        outcome.findings().forEach(finding -> finding(cells, clusterId, outcome, finding).end());
    }

    private static Cells finding(Cells cells, String clusterId, RuleOutcome outcome, Finding finding) {
        Where where = finding.where();
        head(cells, clusterId, outcome.rule(), finding.severity().name(), outcome.outcome()).text(where.replica()).number(where.offset())
            .number(where.epoch()).text(Times.iso(where.timestamp())).text(where.place().map(Place::file));
        where.place().ifPresentOrElse(place -> cells.number(place.position()).number(place.length()), () -> cells.empty(2));
        return cells.text(finding.subject()).text(finding.expected()).text(finding.found()).text(Words.message(outcome.rule(), finding));
    }

    private static Cells head(Cells cells, String clusterId, Rule rule, String severity, Outcome what) {
        return cells.text(clusterId).text(rule.id()).text(rule.title()).text(severity).text(what.word()).number(Words.examined(what));
    }
}
