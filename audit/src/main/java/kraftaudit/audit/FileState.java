package kraftaudit.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import kraftaudit.reader.Hashes;
import kraftaudit.reader.SystemReason;

/**
 * A file of a capture at one moment.
 *
 * @param length   bytes
 * @param modified its time of modification
 * @param mark     what tells of any change since; empty where it was not asked for or the system does not tell
 * @param sha256   lower-case hex; empty where it was not asked for
 * @param problem  why nothing is known of it, in a few words; empty where something is. The other components then say nothing
 */
public record FileState(long length, Instant modified, Optional<Mark> mark, Optional<String> sha256, String problem) {
    /** Times of files are those of the system's last tick, which is up to this long ago. */
    private static final long TICK_MILLIS = 20;

    /**
     * What a system of the Unix kind keeps of a file and lets nobody set back: it is another after each write, rename or
     * change of times, so that a file with the mark it had has the bytes it had. Bytes that another process writes through a
     * mapping of its own are told as late as that system writes them to disk.
     *
     * @param number  of the file in its file system
     * @param changed time of status change
     * @param settled whether that was so long before the look that a later change is sure to have another time
     */
    public record Mark(long number, Instant changed, boolean settled) {
        private boolean same(Mark other) {
            return number == other.number && changed.equals(other.changed);
        }
    }

    /** Looks at one file: only at what is a file itself, never through a link. */
    public static FileState of(Path path) {
        try {
            BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.isRegularFile() ? new FileState(found.size(), found.lastModifiedTime().toInstant(), Optional.empty(), Optional.empty(), "")
                : unknown("no file");
        } catch (IOException failure) {
            return unknown(SystemReason.of(failure));
        }
    }

    /** As {@link #of}, with a mark where the system has one. */
    static FileState marked(Path path) {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return of(path);
        }
        Instant looked = Instant.now();
        try {
            Map<String, Object> found = Files.readAttributes(path, "unix:isRegularFile,size,lastModifiedTime,ino,ctime", LinkOption.NOFOLLOW_LINKS);
            if (!(Boolean) found.get("isRegularFile")) {
                return unknown("no file");
            }
            Instant changed = ((FileTime) found.get("ctime")).toInstant();
            Mark mark = new Mark((Long) found.get("ino"), changed, changed.isBefore(looked.minusMillis(TICK_MILLIS)));
            return new FileState((Long) found.get("size"), ((FileTime) found.get("lastModifiedTime")).toInstant(), Optional.of(mark), Optional.empty(), "");
        } catch (IOException failure) {
            return unknown(SystemReason.of(failure));
        }
    }

    /** Looks at one file and takes its hash. */
    public static FileState hashed(Path path) {
        return marked(path).read(path, bytes -> { });
    }

    /**
     * The same file after it was read. Where its mark says that it has not changed it still has its hash, else that is
     * taken anew.
     *
     * @param hashed told how many more bytes were hashed
     */
    public FileState later(Path path, LongConsumer hashed) {
        FileState now = marked(path);
        return unchanged(now) ? this : now.read(path, hashed);
    }

    private boolean unchanged(FileState later) {
        return mark.isPresent() && mark.get().settled() && later.mark.isPresent() && mark.get().same(later.mark.get())
            && length == later.length && modified.equals(later.modified);
    }

    private FileState read(Path path, LongConsumer hashed) {
        if (!problem.isEmpty()) {
            return this;
        }
        try {
            return with(Optional.of(Hashes.sha256(path, hashed)));
        } catch (IOException failure) {
            return unknown(SystemReason.of(failure));
        }
    }

    /** With the hash of the bytes that were read. */
    FileState with(Optional<String> hash) {
        return new FileState(length, modified, mark, hash, problem);
    }

    static FileState unknown(String problem) {
        return new FileState(0, Instant.EPOCH, Optional.empty(), Optional.empty(), problem);
    }

    /** What of a file is another in a later state: a clause, empty where nothing is. */
    Optional<String> difference(FileState later) {
        if (!problem.equals(later.problem)) {
            return Optional.of(later.problem.isEmpty() ? "it could be read at the end only" : "at the end: " + later.problem);
        }
        if (length != later.length) {
            return Optional.of("its length went from " + length + " to " + later.length);
        }
        if (!sha256.equals(later.sha256)) {
            return Optional.of("its bytes are others than before");
        }
        if (!modified.equals(later.modified)) {
            return Optional.of("it was written to");
        }
        return mark.isEmpty() || later.mark.isEmpty() || mark.get().same(later.mark.get()) ? Optional.empty()
            : Optional.of("it was written to, replaced, or changed in its name, times or rights");
    }
}
