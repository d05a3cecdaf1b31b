package kraftaudit.audit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.replay.Proof;
import kraftaudit.replay.Status;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSpan;

/**
 * What DescribeQuorum with committed voters (KIP-1204) would have answered at a high watermark, as far as files can tell.
 *
 * @param branch        which lineage
 * @param asked         the high watermark that was asked for; empty: the highest that a leader is proven to have exposed
 * @param highWatermark exclusive; 0 where nothing is proven; an answer gives it as {@link #answered} only
 * @param status        of the record below the high watermark; empty at 0
 * @param proofs        what shows that status, strongest kind first
 * @param bounds        what is proven of this branch
 * @param leaderEpoch   epoch of the leader that would have answered; empty where no record or quorum-state tells
 * @param leader        that leader
 * @param committed     the committed voters
 * @param current       the appended voters, which KRaft goes by
 * @param replicas      leader and followers, then observers, then committed voters that are neither; none where the current
 *                      voters are unknown
 * @param logEndOffset  exclusive end of this branch; with {@code asked} the log end at that time is unknown, hence empty
 * @param pending       changes at or above the high watermark
 */
public record Description(BranchName branch, OptionalLong asked, long highWatermark, Optional<Status> status, List<Proof> proofs,
                          Bounds bounds, OptionalInt leaderEpoch, Optional<Leader> leader, Committed committed, Current current,
                          List<ReplicaState> replicas, OptionalLong logEndOffset, List<Transition> pending) {
    public Description {
        proofs = List.copyOf(proofs);
        replicas = List.copyOf(replicas);
        pending = List.copyOf(pending);
    }

    /**
     * @param exposedEnd      highest high watermark that a leader is proven to have exposed, 0 where none
     * @param durableEnd      exclusive end of what is proven at all: above {@code exposedEnd} it can no longer be lost
     * @param exposedVoters   committed voters at {@code exposedEnd}, empty at 0
     * @param durableVoters   committed voters at {@code durableEnd}, empty at 0
     * @param durableProofs   what shows {@code durableEnd}
     */
    public record Bounds(long exposedEnd, long durableEnd, Optional<VoterSpan> exposedVoters, Optional<VoterSpan> durableVoters,
                         List<Proof> durableProofs) {
        public Bounds {
            durableProofs = List.copyOf(durableProofs);
        }
    }

    /** The committed voters of an answer. */
    public sealed interface Committed {
    }

    /** A recorded set. */
    public record Recorded(VoterSpan span) implements Committed {
    }

    /** A static quorum: no record names the voters, so the set is empty; KIP-1204 does not say what a server would answer. */
    public record Fixed(VoterSpan span) implements Committed {
    }

    /** The empty set, as KIP-1204 has it while the high watermark is unknown. @param why a clause without a full stop */
    public record Empty(String why) implements Committed {
    }

    /**
     * The appended voters.
     *
     * @param voters empty where unknown
     * @param fixed  whether they are those of a static quorum
     * @param source a clause without a full stop that says where they are known from
     */
    public record Current(Optional<VoterSet> voters, boolean fixed, String source) {
    }

    /** The replicas of the current voters. */
    public List<ReplicaState> voters() {
        return replicas.stream().filter(r -> r.role() == ReplicaState.Role.LEADER || r.role() == ReplicaState.Role.FOLLOWER).toList();
    }

    /** The observers. */
    public List<ReplicaState> observers() {
        return replicas.stream().filter(r -> r.role() == ReplicaState.Role.OBSERVER).toList();
    }

    /** How far the furthest voter is behind the log end; empty unless the log end of every voter is known. */
    public OptionalLong maxFollowerLag() {
        List<ReplicaState> voters = voters();
        return voters.isEmpty() || voters.stream().anyMatch(v -> v.lag().isEmpty()) ? OptionalLong.empty()
            : voters.stream().mapToLong(v -> v.lag().getAsLong()).max();
    }

    /** What it takes to get from the committed to the current voters; empty where either is unknown or not recorded. */
    public Optional<VoterDifference> pendingDifference() {
        return committed instanceof Recorded recorded && !current.fixed()
            ? recorded.span().voters().flatMap(from -> current.voters().map(to -> VoterDifference.between(from, to))) : Optional.empty();
    }

    /** The high watermark of the answer: unknown, hence empty, while the latest leader is not proven to have exposed one. */
    public OptionalLong answered() {
        return asked.isEmpty() && committed instanceof Empty ? OptionalLong.empty() : OptionalLong.of(highWatermark);
    }

    /** Whether the high watermark is proven to have been exposed by a leader. */
    public boolean exposed() {
        return highWatermark > 0 && highWatermark <= bounds.exposedEnd();
    }
}
