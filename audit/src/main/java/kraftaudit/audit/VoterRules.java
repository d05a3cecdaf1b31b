package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.Event;
import kraftaudit.reader.RecordAt;
import kraftaudit.reader.VersionRange;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Cause;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.LogState;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Status;
import kraftaudit.replay.Step;
import kraftaudit.replay.VoterChange;
import kraftaudit.replay.VoterSet;

/** V: voters and kraft.version. */
final class VoterRules {
    static final List<Rule> ROWS = List.of(
        new Rule("V01", "No two voters of a set share a node id or a directory id", VIOLATION, Set.of(), List.of(),
            (Check.OnCluster) VoterRules::unique),
        new Rule("V02", "Every voter has a directory id", IRREGULAR, Set.of(), List.of(), (Check.OnCluster) VoterRules::directoryIds),
        new Rule("V03", "A voter set is never empty", VIOLATION, Set.of(), List.of(), (Check.OnCluster) VoterRules::notEmpty),
        new Rule("V04", "One voter is added, removed or updated at a time", IRREGULAR, Set.of(Need.VOTERS), List.of(),
            (Check.OnCluster) VoterRules::oneStep),
        new Rule("V05", "Majorities of neighbouring voter sets overlap", VIOLATION, Set.of(Need.VOTERS), List.of(),
            (Check.OnCluster) VoterRules::overlap),
        new Rule("V06", "kraft.version is recorded as a control record alone", IRREGULAR, Set.of(Need.LOG), List.of(),
            (Check.OnCluster) VoterRules::kraftVersionFeature),
        new Rule("V07", "Every registered controller is a voter", NOTE, Set.of(Need.VOTERS), List.of(),
            (Check.OnCluster) VoterRules::registrations));

    private VoterRules() {
    }

    /** A recorded set, where it stands, and whether it is proven committed; empty for sets outside of the log. */
    private record Recorded(Where where, VoterSet set, Optional<Status> status) {
    }

    /** Every distinct set of the log, then those of checkpoints that the log does not have. */
    private static List<Recorded> sets(ClusterInput input) {
        List<Recorded> sets = new ArrayList<>();
        Set<VoterSet> seen = new LinkedHashSet<>();
        for (ClusterInput.Own own : input.lineages()) {
            for (Step<VoterSet> step : own.branch().state().voters().steps()) {
                if (step.value().isPresent() && own.has(step.offset())) {
                    Cause at = step.record();
                    Optional<Status> status = at.epoch() < 0 ? Optional.empty() : Optional.of(input.cluster().status(at.offset(), at.epoch()));
                    sets.add(new Recorded(Where.cause(at), step.value().get(), status));
                    seen.add(step.value().get());
                }
            }
        }
        for (ReplicaHistory replica : input.cluster().replicas()) {
            List<CheckpointFacts> all = new ArrayList<>(replica.checkpoints());
            all.addAll(replica.bootstraps());
            for (CheckpointFacts checkpoint : all) {
                if (checkpoint.voters().isPresent() && seen.add(checkpoint.voters().get())) {
                    sets.add(new Recorded(votersRecord(checkpoint), checkpoint.voters().get(), Optional.empty()));
                }
            }
        }
        return sets;
    }

    private static Where votersRecord(CheckpointFacts checkpoint) {
        return checkpoint.scan().stream().flatMap(scan -> scan.events().stream()).filter(Event.Voters.class::isInstance).map(Event::at)
            .findFirst().map(at -> Where.inCheckpoint(checkpoint.replica(), at)).orElse(Where.file(checkpoint.replica(), checkpoint.file()));
    }

    private static void unique(ClusterInput input, Verdict verdict) {
        for (Recorded recorded : sets(input)) {
            verdict.examined();
            Map<Integer, List<Voter>> byId = new LinkedHashMap<>();
            Map<DirectoryId, List<Voter>> byDirectory = new LinkedHashMap<>();
            for (Voter voter : recorded.set().voters()) {
                byId.computeIfAbsent(voter.id(), id -> new ArrayList<>()).add(voter);
                if (!voter.directoryId().isZero()) {
                    byDirectory.computeIfAbsent(voter.directoryId(), id -> new ArrayList<>()).add(voter);
                }
            }
            byId.values().stream().filter(same -> same.size() > 1).forEach(same ->
                verdict.broken(recorded.where(), "node id " + same.get(0).id(), "one voter; majorities count it once", shown(same)));
            byDirectory.values().stream().filter(same -> same.stream().map(Voter::id).distinct().count() > 1).forEach(same ->
                verdict.broken(recorded.where(), "directory id " + same.get(0).directoryId(), "one voter", shown(same)));
        }
    }

    private static void directoryIds(ClusterInput input, Verdict verdict) {
        for (Recorded recorded : sets(input)) {
            for (Voter voter : recorded.set().voters()) {
                verdict.examined();
                if (voter.directoryId().isZero()) {
                    verdict.broken(recorded.where(), "voter " + voter.id(), "a directory id",
                        "no directory id; the voter is matched by node id alone");
                }
            }
        }
    }

