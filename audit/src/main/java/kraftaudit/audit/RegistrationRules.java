package kraftaudit.audit;

import static kraftaudit.audit.Severity.NOTE;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import kraftaudit.reader.Endpoint;
import kraftaudit.reader.VersionRange;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Branch;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Step;
import kraftaudit.replay.Steps;
import kraftaudit.replay.VoterSet;

/** V07 and V19 to V21: voters beside the registrations of controllers and brokers, as the main branch ends. */
final class RegistrationRules {
    private static final String KRAFT_VERSION = "kraft.version";
    /** 3.7-IV0, the first level at which controllers register. */
    private static final int FIRST_WITH_CONTROLLERS = 15;

    private RegistrationRules() {
    }

    /** Who is registered and who votes at the end of the main branch. */
    private record AtEnd(Branch branch, Registrations registrations, Step<VoterSet> voters) {
        /** The recorded voters, or the ids of a static quorum. */
        SortedSet<Integer> voterIds() {
            boolean fixed = voters.known() && voters.value().isEmpty();
            return voters.value().map(VoterSet::ids).orElse(fixed ? new TreeSet<>(branch.staticVoters().ids()) : new TreeSet<>());
        }

        Optional<Integer> level() {
            Steps<Integer> levels = VersionRules.steps(branch.state());
            return levels == null ? Optional.empty() : levels.at(branch.line().endOffset()).value();
        }
    }

    private static void atEnd(ClusterInput input, Verdict verdict, String unknown, Consumer<AtEnd> check) {
        input.cluster().main().ifPresent(branch -> {
            Registrations registrations = Registrations.of(input.cluster(), branch);
            if (registrations.whyNot().isEmpty()) {
                check.accept(new AtEnd(branch, registrations, branch.state().voters().at(Math.max(branch.line().endOffset(), Describe.end(branch)))));
            } else {
                verdict.undecided(unknown + ", as " + registrations.whyNot());
            }
        });
    }

    // ---- V07 ----

    static void controllersVote(ClusterInput input, Verdict verdict) {
        atEnd(input, verdict, "which registered controllers are voters", end -> {
            if (!end.voters().known()) {
                verdict.undecided("which registered controllers are voters, as the last voter set is unknown");
            } else if (end.voters().value().isPresent()) {
                for (Registrations.Registration controller : end.registrations().current()) {
                    if (controller.controller()) {
                        verdict.examined();
                        noVoter(verdict, controller, end.voters().value().get());
                    }
                }
            }
        });
    }

    private static void noVoter(Verdict verdict, Registrations.Registration controller, VoterSet voters) {
        // Of an empty set V03 tells.
        if (!voters.voters().isEmpty() && !voters.hasId(controller.node())) {
            VersionRange range = controller.features().get(LogState.METADATA_VERSION);
            String holds = range == null ? "" : "; it supports metadata.version " + range.max() + " at most, and an upgrade beyond has to wait for it";
            verdict.broken(controller.where(), controller.subject(), "", "registered " + controller.source() + " and no voter" + holds);
        }
    }

    // ---- V19 ----

    static void endpoints(ClusterInput input, Verdict verdict) {
        atEnd(input, verdict, "at which endpoints the voters registered", end -> {
            for (Voter voter : end.voters().value().map(VoterSet::voters).orElse(List.of())) {
                end.registrations().controller(voter.id()).ifPresent(registered -> {
                    verdict.examined();
                    List<String> differences = new ArrayList<>();
                    for (Endpoint recorded : voter.endpoints()) {
                        List<Endpoint> same = registered.endpoints().stream().filter(e -> e.name().equals(recorded.name())).toList();
                        if (!same.contains(recorded)) {
                            differences.add(same.isEmpty() ? "no listener " + recorded.name() : same.get(0).toString());
                        }
                    }
                    if (!differences.isEmpty()) {
                        verdict.broken(registered.where(), "voter " + voter.id(), voter.endpoints().stream().map(Endpoint::toString)
                            .collect(Collectors.joining(", ")) + ", as in the voters of offset " + end.voters().record().offset(),
                            "registered " + registered.source() + " with " + String.join(", ", differences));
                    }
                });
            }
        });
        verdict.otherwise("no voter is recorded and registered");
    }

