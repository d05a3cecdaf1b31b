package kraftaudit.simulation;

import java.util.List;
import java.util.Optional;

/** A message between nodes. It reaches one directory of a node, or nobody. */
sealed interface Message {
    /** @param lastEpoch of the candidate's log */
    record VoteRequest(int epoch, int candidate, int generation, int lastEpoch, long end) implements Message {
    }

    record VoteResponse(int epoch, int voter, boolean granted) implements Message {
    }

    /** @param number which fetch of the node it is; @param offset from which the follower wants records: the end of its log */
    record Fetch(int number, int epoch, long offset, int lastEpoch) implements Message {
    }

    /**
     * @param leader        known to the answering node, -1 if none
     * @param diverging     epoch and exclusive end at which the follower has to look
     * @param checkpoint    to be loaded because the log does not reach back
     * @param highWatermark -1 if unknown
     */
    record FetchResponse(int number, int epoch, int leader, long offset, List<Batch> batches, Optional<long[]> diverging,
                         Optional<Checkpoint> checkpoint, long highWatermark, boolean sound) implements Message {
    }

    record BeginEpoch(int epoch, int leader) implements Message {
    }

    record Epoch(int epoch, int leader) implements Message {
    }

    /** A request to the active controller. */
    record Register(int broker, long incarnation) implements Message {
    }

    record Registered(long incarnation, long brokerEpoch) implements Message {
    }

    /** @param published last offset that the broker has published */
    record Heartbeat(int broker, long brokerEpoch, long published, boolean shutdown, boolean directories) implements Message {
    }

    record AllocateIds(int broker, long brokerEpoch) implements Message {
    }

    record RegisterMe(int controller) implements Message {
    }

    /** A message on its way. */
    record InFlight(Node from, Node to, Message message) {
    }
}
