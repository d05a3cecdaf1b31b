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
}
