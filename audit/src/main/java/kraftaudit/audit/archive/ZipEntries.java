package kraftaudit.audit.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Enumeration;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.archivers.zip.ZipMethod;

/** The entries of a zip, by its central directory, the only place that tells files from links. */
final class ZipEntries {
    private static final int TYPE_OF_MODE = 0170000;
    private static final int REGULAR = 0100000;
    private static final int FOLDER = 0040000;
    private static final int LINK = 0120000;

    private ZipEntries() {
    }

    static void unpack(Path archive, UnpackedFolder target, ArchiveLimits limits) throws ArchiveRefused, IOException {
        CentralDirectory.check(archive, limits);
        try (ZipFile zip = ZipFile.builder().setPath(archive).get()) {
            for (Enumeration<ZipArchiveEntry> entries = zip.getEntriesInPhysicalOrder(); entries.hasMoreElements();) {
                unpack(zip, entries.nextElement(), target);
            }
        }
    }

    private static void unpack(ZipFile zip, ZipArchiveEntry entry, UnpackedFolder target) throws ArchiveRefused, IOException {
        // Programs of Windows write its separator; in a zip there is no other reading of it.
        String name = entry.getName().replace('\\', '/');
        int type = entry.getUnixMode() & TYPE_OF_MODE;
        if (type == LINK) {
            throw ArchiveRefused.entry(name, "a symbolic link");
        }
        if (type != 0 && type != REGULAR && type != FOLDER) {
            throw ArchiveRefused.entry(name, "neither a file nor a folder");
        }
        if (name.endsWith("/") || type == FOLDER) {
            target.folder(name);
            return;
        }
        if (entry.getGeneralPurposeBit().usesEncryption()) {
            throw ArchiveRefused.entry(name, "encrypted");
        }
        ZipMethod method = ZipMethod.getMethodByCode(entry.getMethod());
        if (method != ZipMethod.STORED && method != ZipMethod.DEFLATED && method != ZipMethod.ENHANCED_DEFLATED) {
            throw ArchiveRefused.entry(name, "packed by method " + entry.getMethod() + ", which is not read");
        }
        CRC32 checksum = new CRC32();
        long length;
        try {
            length = target.file(name, () -> content(zip, entry, checksum), modified(entry));
        } catch (IOException failure) {
            throw ArchiveRefused.entry(name, ArchiveRefused.reason(failure));
        }
        if (length != entry.getSize() || checksum.getValue() != entry.getCrc()) {
            throw ArchiveRefused.entry(name, "damaged: length or checksum differ from the archive's directory");
        }
    }

    private static InputStream content(ZipFile zip, ZipArchiveEntry entry, CRC32 checksum) throws IOException {
        return new CheckedInputStream(zip.getInputStream(entry), checksum);
    }

    private static FileTime modified(ZipArchiveEntry entry) {
        FileTime time = entry.getLastModifiedTime();
        return time == null ? FileTime.fromMillis(0) : time;
    }
}
