package kraftaudit.reader;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * meta.properties as Kafka's {@code MetaProperties} reads it (kraft-on-disk 1.2).
 *
 * @param version     0, 1 or 2; 0 where the key is absent
 * @param clusterId   verbatim
 * @param nodeId      {@code node.id} of versions 1 and 2, {@code broker.id} of version 0
 * @param directoryId where there is one
 * @param properties  every key and value, sorted, as Java reads them
 */
public record MetaProperties(int version, Optional<String> clusterId, OptionalInt nodeId, Optional<DirectoryId> directoryId,
                             Map<String, String> properties) {
    public MetaProperties {
        properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
    }
}
