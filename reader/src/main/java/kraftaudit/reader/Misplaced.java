package kraftaudit.reader;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Files that lie at the wrong one of a log directory's two levels: those of the metadata log outside of
 * {@code __cluster_metadata-0}, or {@code meta.properties} and its neighbours inside. Kafka would not read them there. A
 * folder may have been copied by hand, so one of the latter is used where the right place has none of its kind, and says
 * so; of two metadata logs only the one in its place is used.
 */
final class Misplaced {
    private static final Set<FileKind> OF_DIRECTORY = Set.of(FileKind.META_PROPERTIES, FileKind.BOOTSTRAP_CHECKPOINT, FileKind.CLEAN_SHUTDOWN);
    private static final Set<FileKind> OF_LOG = Set.of(FileKind.SEGMENT, FileKind.CHECKPOINT, FileKind.CHECKPOINT_PART,
        FileKind.CHECKPOINT_DELETED, FileKind.ZERO_CHECKPOINT, FileKind.QUORUM_STATE, FileKind.LEADER_EPOCH_CHECKPOINT,
        FileKind.PARTITION_METADATA);

    private Misplaced() {
    }

    /**
     * @param files of one log directory that has a {@code __cluster_metadata-0}
     * @param name  of the log directory, empty where it is a PATH given alone
     */
    static List<CapturedFile> sortOut(List<CapturedFile> files, String name) {
        String inside = (name.isEmpty() ? "" : name + "/") + FileNames.METADATA_FOLDER + "/";
        Set<FileKind> inPlace = files.stream().filter(f -> rightPlace(f, inside)).map(CapturedFile::kind).collect(Collectors.toSet());
        return files.stream().map(file -> {
            if (rightPlace(file, inside)) {
                return file;
            }
            String where = OF_LOG.contains(file.kind()) ? "outside of " : "inside of ";
            boolean spare = OF_LOG.contains(file.kind()) || inPlace.contains(file.kind());
            return new CapturedFile(file.path(), file.name(), spare ? FileKind.ALMOST : file.kind(), file.length(),
                where + FileNames.METADATA_FOLDER + ", where Kafka does not look for it");
        }).toList();
    }

    private static boolean rightPlace(CapturedFile file, String inside) {
        boolean isInside = file.name().startsWith(inside);
        return isInside ? !OF_DIRECTORY.contains(file.kind()) : !OF_LOG.contains(file.kind());
    }
}
