package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.NOTE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import kraftaudit.reader.Event;
import kraftaudit.reader.RecordAt;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.LogState;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Step;
import kraftaudit.replay.Steps;

/** M03 to M05: what the feature levels in force demand of releases, of records and of each other. */
final class LevelRules {
    static final List<Rule> ROWS = List.of(
        new Rule("M03", "metadata.version is at a level that the newest releases read", NOTE, Set.of(Need.LOG), List.of("M01"),
            (Check.OnCluster) LevelRules::read),
        new Rule("M04", "Every record type and version is one that metadata.version allows", IRREGULAR, Set.of(), List.of("M01", "F03"),
            (Check.OnCluster) LevelRules::allowed),
        new Rule("M05", "Every feature is at a known level and what it depends on is in force", IRREGULAR, Set.of(Need.LOG), List.of("M01"),
            (Check.OnCluster) LevelRules::dependencies));

    private static final int ANY = -1;

    private LevelRules() {
    }

    // ---- M03 ----

    private static void read(ClusterInput input, Verdict verdict) {
        for (Branch branch : input.cluster().branches()) {
            Step<Integer> level = levelAtEnd(branch);
            if (!level.known()) {
                verdict.undecided("which metadata.version is in force at the end of the log");
            }
            level.value().filter(v -> v >= 1).ifPresent(v -> {
                verdict.examined();
                if (v < MetadataVersions.LEAST_READ && (branch.isMain() || level.offset() >= branch.forkOffset().getAsLong())) {
                    verdict.broken(Where.cause(level.record()), "metadata.version " + MetadataVersions.shown(v),
                        MetadataVersions.shown(MetadataVersions.LEAST_READ) + " or above, the least that Kafka 4.0 and later read",
                        "in force at the end of the log: raise it before nodes are upgraded to 4.0 or later, which do not start on it");
                }
            });
        }
        verdict.otherwise("no metadata.version is recorded");
    }

    private static Step<Integer> levelAtEnd(Branch branch) {
        return VersionRules.steps(branch.state()).at(Math.max(branch.line().endOffset(), Describe.end(branch)));
    }

    // ---- M04 ----

    /**
     * A type and version of records and the levels at which controllers write it (MetadataVersion, and the managers that ask it).
     *
     * @param version {@link #ANY} for all versions
     * @param least   least level
     * @param most    highest level
     */
    private record Gate(String name, int apiKey, int version, int least, int most) {
        static Gate from(String name, int apiKey, int version, int least) {
            return new Gate(name, apiKey, version, least, Integer.MAX_VALUE);
        }

        String wanted() {
            return most == Integer.MAX_VALUE ? "metadata.version " + MetadataVersions.shown(least) + " or above"
                : "metadata.version " + MetadataVersions.shown(most) + " or below";
        }

        String shown(int recordVersion) {
            return name + " version " + recordVersion;
        }
    }

    /** Key 29 is left out: what it means, and from which level on, is not settled between releases and drafts. */
    private static final List<Gate> GATES = List.of(
        Gate.from("RegisterBrokerRecord", 0, 1, 7), Gate.from("RegisterBrokerRecord", 0, 2, 8),
        Gate.from("RegisterBrokerRecord", 0, 3, 17), Gate.from("RegisterBrokerRecord", 0, 4, 30),
        Gate.from("PartitionRecord", 3, 1, 17), Gate.from("PartitionRecord", 3, 2, 23),
        Gate.from("PartitionChangeRecord", 5, 1, 17), Gate.from("PartitionChangeRecord", 5, 2, 23),
        new Gate("FenceBrokerRecord", 7, ANY, 1, 5), new Gate("UnfenceBrokerRecord", 8, ANY, 1, 5),
        Gate.from("DelegationTokenRecord", 10, ANY, 14), Gate.from("UserScramCredentialRecord", 11, ANY, 11),
        Gate.from("BrokerRegistrationChangeRecord", 17, 0, 6), Gate.from("BrokerRegistrationChangeRecord", 17, 1, 7),
        Gate.from("BrokerRegistrationChangeRecord", 17, 2, 17), Gate.from("BrokerRegistrationChangeRecord", 17, 3, 30),
        Gate.from("NoOpRecord", 20, ANY, 5), Gate.from("ZkMigrationStateRecord", 21, ANY, 8),
        Gate.from("RemoveUserScramCredentialRecord", 22, ANY, 11), Gate.from("BeginTransactionRecord", 23, ANY, 13),
        Gate.from("EndTransactionRecord", 24, ANY, 13), Gate.from("AbortTransactionRecord", 25, ANY, 13),
        Gate.from("RemoveDelegationTokenRecord", 26, ANY, 14), Gate.from("RegisterControllerRecord", 27, ANY, 15),
        Gate.from("ClearElrRecord", 28, ANY, 23));

