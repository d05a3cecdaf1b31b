package kraftaudit.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import kraftaudit.reader.Event;
import kraftaudit.reader.Place;
import kraftaudit.reader.RecordAt;

/**
 * Adds up the records of one lineage. Every kind of value is folded on its own by the same rule: a record gives the value
 * from its offset on, a checkpoint gives it at its end offset - 1 where the log does not, and where no sound log continues
 * the value is unknown.
 */
final class Fold {
    private static final int FEATURE_LEVEL_KEY = 12;
    private static final int KRAFT_VERSION_KEY = -6;
    private static final int VOTERS_KEY = -7;

    private final LogLine line;
    private final List<LogState.Sourced> events;
    private final List<CheckpointFacts> checkpoints;
    private final int clusterIdKey;
    private final List<Transaction> transactions = new ArrayList<>();

    /** A value written in the log, with the offset from which it counts. */
    private record Change<T>(long offset, boolean known, Optional<T> value, Cause cause, Cause record) {
    }

    private record Effective(LogState.Sourced sourced, Cause cause) {
    }

    private Fold(LogLine line, List<LogState.Sourced> events, List<CheckpointFacts> checkpoints, int clusterIdKey) {
        this.line = line;
        this.events = events;
        this.checkpoints = checkpoints.stream().filter(CheckpointFacts::usable)
            .sorted(Comparator.comparing(CheckpointFacts::id).thenComparing(CheckpointFacts::replica)).toList();
        this.clusterIdKey = clusterIdKey;
    }

    /**
     * @param events       of the lineage, by offset
     * @param checkpoints  with end offset above 0, of copies on the lineage
     * @param bootstrap    zero checkpoint of the first leader, or of any copy when the leader's is not here
     * @param clusterIdKey api key of the profile
     */
    static LogState fold(LogLine line, List<LogState.Sourced> events, List<CheckpointFacts> checkpoints,
                         Optional<CheckpointFacts> bootstrap, int clusterIdKey) {
        return new Fold(line, events, checkpoints, clusterIdKey).state(bootstrap);
    }

    private LogState state(Optional<CheckpointFacts> bootstrap) {
        List<Effective> effective = applyTransactions();
        boolean bornDynamic = bornDynamic();
        Steps<VoterSet> voters = steps(
            first(bootstrap, bornDynamic, c -> c.voters()),
            changes(effective, VOTERS_KEY, e -> e instanceof Event.Voters v ? Optional.of(new VoterSet(v.voters())) : Optional.empty()),
            CheckpointFacts::voters);
        Steps<Integer> kraftVersion = steps(
            first(bootstrap, bornDynamic, c -> boxed(c.kraftVersion())),
            changes(effective, KRAFT_VERSION_KEY, e -> e instanceof Event.KRaftVersion v ? Optional.of(v.level()) : Optional.empty()),
            c -> boxed(c.kraftVersion()));
        Map<String, Steps<Integer>> features = new TreeMap<>();
        for (String name : featureNames()) {
            features.put(name, steps(logBegin(),
                changes(effective, FEATURE_LEVEL_KEY, e -> e instanceof Event.FeatureLevel f && f.name().equals(name)
                    ? Optional.of(f.level()) : Optional.empty()),
                c -> Optional.ofNullable(c.features().get(name))));
        }
        Steps<String> clusterId = steps(logBegin(),
            changes(effective, clusterIdKey, e -> e instanceof Event.ClusterId c ? Optional.of(c.clusterId()) : Optional.empty()),
            c -> c.clusterIds().isEmpty() ? Optional.empty() : Optional.of(c.clusterIds().get(c.clusterIds().size() - 1)));
        return new LogState(voters, kraftVersion, new TreeMap<>(features), clusterId, transactions, events);
    }

    private static Optional<Integer> boxed(OptionalInt value) {
        return value.isPresent() ? Optional.of(value.getAsInt()) : Optional.empty();
    }

    /** Feature names of log and checkpoints; kraft.version is a control record and never a data feature. */
    private TreeSet<String> featureNames() {
        TreeSet<String> names = new TreeSet<>();
        events.forEach(s -> {
            if (s.event() instanceof Event.FeatureLevel level) {
                names.add(level.name());
            }
        });
        checkpoints.forEach(c -> names.addAll(c.features().keySet()));
        names.remove("kraft.version");
        names.add(LogState.METADATA_VERSION);
        return names;
    }

