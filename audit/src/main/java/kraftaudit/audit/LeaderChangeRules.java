package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kraftaudit.reader.Event;
import kraftaudit.reader.VoterKey;
import kraftaudit.replay.Branch;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Step;
import kraftaudit.replay.VoterSet;

/** E06 to E08: what LeaderChange records say of the election. */
final class LeaderChangeRules {
    private LeaderChangeRules() {
    }

    private static Event.LeaderChange change(LogState.Sourced sourced) {
        return (Event.LeaderChange) sourced.event();
    }

    private static List<LogState.Sourced> changes(List<LogState.Sourced> events) {
        return events.stream().filter(s -> s.event() instanceof Event.LeaderChange).toList();
    }

    private static SortedSet<Integer> ids(List<VoterKey> voters) {
        return voters.stream().map(VoterKey::id).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String shown(SortedSet<Integer> ids) {
        return ids.isEmpty() ? "nobody" : ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String subject(Event.LeaderChange change) {
        return "epoch " + change.at().epoch();
    }

    // ---- E06 ----

    static void leaderListed(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            for (LogState.Sourced sourced : changes(own.events())) {
                Event.LeaderChange change = change(sourced);
                SortedSet<Integer> listed = ids(change.voters());
                verdict.examined();
                if (!listed.contains(change.leaderId()) && !justRemoved(own.branch().state(), change)) {
                    verdict.broken(Where.event(sourced), subject(change), "a leader among the voters listed, " + shown(listed),
                        "leader " + change.leaderId());
                }
            }
        }
    }

    /** Whether the latest voters record before the election took the leader out of the set. */
    private static boolean justRemoved(LogState state, Event.LeaderChange change) {
        Step<VoterSet> now = state.voters().at(change.at().offset() - 1);
        if (now.value().isEmpty() || now.offset() < 0 || now.value().get().hasId(change.leaderId())) {
            return false;
        }
        return state.voters().at(now.offset() - 1).value().filter(before -> before.hasId(change.leaderId())).isPresent();
    }

    // ---- E07 ----

    static void granted(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            for (LogState.Sourced sourced : changes(own.events())) {
                verdict.examined();
                granted(verdict, sourced, change(sourced));
            }
        }
    }

    private static void granted(Verdict verdict, LogState.Sourced sourced, Event.LeaderChange change) {
        SortedSet<Integer> listed = ids(change.voters());
        SortedSet<Integer> granting = ids(change.grantingVoters());
        SortedSet<Integer> outside = new TreeSet<>(granting);
        outside.removeAll(listed);
        int needed = listed.size() / 2 + 1;
        int counted = granting.size() - outside.size();
        if (counted < needed) {
            verdict.broken(Where.event(sourced), subject(change), "a majority of the voters listed, " + shown(listed),
                counted + " of " + listed.size() + " granted, " + needed + " needed");
        }
        if (!outside.isEmpty()) {
            verdict.broken(IRREGULAR, Where.event(sourced), subject(change), "granting voters among those listed, " + shown(listed),
                shown(outside) + (outside.size() == 1 ? " granted and is no listed voter" : " granted and are no listed voters"));
        }
        if (listed.contains(change.leaderId()) && !granting.contains(change.leaderId()) && counted >= needed) {
            verdict.broken(IRREGULAR, Where.event(sourced), subject(change), "leader " + change.leaderId() + " among the granting voters",
                shown(granting) + " granted");
        }
    }

    // ---- E08 ----

    /** The voters that an election went by, and where they are known from. */
    private record Expected(SortedSet<Integer> ids, String source) {
    }

    static void votersListed(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            List<LogState.Sourced> changes = changes(own.branch().state().events());
            Map<Long, Expected> besides = besides(own.branch());
            for (int i = 0; i < changes.size(); i++) {
                if (own.has(changes.get(i).event().at().offset())) {
                    votersListed(own.branch(), verdict, changes, i, besides);
                }
            }
        }
    }

    private static void votersListed(Branch branch, Verdict verdict, List<LogState.Sourced> changes, int index, Map<Long, Expected> besides) {
        LogState.Sourced sourced = changes.get(index);
        Event.LeaderChange change = change(sourced);
        Step<VoterSet> step = branch.state().voters().at(change.at().baseOffset() - 1);
        Expected beside = besides.get(change.at().baseOffset());
        List<Expected> expected = step.value().isPresent() ? List.of(new Expected(step.value().get().ids(), recorded(step)))
            : step.known() ? fixed(branch, changes, index) : beside == null ? List.of() : List.of(beside);
        if (expected.isEmpty() && !step.known()) {
            verdict.undecided("which voters the LeaderChange record at " + change.at().offset()
                + " should list, as those in force before it are not known");
        }
        verdict.examined(expected.isEmpty() ? 0 : 1);
        expected.stream().filter(wanted -> !wanted.ids().equals(ids(change.voters()))).findFirst().ifPresent(wanted ->
            verdict.broken(Where.event(sourced), subject(change), "voters " + shown(wanted.ids()) + ", " + wanted.source(),
                "voters " + shown(ids(change.voters()))));
    }

    private static String recorded(Step<VoterSet> step) {
        return switch (step.record().kind()) {
            case CHECKPOINT -> "as in the checkpoint that ends at " + (step.record().offset() + 1);
            case ZERO_CHECKPOINT -> "as in the zero checkpoint of " + step.record().replica();
            default -> "as recorded at " + step.record().offset();
        };
    }

    /**
     * Voters records by the base offset of their batch. One in the first batch of an epoch keeps all ids, so it tells them
     * where nothing before it does.
     */
    private static Map<Long, Expected> besides(Branch branch) {
        Map<Long, Expected> besides = new HashMap<>();
        branch.state().events().forEach(s -> {
            if (s.event() instanceof Event.Voters voters) {
                besides.putIfAbsent(voters.at().baseOffset(), new Expected(new VoterSet(voters.voters()).ids(), "as recorded beside it at " + voters.at().offset()));
            }
        });
        return besides;
    }

    /** The voters of a static quorum, as the election before listed them; of the last election as the configuration has them, too. */
    private static List<Expected> fixed(Branch branch, List<LogState.Sourced> changes, int index) {
        Step<Integer> level = branch.state().kraftVersion().at(changes.get(index).event().at().baseOffset() - 1);
        List<Expected> expected = new ArrayList<>();
        if (!level.known() || level.value().orElse(0) > 0) {
            return expected;
        }
        if (index > 0) {
            LogState.Sourced last = changes.get(index - 1);
            expected.add(new Expected(ids(change(last).voters()), "the static voters that the LeaderChange record at " + last.event().at().offset() + " lists"));
        }
        if (index == changes.size() - 1) {
            branch.staticVoters().claim().ifPresent(claim -> expected.add(new Expected(new TreeSet<>(claim.ids()), "the static voters by " + claim.source())));
        }
        return expected;
    }
}
