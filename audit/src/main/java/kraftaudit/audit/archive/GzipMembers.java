package kraftaudit.audit.archive;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * What a gzip file of one or several members holds. {@link java.util.zip.GZIPInputStream} passes over whatever stands behind
 * the last member; here it is a failure, unless it is zeros that fill a block up, which gzip itself takes for nothing too.
 */
final class GzipMembers extends InputStream {
    private static final int MAGIC = 0x1f8b;

    private final InputStream file;
    private InputStream member;

    /** @param file supports marks */
    GzipMembers(InputStream file) throws IOException {
        this.file = file;
        this.member = new GzipCompressorInputStream(file);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int from, int length) throws IOException {
        int read = member.read(buffer, from, length);
        while (read < 0 && next()) {
            read = member.read(buffer, from, length);
        }
        return read;
    }

    /** Goes on to another member, if there is one. */
    private boolean next() throws IOException {
        file.mark(2);
        int first = file.read();
        if ((first << 8 | file.read()) == MAGIC) {
            file.reset();
            member = new GzipCompressorInputStream(file);
            return true;
        }
        file.reset();
        byte[] rest = new byte[8192];
        for (int read = file.read(rest); read >= 0; read = file.read(rest)) {
            for (int i = 0; i < read; i++) {
                if (rest[i] != 0) {
                    throw new IOException("bytes behind the end of the gzip");
                }
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        member.close();
        file.close();
    }
}
