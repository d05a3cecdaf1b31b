package kraftaudit.audit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import kraftaudit.reader.Event;
import kraftaudit.reader.RecordAt;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Step;
import kraftaudit.replay.Steps;
import kraftaudit.replay.Transaction;

/** The ClusterIdRecords of a lineage that take effect, and how they stand to its metadata.version records. */
public final class ClusterIdRecords {
    private final LogState state;
    private final Set<Long> dropped = new HashSet<>();

    ClusterIdRecords(LogState state) {
        this.state = state;
        for (Transaction transaction : state.transactions()) {
            if (transaction.outcome() != Transaction.Outcome.ENDED) {
                transaction.held().forEach(e -> dropped.add(e.at().offset()));
            }
        }
    }

    /** Those outside of transactions that were aborted, left open or cut, in the order of offsets. */
    public static List<LogState.Sourced> applied(LogState state) {
        ClusterIdRecords records = new ClusterIdRecords(state);
        return state.events().stream().filter(s -> s.event() instanceof Event.ClusterId && !records.dropped.contains(s.event().at().offset()))
            .toList();
    }

    /** The node that wrote a record: the leader of its epoch, where its LeaderChange is here. */
    public static OptionalInt writer(LogState state, RecordAt at) {
        return state.events().stream().map(LogState.Sourced::event)
            .filter(e -> e instanceof Event.LeaderChange && e.at().epoch() == at.epoch())
            .mapToInt(e -> ((Event.LeaderChange) e).leaderId()).findFirst();
    }

    List<LogState.Sourced> applied() {
        return applied(state);
    }

    /** The level once everything is applied that was appended as one with a record: its transaction, or its batch. */
    Step<Integer> levelBeside(RecordAt at) {
        long until = transaction(at).flatMap(Transaction::end).map(RecordAt::offset).orElse(at.offset());
        for (LogState.Sourced sourced : state.events()) {
            RecordAt other = sourced.event().at();
            if (other.baseOffset() == at.baseOffset() && other.epoch() == at.epoch() && transaction(other).isEmpty()) {
                until = Math.max(until, other.offset());
            }
        }
        return level().at(until);
    }

    Steps<Integer> level() {
        return VersionRules.steps(state);
    }

    /** The offset from which a record counts. */
    long effective(RecordAt at) {
        return transaction(at).flatMap(Transaction::end).map(RecordAt::offset).orElse(at.offset());
    }

    /** Whether two records were appended as one: in one transaction, or in one batch. */
    boolean beside(RecordAt one, RecordAt other) {
        Optional<Transaction> in = transaction(one);
        return in.isPresent() && in.equals(transaction(other))
            || one.baseOffset() == other.baseOffset() && one.epoch() == other.epoch() && one.place().file().equals(other.place().file());
    }

    private Optional<Transaction> transaction(RecordAt at) {
        return state.transactions().stream().filter(t -> t.begin().at().offset() < at.offset()
            && t.held().stream().anyMatch(e -> e.at().offset() == at.offset())).findFirst();
    }

    /** The metadata.version record behind a step. */
    Optional<RecordAt> levelRecord(Step<Integer> step) {
        return state.events().stream().filter(s -> s.event() instanceof Event.FeatureLevel f
            && f.name().equals(LogState.METADATA_VERSION) && f.at().offset() == step.record().offset()).map(s -> s.event().at()).findFirst();
    }

    /**
     * A range of offsets over which metadata.version supports the record.
     *
     * @param from   step that begins it
     * @param before the step before, unknown where the beginning is not in the files
     * @param end    exclusive, as an offset
     * @param open   whether it lasts to the end of the log
     */
    record Support(Step<Integer> from, Optional<Step<Integer>> before, long end, boolean open) {
        int level() {
            return from.value().orElseThrow();
        }

        /** Whether the files show the level being raised from one that does not support it. */
        boolean begins() {
            return before.isEmpty() || before.get().known();
        }
    }

    /** Every range of support, in order. */
    List<Support> supports(int firstLevel, long logEnd) {
        List<Support> supports = new ArrayList<>();
        if (level() == null) {
            return supports;
        }
        Step<Integer> from = null;
        Optional<Step<Integer>> before = Optional.empty();
        Step<Integer> last = null;
        for (Step<Integer> step : level().steps()) {
            boolean supported = step.known() && step.value().isPresent() && step.value().get() >= firstLevel;
            if (supported && from == null) {
                from = step;
                before = Optional.ofNullable(last);
            } else if (!supported && from != null) {
                supports.add(new Support(from, before, step.offset(), false));
                from = null;
            }
            last = step;
        }
        if (from != null) {
            supports.add(new Support(from, before, Math.max(logEnd, from.offset() + 1), true));
        }
        return supports;
    }
}
