package kraftaudit.reader;

/** Supported levels of a feature, both inclusive; what a record says, so {@code min > max} is possible. */
public record VersionRange(int min, int max) {
    /** Whether the level lies within the range. */
    public boolean contains(int level) {
        return min <= level && level <= max;
    }

    @Override
    public String toString() {
        return min + "-" + max;
    }

    /** Written out: what a record makes of this at run time takes a short run milliseconds. */
    @Override
    public boolean equals(Object other) {
        return other instanceof VersionRange that && min == that.min && max == that.max;
    }

    @Override
    public int hashCode() {
        return 31 * min + max;
    }
}
