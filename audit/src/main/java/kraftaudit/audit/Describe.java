package kraftaudit.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import kraftaudit.reader.Event;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Cause;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Proof;
import kraftaudit.replay.Status;
import kraftaudit.replay.Step;
import kraftaudit.replay.Stretch;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSource;
import kraftaudit.replay.VoterSpan;

/** What DescribeQuorum with committed voters (KIP-1204) would have answered. */
public final class Describe {
    private final CaptureHistory history;
    private final Branch branch;

    private Describe(CaptureHistory history, Branch branch) {
        this.history = history;
        this.branch = branch;
    }

    /**
     * The answers now: for the highest high watermark that a leader is proven to have exposed. One for the main branch; more
     * only where branches that exclude each other are both proven. None where no copy holds a log.
     */
    public static List<Description> now(CaptureHistory history) {
        return history.branches().stream()
            .filter(branch -> branch.isMain() || history.conflict() && branch.provenEnd() > branch.forkOffset().orElse(0))
            .map(branch -> new Describe(history, branch).now()).toList();
    }

    /**
     * The answers at a high watermark, one for each branch that holds it as its own.
     *
     * @param highWatermark exclusive, at least 0
     * @return empty where no copy goes as far
     */
    public static List<Description> at(CaptureHistory history, long highWatermark) {
        return history.branches().stream()
            .filter(branch -> highWatermark <= end(branch) && highWatermark > branch.forkOffset().orElse(-1))
            .map(branch -> new Describe(history, branch).at(highWatermark)).toList();
    }

    /** The highest high watermark that can be asked for. */
    public static long highest(CaptureHistory history) {
        return history.branches().stream().mapToLong(Describe::end).max().orElse(0);
    }

    /** Exclusive end of what is known of a branch: of its log, or of a checkpoint beyond it. */
    static long end(Branch branch) {
        return branch.spans().isEmpty() ? branch.line().endOffset() : branch.spans().get(branch.spans().size() - 1).to();
    }

    private Description now() {
        long highWatermark = branch.exposedEnd();
        OptionalInt epoch = latestEpoch();
        Description.Committed committed = emptyUntilExposed(epoch, highWatermark)
            .<Description.Committed>map(Description.Empty::new).orElseGet(() -> committed(highWatermark));
        return description(OptionalLong.empty(), highWatermark, epoch, committed, end(branch) - 1);
    }

    private Description at(long highWatermark) {
        OptionalInt epoch = highWatermark > 0 ? branch.line().epochAt(highWatermark - 1) : OptionalInt.empty();
        return description(OptionalLong.of(highWatermark), highWatermark, epoch, committed(highWatermark), lastAppended(highWatermark, epoch));
    }

    private Description description(OptionalLong asked, long highWatermark, OptionalInt epoch, Description.Committed committed, long appendedTo) {
        Description.Current current = current(appendedTo);
        Optional<Leader> leader = epoch.isPresent() ? Leader.of(history, branch, epoch.getAsInt()) : Optional.empty();
        Optional<Status> status = status(highWatermark);
        OptionalLong logEnd = asked.isPresent() ? OptionalLong.empty() : OptionalLong.of(end(branch));
        Description.Bounds bounds = new Description.Bounds(branch.exposedEnd(), branch.provenEnd(), span(branch.exposedEnd()), span(branch.provenEnd()),
            branch.provenEnd() > 0 ? branch.proofsOf(branch.provenEnd() - 1) : List.of());
        return new Description(BranchName.of(branch), asked, highWatermark, status,
            status.equals(Optional.of(Status.PROVEN)) ? branch.proofsOf(highWatermark - 1) : List.of(), bounds, epoch, leader, committed, current,
            new Replicas(history, branch, highWatermark, logEnd).of(current, leader, committed), logEnd,
            Transitions.all(history, branch).stream().filter(t -> t.offset() >= highWatermark).toList());
    }

    private Optional<Status> status(long highWatermark) {
        if (highWatermark == 0) {
            return Optional.empty();
        }
        OptionalInt epoch = branch.line().epochAt(highWatermark - 1);
        if (epoch.isPresent() && highWatermark > branch.provenHeldEnd()) {
            return Optional.of(history.status(highWatermark - 1, epoch.getAsInt()));
        }
        return Optional.of(highWatermark <= branch.provenEnd() ? Status.PROVEN : Status.UNPROVEN);
    }

    // ---- the high watermark of the latest leader ----

    /** Epoch of the latest leader that any copy tells of, by a record, a proof or its quorum-state; of lost records nothing is taken. */
    private OptionalInt latestEpoch() {
        Stream<Integer> logs = history.branches().stream().filter(other -> other == branch || !isLost(other))
            .flatMap(other -> other.line().lastEpoch().stream().boxed());
        Stream<Integer> proven = branch.proofs().stream().flatMap(proof -> proof.epoch().stream().boxed());
        Stream<Integer> elected = history.replicas().stream().flatMap(replica -> Leader.named(replica).stream()).map(Leader::epoch);
        Stream<Integer> known = history.conflict() ? branch.line().lastEpoch().stream().boxed() : Stream.concat(logs, elected);
        Optional<Integer> latest = Stream.concat(known, proven).max(Comparator.naturalOrder());
        return latest.isPresent() ? OptionalInt.of(latest.get()) : OptionalInt.empty();
    }

