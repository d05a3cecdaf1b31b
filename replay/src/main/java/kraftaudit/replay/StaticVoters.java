package kraftaudit.replay;

import java.util.List;
import java.util.Optional;

/**
 * The voters of a static quorum, of which the log has no record.
 *
 * @param ids    ascending; empty where nothing names them, or sources contradict each other
 * @param source where they are known from, one clause without a full stop, such as "quorum-state of node1"
 * @param agree  whether every source in the capture names the same ids
 * @param claim  what the person or the quorum-state files say, also where the log's LeaderChange record contradicts it
 */
public record StaticVoters(List<Integer> ids, String source, boolean agree, Optional<Claim> claim) {
    public StaticVoters {
        ids = List.copyOf(ids);
    }

    /**
     * A list of static voters that lies outside of the log.
     *
     * @param ids    ascending
     * @param source one clause without a full stop
     */
    public record Claim(List<Integer> ids, String source) {
        public Claim {
            ids = List.copyOf(ids);
        }
    }
}
