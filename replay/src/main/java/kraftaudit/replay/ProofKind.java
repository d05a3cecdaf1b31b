package kraftaudit.replay;

/** The kinds of commit proof, strongest first. */
public enum ProofKind {
    /** A checkpoint (N, e), N above 0, exists: everything below N was committed. */
    CHECKPOINT(true),
    /** The log starts at S above 0: everything below S was committed. */
    LOG_START(true),
    /** A data record of epoch e: the controller saw its own LeaderChange committed. */
    EPOCH_DATA(true),
    /** A later voters record one step from the earlier: the earlier one, and the later epoch's start, were committed. */
    LATER_CHANGE(true),
    /** A heartbeat-driven record of a broker: its first registration under that epoch number was committed. */
    BROKER_EVENT(true),
    /** Copies of a majority of the voter set in force hold the record, each still in its epoch: it cannot be lost. */
    MAJORITY(false),
    /** Every voter's stopped copy is here: each log that can win an election holds the record, so it cannot be lost. */
    WHOLE_QUORUM(false),
    /** The person who runs the audit supplied a high watermark. */
    OPERATOR(true);

    private final boolean exposed;

    ProofKind(boolean exposed) {
        this.exposed = exposed;
    }

    /** Whether it shows that a leader had exposed the record as committed; else that the record can no longer be lost. */
    public boolean exposed() {
        return exposed;
    }
}
