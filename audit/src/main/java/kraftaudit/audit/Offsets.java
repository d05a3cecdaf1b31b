package kraftaudit.audit;

/** Words for ranges of offsets in findings. */
final class Offsets {
    private Offsets() {
    }

    /** Such as {@code record 8} or {@code records 8 to 11}, both ends inclusive. */
    static String records(long first, long last) {
        return first == last ? "record " + first : "records " + range(first, last);
    }

    /** Such as {@code 8} or {@code 8 to 11}, both ends inclusive. */
    static String range(long first, long last) {
        return first == last ? Long.toString(first) : first + " to " + last;
    }
}