    /** The levels from which on a release that ran unstable features wrote partition records of version 2, which 23 now allows. */
    private static final int FIRST_UNSTABLE_ELR = 20;

    private static Optional<Gate> gate(Event.FirstOfType type, int clusterIdKey) {
        return GATES.stream().filter(g -> g.apiKey() == type.apiKey() && (g.version() == ANY || g.version() == type.version()))
            .filter(g -> type.apiKey() != clusterIdKey).findFirst();
    }

    private static void allowed(ClusterInput input, Verdict verdict) {
        int clusterIdKey = input.profile().apiKey();
        for (ClusterInput.Own own : input.lineages()) {
            ClusterIdRecords beside = ClusterIdRecords.of(own.branch().state());
            for (LogState.Sourced sourced : own.events()) {
                if (sourced.event() instanceof Event.FirstOfType type) {
                    gate(type, clusterIdKey).ifPresent(gate -> allowed(verdict, gate, type, Where.event(sourced), beside));
                }
            }
        }
        for (ReplicaHistory replica : input.cluster().replicas()) {
            for (CheckpointFacts checkpoint : all(replica)) {
                Integer level = checkpoint.features().get(LogState.METADATA_VERSION);
                if (level == null || checkpoint.scan().isEmpty()) {
                    continue;
                }
                for (Event event : checkpoint.scan().get().events()) {
                    if (event instanceof Event.FirstOfType type) {
                        gate(type, clusterIdKey).ifPresent(gate -> judge(verdict, gate, type, Where.inCheckpoint(replica.replica().name(), type.at()),
                            level, level));
                    }
                }
            }
        }
        verdict.otherwise("no record is of a type or version that a level brought");
    }

    private static List<CheckpointFacts> all(ReplicaHistory replica) {
        List<CheckpointFacts> all = new ArrayList<>(replica.checkpoints());
        all.addAll(replica.bootstraps());
        return all;
    }

    /** What is appended as one with a change of the level may be written under either. */
    private static void allowed(Verdict verdict, Gate gate, Event.FirstOfType type, Where where, ClusterIdRecords beside) {
        RecordAt at = type.at();
        Step<Integer> before = beside.level().at(at.offset() - 1);
        Step<Integer> with = beside.levelBeside(at);
        if (!before.known() && !with.known()) {
            verdict.undecided("whether metadata.version allows the " + gate.shown(type.version()) + " at " + at.offset() + ", as the level there is unknown");
            return;
        }
        List<Integer> levels = List.of(before, with).stream().flatMap(s -> s.value().stream()).filter(v -> v >= 1).toList();
        // Before the first level T03 judges.
        if (!levels.isEmpty()) {
            judge(verdict, gate, type, where, levels.stream().min(Integer::compare).get(), levels.stream().max(Integer::compare).get());
        }
    }

    private static void judge(Verdict verdict, Gate gate, Event.FirstOfType type, Where where, int lowest, int highest) {
        verdict.examined();
        if (highest < gate.least() || lowest > gate.most()) {
            int level = highest < gate.least() ? highest : lowest;
            boolean unstable = (gate.apiKey() == 3 || gate.apiKey() == 5) && gate.version() == 2 && level >= FIRST_UNSTABLE_ELR;
            verdict.broken(unstable ? NOTE : IRREGULAR, where, gate.shown(type.version()), gate.wanted(),
                "written at " + MetadataVersions.shown(level) + (unstable ? ", as releases before 4.0 did with unstable features enabled" : ""));
        }
    }

