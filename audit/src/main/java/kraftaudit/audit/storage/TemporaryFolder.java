package kraftaudit.audit.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * A folder that goes away on {@link #close} and when Java ends, Ctrl-C included.
 *
 * <p>At Ctrl-C it is deleted while another thread may still be writing: files are therefore made through {@link #make},
 * which refuses once the deletion has begun, so that nothing comes to be that the deletion has not seen.
 */
public final class TemporaryFolder implements AutoCloseable {
    private static final int MOST_NAMES = 1000;

    private final Thread atExit = new Thread(this::delete, "kraft-audit-temporary");
    private Optional<Path> path = Optional.empty();
    private boolean closed;

    private TemporaryFolder() {
    }

    /** Makes files or folders. */
    public interface Making<T> {
        T make() throws IOException;
    }

    /** A new folder that its owner alone can enter, where the file system knows owners. */
    public static TemporaryFolder ofOwner(Path parent, String prefix) throws IOException {
        boolean owners = parent.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] ownerAlone = owners
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))}
            : new FileAttribute<?>[0];
        return open(() -> Files.createTempDirectory(parent, prefix, ownerAlone));
    }

    /** A new folder with the rights that any new folder gets. */
    public static TemporaryFolder of(Path parent, String prefix) throws IOException {
        return open(() -> {
            for (int i = 0; i < MOST_NAMES; i++) {
                try {
                    return Files.createDirectory(parent.resolve(prefix + ProcessHandle.current().pid() + "-" + i));
                } catch (FileAlreadyExistsException taken) {
                    // the next number then
                }
            }
            throw new FileAlreadyExistsException(parent.resolve(prefix).toString());
        });
    }

    private static TemporaryFolder open(Making<Path> making) throws IOException {
        TemporaryFolder folder = new TemporaryFolder();
        try {
            Runtime.getRuntime().addShutdownHook(folder.atExit);
        } catch (IllegalStateException ending) {
            throw ended();
        }
        try {
            folder.path = Optional.of(folder.make(making));
        } finally {
            if (folder.path.isEmpty()) {
                folder.close();
            }
        }
        return folder;
    }

    private static IOException ended() {
        return new IOException("the run has ended");
    }

    /** Where it is. */
    public Path path() {
        return path.orElseThrow();
    }

    /** Makes a file or folder in it. */
    public synchronized <T> T make(Making<T> making) throws IOException {
        if (closed) {
            throw ended();
        }
        return making.make();
    }

    /** Gives the folder its final name, under which it stays. */
    public synchronized void moveTo(Path name) throws IOException {
        make(() -> Files.move(path(), name));
        path = Optional.empty();
    }

    /** Removes the folder with all that is in it. */
    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException alreadyEnding) {
            // Then the hook itself has run or is about to.
        }
    }

    private synchronized void delete() {
        closed = true;
        path.ifPresent(TemporaryFolder::deleteTree);
    }

    /** Deletes what can be deleted; there is nobody to tell of the rest. */
    public static void deleteTree(Path root) {
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException left) {
            // See above.
        }
    }
}
