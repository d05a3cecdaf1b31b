package kraftaudit.audit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import kraftaudit.reader.NothingFound;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.ReplayOptions;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.Samples;

/** From folders to histories, as the command line does it. */
final class Read {
    static final ReplayOptions STOPPED = new ReplayOptions(true, Optional.empty(), List.of());

    private Read() {
    }

    static ReplayOptions operator(long highWatermark) {
        return new ReplayOptions(false, Optional.of(new ReplayOptions.OperatorWatermark(highWatermark, OptionalInt.empty())), List.of());
    }

    /** One cluster of a sample, or of some of its nodes. */
    static CaptureHistory sample(ReplayOptions options, String sample, String... nodes) {
        Path folder = Samples.folder(sample);
        return one(clusters(options, nodes.length == 0 ? List.of(folder) : Stream.of(nodes).map(folder::resolve).toList()));
    }

    /** The one cluster of written directories, by folder. */
    static CaptureHistory written(ReplayOptions options, Path folder, Map<String, NodeDirectory> nodes) {
        return one(clusters(options, folder, nodes));
    }

    /** Every cluster of written directories, by folder. */
    static List<CaptureHistory> clusters(ReplayOptions options, Path folder, Map<String, NodeDirectory> nodes) {
        List<Path> written = new ArrayList<>();
        nodes.forEach((name, node) -> written.add(node.write(folder.resolve(name))));
        return clusters(options, List.of(folder));
    }

    private static CaptureHistory one(List<CaptureHistory> clusters) {
        if (clusters.size() != 1) {
            throw new IllegalStateException(clusters.size() + " clusters");
        }
        return clusters.get(0);
    }

    /** Every cluster under the folders. */
    static List<CaptureHistory> clusters(ReplayOptions options, List<Path> paths) {
        try {
            Pipe.Settings defaults = Pipe.Settings.defaults();
            return Pipe.load(paths, new Pipe.Settings(defaults.profile(), defaults.schemas(), options, 1)).clusters();
        } catch (NothingFound e) {
            throw new IllegalStateException(e);
        }
    }
}
