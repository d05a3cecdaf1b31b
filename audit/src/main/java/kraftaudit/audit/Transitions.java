package kraftaudit.audit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import kraftaudit.reader.Event;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Cause;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Proof;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Status;
import kraftaudit.replay.Step;
import kraftaudit.replay.VoterSet;

/** Lists the changes of voters and kraft.version of a branch. */
public final class Transitions {
    private final CaptureHistory history;
    private final Branch branch;
    /** Earlier changes that are named beside one that overlaps with them; the latest of them are. */
    private static final int OVERLAPS_KEPT = 8;

    private final Map<Long, Long> baseOffsets = new HashMap<>();
    private final Map<Integer, Leader> leaders;

    private Transitions(CaptureHistory history, Branch branch) {
        this.history = history;
        this.branch = branch;
        this.leaders = Leader.all(history, branch);
        for (LogState.Sourced sourced : branch.state().events()) {
            if (sourced.event() instanceof Event.Voters || sourced.event() instanceof Event.KRaftVersion) {
                baseOffsets.put(sourced.event().at().offset(), sourced.event().at().baseOffset());
            }
        }
    }

    /** The changes on every branch; what branches share is listed for the first of them alone. */
    public static List<Transition> of(CaptureHistory history) {
        return history.branches().stream().flatMap(branch -> of(history, branch).stream()).toList();
    }

    /** The changes of a branch in the order of offsets, those of a branch that is not the main one from its fork on. */
    public static List<Transition> of(CaptureHistory history, Branch branch) {
        long from = branch.forkOffset().orElse(-1);
        return all(history, branch).stream().filter(t -> t.offset() >= from).toList();
    }

    /** The changes of a branch, with those that it shares with others. */
    static List<Transition> all(CaptureHistory history, Branch branch) {
        Transitions listing = new Transitions(history, branch);
        List<Transition> transitions = new ArrayList<>(listing.voters());
        transitions.addAll(listing.levels());
        transitions.sort(Comparator.comparingLong(Transition::offset));
        return listing.withOverlaps(transitions);
    }

