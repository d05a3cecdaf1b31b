package kraftaudit.reader;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A record worth keeping: every control record, and the data records of audited types. In the order of the file. */
public sealed interface Event {
    /** Where the record is. */
    RecordAt at();

    // ---- control records (kraft-on-disk 3) ----

    /**
     * @param version        of the value; version 0 has node ids alone
     * @param voters         in the order of the record
     * @param grantingVoters in the order of the record
     */
    record LeaderChange(RecordAt at, int version, int leaderId, List<VoterKey> voters, List<VoterKey> grantingVoters) implements Event {
        public LeaderChange {
            voters = List.copyOf(voters);
            grantingVoters = List.copyOf(grantingVoters);
        }
    }

    record KRaftVersion(RecordAt at, int level) implements Event {
    }

    /** @param voters in the order of the record, duplicates kept */
    record Voters(RecordAt at, List<Voter> voters) implements Event {
        public Voters {
            voters = List.copyOf(voters);
        }
    }

    /** @param lastContainedLogTimestamp milliseconds since 1970, -1 is none */
    record SnapshotHeader(RecordAt at, int version, long lastContainedLogTimestamp) implements Event {
    }

    record SnapshotFooter(RecordAt at, int version) implements Event {
    }

    /**
     * A control record that KRaft does not write: type 0, 1, or above 6.
     *
     * @param length bytes of its value
     */
    record UnknownControl(RecordAt at, int type, int length) implements Event {
    }

    // ---- data records (kraft-on-disk 4) ----

    record FeatureLevel(RecordAt at, String name, int level) implements Event {
    }

    /** A record with the profile's key that decodes under the profile's schema. */
    record ClusterId(RecordAt at, String clusterId) implements Event {
    }

    record BeginTransaction(RecordAt at, Optional<String> name) implements Event {
    }

    record EndTransaction(RecordAt at) implements Event {
    }

    record AbortTransaction(RecordAt at, Optional<String> reason) implements Event {
    }

    record RegisterBroker(RecordAt at, int version, int brokerId, long brokerEpoch, DirectoryId incarnationId,
                          List<Endpoint> endpoints, Map<String, VersionRange> features, boolean fenced,
                          boolean migratingZkBroker) implements Event {
        public RegisterBroker {
            endpoints = List.copyOf(endpoints);
            features = Map.copyOf(features);
        }
    }

    record UnregisterBroker(RecordAt at, int brokerId, long brokerEpoch) implements Event {
    }

    /**
     * @param fenced             -1 unfenced, 0 no change, 1 fenced
     * @param controlledShutdown 0 no change, 1 in controlled shutdown
     * @param directoriesChanged whether log directories or cordoned log directories are carried
     */
    record BrokerRegistrationChange(RecordAt at, int version, int brokerId, long brokerEpoch, int fenced,
                                    int controlledShutdown, boolean directoriesChanged) implements Event {
    }

    record FenceBroker(RecordAt at, int brokerId, long brokerEpoch) implements Event {
    }

    record UnfenceBroker(RecordAt at, int brokerId, long brokerEpoch) implements Event {
    }

    record RegisterController(RecordAt at, int controllerId, DirectoryId incarnationId, List<Endpoint> endpoints,
                              Map<String, VersionRange> features) implements Event {
        public RegisterController {
            endpoints = List.copyOf(endpoints);
            features = Map.copyOf(features);
        }
    }

    record UnregisterController(RecordAt at, int controllerId) implements Event {
    }

    record ProducerIds(RecordAt at, int brokerId, long brokerEpoch, long nextProducerId) implements Event {
    }

    // ---- what could not be taken as it stands ----

    /**
     * A well-framed data record whose key no schema knows; its bytes stay in the file. The first 100 of a key are kept, all
     * are in {@link Scan#recordCounts}.
     *
     * @param length bytes behind frame version, key and version
     */
    record UnknownRecord(RecordAt at, int apiKey, int version, int length) implements Event {
    }

    /**
     * A record inside a sound batch that does not decode: reason {@link Damage.Reason#UNDECODABLE}.
     *
     * @param apiKey   where that much could be read; a control record's type is negative minus one (type 5 is -6)
     * @param expected what the field at fault should have been
     * @param found    what stands there
     */
    record Undecodable(RecordAt at, OptionalInt apiKey, OptionalInt version, String expected, String found) implements Event {
    }

    /** A data record under {@code apiKey} whose bytes also fit a ClusterIdRecord that this profile has under another key,
     *  or, under the profile's own key, fit UnregisterControllerRecord as well or instead. */
    record Lookalike(RecordAt at, int apiKey, Optional<String> clusterId, OptionalInt controllerId) implements Event {
    }

    /**
     * The first record of its type and version in this file, or since the last metadata.version record of this file; types
     * and versions that no schema knows have none.
     */
    record FirstOfType(RecordAt at, int apiKey, int version) implements Event {
    }
}
