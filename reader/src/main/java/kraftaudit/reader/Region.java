package kraftaudit.reader;

/** A stretch of a segment or checkpoint. The regions of a {@link Scan} tile the file without gap or overlap. */
public sealed interface Region permits Run, Damage, Zeros {
    /** First byte, 0-based. */
    long position();

    /** Number of bytes, at least 1. */
    long length();
}
