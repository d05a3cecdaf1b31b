package kraftaudit.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import kraftaudit.reader.Event;
import kraftaudit.reader.Place;
import kraftaudit.reader.RecordAt;

/**
 * Proofs that records of one lineage give for records below them: what a leader or a broker can only have written after
 * it had seen the high watermark pass them.
 */
final class LogProofs {
    static final int KAFKA_3_6_LEVEL = 12;

    private final Lineages.Lineage lineage;
    private final List<Stretch> gaps;
    private final Map<Integer, EpochSpan> spans = new HashMap<>();
    private final Set<Integer> epochsSince36 = new HashSet<>();
    private final List<Proof> proofs = new ArrayList<>();

    private LogProofs(Lineages.Lineage lineage) {
        this.lineage = lineage;
        this.gaps = lineage.line().gaps();
        for (ReplicaHistory replica : lineage.on()) {
            replica.epochs().forEach(span -> spans.merge(span.epoch(), span, (a, b) -> a.startIsHere() ? a : b));
        }
        for (LogState.Sourced sourced : lineage.events()) {
            if (onlySince36(sourced.event())) {
                epochsSince36.add(sourced.event().at().epoch());
            }
        }
    }

    private static boolean onlySince36(Event event) {
        return event instanceof Event.BeginTransaction || event instanceof Event.EndTransaction
            || event instanceof Event.AbortTransaction || event instanceof Event.RegisterController
            || event instanceof Event.FeatureLevel f && f.name().equals(LogState.METADATA_VERSION) && f.level() >= KAFKA_3_6_LEVEL;
    }

    /** Every proof of the kinds EPOCH_DATA and LATER_CHANGE that a lineage's own records give. */
    static List<Proof> of(Lineages.Lineage lineage) {
        LogProofs found = new LogProofs(lineage);
        lineage.on().forEach(found::epochData);
        found.laterChanges();
        return found.proofs;
    }

    private void add(ProofKind kind, long endOffset, RecordAt shown, String replica, Assumption... assumptions) {
        OptionalInt epoch = lineage.line().epochAt(endOffset - 1);
        if (endOffset >= 1 && epoch.isPresent()) {
            proofs.add(new Proof(kind, endOffset, epoch, shown.offset(), shown.timestamp(),
                List.of(new Evidence(replica, shown.place(), OptionalLong.of(shown.offset()))), List.of(assumptions)));
        }
    }

    // ---- EPOCH_DATA ----

    /**
     * A controller is told that it leads only after it has read committed records up to its own epoch's start
     * (KafkaRaftClient.ListenerContext): up to the end of the first batch from 3.6 on, up to its beginning before.
     */
    private void epochData(ReplicaHistory replica) {
        for (EpochSpan span : replica.epochs()) {
            boolean startsWithLeader = span.startIsHere() && span.firstIsControl()
                && span.leaderChange().map(change -> change.at().offset() == span.startOffset()).orElse(false);
            if (startsWithLeader && span.firstData().isPresent()) {
                long end = atLeast36(span) ? span.firstBatchEnd() : span.startOffset();
                add(ProofKind.EPOCH_DATA, end, span.firstData().get(), replica.replica().name(), Assumption.NOT_EDITED);
            }
        }
    }

    /** Whether the epoch's leader ran 3.6 or later: only such a release has kraft.version 1, level 12 or transactions. */
    private boolean atLeast36(EpochSpan span) {
        long last = span.endOffset() - 1;
        Step<Integer> kraftVersion = lineage.state().kraftVersion().at(last);
        boolean dynamic = kraftVersion.known() && kraftVersion.value().orElse(0) > 0;
        Step<Integer> level = lineage.state().features().get(LogState.METADATA_VERSION).at(span.firstData().get().offset());
        boolean levelInForce = level.known() && level.value().orElse(0) >= KAFKA_3_6_LEVEL;
        return dynamic || levelInForce || epochsSince36.contains(span.epoch());
    }

