package kraftaudit.audit.report;

import java.util.List;
import java.util.Optional;
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

    private AuditCsv() {
    }

    /** The table; rows about the whole capture have no cluster id. */
    public static String render(AuditReport report, boolean raw) {
        Cells cells = new Cells(raw, HEADER);
        for (ClusterReport cluster : report.clusters()) {
            cluster.outcomes().forEach(outcome -> rows(cells, cluster.clusterId(), outcome));
        }
        report.shared().forEach(outcome -> rows(cells, "", outcome));
        return cells.toString();
    }

    private static void rows(Cells cells, String clusterId, RuleOutcome outcome) {
        Rule rule = outcome.rule();
        Outcome what = outcome.outcome();
        if (outcome.findings().isEmpty()) {
            head(cells, clusterId, rule, rule.severity().name(), what).empty(10).text(Words.why(what)).end();
        }
        for (Finding finding : outcome.findings()) {
            Where where = finding.where();
            Optional<Place> bytes = where.place().filter(p -> p.position() > 0 || p.length() > 0);
            head(cells, clusterId, rule, finding.severity().name(), what).text(where.replica()).number(where.offset()).number(where.epoch())
                .text(Times.iso(where.timestamp())).text(where.place().map(Place::file));
            bytes.ifPresentOrElse(place -> cells.number(place.position()).number(place.length()), () -> cells.empty(2));
            cells.text(finding.subject()).text(finding.expected()).text(finding.found()).text(Words.message(rule, finding)).end();
        }
    }

    private static Cells head(Cells cells, String clusterId, Rule rule, String severity, Outcome what) {
        return cells.text(clusterId).text(rule.id()).text(rule.title()).text(severity).text(what.word()).number(Words.examined(what));
    }
}
