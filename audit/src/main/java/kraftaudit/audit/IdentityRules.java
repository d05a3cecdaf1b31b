package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.DirectoryScan;
import kraftaudit.reader.FileReading;
import kraftaudit.reader.PartitionMetadata;
import kraftaudit.replay.ReplicaHistory;

/** I: identity files and the other small files beside the log. */
final class IdentityRules {
    static final List<Rule> ROWS = List.of(
        new Rule("I01", "Every meta.properties is sound as Kafka reads it", IRREGULAR, Set.of(), List.of(),
            (Check.OnCluster) (in, v) -> readings(in, v, DirectoryScan::metaProperties, IRREGULAR, "no meta.properties")),
        new Rule("I02", "Every quorum-state is sound as Kafka reads it", IRREGULAR, Set.of(), List.of(),
            (Check.OnCluster) (in, v) -> readings(in, v, DirectoryScan::quorumState, IRREGULAR, "no quorum-state")),
        new Rule("I03", "Every leader-epoch-checkpoint is sound as Kafka reads it", IRREGULAR, Set.of(), List.of(),
            (Check.OnCluster) (in, v) -> readings(in, v, DirectoryScan::leaderEpochs, IRREGULAR, "no leader-epoch-checkpoint")),
        new Rule("I04", "Every partition.metadata names the topic of the metadata log", NOTE, Set.of(), List.of(),
            (Check.OnCluster) IdentityRules::partitionMetadata),
        new Rule("I05", "Every copy has its meta.properties", IRREGULAR, Set.of(), List.of(), (Check.OnCluster) IdentityRules::hasIdentity),
        new Rule("I06", "Every copy has its quorum-state", IRREGULAR, Set.of(Need.LOG), List.of(), (Check.OnCluster) IdentityRules::hasQuorumState),
        new Rule("I07", "No two nodes share a directory id", VIOLATION, Set.of(Need.META_PROPERTIES), List.of("I01"),
            (Check.OnCapture) IdentityRules::directoryIds),
        new Rule("I08", "Every quorum-state of a static quorum lists the same voters", IRREGULAR, Set.of(Need.QUORUM_STATE), List.of("I02"),
            (Check.OnCluster) IdentityRules::staticVoters));

    private IdentityRules() {
    }

    /** In a dynamic quorum a quorum-state of version 0 is merely old, so only a quorum that ends static is judged. */
    private static void staticVoters(ClusterInput input, Verdict verdict) {
        boolean isStatic = input.cluster().main().map(branch -> branch.state().kraftVersion().at(branch.line().endOffset()))
            .filter(step -> step.known() && step.value().orElse(0) == 0).isPresent();
        if (!isStatic) {
            verdict.notApplicable("the quorum is dynamic, or its kraft.version is unknown");
            return;
        }
        Map<List<Integer>, List<ReplicaHistory>> byVoters = new LinkedHashMap<>();
        for (ReplicaHistory replica : input.cluster().replicas()) {
            replica.scan().quorumState().flatMap(FileReading::value).filter(state -> !state.currentVoters().isEmpty()).ifPresent(state -> {
                verdict.examined();
                byVoters.computeIfAbsent(state.currentVoters().stream().sorted().toList(), v -> new ArrayList<>()).add(replica);
            });
        }
        if (byVoters.size() > 1) {
            ReplicaHistory last = byVoters.values().stream().reduce((a, b) -> b).orElseThrow().get(0);
            verdict.broken(Where.file(last.replica().name(), last.scan().quorumState().orElseThrow().file()), "currentVoters", "one list on all nodes",
                byVoters.entrySet().stream().map(e -> e.getKey() + " on " + e.getValue().stream().map(r -> r.replica().name())
                    .collect(Collectors.joining(", "))).collect(Collectors.joining("; ")));
        }
    }

    /** What is odd in a small file of each log directory. */
    static <T> void readings(ClusterInput input, Verdict verdict, Function<DirectoryScan, Optional<FileReading<T>>> file,
                                     Severity severity, String none) {
        for (FormattedIds.Node node : FormattedIds.nodes(input.cluster())) {
            file.apply(node.scan()).ifPresent(reading -> {
                verdict.examined();
                for (FileReading.Oddity oddity : reading.oddities()) {
                    String subject = (oddity.line().isPresent() ? "line " + oddity.line().getAsInt() + " " : "") + oddity.field();
                    String refused = oddity.kind() == FileReading.Kind.UNREADABLE ? "; Kafka refuses the file" : "";
                    verdict.broken(oddity.kind() == FileReading.Kind.UNUSUAL ? NOTE : severity,
                        Where.file(node.replica().name(), reading.file()), subject.strip(), oddity.expected(), oddity.found() + refused);
                }
            });
        }
        verdict.otherwise(none);
    }

