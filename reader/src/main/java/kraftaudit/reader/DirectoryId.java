package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;

/**
 * A directory id: 16 bytes, printed as Kafka does in 22 characters of URL-safe base64. The zero id means "none" in
 * records; it equals nothing there, so compare ids of voters with {@link Voter#sameVoter}.
 */
public record DirectoryId(long mostSignificant, long leastSignificant) implements Comparable<DirectoryId> {
    public static final DirectoryId ZERO = new DirectoryId(0, 0);

    /** Whether this is the zero id. */
    public boolean isZero() {
        return mostSignificant == 0 && leastSignificant == 0;
    }

    /** Whether Kafka keeps this id for itself: most significant half 0 and least below 100, signed (Kafka's {@code DirectoryId.reserved}). */
    public boolean isReserved() {
        return mostSignificant == 0 && leastSignificant < 100;
    }

    /** The id that Kafka would read from this text, empty where Kafka's {@code Uuid.fromString} refuses it. */
    public static Optional<DirectoryId> parse(String text) {
        if (text.length() > 24) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            if (bytes.length != 16) {
                return Optional.empty();
            }
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return Optional.of(new DirectoryId(buffer.getLong(), buffer.getLong()));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    @Override
    public int compareTo(DirectoryId other) {
        int most = Long.compare(mostSignificant, other.mostSignificant);
        return most != 0 ? most : Long.compare(leastSignificant, other.leastSignificant);
    }

    /** The 22 characters that Kafka prints. */
    @Override
    public String toString() {
        byte[] bytes = ByteBuffer.allocate(16).putLong(mostSignificant).putLong(leastSignificant).array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Written out: what a record makes of this at run time takes a short run milliseconds. */
    @Override
    public boolean equals(Object other) {
        return other instanceof DirectoryId that && mostSignificant == that.mostSignificant && leastSignificant == that.leastSignificant;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(mostSignificant) + Long.hashCode(leastSignificant);
    }
}
