package kraftaudit.bench;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import kraftaudit.audit.Profiles;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.Profile;
import kraftaudit.reader.Reader;
import kraftaudit.reader.Scan;
import kraftaudit.reader.Scanner;
import kraftaudit.reader.Schemas;
import kraftaudit.written.BigLogs.Shape;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.raft.ExternalKRaftMetrics;
import org.apache.kafka.raft.LogFetchInfo;
import org.apache.kafka.raft.LogOffsetMetadata;
import org.apache.kafka.raft.RaftLog;
import org.apache.kafka.raft.VoterSet;
import org.apache.kafka.raft.internals.KRaftControlRecordStateMachine;
import org.apache.kafka.raft.internals.KafkaRaftMetrics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The scan of one file in one thread, beside what bounds it and what it replaces. Each opens and maps the file anew.
 *
 * <p>Benchmarks take turns, a second at a time, over several rounds, each in a process of its own; a median is taken over the
 * rounds. So what else the machine does strikes all of them alike.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class HotLoops {
    private static final int MEGABYTES = 64;
    private static final int TURNS = 15;

    /** What the log mostly holds. */
    @Param("NO_OP")
    public Shape shape;
    /** Where the logs are. */
    @Param("")
    public String folder;

    private CapturedFile file;
    private Scanner scanner;

    /** Finds the log, which is there, and checks that all loops see it whole. */
    @Setup
    public void setUp() throws IOException {
        Path segment = Captures.segments(new Captures(Path.of(folder)).log(shape, MEGABYTES, MEGABYTES)).get(0);
        file = new CapturedFile(segment, "log", FileKind.SEGMENT, Files.size(segment), "");
        scanner = new Scanner(Schemas.builtIn(), Profiles.builtIn().get(0));
    }

    /** What the audit does with a segment. */
    @Benchmark
    public Scan scan() throws IOException {
        return scanner.scan(file);
    }

    /** From batch to batch, with the checksum of each: no reader that checks bytes can be faster. */
    @Benchmark
    public long bareWalk() throws IOException {
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            ByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            CRC32C crc = new CRC32C();
            int at = 0;
            long batches = 0;
            while (bytes.limit() - at >= 61) {
                int length = 12 + bytes.getInt(at + 8);
                crc.reset();
                crc.update(bytes.slice(at + 21, length - 21));
                if ((int) crc.getValue() != bytes.getInt(at + 17)) {
                    throw new IOException("damaged at " + at);
                }
                at += length;
                batches++;
            }
            return batches;
        }
    }

    /** Kafka's own replay of control records, as a controller does at its start. */
    @Benchmark
    public Object kafkaReplay() throws IOException {
        try (FileRecords records = FileRecords.open(file.path().toFile(), false);
             KafkaRaftMetrics metrics = new KafkaRaftMetrics(new Metrics(), "bench")) {
            long end = records.lastBatch().orElseThrow().nextOffset();
            KRaftControlRecordStateMachine machine = new KRaftControlRecordStateMachine(VoterSet.empty(), log(records, end), MetadataRecordSerde.INSTANCE,
                8 << 20, new LogContext(), metrics, ignoring());
            machine.updateState();
            return machine.lastVoterSet();
        }
    }

    /** A log that is there to be read from its beginning to its end. */
    private static RaftLog log(FileRecords records, long end) {
        return (RaftLog) Proxy.newProxyInstance(HotLoops.class.getClassLoader(), new Class<?>[] {RaftLog.class}, (proxy, method, arguments) ->
            switch (method.getName()) {
                case "endOffset" -> new LogOffsetMetadata(end);
                case "startOffset" -> 0L;
                case "latestSnapshot", "latestSnapshotId", "earliestSnapshotId" -> Optional.empty();
                case "read" -> new LogFetchInfo(records, new LogOffsetMetadata((long) arguments[0]));
                default -> throw new UnsupportedOperationException(method.getName());
            });
    }

    private static ExternalKRaftMetrics ignoring() {
        return (ExternalKRaftMetrics) Proxy.newProxyInstance(HotLoops.class.getClassLoader(), new Class<?>[] {ExternalKRaftMetrics.class},
            (proxy, method, arguments) -> null);
    }

    /** @param args the folder for logs, how many rounds (5) */
    public static void main(String[] args) throws IOException, RunnerException, NothingFound {
        Shape[] shapes = {Shape.NO_OP, Shape.TOPICS, Shape.TOPIC_STORM, Shape.MIXED};
        for (Shape shape : shapes) {
            new Captures(Path.of(args[0])).log(shape, MEGABYTES, MEGABYTES);
        }
        Options options = new OptionsBuilder().include(HotLoops.class.getName()).param("folder", args[0])
            .param("shape", Arrays.stream(shapes).map(Enum::name).toArray(String[]::new)).forks(1).jvmArgs("-Xmx1g", "-XX:+UseSerialGC")
            .warmupIterations(3).warmupTime(TimeValue.seconds(1)).measurementIterations(3).measurementTime(TimeValue.seconds(1))
            .verbosity(VerboseMode.SILENT).build();
        Map<String, Map<String, List<Double>>> times = new TreeMap<>();
        for (int round = 0; round < (args.length > 1 ? Integer.parseInt(args[1]) : 5); round++) {
            Collection<RunResult> results = new Runner(options).run();
            for (RunResult result : results) {
                String name = result.getParams().getBenchmark();
                times.computeIfAbsent(result.getParams().getParam("shape"), shape -> new TreeMap<>())
                    .computeIfAbsent(name.substring(name.lastIndexOf('.') + 1), loop -> new ArrayList<>()).add(result.getPrimaryResult().getScore());
            }
        }
        System.out.println("| log of " + MEGABYTES + " MiB | bare walk, GB/s | scan, GB/s | scan / bare walk | scan / Kafka's replay |\n|---|---|---|---|---|");
        for (Shape shape : shapes) {
            Map<String, List<Double>> of = times.get(shape.name());
            double bare = Measured.median(of.get("bareWalk"));
            double scan = Measured.median(of.get("scan"));
            double kafka = Measured.median(of.get("kafkaReplay"));
            double gigabytes = (MEGABYTES << 20) / 1e6;
            System.out.printf(Locale.ROOT, "| %s | %.1f | %.1f | %.2f | %.0f |%n", shape, gigabytes / bare, gigabytes / scan, bare / scan, kafka / scan);
        }
        threads(new Captures(Path.of(args[0])), shapes);
    }

    /** Scans 64 segments of 16 MiB with one thread and with two, by turns in this process. */
    private static void threads(Captures captures, Shape[] shapes) throws IOException, NothingFound {
        System.out.println("\n| 64 segments of 16 MiB | one thread, GB/s | two threads, GB/s | two / one |\n|---|---|---|---|");
        Schemas schemas = Schemas.builtIn();
        Profile profile = Profiles.builtIn().get(0);
        for (Shape shape : shapes) {
            Path log = captures.log(shape, 64 * 16, 16);
            Capture capture = CaptureFinder.find(List.of(log));
            List<List<Double>> seconds = List.of(new ArrayList<>(), new ArrayList<>());
            for (int turn = 0; turn < 2 * TURNS; turn++) {
                long start = System.nanoTime();
                Reader.read(capture, schemas, profile, 1 + turn % 2);
                seconds.get(turn % 2).add((System.nanoTime() - start) / 1e9);
            }
            double one = Measured.median(seconds.get(0));
            double two = Measured.median(seconds.get(1));
            double gigabytes = Captures.length(log) / 1e9;
            System.out.printf(Locale.ROOT, "| %s | %.1f | %.1f | %.2f |%n", shape, gigabytes / one, gigabytes / two, one / two);
        }
    }
}
