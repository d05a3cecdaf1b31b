package kraftaudit.audit.storage;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import kraftaudit.reader.CaptureFinder;

/**
 * A folder of outputs that is there whole or not at all: everything is written beside its final place and renamed at
 * {@link #commit}; closed before that, or at Ctrl-C, nothing is left of it. It never lies in the input.
 */
public final class OutputFolder implements AutoCloseable {
    private static final String PREFIX = ".kraft-audit-";

    private final Path folder;
    /** What becomes the folder: the folder itself where it is there already, else the topmost of those that are missing. */
    private final Path top;
    private final boolean there;
    private final TemporaryFolder beside;
    private final Path writing;
    private final List<String> names = new ArrayList<>();

    private OutputFolder(Path folder, Path top, boolean there, TemporaryFolder beside, Path writing) {
        this.folder = folder;
        this.top = top;
        this.there = there;
        this.beside = beside;
        this.writing = writing;
    }

    /**
     * Begins to write a folder.
     *
     * @param overwrite whether it may hold files already; those of other names stay
     * @param inputs    PATHs of the input; what does not exist is passed over
     * @throws OutputRefused where the folder lies in the input, is no folder, holds something, or cannot be written
     */
    public static OutputFolder open(Path folder, boolean overwrite, List<Path> inputs) throws OutputRefused {
        Path whole = folder.toAbsolutePath().normalize();
        if (Files.exists(whole) && !Files.isDirectory(whole)) {
            throw OutputRefused.usage(folder, "is no folder");
        }
        try {
            notInInput(folder, real(whole), inputs);
            boolean there = Files.isDirectory(whole);
            if (there && !overwrite && !isEmpty(whole)) {
                throw OutputRefused.usage(folder, "is not empty; --overwrite writes into it all the same");
            }
            Path top = there ? whole : topmostMissing(whole);
            if (!there && !Files.isDirectory(top.getParent())) {
                throw OutputRefused.usage(folder, "lies below a file");
            }
            TemporaryFolder beside = TemporaryFolder.of(there ? whole : top.getParent(), PREFIX);
            return new OutputFolder(folder, top, there, beside, beside.path().resolve(top.relativize(whole).toString()));
        } catch (IOException failure) {
            throw OutputRefused.system(folder, failure);
        }
    }

    private static void notInInput(Path folder, Path real, List<Path> inputs) throws IOException, OutputRefused {
        for (Path input : inputs) {
            if (!Files.exists(input)) {
                continue;
            }
            Path given = input.toRealPath();
            Path parent = given.getParent();
            boolean inLog = parent != null && parent.getFileName() != null && parent.getFileName().toString().equals(CaptureFinder.METADATA_FOLDER);
            if (real.startsWith(Files.isDirectory(given) || !inLog ? given : parent)) {
                throw OutputRefused.usage(folder, "lies in the input " + input + ", which is never written");
            }
        }
    }

    /** Without links, of the part that exists. */
    private static Path real(Path whole) throws IOException {
        if (Files.exists(whole) || whole.getParent() == null) {
            return whole.toRealPath();
        }
        return real(whole.getParent()).resolve(whole.getFileName());
    }

    private static Path topmostMissing(Path whole) {
        Path top = whole;
        while (top.getParent() != null && !Files.exists(top.getParent())) {
            top = top.getParent();
        }
        return top;
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                // What a run that was killed has left is no output.
                if (!entry.getFileName().toString().startsWith(PREFIX)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Writes a file; {@code /} in its name stands between folders. */
    public void write(String name, String text) throws OutputRefused {
        write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a file; {@code /} in its name stands between folders. May be called from several threads. */
    public void write(String name, byte[] bytes) throws OutputRefused {
        Path file = writing.resolve(name);
        try {
            beside.make(() -> Files.createDirectories(file.getParent()));
            try (OutputStream out = beside.make(() -> Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
                out.write(bytes);
            }
        } catch (IOException failure) {
            throw OutputRefused.system(folder, failure);
        }
        synchronized (names) {
            names.add(name);
        }
    }

    /** Gives everything its final name. Files of these names that were there are replaced, the last one written last. */
    public void commit() throws OutputRefused {
        try {
            if (!there) {
                beside.make(() -> Files.createDirectories(writing));
                beside.moveTo(top);
                return;
            }
            for (String name : names) {
                if (Files.isDirectory(folder.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                    throw OutputRefused.usage(folder, "has a folder named " + name);
                }
            }
            // The file that vouches for the others is gone while they change.
            Files.deleteIfExists(folder.resolve(names.get(names.size() - 1)));
            for (String name : names) {
                Path target = folder.resolve(name);
                Files.createDirectories(target.getParent());
                Files.move(writing.resolve(name), target, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException failure) {
            throw OutputRefused.system(folder, failure);
        }
    }

    /** Removes what was not given its final name. */
    @Override
    public void close() {
        beside.close();
    }
}
