package kraftaudit.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kraftaudit.reader.Capture;
import kraftaudit.reader.Profile;

/**
 * The answer to one call.
 *
 * @param capture  every file seen
 * @param profile  which record key and level carry KIP-1262
 * @param clusters in the order of their first copies
 * @param shared   outcomes of the rules about the whole capture, in the order of the catalogue
 * @param files    the files before and after they were read
 * @param findings every finding, root cause first
 */
public record AuditReport(Capture capture, Profile profile, List<ClusterReport> clusters, List<RuleOutcome> shared, Witnessed files,
                          List<Finding> findings) {
    public AuditReport {
        clusters = List.copyOf(clusters);
        shared = List.copyOf(shared);
        findings = List.copyOf(findings);
    }

    /** With the findings of all outcomes. */
    public AuditReport(Capture capture, Profile profile, List<ClusterReport> clusters, List<RuleOutcome> shared, Witnessed files) {
        this(capture, profile, clusters, shared, files, Audit.findingsOf(outcomes(clusters, shared)));
    }

    /** Every outcome: those of the clusters in turn, then those of the whole capture. */
    public List<RuleOutcome> outcomes() {
        return outcomes(clusters, shared);
    }

    private static List<RuleOutcome> outcomes(List<ClusterReport> clusters, List<RuleOutcome> shared) {
        List<RuleOutcome> outcomes = new ArrayList<>();
        clusters.forEach(cluster -> outcomes.addAll(cluster.outcomes()));
        outcomes.addAll(shared);
        return List.copyOf(outcomes);
    }

    /** The findings about the whole capture, root cause first. */
    public List<Finding> sharedFindings() {
        return Audit.findingsOf(shared);
    }

    /** The cluster that rules about the whole capture speak of: its id where the capture is one cluster, else empty. */
    public String sharedClusterId() {
        return clusters.size() == 1 ? clusters.get(0).clusterId() : "";
    }

    /** The gravest severity found, empty where nothing was. */
    public Optional<Severity> worst() {
        return findings().stream().map(Finding::severity).min(Severity::compareTo);
    }

    /** Number of findings of a severity. */
    public long count(Severity severity) {
        return findings().stream().filter(f -> f.severity() == severity).count();
    }

    /** Number of outcomes of a kind. */
    public long count(Class<? extends Outcome> kind) {
        return outcomes().stream().filter(o -> kind.isInstance(o.outcome())).count();
    }

    /** Number of copies. */
    public int copies() {
        return clusters.stream().mapToInt(c -> c.cluster().replicas().size()).sum();
    }

    /** Whether a rule itself failed. */
    public boolean hasDefect() {
        return outcomes().stream().anyMatch(o -> o.outcome() instanceof Outcome.Undecided undecided && undecided.defect());
    }
}
