package kraftaudit.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.reader.Event;
import kraftaudit.reader.Place;
import kraftaudit.reader.RecordAt;

/**
 * Proofs of the kind BROKER_EVENT: what a broker or controller asked for shows what it had seen committed.
 *
 * <p>A leader that was replaced and does not know it takes requests on, in a log that will be cut off. So a broker can come to
 * it with an epoch number that it has from the successor's committed log, and find the same number in the records that the
 * stale leader wrote for it. What rules that out:
 * <ul>
 * <li>Everything below the number is committed. Then the successor had those records before it was elected, its own first
 * record lies at the number or above, and it gives higher numbers (before 3.6 it may give that of its first record).
 * <li>The request comes in a heartbeat, which goes the way of the registration's answer, and one node has led every epoch so
 * far. Then the broker knew of the successor's epoch when it was given the number, and never finds the old leader again.
 * </ul>
 */
final class BrokerProofs {
    private static final int FIRST_CONTROLLER_REGISTRATION_LEVEL = 15;
    private static final long NEVER = Long.MAX_VALUE;

    /**
     * @param proof     with the assumption that no other leader interferes
     * @param settledAt once everything below this offset is proven the assumption holds; 0 if it holds anyway
     */
    record Shown(Proof proof, long settledAt) {
        Proof settled() {
            List<Assumption> assumptions = proof.assumptions().stream().filter(a -> !a.canBreakUnseen()).toList();
            return new Proof(proof.kind(), proof.endOffset(), proof.epoch(), proof.shownAt(), proof.timestamp(), proof.evidence(), assumptions);
        }
    }

    private final Lineages.Lineage lineage;
    private final List<Stretch> gaps;
    private final List<Shown> shown = new ArrayList<>();
    /** The first registration of each (broker, broker epoch), where no earlier one can be hidden. */
    private final Map<Integer, Map<Long, RecordAt>> firstRegistrations = new HashMap<>();
    private final Map<Integer, Long> latestEpochs = new HashMap<>();
    /** Last epoch up to which one node led every epoch from 1 on. */
    private final int lastOfFirstLeader;

    private BrokerProofs(Lineages.Lineage lineage) {
        this.lineage = lineage;
        this.gaps = lineage.line().gaps();
        this.lastOfFirstLeader = lastOfFirstLeader(lineage.events());
    }

    private static int lastOfFirstLeader(List<LogState.Sourced> events) {
        int last = 0;
        int leader = -1;
        for (LogState.Sourced sourced : events) {
            if (sourced.event() instanceof Event.LeaderChange change && change.at().epoch() != last) {
                if (change.at().epoch() != last + 1 || leader >= 0 && change.leaderId() != leader) {
                    return last;
                }
                last++;
                leader = change.leaderId();
            }
        }
        return last;
    }

    static List<Shown> of(Lineages.Lineage lineage) {
        BrokerProofs found = new BrokerProofs(lineage);
        found.events();
        found.shutDownBrokers();
        return found.shown;
    }

    private void events() {
        for (LogState.Sourced sourced : lineage.events()) {
            Event event = sourced.event();
            if (event instanceof Event.RegisterBroker r) {
                latestEpochs.put(r.brokerId(), r.brokerEpoch());
                if (r.brokerEpoch() <= r.at().offset() && heldFrom(r.brokerEpoch(), r.at().offset())) {
                    firstRegistrations.computeIfAbsent(r.brokerId(), id -> new HashMap<>()).putIfAbsent(r.brokerEpoch(), r.at());
                }
            } else if (event instanceof Event.UnfenceBroker u) {
                brokerKnows(u.brokerId(), u.brokerEpoch(), u.at(), sourced.replica(), true);
            } else if (event instanceof Event.BrokerRegistrationChange c && (c.fenced() == -1 || c.controlledShutdown() == 1 || c.directoriesChanged())) {
                brokerKnows(c.brokerId(), c.brokerEpoch(), c.at(), sourced.replica(), true);
            } else if (event instanceof Event.ProducerIds p) {
                brokerKnows(p.brokerId(), p.brokerEpoch(), p.at(), sourced.replica(), false);
            } else if (event instanceof Event.RegisterController c) {
                controllerSawLevel(c, sourced.replica());
            }
        }
    }

    /** Whether the lineage holds every offset from a broker epoch, which is at or below its first registration, to a record. */
    private boolean heldFrom(long brokerEpoch, long offset) {
        return brokerEpoch >= lineage.line().startOffset() && LogProofs.held(gaps, brokerEpoch, offset);
    }

    /** The broker learnt its epoch from an answer that was sent after its first registration was committed. */
    private void brokerKnows(int brokerId, long brokerEpoch, RecordAt event, String replica, boolean heartbeat) {
        RecordAt first = firstRegistrations.getOrDefault(brokerId, Map.of()).get(brokerEpoch);
        if (first != null && latestEpochs.get(brokerId) == brokerEpoch && first.offset() < event.offset()) {
            boolean oneLeader = heartbeat && event.epoch() <= lastOfFirstLeader;
            shown.add(new Shown(new Proof(ProofKind.BROKER_EVENT, first.offset() + 1, OptionalInt.of(first.epoch()), event.offset(), event.timestamp(),
                List.of(new Evidence(replica, event.place(), OptionalLong.of(event.offset()))),
                List.of(Assumption.NOT_EDITED, Assumption.ONE_BROKER_EPOCH)), oneLeader ? 0 : settledAt(brokerEpoch)));
        }
    }

    /** Before 3.6 a leader counts from the last committed offset, which may be the one before its own first record. */
    private long settledAt(long brokerEpoch) {
        Step<Integer> kraftVersion = lineage.state().kraftVersion().at(brokerEpoch - 1);
        Optional<Step<Integer>> level = Optional.ofNullable(lineage.state().features().get(LogState.METADATA_VERSION)).map(l -> l.at(brokerEpoch - 1));
        boolean since36 = kraftVersion.known() && kraftVersion.value().orElse(0) > 0
            || level.filter(l -> l.known() && l.value().orElse(0) >= LogProofs.KAFKA_3_6_LEVEL).isPresent();
        return since36 ? brokerEpoch : brokerEpoch + 1;
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
                OptionalInt epoch = lineage.line().epochAt(level.offset());
                if (level.cause().kind() == Cause.Kind.RECORD && epoch.isPresent()) {
                    shown.add(new Shown(new Proof(ProofKind.BROKER_EVENT, level.offset() + 1, epoch, controller.at().offset(), controller.at().timestamp(),
                        List.of(new Evidence(replica, controller.at().place(), OptionalLong.of(controller.at().offset()))),
                        List.of(Assumption.NOT_EDITED, Assumption.ONE_LEVEL_RECORD)), NEVER));
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
                long brokerEpoch = mark.brokerEpoch().orElse(-1);
                RecordAt first = firstRegistrations.getOrDefault(brokerId, Map.of()).get(brokerEpoch);
                if (first != null) {
                    shown.add(new Shown(new Proof(ProofKind.BROKER_EVENT, first.offset() + 1, OptionalInt.of(first.epoch()),
                        replica.line().endOffset(), -1,
                        List.of(new Evidence(replica.replica().name(),
                            new Place(file.file().name(), 0, file.file().length()), OptionalLong.empty())),
                        List.of(Assumption.NOT_EDITED, Assumption.ONE_BROKER_EPOCH)), settledAt(brokerEpoch)));
                }
            }));
        }
    }
}