    // ---- the state before the first record ----

    private Cause boundary(Cause.Kind kind, long offset) {
        return new Cause(kind, "", new Place("", 0, 0), offset, -1, -1);
    }

    private <T> Step<T> logBegin() {
        boolean fromZero = !line.isEmpty() && line.startOffset() == 0;
        Cause cause = boundary(fromZero ? Cause.Kind.LOG_BEGIN : Cause.Kind.UNKNOWN, -1);
        return new Step<>(-1, fromZero, Optional.empty(), cause, cause);
    }

    /**
     * Whether the quorum was dynamic before its first record: its first leader wrote KRaftVersionRecord into the first batch.
     * A zero checkpoint alone does not show it: a controller that joins an upgraded static quorum has one too.
     */
    private boolean bornDynamic() {
        return events.stream().map(LogState.Sourced::event)
            .anyMatch(e -> e instanceof Event.KRaftVersion v && v.level() > 0 && v.at().baseOffset() == 0);
    }

    private <T> Step<T> first(Optional<CheckpointFacts> bootstrap, boolean bornDynamic, Function<CheckpointFacts, Optional<T>> value) {
        Step<T> begin = logBegin();
        if (!begin.known() || !bornDynamic) {
            return begin;
        }
        Optional<T> recorded = bootstrap.filter(CheckpointFacts::usable).flatMap(value);
        if (recorded.isEmpty()) {
            Cause cause = boundary(Cause.Kind.UNKNOWN, -1);
            return new Step<>(-1, false, Optional.empty(), cause, cause);
        }
        CheckpointFacts facts = bootstrap.get();
        Cause cause = new Cause(Cause.Kind.ZERO_CHECKPOINT, facts.replica(), new Place(facts.file().name(), 0, facts.file().length()),
            -1, 0, facts.timestamp());
        return new Step<>(-1, true, recorded, cause, cause);
    }

    // ---- transactions ----

    /** The events in the order in which they count: those of a transaction at its end record, or never. */
    private List<Effective> applyTransactions() {
        List<Effective> effective = new ArrayList<>();
        List<LogState.Sourced> held = new ArrayList<>();
        Optional<Event.BeginTransaction> open = Optional.empty();
        List<Stretch> gaps = line.gaps();
        int gap = 0;
        for (LogState.Sourced sourced : events) {
            Event event = sourced.event();
            while (gap < gaps.size() && gaps.get(gap).baseOffset() <= event.at().offset()) {
                if (open.isPresent()) {
                    close(open.get(), Optional.empty(), Transaction.Outcome.CUT_BY_UNKNOWN, held);
                    open = Optional.empty();
                }
                gap++;
            }
            if (event instanceof Event.BeginTransaction begin) {
                if (open.isPresent()) {
                    close(open.get(), Optional.empty(), Transaction.Outcome.BEGUN_AGAIN, held);
                }
                open = Optional.of(begin);
            } else if (event instanceof Event.EndTransaction && open.isPresent()) {
                Cause end = cause(sourced);
                held.forEach(h -> effective.add(new Effective(h, end)));
                close(open.get(), Optional.of(event.at()), Transaction.Outcome.ENDED, held);
                open = Optional.empty();
            } else if (event instanceof Event.AbortTransaction && open.isPresent()) {
                close(open.get(), Optional.of(event.at()), Transaction.Outcome.ABORTED, held);
                open = Optional.empty();
            } else if (open.isPresent() && isData(event)) {
                held.add(sourced);
            } else {
                effective.add(new Effective(sourced, cause(sourced)));
            }
        }
        if (open.isPresent()) {
            close(open.get(), Optional.empty(),
                gap < gaps.size() ? Transaction.Outcome.CUT_BY_UNKNOWN : Transaction.Outcome.OPEN_AT_LOG_END, held);
        }
        return effective;
    }

    private void close(Event.BeginTransaction begin, Optional<RecordAt> end, Transaction.Outcome outcome, List<LogState.Sourced> held) {
        transactions.add(new Transaction(begin, end, outcome, held.stream().map(LogState.Sourced::event).toList()));
        held.clear();
    }

