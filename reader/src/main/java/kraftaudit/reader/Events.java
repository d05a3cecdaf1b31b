package kraftaudit.reader;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Events out of decoded records: field by field, named as in Kafka's message definitions. Tagged fields that equal their
 * default are not in the record; the defaults here are those of the definitions. A list of voters that is the same from one
 * election to the next is kept once.
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

    private final Values in;
    private List<VoterKey> lastVoters = List.of();
    private List<VoterKey> lastGranting = List.of();

    /** @param in what it makes events of: the record decoded last */
    Events(Values in) {
        this.in = in;
    }

    Event control(RecordAt at, int type, int version) {
        return switch (type) {
            case LEADER_CHANGE -> {
                lastVoters = voterKeys(field("voters"), lastVoters);
                lastGranting = voterKeys(field("grantingVoters"), lastGranting);
                yield new Event.LeaderChange(at, version, int32("leaderId"), lastVoters, lastGranting);
            }
            case SNAPSHOT_HEADER -> new Event.SnapshotHeader(at, version, int64("lastContainedLogTimestamp"));
            case SNAPSHOT_FOOTER -> new Event.SnapshotFooter(at, version);
            case KRAFT_VERSION -> new Event.KRaftVersion(at, int32("kRaftVersion"));
            case KRAFT_VOTERS -> new Event.Voters(at, voters(field("voters")));
            default -> throw new IllegalArgumentException("control record type " + type);
        };
    }

    Event data(RecordAt at, int apiKey, int version) {
        return switch (apiKey) {
            case CLUSTER_ID -> new Event.ClusterId(at, in.text(field("clusterId")));
            case 0 -> new Event.RegisterBroker(at, version, brokerId(), brokerEpoch(), in.uuid(field("incarnationId")),
                    endpoints(field("endPoints")), features(field("features")), in.bool(field("fenced")), in.bool(field("isMigratingZkBroker")));
            case 1 -> new Event.UnregisterBroker(at, brokerId(), brokerEpoch());
            case 7 -> new Event.FenceBroker(at, int32("id"), int64("epoch"));
            case 8 -> new Event.UnfenceBroker(at, int32("id"), int64("epoch"));
            case 12 -> new Event.FeatureLevel(at, in.text(field("name")), level());
            case 15 -> new Event.ProducerIds(at, brokerId(), brokerEpoch(), int64("nextProducerId"));
            case 17 -> new Event.BrokerRegistrationChange(at, version, brokerId(), brokerEpoch(),
                    int32("fenced"), int32("inControlledShutdown"), has("logDirs") || has("cordonedLogDirs"));
            case 23 -> new Event.BeginTransaction(at, text("name"));
            case 24 -> new Event.EndTransaction(at);
            case 25 -> new Event.AbortTransaction(at, text("reason"));
            case 27 -> new Event.RegisterController(at, int32("controllerId"), in.uuid(field("incarnationId")),
                    endpoints(field("endPoints")), features(field("features")));
            case 29 -> new Event.UnregisterController(at, int32("controllerId"));
            default -> throw new IllegalArgumentException("api key " + apiKey + " is not audited");
        };
    }

    // ---- fields of the record ----

    private int field(String name) {
        return in.field(Values.ROOT, name);
    }

    private boolean has(String name) {
        return field(name) != Values.NONE;
    }

    private int int32(String name) {
        return int32(Values.ROOT, name);
    }

    private long int64(String name) {
        return in.number(field(name));
    }

    private Optional<String> text(String name) {
        int field = field(name);
        return in.isText(field) ? Optional.of(in.text(field)) : Optional.empty();
    }

    /** Before 3.3 the record held a range of levels, of which the upper end was finalized. */
    private int level() {
        return int32(has("featureLevel") ? "featureLevel" : "maxFeatureLevel");
    }

    private int brokerId() {
        return int32("brokerId");
    }

    private long brokerEpoch() {
        return int64("brokerEpoch");
    }

    // ---- structures in it ----

    private int int32(int object, String name) {
        return (int) in.number(in.field(object, name));
    }

    /** @param last returned when the array holds the same */
    private List<VoterKey> voterKeys(int array, List<VoterKey> last) {
        VoterKey[] keys = new VoterKey[in.count(array)];
        int i = 0;
        for (int voter = in.first(array); voter < in.end(array); voter = in.end(voter)) {
            int directoryId = in.field(voter, "voterDirectoryId");
            keys[i++] = new VoterKey(int32(voter, "voterId"), directoryId == Values.NONE ? Optional.empty() : Optional.of(in.uuid(directoryId)));
        }
        List<VoterKey> list = List.of(keys);
        return list.equals(last) ? last : list;
    }

    private List<Voter> voters(int array) {
        Voter[] voters = new Voter[in.count(array)];
        int i = 0;
        for (int voter = in.first(array); voter < in.end(array); voter = in.end(voter)) {
            voters[i++] = new Voter(int32(voter, "voterId"), in.uuid(in.field(voter, "voterDirectoryId")),
                    endpoints(in.field(voter, "endpoints")), range(in.field(voter, "kRaftVersionFeature")));
        }
        return List.of(voters);
    }

    private List<Endpoint> endpoints(int array) {
        Endpoint[] endpoints = new Endpoint[in.count(array)];
        int i = 0;
        for (int endpoint = in.first(array); endpoint < in.end(array); endpoint = in.end(endpoint)) {
            endpoints[i++] = new Endpoint(in.text(in.field(endpoint, "name")), in.text(in.field(endpoint, "host")), int32(endpoint, "port"));
        }
        return List.of(endpoints);
    }

    private VersionRange range(int feature) {
        return new VersionRange(int32(feature, "minSupportedVersion"), int32(feature, "maxSupportedVersion"));
    }

    private Map<String, VersionRange> features(int array) {
        Map<String, VersionRange> ranges = new LinkedHashMap<>();
        for (int feature = in.first(array); feature < in.end(array); feature = in.end(feature)) {
            ranges.put(in.text(in.field(feature, "name")), range(feature));
        }
        return ranges;
    }
}
