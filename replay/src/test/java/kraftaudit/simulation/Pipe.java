package kraftaudit.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.Profile;
import kraftaudit.reader.Reader;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Replay;
import kraftaudit.replay.ReplayOptions;

/** The product over a simulated capture: its files are written, found, read and replayed. */
final class Pipe implements AutoCloseable {
    private final Path folder;
    private final Schemas schemas;
    private final Profile profile;

    Pipe() {
        try {
            // thousands of small captures: a folder in memory where the system has one
            Path memory = Path.of("/dev/shm");
            folder = Files.isWritable(memory) ? Files.createTempDirectory(memory, "simulation") : Files.createTempDirectory("simulation");
            profile = new Profile("kip-1262", 30, new ObjectMapper().readTree("""
                    {"apiKey": 30, "type": "metadata", "name": "ClusterIdRecord", "validVersions": "0", "flexibleVersions": "0+",
                     "fields": [{"name": "ClusterId", "type": "string", "versions": "0+"}]}"""), 34, true);
            schemas = Schemas.builtIn().with(profile);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the product says about a capture; several histories where it takes the copies for several clusters. */
    List<CaptureHistory> replay(Copies capture) {
        clean();
        for (int i = 0; i < capture.nodes.size(); i++) {
            capture.nodes.get(i).directory().write(folder.resolve(i + "-node" + capture.nodes.get(i).node.id));
        }
        try {
            Capture found = CaptureFinder.find(List.of(folder));
            return Replay.replay(Reader.read(found, schemas, profile, 1), profile,
                    new ReplayOptions(capture.stopped(), Optional.empty(), List.of()));
        } catch (NothingFound nothing) {
            throw new IllegalStateException(nothing);
        }
    }

    private void clean() {
        try (var files = Files.walk(folder)) {
            for (Path path : files.sorted(Comparator.reverseOrder()).filter(p -> !p.equals(folder)).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        clean();
        try {
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
