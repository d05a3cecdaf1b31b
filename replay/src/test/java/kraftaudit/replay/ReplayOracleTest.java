package kraftaudit.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.DirectoryScan;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.Profile;
import kraftaudit.reader.Reader;
import kraftaudit.reader.Schemas;
import kraftaudit.reader.Voter;
import kraftaudit.written.Samples;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every log directory of every sample: ends, epochs, voters and kraft.version are those that Kafka itself holds after loading it. */
class ReplayOracleTest {
    @TempDir
    Path folder;

    static List<Path> directories() throws IOException {
        try (Stream<Path> paths = Files.walk(Samples.all())) {
            List<Path> found = paths.filter(path -> path.endsWith("__cluster_metadata-0")).map(Path::getParent).sorted().toList();
            assertTrue(found.size() > 40, found.size() + " directories");
            return found;
        }
    }

    @ParameterizedTest
    @MethodSource("directories")
    void oneCopyIsWhatKafkaLoads(Path directory) throws Exception {
        List<CaptureHistory> histories = replay(List.of(directory));
        assertEquals(1, histories.size());
        ReplicaHistory replica = histories.get(0).replicas().get(0);
        try (KafkaReplay kafka = new KafkaReplay(directory.resolve("__cluster_metadata-0"), folder.resolve("all"), true)) {
            assertEquals(kafka.startOffset(), replica.line().startOffset());
            assertEquals(kafka.endOffset(), replica.line().endOffset());
            assertEquals(kafka.lastEpoch(), replica.line().lastEpoch().orElseThrow());
            for (EpochSpan epoch : replica.epochs()) {
                assertEquals(kafka.endOffsetForEpoch(epoch.epoch()), new OffsetAndEpoch(epoch.endOffset(), epoch.epoch()));
            }
            // what lies below the checkpoint Kafka forgets and we do not
            assertSameState(kafka, kafka.checkpoint().map(id -> Math.max(0, id.offset() - 1)).orElse(0L), replica.state());
        }
        try (KafkaReplay kafka = new KafkaReplay(directory.resolve("__cluster_metadata-0"), folder.resolve("log"), false)) {
            assertSameState(kafka, 0, replica.state());
        }
    }

    @ParameterizedTest
    @MethodSource("directories")
    void everyBranchIsWhatKafkaLoadsOfItsLongestCopy(Path directory) throws Exception {
        List<Path> copies;
        try (Stream<Path> siblings = Files.list(directory.getParent())) {
            copies = siblings.filter(path -> Files.isDirectory(path.resolve("__cluster_metadata-0"))).sorted().toList();
        }
        for (CaptureHistory history : replay(copies)) {
            for (Branch branch : history.branches()) {
                ReplicaHistory longest = history.replica(branch.replicas().get(0)).orElseThrow();
                if (longest.scan().directory().label().equals(directory.getFileName().toString())) {
                    try (KafkaReplay kafka = new KafkaReplay(directory.resolve("__cluster_metadata-0"), folder.resolve("log"), false)) {
                        assertEquals(kafka.endOffset(), branch.line().endOffset());
                        // before the first record another copy's zero checkpoint may tell more than this one's
                        long first = LongStream.range(0, kafka.endOffset()).filter(o -> kafka.votersAt(o).isPresent()).findFirst().orElse(0);
                        assertSameState(kafka, first, branch.state());
                    }
                }
            }
        }
    }

    private static void assertSameState(KafkaReplay kafka, long from, LogState ours) {
        // before the first record of a set Kafka has none, and we say that it is unknown: so both have no value
        for (long offset = from; offset < kafka.endOffset(); offset++) {
            assertEquals(kafka.votersAt(offset), ours.voters().at(offset).value().map(ReplayOracleTest::text), "voters at " + offset);
            assertEquals(kafka.kraftVersionAt(offset), ours.kraftVersion().at(offset).value().orElse(0), "kraft.version at " + offset);
        }
    }

    private static List<String> text(VoterSet set) {
        return set.voters().stream().map(ReplayOracleTest::text).sorted().toList();
    }

    private static String text(Voter voter) {
        return voter.id() + "/" + voter.directoryId() + "/"
                + voter.endpoints().stream().map(e -> e.name() + "://" + e.host() + ":" + e.port()).sorted().toList() + "/" + voter.kraftVersion();
    }

    private static List<CaptureHistory> replay(List<Path> directories) throws IOException, NothingFound {
        Profile profile = new Profile("kip-1262", 30, new ObjectMapper().readTree("""
                {"apiKey": 30, "type": "metadata", "name": "ClusterIdRecord", "validVersions": "0", "flexibleVersions": "0+",
                 "fields": [{"name": "ClusterId", "type": "string", "versions": "0+"}]}"""), 34, true);
        List<DirectoryScan> scans = Reader.read(CaptureFinder.find(directories), Schemas.builtIn(), profile, 1);
        return Replay.replay(scans, profile, ReplayOptions.NONE);
    }
}
