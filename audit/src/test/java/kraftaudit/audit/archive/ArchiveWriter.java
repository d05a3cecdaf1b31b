package kraftaudit.audit.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/** Writes archives with any entries, also those that no honest program writes. */
public final class ArchiveWriter {
    static final long TIME = 1_700_000_000_000L;

    private final List<Entry> entries = new ArrayList<>();

    /** Without entries. */
    public ArchiveWriter() {
        // nothing yet
    }

    private record Entry(String name, byte type, String text, byte[] content) {
    }

    public ArchiveWriter file(String name, byte[] content) {
        entries.add(new Entry(name, TarConstants.LF_NORMAL, "", content));
        return this;
    }

    public ArchiveWriter file(String name, String content) {
        return file(name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** The name ends in a separator. */
    public ArchiveWriter folder(String name) {
        entries.add(new Entry(name, TarConstants.LF_DIR, "", new byte[0]));
        return this;
    }

    public ArchiveWriter link(String name, String target) {
        entries.add(new Entry(name, TarConstants.LF_SYMLINK, target, target.getBytes(StandardCharsets.UTF_8)));
        return this;
    }

    ArchiveWriter special(String name, byte type) {
        entries.add(new Entry(name, type, "target", new byte[0]));
        return this;
    }

    /** The header that GNU tar puts before an entry whose name is long. */
    ArchiveWriter longName(int length) {
        entries.add(new Entry(TarConstants.GNU_LONGLINK, TarConstants.LF_GNUTYPE_LONGNAME, "", "n".repeat(length).getBytes(StandardCharsets.UTF_8)));
        return this;
    }

    public byte[] zip() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes)) {
            for (Entry entry : entries) {
                ZipArchiveEntry header = new NamedAsGiven(entry.name());
                header.setTime(TIME);
                int mode = switch (entry.type()) {
                    case TarConstants.LF_SYMLINK -> 0120777;
                    case TarConstants.LF_FIFO -> 0010644;
                    case TarConstants.LF_DIR -> 0040755;
                    default -> 0100644;
                };
                header.setUnixMode(mode);
                zip.putArchiveEntry(header);
                zip.write(entry.content());
                zip.closeArchiveEntry();
            }
        } catch (IOException cannotBe) {
            throw new UncheckedIOException(cannotBe);
        }
        return bytes.toByteArray();
    }

    public byte[] tar() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, StandardCharsets.UTF_8.name())) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
            for (Entry entry : entries) {
                TarArchiveEntry header = new TarArchiveEntry(entry.name(), entry.type(), true);
                header.setModTime(TIME);
                boolean file = entry.type() == TarConstants.LF_NORMAL || entry.type() == TarConstants.LF_GNUTYPE_LONGNAME;
                header.setSize(file ? entry.content().length : 0);
                header.setLinkName(entry.text());
                tar.putArchiveEntry(header);
                tar.write(file ? entry.content() : new byte[0]);
                tar.closeArchiveEntry();
            }
        } catch (IOException cannotBe) {
            throw new UncheckedIOException(cannotBe);
        }
        return bytes.toByteArray();
    }

    public byte[] tarGz() {
        return gzip(tar());
    }

    static byte[] gzip(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        } catch (IOException cannotBe) {
            throw new UncheckedIOException(cannotBe);
        }
        return bytes.toByteArray();
    }

    /** The library turns backslashes of names into slashes; this entry keeps what it was given. */
    private static final class NamedAsGiven extends ZipArchiveEntry {
        private final String given;

        NamedAsGiven(String name) {
            super(name);
            this.given = name;
        }

        @Override
        public String getName() {
            return given == null ? super.getName() : given;
        }
    }
}
