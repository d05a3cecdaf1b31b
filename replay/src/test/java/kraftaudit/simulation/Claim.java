package kraftaudit.simulation;

import java.util.List;

import kraftaudit.replay.Assumption;

/**
 * Somebody says that a record, and so everything below it in its log, is committed.
 *
 * @param kind    which inference says so
 * @param durable what is said: true for "can no longer be lost", false for "a leader's high watermark had passed it"
 * @param assumptions what it says that it takes for granted
 */
record Claim(String kind, boolean durable, long offset, int epoch, List<Assumption> assumptions) {
    Claim {
        assumptions = List.copyOf(assumptions);
    }

    /** A claim that takes nothing for granted. */
    Claim(String kind, boolean durable, long offset, int epoch) {
        this(kind, durable, offset, epoch, List.of());
    }
}
