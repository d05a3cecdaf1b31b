package kraftaudit.audit;

import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kraftaudit.reader.Event;
import kraftaudit.reader.MetaProperties;
import kraftaudit.reader.RecordAt;
import kraftaudit.reader.Scan;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.LogState;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Step;
import kraftaudit.replay.Steps;

/**
 * M10 to M18: KIP-1262. A level that supports the record, counted from where it takes effect, needs a ClusterIdRecord
 * beside it: in the same transaction or the same batch, in either order. What an aborted or open transaction holds does
 * not count.
 */
final class ClusterIdRules {
    static final List<Rule> ROWS = List.of(
        new Rule("M10", "A cluster id is recorded at every high watermark whose metadata.version supports it", VIOLATION,
            Set.of(), List.of("M01"), (Check.OnCluster) ClusterIdPresence::present),
        new Rule("M11", "The cluster id is written beside the metadata.version that begins to support it", VIOLATION,
            Set.of(Need.LOG), List.of("M10", "M13"), (Check.OnCluster) ClusterIdPresence::beside),
        new Rule("M12", "One distinct cluster id is recorded at most", VIOLATION, Set.of(), List.of(),
            (Check.OnCluster) ClusterIdRules::distinct),
        new Rule("M13", "No cluster id is recorded below the first level that supports it", VIOLATION, Set.of(), List.of("M01"),
            (Check.OnCluster) ClusterIdRules::notPremature),
        new Rule("M14", "The recorded cluster id equals that of every meta.properties", VIOLATION, Set.of(Need.META_PROPERTIES),
            List.of("M12"), (Check.OnCluster) ClusterIdRules::equalsIdentity),
        new Rule("M15", "Every node has persisted the cluster id that its log holds", NOTE, Set.of(Need.META_PROPERTIES), List.of("I01"),
            (Check.OnCluster) ClusterIdRules::persisted),
        new Rule("M16", "Nodes of one quorum are formatted with one cluster id", VIOLATION, Set.of(), List.of(),
            (Check.OnCapture) FormattedIds::check),
        new Rule("M17", "A checkpoint at a level that supports it holds exactly one cluster id", VIOLATION, Set.of(), List.of("M10", "C02"),
            (Check.OnCluster) ClusterIdRules::checkpoints),
        new Rule("M18", "No record looks like a ClusterIdRecord under another key", NOTE, Set.of(Need.LOG), List.of(),
            (Check.OnCluster) ClusterIdRules::lookalikes));

    private ClusterIdRules() {
    }

    // ---- M12, M14, M15: one value, the one of the identity files ----

    /** A recorded value and where it stands; {@code name} is how a finding names the place. */
    private record Recorded(String value, Where where, String name) {
    }

    private static List<Recorded> recorded(ClusterInput input) {
        List<Recorded> all = new ArrayList<>();
        for (ClusterInput.Own own : input.lineages()) {
            for (LogState.Sourced sourced : ClusterIdRecords.of(own.branch().state()).applied()) {
                if (own.has(sourced.event().at().offset())) {
                    all.add(new Recorded(((Event.ClusterId) sourced.event()).clusterId(), Where.event(sourced),
                        "offset " + sourced.event().at().offset()));
                }
            }
        }
        for (CheckpointFacts checkpoint : checkpointsAndBootstraps(input)) {
            for (Event event : checkpoint.scan().map(Scan::events).orElse(List.of())) {
                if (event instanceof Event.ClusterId id) {
                    all.add(new Recorded(id.clusterId(), Where.inCheckpoint(checkpoint.replica(), event.at()), checkpoint.file().name()));
                }
            }
        }
        return all;
    }

    private static List<CheckpointFacts> checkpointsAndBootstraps(ClusterInput input) {
        List<CheckpointFacts> all = new ArrayList<>();
        input.cluster().replicas().forEach(r -> all.addAll(r.checkpoints()));
        input.cluster().replicas().forEach(r -> all.addAll(r.bootstraps()));
        return all;
    }

