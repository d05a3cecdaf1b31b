package kraftaudit.audit.archive;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** The entries of a tar, packed by gzip or not, in their order. */
final class TarEntries {
    /** Bytes that the headers of one entry may have; long names and attributes are kept in memory. */
    private static final long LONGEST_HEADERS = 1 << 20;
    /** Bytes that may follow the last entry; writers of tar fill a block up, of 1 MiB at most by their defaults. */
    private static final long LONGEST_END = 1 << 26;

    private TarEntries() {
    }

    static void unpack(Path archive, boolean gzip, UnpackedFolder target) throws ArchiveRefused, IOException {
        String last = "";
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive), 1 << 16);
             Bounded bounded = new Bounded(gzip ? new GzipMembers(file) : file);
             TarArchiveInputStream tar = new TarArchiveInputStream(bounded, StandardCharsets.UTF_8.name())) {
            for (TarArchiveEntry entry = next(tar, bounded); entry != null; entry = next(tar, bounded)) {
                last = entry.getName();
                unpack(tar, entry, target);
            }
            if (gzip) {
                bounded.end();
            }
        } catch (IOException failure) {
            throw new ArchiveRefused((last.isEmpty() ? "no tar, or damaged: " : "damaged in or after entry " + last + ": ")
                + ArchiveRefused.reason(failure));
        }
    }

    private static TarArchiveEntry next(TarArchiveInputStream tar, Bounded bounded) throws IOException {
        bounded.left = LONGEST_HEADERS;
        TarArchiveEntry entry = tar.getNextEntry();
        bounded.left = Long.MAX_VALUE;
        return entry;
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, UnpackedFolder target) throws ArchiveRefused, IOException {
        String name = entry.getName();
        if (!entry.isCheckSumOK()) {
            throw new ArchiveRefused("no tar, or damaged: a header whose checksum does not match");
        }
        if (name.indexOf('\\') >= 0) {
            throw ArchiveRefused.entry(name, "a name with a backslash");
        }
        if (entry.isSymbolicLink()) {
            throw ArchiveRefused.entry(name, "a symbolic link");
        }
        if (entry.isLink()) {
            throw ArchiveRefused.entry(name, "a hard link");
        }
        if (entry.isCharacterDevice() || entry.isBlockDevice() || entry.isFIFO()) {
            throw ArchiveRefused.entry(name, "a device or pipe");
        }
        if (entry.isDirectory()) {
            target.folder(name);
        } else if (entry.isFile() && tar.canReadEntryData(entry)) {
            long length = target.file(name, () -> new Unclosed(tar), entry.getLastModifiedTime());
            long expected = entry.isSparse() ? entry.getRealSize() : entry.getSize();
            if (length != expected) {
                throw ArchiveRefused.entry(name, "damaged: " + length + " bytes where the header says " + expected);
            }
        } else {
            throw ArchiveRefused.entry(name, "an entry of a type that is not read");
        }
    }

    /** Stops reading when more bytes are asked for than are allowed. */
    private static final class Bounded extends FilterInputStream {
        private long left = Long.MAX_VALUE;
        private String what = "headers of more than " + LONGEST_HEADERS + " bytes";

        Bounded(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            if (left <= 0) {
                throw new IOException(what);
            }
            int read = in.read(buffer, from, (int) Math.min(length, left));
            left -= left == Long.MAX_VALUE ? 0 : Math.max(0, read);
            return read;
        }

        /** Reads what follows the last entry: the checksum of the whole stands behind it. */
        void end() throws IOException {
            left = LONGEST_END;
            what = "more than " + LONGEST_END + " bytes behind the end of the tar";
            byte[] buffer = new byte[8192];
            while (read(buffer, 0, buffer.length) >= 0) {
                // nothing in it is an entry
            }
        }

        @Override
        public long skip(long count) throws IOException {
            byte[] buffer = new byte[(int) Math.min(8192, Math.max(0, count))];
            return Math.max(0, read(buffer, 0, buffer.length));
        }
    }

    /** The bytes of the current entry; closing it must not close the archive. */
    private static final class Unclosed extends FilterInputStream {
        Unclosed(InputStream in) {
            super(in);
        }

        @Override
        public void close() {
        }
    }
}
