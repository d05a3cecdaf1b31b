package kraftaudit.audit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import kraftaudit.reader.DirectoryScan;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.Replica;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.VoterSet;

/** The cluster ids that nodes were formatted with, and M16 over them. */
final class FormattedIds {
    private FormattedIds() {
    }

    /** A log directory and the id in its meta.properties. */
    record Node(Replica replica, DirectoryScan scan) {
        Optional<String> clusterId() {
            return scan.metaProperties().flatMap(r -> r.value()).flatMap(v -> v.clusterId());
        }

        /** A scan, which is as large as its log, is read once. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Node that && scan == that.scan;
        }

        @Override
        public int hashCode() {
            return replica.name().hashCode();
        }

        Where where() {
            return scan.metaProperties().map(r -> Where.file(replica.name(), r.file())).orElse(Where.replica(replica.name()));
        }
    }

    /** Copies with a metadata log, then log directories without one. */
    static List<Node> nodes(CaptureHistory cluster) {
        List<Node> nodes = new ArrayList<>();
        cluster.replicas().forEach(r -> nodes.add(new Node(r.replica(), r.scan())));
        cluster.others().forEach(o -> nodes.add(new Node(o.replica(), o.scan())));
        return nodes;
    }

    /**
     * Nodes belong together when their logs share a history, or when the zero checkpoint of one names the other, by node id
     * and directory id, among the bootstrap controllers.
     */
    static void check(CaptureInput input, Verdict verdict) {
        Set<Set<Node>> judged = new LinkedHashSet<>();
        for (CaptureHistory cluster : input.clusters()) {
            judge(verdict, judged, new LinkedHashSet<>(nodes(cluster)), "");
        }
        List<Node> everyone = input.clusters().stream().flatMap(c -> nodes(c).stream()).toList();
        for (CaptureHistory cluster : input.clusters()) {
            for (ReplicaHistory replica : cluster.replicas()) {
                for (CheckpointFacts bootstrap : replica.bootstraps()) {
                    bootstrap.voters().ifPresent(voters -> judge(verdict, judged, named(everyone, voters, replica), ", bootstrap controllers of "
                        + bootstrap.file().name()));
                }
            }
        }
    }

    private static Set<Node> named(List<Node> everyone, VoterSet voters, ReplicaHistory holder) {
        return everyone.stream().filter(node -> node.scan() == holder.scan() || voters.voters().stream().anyMatch(voter ->
            node.replica().nodeId().equals(java.util.OptionalInt.of(voter.id()))
                && node.replica().directoryId().equals(Optional.of(voter.directoryId()))))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static void judge(Verdict verdict, Set<Set<Node>> judged, Set<Node> group, String what) {
        List<Node> identified = group.stream().filter(n -> n.clusterId().isPresent()).toList();
        boolean known = judged.stream().anyMatch(g -> g.containsAll(identified));
        judged.add(group);
        if (known || identified.isEmpty()) {
            return;
        }
        verdict.examined(identified.size());
        List<String> ids = identified.stream().map(n -> n.clusterId().get()).distinct().sorted().toList();
        if (ids.size() > 1) {
            String first = identified.get(0).clusterId().get();
            Node other = identified.stream().filter(n -> !n.clusterId().get().equals(first)).findFirst().orElseThrow();
            verdict.broken(other.where(), "cluster.id" + what, "one value", ids.stream().map(id -> id + " ("
                + identified.stream().filter(n -> n.clusterId().get().equals(id)).map(n -> n.replica().name()).collect(Collectors.joining(", "))
                + ")").collect(Collectors.joining(" and ")));
        }
    }
}
