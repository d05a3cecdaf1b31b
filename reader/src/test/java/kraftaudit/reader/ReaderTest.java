package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReaderTest {
    private static List<DirectoryScan> read(Capture capture, int threads) {
        return Reader.read(capture, Scans.SCHEMAS, Scans.PROFILE, threads);
    }

    @Test
    void everyThreadCountReadsTheSame() throws Exception {
        Capture capture = CaptureFinder.find(List.of(Samples.all()));
        List<DirectoryScan> one = read(capture, 1);
        assertEquals(capture.directories(), one.stream().map(DirectoryScan::directory).toList());
        for (int threads : new int[] {2, 3, 16}) {
            assertEquals(one, read(capture, threads));
        }
    }

    @Test
    void filesAreInOrderAndInTheirPlaces() throws Exception {
        DirectoryScan scan = read(CaptureFinder.find(List.of(Samples.folder("snapshots").resolve("node1"))), 2).get(0);
        assertEquals(List.of(0L, 167L, 362L, 469L), scan.segments().stream().map(s -> ((Run) s.regions().get(0)).baseOffset()).toList());
        assertEquals(List.of("26", "35", "166", "297", "429", "438", "446", "455", "463"), scan.checkpoints().stream().map(s ->
                CheckpointId.parse(s.file().path().getFileName().toString()).map(id -> Long.toString(id.endOffset())).orElse("none")).toList());
        assertEquals(List.of(FileKind.ZERO_CHECKPOINT), scan.bootstraps().stream().map(s -> s.file().kind()).toList());
        assertTrue(scan.metaProperties().orElseThrow().value().isPresent());
        assertTrue(scan.quorumState().orElseThrow().value().isPresent());
        assertTrue(scan.leaderEpochs().orElseThrow().value().isPresent());
        assertTrue(scan.partitionMetadata().orElseThrow().value().isPresent());
        assertTrue(scan.cleanShutdown().orElseThrow().value().isPresent());
        assertEquals(List.of(), scan.failures());
    }

    @Test
    void progressAddsUpToTheBytesOfTheFiles() throws Exception {
        Capture capture = CaptureFinder.find(List.of(Samples.all()));
        AtomicLong done = new AtomicLong();
        List<DirectoryScan> scans = Reader.read(capture, Scans.SCHEMAS, Scans.PROFILE, 3, Optional.of(done::addAndGet), Optional.empty());
        long bytes = scans.stream().flatMap(d -> java.util.stream.Stream.of(d.segments(), d.checkpoints(), d.bootstraps()))
                .flatMap(List::stream).mapToLong(Scan::length).sum();
        assertEquals(bytes, done.get());
    }

    @Test
    void aFileThatIsGoneIsAFailureAndTheRestIsRead(@TempDir Path folder) throws Exception {
        Path log = Files.createDirectories(folder.resolve("node1/__cluster_metadata-0"));
        Files.write(log.resolve("00000000000000000000.log"), Scans.log());
        Files.write(log.resolve("00000000000000000060.log"), new byte[0]);
        Capture capture = CaptureFinder.find(List.of(folder));
        Files.delete(log.resolve("00000000000000000000.log"));
        DirectoryScan scan = read(capture, 2).get(0);
        assertEquals(List.of("no such file or folder"), scan.failures().stream().map(DirectoryScan.Failure::reason).toList());
        assertEquals(List.of(List.of()), scan.segments().stream().map(Scan::regions).toList());
    }
}