    private static void distinct(ClusterInput input, Verdict verdict) {
        List<Recorded> all = recorded(input);
        verdict.examined(all.size());
        Map<String, Recorded> firsts = new LinkedHashMap<>();
        all.forEach(r -> firsts.putIfAbsent(r.value(), r));
        if (firsts.size() > 1) {
            Recorded second = firsts.values().stream().skip(1).findFirst().orElseThrow();
            verdict.broken(second.where(), "cluster id", "one value", firsts.values().stream()
                .map(r -> r.value() + " (" + r.name() + ")").collect(Collectors.joining(" and ")));
        }
        if (all.isEmpty()) {
            verdict.notApplicable("no cluster id is recorded");
        }
    }

    private static void equalsIdentity(ClusterInput input, Verdict verdict) {
        Map<String, Recorded> firsts = new LinkedHashMap<>();
        recorded(input).forEach(r -> firsts.putIfAbsent(r.value(), r));
        if (firsts.isEmpty()) {
            verdict.notApplicable("no cluster id is recorded");
            return;
        }
        Recorded first = firsts.values().iterator().next();
        for (FormattedIds.Node node : FormattedIds.nodes(input.cluster())) {
            if (node.clusterId().isPresent()) {
                verdict.examined();
                if (!firsts.containsKey(node.clusterId().get())) {
                    verdict.broken(node.where(), "cluster.id", first.value() + ", as recorded at " + first.name()
                        + first.where().place().map(p -> first.name().equals(p.file()) ? "" : " of " + p.file()).orElse(""),
                        node.clusterId().get());
                }
            }
        }
    }

