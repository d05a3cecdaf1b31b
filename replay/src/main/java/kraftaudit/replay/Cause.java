package kraftaudit.replay;

import kraftaudit.reader.Place;

/**
 * Why a step begins.
 *
 * @param kind      what it rests on
 * @param replica   name of the copy that shows it
 * @param place     where it shows; length 0 where nothing but a boundary is meant
 * @param offset    offset of the record; of a checkpoint its end offset - 1; of a gap its first offset
 * @param epoch     leader epoch of the record or checkpoint, -1 where there is none
 * @param timestamp milliseconds since 1970, of a checkpoint its header's; -1 is none
 */
public record Cause(Kind kind, String replica, Place place, long offset, int epoch, long timestamp) {
    /** What a step rests on. */
    public enum Kind {
        /** A record in the log. For values that a transaction holds back: its EndTransaction makes the step. */
        RECORD,
        /** A checkpoint with end offset above 0. */
        CHECKPOINT,
        /** The zero checkpoint of a node. */
        ZERO_CHECKPOINT,
        /** The log begins at offset 0 and has had no such record yet. */
        LOG_BEGIN,
        /** No copy holds what comes here: damage, a gap, or a log that starts above 0. */
        UNKNOWN
    }

    /** Written out: what a record makes of this at run time takes a short run milliseconds. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Cause that && kind == that.kind && offset == that.offset && epoch == that.epoch
                && timestamp == that.timestamp && replica.equals(that.replica) && place.equals(that.place);
    }

    @Override
    public int hashCode() {
        return 31 * place.hashCode() + Long.hashCode(offset);
    }
}
