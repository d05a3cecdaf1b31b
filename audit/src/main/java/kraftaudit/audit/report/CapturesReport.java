package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Many captures that were audited one by one: a row for each cluster of each, and their rows in one CSV. */
public final class CapturesReport {
    static final List<String> HEADER = List.of("capture", "cluster_id", "verdict", "violations", "irregular", "notes", "undecided", "copies",
        "end_offset", "proven_end", "last_voters", "problem");

    private CapturesReport() {
    }

    /** Output of {@code audit --each}. */
    public record CapturesDocument(int schemaVersion, Product tool, String verdict, List<CaptureDocument> captures) {
    }

    /** @param problem why it could not be audited, null where it was */
    public record CaptureDocument(String capture, Optional<String> problem, int exitCode, List<CaptureSummary.Cluster> clusters,
                                  List<Documents.FindingDocument> findings) {
    }

    /** The captures by verdict, in one line. */
    public static String verdict(List<CaptureSummary> captures) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        List.of("VIOLATION", "IRREGULAR", "NOTE", "NOTHING BROKEN").forEach(verdict -> counts.put(verdict, 0));
        int clusters = 0;
        int failed = 0;
        for (CaptureSummary capture : captures) {
            failed += capture.problem().isEmpty() ? 0 : 1;
            for (CaptureSummary.Cluster cluster : capture.clusters()) {
                clusters++;
                counts.merge(cluster.verdict(), 1, Integer::sum);
            }
        }
        List<String> words = new ArrayList<>();
        counts.forEach((verdict, count) -> {
            if (count > 0) {
                words.add(count + " " + (verdict.equals("NOTE") ? "NOTES ONLY" : verdict));
            }
        });
        return Words.count(captures.size(), "capture") + ", " + Words.count(clusters, "cluster") + (words.isEmpty() ? "" : ": " + String.join(", ", words))
            + (failed == 0 ? "" : "; " + failed + " could not be audited");
    }

    /** The summary for people. */
    public static String text(List<CaptureSummary> captures, Style style) {
        Page page = new Page(style);
        page.line(0, 2, verdict(captures)).blank();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("capture", "verdict", "findings", "copies", "proven", "last voters", "cluster id"));
        for (CaptureSummary capture : captures) {
            for (CaptureSummary.Cluster cluster : capture.clusters()) {
                rows.add(List.of(capture.capture(), cluster.verdict(), cluster.violations() + "/" + cluster.irregular() + "/" + cluster.notes(),
                    Integer.toString(cluster.copies()), cluster.provenEnd() + " of " + cluster.endOffset(), cluster.lastVoters(),
                    cluster.clusterId().isEmpty() ? "unknown" : cluster.clusterId()));
            }
        }
        if (rows.size() > 1) {
            page.table(0, rows);
            page.blank().line(0, 2, "findings: violations/irregular/notes; --output DIR writes the whole report of each, --format csv all outcomes");
        }
        List<CaptureSummary> failed = captures.stream().filter(capture -> !capture.problem().isEmpty()).toList();
        if (!failed.isEmpty()) {
            page.heading("Not audited");
            failed.forEach(capture -> page.line(2, 6, capture.capture() + ": " + capture.problem()));
        }
        return page.toString();
    }

    /** The summary as CSV, a row for each cluster, or for the capture where there is none. */
    public static String csv(List<CaptureSummary> captures, boolean raw) {
        Cells cells = new Cells(raw, HEADER);
        for (CaptureSummary capture : captures) {
            for (CaptureSummary.Cluster cluster : capture.clusters()) {
                cells.text(capture.capture()).text(cluster.clusterId()).text(cluster.verdict()).number(cluster.violations()).number(cluster.irregular())
                    .number(cluster.notes()).number(cluster.undecided()).number(cluster.copies()).number(cluster.endOffset()).number(cluster.provenEnd())
                    .text(cluster.lastVoters()).empty(1).end();
            }
            if (capture.clusters().isEmpty()) {
                cells.text(capture.capture()).empty(1).text("not audited").empty(8).text(capture.problem()).end();
            }
        }
        return cells.toString();
    }

    /** All outcomes in one table, whose last column names the capture. */
    public static String outcomes(List<CaptureSummary> captures) {
        return combined(captures, CaptureSummary::outcomes);
    }

    /** All findings in one table, whose last column names the capture. */
    public static String findings(List<CaptureSummary> captures) {
        return combined(captures, CaptureSummary::found);
    }

    private static String combined(List<CaptureSummary> captures, Function<CaptureSummary, String> table) {
        StringBuilder all = new StringBuilder();
        for (CaptureSummary capture : captures) {
            String rows = table.apply(capture);
            all.append(all.isEmpty() ? rows : rows.substring(rows.indexOf("\r\n") + 2));
        }
        return all.toString();
    }

    /** The document. */
    public static CapturesDocument document(List<CaptureSummary> captures) {
        return new CapturesDocument(Documents.SCHEMA_VERSION, Product.THIS, verdict(captures), captures.stream().map(capture -> new CaptureDocument(
            capture.capture(), Optional.of(capture.problem()).filter(p -> !p.isEmpty()), capture.exitCode(), capture.clusters(), capture.findings())).toList());
    }
}
