package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import kraftaudit.reader.Event;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Branch;
import kraftaudit.replay.Cause;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Proof;
import kraftaudit.replay.Status;
import kraftaudit.replay.Step;
import kraftaudit.replay.VoterChange;
import kraftaudit.replay.VoterSet;

/** V04, V05, V10 and V16 to V18: how one voter set follows another. */
final class VoterChangeRules {
    private VoterChangeRules() {
    }

    /** Two sets that follow each other in a lineage without anything unknown between them. */
    private record Change(Step<VoterSet> before, Step<VoterSet> after) {
        VoterSet from() {
            return before.value().orElseThrow();
        }

        VoterSet to() {
            return after.value().orElseThrow();
        }

        Where where() {
            return Where.cause(after.record());
        }

        String subject() {
            return "voters from offset " + before.record().offset() + " to " + after.record().offset();
        }
    }

    /** The changes of a lineage's own; where one is hidden the verdict is told. */
    private static List<Change> changes(ClusterInput.Own own, Verdict verdict) {
        List<Change> changes = new ArrayList<>();
        Step<VoterSet> last = null;
        boolean hidden = false;
        for (Step<VoterSet> step : own.branch().state().voters().steps()) {
            boolean here = step.known() && step.value().isPresent();
            if (here && last != null && own.has(step.offset())) {
                if (hidden) {
                    verdict.undecided("how the voters of offset " + last.record().offset() + " became those of "
                        + step.record().offset() + ", as no copy holds all of the log between");
                } else if (!step.value().equals(last.value())) {
                    changes.add(new Change(last, step));
                }
            }
            hidden = !here && (hidden || last != null && !step.known());
            last = here ? step : step.known() ? null : last;
        }
        return changes;
    }

    private static List<Change> changes(ClusterInput input, Verdict verdict) {
        return input.lineages().stream().flatMap(own -> changes(own, verdict).stream()).toList();
    }

    // ---- V04, V05 ----

    static void oneStep(ClusterInput input, Verdict verdict) {
        for (Change change : changes(input, verdict)) {
            verdict.examined();
            VoterChange what = change.from().changeTo(change.to());
            if (what.steps() > 1) {
                verdict.broken(change.where(), change.subject(), "one voter at a time",
                    what.steps() + " at once: " + VoterDifference.between(change.from(), change.to()).text());
            }
        }
    }

    static void overlap(ClusterInput input, Verdict verdict) {
        for (Change change : changes(input, verdict)) {
            verdict.examined();
            if (!change.from().voters().isEmpty() && !change.to().voters().isEmpty() && !change.from().majoritiesOverlap(change.to())) {
                verdict.broken(change.where(), change.subject(), "majorities that always share a voter", VoterSets.ids(change.from()) + " to "
                    + VoterSets.ids(change.to()) + ", whose majorities can miss each other; proofs do not cross this step");
            }
        }
    }

    // ---- V10 ----

