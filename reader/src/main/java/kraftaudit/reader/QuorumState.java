package kraftaudit.reader;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * quorum-state as Kafka's {@code FileQuorumStateStore} reads it (kraft-on-disk 1.4).
 *
 * @param dataVersion      0 or 1; 0 does not mean a static quorum
 * @param leaderId         empty for -1
 * @param leaderEpoch      as stored, may be negative in a damaged file
 * @param votedId          empty for -1
 * @param votedDirectoryId empty for the zero id or where there is no vote
 * @param currentVoters    version 0 alone, else empty
 */
public record QuorumState(int dataVersion, OptionalInt leaderId, int leaderEpoch, OptionalInt votedId,
                          Optional<DirectoryId> votedDirectoryId, List<Integer> currentVoters) {
    public QuorumState {
        currentVoters = List.copyOf(currentVoters);
    }
}
