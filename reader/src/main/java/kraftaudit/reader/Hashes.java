package kraftaudit.reader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * SHA-256 of files, taken while they are read: of a file that is scanned from the same open file at the same time, so that
 * its bytes come from the disk once, and the hash is that of the bytes which the scan saw unless somebody wrote between the
 * two. Serves any number of threads.
 */
public final class Hashes {
    private static final int BLOCK = 1 << 16;
    /** Below this length a thread of its own costs more than it saves. */
    private static final long LONG = 1 << 20;

    private final List<CapturedFile> files;
    private final LongConsumer progress;
    private final Map<CapturedFile, String> taken = new ConcurrentHashMap<>();
    private final Map<CapturedFile, String> refused = new ConcurrentHashMap<>();

    /**
     * @param files    those to hash, scanned or not, each a regular file
     * @param progress told how many more bytes were hashed, from several threads
     */
    public Hashes(List<CapturedFile> files, LongConsumer progress) {
        this.files = List.copyOf(files);
        this.progress = progress;
    }

    List<CapturedFile> files() {
        return files;
    }

    /** The hash of a file that was read, lower-case hex; empty where it could not be taken. */
    public Optional<String> of(CapturedFile file) {
        return Optional.ofNullable(taken.get(file));
    }

    /** Why a file has no hash, in the system's words; empty where it has one or was not read. */
    public Optional<String> problem(CapturedFile file) {
        return taken.containsKey(file) ? Optional.empty() : Optional.ofNullable(refused.get(file));
    }

    void refuse(CapturedFile file, String reason) {
        refused.put(file, reason);
    }

    /** Hashes a file that is not scanned. */
    void take(CapturedFile file) {
        try {
            taken.put(file, sha256(file.path(), progress));
        } catch (IOException failure) {
            refuse(file, SystemReason.of(failure));
        }
    }

    private void take(CapturedFile file, FileChannel channel) {
        try {
            taken.put(file, sha256(channel, progress));
        } catch (IOException failure) {
            refuse(file, SystemReason.of(failure));
        }
    }

    /** Hashes an open file while it is read otherwise; both have ended when this does. */
    <T> T beside(CapturedFile file, FileChannel channel, Supplier<T> reading) throws IOException {
        if (channel.size() < LONG) {
            T read = reading.get();
            take(file, channel);
            return read;
        }
        FutureTask<Void> hashing = new FutureTask<>(() -> take(file, channel), null);
        Thread thread = new Thread(hashing, "hash");
        thread.setDaemon(true);
        thread.start();
        try {
            return reading.get();
        } finally {
            ended(hashing);
        }
    }

    private static void ended(FutureTask<Void> hashing) {
        try {
            hashing.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException stopped) {
                throw stopped;
            }
            throw new IllegalStateException("hashing failed", failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a file was hashed", stopped);
        }
    }

    /**
     * SHA-256 of a file, lower-case hex; never through a link.
     *
     * @param hashed told how many more bytes were hashed
     */
    public static String sha256(Path path, LongConsumer hashed) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return sha256(channel, hashed);
        }
    }

    /** Leaves the channel's position alone. */
    private static String sha256(FileChannel channel, LongConsumer hashed) throws IOException {
        MessageDigest digest = digest();
        ByteBuffer buffer = ByteBuffer.allocate(BLOCK);
        long at = 0;
        for (int read = channel.read(buffer, at); read >= 0; read = channel.read(buffer, at)) {
            at += read;
            digest.update(buffer.flip());
            buffer.clear();
            hashed.accept(read);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** SHA-256 of bytes, lower-case hex. */
    public static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
