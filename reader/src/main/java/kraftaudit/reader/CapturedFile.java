package kraftaudit.reader;

import java.nio.file.Path;

/**
 * One file (or folder that is not entered) seen in a capture.
 *
 * @param path   where it is on this machine; never printed in a report
 * @param name   its name in reports: relative to the given PATH, {@code /} between parts, control characters kept
 * @param kind   what it is
 * @param length bytes at the time of the look, 0 for folders
 * @param note   why it is not used, or what is odd about its name; empty when there is nothing to say beyond the kind
 */
public record CapturedFile(Path path, String name, FileKind kind, long length, String note) {
    @Override
    public int hashCode() {
        return path.hashCode();
    }
}
