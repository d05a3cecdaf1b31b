package kraftaudit.replay;

/** Where the voters of a span are known from. */
public enum VoterSource { VOTERS_RECORD, CHECKPOINT, STATIC, UNKNOWN }
