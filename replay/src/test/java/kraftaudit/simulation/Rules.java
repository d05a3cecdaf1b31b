package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import kraftaudit.replay.Assumption;

/**
 * The sound inferences, written a second time over the simulation's own copies: what they prove is the yardstick for what
 * could have been proven, and they show on their own that history and truth fit together.
 */
final class Rules {
    private final Copies capture;
    private final List<Claim> claims = new ArrayList<>();

    private Rules(Copies capture) {
        this.capture = capture;
    }

    static List<Claim> claims(Copies capture, Truth truth) {
        Rules rules = new Rules(capture);
        for (NodeCopy copy : capture.nodes) {
            rules.files(copy);
            rules.epochData(copy.log, copy.checkpoints);
            rules.laterChanges(copy.log);
            rules.brokerEvents(copy.log);
            rules.majority(copy.log);
        }
        if (capture.kind == Copies.Kind.ALL_STOPPED && capture.everyVoterIsHere()) {
            capture.permanentWhoeverIsUnseen(truth).filter(log -> log.end() > 0)
                    .ifPresent(log -> rules.claim("WHOLE_QUORUM", true, log, log.end() - 1, Assumption.NO_QUEUED_CHANGE));
        }
        return rules.claims;
    }

    private void claim(String kind, boolean durable, Lineage lineage, long offset, Assumption... assumptions) {
        if (offset >= 0) {
            claims.add(new Claim(kind, durable, offset, lineage.epochAt(offset), List.of(assumptions)));
        }
    }

    private void files(NodeCopy copy) {
        copy.checkpoints.forEach(c -> claim("CHECKPOINT", false, c.lineage(), c.end() - 1));
        copy.parts.forEach(c -> claim("CHECKPOINT", false, c.lineage(), c.end() - 1));
        copy.deleted.forEach(c -> claim("CHECKPOINT", false, c.lineage(), c.end() - 1));
        claim("LOG_START", false, copy.log.lineage(), copy.log.firstBase() - 1);
    }

    private void epochData(Log log, List<Checkpoint> checkpoints) {
        boolean modern = false;
        int done = -1;
        for (Batch batch : log.batches) {
            modern |= log.kraftVersionAt(batch.end() - 1) >= 1
                    || checkpoints.stream().anyMatch(c -> c.end() <= batch.base && c.state().level >= 12)
                    || batch.entries.stream().anyMatch(e -> e instanceof Entry.Begin || e instanceof Entry.Abort
                            || e instanceof Entry.RegisterController || e instanceof Entry.Level level && level.level() >= 12);
            Optional<Batch> first = log.firstOf(batch.epoch).filter(Batch::control);
            if (!batch.control() && batch.epoch != done && first.isPresent()) {
                claim("EPOCH_DATA", false, log.lineage(), modern ? first.get().end() - 1 : first.get().base - 1);
                done = modern ? batch.epoch : done;
            }
        }
    }

    private void laterChanges(Log log) {
        for (Batch batch : log.batches) {
            boolean change = batch.entries.stream().anyMatch(e -> e instanceof Entry.VoterChange);
            if (change && batch.base != log.lineage().startOf(batch.epoch)) {
                log.firstOf(batch.epoch).ifPresent(first -> claim("LATER_CHANGE", false, log.lineage(), first.end() - 1));
                Optional.ofNullable(log.voters().lowerEntry(batch.base)).filter(before -> before.getKey() >= 0
                        && before.getValue().oneStepTo(log.voters().get(batch.end() - 1)))
                        .ifPresent(before -> claim("LATER_CHANGE", false, log.lineage(), before.getKey(), Assumption.NO_QUEUED_CHANGE));
            }
        }
    }

    private record Identity(int broker, long epoch) {
    }

    private void brokerEvents(Log log) {
        Map<Identity, Long> first = new HashMap<>();
        long level15 = -1;
        boolean waiting = false;
        boolean open = false;
        for (Batch batch : log.batches) {
            long offset = batch.base;
            for (Entry entry : batch.entries) {
                open = entry instanceof Entry.Begin || open && !(entry instanceof Entry.End) && !(entry instanceof Entry.Abort);
                if (entry instanceof Entry.RegisterBroker r && r.epoch() >= log.firstBase()) {
                    first.putIfAbsent(new Identity(r.broker(), r.epoch()), offset);
                } else if (entry instanceof Entry.BrokerChange c && c.what() != Entry.BrokerChange.What.FENCE
                        && c.what() != Entry.BrokerChange.What.OLD_FENCE) {
                    known(log, first, c.broker(), c.epoch());
                } else if (entry instanceof Entry.ProducerIds p) {
                    known(log, first, p.broker(), p.epoch());
                } else if (entry instanceof Entry.Level l && l.level() >= 15 && level15 < 0 && log.firstBase() == 0) {
                    level15 = offset;
                    waiting = open;
                } else if (waiting && entry instanceof Entry.End) {
                    level15 = offset;
                    waiting = false;
                } else if (waiting && entry instanceof Entry.Abort) {
                    level15 = -1;
                    waiting = false;
                } else if (entry instanceof Entry.RegisterController) {
                    claim("BROKER_EVENT", false, log.lineage(), level15, Assumption.ONE_LEVEL_RECORD);
                }
                offset++;
            }
        }
        capture.nodes.forEach(copy -> copy.cleanShutdown.ifPresent(epoch -> known(log, first, copy.node.id, epoch)));
    }

    private void known(Log log, Map<Identity, Long> first, int broker, long epoch) {
        claim("BROKER_EVENT", false, log.lineage(), first.getOrDefault(new Identity(broker, epoch), -1L), Assumption.ONE_BROKER_EPOCH);
    }

    private void majority(Log log) {
        for (long offset = log.end() - 1; offset >= log.firstBase(); offset--) {
            int epoch = log.lineage().epochAt(offset);
            Optional<Voters> set = log.votersAt(offset).or(() -> capture.fixed());
            Optional<Voters> next = Optional.ofNullable(log.voters().higherEntry(offset)).map(Map.Entry::getValue)
                    .filter(n -> set.map(s -> s.fixed() || s.oneStepTo(n)).orElse(false));
            if (held(set, offset, epoch) || held(next, offset, epoch)) {
                claim("MAJORITY", true, log.lineage(), offset, Assumption.NO_QUEUED_CHANGE);
                return;
            }
        }
    }

    private boolean held(Optional<Voters> set, long offset, int epoch) {
        return set.filter(s -> !s.members().isEmpty() && s.majority(m -> !capture.copiesOf(m, s.fixed()).isEmpty()
                && capture.copiesOf(m, s.fixed()).stream().allMatch(c -> c.log.lineage().has(offset, epoch) && c.epoch == epoch))).isPresent();
    }
}
