package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.ClusterIdRecords;
import kraftaudit.audit.ClusterReport;
import kraftaudit.audit.MetadataVersions;
import kraftaudit.reader.Event;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Replica;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Step;
import kraftaudit.replay.Steps;

/** A cluster and its copies for people. */
final class ClusterText {
    /** Steps of one value that are shown; the timeline has all. */
    private static final int SHOWN = 8;

    private ClusterText() {
    }

    static void render(Page page, AuditReport report, ClusterReport of) {
        CaptureHistory cluster = of.cluster();
        page.table(2, copies(cluster));
        cluster.others().forEach(other -> page.line(2, 6, other.replica().name() + ": no metadata log in " + other.replica().label()));
        Words.tiedByIdOnly(cluster).ifPresent(line -> page.line(2, 6, line + ": no offset is in both"));
        page.blank();
        page.table(2, facts(report, cluster));
    }

    /** A row for each copy, behind a head. */
    static List<List<String>> copies(CaptureHistory cluster) {
        List<List<String>> copies = new ArrayList<>();
        copies.add(List.of("copy", "directory id", "offsets", "last epoch", "checkpoints", "folder"));
        cluster.replicas().forEach(copy -> copies.add(copy(copy)));
        return copies;
    }

    /** What a cluster is, by name and value. */
    static List<List<String>> facts(AuditReport report, CaptureHistory cluster) {
        List<List<String>> facts = new ArrayList<>();
        facts.add(List.of("cluster id", identity(cluster)));
        cluster.main().ifPresent(branch -> facts(facts, cluster, branch));
        facts.add(List.of("profile", report.profile().name() + (report.profile().provisional() ? ", provisional" : "") + ": ClusterIdRecord is key "
            + report.profile().apiKey() + ", from metadata.version " + report.profile().firstLevel() + " on"));
        return facts;
    }

    private static List<String> copy(ReplicaHistory copy) {
        Replica replica = copy.replica();
        String offsets = copy.line().isEmpty() ? "none" : copy.line().startOffset() + " to " + (copy.endOffset() - 1);
        long whole = copy.checkpoints().stream().filter(c -> c.scan().isPresent()).count();
        return List.of(replica.name(), replica.directoryId().map(Object::toString).orElse("unknown"), offsets,
            copy.line().lastEpoch().isPresent() ? Integer.toString(copy.line().lastEpoch().getAsInt()) : "-", Long.toString(whole), replica.label());
    }

    private static String identity(CaptureHistory cluster) {
        Map<String, List<String>> byId = new LinkedHashMap<>();
        Stream.concat(cluster.replicas().stream().map(ReplicaHistory::replica), cluster.others().stream().map(o -> o.replica()))
            .forEach(r -> byId.computeIfAbsent(r.clusterId().orElse("none"), id -> new ArrayList<>()).add(r.name()));
        return byId.entrySet().stream().map(e -> e.getKey() + " in meta.properties of " + String.join(", ", e.getValue()))
            .collect(Collectors.joining("; "));
    }

    private static void facts(List<List<String>> facts, CaptureHistory cluster, Branch branch) {
        LogState state = branch.state();
        facts.add(List.of("ClusterIdRecord", recorded(state)));
        facts.add(List.of("metadata.version", levels(state.features().get(LogState.METADATA_VERSION), true)));
        String formatted = formatted(cluster);
        if (!formatted.isEmpty()) {
            facts.add(List.of("formatted at", formatted));
        }
        facts.add(List.of("kraft.version", levels(state.kraftVersion(), false)));
        String others = features(state);
        if (!others.isEmpty()) {
            facts.add(List.of("other features", others));
        }
        facts.add(List.of("leaders", leaders(state)));
    }

