package kraftaudit.audit.timeline;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Round places on an axis and how they are written. */
final class Ticks {
    private static final long[] TIME_STEPS = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000,
        120_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 10_800_000, 21_600_000, 43_200_000, 86_400_000,
        172_800_000, 604_800_000, 1_209_600_000, 2_592_000_000L, 7_776_000_000L, 31_536_000_000L, 157_680_000_000L};
    private static final DateTimeFormatter MILLIS = formatter("HH:mm:ss.SSS");
    private static final DateTimeFormatter SECONDS = formatter("HH:mm:ss");
    private static final DateTimeFormatter MINUTES = formatter("MM-dd HH:mm");
    private static final DateTimeFormatter DAYS = formatter("yyyy-MM-dd");
    private static final DateTimeFormatter FULL = formatter("yyyy-MM-dd HH:mm:ss.SSS'Z'");

    private Ticks() {
    }

    private static DateTimeFormatter formatter(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    /** A place and what is written beside it. */
    record Tick(double place, String text) {
    }

    /** Ticks in view, at least so many pixels apart. */
    static List<Tick> of(Viewport viewport, double apart) {
        double least = viewport.grain() * apart;
        long step = viewport.axis() == Axis.OFFSET ? offsetStep(least) : timeStep(least);
        List<Tick> ticks = new ArrayList<>();
        for (long at = (long) Math.ceil(viewport.from() / step) * step; at <= viewport.to() && ticks.size() < 1000; at += step) {
            ticks.add(new Tick(at, viewport.axis() == Axis.OFFSET ? Long.toString(at) : time(at, step)));
        }
        return ticks;
    }

    private static long offsetStep(double least) {
        long power = 1;
        while (power < 1_000_000_000_000_000_000L) {
            for (int factor : new int[] {1, 2, 5}) {
                if (power * factor >= least) {
                    return power * factor;
                }
            }
            power *= 10;
        }
        return power;
    }

    private static long timeStep(double least) {
        for (long step : TIME_STEPS) {
            if (step >= least) {
                return step;
            }
        }
        return TIME_STEPS[TIME_STEPS.length - 1];
    }

    private static String time(long at, long step) {
        DateTimeFormatter form = step < 1_000 ? MILLIS : step < 60_000 ? SECONDS : step < 86_400_000 ? MINUTES : DAYS;
        return form.format(Instant.ofEpochMilli(at));
    }

    /** A place on an axis in full: an offset, or a time in UTC with milliseconds. */
    static String text(Axis axis, double place) {
        return axis == Axis.OFFSET ? Long.toString((long) Math.floor(place)) : FULL.format(Instant.ofEpochMilli((long) place));
    }
}
