package kraftaudit.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.SystemReason;

/**
 * A file of a capture at one moment.
 *
 * @param length   bytes
 * @param modified its time of modification
 * @param sha256   lower-case hex; empty where it was not asked for
 * @param problem  why nothing is known of it, in a few words; empty where something is. The other components then say nothing
 */
public record FileState(long length, Instant modified, Optional<String> sha256, String problem) {
    private static final int BLOCK = 1 << 18;

    /**
     * Looks at files, several at a time; only at what is a file itself, never through a link.
     *
     * @param hashed told how many more bytes were hashed, from several threads
     */
    static List<FileState> all(List<CapturedFile> files, boolean hashes, LongConsumer hashed) {
        return files.parallelStream().map(file -> of(file.path(), hashes, hashed)).toList();
    }

    /** Looks at one file. */
    public static FileState of(Path path, boolean hashes) {
        return of(path, hashes, bytes -> { });
    }

    private static FileState of(Path path, boolean hashes, LongConsumer hashed) {
        try {
            BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!found.isRegularFile()) {
                return unknown("no file");
            }
            Optional<String> sha256 = hashes ? Optional.of(sha256(path, hashed)) : Optional.empty();
            return new FileState(found.size(), found.lastModifiedTime().toInstant(), sha256, "");
        } catch (IOException failure) {
            return unknown(SystemReason.of(failure));
        }
    }

    private static FileState unknown(String problem) {
        return new FileState(0, Instant.EPOCH, Optional.empty(), problem);
    }

    private static String sha256(Path path, LongConsumer hashed) throws IOException {
        MessageDigest digest = digest();
        ByteBuffer buffer = ByteBuffer.allocate(BLOCK);
        try (FileChannel channel = FileChannel.open(path)) {
            while (channel.read(buffer) >= 0) {
                hashed.accept(buffer.position());
                digest.update(buffer.flip());
                buffer.clear();
            }
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

    /** What of a file is another in a later state: a clause, empty where nothing is. */
    Optional<String> difference(FileState later) {
        if (!problem.equals(later.problem)) {
            return Optional.of(later.problem.isEmpty() ? "it could be read at the end only" : "at the end: " + later.problem);
        }
        if (length != later.length) {
            return Optional.of("its length went from " + length + " to " + later.length);
        }
        if (!sha256.equals(later.sha256)) {
            return Optional.of("its bytes are others than before");
        }
        return modified.equals(later.modified) ? Optional.empty() : Optional.of("it was written to");
    }
}
