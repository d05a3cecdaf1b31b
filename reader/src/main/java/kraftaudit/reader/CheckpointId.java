package kraftaudit.reader;

import java.util.Comparator;
import java.util.Optional;

/**
 * The id in a checkpoint's file name.
 *
 * @param endOffset exclusive end of the log offsets whose state it holds
 * @param epoch     epoch of the record at {@code endOffset - 1}
 */
public record CheckpointId(long endOffset, int epoch) implements Comparable<CheckpointId> {
    /** The id in a name of exactly 20 digits, {@code -}, 10 digits and then anything; empty otherwise. */
    public static Optional<CheckpointId> parse(String fileName) {
        if (fileName.length() < 31 || fileName.charAt(20) != '-') {
            return Optional.empty();
        }
        for (int i = 0; i < 31; i++) {
            if (i != 20 && (fileName.charAt(i) < '0' || fileName.charAt(i) > '9')) {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(new CheckpointId(Long.parseLong(fileName.substring(0, 20)), Integer.parseInt(fileName.substring(21, 31))));
        } catch (NumberFormatException beyondLongOrInt) {
            return Optional.empty();
        }
    }

    @Override
    public int compareTo(CheckpointId other) {
        return Comparator.comparingLong(CheckpointId::endOffset).thenComparingInt(CheckpointId::epoch).compare(this, other);
    }

    /** The file name without its suffix. */
    @Override
    public String toString() {
        return String.format(java.util.Locale.ROOT, "%020d-%010d", endOffset, epoch);
    }
}
