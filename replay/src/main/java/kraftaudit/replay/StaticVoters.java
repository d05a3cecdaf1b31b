package kraftaudit.replay;

import java.util.List;

/**
 * The voters of a static quorum, of which the log has no record.
 *
 * @param ids    ascending; empty where nothing names them
 * @param source where they are known from, one clause without a full stop, such as "quorum-state of node1"
 * @param agree  whether every source in the capture names the same ids
 */
public record StaticVoters(List<Integer> ids, String source, boolean agree) {
    public StaticVoters {
        ids = List.copyOf(ids);
    }
}
