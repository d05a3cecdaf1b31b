package kraftaudit.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import kraftaudit.reader.Event;
import kraftaudit.reader.RecordAt;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Step;
import kraftaudit.replay.Steps;
import kraftaudit.replay.Transaction;

/** The ClusterIdRecords of a lineage that take effect, and how they stand to its metadata.version records. */
public final class ClusterIdRecords {
    private final LogState state;
    /** By the offset of their begin. */
    private final TreeMap<Long, Transaction> transactions = new TreeMap<>();
    /** By base offset: the last offset of an audited record in the batch that no transaction holds back. */
    private final Map<Long, Long> batchEnds = new HashMap<>();
    private final Map<Long, RecordAt> levelRecords = new HashMap<>();
    private final Map<Integer, Integer> leaders = new HashMap<>();
    private final List<LogState.Sourced> applied = new ArrayList<>();
    /** Where ids stand that take effect: base offsets of batches, and begins of transactions. */
    private final Set<Long> idBatches = new HashSet<>();
    private final Set<Long> idTransactions = new HashSet<>();

    private ClusterIdRecords(LogState state) {
        this.state = state;
        state.transactions().forEach(t -> transactions.put(t.begin().at().offset(), t));
        for (LogState.Sourced sourced : state.events()) {
            RecordAt at = sourced.event().at();
            Optional<Transaction> transaction = transaction(at);
            if (transaction.isEmpty()) {
                batchEnds.merge(at.baseOffset(), at.offset(), Math::max);
            }
            if (sourced.event() instanceof Event.FeatureLevel level && level.name().equals(LogState.METADATA_VERSION)) {
                levelRecords.put(at.offset(), at);
            }
            if (sourced.event() instanceof Event.ClusterId
                && transaction.map(t -> t.outcome() == Transaction.Outcome.ENDED).orElse(true)) {
                applied.add(sourced);
                transaction.ifPresentOrElse(t -> idTransactions.add(t.begin().at().offset()), () -> idBatches.add(at.baseOffset()));
            }
            if (sourced.event() instanceof Event.LeaderChange change) {
                leaders.putIfAbsent(at.epoch(), change.leaderId());
            }
        }
    }

    /** Those of a lineage. */
    public static ClusterIdRecords of(LogState state) {
        return new ClusterIdRecords(state);
    }

    /** Those outside of transactions that were aborted, left open or cut, in the order of offsets. */
    public List<LogState.Sourced> applied() {
        return List.copyOf(applied);
    }

    /** The node that wrote a record: the leader of its epoch, where its LeaderChange is here. */
    public OptionalInt writer(RecordAt at) {
        Integer leader = leaders.get(at.epoch());
        return leader == null ? OptionalInt.empty() : OptionalInt.of(leader);
    }

    /** The level once everything is applied that was appended as one with a record: its transaction, or its batch. */
    Step<Integer> levelBeside(RecordAt at) {
        long until = transaction(at).flatMap(Transaction::end).map(RecordAt::offset).orElse(at.offset());
        return level().at(Math.max(until, batchEnds.getOrDefault(at.baseOffset(), until)));
    }

    Steps<Integer> level() {
        return VersionRules.steps(state);
    }

    /** Whether a record that takes effect was appended as one with another: in one transaction, or in one batch. */
    boolean isBeside(RecordAt level) {
        Optional<Transaction> in = transaction(level);
        return in.isPresent() ? idTransactions.contains(in.get().begin().at().offset()) : idBatches.contains(level.baseOffset());
    }

    /** The transaction that holds a record back; its begin and end belong to none. */
    private Optional<Transaction> transaction(RecordAt at) {
        return Optional.ofNullable(transactions.lowerEntry(at.offset())).map(Map.Entry::getValue).filter(t -> holds(t, at.offset()));
    }

    private static boolean holds(Transaction transaction, long offset) {
        List<Event> held = transaction.held();
        int low = 0;
        int high = held.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long there = held.get(middle).at().offset();
            if (there == offset) {
                return true;
            }
            if (there < offset) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return false;
    }

    /** The metadata.version record behind a step. */
    Optional<RecordAt> levelRecord(Step<Integer> step) {
        return Optional.ofNullable(levelRecords.get(step.record().offset()));
    }

    /** The steps in {@code [from, to)}. */
    static <T> List<Step<T>> within(Steps<T> steps, long from, long to) {
        return steps.steps().subList(firstAtOrAbove(steps, from), Math.max(firstAtOrAbove(steps, from), firstAtOrAbove(steps, to)));
    }

    private static int firstAtOrAbove(Steps<?> steps, long offset) {
        int low = 0;
        int high = steps.steps().size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (steps.steps().get(middle).offset() < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
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
