package kraftaudit.reader;

import java.util.List;
import java.util.Optional;

/**
 * Everything read from one log directory.
 *
 * @param segments        by base offset
 * @param checkpoints     whole ones with end offset above 0, by (endOffset, epoch)
 * @param bootstraps      the zero checkpoint and bootstrap.checkpoint, where they are
 * @param failures        files that could not be read at all, with the system's reason
 */
public record DirectoryScan(LogDirectory directory, List<Scan> segments, List<Scan> checkpoints, List<Scan> bootstraps,
                            Optional<FileReading<MetaProperties>> metaProperties,
                            Optional<FileReading<QuorumState>> quorumState,
                            Optional<FileReading<LeaderEpochs>> leaderEpochs,
                            Optional<FileReading<PartitionMetadata>> partitionMetadata,
                            Optional<FileReading<CleanShutdown>> cleanShutdown,
                            List<Failure> failures) {
    public DirectoryScan {
        segments = List.copyOf(segments);
        checkpoints = List.copyOf(checkpoints);
        bootstraps = List.copyOf(bootstraps);
        failures = List.copyOf(failures);
    }

    /** A file that the system would not let us read. */
    public record Failure(CapturedFile file, String reason) {
    }
}