    private static String recorded(LogState state) {
        ClusterIdRecords all = ClusterIdRecords.of(state);
        List<LogState.Sourced> records = all.applied();
        if (records.isEmpty()) {
            return "none";
        }
        Event.ClusterId first = (Event.ClusterId) records.get(0).event();
        OptionalInt writer = all.writer(first.at());
        String later = records.size() == 1 ? "" : "; again at " + records.stream().skip(1).limit(SHOWN)
            .map(r -> r.event().at().offset() + (((Event.ClusterId) r.event()).clusterId().equals(first.clusterId()) ? ""
                : " (" + ((Event.ClusterId) r.event()).clusterId() + ")")).collect(Collectors.joining(", ")) + more(records.size() - 1);
        return first.clusterId() + " at offset " + first.at().offset() + ", epoch " + first.at().epoch()
            + (writer.isPresent() ? ", written by leader " + writer.getAsInt() : "") + later;
    }

    /** Features that changed at one place are told together. */
    private static String features(LogState state) {
        Map<String, List<String>> byChanges = new LinkedHashMap<>();
        state.features().forEach((name, steps) -> {
            if (!name.equals(LogState.METADATA_VERSION)) {
                String changes = levels(steps, false);
                int level = changes.indexOf(" from ");
                boolean once = level > 0 && changes.indexOf(", ") < 0;
                byChanges.computeIfAbsent(once ? changes.substring(level) : " " + changes, c -> new ArrayList<>())
                    .add(name + (once ? " " + changes.substring(0, level) : ""));
            }
        });
        return byChanges.entrySet().stream().map(e -> String.join(", ", e.getValue()) + e.getKey()).collect(Collectors.joining("; "));
    }

    /** The changes of a level; a record that repeats it is none. */
    private static String levels(Steps<Integer> steps, boolean named) {
        if (steps == null) {
            return "not recorded";
        }
        List<String> words = new ArrayList<>();
        String last = "";
        for (Step<Integer> step : steps.steps()) {
            String level = !step.known() ? "unknown" : step.value().map(v -> named ? MetadataVersions.shown(v) : Integer.toString(v)).orElse("");
            if (!level.equals(last) && !(level.isEmpty() && words.isEmpty())) {
                words.add((level.isEmpty() ? "none" : level) + (step.offset() < 0 ? " from the start" : " from high watermark " + (step.offset() + 1)));
            }
            last = level;
        }
        return words.isEmpty() ? named ? "not recorded" : "0, not recorded" : words.stream().limit(SHOWN).collect(Collectors.joining(", ")) + more(words.size());
    }

    private static String more(int count) {
        return count > SHOWN ? " and " + (count - SHOWN) + " more" : "";
    }

    private static String formatted(CaptureHistory cluster) {
        Map<String, List<String>> byLevel = new LinkedHashMap<>();
        for (ReplicaHistory copy : cluster.replicas()) {
            for (CheckpointFacts bootstrap : copy.bootstraps()) {
                Integer level = bootstrap.features().get(LogState.METADATA_VERSION);
                if (level != null) {
                    byLevel.computeIfAbsent(MetadataVersions.shown(level), l -> new ArrayList<>()).add(copy.replica().name());
                }
            }
        }
        return byLevel.entrySet().stream().map(e -> e.getKey() + " (" + e.getValue().stream().distinct().collect(Collectors.joining(", ")) + ")")
            .collect(Collectors.joining("; "));
    }

    private static String leaders(LogState state) {
        List<Event.LeaderChange> changes = state.events().stream().map(LogState.Sourced::event).filter(Event.LeaderChange.class::isInstance)
            .map(Event.LeaderChange.class::cast).toList();
        if (changes.isEmpty()) {
            return "none recorded";
        }
        int from = Math.max(0, changes.size() - SHOWN);
        return (from > 0 ? from + " before, then " : "") + changes.stream().skip(from)
            .map(c -> c.leaderId() + " from offset " + c.at().offset() + " (epoch " + c.at().epoch() + ")").collect(Collectors.joining(", "));
    }
}
