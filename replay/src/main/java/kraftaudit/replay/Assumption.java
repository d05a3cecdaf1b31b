package kraftaudit.replay;

/** What a conclusion takes for granted. Printed beside it where the capture strains or violates it. */
public enum Assumption {
    /** Files come from one lineage and were not edited, restored or formatted again. */
    NOT_EDITED("files were not edited, restored or formatted again"),
    /** What a voter acknowledged had reached its disk. */
    FSYNC("what a voter acknowledged had reached its disk"),
    /** No voter of a static quorum came back with an empty disk under its id. */
    NO_WIPED_VOTER("no voter came back with an empty disk under its old id"),
    /** Neighbouring voter sets have overlapping majorities. */
    OVERLAP("neighbouring voter sets have overlapping majorities"),
    /** No quorum-state was lost. */
    QUORUM_STATE_KEPT("no quorum-state was lost"),
    /** Each log was read before its quorum-state, or its node was stopped. */
    LOG_BEFORE_QUORUM_STATE("each log was copied before its quorum-state, or its node was stopped"),
    /** All nodes were stopped when copied. */
    STOPPED("every node was stopped when it was copied (--stopped)"),
    /** No second voter change was queued behind the first (the race before KAFKA-20740's fix). */
    NO_QUEUED_CHANGE("no second voter change was queued behind the first"),
    /** Segments below the log start were removed by Kafka, not by hand, and none was left out of the copy. */
    NO_SEGMENT_REMOVED("no leading segment was removed by hand or left out of the copy"),
    /** A broker epoch was given by one leader: two could give the same number, and a stale one be asked under the other's. */
    ONE_BROKER_EPOCH("no other leader gave the broker the same epoch number"),
    /** A controller that registers had seen this record of a level, not that of another leader, while a stale one took its request. */
    ONE_LEVEL_RECORD("no other leader had raised the level in a log of its own"),
    /** The voter without a directory id is the node of that id. */
    MATCHED_BY_ID("a voter without directory id was matched by node id alone"),
    /** The static voters are those named by the file shown. */
    STATIC_VOTERS("the static voters are those the named file lists"),
    /** The number came from the person who ran the audit. */
    OPERATOR_WORD("the high watermark was supplied by the person who ran the audit");

    private final String text;

    Assumption(String text) {
        this.text = text;
    }

    /** Whether a history that keeps all of Kafka's rules can break it without a trace in the files. */
    public boolean canBreakUnseen() {
        return this == NO_QUEUED_CHANGE || this == ONE_BROKER_EPOCH || this == ONE_LEVEL_RECORD;
    }

    /** One clause without a full stop. */
    public String text() {
        return text;
    }
}
