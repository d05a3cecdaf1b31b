package kraftaudit.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import kraftaudit.written.BigLogs;
import kraftaudit.written.BigLogs.Shape;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.DataValues;

/** Captures to measure with: written once into a folder, with the same bytes for the same name, and kept until it is deleted. */
final class Captures {
    private static final String LOG = "__cluster_metadata-0";
    private static final long SEED = 1;

    private final Path folder;

    Captures(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    /** A log of one shape in segments of some length. */
    Path log(Shape shape, int megabytes, int segmentMegabytes) throws IOException {
        Path capture = folder.resolve(String.format(Locale.ROOT, "%s-%d-%d", shape.name().toLowerCase(Locale.ROOT), megabytes, segmentMegabytes));
        return made(capture, () -> BigLogs.write(capture.resolve(LOG), shape, SEED, (long) megabytes << 20, (long) segmentMegabytes << 20));
    }

    /** Copies of one log, as links to its segments. */
    Path copies(Path log, int copies) throws IOException {
        Path capture = folder.resolve(log.getFileName() + "-" + copies + "-copies");
        return made(capture, () -> {
            for (int i = 1; i <= copies; i++) {
                Path copy = Files.createDirectories(capture.resolve("node" + i).resolve(LOG));
                for (Path segment : segments(log)) {
                    Files.createLink(copy.resolve(segment.getFileName()), segment);
                }
                Files.writeString(copy.resolveSibling("meta.properties"), "version=1\nnode.id=" + i + "\ncluster.id=AAAAAAAAAAAAAAAAAAAAAA\n");
            }
        });
    }

    /** A small log with many checkpoints of it. */
    Path checkpoints(int count) throws IOException {
        Path capture = folder.resolve("checkpoints-" + count);
        return made(capture, () -> {
            Path log = capture.resolve(LOG);
            BigLogs.write(log, Shape.NO_OP, SEED, 16 << 20, 16 << 20);
            for (int i = 1; i <= count; i++) {
                byte[] checkpoint = Checkpoints.fixed(1, 1_700_000_000_000L, 1_700_000_000_000L,
                    DataValues.metadataVersion(33), DataValues.noOp());
                Files.write(log.resolve(Checkpoints.name(40L * i, 1)), checkpoint);
            }
        });
    }

    static List<Path> segments(Path capture) throws IOException {
        try (Stream<Path> files = Files.list(capture.resolve(LOG))) {
            return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
        }
    }

    static long length(Path capture) throws IOException {
        long length = 0;
        for (Path segment : segments(capture)) {
            length += Files.size(segment);
        }
        return length;
    }

    /** What makes the files of a capture. */
    private interface Making {
        void make() throws IOException;
    }

    /** A capture that was left half done has no mark beside it and is made again. */
    private Path made(Path capture, Making making) throws IOException {
        Path mark = folder.resolve(capture.getFileName() + ".made");
        if (!Files.exists(mark)) {
            delete(capture);
            Files.createDirectories(capture);
            making.make();
            Files.createFile(mark);
        }
        return capture;
    }

    private static void delete(Path capture) throws IOException {
        if (!Files.exists(capture)) {
            return;
        }
        List<Path> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(capture)) {
            files.forEach(all::add);
        }
        for (int i = all.size() - 1; i >= 0; i--) {
            Files.delete(all.get(i));
        }
    }
}
