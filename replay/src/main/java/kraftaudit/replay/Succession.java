package kraftaudit.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import kraftaudit.reader.Voter;

/**
 * Which logs of a stopped quorum can win an election: the next one, or a later one. The later ones matter, because a winner
 * makes followers truncate to what they share with it, and may end before they get its records. A log shortened so votes for
 * candidates that the longer one refused, and acts on the voter set that it had before. With the logs
 *
 * <pre>
 *          offset 10   11
 * 1, 2     epoch 1    epoch 4
 * 3        epoch 1    epoch 3
 * 4        epoch 2
 * 5
 * </pre>
 *
 * only 1, 2 and 3 can win the next election, and all of them hold offset 10 of epoch 1. Once 3 has won and 1 and 2 have
 * truncated to 11, though, 4 wins with their votes, and offset 10 of epoch 1 is gone.
 *
 * <p>Every log is taken at every end to which some winner can shorten it, each independently of the others. That is more
 * than can happen, so what all winners share is safe.
 */
final class Succession {
    /** A voter and the only copy of its log. */
    record Elector(Voter voter, ReplicaHistory copy) {
    }

    /** A voter with its log up to an end (exclusive) in an epoch. */
    record Standing(Elector elector, long end, int lastEpoch) {
        boolean ahead(Standing other) {
            return lastEpoch > other.lastEpoch || lastEpoch == other.lastEpoch && end > other.end;
        }
    }

    private final List<Elector> electors;
    private final BiFunction<ReplicaHistory, Long, Optional<VoterSet>> votersBelow;
    private final List<Standing> possible = new ArrayList<>();
    private final List<Standing> winners = new ArrayList<>();

    private Succession(List<Elector> electors, BiFunction<ReplicaHistory, Long, Optional<VoterSet>> votersBelow) {
        this.electors = electors;
        this.votersBelow = votersBelow;
    }

    /**
     * @param electors    every voter that can stand or vote, once each
     * @param votersBelow the set that a copy acts on when its log ends at an offset
     * @return the logs that can win; empty where a set, or the log of one of its voters, is not known
     */
    static Optional<List<Standing>> winners(List<Elector> electors, BiFunction<ReplicaHistory, Long, Optional<VoterSet>> votersBelow) {
        Succession succession = new Succession(electors, votersBelow);
        electors.forEach(elector -> succession.possible.add(whole(elector)));
        return succession.settle() ? Optional.of(List.copyOf(succession.winners)) : Optional.empty();
    }

    /** The log as the node takes it up again: where a checkpoint is ahead of it, it is emptied and begins at the checkpoint. */
    private static Standing whole(Elector elector) {
        LogLine line = elector.copy().line();
        Standing log = new Standing(elector, line.endOffset(), line.lastEpoch().orElse(-1));
        return elector.copy().checkpoints().stream().filter(CheckpointFacts::usable)
            .map(c -> new Standing(elector, c.id().endOffset(), c.id().epoch()))
            .reduce(log, (best, next) -> next.ahead(best) ? next : best);
    }

    /** Finds winners and shortened logs until there are no more; false where something needed is not known. */
    private boolean settle() {
        boolean more = true;
        while (more) {
            more = false;
            // a new shortened log may let an earlier candidate win too, so all are asked again
            for (Standing candidate : List.copyOf(possible)) {
                Optional<VoterSet> set = votersBelow.apply(candidate.elector().copy(), candidate.end());
                if (set.isEmpty() || !set.get().voters().stream().allMatch(this::known)) {
                    return false;
                }
                if (!winners.contains(candidate) && wins(candidate, set.get())) {
                    winners.add(candidate);
                    electors.forEach(other -> shorten(other, candidate));
                    more = true;
                }
            }
        }
        return true;
    }

    private boolean known(Voter voter) {
        return electors.stream().anyMatch(e -> e.voter().sameVoter(voter));
    }

    private boolean wins(Standing candidate, VoterSet set) {
        long granting = set.voters().stream().filter(voter -> possible.stream()
            .anyMatch(log -> log.elector().voter().sameVoter(voter) && !log.ahead(candidate))).count();
        return set.voters().stream().anyMatch(candidate.elector().voter()::sameVoter) && granting >= set.majority();
    }

    /** Adds what a voter keeps that follows a winner and gets no further. One that lags behind its log start gets a checkpoint. */
    private void shorten(Elector elector, Standing winner) {
        LogLine line = elector.copy().line();
        LogLine theirs = winner.elector().copy().line();
        if (elector == winner.elector() || !line.overlaps(theirs)) {
            return;
        }
        long end = Math.min(winner.end(), line.divergence(theirs).orElse(Math.min(line.endOffset(), theirs.endOffset())));
        Standing shortened = new Standing(elector, end, line.epochAt(end - 1).orElse(-1));
        if (end < line.endOffset() && !possible.contains(shortened)) {
            possible.add(shortened);
        }
    }
}
