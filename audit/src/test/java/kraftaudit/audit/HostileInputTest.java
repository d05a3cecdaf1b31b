package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import kraftaudit.written.Damaging;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever stands in the files, no rule fails. Every seed is one capture: a sample with some of its files edited. */
class HostileInputTest {
    private static final int CAPTURES = 200;
    private static final List<String> SAMPLES = List.of("reconfiguration", "lost-voter-change", "static-to-dynamic", "snapshots", "dynamic-4.1", "made/at-format");

    @TempDir
    private Path folder;

    @Test
    void noRuleFails() throws Exception {
        List<String> failed = new ArrayList<>();
        Set<String> broken = new TreeSet<>();
        for (int seed = 1; seed <= CAPTURES; seed++) {
            AuditReport report = capture(new Random(seed)).audit(folder);
            report.findings().forEach(f -> broken.add(f.ruleId()));
            int of = seed;
            report.outcomes().stream().filter(o -> o.outcome() instanceof Outcome.Undecided u && u.defect())
                .forEach(o -> failed.add("seed " + of + ": " + o.undecided()));
        }
        assertEquals(List.of(), failed);
        assertTrue(broken.size() > 40, "hostile enough: " + broken);
    }

    private static WrittenCapture capture(Random random) throws IOException {
        SortedMap<String, NodeDirectory> nodes = new TreeMap<>();
        Path sample = Samples.folder(SAMPLES.get(random.nextInt(SAMPLES.size())));
        try (Stream<Path> folders = Files.list(sample)) {
            for (Path node : folders.filter(f -> Files.isDirectory(f.resolve("__cluster_metadata-0"))).sorted().toList()) {
                nodes.put(node.getFileName().toString(), edited(node, random));
            }
        }
        return WrittenCapture.of(nodes);
    }

    private static NodeDirectory edited(Path node, Random random) throws IOException {
        NodeDirectory directory = NodeDirectory.read(node);
        List<String> names;
        try (Stream<Path> files = Files.walk(node)) {
            names = files.filter(Files::isRegularFile).map(f -> node.relativize(f).toString().replace('\\', '/')).filter(n -> !n.endsWith("index")).sorted().toList();
        }
        for (String name : names) {
            for (int edits = random.nextInt(3); edits > 0; edits--) {
                byte[] bytes = directory.bytes(name);
                if (bytes.length > 0) {
                    directory.file(name, name.endsWith(".log") || name.endsWith(".checkpoint") ? batch(bytes, random) : text(bytes, random));
                }
            }
            if (random.nextInt(40) == 0) {
                directory.without(name);
            }
        }
        return directory;
    }

    private static byte[] text(byte[] bytes, Random random) {
        return random.nextInt(4) == 0 ? Damaging.cut(bytes, random.nextInt(bytes.length))
            : Damaging.set(bytes, random.nextInt(bytes.length), "0123456789-\n\0 {}".charAt(random.nextInt(16)));
    }

    /** An edit inside of one batch, whose checksum is mostly made good again, so that the edit is read; or of the batches as a whole. */
    private static byte[] batch(byte[] bytes, Random random) {
        List<int[]> batches = new ArrayList<>();
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        for (int at = 0; at + 61 <= bytes.length && buffer.getInt(at + 8) >= 49 && buffer.getInt(at + 8) <= bytes.length - at - 12; at += 12 + buffer.getInt(at + 8)) {
            batches.add(new int[] {at, at + 12 + buffer.getInt(at + 8)});
        }
        if (batches.isEmpty()) {
            return Damaging.flip(bytes, random.nextInt(bytes.length), 1 << random.nextInt(8));
        }
        int[] batch = batches.get(random.nextInt(batches.size()));
        int position = batch[0] + 61 + random.nextInt(Math.max(1, batch[1] - batch[0] - 61));
        return switch (random.nextInt(8)) {
            case 0 -> Damaging.without(bytes, batch[0], batch[1]);
            case 1 -> Damaging.edit(bytes, b -> b.putInt(batch[0] + 12, random.nextInt(8) - 1));
            case 2 -> Damaging.edit(bytes, b -> b.putLong(batch[0], random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(200)));
            case 3 -> Damaging.checksummed(Damaging.edit(bytes, b -> b.putLong(batch[0] + 27, random.nextLong()).putLong(batch[0] + 35, random.nextLong())), batch[0]);
            case 4 -> Damaging.flip(bytes, random.nextInt(bytes.length), 1 << random.nextInt(8));
            default -> Damaging.checksummed(Damaging.set(bytes, Math.min(position, batch[1] - 1), random.nextInt(3) == 0 ? random.nextInt(256) : random.nextInt(6)), batch[0]);
        };
    }
}
