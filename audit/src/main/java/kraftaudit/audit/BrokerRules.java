package kraftaudit.audit;

import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import kraftaudit.reader.Event;
import kraftaudit.reader.Scan;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Stretch;

/** M06: broker epochs. */
final class BrokerRules {
    static final List<Rule> ROWS = List.of(
        new Rule("M06", "Every record about a broker carries the epoch of its registration", VIOLATION, Set.of(Need.LOG), List.of("F03", "F04", "O01"),
            (Check.OnCluster) BrokerRules::epochs));

    private static final int REGISTER_BROKER = 0;

    private BrokerRules() {
    }

    private static void epochs(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            new Walk(input.cluster(), own, verdict).walk();
        }
        verdict.otherwise("no record speaks of a registered broker");
    }

    /** A registration by its broker epoch and how a finding names its place. */
    private record Registered(long epoch, String source) {
    }

    /** What a record says of a broker's epoch. */
    private record Said(String record, int broker, long epoch) {
    }

    private static Optional<Said> said(Event event) {
        if (event instanceof Event.BrokerRegistrationChange c) {
            return Optional.of(new Said("BrokerRegistrationChangeRecord" + (c.fenced() < 0 ? " (unfences)" : ""), c.brokerId(), c.brokerEpoch()));
        } else if (event instanceof Event.FenceBroker f) {
            return Optional.of(new Said("FenceBrokerRecord", f.brokerId(), f.brokerEpoch()));
        } else if (event instanceof Event.UnfenceBroker u) {
            return Optional.of(new Said("UnfenceBrokerRecord", u.brokerId(), u.brokerEpoch()));
        } else if (event instanceof Event.UnregisterBroker u) {
            return Optional.of(new Said("UnregisterBrokerRecord", u.brokerId(), u.brokerEpoch()));
        } else if (event instanceof Event.ProducerIds p && p.brokerEpoch() >= 0) {
            // A migration from ZooKeeper hands ids over that no broker of KRaft asked for: epoch -1.
            return Optional.of(new Said("ProducerIdsRecord", p.brokerId(), p.brokerEpoch()));
        }
        return Optional.empty();
    }

    /** One lineage, in the order of its offsets. */
    private static final class Walk {
        private final ClusterInput.Own own;
        private final Verdict verdict;
        private final List<Stretch> gaps;
        private final List<CheckpointFacts> seeds;
        private final Map<Integer, Registered> registered = new HashMap<>();
        private final Set<String> told = new HashSet<>();
        private boolean allKnown;
        private int gap;

        Walk(CaptureHistory cluster, ClusterInput.Own own, Verdict verdict) {
            this.own = own;
            this.verdict = verdict;
            this.gaps = own.branch().line().gaps();
            this.allKnown = own.branch().line().startOffset() == 0;
            this.seeds = new ArrayList<>(cluster.replicas().stream().filter(r -> own.branch().replicas().contains(r.replica().name()))
                .flatMap(r -> r.checkpoints().stream()).filter(CheckpointFacts::usable).sorted(java.util.Comparator.comparing(CheckpointFacts::id)).toList());
        }

        void walk() {
            long start = own.branch().line().startOffset();
            OptionalLong seeded = start > 0 ? seed(start) : OptionalLong.empty();
            for (LogState.Sourced sourced : own.branch().state().events()) {
                long offset = sourced.event().at().offset();
                while (gap < gaps.size() && gaps.get(gap).endOffset() <= offset) {
                    forget();
                    gap++;
                }
                if (offset >= seeded.orElse(0)) {
                    take(sourced);
                }
            }
        }

        /** What the first checkpoint says that ends at the log start or above it. */
        private OptionalLong seed(long start) {
            Optional<CheckpointFacts> seed = seeds.stream().filter(c -> c.id().endOffset() >= start).findFirst();
            seed.flatMap(CheckpointFacts::scan).map(Scan::events).orElse(List.of()).forEach(event -> {
                if (event instanceof Event.RegisterBroker r) {
                    registered.put(r.brokerId(), new Registered(r.brokerEpoch(), "in the checkpoint that ends at " + seed.get().id().endOffset()));
                }
            });
            allKnown = seed.isPresent();
            return seed.isPresent() ? OptionalLong.of(seed.get().id().endOffset()) : OptionalLong.empty();
        }

        private void forget() {
            registered.clear();
            allKnown = false;
        }

        private void take(LogState.Sourced sourced) {
            Event event = sourced.event();
            if (event instanceof Event.RegisterBroker r) {
                registered.put(r.brokerId(), new Registered(r.brokerEpoch(), "at offset " + r.at().offset()));
            } else if (event instanceof Event.Undecodable bad && bad.apiKey().orElse(REGISTER_BROKER) == REGISTER_BROKER) {
                forget();
            } else {
                said(event).ifPresent(said -> judge(sourced, said));
                if (event instanceof Event.UnregisterBroker u) {
                    registered.remove(u.brokerId());
                }
            }
        }

        private void judge(LogState.Sourced sourced, Said said) {
            Registered now = registered.get(said.broker());
            if (!own.has(sourced.event().at().offset()) || now == null && (!allKnown || said.record().startsWith("ProducerIds"))) {
                return;
            }
            verdict.examined();
            if (now == null || now.epoch() != said.epoch()) {
                String expected = now == null ? "a registration of the broker" : "broker epoch " + now.epoch() + ", registered " + now.source();
                // Told once for each pair of epochs, however many heartbeats there were.
                if (told.add(said.broker() + " " + said.epoch() + " " + expected)) {
                    verdict.broken(Where.event(sourced), "broker " + said.broker(), expected, said.record() + " with broker epoch " + said.epoch()
                        + (now == null ? ", and none is registered" : "") + "; its checksum is sound, it was written so and is not damaged");
                }
            }
        }
    }
}
