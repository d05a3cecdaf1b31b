package kraftaudit.audit.timeline;

import java.util.Arrays;

/**
 * The time of log offsets on one branch, read off the timestamps of its records. Writers' clocks may run backwards; here
 * time never does: a smaller timestamp counts as the greatest one before it. Between two records time is interpolated, so
 * that an axis can be drawn; what is printed as a time is always one that was written.
 */
public final class Clock {
    private static final Clock NONE = new Clock(new long[0], new long[0]);
    /** Timestamps before 2000 and after 2199 would push everything else into one pixel. */
    private static final long EARLIEST = 946_684_800_000L;
    private static final long LATEST = 7_258_118_400_000L;

    private final long[] offsets;
    private final long[] times;

    private Clock(long[] offsets, long[] times) {
        this.offsets = offsets;
        this.times = times;
    }

    /** Whether a timestamp is one that an axis can hold: none, and absurd ones, are not. */
    static boolean isUsable(long timestamp) {
        return timestamp >= EARLIEST && timestamp <= LATEST;
    }

    /** Whether no record has a timestamp that can be used. */
    public boolean isEmpty() {
        return offsets.length == 0;
    }

    /** Time of the first record, milliseconds since 1970; 0 where there is none. */
    public long first() {
        return isEmpty() ? 0 : times[0];
    }

    /** Time of the last record, milliseconds since 1970; 0 where there is none. */
    public long last() {
        return isEmpty() ? 0 : times[times.length - 1];
    }

    /** Milliseconds since 1970 at an offset, interpolated; the first or last time outside of what is held. */
    public double timeAt(double offset) {
        if (isEmpty()) {
            return 0;
        }
        int after = after(offsets, offset);
        if (after == 0) {
            return times[0];
        }
        if (after == offsets.length) {
            return times[after - 1];
        }
        double part = (offset - offsets[after - 1]) / (offsets[after] - offsets[after - 1]);
        return times[after - 1] + part * (times[after] - times[after - 1]);
    }

    /** The offset at a time, interpolated; of a time that several offsets share, the last of them. */
    public double offsetAt(double time) {
        if (isEmpty()) {
            return 0;
        }
        int after = after(times, time);
        if (after == 0) {
            return offsets[0];
        }
        if (after == offsets.length) {
            return offsets[after - 1];
        }
        double part = (time - times[after - 1]) / (times[after] - times[after - 1]);
        return offsets[after - 1] + part * (offsets[after] - offsets[after - 1]);
    }

    /** Index of the first value above. */
    private static int after(long[] sorted, double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] <= value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Collects the timestamps of records in any order. */
    static final class Builder {
        private long[] offsets = new long[64];
        private long[] times = new long[64];
        private int count;

        void add(long offset, long timestamp) {
            if (offset < 0 || !isUsable(timestamp)) {
                return;
            }
            if (count == offsets.length) {
                offsets = Arrays.copyOf(offsets, count * 2);
                times = Arrays.copyOf(times, count * 2);
            }
            offsets[count] = offset;
            times[count++] = timestamp;
        }

        Clock build() {
            if (count == 0) {
                return NONE;
            }
            long[][] points = new long[count][];
            for (int i = 0; i < count; i++) {
                points[i] = new long[] {offsets[i], times[i]};
            }
            Arrays.sort(points, (a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
            long[] at = new long[count];
            long[] time = new long[count];
            int kept = 0;
            long greatest = Long.MIN_VALUE;
            for (long[] point : points) {
                greatest = Math.max(greatest, point[1]);
                if (kept > 0 && at[kept - 1] == point[0]) {
                    time[kept - 1] = greatest;
                } else {
                    at[kept] = point[0];
                    time[kept++] = greatest;
                }
            }
            return new Clock(Arrays.copyOf(at, kept), Arrays.copyOf(time, kept));
        }
    }
}
