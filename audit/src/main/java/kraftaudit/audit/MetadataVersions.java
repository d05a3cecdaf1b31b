package kraftaudit.audit;

import java.util.List;
import java.util.Set;

/** The levels of metadata.version up to Kafka 4.4.0 (enum MetadataVersion). */
public final class MetadataVersions {
    /** The least level that Kafka 4.0 and later read: 3.3-IV3. */
    public static final int LEAST_READ = 7;

    private static final List<String> NAMES = List.of("3.0-IV1", "3.1-IV0", "3.2-IV0", "3.3-IV0", "3.3-IV1", "3.3-IV2", "3.3-IV3",
        "3.4-IV0", "3.5-IV0", "3.5-IV1", "3.5-IV2", "3.6-IV0", "3.6-IV1", "3.6-IV2", "3.7-IV0", "3.7-IV1", "3.7-IV2", "3.7-IV3",
        "3.7-IV4", "3.8-IV0", "3.9-IV0", "4.0-IV0", "4.0-IV1", "4.0-IV2", "4.0-IV3", "4.1-IV0", "4.1-IV1", "4.2-IV0", "4.2-IV1",
        "4.3-IV0", "4.4-IV0", "4.4-IV1", "4.4-IV2", "4.5-IV0");
    private static final Set<Integer> CHANGE_FORMAT = Set.of(1, 3, 5, 6, 7, 8, 11, 13, 14, 15, 17, 23, 30, 32, 33);

    private MetadataVersions() {
    }

    /** Whether a release up to 4.4.0 has a name for the level. */
    public static boolean isKnown(int level) {
        return level >= 1 && level <= NAMES.size();
    }

    /** The highest level with a name. */
    public static int highestKnown() {
        return NAMES.size();
    }

    /** Such as {@code 4.4-IV2}, or {@code unknown}. */
    public static String name(int level) {
        return isKnown(level) ? NAMES.get(level - 1) : "unknown";
    }

    /** Such as {@code 33 (4.4-IV2)}. */
    public static String shown(int level) {
        return level + " (" + name(level) + ")";
    }

    /** The levels in {@code (low, high]} that change the format of records, so that Kafka refuses to go back across them. */
    public static List<Integer> formatChanges(int low, int high) {
        return CHANGE_FORMAT.stream().filter(level -> level > low && level <= high).sorted().toList();
    }
}
