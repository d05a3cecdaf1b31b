package kraftaudit.replay;

/** Offsets {@code [baseOffset, endOffset)} that a log holds in one epoch. */
public record Stretch(long baseOffset, long endOffset, int epoch) {
    /** Written out: what a record makes of this at run time takes a short run milliseconds. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Stretch that && baseOffset == that.baseOffset && endOffset == that.endOffset && epoch == that.epoch;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(baseOffset) + Long.hashCode(endOffset);
    }
}
