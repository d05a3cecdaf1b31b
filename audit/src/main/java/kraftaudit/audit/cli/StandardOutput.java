package kraftaudit.audit.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The process's standard output, unbuffered, with the reason of a failure, which {@link System#out} swallows. Long writes go
 * through one small buffer outside of the heap: {@link FileOutputStream} would allocate one as long as each of them.
 */
final class StandardOutput extends OutputStream {
    private static final Path DESCRIPTOR = Path.of("/proc/self/fd/1");

    // never closed: it is the process's
    private final FileChannel channel = new FileOutputStream(FileDescriptor.out).getChannel();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    private Optional<IOException> failure = Optional.empty();

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        int next = from;
        while (next < from + length) {
            int count = Math.min(buffer.capacity(), from + length - next);
            buffer.clear().put(bytes, next, count).flip();
            writeBuffer();
            next += count;
        }
    }

    private void writeBuffer() throws IOException {
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException refused) {
            failure = Optional.of(refused);
            throw refused;
        }
    }

    /** Why something could not be written, unless it is that whoever read does not any more. */
    Optional<IOException> failure() {
        return failure.filter(refused -> !readerIsGone(this, refused));
    }

    /** Whether all was written that somebody still wanted to read. */
    boolean isFine() {
        return failure().isEmpty();
    }

    /**
     * Whether writing failed because whoever read does not any more, as {@code head} does: no fault, and not worth a word.
     * The system's message may be in any language, but nothing else can go wrong with a pipe.
     */
    static boolean readerIsGone(OutputStream out, IOException failure) {
        return out instanceof StandardOutput && isPipe() || String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }

    private static boolean isPipe() {
        try {
            return Files.isSymbolicLink(DESCRIPTOR) && Files.readSymbolicLink(DESCRIPTOR).toString().matches("(pipe|socket):.*");
        } catch (IOException unknown) {
            return false;
        }
    }
}
