package kraftaudit.reader;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kraftaudit.written.Samples;

/** Scans of bytes in memory, each compared with a walk over the same bytes; and the bytes that the tests start from. */
final class Scans {
    static final Profile PROFILE = profile("kip-1262", 30, 34);
    static final Profile DRAFT = profile("kip-1262-draft", 29, 33);
    static final Schemas SCHEMAS = Schemas.builtIn();

    private static final Scanner SCANNER = new Scanner(SCHEMAS, PROFILE);
    private static final Scanner DRAFT_SCANNER = new Scanner(SCHEMAS, DRAFT);

    private Scans() {
    }

    private static Profile profile(String name, int apiKey, int firstLevel) {
        String schema = "{\"apiKey\":" + apiKey + ",\"type\":\"metadata\",\"name\":\"ClusterIdRecord\",\"validVersions\":\"0\","
                + "\"flexibleVersions\":\"0+\",\"fields\":[{\"name\":\"ClusterId\",\"type\":\"string\",\"versions\":\"0+\",\"about\":\"\"}]}";
        try {
            JsonNode tree = new ObjectMapper().readTree(schema);
            return new Profile(name, apiKey, tree, firstLevel, true);
        } catch (JsonProcessingException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    static Scan segment(byte[] bytes) {
        return scan(SCANNER, "00000000000000000000.log", FileKind.SEGMENT, bytes);
    }

    static Scan segment(long baseOffset, byte[] bytes) {
        return scan(SCANNER, String.format("%020d.log", baseOffset), FileKind.SEGMENT, bytes);
    }

    static Scan underDraft(byte[] bytes) {
        return scan(DRAFT_SCANNER, "00000000000000000000.log", FileKind.SEGMENT, bytes);
    }

    static Scan checkpoint(byte[] bytes) {
        return scan(SCANNER, "00000000000000000026-0000000001.checkpoint", FileKind.CHECKPOINT, bytes);
    }

    private static Scan scan(Scanner scanner, String name, FileKind kind, byte[] bytes) {
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        Scan scan = scanner.scan(new CapturedFile(Path.of(name), "node1/" + name, kind, bytes.length, ""), direct.asReadOnlyBuffer(), 0);
        Walks.assertAsScanned(scan, direct.asReadOnlyBuffer(), 0);
        return scan;
    }

    /** A scan without the short paths over plain batches and records. */
    static Scan slowly(long baseOffset, byte[] bytes) {
        String name = String.format("%020d.log", baseOffset);
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        return SCANNER.scan(new CapturedFile(Path.of(name), "node1/" + name, FileKind.SEGMENT, bytes.length, ""), direct.asReadOnlyBuffer(), 0, false);
    }

    static Scan file(Path path) throws IOException {
        String name = path.getFileName().toString();
        FileKind kind = name.endsWith(".log") ? FileKind.SEGMENT : FileKind.CHECKPOINT;
        return SCANNER.scan(new CapturedFile(path, name, kind, Files.size(path), ""));
    }

    /** 4,586 bytes of Kafka 3.9: 56 batches, offsets 0 to 59; the last batch is one NoOp of 72 bytes at 4514. */
    static byte[] log() {
        return bytes(Samples.folder("static-3.9").resolve("node2/__cluster_metadata-0/00000000000000000000.log"));
    }

    /** 1,236 bytes of Kafka 4.4: batches at 0, 166 and 1161. */
    static byte[] checkpointBytes() {
        return bytes(Samples.folder("snapshots").resolve("node1/__cluster_metadata-0/00000000000000000026-0000000001.checkpoint"));
    }

    static byte[] bytes(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Every segment and checkpoint of every sample, sorted. */
    static List<Path> samples() {
        try (Stream<Path> files = Files.walk(Samples.all())) {
            return files.filter(f -> f.toString().endsWith(".log") || f.toString().endsWith(".checkpoint")).sorted().toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static <T extends Event> List<T> events(Scan scan, Class<T> type) {
        return scan.events().stream().filter(type::isInstance).map(type::cast).toList();
    }

    static List<Damage> damages(Scan scan) {
        return scan.regions().stream().filter(Damage.class::isInstance).map(Damage.class::cast).toList();
    }

    /** The exclusive end of the last run. */
    static long endOffset(Scan scan) {
        return scan.regions().stream().filter(Run.class::isInstance).mapToLong(r -> ((Run) r).endOffset()).reduce((a, b) -> b).orElse(-1);
    }
}
