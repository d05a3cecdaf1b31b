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
}
