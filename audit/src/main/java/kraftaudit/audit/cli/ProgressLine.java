package kraftaudit.audit.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import kraftaudit.audit.Pipe;

/**
 * One line on a terminal about work that takes longer than a second: how much is done, how fast, how long it still takes. It
 * is wiped out at the end.
 */
final class ProgressLine implements Pipe.Progress, AutoCloseable {
    private static final long SECOND = 1_000_000_000L;
    private static final long BETWEEN = SECOND / 5;

    private final PrintWriter err;
    private final LongSupplier nanoTime;
    private final long begun;
    private final AtomicLong done = new AtomicLong();
    private volatile long total;
    private volatile long next;
    private int shown;

    /** @param nanoTime a clock as {@link System#nanoTime} is one */
    ProgressLine(PrintWriter err, LongSupplier nanoTime) {
        this.err = err;
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
        this.next = begun + SECOND;
    }

    @Override
    public void total(long bytes) {
        total = bytes;
    }

    @Override
    public void read(long bytes) {
        long now = done.addAndGet(bytes);
        long time = nanoTime.getAsLong();
        if (time - next >= 0) {
            draw(now, time);
        }
    }

    /** How many of many captures are done. */
    synchronized void captures(int finished, int all) {
        long time = nanoTime.getAsLong();
        if (time - next >= 0) {
            next = time + BETWEEN;
            long left = (long) Math.ceil((time - begun) / (double) SECOND / finished * (all - finished));
            line("audited " + finished + " of " + all + " captures  " + left(left));
        }
    }

    private static String left(long seconds) {
        return (seconds < 120 ? seconds + " s" : (seconds + 59) / 60 + " min") + " left";
    }

    private synchronized void draw(long now, long time) {
        if (time - next < 0) {
            return;
        }
        next = time + BETWEEN;
        line(now >= total ? "replaying and auditing" : reading(now, (time - begun) / (double) SECOND));
    }

    private String reading(long now, double seconds) {
        double rate = now / seconds;
        long left = rate <= 0 ? 0 : (long) Math.ceil((total - now) / rate);
        return String.format(Locale.ROOT, "reading %3d%%  %s of %s  %s/s  %s", total == 0 ? 100 : now * 100 / total, bytes(now), bytes(total),
            bytes((long) rate), left(left));
    }

    private void line(String words) {
        err.print("\r" + words + " ".repeat(Math.max(0, shown - words.length())));
        shown = words.length();
        err.flush();
    }

    /** Such as {@code 1.4 GB}. */
    static String bytes(long bytes) {
        double value = bytes;
        String[] units = {"B", "kB", "MB", "GB", "TB"};
        int unit = 0;
        while (value >= 1000 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, value < 10 ? "%.1f %s" : "%.0f %s", value, units[unit]);
    }

    /** Wipes the line out, if there is one. */
    @Override
    public synchronized void close() {
        if (shown > 0) {
            err.print("\r" + " ".repeat(shown) + "\r");
            err.flush();
            shown = 0;
        }
        next = Long.MAX_VALUE;
    }
}
