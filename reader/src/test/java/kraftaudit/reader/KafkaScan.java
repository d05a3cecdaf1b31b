package kraftaudit.reader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.LeaderChangeMessage;
import org.apache.kafka.common.message.VotersRecord;
import org.apache.kafka.common.metadata.AbortTransactionRecord;
import org.apache.kafka.common.metadata.BeginTransactionRecord;
import org.apache.kafka.common.metadata.BrokerRegistrationChangeRecord;
import org.apache.kafka.common.metadata.EndTransactionRecord;
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
import org.apache.kafka.common.record.internal.FileLogInputStream;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.utils.internals.ByteUtils;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;

/**
 * What Kafka's own classes make of a segment or checkpoint, told in lines of text: {@code FileRecords} for the batches,
 * {@code ControlRecordUtils} and {@code MetadataRecordSerde} for what is in them.
 *
 * @param runs         neighbouring batches of one epoch whose offsets follow each other
 * @param events       control records, and data records of the types that are decoded
 * @param counts       records by api key, control records under -1 - type
 * @param checksumsBad positions of the batches whose checksum does not match
 */
record KafkaScan(List<String> runs, List<String> events, SortedMap<Integer, Long> counts, List<Long> checksumsBad) {
    private static final int HEADER_LENGTH = 61;

