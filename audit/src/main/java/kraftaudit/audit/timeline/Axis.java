package kraftaudit.audit.timeline;

/** What the horizontal axis counts. */
public enum Axis {
    /** Log offsets, which are high watermarks too. */
    OFFSET,
    /** Milliseconds since 1970, by the clocks of the writing leaders. */
    TIME
}