    private static void notEmpty(ClusterInput input, Verdict verdict) {
        for (Recorded recorded : sets(input)) {
            verdict.examined();
            if (recorded.set().voters().isEmpty()) {
                boolean committed = recorded.status().filter(s -> s == Status.PROVEN).isPresent();
                verdict.broken(committed ? VIOLATION : IRREGULAR, recorded.where(), "voter set", "at least one voter",
                    "no voter, so no majority" + (committed ? ", and the record is committed" : ""));
            }
        }
    }

    /** Two sets that follow each other in a lineage without anything unknown between them. */
    private record Change(Step<VoterSet> before, Step<VoterSet> after) {
        VoterSet from() {
            return before.value().orElseThrow();
        }

        VoterSet to() {
            return after.value().orElseThrow();
        }
    }

    private static List<Change> changes(ClusterInput input) {
        List<Change> changes = new ArrayList<>();
        for (ClusterInput.Own own : input.lineages()) {
            Step<VoterSet> last = null;
            for (Step<VoterSet> step : own.branch().state().voters().steps()) {
                boolean here = step.known() && step.value().isPresent();
                if (here && last != null && own.has(step.offset()) && !step.value().equals(last.value())) {
                    changes.add(new Change(last, step));
                }
                last = here ? step : null;
            }
        }
        return changes;
    }

    private static void oneStep(ClusterInput input, Verdict verdict) {
        for (Change change : changes(input)) {
            verdict.examined();
            VoterChange what = change.from().changeTo(change.to());
            if (what.steps() > 1) {
                verdict.broken(Where.cause(change.after().record()), "voters " + between(change), "one voter at a time",
                    what.steps() + " at once: " + shown(what));
            }
        }
    }

    private static void overlap(ClusterInput input, Verdict verdict) {
        for (Change change : changes(input)) {
            verdict.examined();
            if (!change.from().voters().isEmpty() && !change.to().voters().isEmpty() && !change.from().majoritiesOverlap(change.to())) {
                verdict.broken(Where.cause(change.after().record()), "voters " + between(change),
                    "majorities that always share a voter",
                    ids(change.from()) + " to " + ids(change.to()) + ", whose majorities can miss each other; proofs do not cross this step");
            }
        }
    }

    private static String between(Change change) {
        return "from offset " + change.before().record().offset() + " to " + change.after().record().offset();
    }

    private static void kraftVersionFeature(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            for (LogState.Sourced sourced : own.events()) {
                if (sourced.event() instanceof Event.FeatureLevel feature) {
                    verdict.examined();
                    if (feature.name().equals("kraft.version")) {
                        verdict.broken(Where.event(sourced), "FeatureLevelRecord kraft.version " + feature.level(),
                            "a KRaftVersion control record", "a data record, which Kafka ignores");
                    }
                }
            }
        }
    }

    private static void registrations(ClusterInput input, Verdict verdict) {
        input.cluster().main().ifPresent(branch -> {
            Map<Integer, LogState.Sourced> registered = new HashMap<>();
            for (LogState.Sourced sourced : branch.state().events()) {
                if (sourced.event() instanceof Event.RegisterController controller) {
                    registered.put(controller.controllerId(), sourced);
                } else if (sourced.event() instanceof Event.UnregisterController gone) {
                    registered.remove(gone.controllerId());
                }
            }
            Step<VoterSet> last = branch.state().voters().at(branch.line().endOffset());
            if (!last.known() || last.value().isEmpty()) {
                verdict.undecided("which registered controllers are voters, as the last voter set is unknown");
                return;
            }
            registered.values().stream().sorted(java.util.Comparator.comparingLong(s -> s.event().at().offset())).forEach(sourced -> {
                verdict.examined();
                Event.RegisterController controller = (Event.RegisterController) sourced.event();
                if (!last.value().get().hasId(controller.controllerId())) {
                    RecordAt at = controller.at();
                    VersionRange range = controller.features().get(LogState.METADATA_VERSION);
                    String holds = range == null ? "" : "; it supports metadata.version " + range.max()
                        + " at most, and an upgrade beyond has to wait for it";
                    verdict.broken(Where.event(sourced), "controller " + controller.controllerId(), "",
                        "registered at offset " + at.offset() + " and no voter" + holds);
                }
            });
        });
    }

    static String shown(List<Voter> voters) {
        return voters.stream().map(v -> v.id() + (v.directoryId().isZero() ? "" : " (" + v.directoryId() + ")")).collect(Collectors.joining(", "));
    }

    private static String shown(VoterChange change) {
        List<String> parts = new ArrayList<>();
        if (!change.added().isEmpty()) {
            parts.add("added " + shown(change.added()));
        }
        if (!change.removed().isEmpty()) {
            parts.add("removed " + shown(change.removed()));
        }
        if (!change.updated().isEmpty()) {
            parts.add("updated " + shown(change.updated()));
        }
        return String.join(", ", parts);
    }

    /** Such as {@code {1, 2, 3}}. */
    static String ids(VoterSet set) {
        return set.ids().stream().map(String::valueOf).collect(Collectors.joining(", ", "{", "}"));
    }
}