    // ---- V20 ----

    static void levels(ClusterInput input, Verdict verdict) {
        atEnd(input, verdict, "which levels the registered nodes support", end -> {
            SortedMap<String, NavigableMap<Long, Step<Integer>>> levels = new TreeMap<>();
            end.branch().state().features().forEach((feature, steps) -> levels.put(feature, byOffset(steps)));
            levels.put(KRAFT_VERSION, byOffset(end.branch().state().kraftVersion()));
            for (Registrations.Registration node : end.registrations().all()) {
                verdict.examined();
                levels.forEach((feature, steps) -> Optional.ofNullable(node.features().get(feature))
                    .flatMap(range -> unsupported(steps, node, range))
                    .ifPresent(level -> verdict.broken(node.where(), node.subject(), "support of " + feature + " " + level.value().orElseThrow()
                        + ", in force from offset " + level.offset() + " on", "registered " + node.source() + " with support of "
                        + node.features().get(feature).min() + " to " + node.features().get(feature).max())));
            }
            blockers(verdict, end);
        });
        verdict.otherwise("no controller and no broker is registered");
    }

    private static NavigableMap<Long, Step<Integer>> byOffset(Steps<Integer> steps) {
        NavigableMap<Long, Step<Integer>> byOffset = new TreeMap<>();
        steps.steps().forEach(step -> byOffset.put(step.offset(), step));
        return byOffset;
    }

    /** The first level in force during a registration that lies outside of its range; a feature of level 0 is not in force. */
    private static Optional<Step<Integer>> unsupported(NavigableMap<Long, Step<Integer>> steps, Registrations.Registration node, VersionRange range) {
        long from = steps.floorKey(Math.max(node.from(), -1));
        return steps.subMap(from, true, Math.max(from, node.to()), false).values().stream()
            .filter(s -> s.value().filter(level -> level > 0 && !range.contains(level)).isPresent()).findFirst();
    }

    /** Voters and brokers that support less than others do; controllers that are no voters are told of by V07. */
    private static void blockers(Verdict verdict, AtEnd end) {
        SortedSet<Integer> voters = end.voterIds();
        List<Registrations.Registration> nodes = end.registrations().current().stream()
            .filter(node -> node.features().containsKey(LogState.METADATA_VERSION))
            .filter(node -> !node.controller() || voters.isEmpty() || voters.contains(node.node())).toList();
        int highest = nodes.stream().mapToInt(node -> node.features().get(LogState.METADATA_VERSION).max()).max().orElse(0);
        for (Registrations.Registration node : nodes) {
            int max = node.features().get(LogState.METADATA_VERSION).max();
            boolean below = end.level().filter(level -> level > max).isPresent();
            if (max < highest && !below) {
                verdict.broken(NOTE, node.where(), node.subject(), "", "registered " + node.source() + ", it supports metadata.version " + max
                    + " at most, others up to " + highest + ": it holds an upgrade back");
            }
        }
    }

    // ---- V21 ----

    static void votersRegistered(ClusterInput input, Verdict verdict) {
        atEnd(input, verdict, "which voters are registered controllers", end -> {
            if (end.level().filter(level -> level >= FIRST_WITH_CONTROLLERS).isEmpty()) {
                verdict.notApplicable("controllers register from metadata.version " + FIRST_WITH_CONTROLLERS + " on");
                return;
            }
            if (end.registrations().all().stream().noneMatch(Registrations.Registration::controller)) {
                verdict.notApplicable("no controller has registered so far");
                return;
            }
            for (int id : end.voterIds()) {
                verdict.examined();
                if (end.registrations().all().stream().noneMatch(r -> r.controller() && r.node() == id)) {
                    verdict.broken(end.voters().value().isPresent() ? Where.cause(end.voters().record()) : Where.nowhere(), "voter " + id, "",
                        "no registration as a controller, so that nobody knows which levels it supports");
                }
            }
        });
        verdict.otherwise("nothing tells who the voters are");
    }
}
