package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.NOTE;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import kraftaudit.audit.FormattedIds.Node;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.DirectoryScan;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Step;
import kraftaudit.replay.VoterSet;

/** I09 to I12: nodes and their log directories. */
final class NodeRules {
    static final List<Rule> ROWS = List.of(
        new Rule("I09", "The log directories of a node have one node id", IRREGULAR, Set.of(Need.META_PROPERTIES), List.of("I01"),
            (Check.OnCapture) NodeRules::oneNodeId),
        new Rule("I10", "A node has one metadata log directory", NOTE, Set.of(Need.META_PROPERTIES), List.of(), (Check.OnCluster) NodeRules::oneMetadataLog),
        new Rule("I11", "The directory of every voter is the one that the voter set names", IRREGULAR, Set.of(Need.VOTERS), List.of("I01", "V02"),
            (Check.OnCluster) NodeRules::votersDirectory),
        new Rule("I12", "Every .kafka_cleanshutdown is sound as Kafka reads it", NOTE, Set.of(), List.of(),
            (Check.OnCluster) (in, v) -> IdentityRules.readings(in, v, DirectoryScan::cleanShutdown, NOTE, "no .kafka_cleanshutdown")));

    private NodeRules() {
    }

    // ---- I09 ----

    /**
     * Nothing in a log directory says which others its node has. Folders side by side, of which at most one holds a metadata log,
     * are those of one node, unless they are named after the ids: a node has one metadata log, and every node has one.
     */
    private static void oneNodeId(CaptureInput input, Verdict verdict) {
        Map<String, List<Node>> byParent = new TreeMap<>();
        input.clusters().forEach(cluster -> FormattedIds.nodes(cluster).stream().filter(node -> node.replica().nodeId().isPresent())
            .forEach(node -> byParent.computeIfAbsent(parent(node.replica().label()), p -> new ArrayList<>()).add(node)));
        byParent.forEach((parent, nodes) -> {
            List<String> clusterIds = nodes.stream().map(n -> n.clusterId().orElse("")).distinct().toList();
            boolean named = nodes.stream().allMatch(n -> folder(n.replica().label()).replaceAll("[^0-9]+", " ").strip()
                .endsWith(Integer.toString(n.replica().nodeId().getAsInt())));
            if (nodes.size() > 1 && clusterIds.size() == 1 && nodes.stream().filter(n -> hasLog(input, n)).count() <= 1 && !named) {
                verdict.examined(nodes.size());
                if (nodes.stream().map(n -> n.replica().nodeId()).distinct().count() > 1) {
                    verdict.broken(nodes.get(1).where(), "node.id", "one value in all log directories of a node", nodes.stream()
                        .map(n -> n.replica().nodeId().getAsInt() + " in " + n.scan().metaProperties().map(r -> r.file().name()).orElse(n.replica().label()))
                        .collect(Collectors.joining(" and ")));
                }
            }
        });
        verdict.otherwise("no node has several log directories here");
    }

    private static boolean hasLog(CaptureInput input, Node node) {
        return input.clusters().stream().flatMap(c -> c.replicas().stream()).anyMatch(r -> r.replica().equals(node.replica()));
    }

    private static String parent(String label) {
        return label.contains("/") ? label.substring(0, label.lastIndexOf('/')) : "";
    }

    private static String folder(String label) {
        return label.substring(label.lastIndexOf('/') + 1);
    }

    // ---- I10 ----

    private static void oneMetadataLog(ClusterInput input, Verdict verdict) {
        CaptureHistory cluster = input.cluster();
        verdict.examined(cluster.replicas().size());
        for (CaptureHistory.OtherDirectory other : cluster.others()) {
            boolean formatted = other.scan().bootstraps().stream().anyMatch(b -> b.file().kind() == FileKind.ZERO_CHECKPOINT);
            Optional<ReplicaHistory> real = cluster.replicas().stream().filter(r -> r.replica().nodeId().isPresent()
                && r.replica().nodeId().equals(other.replica().nodeId())).findFirst();
            if (formatted && real.isPresent()) {
                verdict.broken(Where.file(other.replica().name(), other.scan().bootstraps().get(0).file()), "node " + other.replica().nodeId().getAsInt(),
                    "one metadata log directory, " + real.get().replica().label(), "a stray one in " + other.replica().label()
                        + ": formatted and never used, it counts for nothing");
            }
        }
    }

    // ---- I11 ----

    /** Judged by the last set of the main branch: what was appended there decides whose votes are asked for. */
    private static void votersDirectory(ClusterInput input, Verdict verdict) {
        Optional<Branch> main = input.cluster().main();
        Step<VoterSet> last = main.orElseThrow().state().voters().at(Math.max(main.get().line().endOffset(), Describe.end(main.get())));
        if (!last.known()) {
            verdict.undecided("which directories the voters have, as the last voter set is unknown");
            return;
        }
        Map<Integer, List<Voter>> byId = new LinkedHashMap<>();
        last.value().map(VoterSet::voters).orElse(List.of()).forEach(v -> byId.computeIfAbsent(v.id(), i -> new ArrayList<>()).add(v));
        byId.forEach((id, voters) -> {
            List<ReplicaHistory> copies = input.cluster().replicas().stream().filter(r -> r.replica().nodeId().equals(OptionalInt.of(id))).toList();
            List<DirectoryId> named = voters.stream().map(Voter::directoryId).filter(d -> !d.isZero()).toList();
            if (copies.isEmpty() || named.isEmpty()) {
                return;
            }
            if (copies.stream().anyMatch(c -> c.replica().directoryId().filter(named::contains).isPresent())) {
                verdict.examined();
            } else if (copies.stream().anyMatch(c -> c.replica().directoryId().isEmpty())) {
                verdict.undecided("whether the copy of node " + id + " is of voter " + id + ", as its meta.properties names no directory id");
            } else {
                verdict.examined();
                ReplicaHistory copy = copies.get(0);
                verdict.broken(copy.scan().metaProperties().map(r -> Where.file(copy.replica().name(), r.file())).orElse(Where.replica(copy.replica().name())),
                    "voter " + id, "directory id " + named.get(0) + ", as in the voters of offset " + last.record().offset(), "directory id "
                        + copies.stream().map(c -> c.replica().directoryId().orElseThrow().toString()).collect(Collectors.joining(" and "))
                        + ": this disk has no vote under that set, while the voter still counts in the size of its majority");
            }
        });
        verdict.otherwise("no copy is of a node that votes under a directory id");
    }
}
