package kraftaudit.audit.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Counts the headers of a zip's central directory before the library holds all of them in memory, whatever number the
 * archive itself gives: it reads on for as long as headers follow each other.
 */
final class CentralDirectory {
    private static final int HEADER = 0x02014b50;
    private static final int HEADER_LENGTH = 46;
    private static final int BLOCK = 1 << 20;

    private CentralDirectory() {
    }

    static void check(Path archive, ArchiveLimits limits) throws IOException, ArchiveRefused {
        try (FileChannel channel = FileChannel.open(archive)) {
            if (channel.size() / HEADER_LENGTH > limits.entries() && headers(channel, limits.entries()) > limits.entries()) {
                throw new ArchiveRefused("more than " + limits.entries() + " entries");
            }
        }
    }

    /** Signatures of headers anywhere in the file, as many as there can be headers; stops above the limit. */
    private static long headers(FileChannel channel, int limit) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN);
        long found = 0;
        while (channel.read(buffer) >= 0 && found <= limit) {
            buffer.flip();
            while (buffer.remaining() >= Integer.BYTES) {
                if (buffer.getInt(buffer.position()) == HEADER) {
                    found++;
                    buffer.position(buffer.position() + Integer.BYTES);
                } else {
                    buffer.position(buffer.position() + 1);
                }
            }
            buffer.compact();
        }
        return found;
    }
}
