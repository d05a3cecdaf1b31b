package kraftaudit.reader;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

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
    private static final Pattern LIKE_SEGMENT = Pattern.compile(".*[0-9]{15}.*\\.log.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    public DirectoryScan {
        segments = List.copyOf(segments);
        checkpoints = List.copyOf(checkpoints);
        bootstraps = List.copyOf(bootstraps);
        failures = List.copyOf(failures);
    }

    /** Of the directory alone: what was read may be long. */
    @Override
    public int hashCode() {
        return directory.hashCode();
    }

    /**
     * Whether everything that was seen and may be part of the log was read. Where it was not, the log may go on beyond what
     * the segments show: a folder or segment that could not be read, a link in the place of one, a segment whose name is
     * almost right.
     */
    public boolean readWholeLog() {
        return failures.stream().noneMatch(failure -> failure.file().kind() == FileKind.SEGMENT)
            && directory.files().stream().noneMatch(DirectoryScan::mayHideRecords);
    }

    private static boolean mayHideRecords(CapturedFile file) {
        String own = file.name().substring(file.name().lastIndexOf('/') + 1);
        boolean ofLog = own.equals(FileNames.METADATA_FOLDER) || LIKE_SEGMENT.matcher(own).matches();
        return switch (file.kind()) {
            case UNREADABLE, SYMBOLIC_LINK, ALMOST -> ofLog;
            // A copy on top of a copy: the folder within may be the newer one.
            case FOREIGN -> file.name().endsWith(FileNames.METADATA_FOLDER + "/" + FileNames.METADATA_FOLDER);
            default -> false;
        };
    }

    /** A file that the system would not let us read. */
    public record Failure(CapturedFile file, String reason) {
    }
}
