package kraftaudit.audit.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kraftaudit.written.Batches;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.Samples;
import org.apache.kafka.tools.DumpLogSegments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code kafka-dump-log --cluster-metadata-decoder} of Kafka 4.4.0 on the same files: batch by batch and record by record
 * it prints what we print. Where that tool is wrong, a test says so and why.
 */
class DumpToolOracleTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern BATCH = Pattern.compile("baseOffset: (\\d+) lastOffset: (\\d+) count: (\\d+) .*partitionLeaderEpoch: (-?\\d+) "
        + ".*isControl: (true|false) .*position: (\\d+) CreateTime: (-?\\d+) size: (\\d+) .*crc: (\\d+) isvalid: (true|false)");
    private static final Pattern RECORD = Pattern.compile("\\| offset: (\\d+) CreateTime: (-?\\d+) .*?headerKeys: \\[\\] ?(.*)");
    private static final Pattern CONTROL = Pattern.compile("(LeaderChange|SnapshotHeader|SnapshotFooter|KRaftVersion|KRaftVoters):? (\\{.*\\})");
    /** The tool has names of its own for control records. */
    private static final Map<String, String> CONTROL_TYPES = Map.of("LeaderChange", "LEADER_CHANGE", "SnapshotHeader", "SNAPSHOT_HEADER",
        "SnapshotFooter", "SNAPSHOT_FOOTER", "KRaftVersion", "KRAFT_VERSION", "KRaftVoters", "KRAFT_VOTERS");

    @TempDir
    Path folder;

    /** What the tool prints to both of its outputs, line by line. */
    private static List<String> tool(Path file) throws IOException {
        PrintStream before = System.out;
        PrintStream errorsBefore = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            System.setErr(out);
            DumpLogSegments.main(new String[] {"--cluster-metadata-decoder", "--files", file.toString()});
        } finally {
            System.setOut(before);
            System.setErr(errorsBefore);
        }
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** A batch or a record in one form. */
    private static List<JsonNode> ofTool(List<String> lines) throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        for (String line : lines) {
            Matcher batch = BATCH.matcher(line);
            Matcher record = RECORD.matcher(line);
            if (batch.matches()) {
                rows.add(JSON.createObjectNode().put("baseOffset", Long.parseLong(batch.group(1))).put("endOffset", Long.parseLong(batch.group(2)) + 1)
                    .put("records", Long.parseLong(batch.group(3))).put("epoch", Long.parseLong(batch.group(4)))
                    .put("control", Boolean.parseBoolean(batch.group(5))).put("position", Long.parseLong(batch.group(6)))
                    .put("timestampMs", Long.parseLong(batch.group(7))).put("length", Long.parseLong(batch.group(8)))
                    .put("crc", String.format("0x%08x", (int) Long.parseLong(batch.group(9)))).put("crcPasses", Boolean.parseBoolean(batch.group(10))));
            } else if (record.matches()) {
                ObjectNode row = JSON.createObjectNode().put("offset", Long.parseLong(record.group(1))).put("timestampMs", Long.parseLong(record.group(2)));
                payload(row, record.group(3));
                rows.add(row);
            }
        }
        return rows;
    }

    private static void payload(ObjectNode row, String printed) throws IOException {
        Matcher control = CONTROL.matcher(printed);
        if (printed.startsWith("payload: {")) {
            JsonNode payload = JSON.readTree(printed.substring("payload: ".length()));
            row.put("type", payload.get("type").asText()).put("version", payload.get("version").asLong()).set("payload", payload.get("data"));
        } else if (control.matches()) {
            JsonNode payload = JSON.readTree(control.group(2));
            row.put("type", CONTROL_TYPES.get(control.group(1))).put("version", payload.get("version").asLong()).set("payload", payload);
        } else {
            row.put("printed", printed);
        }
    }

    private static List<JsonNode> ours(Dumped dumped) throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        for (JsonNode line : dumped.all("batch", "record")) {
            List<String> kept = line.get("kind").asText().equals("batch")
                ? List.of("baseOffset", "endOffset", "records", "epoch", "control", "position", "timestampMs", "length", "crc", "crcPasses")
                : List.of("offset", "timestampMs", "type", "version", "payload");
            ObjectNode row = JSON.createObjectNode();
            kept.forEach(name -> row.set(name, line.get(name)));
            // through text, so that whole numbers of any size compare
            rows.add(JSON.readTree(row.toString()));
        }
        return rows;
    }

    private static List<JsonNode> plain(List<JsonNode> rows) throws IOException {
        List<JsonNode> plain = new ArrayList<>();
        for (JsonNode row : rows) {
            plain.add(JSON.readTree(row.toString()));
        }
        return plain;
    }

    @ParameterizedTest
    @MethodSource("kraftaudit.audit.dump.Dumped#samples")
    void printsWhatTheToolPrints(Path file) throws IOException {
        Dumped dumped = Dumped.json("--show-secrets", file);
        // the tool knows checkpoints by their names alone
        Path named = file.endsWith("bootstrap.checkpoint") ? Files.copy(file, folder.resolve(Checkpoints.name(0, 0))) : file;
        List<JsonNode> expected = plain(ofTool(tool(named)));
        List<JsonNode> ours = ours(dumped);
        assertEquals(expected.size(), ours.size());
        for (int i = 0; i < expected.size(); i++) {
            ObjectNode row = (ObjectNode) ours.get(i);
            ObjectNode theirs = (ObjectNode) expected.get(i);
            if (theirs.remove("printed") != null) {
                // the ClusterIdRecord of a profile, which no release knows
                assertEquals("CLUSTER_ID_RECORD", row.get("type").asText());
                row.remove(List.of("type", "version", "payload"));
            }
            assertEquals(theirs, row, file.toString());
        }
        assertFalse(Files.size(file) > 0 && expected.isEmpty());
        assertEquals(Files.size(file), dumped.all("batch", "damage", "zeros").stream().mapToLong(r -> r.get("length").asLong()).sum());
    }

    // ---- where the tool is wrong ----

    /** It shows the record of a batch whose checksum fails; here a NoOp that a flipped bit turned into version 1. */
    @Test
    void theToolShowsRecordsOfADamagedBatch() throws IOException {
        Path file = Files.write(folder.resolve("00000000000000000000.log"), Damaging.set(Dumped.log(), 4007, 1));
        List<JsonNode> theirs = plain(ofTool(tool(file)));
        List<JsonNode> ours = ours(Dumped.json(file));
        List<JsonNode> difference = new ArrayList<>(theirs);
        difference.removeAll(ours);
        assertEquals(2, difference.size(), difference.toString());
        assertFalse(difference.get(0).get("crcPasses").asBoolean());
        assertEquals(51, difference.get(1).get("offset").asLong());
        theirs.removeAll(difference);
        assertEquals(theirs, ours);
    }

    /** It takes every segment that does not begin at 0 for one with a gap. */
    @Test
    void theToolSeesAGapBeforeEverySegmentBehindTheFirst() throws IOException {
        Path file = Samples.folder("snapshots").resolve("node1/__cluster_metadata-0/00000000000000000167.log");
        assertTrue(tool(file).stream().anyMatch(line -> line.contains("-1 is followed by 167")), () -> "the tool was mended");
        assertTrue(Dumped.json(file).all("batch").stream().noneMatch(batch -> batch.has("expectedOffset")));
    }

    /** It ends at the first batch that is cut or has an absurd length, without a word about what follows. */
    @Test
    void theToolEndsAtALengthThatCannotBe() throws IOException {
        byte[] log = Dumped.log();
        byte[] longer = Damaging.edit(log, bytes -> bytes.putInt(3938 + 8, Integer.MAX_VALUE));
        Path file = Files.write(folder.resolve("00000000000000000000.log"), longer);
        assertEquals(50, ofTool(tool(file)).stream().filter(r -> r.has("offset")).mapToLong(r -> r.get("offset").asLong()).max().orElse(-1));
        List<Long> offsets = Dumped.json(file).offsets();
        assertEquals(59, offsets.get(offsets.size() - 1));
        assertFalse(offsets.contains(51L));
    }

    /** Text that a terminal would obey goes through the tool as it is. */
    @Test
    void theToolPrintsEscapeSequences() throws IOException {
        byte[] log = Batches.data(0, 1, 1_700_000_000_000L, DataValues.topic("a\u202eb", new org.apache.kafka.common.Uuid(1, 2)));
        Path file = Files.write(folder.resolve(NodeFiles.segmentName(0)), log);
        assertTrue(String.join("\n", tool(file)).contains("\u202e"));
        assertFalse(Dumped.fine(file).out().contains("\u202e"));
        assertEquals("a\u202eb", Dumped.json(file).record(0).get("payload").get("name").asText());
    }
}
