package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        for (Branch branch : input.cluster().branches()) {
            for (Transition transition : Transitions.of(input.cluster(), branch)) {
                if (transition.change() instanceof Transition.Voters voters && !onlyRepeats(branch, voters, transition)) {
                    verdict.examined();
                    if (transition.status() == Status.LOST) {
                        verdict.broken(Where.cause(transition.appended()), "voter change at " + transition.offset(), "", lost(voters, transition));
                    }
                }
            }
        }
        verdict.otherwise("no voter change is recorded");
    }

    /** Whether a record writes down again what was in force: a set of the zero checkpoint, or the same set. */
    private static boolean onlyRepeats(Branch branch, Transition.Voters voters, Transition transition) {
        boolean inFirstBatch = branch.state().events().stream().map(LogState.Sourced::event)
            .filter(e -> e.at().offset() == transition.offset() && e instanceof Event.Voters)
            .anyMatch(e -> branch.state().events().stream().map(LogState.Sourced::event)
                .anyMatch(l -> l instanceof Event.LeaderChange && l.at().baseOffset() == e.at().baseOffset()));
        return voters.difference().map(VoterDifference::isEmpty).orElse(inFirstBatch);
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
            pendingAtOnce(input, own, verdict);
        }
        verdict.otherwise("no voters are recorded in the log");
    }

    /** A change is refused until the one before is committed, so that it shows the earlier one committed, unless it is made from an older set. */
    private static void pendingAtOnce(ClusterInput input, ClusterInput.Own own, Verdict verdict) {
        List<Step<VoterSet>> steps = own.branch().state().voters().steps();
        for (Transition transition : Transitions.of(input.cluster(), own.branch())) {
            if (transition.change() instanceof Transition.Voters && transition.appended().kind() == Cause.Kind.RECORD && !beginsEpoch(own, transition.offset())) {
                transition.overlaps().stream().filter(o -> steps.stream().anyMatch(s -> s.offset() == o && s.cause().kind() == Cause.Kind.RECORD))
                    .reduce((a, b) -> b).ifPresent(pending -> verdict.broken(Where.cause(transition.appended()), "voters at offset " + transition.offset(),
                        "that the change at " + pending + " was committed first", "nothing in the log up to here shows it" + olderBase(own, transition.offset(), pending)));
            }
        }
    }

    private static boolean beginsEpoch(ClusterInput.Own own, long offset) {
        return VoterSets.batches(own).stream().anyMatch(b -> b.leaderChange().isPresent() && b.baseOffset() <= offset && offset <= b.lastOffset());
    }

    /** The set that a record is one step from, where it is not the one in force: then it was made from that older set. */
    private static String olderBase(ClusterInput.Own own, long offset, long pending) {
        VoterSet made = own.branch().state().voters().at(offset).value().orElseThrow();
        Step<VoterSet> older = own.branch().state().voters().at(pending - 1);
        return older.value().filter(base -> base.changeTo(made).steps() <= 1)
            .map(base -> "; it is one step from the set of offset " + older.record().offset() + ", from which it was made, and takes back the change at " + pending)
            .orElse("");
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
