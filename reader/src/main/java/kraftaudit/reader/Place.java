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

    /** Written out: what a record makes of this at run time takes a short run milliseconds. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Place that && position == that.position && length == that.length && file.equals(that.file);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * file.hashCode() + Long.hashCode(position)) + Long.hashCode(length);
    }
}
