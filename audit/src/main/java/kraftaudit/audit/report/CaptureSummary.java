package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.ClusterReport;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Outcome;
import kraftaudit.audit.Severity;

/**
 * What is kept of one capture among many when its report is let go.
 *
 * @param capture  its name
 * @param problem  why it could not be audited, in one line; empty where it was
 * @param exitCode what {@code audit} of it alone would have ended with
 * @param clusters one for each cluster
 * @param findings in the order of its report
 * @param outcomes its rows of the combined outcomes, with a header
 * @param found    its rows of the combined findings, with a header
 */
public record CaptureSummary(String capture, String problem, int exitCode, List<Cluster> clusters, List<Documents.FindingDocument> findings,
                             String outcomes, String found) {
    public CaptureSummary {
        clusters = List.copyOf(clusters);
        findings = List.copyOf(findings);
    }

    /**
     * One row of the summary. Rules about the whole capture count with its only cluster, and with each of several.
     *
     * @param verdict    the gravest severity, or that nothing is broken
     * @param endOffset  of the main branch, exclusive; 0 where there is no log
     * @param provenEnd  everything below is proven
     * @param lastVoters of the main branch, with their status
     */
    public record Cluster(String clusterId, String verdict, long violations, long irregular, long notes, long undecided, int copies,
                          long endOffset, long provenEnd, String lastVoters) {
    }

    /** Of a report. */
    public static CaptureSummary of(String capture, AuditReport report, int exitCode, boolean csvRaw) {
        return new CaptureSummary(capture, "", exitCode, report.clusters().stream().map(cluster -> cluster(report, cluster)).toList(),
            report.findings().stream().map(Documents::finding).toList(), AuditCsv.render(report, csvRaw, Optional.of(capture)),
            AuditCsv.findings(report, csvRaw, Optional.of(capture)));
    }

    /** Of what could not be audited. */
    public static CaptureSummary failed(String capture, String problem, int exitCode, boolean csvRaw) {
        Cells row = new Cells(csvRaw, AuditCsv.HEADER, Optional.of(capture));
        row.empty(4).text("not audited").empty(11).text(problem).end();
        return new CaptureSummary(capture, problem, exitCode, List.of(), List.of(), row.toString(),
            new Cells(csvRaw, AuditCsv.FINDINGS, Optional.of(capture)).toString());
    }

    private static Cluster cluster(AuditReport report, ClusterReport cluster) {
        List<Finding> findings = new ArrayList<>(cluster.findings());
        findings.addAll(report.sharedFindings());
        String verdict = findings.stream().map(Finding::severity).min(Severity::compareTo).map(Enum::name).orElse("NOTHING BROKEN");
        long undecided = cluster.outcomes().stream().filter(o -> o.outcome() instanceof Outcome.Undecided).count();
        return new Cluster(cluster.clusterId(), verdict, count(findings, Severity.VIOLATION), count(findings, Severity.IRREGULAR),
            count(findings, Severity.NOTE), undecided, cluster.cluster().replicas().size(), cluster.cluster().main().map(b -> b.line().endOffset()).orElse(0L),
            cluster.cluster().main().map(b -> b.provenEnd()).orElse(0L), VotersText.last(cluster.cluster()));
    }

    private static long count(List<Finding> findings, Severity severity) {
        return findings.stream().filter(f -> f.severity() == severity).count();
    }
}
