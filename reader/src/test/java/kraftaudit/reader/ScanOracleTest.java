package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.KRaftVersionRecord;
import org.apache.kafka.common.message.LeaderChangeMessage;
import org.apache.kafka.common.message.SnapshotHeaderRecord;
import org.apache.kafka.common.message.VotersRecord;
import org.apache.kafka.common.metadata.AbortTransactionRecord;
import org.apache.kafka.common.metadata.BeginTransactionRecord;
import org.apache.kafka.common.metadata.BrokerRegistrationChangeRecord;
import org.apache.kafka.common.metadata.FeatureLevelRecord;
import org.apache.kafka.common.metadata.FenceBrokerRecord;
import org.apache.kafka.common.metadata.ProducerIdsRecord;
import org.apache.kafka.common.metadata.RegisterBrokerRecord;
import org.apache.kafka.common.metadata.RegisterControllerRecord;
import org.apache.kafka.common.metadata.UnfenceBrokerRecord;
import org.apache.kafka.common.metadata.UnregisterBrokerRecord;
import org.apache.kafka.common.metadata.UnregisterControllerRecord;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.ControlRecordUtils;
import org.apache.kafka.common.record.internal.FileLogInputStream.FileChannelRecordBatch;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every segment and checkpoint of the samples, read by Kafka's own classes and by the scan. */
class ScanOracleTest {
    static Stream<Path> samples() {
        return Scans.samples().stream();
    }

