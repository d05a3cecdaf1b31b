package kraftaudit.audit;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.reader.Event;
import kraftaudit.reader.Place;
import kraftaudit.reader.QuorumState;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.LogState;
import kraftaudit.replay.ReplicaHistory;

/**
 * The leader of an epoch, and what names it.
 *
 * @param id        node id
 * @param epoch     the epoch
 * @param offset    of its LeaderChange record; empty where only a quorum-state names it, which shows that it was elected and
 *                  not that it wrote anything
 * @param timestamp of that record, milliseconds since 1970; -1 is none
 * @param replica   name of the copy that shows it
 * @param place     the record, or the quorum-state
 */
public record Leader(int id, int epoch, OptionalLong offset, long timestamp, String replica, Place place) {
    /** The leader of an epoch: by the LeaderChange record of a branch, or by any copy's quorum-state. */
    public static Optional<Leader> of(CaptureHistory history, Branch branch, int epoch) {
        return Optional.ofNullable(all(history, branch).get(epoch));
    }

    /** The leader of each epoch that is known, the first LeaderChange record of an epoch before any quorum-state. */
    static Map<Integer, Leader> all(CaptureHistory history, Branch branch) {
        Map<Integer, Leader> leaders = new HashMap<>();
        for (LogState.Sourced sourced : branch.state().events()) {
            if (sourced.event() instanceof Event.LeaderChange change) {
                leaders.putIfAbsent(change.at().epoch(), new Leader(change.leaderId(), change.at().epoch(),
                    OptionalLong.of(change.at().offset()), change.at().timestamp(), sourced.replica(), change.at().place()));
            }
        }
        history.replicas().forEach(replica -> named(replica).ifPresent(leader -> leaders.putIfAbsent(leader.epoch(), leader)));
        return leaders;
    }

    /** The leader that a copy's quorum-state names. */
    static Optional<Leader> named(ReplicaHistory replica) {
        Optional<QuorumState> state = replica.scan().quorumState().flatMap(file -> file.value());
        OptionalInt id = state.map(QuorumState::leaderId).orElse(OptionalInt.empty());
        if (id.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Leader(id.getAsInt(), state.get().leaderEpoch(), OptionalLong.empty(), -1, replica.replica().name(),
            new Place(replica.scan().quorumState().get().file().name(), 0, 0)));
    }
}
