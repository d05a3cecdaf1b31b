package kraftaudit.reader;

/**
 * A stretch of bytes in a file of the capture.
 *
 * @param file     the file's name as reports print it: relative to the given PATH, with {@code /} between parts
 * @param position first byte, 0-based
 * @param length   number of bytes, 0 where a whole file or a missing thing is meant
 */
public record Place(String file, long position, long length) {
    public Place {
        if (position < 0 || length < 0) {
            throw new IllegalArgumentException("position " + position + ", length " + length);
        }
    }
}
