package kraftaudit.audit.report;

import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalLong;

/** Times as reports print them: UTC with milliseconds. */
public final class Times {
    /** The last millisecond of the year 9999, beyond which ISO 8601 needs a sign. */
    public static final long LAST = 253_402_300_799_999L;
    private static final long DAY = 86_400_000;

    private Times() {
    }

    /** Such as {@code 2023-11-14T22:13:20.000Z}; empty for -1 (none) and for what is no time from 1970 to 9999. */
    public static Optional<String> iso(long timestamp) {
        return timestamp < 0 || timestamp > LAST ? Optional.empty() : Optional.of(written(timestamp));
    }

    /** By hand: reports have thousands of times, and a formatter alone takes as long to set up as a short report. */
    private static String written(long timestamp) {
        int ms = (int) (timestamp % DAY);
        StringBuilder text = new StringBuilder(24).append(LocalDate.ofEpochDay(timestamp / DAY)).append('T');
        digits(text, ms / 3_600_000, 2).append(':');
        digits(text, ms / 60_000 % 60, 2).append(':');
        digits(text, ms / 1000 % 60, 2).append('.');
        return digits(text, ms % 1000, 3).append('Z').toString();
    }

    private static StringBuilder digits(StringBuilder text, int number, int width) {
        for (int power = width == 3 ? 100 : 10; power > 0; power /= 10) {
            text.append((char) ('0' + number / power % 10));
        }
        return text;
    }

    /** As {@link #iso(long)}. */
    static Optional<String> iso(OptionalLong timestamp) {
        return timestamp.isPresent() ? iso(timestamp.getAsLong()) : Optional.empty();
    }

    /** For people: the time, {@code no time} for -1, or the raw number marked as out of range. */
    static String shown(long timestamp) {
        return timestamp == -1 ? "no time" : iso(timestamp).orElse(timestamp + " ms (out of range)");
    }
}
