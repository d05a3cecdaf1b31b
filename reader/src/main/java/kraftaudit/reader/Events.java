package kraftaudit.reader;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Events out of decoded records: field by field, named as in Kafka's message definitions. Tagged fields that equal their
 * default are not in the record; the defaults here are those of the definitions.
 */
final class Events {
    /** Stands for the profile's key. */
    static final int CLUSTER_ID = -1;

    /** The control record types that KRaft writes, without a gap. */
    static final int LEADER_CHANGE = 2;
    static final int SNAPSHOT_HEADER = 3;
    static final int SNAPSHOT_FOOTER = 4;
    static final int KRAFT_VERSION = 5;
    static final int KRAFT_VOTERS = 6;

    private Events() {
    }

    static Event control(RecordAt at, int type, int version, JsonNode fields) {
        return switch (type) {
            case LEADER_CHANGE -> new Event.LeaderChange(at, version, fields.path("leaderId").asInt(),
                    list(fields.path("voters"), Events::voterKey), list(fields.path("grantingVoters"), Events::voterKey));
            case SNAPSHOT_HEADER -> new Event.SnapshotHeader(at, version, fields.path("lastContainedLogTimestamp").asLong());
            case SNAPSHOT_FOOTER -> new Event.SnapshotFooter(at, version);
            case KRAFT_VERSION -> new Event.KRaftVersion(at, fields.path("kRaftVersion").asInt());
            case KRAFT_VOTERS -> new Event.Voters(at, list(fields.path("voters"), Events::voter));
            default -> throw new IllegalArgumentException("control record type " + type);
        };
    }

    static Event data(RecordAt at, int apiKey, int version, JsonNode fields) {
        return switch (apiKey) {
            case CLUSTER_ID -> new Event.ClusterId(at, clusterId(fields));
            case 0 -> new Event.RegisterBroker(at, version, brokerId(fields), brokerEpoch(fields), uuid(fields.path("incarnationId")),
                    list(fields.path("endPoints"), Events::endpoint), features(fields.path("features")),
                    fields.path("fenced").asBoolean(), fields.path("isMigratingZkBroker").asBoolean());
            case 1 -> new Event.UnregisterBroker(at, brokerId(fields), brokerEpoch(fields));
            case 7 -> new Event.FenceBroker(at, fields.path("id").asInt(), fields.path("epoch").asLong());
            case 8 -> new Event.UnfenceBroker(at, fields.path("id").asInt(), fields.path("epoch").asLong());
            case 12 -> new Event.FeatureLevel(at, fields.path("name").asText(), level(fields));
            case 15 -> new Event.ProducerIds(at, brokerId(fields), brokerEpoch(fields), fields.path("nextProducerId").asLong());
            case 17 -> new Event.BrokerRegistrationChange(at, version, brokerId(fields), brokerEpoch(fields),
                    fields.path("fenced").asInt(), fields.path("inControlledShutdown").asInt(),
                    fields.has("logDirs") || fields.has("cordonedLogDirs"));
            case 23 -> new Event.BeginTransaction(at, text(fields.path("name")));
            case 24 -> new Event.EndTransaction(at);
            case 25 -> new Event.AbortTransaction(at, text(fields.path("reason")));
            case 27 -> new Event.RegisterController(at, fields.path("controllerId").asInt(), uuid(fields.path("incarnationId")),
                    list(fields.path("endPoints"), Events::endpoint), features(fields.path("features")));
            case 29 -> new Event.UnregisterController(at, fields.path("controllerId").asInt());
            default -> throw new IllegalArgumentException("api key " + apiKey + " is not audited");
        };
    }

    static String clusterId(JsonNode fields) {
        return fields.path("clusterId").asText();
    }

    /** Before 3.3 the record held a range of levels, of which the upper end was finalized. */
    private static int level(JsonNode fields) {
        return fields.has("featureLevel") ? fields.path("featureLevel").asInt() : fields.path("maxFeatureLevel").asInt();
    }

    private static int brokerId(JsonNode fields) {
        return fields.path("brokerId").asInt();
    }

    private static long brokerEpoch(JsonNode fields) {
        return fields.path("brokerEpoch").asLong();
    }

    private static Optional<String> text(JsonNode field) {
        return field.isTextual() ? Optional.of(field.asText()) : Optional.empty();
    }

    private static DirectoryId uuid(JsonNode field) {
        return DirectoryId.parse(field.asText()).orElse(DirectoryId.ZERO);
    }

    private static VoterKey voterKey(JsonNode voter) {
        return new VoterKey(voter.path("voterId").asInt(),
                voter.has("voterDirectoryId") ? Optional.of(uuid(voter.path("voterDirectoryId"))) : Optional.empty());
    }

    private static Voter voter(JsonNode voter) {
        return new Voter(voter.path("voterId").asInt(), uuid(voter.path("voterDirectoryId")),
                list(voter.path("endpoints"), Events::endpoint), range(voter.path("kRaftVersionFeature")));
    }

    private static Endpoint endpoint(JsonNode endpoint) {
        return new Endpoint(endpoint.path("name").asText(), endpoint.path("host").asText(), endpoint.path("port").asInt());
    }

    private static VersionRange range(JsonNode feature) {
        return new VersionRange(feature.path("minSupportedVersion").asInt(), feature.path("maxSupportedVersion").asInt());
    }

    private static Map<String, VersionRange> features(JsonNode features) {
        Map<String, VersionRange> ranges = new LinkedHashMap<>();
        features.forEach(feature -> ranges.put(feature.path("name").asText(), range(feature)));
        return ranges;
    }

    private static <T> List<T> list(JsonNode array, Function<JsonNode, T> element) {
        List<T> list = new ArrayList<>(array.size());
        array.forEach(node -> list.add(element.apply(node)));
        return list;
    }
}