    private boolean isLost(Branch other) {
        long last = other.line().endOffset() - 1;
        return other.line().lastEpoch().isPresent() && history.status(last, other.line().lastEpoch().getAsInt()) == Status.LOST;
    }

    /**
     * Why the high watermark of the latest leader is unknown, so that it would answer with no committed voters; empty where
     * a proof shows that it had exposed one. A leader's high watermark is unknown until its LeaderChange record is committed
     * (LeaderState.maybeUpdateHighWatermark).
     */
    private Optional<String> emptyUntilExposed(OptionalInt epoch, long exposedEnd) {
        if (epoch.isEmpty()) {
            return Optional.of("no record and no quorum-state tells of a leader");
        }
        int latest = epoch.getAsInt();
        List<Stretch> stretches = branch.line().stretches().stream().filter(s -> s.epoch() == latest).toList();
        boolean proven = branch.proofs().stream().anyMatch(p -> p.kind().exposed() && p.epoch().equals(epoch));
        if (proven || !stretches.isEmpty() && exposedEnd > stretches.get(0).baseOffset()) {
            return Optional.empty();
        }
        if (!stretches.isEmpty()) {
            long start = stretches.get(0).baseOffset();
            return Optional.of("nothing proves that the high watermark of epoch " + latest + " passed its start at " + start
                + (branch.provenEnd() > start ? ", though the record there can no longer be lost" : ""));
        }
        return Optional.of("a leader of epoch " + latest + " was elected, and no record of that epoch on this branch shows its high watermark");
    }

    // ---- voters ----

    private Optional<VoterSpan> span(long highWatermark) {
        return highWatermark < 1 ? Optional.empty() : spanAt(highWatermark);
    }

    /** The span of a high watermark; a branch that is not the main one has spans of its own alone, and shares those below. */
    private Optional<VoterSpan> spanAt(long highWatermark) {
        Stream<VoterSpan> shared = branch.isMain() ? Stream.of() : history.main().stream().flatMap(main -> main.spans().stream());
        Optional<VoterSpan> own = covering(branch.spans().stream(), highWatermark);
        return own.isPresent() ? own : covering(shared, Math.min(highWatermark, branch.forkOffset().orElse(Long.MAX_VALUE)));
    }

    private static Optional<VoterSpan> covering(Stream<VoterSpan> spans, long highWatermark) {
        return spans.filter(s -> s.from() <= highWatermark && highWatermark <= s.to()).findFirst();
    }

    private Description.Committed committed(long highWatermark) {
        Optional<VoterSpan> span = spanAt(highWatermark);
        if (span.isEmpty()) {
            return new Description.Empty("no copy tells of high watermark " + highWatermark);
        }
        if (span.get().source() == VoterSource.UNKNOWN || span.get().source() != VoterSource.STATIC && span.get().voters().isEmpty()) {
            return new Description.Empty(span.get().why());
        }
        return span.get().source() == VoterSource.STATIC ? new Description.Fixed(span.get()) : new Description.Recorded(span.get());
    }

    /**
     * The last offset that was surely appended when the high watermark was last {@code highWatermark}: it moved on because
     * the record there was replicated, unless a later epoch wrote that one. A batch is appended whole.
     */
    private long lastAppended(long highWatermark, OptionalInt epoch) {
        if (epoch.isEmpty() || !branch.line().epochAt(highWatermark).equals(epoch)) {
            return highWatermark - 1;
        }
        return branch.state().events().stream().map(LogState.Sourced::event).filter(Event.Voters.class::isInstance)
            .filter(e -> e.at().baseOffset() <= highWatermark && e.at().offset() > highWatermark)
            .mapToLong(e -> e.at().offset()).max().orElse(highWatermark);
    }

    private Description.Current current(long appendedTo) {
        Step<VoterSet> step = branch.state().voters().at(appendedTo);
        if (step.value().isPresent()) {
            return new Description.Current(step.value(), false, named(step.cause()));
        }
        Step<Integer> level = branch.state().kraftVersion().at(appendedTo);
        if (step.known() && level.known() && level.value().orElse(0) == 0) {
            Optional<VoterSpan> fixed = spanAt(appendedTo + 1);
            return new Description.Current(fixed.flatMap(VoterSpan::voters), true, branch.staticVoters().source());
        }
        return new Description.Current(Optional.empty(), false, spanAt(appendedTo + 1).map(VoterSpan::why).filter(w -> !w.isEmpty())
            .orElse("no copy holds a voters record at or below " + appendedTo));
    }

    private static String named(Cause cause) {
        return switch (cause.kind()) {
            case CHECKPOINT -> "the checkpoint that ends at " + (cause.offset() + 1);
            case ZERO_CHECKPOINT -> "the zero checkpoint of " + cause.replica();
            default -> "the voters record at " + cause.offset();
        };
    }
}
