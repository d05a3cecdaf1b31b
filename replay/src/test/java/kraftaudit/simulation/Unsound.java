package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Inferences that look right and are not. Each has to be caught within a slice of the campaign. */
enum Unsound {
    /** A majority holds the record, whatever epochs the nodes have reached. */
    MAJORITY_OF_ANY_EPOCH {
        @Override
        void claims(Copies capture, NodeCopy copy, List<Claim> claims) {
            Log log = copy.log;
            for (long offset = log.end() - 1; offset >= log.firstBase(); offset--) {
                long o = offset;
                int epoch = log.lineage().epochAt(o);
                Optional<Voters> set = log.votersAt(o).or(capture::fixed).filter(s -> !s.members().isEmpty());
                if (set.isPresent() && set.get().majority(m -> capture.copiesOf(m, set.get().fixed()).stream()
                        .anyMatch(c -> c.log.lineage().has(o, epoch)))) {
                    claims.add(new Claim(name(), true, o, epoch));
                    return;
                }
            }
        }
    },
    /** A LeaderChange commits what lies below it. */
    LEADER_CHANGE {
        @Override
        void claims(Copies capture, NodeCopy copy, List<Claim> claims) {
            for (Batch batch : copy.log.batches) {
                if (batch.entries.get(0) instanceof Entry.LeaderChange && batch.base > 0) {
                    claims.add(new Claim(name(), false, batch.base - 1, copy.log.lineage().epochAt(batch.base - 1)));
                }
            }
        }
    },
    /** What a copy holds to its end is committed. */
    LOG_END {
        @Override
        void claims(Copies capture, NodeCopy copy, List<Claim> claims) {
            if (copy.log.end() > 0) {
                claims.add(new Claim(name(), false, copy.log.end() - 1, copy.log.lineage().lastEpoch()));
            }
        }
    },
    /** A later voters record commits the earlier one, wherever it stands and whatever it changes. */
    LATER_VOTERS_ANYWHERE {
        @Override
        void claims(Copies capture, NodeCopy copy, List<Claim> claims) {
            for (Batch batch : copy.log.batches) {
                if (batch.entries.stream().anyMatch(e -> e instanceof Entry.VoterChange)) {
                    Map.Entry<Long, Voters> before = copy.log.voters().lowerEntry(batch.base);
                    if (before != null && before.getKey() >= 0) {
                        claims.add(new Claim(name(), false, before.getKey(), copy.log.lineage().epochAt(before.getKey())));
                    }
                }
            }
        }
    },
    /** The registration a broker event proves is looked up by the epoch number: the latest record that carries it. */
    REGISTRATION_BY_NUMBER {
        @Override
        void claims(Copies capture, NodeCopy copy, List<Claim> claims) {
            Map<Long, Long> latest = new HashMap<>();
            for (Batch batch : copy.log.batches) {
                long offset = batch.base;
                for (Entry entry : batch.entries) {
                    if (entry instanceof Entry.RegisterBroker r) {
                        latest.put(r.epoch(), offset);
                    }
                    long number = entry instanceof Entry.ProducerIds p ? p.epoch()
                            : entry instanceof Entry.BrokerChange c && c.what() != Entry.BrokerChange.What.FENCE
                            && c.what() != Entry.BrokerChange.What.OLD_FENCE ? c.epoch() : -1;
                    if (latest.containsKey(number)) {
                        claims.add(new Claim(name(), false, latest.get(number), copy.log.lineage().epochAt(latest.get(number))));
                    }
                    offset++;
                }
            }
        }
    },
    /** Data records commit each other. */
    DATA_RECORDS {
        @Override
        void claims(Copies capture, NodeCopy copy, List<Claim> claims) {
            Batch before = null;
            for (Batch batch : copy.log.batches) {
                if (!batch.control()) {
                    if (before != null) {
                        claims.add(new Claim(name(), false, before.end() - 1, before.epoch));
                    }
                    before = batch;
                }
            }
        }
    },
    /** With every voter stopped, what all those hold that can win the very next election is safe. */
    NEXT_ELECTION_ONLY {
        @Override
        void claims(Copies capture, NodeCopy copy, List<Claim> claims) {
            if (capture.kind == Copies.Kind.ALL_STOPPED) {
                Permanence.ofNextElection(capture.all).filter(log -> log.end() > 0)
                        .ifPresent(log -> claims.add(new Claim(name(), true, log.end() - 1, log.lastEpoch())));
            }
        }
    };

    abstract void claims(Copies capture, NodeCopy copy, List<Claim> claims);

    List<Claim> claims(Copies capture) {
        List<Claim> claims = new ArrayList<>();
        capture.nodes.forEach(copy -> claims(capture, copy, claims));
        return claims;
    }
}
