package kraftaudit.audit;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.Place;
import kraftaudit.reader.RecordAt;
import kraftaudit.replay.Cause;
import kraftaudit.replay.LogState;

/**
 * Where a finding shows. What does not apply is empty.
 *
 * @param replica   name of the copy, empty where several or none are meant
 * @param offset    log offset
 * @param epoch     leader epoch
 * @param timestamp milliseconds since 1970 as written, -1 is none
 * @param place     file and bytes
 * @param byPlace   whether the bytes alone lead there: the offset stands in a header that nothing vouches for, or in several
 */
public record Where(String replica, OptionalLong offset, OptionalInt epoch, OptionalLong timestamp, Optional<Place> place, boolean byPlace) {
    /** The capture as a whole. */
    public static Where nowhere() {
        return replica("");
    }

    /** A copy as a whole. */
    public static Where replica(String name) {
        return new Where(name, OptionalLong.empty(), OptionalInt.empty(), OptionalLong.empty(), Optional.empty(), false);
    }

    /** A record of the log. */
    public static Where record(String replica, RecordAt at) {
        return new Where(replica, OptionalLong.of(at.offset()), OptionalInt.of(at.epoch()), OptionalLong.of(at.timestamp()),
            Optional.of(at.place()), false);
    }

    /** A record of the log. */
    public static Where event(LogState.Sourced sourced) {
        return record(sourced.replica(), sourced.event().at());
    }

    /** A record of a checkpoint, whose offset is no log offset and is left out. */
    public static Where inCheckpoint(String replica, RecordAt at) {
        return new Where(replica, OptionalLong.empty(), OptionalInt.of(at.epoch()), OptionalLong.of(at.timestamp()), Optional.of(at.place()), false);
    }

    /** Where a step begins. */
    public static Where cause(Cause cause) {
        return new Where(cause.replica(), OptionalLong.of(cause.offset()), cause.epoch() < 0 ? OptionalInt.empty() : OptionalInt.of(cause.epoch()),
            OptionalLong.of(cause.timestamp()), Optional.of(cause.place()), false);
    }

    /** A file as a whole. */
    public static Where file(String replica, CapturedFile file) {
        return place(replica, new Place(file.name(), 0, 0));
    }

    /** A stretch of bytes. */
    public static Where place(String replica, Place place) {
        return new Where(replica, OptionalLong.empty(), OptionalInt.empty(), OptionalLong.empty(), Optional.of(place), false);
    }

    /** This place, at a log offset. */
    public Where atOffset(long at) {
        return new Where(replica, OptionalLong.of(at), epoch, timestamp, place, byPlace);
    }

    /** This place, in an epoch. */
    public Where inEpoch(int in) {
        return new Where(replica, offset, OptionalInt.of(in), timestamp, place, byPlace);
    }

    /** This place, which its file and bytes lead to and its offset does not. */
    public Where foundByPlace() {
        return new Where(replica, offset, epoch, timestamp, place, true);
    }
}
