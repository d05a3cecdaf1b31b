package kraftaudit.replay;

import java.util.OptionalLong;
import kraftaudit.reader.Place;

/**
 * What shows a proof.
 *
 * @param replica name of the copy
 * @param place   file and bytes
 * @param offset  log offset, where it is a record or a log end (exclusive end offset minus 1)
 */
public record Evidence(String replica, Place place, OptionalLong offset) {
    /** Written out: what a record makes of this at run time takes a short run milliseconds. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Evidence that && replica.equals(that.replica) && place.equals(that.place) && offset.equals(that.offset);
    }

    @Override
    public int hashCode() {
        return 31 * replica.hashCode() + place.hashCode();
    }
}
