package kraftaudit.audit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.LogDirectory;

/**
 * The files of a capture before they were read and after, so that a file that changed under the audit is told.
 *
 * @param files  what was looked at
 * @param before one state for each file
 * @param after  one state for each file
 */
public record Witnessed(List<CapturedFile> files, List<FileState> before, List<FileState> after) {
    public Witnessed {
        files = List.copyOf(files);
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** What changed, in the order of the files: each with what is another, a clause. */
    public Map<CapturedFile, String> changed() {
        Map<CapturedFile, String> changed = new LinkedHashMap<>();
        for (int i = 0; i < files.size(); i++) {
            Optional<String> difference = before.get(i).difference(after.get(i));
            if (difference.isPresent()) {
                changed.put(files.get(i), difference.get());
            }
        }
        return changed;
    }

    /** The first look, to be followed by {@link #again}. */
    static Look look(Capture capture, boolean hashes, LongConsumer hashed) {
        List<CapturedFile> files = files(capture, hashes);
        return new Look(files, hashes, FileState.all(files, hashes, hashed));
    }

    /** Files that are looked at: with hashes every one that was seen, else those that are used. */
    static List<CapturedFile> files(Capture capture, boolean hashes) {
        return Stream.concat(capture.directories().stream().map(LogDirectory::files).flatMap(List::stream),
            capture.others().stream()).filter(file -> hashes || file.kind().used()).toList();
    }

    /** A look that was taken before reading. */
    record Look(List<CapturedFile> files, boolean hashes, List<FileState> before) {
        Witnessed again(LongConsumer hashed) {
            return new Witnessed(files, before, FileState.all(files, hashes, hashed));
        }
    }
}