    // ---- M05 ----

    /** A level of a feature and the level of another that has to be in force (FeatureVersion.dependencies of Kafka 4.4). */
    private record Dependency(String feature, int from, String on, int least) {
    }

    private static final List<Dependency> DEPENDENCIES = List.of(
        new Dependency("eligible.leader.replicas.version", 1, LogState.METADATA_VERSION, 23));

    /** Highest levels of the features of Kafka 4.4 (enum Feature); kraft.version and metadata.version have rules of their own. */
    private static final Map<String, Integer> HIGHEST = Map.of("transaction.version", 2, "group.version", 1,
        "eligible.leader.replicas.version", 1, "share.version", 2, "streams.version", 1);

    private static void dependencies(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            SortedMap<String, Steps<Integer>> features = own.branch().state().features();
            features.forEach((name, steps) -> {
                if (!name.equals(LogState.METADATA_VERSION)) {
                    steps.steps().stream().filter(s -> own.has(s.offset()) && s.value().isPresent()).forEach(step -> level(verdict, name, step));
                }
            });
            for (Dependency dependency : DEPENDENCIES) {
                depends(verdict, own, dependency, features);
            }
        }
        verdict.otherwise("no feature beside metadata.version and kraft.version is recorded");
    }

    private static void level(Verdict verdict, String name, Step<Integer> step) {
        verdict.examined();
        int level = step.value().orElseThrow();
        Integer highest = HIGHEST.get(name);
        if (highest == null) {
            verdict.broken(NOTE, Where.cause(step.record()), name + " " + level, "", "a feature that no release up to 4.4.0 knows");
        } else if (level < 0 || level > highest) {
            verdict.broken(level < 0 ? IRREGULAR : NOTE, Where.cause(step.record()), name + " " + level, "a level from 0 to " + highest,
                "a level that no release up to 4.4.0 knows");
        }
    }

    /** Judged wherever one of the two changes. */
    private static void depends(Verdict verdict, ClusterInput.Own own, Dependency dependency, SortedMap<String, Steps<Integer>> features) {
        Steps<Integer> of = features.get(dependency.feature());
        Steps<Integer> on = features.get(dependency.on());
        if (of == null || on == null) {
            return;
        }
        Map<Long, Long> ends = batchEnds(own.branch().state());
        SortedSet<Long> changes = new TreeSet<>();
        of.steps().forEach(s -> changes.add(s.offset()));
        on.steps().forEach(s -> changes.add(s.offset()));
        for (long offset : changes) {
            Step<Integer> level = of.at(offset);
            if (!own.has(offset) || level.value().orElse(0) < dependency.from()) {
                continue;
            }
            Step<Integer> needed = on.at(ends.getOrDefault(offset, offset));
            if (!needed.known()) {
                verdict.undecided("whether " + dependency.on() + " at " + offset + " is high enough for " + dependency.feature());
                continue;
            }
            verdict.examined();
            if (needed.value().orElse(0) < dependency.least()) {
                Step<Integer> cause = level.offset() == offset ? level : needed;
                verdict.broken(Where.cause(cause.record()), dependency.feature() + " " + level.value().get(),
                    dependency.on() + " " + MetadataVersions.shown(dependency.least()) + " or above", needed.value().map(v -> dependency.on() + " "
                        + MetadataVersions.shown(v)).orElse("no " + dependency.on()));
                return;
            }
        }
    }

    /** For the offset of each feature level record the last one of its batch: the levels of one request are one batch, in any order. */
    private static Map<Long, Long> batchEnds(LogState state) {
        Map<Long, Long> byBase = new HashMap<>();
        Map<Long, Long> ends = new HashMap<>();
        List<RecordAt> levels = state.events().stream().map(LogState.Sourced::event).filter(Event.FeatureLevel.class::isInstance).map(Event::at).toList();
        levels.forEach(at -> byBase.merge(at.baseOffset(), at.offset(), Math::max));
        levels.forEach(at -> ends.put(at.offset(), byBase.get(at.baseOffset())));
        return ends;
    }
}
