package kraftaudit.audit.timeline;

import java.util.Locale;

/** What an item of a lane is. */
public enum Kind {
    // ---- findings ----
    VIOLATION("violation"),
    IRREGULAR("irregular"),
    NOTE("note"),

    // ---- quorum ----
    /** A leader epoch on one branch, with its leader where the log names it. */
    EPOCH("epoch"),
    /** Offsets proven committed. */
    PROVEN("proven committed"),
    /** Offsets that a copy holds and nothing proves. */
    UNPROVEN("not proven"),
    /** A proof, from the high watermark it shows to the log end at which it shows. */
    PROOF("proof"),

    // ---- voters ----
    /** A whole set of voters. */
    VOTERS("voters"),
    /** Where the voters are not known. */
    UNKNOWN("unknown"),
    /** A voter of a set whose record is proven committed. */
    COMMITTED("committed"),
    /** A voter that a record appended and nothing proves committed. */
    PENDING("appended, not proven"),
    /** A voter that a record removed and nothing proves the removal. */
    PENDING_REMOVAL("removal appended, not proven"),
    /** A voter that only a lost record has. */
    LOST("lost"),
    /** A voter that a lost record lacks. */
    LOST_REMOVAL("removal lost"),
    /** A voter by configuration, at kraft.version 0. */
    STATIC("static voter"),
    /** The node has a copy of the log and is no voter. */
    OBSERVER("observer"),
    /** From the record of a change to the first thing that proves it. */
    TRANSITION("in transition"),

    // ---- copies ----
    /** Offsets that a copy holds soundly. */
    LOG("log"),
    /** Offsets of a copy that are not those of the main branch. */
    DEAD_BRANCH("other branch"),
    /** Offsets that a copy should hold and does not. */
    GAP("gap"),
    SEGMENT("segment"),
    CHECKPOINT("checkpoint"),
    /** A zero checkpoint or bootstrap.checkpoint: input of a first start. */
    BOOTSTRAP("bootstrap checkpoint"),
    DAMAGE("damage"),

    // ---- levels and records ----
    /** A level of a feature in force. */
    LEVEL("level"),
    CLUSTER_ID("cluster id"),
    TRANSACTION("transaction"),
    /** A record that changes none of the lanes above. */
    RECORD("record");

    private final String words;

    Kind(String words) {
        this.words = words;
    }

    /** The kind in words, lower case. */
    public String words() {
        return words;
    }

    /** Whether it is a finding. */
    public boolean isFinding() {
        return this == VIOLATION || this == IRREGULAR || this == NOTE;
    }

    /** Whether its place is one offset rather than a stretch, so that it is drawn as a mark. */
    public boolean isMark() {
        return isFinding() || this == CHECKPOINT || this == BOOTSTRAP || this == RECORD;
    }

    /** The kind of a finding. */
    static Kind ofSeverity(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
