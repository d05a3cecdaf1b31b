package kraftaudit.reader;

/**
 * Bytes that do not fit what is read from them. Never leaves this module: it becomes {@link Damage} or
 * {@link Event.Undecodable} at the border of one batch or one record. Hostile input can make one per record, so it carries
 * no stack trace.
 */
final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long position;
    private final String field;
    private final String expected;
    private final String found;

    /**
     * @param position position in the file of the first byte that does not fit
     * @param field    the field at fault
     * @param expected what it should have been
     * @param found    what stands there
     */
    Malformed(long position, String field, String expected, String found) {
        super(null, null, false, false);
        this.position = position;
        this.field = field;
        this.expected = expected;
        this.found = found;
    }

    long position() {
        return position;
    }

    String field() {
        return field;
    }

    String expected() {
        return expected;
    }

    String found() {
        return found;
    }

    @Override
    public String getMessage() {
        return field + " at " + position + ": expected " + expected + ", found " + found;
    }
}
