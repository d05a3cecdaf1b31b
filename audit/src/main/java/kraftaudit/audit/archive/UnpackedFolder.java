package kraftaudit.audit.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import kraftaudit.audit.storage.TemporaryFolder;

/**
 * The folder that one archive is unpacked to. It alone makes files, only from names whose parts it has looked at, never
 * over something that is there, and it counts what it makes.
 *
 * <p>On disk a part of a name is kept where every file system takes it; any other is stored as {@code ~} and a number and
 * shown under its own name, so that the locale of the machine, reserved names and long names make no difference.
 */
final class UnpackedFolder {
    private static final int DEEPEST = 64;
    private static final int LONGEST_NAME = 4096;
    private static final Pattern TAKEN_EVERYWHERE = Pattern.compile("[A-Za-z0-9_.][A-Za-z0-9_.+()@ -]{0,99}");
    private static final Pattern RESERVED_ON_WINDOWS = Pattern.compile("(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?|.*[. ]");
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:.*", Pattern.DOTALL);

    private final Path root;
    private final ArchiveLimits limits;
    private final long allowed;
    private final TemporaryFolder temporary;
    /** Every folder and file by its name in the archive, parts joined with {@code /}. */
    private final Map<String, Made> made = new HashMap<>();
    private final Map<String, String> shown = new HashMap<>();
    private long bytes;

    UnpackedFolder(Path root, ArchiveLimits limits, long archiveLength, TemporaryFolder temporary) {
        this.root = root;
        this.temporary = temporary;
        this.limits = limits;
        this.allowed = limits.allowed(archiveLength);
    }

    private record Made(Path path, boolean folder) {
    }

    /** Where the bytes of an entry come from. */
    interface Content {
        InputStream open() throws IOException;
    }

    Path root() {
        return root;
    }

    /** The name in the archive of a file or folder that has this name on disk. */
    String shown(String onDisk) {
        return shown.getOrDefault(onDisk, onDisk);
    }

    /** To be called when all entries are made. */
    void finish() throws ArchiveRefused {
        if (made.isEmpty()) {
            throw new ArchiveRefused("an archive without entries");
        }
    }

    /** Makes a folder; one that is there already is fine, as archives often name a folder more than once. */
    void folder(String name) throws ArchiveRefused {
        folder(name, parts(name));
    }

    /**
     * Makes a file.
     *
     * @return bytes written
     */
    long file(String name, Content content, FileTime modified) throws ArchiveRefused, IOException {
        List<String> parts = parts(name);
        if (parts.isEmpty()) {
            throw ArchiveRefused.entry(name, "a file without a name");
        }
        Path parent = folder(name, parts.subList(0, parts.size() - 1));
        Path path = make(name, String.join("/", parts), parent, parts.get(parts.size() - 1), false);
        long length;
        try (InputStream in = content.open(); OutputStream out = create(name, path)) {
            length = copy(name, in, out);
        }
        try {
            Files.setLastModifiedTime(path, modified);
        } catch (IOException timeThatCannotBe) {
            // Times of files are shown in the manifest and used nowhere: the time of unpacking stays.
        }
        return length;
    }

    private OutputStream create(String name, Path path) throws ArchiveRefused {
        try {
            return temporary.make(() -> Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (FileAlreadyExistsException exists) {
            throw sameButForCase(name);
        } catch (IOException failure) {
            throw cannotWrite(failure);
        }
    }

    private long copy(String name, InputStream in, OutputStream out) throws ArchiveRefused, IOException {
        byte[] buffer = new byte[1 << 16];
        long length = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            length += read;
            bytes += read;
            if (bytes > allowed) {
                throw ArchiveRefused.entry(name, bytes > limits.bytes()
                    ? "more than " + limits.bytes() + " bytes come out of this archive"
                    : "more than " + limits.ratio() + " times its own length comes out of this archive");
            }
            try {
                out.write(buffer, 0, read);
            } catch (IOException failure) {
                throw cannotWrite(failure);
            }
        }
        return length;
    }

    private Path folder(String entry, List<String> parts) throws ArchiveRefused {
        Path at = root;
        for (int i = 0; i < parts.size(); i++) {
            String whole = String.join("/", parts.subList(0, i + 1));
            Made before = made.get(whole);
            if (before == null) {
                at = make(entry, whole, at, parts.get(i), true);
                try {
                    Path folder = at;
                    temporary.make(() -> Files.createDirectory(folder));
                } catch (FileAlreadyExistsException exists) {
                    throw sameButForCase(entry);
                } catch (IOException failure) {
                    throw cannotWrite(failure);
                }
            } else if (before.folder()) {
                at = before.path();
            } else {
                throw ArchiveRefused.entry(entry, "another entry is a file named " + whole);
            }
        }
        return at;
    }

    private Path make(String entry, String whole, Path parent, String part, boolean folder) throws ArchiveRefused {
        if (made.containsKey(whole)) {
            throw ArchiveRefused.entry(entry, "a second entry of this name");
        }
        if (made.size() >= limits.entries()) {
            throw ArchiveRefused.entry(entry, "more than " + limits.entries() + " entries");
        }
        String onDisk = part;
        if (!TAKEN_EVERYWHERE.matcher(part).matches() || RESERVED_ON_WINDOWS.matcher(part).matches()) {
            onDisk = "~" + shown.size();
            shown.put(onDisk, part);
        }
        Path path = parent.resolve(onDisk);
        made.put(whole, new Made(path, folder));
        return path;
    }

    private static ArchiveRefused sameButForCase(String name) {
        return ArchiveRefused.entry(name, "another entry differs from it only in upper and lower case");
    }

    private static ArchiveRefused cannotWrite(IOException failure) {
        return new ArchiveRefused("cannot be unpacked to the temporary folder: " + ArchiveRefused.reason(failure));
    }

    /** The parts of an entry's name; empty for the archive's own root. */
    private static List<String> parts(String name) throws ArchiveRefused {
        if (name.length() > LONGEST_NAME) {
            throw ArchiveRefused.entry(name.substring(0, 100) + "...", "a name of " + name.length() + " characters");
        }
        if (name.startsWith("/") || DRIVE.matcher(name).matches()) {
            throw ArchiveRefused.entry(name, "an absolute name");
        }
        if (name.indexOf('\0') >= 0) {
            throw ArchiveRefused.entry(name.replace('\0', '?'), "a name with a zero byte");
        }
        List<String> parts = new ArrayList<>();
        for (String part : name.split("/")) {
            if (part.equals("..")) {
                throw ArchiveRefused.entry(name, "leads out of the archive");
            }
            if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        if (parts.size() > DEEPEST) {
            throw ArchiveRefused.entry(name.substring(0, Math.min(100, name.length())), "more than " + DEEPEST + " folders deep");
        }
        return parts;
    }
}
