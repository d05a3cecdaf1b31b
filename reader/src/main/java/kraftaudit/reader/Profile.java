package kraftaudit.reader;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Which record key and which metadata.version level carry KIP-1262. Neither is settled, so both are data.
 *
 * @param name        as reports print it
 * @param apiKey      key of ClusterIdRecord
 * @param schema      its message definition in Kafka's JSON form
 * @param firstLevel  first metadata.version level that supports it
 * @param provisional whether no released Kafka has it so
 */
public record Profile(String name, int apiKey, JsonNode schema, int firstLevel, boolean provisional) {
}