    private static void partitionMetadata(ClusterInput input, Verdict verdict) {
        readings(input, verdict, DirectoryScan::partitionMetadata, NOTE, "single files were given");
        for (ReplicaHistory replica : input.cluster().replicas()) {
            Optional<FileReading<PartitionMetadata>> reading = replica.scan().partitionMetadata();
            if (reading.isEmpty() && isDirectory(replica.scan()) && !replica.line().isEmpty() && !failed(replica.scan(), "partition.metadata")) {
                verdict.examined();
                verdict.broken(Where.replica(replica.replica().name()), "partition.metadata", "topic id " + PartitionMetadata.METADATA_TOPIC_ID, "no such file");
            }
            reading.flatMap(FileReading::value).filter(v -> !v.topicId().equals(PartitionMetadata.METADATA_TOPIC_ID)).ifPresent(value -> {
                boolean said = reading.get().oddities().stream().anyMatch(o -> o.field().contains("topic"));
                if (!said) {
                    verdict.broken(Where.file(replica.replica().name(), reading.get().file()), "topic_id", PartitionMetadata.METADATA_TOPIC_ID,
                        value.topicId());
                }
            });
        }
    }

    /** Whether a directory is more than one file that was given alone. */
    private static boolean isDirectory(DirectoryScan scan) {
        return scan.directory().files().stream().filter(f -> f.kind().used()).count() > 1;
    }

    private static void hasIdentity(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            if (!isDirectory(replica.scan()) || failed(replica.scan(), "meta.properties")) {
                continue;
            }
            verdict.examined();
            boolean mayComeWithout = supports(input, replica) && replica.bootstraps().isEmpty();
            if (replica.scan().metaProperties().isPresent()) {
                continue;
            }
            boolean holdsId = !ClusterIdRecords.of(replica.state()).applied().isEmpty();
            if (!mayComeWithout) {
                verdict.broken(Where.replica(replica.replica().name()), "meta.properties", "a file that names node and directory",
                    "no such file: the copy is named by its folder, and what needs its node id is undecided");
            } else if (holdsId) {
                verdict.broken(NOTE, Where.replica(replica.replica().name()), "meta.properties", "the cluster id that its own log holds",
                    "no such file");
            }
        }
        verdict.otherwise("single files were given");
    }

    /** Whether a broker or observer may start unformatted: its log has reached a level that carries the cluster id. */
    private static boolean supports(ClusterInput input, ReplicaHistory replica) {
        return VersionRules.steps(replica.state()) != null && VersionRules.steps(replica.state()).steps().stream()
            .anyMatch(s -> s.value().isPresent() && s.value().get() >= input.profile().firstLevel());
    }

    private static boolean failed(DirectoryScan scan, String name) {
        return scan.failures().stream().map(f -> f.file().name()).anyMatch(n -> n.equals(name) || n.endsWith("/" + name));
    }

    private static void hasQuorumState(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            if (!isDirectory(replica.scan()) || replica.line().isEmpty() || failed(replica.scan(), "quorum-state")) {
                continue;
            }
            verdict.examined();
            if (replica.scan().quorumState().isEmpty()) {
                verdict.broken(Where.replica(replica.replica().name()), "quorum-state", "the file that remembers votes",
                    "no such file: this copy cannot support the proof MAJORITY");
            }
        }
        verdict.otherwise("single files were given");
    }

    private static void directoryIds(CaptureInput input, Verdict verdict) {
        Map<DirectoryId, List<FormattedIds.Node>> byId = new TreeMap<>();
        input.clusters().stream().flatMap(c -> FormattedIds.nodes(c).stream()).forEach(node -> node.replica().directoryId()
            .filter(id -> !id.isReserved()).ifPresent(id -> byId.computeIfAbsent(id, i -> new ArrayList<>()).add(node)));
        byId.forEach((id, nodes) -> {
            verdict.examined(nodes.size());
            long distinct = nodes.stream().map(n -> n.replica().nodeId()).distinct().count();
            // Two copies of one log are two states of one directory, of which R04 tells.
            long logs = input.clusters().stream().flatMap(c -> c.replicas().stream()).filter(r -> nodes.stream().anyMatch(n -> n.replica().equals(r.replica()))).count();
            if (distinct > 1 || nodes.size() > 1 && logs <= 1) {
                List<CapturedFile> files = nodes.stream().flatMap(n -> n.scan().metaProperties().stream()).map(FileReading::file).toList();
                verdict.broken(distinct > 1 ? VIOLATION : IRREGULAR, nodes.get(1).where(), "directory id " + id, distinct > 1 ? "one node" : "one directory of the node",
                    files.stream().map(CapturedFile::name).collect(Collectors.joining(" and ")) + " both have it");
            }
        });
        verdict.otherwise("no meta.properties has a directory id");
    }
}
