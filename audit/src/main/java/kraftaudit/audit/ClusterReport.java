package kraftaudit.audit;

import java.util.List;
import kraftaudit.replay.CaptureHistory;

/**
 * One cluster and what every rule said about it.
 *
 * @param outcomes one for each rule about clusters, in the order of the catalogue
 */
public record ClusterReport(CaptureHistory cluster, List<RuleOutcome> outcomes) {
    public ClusterReport {
        outcomes = List.copyOf(outcomes);
    }

    /** The cluster id in outputs: that of meta.properties, several with {@code ;} between, empty where none is known. */
    public String clusterId() {
        return String.join(";", cluster.clusterIds());
    }

    /** Its findings, root cause first. */
    public List<Finding> findings() {
        return Audit.sorted(outcomes.stream().flatMap(o -> o.findings().stream()).toList());
    }
}
