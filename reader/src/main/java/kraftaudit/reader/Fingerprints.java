package kraftaudit.reader;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Sums that tell whether two copies hold the same batches without reading them again. The offsets are divided into windows
 * of {@code 2^shift}, aligned to multiples of it; a window's sum adds up a 64-bit mix of the base offset, epoch, length and
 * checksum of every sound batch whose base offset lies in it. Followers append the leader's batches as they are, so a
 * window that lies wholly inside the offsets of two copies has equal sums exactly when its batches are equal (but for a
 * chance of about 1 in 2^64).
 *
 * <p>A state that would break it: a window counted as covered although a damaged batch inside of it is missing from the
 * sum. So the extents say which offsets the sound batches cover without a gap.
 */
public final class Fingerprints {
    /** More windows than this are merged in pairs. */
    static final int WINDOWS_KEPT = 1024;
    private static final int FIRST_SHIFT = 6;

    private final int shift;
    private final List<Window> windows;
    private final List<Extent> extents;

    private Fingerprints(int shift, List<Window> windows, List<Extent> extents) {
        this.shift = shift;
        this.windows = List.copyOf(windows);
        this.extents = List.copyOf(extents);
    }

    /** Offsets {@code [offset, endOffset)} and the sum over the batches that begin in them. */
    public record Window(long offset, long endOffset, long sum) {
        /** Written out: what a record makes of this at run time takes a short run milliseconds. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Window that && offset == that.offset && endOffset == that.endOffset && sum == that.sum;
        }

        @Override
        public int hashCode() {
            return 31 * Long.hashCode(offset) + Long.hashCode(sum);
        }
    }

    /** Offsets {@code [offset, endOffset)} without a gap; {@code offset} is the base offset of a batch. */
    public record Extent(long offset, long endOffset) {
        /** Written out: what a record makes of this at run time takes a short run milliseconds. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Extent that && offset == that.offset && endOffset == that.endOffset;
        }

        @Override
        public int hashCode() {
            return 31 * Long.hashCode(offset) + Long.hashCode(endOffset);
        }
    }

    /** The sum over no batches. */
    public static Fingerprints none() {
        return new Fingerprints(FIRST_SHIFT, List.of(), List.of());
    }

    /** Windows in which a batch begins, ascending. */
    public List<Window> windows() {
        return windows;
    }

    /** What the sound batches cover, ascending, apart from each other. */
    public List<Extent> extents() {
        return extents;
    }

    /**
     * The first window that lies wholly inside the offsets of both replicas and whose batches differ. Empty when there is
     * none, which says nothing about windows that one of the two holds only in part.
     *
     * @param one   the fingerprints of one replica's segments, in any order
     * @param other those of another replica
     */
    public static Optional<Window> firstDifference(List<Fingerprints> one, List<Fingerprints> other) {
        int shift = Math.max(one.stream().mapToInt(f -> f.shift).max().orElse(FIRST_SHIFT),
                other.stream().mapToInt(f -> f.shift).max().orElse(FIRST_SHIFT));
        Fingerprints a = joined(one, shift);
        Fingerprints b = joined(other, shift);
        int i = 0;
        int j = 0;
        while (i < a.windows.size() || j < b.windows.size()) {
            long next = Math.min(i < a.windows.size() ? a.windows.get(i).offset() : Long.MAX_VALUE,
                    j < b.windows.size() ? b.windows.get(j).offset() : Long.MAX_VALUE);
            long end = windowEnd(next >>> shift, shift);
            long sumA = i < a.windows.size() && a.windows.get(i).offset() == next ? a.windows.get(i++).sum() : 0;
            long sumB = j < b.windows.size() && b.windows.get(j).offset() == next ? b.windows.get(j++).sum() : 0;
            if (sumA != sumB && a.covers(next, end) && b.covers(next, end)) {
                return Optional.of(new Window(next, end, sumA));
            }
        }
        return Optional.empty();
    }

    private static long windowEnd(long index, int shift) {
        long end = index + 1 << shift;
        return end < 0 ? Long.MAX_VALUE : end;
    }

