package kraftaudit.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Which offsets a log (or several copies together) holds soundly, and in which epoch.
 *
 * @param stretches  by base offset, not overlapping, neighbours of one epoch joined
 * @param firstBreak lowest offset that the log should hold and does not hold soundly: damage or a gap, after which a
 *                   restart of Kafka would drop everything; empty where there is none
 */
public record LogLine(List<Stretch> stretches, OptionalLong firstBreak) {
    public LogLine {
        List<Stretch> sorted = new ArrayList<>(stretches);
        sorted.sort(Comparator.comparingLong(Stretch::baseOffset));
        List<Stretch> joined = new ArrayList<>();
        for (Stretch stretch : sorted) {
            Stretch last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null && stretch.baseOffset() < last.endOffset()) {
                throw new IllegalArgumentException("stretches overlap at " + stretch.baseOffset());
            }
            if (last != null && last.endOffset() == stretch.baseOffset() && last.epoch() == stretch.epoch()) {
                joined.set(joined.size() - 1, new Stretch(last.baseOffset(), stretch.endOffset(), last.epoch()));
            } else {
                joined.add(stretch);
            }
        }
        stretches = List.copyOf(joined);
    }

    /** Whether it holds no record. */
    public boolean isEmpty() {
        return stretches.isEmpty();
    }

    /** First offset held, 0 where none is. */
    public long startOffset() {
        return stretches.isEmpty() ? 0 : stretches.get(0).baseOffset();
    }

    /** Exclusive end of the last offset held, 0 where none is. */
    public long endOffset() {
        return stretches.isEmpty() ? 0 : stretches.get(stretches.size() - 1).endOffset();
    }

    /** Epoch of the last record held; empty where none is. */
    public OptionalInt lastEpoch() {
        return stretches.isEmpty() ? OptionalInt.empty() : OptionalInt.of(stretches.get(stretches.size() - 1).epoch());
    }

    /** Epoch of the record at an offset; empty where it is not held. */
    public OptionalInt epochAt(long offset) {
        int index = indexAtOrBelow(offset);
        return index >= 0 && offset < stretches.get(index).endOffset() ? OptionalInt.of(stretches.get(index).epoch()) : OptionalInt.empty();
    }

    private int indexAtOrBelow(long offset) {
        int low = 0;
        int high = stretches.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (stretches.get(middle).baseOffset() <= offset) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    /**
     * Exclusive end of what the line holds of an epoch at or below an offset; 0 where it holds nothing of it there. Epochs
     * never fall along a line, so the search goes back from the offset.
     */
    long endOfEpoch(int epoch, long offset) {
        for (int i = indexAtOrBelow(offset); i >= 0 && stretches.get(i).epoch() >= epoch; i--) {
            if (stretches.get(i).epoch() == epoch) {
                return Math.min(stretches.get(i).endOffset(), offset + 1);
            }
        }
        return 0;
    }

    /** Exclusive end of the last stretch that begins at or below an offset, which is not below the first one held. */
    long endBelow(long offset) {
        return stretches.get(indexAtOrBelow(offset)).endOffset();
    }

    /** First offset that both hold in different epochs; empty where they never disagree. */
    public OptionalLong divergence(LogLine other) {
        int i = 0;
        int j = 0;
        while (i < stretches.size() && j < other.stretches.size()) {
            Stretch mine = stretches.get(i);
            Stretch theirs = other.stretches.get(j);
            long base = Math.max(mine.baseOffset(), theirs.baseOffset());
            if (base < Math.min(mine.endOffset(), theirs.endOffset()) && mine.epoch() != theirs.epoch()) {
                return OptionalLong.of(base);
            }
            if (mine.endOffset() <= theirs.endOffset()) {
                i++;
            } else {
                j++;
            }
        }
        return OptionalLong.empty();
    }

    /** Whether some offset is held by both. */
    public boolean overlaps(LogLine other) {
        return stretches.stream().anyMatch(s -> other.stretches.stream()
            .anyMatch(o -> Math.max(s.baseOffset(), o.baseOffset()) < Math.min(s.endOffset(), o.endOffset())));
    }

    /** The offset stretches {@code [from, to)} between the first and last held that are not held, in order. */
    public List<Stretch> gaps() {
        List<Stretch> gaps = new ArrayList<>();
        for (int i = 1; i < stretches.size(); i++) {
            if (stretches.get(i - 1).endOffset() < stretches.get(i).baseOffset()) {
                gaps.add(new Stretch(stretches.get(i - 1).endOffset(), stretches.get(i).baseOffset(), -1));
            }
        }
        return gaps;
    }

    /** Written out: what a record makes of this at run time takes a short run milliseconds. */
    @Override
    public boolean equals(Object other) {
        return other instanceof LogLine that && stretches.equals(that.stretches) && firstBreak.equals(that.firstBreak);
    }

    @Override
    public int hashCode() {
        return stretches.hashCode();
    }
}
