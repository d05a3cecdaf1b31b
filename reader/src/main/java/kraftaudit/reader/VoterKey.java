package kraftaudit.reader;

import java.util.Optional;

/** A voter named by id, with its directory id where the source has one (LeaderChange v1, quorum-state v1). */
public record VoterKey(int id, Optional<DirectoryId> directoryId) {
}
