package kraftaudit.audit.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Times as reports print them: UTC with milliseconds. */
public final class Times {
    /** The last millisecond of the year 9999, beyond which ISO 8601 needs a sign. */
    public static final long LAST = 253_402_300_799_999L;
    private static final DateTimeFormatter ISO = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Times() {
    }

    /** Such as {@code 2023-11-14T22:13:20.000Z}; empty for -1 (none) and for what is no time from 1970 to 9999. */
    public static Optional<String> iso(long timestamp) {
        return timestamp < 0 || timestamp > LAST ? Optional.empty() : Optional.of(ISO.format(Instant.ofEpochMilli(timestamp)));
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
