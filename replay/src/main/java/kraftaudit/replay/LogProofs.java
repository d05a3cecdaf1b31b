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
    private static final int FIRST_CONTROLLER_REGISTRATION_LEVEL = 15;
    private static final int KAFKA_3_6_LEVEL = 12;

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

    /** Every proof of the kinds EPOCH_DATA, LATER_CHANGE and BROKER_EVENT that a lineage's own records give. */
    static List<Proof> of(Lineages.Lineage lineage) {
        LogProofs found = new LogProofs(lineage);
        lineage.on().forEach(found::epochData);
        found.laterChanges();
        found.brokerEvents();
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
        Optional<LogState.Sourced> before = Optional.empty();
        for (LogState.Sourced sourced : lineage.events()) {
            if (!(sourced.event() instanceof Event.Voters change)) {
                continue;
            }
            Optional<EpochSpan> epoch = Optional.ofNullable(spans.get(change.at().epoch()));
            if (epoch.isPresent() && change.at().offset() >= epoch.get().firstBatchEnd()) {
                if (epoch.get().startIsHere() && epoch.get().leaderChange().isPresent()) {
                    add(ProofKind.LATER_CHANGE, epoch.get().startOffset() + 1, change.at(), sourced.replica(), Assumption.NOT_EDITED);
                }
                before.filter(earlier -> heldBetween(earlier.event().at().offset(), change.at().offset()))
                    .filter(earlier -> new VoterSet(((Event.Voters) earlier.event()).voters())
                        .changeTo(new VoterSet(change.voters())).isOneStep())
                    .ifPresent(earlier -> add(ProofKind.LATER_CHANGE, earlier.event().at().offset() + 1, change.at(), sourced.replica(),
                        Assumption.NOT_EDITED, Assumption.NO_QUEUED_CHANGE));
            }
            before = Optional.of(sourced);
        }
    }

    private boolean heldBetween(long from, long to) {
        return gaps.stream().noneMatch(gap -> from < gap.endOffset() && gap.baseOffset() < to);
    }

    // ---- BROKER_EVENT ----

    private record Registration(RecordAt at, long brokerEpoch) {
    }

    /** The first registration of each (broker, broker epoch), where no earlier one can be hidden. */
    private final Map<Integer, Map<Long, Registration>> firstRegistrations = new HashMap<>();
    private final Map<Integer, Long> latestEpochs = new HashMap<>();

    private void brokerEvents() {
        for (LogState.Sourced sourced : lineage.events()) {
            Event event = sourced.event();
            if (event instanceof Event.RegisterBroker r) {
                latestEpochs.put(r.brokerId(), r.brokerEpoch());
                if (r.brokerEpoch() <= r.at().offset() && heldFrom(r.brokerEpoch(), r.at().offset())) {
                    firstRegistrations.computeIfAbsent(r.brokerId(), id -> new HashMap<>())
                        .putIfAbsent(r.brokerEpoch(), new Registration(r.at(), r.brokerEpoch()));
                }
            } else if (event instanceof Event.UnfenceBroker u) {
                brokerKnows(u.brokerId(), u.brokerEpoch(), u.at(), sourced.replica());
            } else if (event instanceof Event.BrokerRegistrationChange c && (c.fenced() == -1 || c.controlledShutdown() == 1 || c.directoriesChanged())) {
                brokerKnows(c.brokerId(), c.brokerEpoch(), c.at(), sourced.replica());
            } else if (event instanceof Event.ProducerIds p) {
                brokerKnows(p.brokerId(), p.brokerEpoch(), p.at(), sourced.replica());
            } else if (event instanceof Event.RegisterController c) {
                controllerSawLevel(c, sourced.replica());
            }
        }
        shutDownBrokers();
    }

    /** Whether the lineage holds every offset from a broker epoch, which is at or below its first registration, to a record. */
    private boolean heldFrom(long brokerEpoch, long offset) {
        return brokerEpoch >= lineage.line().startOffset() && heldBetween(brokerEpoch, offset);
    }

    /** The broker learnt its epoch from an answer that was sent after its first registration was committed. */
    private void brokerKnows(int brokerId, long brokerEpoch, RecordAt shown, String replica) {
        Registration first = firstRegistrations.getOrDefault(brokerId, Map.of()).get(brokerEpoch);
        if (first != null && latestEpochs.get(brokerId) == brokerEpoch && first.at().offset() < shown.offset()) {
            add(ProofKind.BROKER_EVENT, first.at().offset() + 1, shown, replica, Assumption.NOT_EDITED, Assumption.ONE_BROKER_EPOCH);
        }
    }

    /** A controller registers once its published image has level 15: that level's record was committed. */
    private void controllerSawLevel(Event.RegisterController controller, String replica) {
        List<Step<Integer>> levels = lineage.state().features().get(LogState.METADATA_VERSION).steps();
        for (int i = 0; i < levels.size() && levels.get(i).offset() < controller.at().offset(); i++) {
            Step<Integer> level = levels.get(i);
            if (!level.known()) {
                return;
            }
            if (level.value().orElse(0) >= FIRST_CONTROLLER_REGISTRATION_LEVEL) {
                if (level.cause().kind() == Cause.Kind.RECORD) {
                    add(ProofKind.BROKER_EVENT, level.offset() + 1, controller.at(), replica, Assumption.NOT_EDITED);
                }
                return;
            }
        }
    }

    /** A broker that stopped cleanly wrote down the epoch it had been given. */
    private void shutDownBrokers() {
        for (ReplicaHistory replica : lineage.on()) {
            replica.scan().cleanShutdown().ifPresent(file -> file.value().ifPresent(mark -> {
                int brokerId = replica.replica().nodeId().orElse(-1);
                Registration first = firstRegistrations.getOrDefault(brokerId, Map.of()).get(mark.brokerEpoch().orElse(-1));
                if (first != null) {
                    proofs.add(new Proof(ProofKind.BROKER_EVENT, first.at().offset() + 1, OptionalInt.of(first.at().epoch()),
                        replica.line().endOffset(), -1,
                        List.of(new Evidence(replica.replica().name(),
                            new Place(file.file().name(), 0, file.file().length()), OptionalLong.empty())),
                        List.of(Assumption.NOT_EDITED, Assumption.ONE_BROKER_EPOCH)));
                }
            }));
        }
    }
}
