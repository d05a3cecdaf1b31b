package kraftaudit.reader;

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
        int byOffset = Long.compare(endOffset, other.endOffset);
        return byOffset != 0 ? byOffset : Integer.compare(epoch, other.epoch);
    }

    /** The file name without its suffix. */
    @Override
    public String toString() {
        String offset = Long.toString(endOffset);
        String digits = Integer.toString(epoch);
        return "0".repeat(Math.max(0, 20 - offset.length())) + offset + "-" + "0".repeat(Math.max(0, 10 - digits.length())) + digits;
    }
}
