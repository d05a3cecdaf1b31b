package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Scans as lines of text, in the same words as {@link KafkaScan}. */
final class ScanText {
    private ScanText() {
    }

    static Scan scan(Path file) throws IOException {
        Profile profile = new Profile("kip-1262", 30, new ObjectMapper().readTree("""
                {"apiKey": 30, "type": "metadata", "name": "ClusterIdRecord", "validVersions": "0", "flexibleVersions": "0+",
                 "fields": [{"name": "ClusterId", "type": "string", "versions": "0+"}]}"""), 34, true);
        String name = file.getFileName().toString();
        FileKind kind = name.endsWith(".log") ? FileKind.SEGMENT : name.startsWith("bootstrap") ? FileKind.BOOTSTRAP_CHECKPOINT
                : name.startsWith("0".repeat(20)) ? FileKind.ZERO_CHECKPOINT : FileKind.CHECKPOINT;
        Scan scan = Scanner.scan(new CapturedFile(file, name, kind, Files.size(file), ""), Schemas.builtIn(), profile);
        assertFalse(scan.events().stream().anyMatch(event -> event instanceof Event.Undecodable || event instanceof Event.UnknownRecord));
        return scan;
    }

    static String text(Region region) {
        if (!(region instanceof Run run)) {
            return region.toString();
        }
        return bytes(run.position(), run.length()) + " offsets " + run.baseOffset() + " to " + run.endOffset() + " epoch " + run.epoch()
                + " batches " + run.batches() + " records " + run.records() + " first "
                + bytes(run.firstBatch().place().position(), run.firstBatch().place().length()) + " to " + run.firstBatchEnd()
                + " control " + run.firstIsControl() + " data " + run.firstData().map(at -> at.place().position() + "+"
                + at.place().length() + " offset " + at.offset()).orElse("none") + " last time " + run.lastTimestamp();
    }

    private static String bytes(long position, long length) {
        return "[" + position + "+" + length + "]";
    }

    static String text(Event event) {
        RecordAt at = event.at();
        return bytes(at.place().position(), at.place().length()) + " offset " + at.offset() + " epoch " + at.epoch() + " time "
                + at.timestamp() + " batch " + at.baseOffset() + " " + content(event);
    }

    static String content(Event event) {
        if (event instanceof Event.LeaderChange e) {
            return "LeaderChange " + e.leaderId() + " voters " + ids(e.voters()) + " granting " + ids(e.grantingVoters());
        } else if (event instanceof Event.SnapshotHeader e) {
            return "SnapshotHeader " + e.lastContainedLogTimestamp();
        } else if (event instanceof Event.SnapshotFooter e) {
            return "SnapshotFooter " + e.version();
        } else if (event instanceof Event.KRaftVersion e) {
            return "KRaftVersion " + e.level();
        } else if (event instanceof Event.Voters e) {
            return "Voters " + e.voters().stream().map(v -> v.id() + "/" + KafkaScan.uuid(v.directoryId()) + "/"
                    + endpoints(v.endpoints()) + "/" + v.kraftVersion()).toList();
        } else if (event instanceof Event.FeatureLevel e) {
            return "FeatureLevel " + e.name() + " " + e.level();
        } else if (event instanceof Event.ClusterId e) {
            return "ClusterId " + e.clusterId();
        } else if (event instanceof Event.BeginTransaction e) {
            return "BeginTransaction " + e.name().orElse(null);
        } else if (event instanceof Event.EndTransaction) {
            return "EndTransaction";
        } else if (event instanceof Event.AbortTransaction e) {
            return "AbortTransaction " + e.reason().orElse(null);
        } else if (event instanceof Event.RegisterBroker e) {
            return "RegisterBroker v" + e.version() + " " + e.brokerId() + " epoch " + e.brokerEpoch() + " "
                    + KafkaScan.uuid(e.incarnationId()) + " " + endpoints(e.endpoints()) + " " + features(e.features()) + " fenced "
                    + e.fenced() + " zk " + e.migratingZkBroker();
        } else if (event instanceof Event.UnregisterBroker e) {
            return "UnregisterBroker " + e.brokerId() + " epoch " + e.brokerEpoch();
        } else if (event instanceof Event.BrokerRegistrationChange e) {
            return "BrokerRegistrationChange v" + e.version() + " " + e.brokerId() + " epoch " + e.brokerEpoch() + " fenced "
                    + e.fenced() + " shutdown " + e.controlledShutdown() + " directories " + e.directoriesChanged();
        } else if (event instanceof Event.RegisterController e) {
            return "RegisterController " + e.controllerId() + " " + KafkaScan.uuid(e.incarnationId()) + " "
                    + endpoints(e.endpoints()) + " " + features(e.features());
        } else if (event instanceof Event.FenceBroker e) {
            return "FenceBroker " + e.brokerId() + " epoch " + e.brokerEpoch();
        } else if (event instanceof Event.UnfenceBroker e) {
            return "UnfenceBroker " + e.brokerId() + " epoch " + e.brokerEpoch();
        } else if (event instanceof Event.UnregisterController e) {
            return "UnregisterController " + e.controllerId();
        } else if (event instanceof Event.ProducerIds e) {
            return "ProducerIds " + e.brokerId() + " epoch " + e.brokerEpoch() + " next " + e.nextProducerId();
        }
        return event.toString();
    }

    private static List<Integer> ids(List<VoterKey> voters) {
        return voters.stream().map(VoterKey::id).toList();
    }

    private static List<String> endpoints(List<Endpoint> endpoints) {
        return endpoints.stream().map(e -> e.name() + "://" + e.host() + ":" + e.port()).toList();
    }

    private static List<String> features(Map<String, VersionRange> features) {
        return new TreeMap<>(features).entrySet().stream().map(f -> f.getKey() + "=" + f.getValue()).toList();
    }
}
