package kraftaudit.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.message.VotersRecord;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.protocol.Readable;
import org.apache.kafka.common.protocol.Writable;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.raft.MetadataLogConfig;
import org.apache.kafka.raft.VoterSet;
import org.apache.kafka.raft.internals.KRaftControlRecordStateMachine;
import org.apache.kafka.raft.internals.KafkaRaftLog;
import org.apache.kafka.raft.internals.KafkaRaftMetrics;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.apache.kafka.server.common.serialization.RecordSerde;
import org.apache.kafka.server.util.Scheduler;

/**
 * What Kafka itself holds after it has loaded a metadata log: its log with its own recovery, and its state machine of control
 * records. Loading writes, so it is done on a copy.
 */
final class KafkaReplay implements AutoCloseable {
    private static final int MAX_BATCH = 8 << 20;

    private final NeverDue scheduler = new NeverDue();
    private final KafkaRaftLog log;
    private final KafkaRaftMetrics metrics;
    private final KRaftControlRecordStateMachine state;

    /**
     * @param metadataLog the {@code __cluster_metadata-0} to copy
     * @param folder      where the copy goes
     * @param checkpoints whether checkpoints with an end offset above 0 are copied too
     */
    KafkaReplay(Path metadataLog, Path folder, boolean checkpoints) throws IOException {
        Path copy = Files.createDirectories(folder.resolve("__cluster_metadata-0"));
        try (Stream<Path> files = Files.list(metadataLog)) {
            files.filter(file -> file.toString().endsWith(".log") || file.toString().endsWith("-0000000000.checkpoint")
                    || checkpoints && file.toString().endsWith(".checkpoint")).forEach(file -> copy(file, copy));
        }
        TopicPartition partition = new TopicPartition("__cluster_metadata", 0);
        log = KafkaRaftLog.createLog(partition, Uuid.METADATA_TOPIC_ID, copy.toFile(), Time.SYSTEM, scheduler,
                new MetadataLogConfig(new AbstractConfig(MetadataLogConfig.CONFIG_DEF, Map.of())), 1);
        metrics = new KafkaRaftMetrics(new Metrics(), "raft");
        state = new KRaftControlRecordStateMachine(VoterSet.empty(), log, new BytesSerde(), MAX_BATCH, new LogContext(), metrics,
                ignored -> { });
        state.updateState();
    }

    private static void copy(Path file, Path folder) {
        try {
            Files.copy(file, folder.resolve(file.getFileName().toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Exclusive. */
    long endOffset() {
        return log.endOffset().offset();
    }

    long startOffset() {
        return log.startOffset();
    }

    /** The id of the checkpoint that the state begins with. */
    Optional<OffsetAndEpoch> checkpoint() {
        return log.latestSnapshotId();
    }

    /** Exclusive end of the records up to this epoch, with the epoch that they end in. */
    OffsetAndEpoch endOffsetForEpoch(int epoch) {
        return log.endOffsetForEpoch(epoch);
    }

    int lastEpoch() {
        return log.lastFetchedEpoch();
    }

    int kraftVersionAt(long offset) {
        return state.kraftVersionAtOffset(offset).featureLevel();
    }

    /** Empty where no record says anything. */
    Optional<List<String>> votersAt(long offset) {
        return state.voterSetAtOffset(offset).map(set -> set.toVotersRecord((short) 0).voters().stream()
                .map(KafkaReplay::text).sorted().toList());
    }

    private static String text(VotersRecord.Voter voter) {
        return voter.voterId() + "/" + voter.voterDirectoryId() + "/" + voter.endpoints().stream()
                .map(e -> e.name() + "://" + e.host() + ":" + e.port()).sorted().toList() + "/"
                + voter.kRaftVersionFeature().minSupportedVersion() + "-" + voter.kRaftVersionFeature().maxSupportedVersion();
    }

    @Override
    public void close() {
        metrics.close();
        log.close();
        scheduler.shutdown();
    }

    /** Data records are passed over: those of the made samples no class of Kafka can read. */
    private static final class BytesSerde implements RecordSerde<Integer> {
        @Override
        public int recordSize(Integer data, ObjectSerializationCache cache) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(Integer data, ObjectSerializationCache cache, Writable out) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Integer read(Readable input, int size) {
            input.readArray(size);
            return size;
        }
    }

    /** Kafka wants something to cancel; nothing that it schedules is ever due. */
    private static final class NeverDue implements Scheduler {
        private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(0);

        @Override
        public void startup() {
        }

        @Override
        public void shutdown() {
            executor.shutdownNow();
        }

        @Override
        public ScheduledFuture<?> schedule(String name, Runnable task, long delayMs, long periodMs) {
            return executor.schedule(task, 1000, TimeUnit.DAYS);
        }

        @Override
        public void resizeThreadPool(int newSize) {
        }
    }
}