    @Test
    void thereAreSamples() {
        assertTrue(Scans.samples().size() > 60, () -> Scans.samples().size() + " files");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void regionsAreKafkasBatches(Path path) throws IOException {
        Scan scan = Scans.file(path);
        List<Run> runs = new ArrayList<>();
        long end = 0;
        try (FileRecords records = FileRecords.open(path.toFile(), false)) {
            for (FileChannelRecordBatch batch : records.batches()) {
                assertTrue(batch.isValid(), () -> path + " at " + batch.position());
                end = batch.position() + batch.sizeInBytes();
                add(runs, batch);
            }
        }
        List<String> expected = runs.stream().map(ScanOracleTest::shown).collect(Collectors.toCollection(ArrayList::new));
        if (end < scan.length()) {
            expected.add("rest at " + end);
        }
        assertEquals(expected, scan.regions().stream().map(ScanOracleTest::shown).toList());
    }

    private static void add(List<Run> runs, FileChannelRecordBatch batch) {
        Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
        int count = batch.countOrNull();
        if (last != null && last.endOffset() == batch.baseOffset() && last.epoch() == batch.partitionLeaderEpoch()) {
            runs.set(runs.size() - 1, new Run(last.position(), last.length() + batch.sizeInBytes(), last.baseOffset(), batch.nextOffset(),
                    last.epoch(), last.batches() + 1, last.records() + count, last.firstBatch(), last.firstBatchEnd(),
                    last.firstIsControl(), last.firstData().isEmpty() && !batch.isControlBatch() ? java.util.Optional.of(where(batch)) : last.firstData(),
                    batch.maxTimestamp(), 0, 0, 0, 0));
        } else {
            runs.add(new Run(batch.position(), batch.sizeInBytes(), batch.baseOffset(), batch.nextOffset(), batch.partitionLeaderEpoch(), 1, count,
                    where(batch), batch.nextOffset(), batch.isControlBatch(), java.util.Optional.empty(), batch.maxTimestamp(), 0, 0, 0, 0));
        }
    }

    private static RecordAt where(FileChannelRecordBatch batch) {
        return new RecordAt(new Place("", batch.position(), batch.sizeInBytes()), batch.baseOffset(), batch.partitionLeaderEpoch(), batch.maxTimestamp());
    }

    private static String shown(Region region) {
        if (!(region instanceof Run run)) {
            return "rest at " + region.position();
        }
        return "run at " + run.position() + " length " + run.length() + " offsets " + run.baseOffset() + " to " + run.endOffset() + " epoch "
                + run.epoch() + " batches " + run.batches() + " records " + run.records() + " first " + shown(run.firstBatch()) + " to "
                + run.firstBatchEnd() + (run.firstIsControl() ? " control" : " data") + " then "
                + run.firstData().map(ScanOracleTest::shown).orElse("none") + " time " + run.lastTimestamp();
    }

    private static String shown(RecordAt at) {
        return at.offset() + "@" + at.place().position() + "+" + at.place().length() + " epoch " + at.epoch() + " time " + at.timestamp();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void eventsAreKafkasRecords(Path path) throws IOException {
        Scan scan = Scans.file(path);
        List<String> expected = new ArrayList<>();
        SortedMap<Integer, Long> counts = new TreeMap<>();
        try (FileRecords records = FileRecords.open(path.toFile(), false)) {
            for (FileChannelRecordBatch batch : records.batches()) {
                for (Record record : batch) {
                    String at = record.offset() + " of " + batch.baseOffset() + " epoch " + batch.partitionLeaderEpoch() + " time " + record.timestamp() + " ";
                    if (batch.isControlBatch()) {
                        counts.merge(-1 - ControlRecordType.parseTypeId(record.key()), 1L, Long::sum);
                        expected.add(at + control(record));
                    } else if (record.value().get(record.value().position() + 1) == Scans.PROFILE.apiKey()) {
                        // no release has this record: frame 1, key 30, version 0, length + 1 in one byte, text, no tags
                        byte[] value = new byte[record.valueSize()];
                        record.value().get(value);
                        counts.merge(Scans.PROFILE.apiKey(), 1L, Long::sum);
                        expected.add(at + "cluster id " + new String(value, 4, value.length - 5, java.nio.charset.StandardCharsets.UTF_8));
                    } else {
                        ApiMessageAndVersion value = MetadataRecordSerde.INSTANCE.read(new ByteBufferAccessor(record.value()), record.valueSize());
                        counts.merge((int) value.message().apiKey(), 1L, Long::sum);
                        String shown = data(value.message(), value.version());
                        if (!shown.isEmpty()) {
                            expected.add(at + shown);
                        }
                    }
                }
            }
        }
        assertSame(expected, scan.events().stream().filter(e -> !(e instanceof Event.FirstOfType))
                .map(e -> e.at().offset() + " of " + e.at().baseOffset() + " epoch " + e.at().epoch() + " time " + e.at().timestamp() + " " + shown(e)).toList());
        assertEquals(counts, scan.recordCounts());
        assertEquals(Map.of(), scan.remarkCounts());
    }

    private static void assertSame(List<String> expected, List<String> found) {
        for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
            assertEquals(expected.get(i), found.get(i));
        }
        assertEquals(expected.size(), found.size());
    }

    private static String control(Record record) {
        switch (ControlRecordType.parse(record.key())) {
            case LEADER_CHANGE:
                LeaderChangeMessage leader = ControlRecordUtils.deserializeLeaderChangeMessage(record);
                return "leader " + leader.leaderId() + " " + leader.voters().stream().map(LeaderChangeMessage.Voter::voterId).toList()
                        + leader.grantingVoters().stream().map(LeaderChangeMessage.Voter::voterId).toList();
            case SNAPSHOT_HEADER:
                SnapshotHeaderRecord header = ControlRecordUtils.deserializeSnapshotHeaderRecord(record);
                return "header " + header.lastContainedLogTimestamp();
            case SNAPSHOT_FOOTER:
                return "footer";
            case KRAFT_VERSION:
                KRaftVersionRecord version = ControlRecordUtils.deserializeKRaftVersionRecord(record);
                return "kraft.version " + version.kRaftVersion();
            case KRAFT_VOTERS:
                VotersRecord voters = ControlRecordUtils.deserializeVotersRecord(record);
                return "voters " + voters.voters().stream().map(v -> v.voterId() + " " + v.voterDirectoryId() + " " + v.endpoints().stream()
                        .map(e -> e.name() + " " + e.host() + " " + e.port()).toList() + v.kRaftVersionFeature().minSupportedVersion() + "-"
                        + v.kRaftVersionFeature().maxSupportedVersion()).toList();
            default:
                throw new IllegalStateException("type " + record.key());
        }
    }

    private static String data(ApiMessage message, int version) {
        if (message instanceof FeatureLevelRecord r) {
            return "level " + r.name() + " " + r.featureLevel();
        } else if (message instanceof BeginTransactionRecord r) {
            return "begin " + r.name();
        } else if (message instanceof AbortTransactionRecord r) {
            return "abort " + r.reason();
        } else if (message.apiKey() == 24) {
            return "end";
        } else if (message instanceof RegisterBrokerRecord r) {
            return "broker v" + version + " " + r.brokerId() + " " + r.brokerEpoch() + " " + r.incarnationId() + " " + r.endPoints().stream()
                    .map(e -> e.name() + " " + e.host() + " " + e.port()).toList() + new TreeSet<>(r.features().stream()
                    .map(f -> f.name() + " " + f.minSupportedVersion() + "-" + f.maxSupportedVersion()).toList()) + r.fenced() + r.isMigratingZkBroker();
        } else if (message instanceof UnregisterBrokerRecord r) {
            return "broker gone " + r.brokerId() + " " + r.brokerEpoch();
        } else if (message instanceof BrokerRegistrationChangeRecord r) {
            return "broker change v" + version + " " + r.brokerId() + " " + r.brokerEpoch() + " " + r.fenced() + " " + r.inControlledShutdown() + " "
                    + (!r.logDirs().isEmpty() || r.cordonedLogDirs() != null);
        } else if (message instanceof FenceBrokerRecord r) {
            return "fence " + r.id() + " " + r.epoch();
        } else if (message instanceof UnfenceBrokerRecord r) {
            return "unfence " + r.id() + " " + r.epoch();
        } else if (message instanceof RegisterControllerRecord r) {
            return "controller " + r.controllerId() + " " + r.incarnationId() + " " + r.endPoints().stream()
                    .map(e -> e.name() + " " + e.host() + " " + e.port()).toList() + new TreeSet<>(r.features().stream()
                    .map(f -> f.name() + " " + f.minSupportedVersion() + "-" + f.maxSupportedVersion()).toList());
        } else if (message instanceof UnregisterControllerRecord r) {
            return "controller gone " + r.controllerId();
        } else if (message instanceof ProducerIdsRecord r) {
            return "producer ids " + r.brokerId() + " " + r.brokerEpoch() + " " + r.nextProducerId();
        }
        return "";
    }

    private static String shown(Event event) {
        if (event instanceof Event.LeaderChange e) {
            return "leader " + e.leaderId() + " " + e.voters().stream().map(VoterKey::id).toList() + e.grantingVoters().stream().map(VoterKey::id).toList();
        } else if (event instanceof Event.SnapshotHeader e) {
            return "header " + e.lastContainedLogTimestamp();
        } else if (event instanceof Event.SnapshotFooter) {
            return "footer";
        } else if (event instanceof Event.KRaftVersion e) {
            return "kraft.version " + e.level();
        } else if (event instanceof Event.Voters e) {
            return "voters " + e.voters().stream().map(v -> v.id() + " " + uuid(v.directoryId()) + " " + shown(v.endpoints()) + v.kraftVersion()).toList();
        } else if (event instanceof Event.FeatureLevel e) {
            return "level " + e.name() + " " + e.level();
        } else if (event instanceof Event.BeginTransaction e) {
            return "begin " + e.name().orElse(null);
        } else if (event instanceof Event.AbortTransaction e) {
            return "abort " + e.reason().orElse(null);
        } else if (event instanceof Event.EndTransaction) {
            return "end";
        } else if (event instanceof Event.RegisterBroker e) {
            return "broker v" + e.version() + " " + e.brokerId() + " " + e.brokerEpoch() + " " + uuid(e.incarnationId()) + " " + shown(e.endpoints())
                    + shown(e.features()) + e.fenced() + e.migratingZkBroker();
        } else if (event instanceof Event.UnregisterBroker e) {
            return "broker gone " + e.brokerId() + " " + e.brokerEpoch();
        } else if (event instanceof Event.BrokerRegistrationChange e) {
            return "broker change v" + e.version() + " " + e.brokerId() + " " + e.brokerEpoch() + " " + e.fenced() + " " + e.controlledShutdown() + " "
                    + e.directoriesChanged();
        } else if (event instanceof Event.FenceBroker e) {
            return "fence " + e.brokerId() + " " + e.brokerEpoch();
        } else if (event instanceof Event.UnfenceBroker e) {
            return "unfence " + e.brokerId() + " " + e.brokerEpoch();
        } else if (event instanceof Event.RegisterController e) {
            return "controller " + e.controllerId() + " " + uuid(e.incarnationId()) + " " + shown(e.endpoints()) + shown(e.features());
        } else if (event instanceof Event.UnregisterController e) {
            return "controller gone " + e.controllerId();
        } else if (event instanceof Event.ClusterId e) {
            return "cluster id " + e.clusterId();
        } else if (event instanceof Event.ProducerIds e) {
            return "producer ids " + e.brokerId() + " " + e.brokerEpoch() + " " + e.nextProducerId();
        }
        return event.toString();
    }

    private static Uuid uuid(DirectoryId id) {
        return new Uuid(id.mostSignificant(), id.leastSignificant());
    }

    private static List<String> shown(List<Endpoint> endpoints) {
        return endpoints.stream().map(e -> e.name() + " " + e.host() + " " + e.port()).toList();
    }

    private static TreeSet<String> shown(Map<String, VersionRange> features) {
        return new TreeSet<>(features.entrySet().stream().map(f -> f.getKey() + " " + f.getValue()).toList());
    }
}