    static KafkaScan of(Path file) {
        try (FileRecords records = FileRecords.open(file.toFile(), false)) {
            Reading reading = new Reading();
            records.batches().forEach(reading::batch);
            reading.closeRun();
            return new KafkaScan(reading.runs, reading.events, reading.counts, reading.checksumsBad);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Reading {
        private final List<String> runs = new ArrayList<>();
        private final List<String> events = new ArrayList<>();
        private final SortedMap<Integer, Long> counts = new TreeMap<>();
        private final List<Long> checksumsBad = new ArrayList<>();
        private final List<FileLogInputStream.FileChannelRecordBatch> run = new ArrayList<>();

        void batch(FileLogInputStream.FileChannelRecordBatch batch) {
            if (!batch.isValid()) {
                checksumsBad.add((long) batch.position());
                return;
            }
            FileLogInputStream.FileChannelRecordBatch last = run.isEmpty() ? null : run.get(run.size() - 1);
            if (last != null && (last.lastOffset() + 1 != batch.baseOffset()
                    || last.partitionLeaderEpoch() != batch.partitionLeaderEpoch()
                    || last.position() + last.sizeInBytes() != batch.position())) {
                closeRun();
            }
            run.add(batch);
            long position = batch.position() + HEADER_LENGTH;
            for (Record record : batch) {
                String at = "[" + position + "+" + record.sizeInBytes() + "] offset " + record.offset() + " epoch "
                        + batch.partitionLeaderEpoch() + " time " + record.timestamp() + " batch " + batch.baseOffset() + " ";
                if (batch.isControlBatch()) {
                    control(at, record);
                } else {
                    data(at, record.value());
                }
                position += record.sizeInBytes();
            }
        }

        void closeRun() {
            if (run.isEmpty()) {
                return;
            }
            FileLogInputStream.FileChannelRecordBatch first = run.get(0);
            FileLogInputStream.FileChannelRecordBatch last = run.get(run.size() - 1);
            String data = run.stream().skip(1).filter(batch -> !batch.isControlBatch()).findFirst()
                    .map(batch -> batch.position() + "+" + batch.sizeInBytes() + " offset " + batch.baseOffset()).orElse("none");
            runs.add("[" + first.position() + "+" + run.stream().mapToLong(b -> b.sizeInBytes()).sum() + "] offsets "
                    + first.baseOffset() + " to " + (last.lastOffset() + 1) + " epoch " + first.partitionLeaderEpoch() + " batches "
                    + run.size() + " records " + run.stream().mapToLong(b -> b.countOrNull()).sum() + " first [" + first.position()
                    + "+" + first.sizeInBytes() + "] to " + (first.lastOffset() + 1) + " control " + first.isControlBatch()
                    + " data " + data + " last time " + last.maxTimestamp());
            run.clear();
        }

        private void control(String at, Record record) {
            ControlRecordType type = ControlRecordType.parse(record.key());
            counts.merge(-1 - record.key().getShort(2), 1L, Long::sum);
            events.add(at + switch (type) {
                case LEADER_CHANGE -> {
                    LeaderChangeMessage message = ControlRecordUtils.deserializeLeaderChangeMessage(record);
                    yield "LeaderChange " + message.leaderId() + " voters " + voters(message.voters()) + " granting "
                            + voters(message.grantingVoters());
                }
                case SNAPSHOT_HEADER -> "SnapshotHeader "
                        + ControlRecordUtils.deserializeSnapshotHeaderRecord(record).lastContainedLogTimestamp();
                case SNAPSHOT_FOOTER -> "SnapshotFooter " + ControlRecordUtils.deserializeSnapshotFooterRecord(record).version();
                case KRAFT_VERSION -> "KRaftVersion " + ControlRecordUtils.deserializeKRaftVersionRecord(record).kRaftVersion();
                case KRAFT_VOTERS -> "Voters " + ControlRecordUtils.deserializeVotersRecord(record).voters().stream()
                        .map(Reading::voter).toList();
                default -> throw new AssertionError(type);
            });
        }

        private static List<Integer> voters(List<LeaderChangeMessage.Voter> voters) {
            return voters.stream().map(LeaderChangeMessage.Voter::voterId).toList();
        }

        private static String voter(VotersRecord.Voter voter) {
            return voter.voterId() + "/" + voter.voterDirectoryId() + "/"
                    + voter.endpoints().stream().map(e -> endpoint(e.name(), e.host(), e.port())).toList() + "/"
                    + voter.kRaftVersionFeature().minSupportedVersion() + "-" + voter.kRaftVersionFeature().maxSupportedVersion();
        }

        private static String endpoint(String name, String host, int port) {
            return name + "://" + host + ":" + port;
        }

        private void data(String at, ByteBuffer value) {
            ByteBuffer start = value.duplicate();
            ByteUtils.readUnsignedVarint(start);
            int key = ByteUtils.readUnsignedVarint(start);
            counts.merge(key, 1L, Long::sum);
            if (key == 30) {
                // only the made samples have it: no class of Kafka can read it
                ByteUtils.readUnsignedVarint(start);
                byte[] text = new byte[ByteUtils.readUnsignedVarint(start) - 1];
                start.get(text);
                events.add(at + "ClusterId " + new String(text, StandardCharsets.UTF_8));
                return;
            }
            ApiMessageAndVersion read = MetadataRecordSerde.INSTANCE.read(new ByteBufferAccessor(value.duplicate()), value.remaining());
            String text = audited(read.message(), read.version());
            if (!text.isEmpty()) {
                events.add(at + text);
            }
        }

        private static String audited(ApiMessage message, int version) {
            if (message instanceof FeatureLevelRecord r) {
                return "FeatureLevel " + r.name() + " " + r.featureLevel();
            } else if (message instanceof BeginTransactionRecord r) {
                return "BeginTransaction " + r.name();
            } else if (message instanceof EndTransactionRecord) {
                return "EndTransaction";
            } else if (message instanceof AbortTransactionRecord r) {
                return "AbortTransaction " + r.reason();
            } else if (message instanceof RegisterBrokerRecord r) {
                return "RegisterBroker v" + version + " " + r.brokerId() + " epoch " + r.brokerEpoch() + " " + r.incarnationId() + " "
                        + r.endPoints().stream().map(e -> endpoint(e.name(), e.host(), e.port())).toList() + " "
                        + features(r.features(), f -> f.name() + "=" + f.minSupportedVersion() + "-" + f.maxSupportedVersion())
                        + " fenced " + r.fenced() + " zk " + r.isMigratingZkBroker();
            } else if (message instanceof UnregisterBrokerRecord r) {
                return "UnregisterBroker " + r.brokerId() + " epoch " + r.brokerEpoch();
            } else if (message instanceof BrokerRegistrationChangeRecord r) {
                boolean directories = !r.logDirs().isEmpty() || r.cordonedLogDirs() != null;
                return "BrokerRegistrationChange v" + version + " " + r.brokerId() + " epoch " + r.brokerEpoch() + " fenced "
                        + r.fenced() + " shutdown " + r.inControlledShutdown() + " directories " + directories;
            } else if (message instanceof FenceBrokerRecord r) {
                return "FenceBroker " + r.id() + " epoch " + r.epoch();
            } else if (message instanceof UnfenceBrokerRecord r) {
                return "UnfenceBroker " + r.id() + " epoch " + r.epoch();
            } else if (message instanceof RegisterControllerRecord r) {
                return "RegisterController " + r.controllerId() + " " + r.incarnationId() + " "
                        + r.endPoints().stream().map(e -> endpoint(e.name(), e.host(), e.port())).toList() + " "
                        + features(r.features(), f -> f.name() + "=" + f.minSupportedVersion() + "-" + f.maxSupportedVersion());
            } else if (message instanceof UnregisterControllerRecord r) {
                return "UnregisterController " + r.controllerId();
            } else if (message instanceof ProducerIdsRecord r) {
                return "ProducerIds " + r.brokerId() + " epoch " + r.brokerEpoch() + " next " + r.nextProducerId();
            }
            return "";
        }

        private static <T> List<String> features(Collection<T> features, Function<T, String> text) {
            return features.stream().map(text).sorted().toList();
        }
    }

    /** The text that both sides use for an id. */
    static Uuid uuid(DirectoryId id) {
        return new Uuid(id.mostSignificant(), id.leastSignificant());
    }
}