    private List<Transition> voters() {
        List<Step<VoterSet>> steps = branch.state().voters().steps();
        List<Transition> found = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            if (isChange(steps, i)) {
                Optional<Step<VoterSet>> before = before(steps, i);
                boolean fixed = before.map(s -> s.known() && s.value().isEmpty()).orElse(false) && wasStatic(steps.get(i));
                found.add(transition(new Transition.Voters(before.flatMap(Step::value), fixed ? branch.staticVoters().ids() : List.of(),
                    before.map(Step::known).orElse(false), isFormatted(before), steps.get(i).value().orElseThrow()), steps.get(i).cause()));
            }
        }
        return found;
    }

    /** Whether kraft.version was 0 before the batch of a record; before the first batch of a log nothing was in force. */
    private boolean wasStatic(Step<?> step) {
        long before = baseOffsets.getOrDefault(step.offset(), step.offset()) - 1;
        Step<Integer> level = branch.state().kraftVersion().at(before);
        return before >= 0 && level.known() && level.value().orElse(0) == 0;
    }

    private List<Transition> levels() {
        List<Step<Integer>> steps = branch.state().kraftVersion().steps();
        List<Transition> found = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            if (isChange(steps, i)) {
                Optional<Step<Integer>> before = before(steps, i);
                OptionalInt level = before.isPresent() && before.get().known() ? OptionalInt.of(before.get().value().orElse(0)) : OptionalInt.empty();
                found.add(transition(new Transition.KRaftVersion(level, isFormatted(before), steps.get(i).value().orElseThrow()), steps.get(i).cause()));
            }
        }
        return found;
    }

    /** Records, and checkpoints that show another value than the last one known: their record is in no copy. */
    private static <T> boolean isChange(List<Step<T>> steps, int index) {
        Step<T> step = steps.get(index);
        boolean checkpoint = step.cause().kind() == Cause.Kind.CHECKPOINT;
        if (step.value().isEmpty() || !checkpoint && step.cause().kind() != Cause.Kind.RECORD) {
            return false;
        }
        return !checkpoint || lastKnown(steps, index).map(value -> !value.equals(step.value().get())).orElse(true);
    }

    private static <T> Optional<T> lastKnown(List<Step<T>> steps, int index) {
        for (int i = index - 1; i >= 0; i--) {
            if (steps.get(i).value().isPresent()) {
                return steps.get(i).value();
            }
        }
        return Optional.empty();
    }

    /** The step before; of a checkpoint the last known one, since what lies between is in no copy. */
    private static <T> Optional<Step<T>> before(List<Step<T>> steps, int index) {
        int i = index - 1;
        if (steps.get(index).cause().kind() == Cause.Kind.CHECKPOINT) {
            while (i > 0 && steps.get(i).value().isEmpty()) {
                i--;
            }
        }
        return i < 0 ? Optional.empty() : Optional.of(steps.get(i));
    }

    private static boolean isFormatted(Optional<? extends Step<?>> before) {
        return before.map(step -> step.cause().kind() == Cause.Kind.ZERO_CHECKPOINT).orElse(false);
    }

    private Transition transition(Transition.Change change, Cause cause) {
        Status status = cause.kind() == Cause.Kind.RECORD ? history.status(cause.offset(), cause.epoch())
            : cause.offset() < branch.provenEnd() ? Status.PROVEN : Status.UNPROVEN;
        Leader known = leaders.get(cause.epoch());
        OptionalInt leader = known == null ? OptionalInt.empty() : OptionalInt.of(known.id());
        return new Transition(change, cause, leader, status, proofs(cause, status), List.of(), holders(cause), branch.line().endOffset());
    }

    private List<Proof> proofs(Cause cause, Status status) {
        Comparator<Proof> byPlace = Comparator.<Proof>comparingLong(p -> Transition.shownAt(p, branch.line().endOffset())).thenComparing(Proof::kind);
        if (status == Status.PROVEN) {
            List<Proof> own = branch.proofsOf(cause.offset());
            return (own.isEmpty() ? provenElsewhere(cause) : own).stream().sorted(byPlace).toList();
        }
        return status == Status.UNPROVEN ? List.of() : history.branches().stream()
            .filter(other -> other != branch && other.excludes(cause.offset(), cause.epoch()))
            .flatMap(other -> other.proofs().stream())
            .filter(proof -> proof.epoch().orElse(-1) > cause.epoch() || proof.endOffset() > cause.offset())
            .sorted(byPlace).toList();
    }

    private List<Proof> provenElsewhere(Cause cause) {
        return history.branches().stream()
            .filter(other -> other.line().epochAt(cause.offset()).equals(OptionalInt.of(cause.epoch())))
            .flatMap(other -> other.proofsOf(cause.offset()).stream()).distinct().toList();
    }

    private List<String> holders(Cause cause) {
        return history.replicas().stream().filter(replica -> holds(replica, cause)).map(replica -> replica.replica().name()).toList();
    }

    private static boolean holds(ReplicaHistory replica, Cause cause) {
        return cause.kind() == Cause.Kind.RECORD ? replica.line().epochAt(cause.offset()).equals(OptionalInt.of(cause.epoch()))
            : replica.checkpoints().stream().anyMatch(c -> c.id().endOffset() - 1 == cause.offset() && c.id().epoch() == cause.epoch());
    }

    private List<Transition> withOverlaps(List<Transition> transitions) {
        List<Transition> all = new ArrayList<>();
        Deque<Transition> open = new ArrayDeque<>();
        for (Transition transition : transitions) {
            open.removeIf(earlier -> earlier.pendingTo().orElse(Long.MAX_VALUE) <= transition.offset());
            List<Long> overlaps = open.stream().filter(earlier -> !oneBatch(earlier, transition)).map(Transition::offset).distinct().sorted().toList();
            all.add(new Transition(transition.change(), transition.appended(), transition.leader(), transition.status(), transition.proofs(),
                overlaps, transition.holders(), transition.logEnd()));
            open.add(transition);
            if (open.size() > OVERLAPS_KEPT) {
                open.removeFirst();
            }
        }
        return all;
    }

    private boolean oneBatch(Transition one, Transition other) {
        Long base = baseOffsets.get(one.offset());
        return one.offset() == other.offset() || base != null && base.equals(baseOffsets.get(other.offset()));
    }
}
