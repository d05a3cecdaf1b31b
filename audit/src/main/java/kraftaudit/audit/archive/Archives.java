package kraftaudit.audit.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import kraftaudit.audit.FileState;
import kraftaudit.audit.storage.TemporaryFolder;
import kraftaudit.reader.CaptureFinder;

/**
 * The archives of one run and the private temporary folder they are unpacked to. The folder is made with the first
 * archive, belongs to its owner alone where the file system knows owners, and goes away on {@link #close} and when Java
 * ends, Ctrl-C included.
 */
public final class Archives implements AutoCloseable {
    private static final int LONGEST_MAGIC = 262;

    private final ArchiveLimits limits;
    private final Path parent;
    private Optional<TemporaryFolder> folder = Optional.empty();
    private final Map<Path, CaptureFinder.Given> known = new HashMap<>();
    private int count;

    /** Unpacks to a folder in the system's own for temporary files. */
    public Archives(ArchiveLimits limits) {
        this(limits, Path.of(System.getProperty("java.io.tmpdir")));
    }

    Archives(ArchiveLimits limits, Path parent) {
        this.limits = limits;
        this.parent = parent;
    }

    /** How the entries of an archive are found. */
    private enum Format { ZIP, TAR, TAR_GZ, NONE }

    /**
     * Whether a PATH is a file that is named like an archive or begins like one. A segment never does: the first bytes of
     * an archive would be a base offset beyond two quintillions.
     */
    public static boolean isArchive(Path path) {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(".zip") || name.endsWith(".tar") || name.endsWith(".tgz") || name.endsWith(".tar.gz")) {
            return true;
        }
        try {
            return format(path) != Format.NONE;
        } catch (IOException unreadable) {
            return false;
        }
    }

    /**
     * PATHs to look for captures in: an archive is unpacked, once where it is named twice; everything else, and what does
     * not exist, is left where it lies.
     *
     * @throws ArchiveRefused for the first archive that is not acceptable
     */
    public List<CaptureFinder.Given> given(List<Path> paths) throws ArchiveRefused {
        List<CaptureFinder.Given> given = new ArrayList<>();
        for (Path path : paths) {
            given.add(isArchive(path) ? once(path) : CaptureFinder.Given.inPlace(path));
        }
        return given;
    }

    private CaptureFinder.Given once(Path archive) throws ArchiveRefused {
        Path real;
        try {
            real = archive.toRealPath();
        } catch (IOException failure) {
            throw new ArchiveRefused(ArchiveRefused.reason(failure)).of(archive);
        }
        CaptureFinder.Given before = known.get(real);
        CaptureFinder.Given unpacked = before == null ? unpack(archive) : new CaptureFinder.Given(before.path(), archive, before.shown());
        known.putIfAbsent(real, unpacked);
        return unpacked;
    }

    /**
     * Unpacks one archive.
     *
     * @param archive the PATH as it was written
     * @return where it was unpacked and what its files are called, for {@link CaptureFinder#findGiven}
     * @throws ArchiveRefused where any entry is not acceptable, the archive is damaged, or there is no room; nothing of it
     *                        is left then
     */
    public CaptureFinder.Given unpack(Path archive) throws ArchiveRefused {
        Path to;
        try {
            to = newFolder();
        } catch (IOException failure) {
            throw new ArchiveRefused("no temporary folder can be made: " + ArchiveRefused.reason(failure)).of(archive);
        }
        try {
            FileState before = FileState.of(archive);
            CaptureFinder.Given given = unpack(archive, to);
            if (!before.equals(FileState.of(archive))) {
                throw new ArchiveRefused("changed while it was unpacked");
            }
            return given;
        } catch (ArchiveRefused refused) {
            TemporaryFolder.deleteTree(to);
            throw refused.of(archive);
        }
    }

    private CaptureFinder.Given unpack(Path archive, Path to) throws ArchiveRefused {
        try {
            Format format = format(archive);
            UnpackedFolder unpacked = new UnpackedFolder(to, limits, Files.size(archive), folder.orElseThrow());
            switch (format) {
                case ZIP -> ZipEntries.unpack(archive, unpacked, limits);
                case TAR -> TarEntries.unpack(archive, false, unpacked);
                case TAR_GZ -> TarEntries.unpack(archive, true, unpacked);
                case NONE -> throw new ArchiveRefused("neither a zip nor a tar nor a tar.gz");
            }
            unpacked.finish();
            return new CaptureFinder.Given(unpacked.root(), archive, unpacked::shown);
        } catch (IOException failure) {
            throw new ArchiveRefused(ArchiveRefused.reason(failure));
        } catch (RuntimeException hostile) {
            // The libraries throw many kinds of these at bytes that are no archive.
            throw new ArchiveRefused("damaged: " + hostile.getClass().getSimpleName());
        }
    }

    private static Format format(Path archive) throws IOException {
        byte[] first;
        try (InputStream in = Files.newInputStream(archive)) {
            first = in.readNBytes(LONGEST_MAGIC);
        }
        String text = new String(first, StandardCharsets.ISO_8859_1);
        if (text.startsWith("PK\3\4") || text.startsWith("PK\5\6") || text.startsWith("PK\7\b")) {
            return Format.ZIP;
        }
        if (text.startsWith("\u001f\u008b\b")) {
            return Format.TAR_GZ;
        }
        // Tars of before 1988 have no magic.
        boolean old = String.valueOf(archive.getFileName()).toLowerCase(Locale.ROOT).endsWith(".tar") && first.length == LONGEST_MAGIC;
        return old || text.startsWith("ustar", 257) ? Format.TAR : Format.NONE;
    }

    private Path newFolder() throws IOException {
        if (folder.isEmpty()) {
            folder = Optional.of(TemporaryFolder.ofOwner(parent, "kraft-audit-"));
        }
        count++;
        Path next = folder.get().path().resolve(String.valueOf(count));
        return folder.get().make(() -> Files.createDirectory(next));
    }

    /** Removes the temporary folder with all that was unpacked. */
    @Override
    public void close() {
        folder.ifPresent(TemporaryFolder::close);
    }
}