    // ---- LATER_CHANGE ----

    /**
     * Voter changes are refused until the leader's epoch start and the voters record before are committed
     * (AddVoterHandler, RemoveVoterHandler, UpdateVoterHandler). Not so the voters record in an epoch's first batch.
     */
    private void laterChanges() {
        List<LogState.Sourced> earlier = new ArrayList<>();
        for (LogState.Sourced sourced : lineage.events()) {
            if (!(sourced.event() instanceof Event.Voters change)) {
                continue;
            }
            Optional<EpochSpan> epoch = Optional.ofNullable(spans.get(change.at().epoch()));
            if (epoch.isPresent() && change.at().offset() >= epoch.get().firstBatchEnd()) {
                if (epoch.get().startIsHere() && epoch.get().leaderChange().isPresent()) {
                    add(ProofKind.LATER_CHANGE, epoch.get().startOffset() + 1, change.at(), sourced.replica(), Assumption.NOT_EDITED);
                }
                if (!earlier.isEmpty()) {
                    before(earlier, sourced, change, epoch.get());
                }
            }
            earlier.add(sourced);
        }
    }

    /** The proof of the voters record before a change. */
    private void before(List<LogState.Sourced> earlier, LogState.Sourced sourced, Event.Voters change, EpochSpan epoch) {
        RecordAt last = earlier.get(earlier.size() - 1).event().at();
        if (last.baseOffset() == change.at().baseOffset() && last.epoch() == change.at().epoch()) {
            // Records of one batch are appended as one: neither can have waited for the other.
            return;
        }
        boolean oneStep = set(earlier.get(earlier.size() - 1)).changeTo(new VoterSet(change.voters())).isOneStep();
        if (oneStep && heldBetween(last.offset(), change.at().offset())) {
            Assumption[] assumptions = onlyFromLast(earlier, change, epoch) ? new Assumption[] {Assumption.NOT_EDITED}
                : new Assumption[] {Assumption.NOT_EDITED, Assumption.NO_QUEUED_CHANGE};
            add(ProofKind.LATER_CHANGE, last.offset() + 1, change.at(), sourced.replica(), assumptions);
        }
    }

    /**
     * Whether a change can only have been made from the voters record before it, which then was committed when it was asked
     * for. A record can be queued unseen, behind data that its leader has prepared, so a later change may have been made from
     * an older set of the same epoch, or of its beginning. An added voter is put to the set that is the latest when it answers,
     * and shows nothing; a removal or an update does, where it is more than one step from all those older sets.
     */
    private boolean onlyFromLast(List<LogState.Sourced> earlier, Event.Voters change, EpochSpan epoch) {
        RecordAt last = earlier.get(earlier.size() - 1).event().at();
        if (epoch.startIsHere() && last.offset() < epoch.firstBatchEnd()) {
            return true;
        }
        VoterSet next = new VoterSet(change.voters());
        Step<VoterSet> first = lineage.state().voters().at(epoch.firstBatchEnd() - 1);
        if (!epoch.startIsHere() || first.value().isEmpty() || !heldBetween(epoch.startOffset(), change.at().offset())
            || !set(earlier.get(earlier.size() - 1)).changeTo(next).added().isEmpty()) {
            return false;
        }
        return first.value().get().changeTo(next).steps() > 1 && earlier.subList(0, earlier.size() - 1).stream()
            .filter(older -> older.event().at().offset() >= epoch.firstBatchEnd())
            .allMatch(older -> set(older).changeTo(next).steps() > 1);
    }

    private static VoterSet set(LogState.Sourced voters) {
        return new VoterSet(((Event.Voters) voters.event()).voters());
    }

    private boolean heldBetween(long from, long to) {
        return held(gaps, from, to);
    }

    /** Whether no gap lies between two offsets. */
    static boolean held(List<Stretch> gaps, long from, long to) {
        return gaps.stream().noneMatch(gap -> from < gap.endOffset() && gap.baseOffset() < to);
    }
}
