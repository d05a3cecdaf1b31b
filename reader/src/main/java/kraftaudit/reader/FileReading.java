package kraftaudit.reader;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a small text file says. An unreadable file has no value and at least one oddity with {@code unreadable} set.
 *
 * @param value     what Kafka itself would take from the file; empty where Kafka refuses it
 * @param oddities  what is unusual about it, in the order of the file
 */
public record FileReading<T>(CapturedFile file, Optional<T> value, List<Oddity> oddities) {
    public FileReading {
        oddities = List.copyOf(oddities);
    }

    /**
     * @param kind     what sort of oddity, for rules to grade
     * @param line     1-based, where it is in one line
     * @param field    key or field at fault, empty for the whole file
     * @param expected what it should have been
     * @param found    what stands there
     */
    public record Oddity(Kind kind, OptionalInt line, String field, String expected, String found) {
    }

    /** Sorts of oddity. */
    public enum Kind {
        /** Kafka refuses the file. */
        UNREADABLE,
        /** Kafka takes the file, and what it takes is not what a sound file says. */
        WRONG,
        /** Kafka takes the file and its values; the form is unusual. */
        UNUSUAL
    }
}
