package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Map;
import java.util.TreeMap;

/** One log directory with the process over it. Fields of the first block are its disk, those of the second its memory. */
final class Node {
    final int id;
    final int generation;
    final boolean controller;

    Log log = new Log();
    /** Whole checkpoints by end offset. */
    final TreeMap<Long, Checkpoint> checkpoints = new TreeMap<>();
    /** Checkpoints being written or downloaded. */
    final List<Checkpoint> parts = new ArrayList<>();
    /** Checkpoints that wait for their removal. */
    final List<Checkpoint> deleted = new ArrayList<>();
    /** Set of the zero checkpoint. */
    Optional<Voters> zero = Optional.empty();
    int epoch;
    int leader = -1;
    int voted = -1;
    int votedGeneration;
    /** Version of quorum-state at the last write. */
    int stateVersion;
    /** Ids that a version 0 quorum-state lists. */
    List<Integer> stateVoters = List.of();
    /** Bytes behind the log that a loss of power left. */
    byte[] torn = {};
    /** Broker epoch in .kafka_cleanshutdown. */
    OptionalLong cleanShutdown = OptionalLong.empty();

    enum Role { UNATTACHED, FOLLOWER, CANDIDATE, LEADER, RESIGNED }

    boolean up = true;
    Role role = Role.UNATTACHED;
    /** -1 is unknown. */
    long highWatermark = -1;
    /** End of what the controller or broker over the raft client has taken from it; never above a high watermark it knew. */
    long consumed;
    /** Releases from 3.6 on activate a controller only once the start of its epoch is committed. */
    boolean strong;
    /** The endpoint it is configured with. */
    int endpoint;
    int group;
    boolean fetching;
    /** Of its latest fetch; an answer to an earlier one is not expected any more. */
    int fetches;
    /** Its last fetch was lost: an observer asks somebody else then. */
    boolean seeking;
    /** Set of a candidate's election, and who has voted for it. */
    Voters electorate;
    final List<Integer> votes = new ArrayList<>();
    Leadership leadership;
    Broker broker;
    /** Controllers that its channels talk to, by channel; a channel keeps to one as long as that answers. -1 is none. */
    final int[] contacts = {-1, -1};
    /** End of the checkpoint the state was loaded from. */
    long loadedFrom;

    Node(int id, int generation, boolean controller) {
        this.id = id;
        this.generation = generation;
        this.controller = controller;
    }

    boolean leads() {
        return up && role == Role.LEADER;
    }

    /** The set this node acts on: the latest record, committed or not. */
    Voters voters(Cluster cluster) {
        return log.latestVoters().map(Map.Entry::getValue).orElse(cluster.fixed);
    }

    boolean isVoter(Cluster cluster) {
        return controller && voters(cluster).has(this);
    }

    /** What has been replayed below {@code end}: from the newest checkpoint under it, then from the log. */
    State stateAt(long end) {
        Checkpoint base = Optional.ofNullable(checkpoints.floorEntry(end)).map(Map.Entry::getValue).orElse(null);
        State state = base == null ? new State() : base.state().copy();
        long from = base == null ? 0 : base.end();
        for (Batch batch : log.batches) {
            if (batch.base >= from && batch.end() <= end) {
                state.apply(batch);
            }
        }
        return state;
    }

    String name() {
        return (controller ? "node " : "broker ") + id + "'".repeat(generation - 1);
    }

    @Override
    public String toString() {
        return name() + " " + (up ? role : "down") + " epoch " + epoch + " log " + log.lineage() + " hw " + highWatermark
                + (leader >= 0 ? " leader " + leader : "") + (voted >= 0 ? " voted " + voted : "");
    }
}
