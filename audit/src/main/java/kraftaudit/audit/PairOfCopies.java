package kraftaudit.audit;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.reader.Place;

/**
 * Two copies of one cluster beside each other.
 *
 * @param one        name of a copy
 * @param other      name of another
 * @param relation   what they are to each other
 * @param commonFrom first offset that both hold, inclusive; empty where they share none
 * @param commonEnd  exclusive end of what both hold alike; empty where they share nothing
 * @param divergence where they part
 * @param oneEnd     exclusive end of {@code one}
 * @param otherEnd   exclusive end of {@code other}
 * @param aheadMs    milliseconds between the last records of the two where one is a prefix of the other, by the writers' clocks;
 *                   empty where unknown or negative
 * @param unequal    offsets where the copies hold other bytes under the same offsets and epochs, which no legal history explains
 */
public record PairOfCopies(String one, String other, Relation relation, OptionalLong commonFrom, OptionalLong commonEnd,
                           Optional<Divergence> divergence, long oneEnd, long otherEnd, OptionalLong aheadMs, Optional<Unequal> unequal) {
    /** What two copies are to each other. */
    public enum Relation {
        /** They end alike. */
        SAME_END,
        /** The first is an earlier state of the second: skew, no divergence. */
        ONE_IS_PREFIX,
        /** The second is an earlier state of the first: skew, no divergence. */
        OTHER_IS_PREFIX,
        /** From some offset on they hold different records. */
        DIVERGED,
        /** No offset is in both. */
        NOTHING_SHARED
    }

    /** The first offset that both hold in different epochs, and who wrote it in each. */
    public record Divergence(long offset, Side one, Side other) {
    }

    /**
     * The record of one copy at the divergence.
     *
     * @param leader    of its epoch; empty where nothing names them
     * @param timestamp milliseconds since 1970, -1 is none
     * @param place     empty where the file could not be read again
     */
    public record Side(int epoch, OptionalInt leader, long timestamp, Optional<Place> place) {
    }

    /** Offsets {@code [from, to)} with unequal batches somewhere inside. */
    public record Unequal(long from, long to) {
    }

    /** Records by which the longer of the two is ahead where one is a prefix of the other. */
    public long ahead() {
        return Math.abs(oneEnd - otherEnd);
    }
}
