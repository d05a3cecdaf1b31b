package kraftaudit.replay;

import java.util.Optional;
import java.util.OptionalInt;
import kraftaudit.reader.DirectoryId;

/**
 * One copied log directory by name.
 *
 * @param name        as reports print it: {@code node1}; {@code node1@} and the label where two directories claim the id; the
 *                    label where the node id is unknown
 * @param label       folder below the given PATH
 * @param nodeId      from meta.properties
 * @param directoryId from meta.properties
 * @param clusterId   from meta.properties
 */
public record Replica(String name, String label, OptionalInt nodeId, Optional<DirectoryId> directoryId, Optional<String> clusterId) {
    /** Written out: what a record makes of this at run time takes a short run milliseconds. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Replica that && name.equals(that.name) && label.equals(that.label) && nodeId.equals(that.nodeId)
                && directoryId.equals(that.directoryId) && clusterId.equals(that.clusterId);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + label.hashCode();
    }
}