    static void notLost(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            Set<Long> lost = new HashSet<>();
            Set<Long> first = inFirstBatches(own);
            long proven = own.branch().provenHeldEnd();
            Optional<VoterSet> before = Optional.empty();
            for (Step<VoterSet> step : own.branch().state().voters().steps()) {
                // The first set of a log is mostly that of a zero checkpoint, written down by whoever leads.
                boolean change = isRecord(step) && !step.value().equals(before) && (before.isPresent() || !first.contains(step.offset()));
                if (change && own.has(step.offset())) {
                    verdict.examined();
                    if (step.offset() >= proven && input.cluster().status(step.cause().offset(), step.cause().epoch()) == Status.LOST) {
                        lost.add(step.offset());
                    }
                }
                before = step.value();
            }
            if (!lost.isEmpty()) {
                Transitions.of(input.cluster(), own.branch()).stream().filter(t -> lost.contains(t.offset()))
                    .filter(t -> t.change() instanceof Transition.Voters).forEach(t -> verdict.broken(Where.cause(t.appended()),
                        "voter change at " + t.offset(), "", lost((Transition.Voters) t.change(), t)));
            }
        }
        verdict.otherwise("no voter change is recorded");
    }

    private static String lost(Transition.Voters voters, Transition transition) {
        String what = voters.difference().map(VoterDifference::text).orElse("voters " + VoterSets.ids(voters.after()));
        Optional<Proof> proof = transition.proofs().stream().findFirst();
        String to = proof.map(p -> "; lost to " + (p.epoch().isPresent() ? "epoch " + p.epoch().getAsInt() : "another branch") + ", proven by "
            + p.kind() + shownAt(p)).orElse("");
        return "lost: " + what + "; only on " + String.join(", ", transition.holders()) + to;
    }

    private static String shownAt(Proof proof) {
        return proof.evidence().stream().findFirst().filter(e -> !e.replica().isEmpty())
            .map(e -> " at " + (e.offset().isPresent() ? Locator.offset(e.replica(), e.offset().getAsLong()).text() : e.replica())).orElse("");
    }

    // ---- V16 ----

    static void afterTheLast(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            for (VoterSets.ControlBatch batch : VoterSets.batches(own)) {
                verdict.examined(batch.voters().isEmpty() ? 0 : 1);
                if (batch.voters().size() > 1) {
                    LogState.Sourced second = batch.voters().get(1);
                    verdict.broken(Where.event(second), "voters at offset " + second.event().at().offset(), "one voters record in a batch",
                        "the batch holds " + batch.voters().size() + ": the first, at " + batch.voters().get(0).event().at().offset()
                            + ", cannot have been committed before");
                }
            }
            pendingAtOnce(own, verdict);
        }
        verdict.otherwise("no voters are recorded in the log");
    }

    /**
     * A change is refused until the one before is committed. So it shows the earlier one committed, if it was made from that
     * one's set: then the proof stands at the later change itself.
     */
    private static void pendingAtOnce(ClusterInput.Own own, Verdict verdict) {
        NavigableMap<Long, Long> provenBy = provenBy(own.branch());
        Set<Long> apart = inFirstBatches(own);
        VoterSets.batches(own).forEach(b -> b.voters().stream().skip(1).forEach(s -> apart.add(s.event().at().offset())));
        List<Step<VoterSet>> steps = own.branch().state().voters().steps();
        for (int i = 1; i < steps.size(); i++) {
            Step<VoterSet> before = steps.get(i - 1);
            Step<VoterSet> step = steps.get(i);
            boolean change = isRecord(before) && isRecord(step) && own.has(step.offset()) && !apart.contains(step.offset());
            Map.Entry<Long, Long> proven = provenBy.floorEntry(step.offset());
            if (change && (proven == null || proven.getValue() <= before.offset())) {
                Optional<Step<VoterSet>> older = i < 2 ? Optional.empty() : Optional.of(steps.get(i - 2));
                verdict.broken(Where.cause(step.record()), "voters at offset " + step.offset(), "that the change at " + before.offset()
                    + " was committed first", "nothing in the log up to here shows it" + olderBase(older, before, step));
            }
        }
    }

    /** The offsets of voters records that stand in the first batch of their epoch. */
    private static Set<Long> inFirstBatches(ClusterInput.Own own) {
        Set<Long> first = new HashSet<>();
        VoterSets.batches(own).stream().filter(b -> b.leaderChange().isPresent()).forEach(b -> b.voters().forEach(s -> first.add(s.event().at().offset())));
        return first;
    }

    private static boolean isRecord(Step<VoterSet> step) {
        return step.value().isPresent() && step.cause().kind() == Cause.Kind.RECORD;
    }

    /** By the offset at which a proof stands: the exclusive end of what is proven so far. */
    private static NavigableMap<Long, Long> provenBy(Branch branch) {
        NavigableMap<Long, Long> ends = new TreeMap<>();
        branch.proofs().forEach(p -> ends.merge(Transition.shownAt(p, branch.line().endOffset()), p.endOffset(), Math::max));
        long most = 0;
        for (Map.Entry<Long, Long> end : ends.entrySet()) {
            most = Math.max(most, end.getValue());
            end.setValue(most);
        }
        return ends;
    }

    /** The set that a record is one step from, where it is not the one in force: then it was made from that older set. */
    private static String olderBase(Optional<Step<VoterSet>> older, Step<VoterSet> pending, Step<VoterSet> made) {
        return older.filter(base -> base.value().filter(set -> set.changeTo(made.value().orElseThrow()).steps() <= 1).isPresent())
            .map(base -> "; it is one step from the set of offset " + base.record().offset() + ", from which it was made, and takes back the change at "
                + pending.offset()).orElse("");
    }

    // ---- V17 ----

    static void firstBatch(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            for (VoterSets.ControlBatch batch : VoterSets.batches(own)) {
                Step<VoterSet> before = own.branch().state().voters().at(batch.baseOffset() - 1);
                if (batch.leaderChange().isPresent() && !batch.voters().isEmpty() && before.value().isPresent()) {
                    verdict.examined();
                    int leader = batch.leaderChange().get().leaderId();
                    VoterSet after = new VoterSet(((Event.Voters) batch.first().event()).voters());
                    VoterChange change = before.value().get().changeTo(after);
                    boolean others = change.updated().stream().anyMatch(voter -> voter.id() != leader);
                    if (!change.keepsMembers() || others) {
                        verdict.broken(change.keepsMembers() ? IRREGULAR : VIOLATION, Where.event(batch.first()), "epoch " + batch.leaderChange().get().at().epoch(),
                            "a change of the entry of leader " + leader + " alone", VoterDifference.between(before.value().get(), after).text());
                    }
                }
            }
        }
        verdict.otherwise("no epoch begins with a voters record behind one that is known");
    }

    // ---- V18 ----

    static void notAgain(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            Map<Integer, Removal> removed = new HashMap<>();
            for (Change change : changes(new ClusterInput.Own(own.branch(), -1), verdict)) {
                VoterChange what = change.from().changeTo(change.to());
                verdict.examined(own.has(change.after().offset()) ? 1 : 0);
                for (Voter voter : what.added()) {
                    Removal removal = removed.remove(voter.id());
                    if (removal != null && own.has(change.after().offset())) {
                        again(verdict, change, voter, removal);
                    }
                }
                what.removed().stream().filter(voter -> !change.to().hasId(voter.id()))
                    .forEach(voter -> removed.put(voter.id(), new Removal(voter, change.after().record())));
            }
        }
    }

    private record Removal(Voter voter, Cause record) {
    }

    private static void again(Verdict verdict, Change change, Voter voter, Removal removal) {
        Cause added = change.after().record();
        boolean timed = removal.record().timestamp() > 0 && added.timestamp() >= removal.record().timestamp();
        String after = timed ? ", " + (added.timestamp() - removal.record().timestamp()) / 1000 + " s later" : "";
        String directory = voter.directoryId().equals(removal.voter().directoryId()) ? "with the same directory id"
            : "with another directory id, " + voter.directoryId() + " for " + removal.voter().directoryId();
        verdict.broken(change.where(), "voter " + voter.id(), "", "removed at offset " + removal.record().offset() + " and added again at "
            + added.offset() + after + ", " + directory);
    }
}
