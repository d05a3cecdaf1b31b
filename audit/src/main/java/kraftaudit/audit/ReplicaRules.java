package kraftaudit.audit;

import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.LogState;

/** R: across replicas. */
final class ReplicaRules {
    static final List<Rule> ROWS = List.of(
        new Rule("R01", "No two copies hold committed records that exclude each other", VIOLATION, Set.of(Need.SEVERAL_COPIES, Need.LOG),
            List.of(), (Check.OnCluster) ReplicaRules::noConflict),
        new Rule("R02", "The copies of a cluster do not part", NOTE, Set.of(Need.SEVERAL_COPIES, Need.LOG), List.of("R01"),
            (Check.OnCluster) ReplicaRules::noDivergence),
        new Rule("R03", "One cluster id means one history", VIOLATION, Set.of(), List.of(), (Check.OnCapture) ReplicaRules::oneHistory));

    private ReplicaRules() {
    }

    private static void noConflict(ClusterInput input, Verdict verdict) {
        verdict.examined(input.cluster().branches().size());
        if (input.cluster().conflict()) {
            for (Branch branch : input.cluster().branches()) {
                if (!branch.isMain() && branch.provenEnd() > branch.forkOffset().getAsLong()) {
                    verdict.broken(fork(branch), "copies " + String.join(", ", branch.replicas()), "one committed record at each offset",
                        "records from offset " + branch.forkOffset().getAsLong()
                            + " on are proven committed here and, in another epoch, on another branch: the quorum split");
                }
            }
        }
    }

    private static void noDivergence(ClusterInput input, Verdict verdict) {
        CaptureHistory cluster = input.cluster();
        verdict.examined(cluster.replicas().size());
        for (Branch branch : cluster.branches()) {
            if (cluster.branches().stream().allMatch(other -> other.line().divergence(branch.line()).isEmpty())) {
                // No offset is in both, so that nothing shows that they part.
                continue;
            }
            boolean reported = cluster.conflict() && branch.provenEnd() > branch.forkOffset().orElse(0);
            if (!branch.isMain() && !reported) {
                long fork = branch.forkOffset().getAsLong();
                long length = branch.line().endOffset() - fork;
                boolean lost = branch.line().epochAt(fork).isPresent()
                    && cluster.status(fork, branch.line().epochAt(fork).getAsInt()) == kraftaudit.replay.Status.LOST;
                verdict.broken(fork(branch), (branch.replicas().size() == 1 ? "copy " : "copies ") + String.join(", ", branch.replicas()), "",
                    "from offset " + fork + " on other records than the main branch: " + length + (length == 1 ? " record" : " records")
                        + (lost ? " that the quorum lost" : " on a branch of their own"));
            }
        }
    }

    private static Where fork(Branch branch) {
        long fork = branch.forkOffset().getAsLong();
        for (LogState.Sourced sourced : branch.state().events()) {
            if (sourced.event().at().offset() == fork) {
                return Where.event(sourced);
            }
        }
        Where where = Where.replica(branch.replicas().isEmpty() ? "" : branch.replicas().get(0)).atOffset(fork);
        return branch.line().epochAt(fork).isPresent() ? where.inEpoch(branch.line().epochAt(fork).getAsInt()) : where;
    }

    private static void oneHistory(CaptureInput input, Verdict verdict) {
        SortedMap<String, List<CaptureHistory>> byId = new TreeMap<>();
        input.clusters().forEach(c -> c.clusterIds().forEach(id -> byId.computeIfAbsent(id, i -> new ArrayList<>()).add(c)));
        byId.forEach((id, clusters) -> {
            verdict.examined();
            if (clusters.size() > 1) {
                verdict.broken(Where.nowhere(), "cluster id " + id, "one history", clusters.size() + " histories that share no record: "
                    + String.join("; ", clusters.stream().map(ReplicaRules::labels).toList()));
            }
        });
    }

    /** The folders of a cluster's copies. */
    static String labels(CaptureHistory cluster) {
        return String.join(", ", cluster.replicas().stream().map(r -> r.replica().label()).toList());
    }
}
