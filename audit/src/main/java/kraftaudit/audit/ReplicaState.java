package kraftaudit.audit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.Endpoint;

/**
 * One node as DescribeQuorum lists it. Fetch times live in a leader's memory alone and are never known from files.
 *
 * @param id           node id
 * @param directoryId  empty where the source has none
 * @param endpoints    of a voters record; empty for observers and static voters
 * @param role         what it is to the leader
 * @param copies       names of the copies of this node in this capture
 * @param logEndOffset exclusive end of what its copy holds of the branch described; empty where that is not known
 * @param lag          how far that is behind the end of the branch; empty where it is not known
 * @param note         what has to be said about it, a clause without a full stop; empty where nothing
 */
public record ReplicaState(int id, Optional<DirectoryId> directoryId, List<Endpoint> endpoints, Role role, List<String> copies,
                           OptionalLong logEndOffset, OptionalLong lag, String note) {
    public ReplicaState {
        endpoints = List.copyOf(endpoints);
        copies = List.copyOf(copies);
    }

    /** What a node is to the leader. */
    public enum Role {
        LEADER("Leader"),
        FOLLOWER("Follower"),
        OBSERVER("Observer"),
        /** A committed voter that is neither an appended voter nor an observer: KIP-1204 gives sentinels in place of its state. */
        COMMITTED_ONLY("Committed");

        private final String word;

        Role(String word) {
            this.word = word;
        }

        /** As {@code kafka-metadata-quorum describe --replication} spells it. */
        public String word() {
            return word;
        }
    }

    /** Whether KIP-1204's sentinels stand for its state. */
    public boolean sentinel() {
        return role == Role.COMMITTED_ONLY;
    }
}
