package kraftaudit.reader;

import java.util.List;
import java.util.Optional;

/**
 * One captured log directory: the folder that holds {@code meta.properties} and {@code __cluster_metadata-0}, or what is
 * left of it (a bare {@code __cluster_metadata-0}, a single file).
 *
 * @param label the folder below the given PATH, {@code /} between parts; the folder's own name when it is the PATH itself
 * @param files everything seen in it and in its {@code __cluster_metadata-0}, sorted by name
 */
public record LogDirectory(String label, List<CapturedFile> files) {
    public LogDirectory {
        files = List.copyOf(files);
    }

    /** Of the label alone: a directory may have thousands of files. */
    @Override
    public int hashCode() {
        return label.hashCode();
    }

    /** All files of a kind, in the order of their names. */
    public List<CapturedFile> all(FileKind kind) {
        return files.stream().filter(f -> f.kind() == kind).toList();
    }

    /** The file of a kind that a directory has at most once. */
    public Optional<CapturedFile> one(FileKind kind) {
        return files.stream().filter(f -> f.kind() == kind).findFirst();
    }
}
