package kraftaudit.audit;

import java.util.List;
import kraftaudit.replay.CaptureHistory;

/**
 * One cluster and what every rule said about it.
 *
 * @param outcomes one for each rule about clusters, in the order of the catalogue
 * @param findings theirs, root cause first
 */
public record ClusterReport(CaptureHistory cluster, List<RuleOutcome> outcomes, List<Finding> findings) {
    public ClusterReport {
        outcomes = List.copyOf(outcomes);
        findings = List.copyOf(findings);
    }

    /** With the findings of the outcomes. */
    public ClusterReport(CaptureHistory cluster, List<RuleOutcome> outcomes) {
        this(cluster, outcomes, Audit.findingsOf(outcomes));
    }

    /** The cluster id in outputs: that of meta.properties, several with {@code ;} between, empty where none is known. */
    public String clusterId() {
        return String.join(";", cluster.clusterIds());
    }
}