    private boolean covers(long offset, long endOffset) {
        int low = 0;
        int high = extents.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (extents.get(middle).endOffset() < endOffset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < extents.size() && extents.get(low).offset() <= offset;
    }

    private static Fingerprints joined(List<Fingerprints> parts, int shift) {
        Sums sums = new Sums(shift);
        parts.stream().flatMap(p -> p.windows.stream()).sorted((x, y) -> Long.compare(x.offset(), y.offset()))
                .forEach(w -> sums.addSum(w.offset() >>> shift, w.sum()));
        List<Extent> merged = new ArrayList<>();
        parts.stream().flatMap(p -> p.extents.stream()).sorted((x, y) -> Long.compare(x.offset(), y.offset()))
                .forEach(e -> extend(merged, e));
        return new Fingerprints(shift, sums.windows(), merged);
    }

    /** Adds an extent that begins at or after the last one's offset, joining the two where they touch. */
    private static void extend(List<Extent> extents, Extent next) {
        Extent last = extents.isEmpty() ? null : extents.get(extents.size() - 1);
        if (last != null && next.offset() <= last.endOffset()) {
            extents.set(extents.size() - 1, new Extent(last.offset(), Math.max(last.endOffset(), next.endOffset())));
        } else {
            extents.add(next);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprints f && shift == f.shift && windows.equals(f.windows) && extents.equals(f.extents);
    }

    @Override
    public int hashCode() {
        return 31 * windows.hashCode() + extents.hashCode();
    }

    @Override
    public String toString() {
        return windows.size() + " windows of " + (1L << shift) + " offsets over " + extents;
    }

    /** What a batch adds to the sum of its window. */
    static long mix(long baseOffset, int epoch, int length, int crc) {
        long x = baseOffset * 0x9e3779b97f4a7c15L + epoch * 0xa0761d6478bd642fL ^ ((long) crc << 32 | length);
        return (x ^ x >>> 32) * 0xd6e8feb86659fd93L;
    }

    /** Collects the sums of one file. */
    static final class Builder {
        private Sums sums = new Sums(FIRST_SHIFT);
        private final List<Extent> extents = new ArrayList<>();

        /** Adds the sum over some batches whose base offsets lie in one window: that of {@code offset}. */
        void addSum(long offset, long sum) {
            sums.addSum(offset >>> sums.shift, sum);
            while (sums.size > WINDOWS_KEPT) {
                sums = sums.halved();
            }
        }

        /** The exclusive end of the window of an offset, until more sums are added. */
        long windowEnd(long offset) {
            return Fingerprints.windowEnd(offset >>> sums.shift, sums.shift);
        }

        /** Tells that sound batches cover {@code [offset, endOffset)}. */
        void cover(long offset, long endOffset) {
            int last = extents.size() - 1;
            if (last >= 0 && extents.get(last).endOffset() == offset) {
                extents.set(last, new Extent(extents.get(last).offset(), endOffset));
            } else {
                extents.add(new Extent(offset, endOffset));
            }
        }

        Fingerprints build() {
            List<Extent> merged = new ArrayList<>();
            extents.stream().sorted((x, y) -> Long.compare(x.offset(), y.offset())).forEach(e -> extend(merged, e));
            return new Fingerprints(sums.shift, sums.windows(), merged);
        }
    }

    /** Window numbers, ascending, and their sums. */
    private static final class Sums {
        private final int shift;
        private long[] indexes = new long[64];
        private long[] values = new long[64];
        private int size;

        Sums(int shift) {
            this.shift = shift;
        }

        void addSum(long index, long sum) {
            int at = size > 0 && indexes[size - 1] == index ? size - 1 : Arrays.binarySearch(indexes, 0, size, index);
            if (at < 0) {
                at = -at - 1;
                if (size == indexes.length) {
                    indexes = Arrays.copyOf(indexes, size * 2);
                    values = Arrays.copyOf(values, size * 2);
                }
                System.arraycopy(indexes, at, indexes, at + 1, size - at);
                System.arraycopy(values, at, values, at + 1, size - at);
                indexes[at] = index;
                values[at] = 0;
                size++;
            }
            values[at] += sum;
        }

        Sums halved() {
            Sums half = new Sums(shift + 1);
            for (int i = 0; i < size; i++) {
                half.addSum(indexes[i] >>> 1, values[i]);
            }
            return half;
        }

        List<Window> windows() {
            List<Window> windows = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                windows.add(new Window(indexes[i] << shift, windowEnd(indexes[i], shift), values[i]));
            }
            return windows;
        }
    }
}
