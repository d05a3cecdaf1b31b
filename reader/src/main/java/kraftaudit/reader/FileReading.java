package kraftaudit.reader;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a small text file says. A file without a value has exactly one oddity of kind {@link Kind#UNREADABLE} or
 * {@link Kind#NOT_READ}, which is the first; a file with a value has none of them.
 *
 * @param value     what Kafka itself would take from the file; empty where Kafka refuses it
 * @param oddities  what is unusual about it
 * @param says      fields and their texts as far as they can be told apart, for showing alone, so that a refused file
 *                  still says what it holds; sorted by field
 */
public record FileReading<T>(CapturedFile file, Optional<T> value, List<Oddity> oddities, SortedMap<String, String> says) {
    public FileReading {
        oddities = List.copyOf(oddities);
        says = Collections.unmodifiableSortedMap(new TreeMap<>(says));
        boolean refused = !oddities.isEmpty() && oddities.get(0).refusal();
        if (refused == value.isPresent() || oddities.stream().skip(1).anyMatch(Oddity::refusal)) {
            throw new IllegalArgumentException(file.name() + ": " + value + " with " + oddities);
        }
    }

    /** Whether the system, not Kafka's rules, kept the file from being read. */
    public boolean notRead() {
        return !oddities.isEmpty() && oddities.get(0).kind() == Kind.NOT_READ;
    }

    /**
     * @param kind     what sort of oddity, for rules to grade
     * @param line     1-based, where it is in one line
     * @param field    key or field at fault, empty for the whole file
     * @param expected what it should have been
     * @param found    what stands there
     */
    public record Oddity(Kind kind, OptionalInt line, String field, String expected, String found) {
        private boolean refusal() {
            return kind == Kind.UNREADABLE || kind == Kind.NOT_READ;
        }
    }

    /** Sorts of oddity. */
    public enum Kind {
        /** The system did not let the file be read, or it is far too long for what its name says. */
        NOT_READ,
        /** Kafka refuses the file. */
        UNREADABLE,
        /** Kafka takes the file, and what it takes is not what a sound file says. */
        WRONG,
        /** Kafka takes the file and its values; the form is unusual. */
        UNUSUAL
    }
}