    private static void persisted(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            Optional<MetaProperties> identity = replica.scan().metaProperties().flatMap(r -> r.value());
            List<LogState.Sourced> records = ClusterIdRecords.of(replica.state()).applied();
            if (identity.isEmpty() || records.isEmpty()) {
                continue;
            }
            verdict.examined();
            if (identity.get().clusterId().isEmpty()) {
                verdict.broken(Where.file(replica.replica().name(), replica.scan().metaProperties().get().file()), "cluster.id",
                    ((Event.ClusterId) records.get(0).event()).clusterId() + ", which its own log holds at " + records.get(0).event().at().offset(),
                    "none in version " + identity.get().version());
            }
        }
        verdict.otherwise("no copy's log holds a cluster id");
    }

    // ---- M13, M17: levels that do not support it, checkpoints ----

    private static void notPremature(ClusterInput input, Verdict verdict) {
        int firstLevel = input.profile().firstLevel();
        for (ClusterInput.Own own : input.lineages()) {
            ClusterIdRecords records = ClusterIdRecords.of(own.branch().state());
            for (LogState.Sourced sourced : records.applied()) {
                RecordAt at = sourced.event().at();
                if (!own.has(at.offset())) {
                    continue;
                }
                verdict.examined();
                Step<Integer> level = records.levelBeside(at);
                if (!level.known()) {
                    verdict.undecided("whether the cluster id at " + at.offset() + " is premature, as metadata.version is unknown there");
                } else if (level.value().isEmpty() || level.value().get() < firstLevel) {
                    verdict.broken(Where.event(sourced), "ClusterIdRecord " + ((Event.ClusterId) sourced.event()).clusterId(),
                        "metadata.version " + firstLevel + " or above",
                        level.value().map(v -> "metadata.version " + MetadataVersions.shown(v)).orElse("no metadata.version"));
                }
            }
        }
        for (CheckpointFacts checkpoint : checkpointsAndBootstraps(input)) {
            if (!checkpoint.clusterIds().isEmpty()) {
                verdict.examined();
                Integer level = checkpoint.features().get(LogState.METADATA_VERSION);
                if (level == null || level < firstLevel) {
                    verdict.broken(idRecord(checkpoint), "ClusterIdRecord " + checkpoint.clusterIds().get(0), "metadata.version "
                        + firstLevel + " or above", level == null ? "no metadata.version in this file"
                            : "metadata.version " + MetadataVersions.shown(level) + " in this file");
                }
            }
        }
        verdict.otherwise("no cluster id is recorded");
    }

    private static Where idRecord(CheckpointFacts checkpoint) {
        return checkpoint.scan().stream().flatMap(s -> s.events().stream()).filter(Event.ClusterId.class::isInstance).findFirst()
            .map(e -> Where.inCheckpoint(checkpoint.replica(), e.at())).orElse(Where.file(checkpoint.replica(), checkpoint.file()));
    }

    private static void checkpoints(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            for (CheckpointFacts checkpoint : replica.checkpoints()) {
                Step<String> replayed = replica.state().clusterId().at(checkpoint.id().endOffset() - 1);
                boolean logLacksIt = replayed.known() && replayed.value().isEmpty();
                supporting(input, checkpoint, verdict, VIOLATION, logLacksIt, "M10 reports that the log holds none there");
            }
            Steps<Integer> levels = VersionRules.steps(replica.state());
            boolean logHasLevel = levels != null && levels.steps().stream().anyMatch(s -> s.value().isPresent());
            for (CheckpointFacts bootstrap : replica.bootstraps()) {
                // The controller that starts from this file is to add the record itself, or to refuse: the drafts differ.
                supporting(input, bootstrap, verdict, NOTE, logHasLevel, "the log shows what became of the bootstrap records");
            }
        }
        verdict.otherwise("no checkpoint is at level " + input.profile().firstLevel() + " or above");
    }

    private static void supporting(ClusterInput input, CheckpointFacts checkpoint, Verdict verdict, Severity severity, boolean explained,
                                   String explanation) {
        Integer level = checkpoint.features().get(LogState.METADATA_VERSION);
        if (!checkpoint.usable() && checkpoint.scan().isPresent() && supported(input)) {
            verdict.undecided(CheckpointRules.unread("cluster id", checkpoint));
        }
        if (!checkpoint.usable() || level == null || level < input.profile().firstLevel()) {
            return;
        }
        int count = checkpoint.clusterIds().size();
        if (count == 0 && explained) {
            verdict.notApplicable(explanation);
            return;
        }
        verdict.examined();
        if (count == 0) {
            verdict.broken(severity, Where.file(checkpoint.replica(), checkpoint.file()), "metadata.version " + MetadataVersions.shown(level),
                "one ClusterIdRecord", "none in this file");
        } else if (count > 1) {
            verdict.broken(Severity.IRREGULAR, idRecord(checkpoint), "metadata.version " + MetadataVersions.shown(level),
                "one ClusterIdRecord", count + " in this file");
        }
    }

    /** Whether any copy reaches a level that supports the record: else a checkpoint need not hold one. */
    private static boolean supported(ClusterInput input) {
        return input.cluster().replicas().stream().map(r -> VersionRules.steps(r.state())).filter(java.util.Objects::nonNull)
            .flatMap(s -> s.steps().stream()).flatMap(s -> s.value().stream()).anyMatch(level -> level >= input.profile().firstLevel());
    }

    // ---- M18 ----

    private static void lookalikes(ClusterInput input, Verdict verdict) {
        verdict.examined(FileRules.records(input, false));
        for (ClusterInput.Own own : input.lineages()) {
            SortedSet<Long> seen = new TreeSet<>();
            for (LogState.Sourced sourced : own.events()) {
                if (sourced.event() instanceof Event.Lookalike lookalike && seen.add(lookalike.at().offset())) {
                    verdict.broken(Where.event(sourced), "key " + lookalike.apiKey(), "", Lookalikes.words(lookalike, input.profile()));
                }
            }
        }
    }
}