    private static boolean isData(Event event) {
        return !(event instanceof Event.LeaderChange || event instanceof Event.KRaftVersion || event instanceof Event.Voters
            || event instanceof Event.SnapshotHeader || event instanceof Event.SnapshotFooter || event instanceof Event.UnknownControl
            || event instanceof Event.Undecodable);
    }

    // ---- one kind of value ----

    private <T> List<Change<T>> changes(List<Effective> effective, int key, Function<Event, Optional<T>> value) {
        List<Change<T>> changes = new ArrayList<>();
        for (Effective e : effective) {
            Event event = e.sourced().event();
            Optional<T> written = value.apply(event);
            if (written.isPresent()) {
                changes.add(new Change<>(e.cause().offset(), true, written, e.cause(), cause(e.sourced())));
            } else if (event instanceof Event.Undecodable undecodable && hides(undecodable, key)) {
                Cause unknown = new Cause(Cause.Kind.UNKNOWN, e.sourced().replica(), event.at().place(), event.at().offset(),
                    event.at().epoch(), event.at().timestamp());
                changes.add(new Change<>(event.at().offset(), false, Optional.empty(), unknown, unknown));
            }
        }
        return changes;
    }

    /** Whether a record that does not decode may have been of this key; without a readable key any data record may. */
    private static boolean hides(Event.Undecodable undecodable, int key) {
        return undecodable.apiKey().isPresent() ? undecodable.apiKey().getAsInt() == key : key >= 0;
    }

    private static Cause cause(LogState.Sourced sourced) {
        RecordAt at = sourced.event().at();
        return new Cause(Cause.Kind.RECORD, sourced.replica(), at.place(), at.offset(), at.epoch(), at.timestamp());
    }

    /** Merges records, checkpoints and the ends of what is held into steps. */
    private <T> Steps<T> steps(Step<T> first, List<Change<T>> changes, Function<CheckpointFacts, Optional<T>> recorded) {
        List<Change<T>> all = new ArrayList<>(changes);
        for (Stretch gap : line.gaps()) {
            Cause cause = boundary(Cause.Kind.UNKNOWN, gap.baseOffset());
            all.add(new Change<>(gap.baseOffset(), false, Optional.empty(), cause, cause));
        }
        all.sort(Comparator.comparingLong(Change::offset));
        Steps.Builder<T> steps = new Steps.Builder<>(first);
        int next = 0;
        for (CheckpointFacts checkpoint : checkpoints) {
            long at = checkpoint.id().endOffset() - 1;
            while (next < all.size() && all.get(next).offset() <= at) {
                add(steps, all.get(next++));
            }
            boolean ahead = line.isEmpty() || at >= line.endOffset();
            // One id on two copies counts once: what is unknown behind the first does not become known by the second.
            boolean passed = steps.last().offset() > at;
            if (!passed && (!steps.last().known() || ahead && steps.last().offset() < at)) {
                seed(steps, checkpoint, at, recorded.apply(checkpoint));
            }
        }
        while (next < all.size()) {
            add(steps, all.get(next++));
        }
        return steps.build();
    }

    private static <T> void add(Steps.Builder<T> steps, Change<T> change) {
        if (change.known() || steps.last().known()) {
            steps.add(new Step<>(change.offset(), change.known(), change.value(), change.cause(), change.record()));
        }
    }

    private <T> void seed(Steps.Builder<T> steps, CheckpointFacts checkpoint, long at, Optional<T> value) {
        Cause cause = new Cause(Cause.Kind.CHECKPOINT, checkpoint.replica(), new Place(checkpoint.file().name(), 0, checkpoint.file().length()),
            at, checkpoint.id().epoch(), checkpoint.timestamp());
        if (steps.last().known() && !line.isEmpty() && line.endOffset() < at) {
            Cause end = boundary(Cause.Kind.UNKNOWN, line.endOffset());
            steps.add(new Step<>(line.endOffset(), false, Optional.empty(), end, end));
        }
        steps.add(new Step<>(at, true, value, cause, cause));
        if (line.epochAt(at + 1).isEmpty()) {
            Cause end = boundary(Cause.Kind.UNKNOWN, at + 1);
            steps.add(new Step<>(at + 1, false, Optional.empty(), end, end));
        }
    }
}
