package kraftaudit.replay;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.Profile;
import kraftaudit.reader.Reader;
import kraftaudit.reader.Schemas;
import kraftaudit.written.NodeDirectory;

/** From folders to histories, and histories as short text that a test can state. */
final class Replayed {
    static final ReplayOptions STOPPED = new ReplayOptions(true, Optional.empty(), List.of());

    private Replayed() {
    }

    static Profile profile() {
        try {
            return new Profile("kip-1262", 30, new ObjectMapper().readTree("""
                {"apiKey": 30, "type": "metadata", "name": "ClusterIdRecord", "validVersions": "0", "flexibleVersions": "0+",
                 "fields": [{"name": "ClusterId", "type": "string", "versions": "0+"}]}"""), 34, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<CaptureHistory> folders(ReplayOptions options, Path... paths) {
        try {
            Capture capture = CaptureFinder.find(List.of(paths));
            return Replay.replay(Reader.read(capture, Schemas.builtIn(), profile(), 2), profile(), options);
        } catch (NothingFound nothing) {
            throw new AssertionError(nothing);
        }
    }

    static CaptureHistory folder(ReplayOptions options, Path... paths) {
        List<CaptureHistory> histories = folders(options, paths);
        if (histories.size() != 1) {
            throw new AssertionError("one cluster wanted, found " + histories.size());
        }
        return histories.get(0);
    }

    /** Writes nodes into a new folder, named node1 and so on in their order, and replays them. */
    static CaptureHistory nodes(ReplayOptions options, NodeDirectory... nodes) {
        return folder(options, write(nodes));
    }

    static Path write(NodeDirectory... nodes) {
        try {
            Path folder = Files.createTempDirectory("kraft-audit-test");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            for (int i = 0; i < nodes.length; i++) {
                nodes[i].write(folder.resolve("node" + (i + 1)));
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Spans as lines such as {@code 3-37 VOTERS_RECORD PROVEN [1, 2]}. */
    static List<String> spans(Branch branch) {
        return branch.spans().stream().map(s -> s.from() + "-" + s.to() + " " + s.source()
            + s.status().map(status -> " " + status).orElse("") + s.voters().map(v -> " " + v.ids()).orElse("")).toList();
    }

    /** The steps of a value as {@code offset:value}, none and ? for known and empty, and unknown. */
    static String steps(Steps<?> steps) {
        return steps.steps().stream().map(s -> s.offset() + ":" + (s.known() ? s.value().map(Object::toString).orElse("none") : "?"))
            .collect(Collectors.joining(" "));
    }

    /** The end offsets that proofs of a kind show on a branch. */
    static List<Long> ends(Branch branch, ProofKind kind) {
        return branch.proofs().stream().filter(p -> p.kind() == kind).map(Proof::endOffset).toList();
    }

    static ReplayOptions watermark(long highWatermark) {
        return new ReplayOptions(false, Optional.of(new ReplayOptions.OperatorWatermark(highWatermark, OptionalInt.empty())), List.of());
    }
}
