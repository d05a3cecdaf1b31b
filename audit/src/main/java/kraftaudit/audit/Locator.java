package kraftaudit.audit;

import java.util.Optional;

/**
 * A place that a person can copy from one output and give to another command: {@code node1:offset=1609}, or
 * {@code node1:00000000000000000000.log@8543} where the place is known by file and byte alone, or {@code node1:} for a copy
 * as a whole.
 *
 * @param replica  name of the copy; empty where no single copy is meant
 * @param offset   log offset, -1 where there is none
 * @param file     the file's name without folders, empty where there is none
 * @param position first byte in the file, 0-based; 0 where there is no file
 */
public record Locator(String replica, long offset, String file, long position) {
    private static final String OFFSET = ":offset=";

    public Locator {
        if (offset < -1 || position < 0) {
            throw new IllegalArgumentException("offset " + offset + ", position " + position);
        }
    }

    /** The place of a finding, as far as it is known. */
    public static Locator of(Where where) {
        long offset = where.byPlace() ? -1 : Math.max(-1, where.offset().orElse(-1));
        return new Locator(where.replica(), offset, where.place().map(place -> baseName(place.file())).orElse(""),
            where.place().map(place -> place.position()).orElse(0L));
    }

    private static String baseName(String file) {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    /** A log offset of a copy. */
    public static Locator offset(String replica, long offset) {
        return new Locator(replica, offset, "", 0);
    }

    /**
     * Reads what {@link #text} or {@link #fileText} wrote; a copy's name may hold colons and at signs.
     *
     * @return empty where the text is no locator
     */
    public static Optional<Locator> parse(String text) {
        int offset = text.lastIndexOf(OFFSET);
        Optional<Long> number = offset > 0 ? number(text.substring(offset + OFFSET.length())) : Optional.empty();
        if (number.isPresent()) {
            return number.map(o -> offset(text.substring(0, offset), o));
        }
        if (text.length() > 1 && text.endsWith(":")) {
            return Optional.of(new Locator(text.substring(0, text.length() - 1), -1, "", 0));
        }
        int at = text.lastIndexOf('@');
        int colon = at < 0 ? -1 : text.lastIndexOf(':', at);
        if (colon <= 0 || colon + 1 == at) {
            return Optional.empty();
        }
        return number(text.substring(at + 1)).map(p -> new Locator(text.substring(0, colon), -1, text.substring(colon + 1, at), p));
    }

    /** Whether a text was meant for a locator, though {@link #parse} does not take it. */
    public static boolean isMeant(String text) {
        return text.contains(OFFSET) || text.matches(".+:[^/:]*\\.(log|checkpoint)@[^/]*");
    }

    private static Optional<Long> number(String digits) {
        try {
            return digits.matches("[0-9]{1,19}") ? Optional.of(Long.parseLong(digits)) : Optional.empty();
        } catch (NumberFormatException beyondLong) {
            return Optional.empty();
        }
    }

    /** Whether it names nothing below a copy as a whole. */
    public boolean isEmpty() {
        return offset < 0 && file.isEmpty();
    }

    /** The form by offset where there is one, else the form by file, else that of the copy as a whole. */
    public String text() {
        return offset >= 0 ? replica + OFFSET + offset : fileText();
    }

    /** The form by file and byte; the form by offset where no file is known. */
    public String fileText() {
        if (!file.isEmpty()) {
            return replica + ":" + file + "@" + position;
        }
        return offset >= 0 ? replica + OFFSET + offset : replica + ":";
    }
}
