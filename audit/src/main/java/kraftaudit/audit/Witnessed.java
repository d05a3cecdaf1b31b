package kraftaudit.audit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.Hashes;
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

    /**
     * The first look, to be followed by {@link Look#again}.
     *
     * @param hashes whether hashes are taken while files are read: then of every file that was seen, else those that are used
     */
    static Look look(Capture capture, boolean hashes) {
        List<CapturedFile> files = Stream.concat(capture.directories().stream().map(LogDirectory::files).flatMap(List::stream),
            capture.others().stream()).filter(file -> hashes || file.kind().used()).toList();
        return new Look(files, files.stream().map(file -> hashes ? FileState.marked(file.path()) : FileState.of(file.path())).toList());
    }

    /** A look that was taken before reading. */
    record Look(List<CapturedFile> files, List<FileState> before) {
        /** Those that are files themselves, and no folders or links. */
        List<CapturedFile> regularFiles() {
            return IntStream.range(0, files.size()).filter(i -> before.get(i).problem().isEmpty()).mapToObj(files::get).toList();
        }

        /**
         * The second look.
         *
         * @param hashes what was taken while the files were read
         * @param hashed told how many more bytes were hashed, of files that have changed or may have
         */
        Witnessed again(Optional<Hashes> hashes, LongConsumer hashed) {
            if (hashes.isEmpty()) {
                return new Witnessed(files, before, files.stream().map(file -> FileState.of(file.path())).toList());
            }
            List<FileState> read = IntStream.range(0, files.size()).mapToObj(i -> read(files.get(i), before.get(i), hashes.get())).toList();
            List<FileState> after = IntStream.range(0, files.size()).parallel().mapToObj(i -> read.get(i).later(files.get(i).path(), hashed)).toList();
            return new Witnessed(files, read, after);
        }

        private static FileState read(CapturedFile file, FileState before, Hashes hashes) {
            return before.problem().isEmpty() ? hashes.problem(file).map(FileState::unknown).orElseGet(() -> before.with(hashes.of(file))) : before;
        }
    }
}
