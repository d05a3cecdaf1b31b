package kraftaudit.gui;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import kraftaudit.audit.Locator;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Lane;
import kraftaudit.audit.timeline.Timeline;

/** Finds places by what people type: an offset, a time, a locator, or words of an item or its lane. */
final class Search {
    static final int MOST = 200;

    private Search() {
    }

    /**
     * A place.
     *
     * @param text          what it is
     * @param highWatermark where the cursor goes when there is no item
     * @param place         of a record that is not known here by its offset, to be looked up
     */
    record Result(String text, OptionalLong highWatermark, Optional<Item> item, Optional<Locator> place) {
        static Result at(String text, long highWatermark) {
            return new Result(text, OptionalLong.of(highWatermark), Optional.empty(), Optional.empty());
        }

        static Result of(String text, Item item) {
            return new Result(text, OptionalLong.empty(), Optional.of(item), Optional.empty());
        }
    }

    /** As {@link #of(Timeline, String, BooleanSupplier)}, to the end. */
    static List<Result> of(Timeline timeline, String typed) {
        return of(timeline, typed, () -> false);
    }

    /**
     * At most {@link #MOST} results: a place that was typed as such first, then what begins with what was typed, then the rest.
     *
     * @param stop asked now and then; the search ends when it says so
     */
    static List<Result> of(Timeline timeline, String typed, BooleanSupplier stop) {
        String text = typed.strip();
        List<Result> results = new ArrayList<>();
        if (text.isEmpty()) {
            return results;
        }
        offset(timeline, text).ifPresent(results::add);
        time(timeline, text).ifPresent(results::add);
        Locator.parse(text).ifPresent(locator -> locator(timeline, locator).ifPresent(results::add));
        String[] words = text.split("\\s+");
        List<Result> rest = new ArrayList<>();
        for (Lane lane : timeline.lanes()) {
            boolean named = begins(lane.name(), text);
            for (Item item : lane.items()) {
                if (results.size() >= MOST || stop.getAsBoolean()) {
                    return results;
                }
                if (named || begins(item.label(), text)) {
                    results.add(result(lane, item));
                } else if (rest.size() < MOST && matches(lane, item, words)) {
                    rest.add(result(lane, item));
                }
            }
        }
        results.addAll(rest.subList(0, Math.min(rest.size(), MOST - results.size())));
        return results;
    }

    private static Result result(Lane lane, Item item) {
        return Result.of(lane.name() + ": " + item.text(), item);
    }

    /** Whether it begins with what was typed, as a word of its own: {@code voter 1} is not the beginning of {@code voter 11}. */
    private static boolean begins(String name, String text) {
        return name.regionMatches(true, 0, text, 0, text.length())
            && (name.length() == text.length() || !Character.isLetterOrDigit(name.charAt(text.length())) || !Character.isLetterOrDigit(text.charAt(text.length() - 1)));
    }

    private static Optional<Result> offset(Timeline timeline, String text) {
        String digits = text.replaceFirst("(?i)^(h|hw|offset|o)\\s*[=:]?\\s*(?=[0-9])", "");
        if (!digits.matches("[0-9]{1,18}")) {
            return Optional.empty();
        }
        long number = Long.parseLong(digits);
        boolean watermark = text.toLowerCase(java.util.Locale.ROOT).startsWith("h");
        // The record at an offset is the last one below the high watermark that follows it.
        long h = watermark ? number : number + 1;
        return h < timeline.offsetFrom() || h > timeline.offsetTo() ? Optional.empty()
            : Optional.of(Result.at("go to " + (watermark ? "high watermark " : "offset ") + number, h));
    }

    private static Optional<Result> time(Timeline timeline, String text) {
        if (!timeline.hasTimes() || text.indexOf(':') < 0) {
            return Optional.empty();
        }
        OptionalLong at = instant(timeline, text);
        if (at.isEmpty()) {
            return Optional.empty();
        }
        long h = (long) Math.floor(timeline.clock().offsetAt(at.getAsLong())) + 1;
        return Optional.of(Result.at("go to " + Instant.ofEpochMilli(at.getAsLong()) + ", high watermark " + h, h));
    }

    /** A full time in UTC, or a time of the first day of the timeline. */
    private static OptionalLong instant(Timeline timeline, String text) {
        String iso = text.replace(' ', 'T');
        try {
            return OptionalLong.of(Instant.parse(iso.endsWith("Z") ? iso : iso + "Z").toEpochMilli());
        } catch (DateTimeParseException noInstant) {
            // a time of day perhaps
        }
        try {
            LocalTime time = LocalTime.parse(text.endsWith("Z") ? text.substring(0, text.length() - 1) : text);
            return OptionalLong.of(Instant.ofEpochMilli(timeline.timeFrom()).atZone(ZoneOffset.UTC).toLocalDate().atTime(time).toInstant(ZoneOffset.UTC).toEpochMilli());
        } catch (DateTimeParseException noTime) {
            return OptionalLong.empty();
        }
    }

    private static Optional<Result> locator(Timeline timeline, Locator locator) {
        if (locator.offset() >= 0) {
            return Optional.of(new Result("go to " + locator.text(), OptionalLong.of(locator.offset() + 1), Optional.empty(), Optional.of(locator)));
        }
        for (Lane lane : timeline.lanes()) {
            for (Item item : lane.items()) {
                Locator its = item.locator();
                if (its.replica().equals(locator.replica()) && its.file().equals(locator.file()) && its.position() == locator.position()) {
                    return Optional.of(result(lane, item));
                }
            }
        }
        return Optional.of(new Result("look up " + locator.text(), OptionalLong.empty(), Optional.empty(), Optional.of(locator)));
    }

    /** The types of record that make an item, as Kafka and its message definitions call them; labels of single records have their own. */
    private static String recordTypes(Lane lane, Item item) {
        return switch (item.kind()) {
            case EPOCH -> "LeaderChangeMessage LeaderChangeRecord";
            case VOTERS, COMMITTED, PENDING, PENDING_REMOVAL, LOST, LOST_REMOVAL -> "KRaftVotersRecord VotersRecord";
            case LEVEL -> lane.name().startsWith("kraft.version") ? "KRaftVersionRecord" : "FeatureLevelRecord";
            case CLUSTER_ID -> "ClusterIdRecord";
            case TRANSACTION -> "BeginTransactionRecord EndTransactionRecord AbortTransactionRecord";
            case CHECKPOINT, BOOTSTRAP -> "SnapshotHeaderRecord SnapshotFooterRecord";
            default -> "";
        };
    }

    /**
     * Whether every word occurs in the label, the kind, the lane's name (with its directory id), the copy's name, the status or
     * the type of record.
     */
    private static boolean matches(Lane lane, Item item, String[] words) {
        for (String word : words) {
            // Names of types are written in both ways: REGISTER_BROKER_RECORD is RegisterBrokerRecord.
            String type = word.replace("_", "");
            boolean found = contains(item.label(), word) || contains(item.label(), type) || contains(item.kind().words(), word) || contains(lane.name(), word)
                || contains(lane.replica(), word) || contains(recordTypes(lane, item), type) || item.status().map(s -> contains(s.name(), word)).orElse(false);
            if (!found) {
                return false;
            }
        }
        return true;
    }

    /** Without regard to case, and without making strings of a million labels. */
    private static boolean contains(String text, String word) {
        for (int i = 0; i <= text.length() - word.length(); i++) {
            if (text.regionMatches(true, i, word, 0, word.length())) {
                return true;
            }
        }
        return false;
    }
}
