package kraftaudit.replay;

/** Commit status of a record. */
public enum Status {
    /** One of the proofs shows it. */
    PROVEN,
    /** Nothing in the capture decides it. */
    UNPROVEN,
    /** It conflicts with a proven record of another copy. */
    LOST
}
