package kraftaudit.audit.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import kraftaudit.audit.cli.CommandLineTool;
import kraftaudit.written.Samples;

/** Dumps in process, and what is in their JSON lines. */
record Dumped(int code, String out, String err) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Runs the command; options and PATHs as on the command line. */
    static Dumped run(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringWriter err = new StringWriter();
        String[] args = Stream.concat(Stream.of("dump"), Stream.of(arguments).map(Object::toString)).toArray(String[]::new);
        int code = CommandLineTool.run(args, out, new PrintWriter(err), kraftaudit.audit.cli.Terminal.NONE);
        return new Dumped(code, out.toString(StandardCharsets.UTF_8), err.toString());
    }

    /** As {@link #run}; nothing went wrong. */
    static Dumped fine(Object... arguments) {
        Dumped dumped = run(arguments);
        assertEquals("", dumped.err());
        assertEquals(0, dumped.code());
        return dumped;
    }

    /** As {@link #fine} with {@code --format json}. */
    static Dumped json(Object... arguments) {
        return fine(Stream.concat(Stream.of("--format", "json"), Stream.of(arguments)).toArray());
    }

    /** The lines of text. */
    List<String> lines() {
        return out.lines().toList();
    }

    /** The JSON lines of a kind, or all. */
    List<JsonNode> all(String... kinds) {
        List<JsonNode> nodes = new ArrayList<>();
        try {
            for (String line : lines()) {
                JsonNode node = JSON.readTree(line);
                if (kinds.length == 0 || List.of(kinds).contains(node.get("kind").asText())) {
                    nodes.add(node);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return nodes;
    }

    /** The only JSON line of a kind. */
    JsonNode only(String kind) {
        List<JsonNode> found = all(kind);
        assertEquals(1, found.size(), out);
        return found.get(0);
    }

    /** The record at an offset. */
    JsonNode record(long offset) {
        List<JsonNode> found = all("record").stream().filter(record -> record.get("offset").asLong() == offset).toList();
        assertEquals(1, found.size(), out);
        return found.get(0);
    }

    /** Offsets of the records, in the order of the dump. */
    List<Long> offsets() {
        return all("record").stream().map(record -> record.get("offset").asLong()).toList();
    }

    /** 4,586 bytes of Kafka 3.9: 56 batches, offsets 0 to 59, the last a NoOp of 72 bytes at 4514. */
    static byte[] log() {
        return bytes(Samples.folder("static-3.9").resolve("node2/__cluster_metadata-0/00000000000000000000.log"));
    }

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every segment and checkpoint of every sample, sorted. */
    static List<Path> samples() {
        try (Stream<Path> files = Files.walk(Samples.all())) {
            return files.filter(f -> f.toString().endsWith(".log") || f.toString().endsWith(".checkpoint")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
