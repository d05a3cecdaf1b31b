package kraftaudit.reader;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** What lies in one folder. The only place of the finder that asks the file system about folders. */
interface FolderListing {
    /** The listing of the system this runs on. */
    FolderListing SYSTEM = FolderListing::ofSystem;

    /** Names by their bytes in UTF-8, so that the order depends on neither locale nor file system. */
    Comparator<String> NAME_ORDER = (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    /**
     * Everything in a folder, sorted by name.
     *
     * @throws IOException where the folder cannot be listed
     */
    List<Entry> list(Path folder) throws IOException;

    /** What an entry is; nothing is followed. */
    enum Type { FILE, FOLDER, LINK, SPECIAL, UNKNOWN }

    /**
     * @param name   its own name
     * @param length bytes of a file, else 0
     * @param reason for {@link Type#UNKNOWN}: why the system does not say what it is; else empty
     */
    record Entry(Path path, String name, Type type, long length, String reason) {
    }

    private static List<Entry> ofSystem(Path folder) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (Path path : stream) {
                entries.add(look(path));
            }
        } catch (DirectoryIteratorException failure) {
            throw failure.getCause();
        }
        entries.sort(Comparator.comparing(Entry::name, NAME_ORDER).thenComparing(Entry::path));
        return entries;
    }

    private static Entry look(Path path) {
        String name = nameOf(path);
        try {
            BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            // A junction of Windows is a folder and "other" at once: it is a link, and links are not followed.
            Type type = found.isSymbolicLink() ? Type.LINK
                : found.isOther() ? Type.SPECIAL
                : found.isDirectory() ? Type.FOLDER : Type.FILE;
            return new Entry(path, name, type, type == Type.FILE ? found.size() : 0, "");
        } catch (IOException failure) {
            return new Entry(path, name, Type.UNKNOWN, 0, SystemReason.of(failure));
        }
    }

    /**
     * The last name of a path as text. Java decodes names in the encoding of the locale; names outside of ASCII are
     * decoded from their bytes as UTF-8 instead, so that every locale prints the same.
     */
    static String nameOf(Path path) {
        Path last = path.getFileName();
        if (last == null) {
            return "";
        }
        String text = last.toString();
        if (text.chars().allMatch(c -> c < 0x80)) {
            return text;
        }
        String raw = path.toUri().getRawPath();
        if (raw == null || raw.chars().anyMatch(c -> c >= 0x80)) {
            return text;
        }
        String trimmed = raw.endsWith("/") ? raw.substring(0, raw.length() - 1) : raw;
        return decode(trimmed.substring(trimmed.lastIndexOf('/') + 1));
    }

    /** Percent-encoded bytes as UTF-8, bytes that are none as U+FFFD. */
    private static String decode(String raw) {
        byte[] bytes = new byte[raw.length()];
        int length = 0;
        for (int i = 0; i < raw.length(); i++) {
            boolean escaped = raw.charAt(i) == '%' && i + 2 < raw.length();
            bytes[length++] = escaped ? (byte) Integer.parseInt(raw.substring(i + 1, i + 3), 16) : (byte) raw.charAt(i);
            i += escaped ? 2 : 0;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
