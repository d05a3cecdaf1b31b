package kraftaudit.audit;

import java.util.Locale;

/** How grave a finding is, worst first. */
public enum Severity {
    /** Safety: what the quorum promises does not hold, or data is lost. */
    VIOLATION,
    /** Format or bookkeeping: Kafka would not have written it so, or would stumble over it. */
    IRREGULAR,
    /** Worth knowing. */
    NOTE;

    /** Whether this is as grave as the other, or graver. */
    public boolean atLeast(Severity other) {
        return compareTo(other) <= 0;
    }

    /** The word in lower case, as options take it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
