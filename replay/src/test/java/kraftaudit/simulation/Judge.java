package kraftaudit.simulation;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.Predicate;

import kraftaudit.replay.Assumption;

/** Compares claims about a capture with the truth of its history, once the history is over. */
final class Judge {
    private final Simulation history;
    private final Copies capture;

    Judge(Simulation history, Copies capture) {
        this.history = history;
        this.capture = capture;
    }

    /** What is wrong with a claim; empty if it is true. */
    Optional<String> fault(Claim claim) {
        return claim.durable() ? lost(claim) : exposed(claim) ? Optional.empty()
                : Optional.of(claim + ", but no leader had exposed it by step " + capture.taken);
    }

    boolean exposed(Claim claim) {
        return history.cluster.truth.exposed(claim.offset(), claim.epoch(), capture.taken);
    }

    boolean permanent(long offset, int epoch) {
        return capture.permanent().map(log -> log.has(offset, epoch)).orElse(true);
    }

    private Optional<String> lost(Claim claim) {
        if (!permanent(claim.offset(), claim.epoch())) {
            return Optional.of(claim + ", but elections could still lose it; permanent is " + capture.permanent().orElseThrow());
        }
        Truth truth = history.cluster.truth;
        Optional<Truth.Elected> without = truth.elections().stream()
                .filter(e -> e.step() > capture.taken && !e.log().has(claim.offset(), claim.epoch())).findFirst();
        if (without.isPresent()) {
            return Optional.of(claim + ", but the leader elected at step " + without.get() + " does not have it");
        }
        int committed = truth.committed().epochAt(claim.offset());
        return committed >= 0 && committed != claim.epoch() ? Optional.of(claim + ", but epoch " + committed + " was committed there") : Optional.empty();
    }

    /** What is wrong with calling a record lost; empty if it never was committed, up to the end of the history. */
    Optional<String> notLost(long offset, int epoch) {
        return history.cluster.truth.isCommitted(offset, epoch)
                ? Optional.of("LOST " + offset + "@" + epoch + ", but it is part of the committed log") : Optional.empty();
    }

    /**
     * Whether a false claim names an assumption that this history breaks, which no files show: a voter that came back empty
     * under its id, a voters record that was queued behind another and looks like a clean step, a number that two leaders gave,
     * unsynced bytes in a live copy.
     */
    Optional<String> excuse(Claim claim) {
        if (history.strained()) {
            return Optional.of("wiped voter under its old id");
        }
        boolean noQueue = claim.assumptions().contains(Assumption.NO_QUEUED_CHANGE);
        if (history.cluster.truth.isApart() && (noQueue && claim.durable() || !history.cluster.truth.broken().isEmpty())) {
            return Optional.of("queued voter changes left majorities that can miss each other");
        }
        if (noQueue && claim.kind().equals("LATER_CHANGE") && restsOnRace(claim)) {
            return Optional.of("voter change queued behind another, without a trace");
        }
        if (claim.assumptions().contains(Assumption.ONE_BROKER_EPOCH) && above(claim, e -> e instanceof Entry.RegisterBroker r
                && history.cluster.truth.givers(r.broker(), r.epoch()) > 1)) {
            return Optional.of("broker epoch given by two leaders, one of them stale");
        }
        if (claim.assumptions().contains(Assumption.ONE_LEVEL_RECORD) && history.cluster.truth.levelWriters() > 1
                && above(claim, e -> e instanceof Entry.Level level && level.level() >= 15 || e instanceof Entry.End)) {
            return Optional.of("level raised by two leaders, one of them stale");
        }
        if (claim.durable() && capture.nodes.stream().anyMatch(n -> n.log.lineage().has(claim.offset(), claim.epoch())
                && n.log.synced <= claim.offset() && history.lostPower(n.node, claim.offset(), n.logTaken))) {
            return Optional.of("power loss took a tail that was copied before it was synced");
        }
        return Optional.empty();
    }

    /** Whether a copy that holds the record has a certain one there or above. */
    private boolean above(Claim claim, Predicate<Entry> entry) {
        return capture.nodes.stream().filter(copy -> copy.log.lineage().has(claim.offset(), claim.epoch()))
                .flatMap(copy -> copy.log.batches.stream()).filter(batch -> batch.end() > claim.offset())
                .anyMatch(batch -> batch.entries.stream().anyMatch(entry));
    }

    private boolean restsOnRace(Claim claim) {
        for (NodeCopy copy : capture.nodes) {
            NavigableMap<Long, Voters> voters = copy.log.voters();
            for (Batch batch : copy.log.batches) {
                boolean raced = batch.entries.stream().anyMatch(e -> e instanceof Entry.VoterChange change && change.raced());
                Map.Entry<Long, Voters> before = voters.lowerEntry(batch.base);
                if (raced && before != null && before.getKey() >= claim.offset() && copy.log.lineage().has(claim.offset(), claim.epoch())
                        && before.getValue().oneStepTo(voters.get(batch.end() - 1))) {
                    return true;
                }
            }
        }
        return false;
    }
}
