package kraftaudit.audit.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import kraftaudit.audit.report.Documents;
import kraftaudit.audit.report.Product;
import kraftaudit.written.Batches;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.Samples;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text, CSV and JSON lines tell the same; each by a parser that is not ours. */
class DumpFormatsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> COLUMNS = List.of("file", "position", "length", "base_offset", "offset", "epoch", "timestamp", "control",
        "type", "version", "status", "payload");

    @TempDir
    Path folder;

    static Stream<Path> samples() throws IOException {
        try (Stream<Path> abouts = Files.walk(Samples.all(), 3)) {
            return abouts.filter(f -> f.getFileName().toString().equals("about.md")).map(Path::getParent).sorted().toList().stream();
        }
    }

    private static JsonSchema schema() throws IOException {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(
            Files.readString(Samples.all().resolveSibling("audit/src/main/resources/kraftaudit/audit/report/dump.schema.json")));
    }

    /** A log with one of everything that is not sound. */
    private Path everything() throws IOException {
        byte[] odd = Batches.data(60, 5, 1_795_983_200_000L, DataValues.hex("018404006162"), DataValues.hex("01030900"), DataValues.hex("0214"),
            DataValues.clusterId(29, "=a\u0007b\""), DataValues.hex("01140000dead"), DataValues.topic("", new org.apache.kafka.common.Uuid(1, 2)));
        byte[] time = Damaging.checksummed(Damaging.edit(Batches.data(70, 6, 5, DataValues.noOp()), b -> b.putLong(27, -1).putLong(35, 7).putLong(43, 9)), 0);
        byte[] log = Batches.join(Damaging.set(Dumped.log(), 4007, 1), odd, time, new byte[500]);
        return Files.write(folder.resolve(NodeFiles.segmentName(0)), log);
    }

    private static List<CSVRecord> csv(Dumped dumped) throws IOException {
        try (CSVParser parser = CSVParser.parse(new StringReader(dumped.out()), CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get())) {
            assertEquals(COLUMNS, parser.getHeaderNames());
            return parser.getRecords();
        }
    }

    private static String cell(JsonNode line, String name) {
        JsonNode value = line.path(name);
        return value.isMissingNode() || value.isNull() ? "" : value.isContainerNode() ? value.toString() : value.asText();
    }

    private void assertSameRows(Dumped json, Dumped csv, Dumped text) throws IOException {
        List<CSVRecord> rows = new ArrayList<>(csv(csv));
        rows.forEach(row -> assertEquals(COLUMNS.size(), row.size()));
        rows.removeIf(row -> Set.of("NOTE", "BYTES").contains(row.get("type")));
        List<JsonNode> lines = json.all("file", "batch", "record", "damage", "zeros");
        assertEquals(lines.size(), rows.size());
        for (int i = 0; i < lines.size(); i++) {
            JsonNode line = lines.get(i);
            CSVRecord row = rows.get(i);
            String kind = line.get("kind").asText();
            assertEquals(cell(line, "file"), row.get("file"));
            assertEquals(cell(line, "length"), row.get("length"));
            assertEquals(kind.equals("record") ? cell(line, "type") : kind.toUpperCase(java.util.Locale.ROOT), row.get("type"));
            if (!kind.equals("file")) {
                assertEquals(cell(line, "position"), row.get("position"));
                assertEquals(cell(line, "baseOffset"), row.get("base_offset"));
                assertEquals(cell(line, "epoch"), row.get("epoch"));
            }
            if (kind.equals("record")) {
                for (String[] pair : new String[][] {{"offset", "offset"}, {"timestamp", "timestamp"}, {"control", "control"}, {"version", "version"}, {"status", "status"}}) {
                    assertEquals(cell(line, pair[0]), row.get(pair[1]));
                }
                JsonNode payload = JSON.readTree(row.get("payload"));
                assertEquals(line.get("payload").isNull() ? line.get("undecoded") : line.get("payload"),
                    line.get("payload").isNull() ? payload.get("_undecoded") : payload);
            }
        }
        assertEquals(json.all("record").size(), text.lines().stream().filter(l -> l.matches("  \\d+ @\\d+\\+\\d+ .*")).count());
        assertEquals(json.all("batch").size(), text.lines().stream().filter(l -> l.startsWith("batch ")).count());
        assertEquals(json.all("damage").size(), text.lines().stream().filter(l -> l.startsWith("damage ")).count());
        assertEquals(json.all("zeros").size(), text.lines().stream().filter(l -> l.startsWith("zeros ")).count());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void formatsTellTheSame(Path sample) throws IOException {
        assertSameRows(Dumped.json(sample), Dumped.fine("--format", "csv", sample), Dumped.fine(sample));
    }

    @Test
    void formatsTellTheSameOfWhatIsOdd() throws IOException {
        Path file = everything();
        for (String options : List.of("--csv-raw", "--hex", "--status", "--show-secrets", "--from=55")) {
            assertSameRows(Dumped.json(options, file), Dumped.fine("--format", "csv", options, file), Dumped.fine(options, file));
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void linesFitTheirSchema(Path sample) throws IOException {
        JsonSchema schema = schema();
        for (String option : List.of("--status", "--hex")) {
            for (JsonNode line : Dumped.json(option, sample).all()) {
                assertEquals(Set.of(), new TreeSet<>(schema.validate(line).stream().map(Object::toString).toList()), line.toString());
            }
        }
    }

    @Test
    void oddLinesFitTheirSchemaAndOthersDoNot() throws IOException {
        JsonSchema schema = schema();
        for (String option : List.of("--csv-raw", "--hex", "--show-secrets")) {
            for (JsonNode line : Dumped.json(option, everything()).all()) {
                assertEquals(Set.of(), new TreeSet<>(schema.validate(line).stream().map(Object::toString).toList()), line.toString());
            }
        }
        for (JsonNode line : Dumped.json(everything()).all()) {
            ObjectNode without = line.deepCopy();
            without.remove("kind");
            assertFalse(schema.validate(without).isEmpty());
            ObjectNode more = line.deepCopy();
            more.put("kind", "other");
            assertFalse(schema.validate(more).isEmpty());
        }
    }

    @Test
    void theFirstLineNamesTheSchemaAndTheTool() {
        JsonNode first = Dumped.json(Samples.folder("static-3.9")).all().get(0);
        assertEquals("{\"kind\":\"dump\",\"schemaVersion\":" + Documents.SCHEMA_VERSION + ",\"tool\":{\"name\":\"kraft-audit\",\"version\":\""
            + Product.THIS.version() + "\"},\"profile\":\"kip-1262\"}", first.toString());
    }

    // ---- small files ----

    @Test
    void smallFilesGivenAlone() {
        Path node = Samples.folder("static-3.9").resolve("node2");
        JsonNode state = Dumped.json(node.resolve("__cluster_metadata-0/quorum-state")).only("file");
        assertEquals("QUORUM_STATE", state.get("fileKind").asText());
        assertEquals("{\"leaderId\":3,\"leaderEpoch\":7,\"votedId\":null,\"votedDirectoryId\":null,\"currentVoters\":[1,2,3],\"data_version\":0}",
            state.get("content").toString());
        assertEquals(0, state.get("oddities").size());
        assertEquals("{\"epochs\":[{\"epoch\":1,\"startOffset\":0},{\"epoch\":5,\"startOffset\":1},{\"epoch\":6,\"startOffset\":33}]}",
            Dumped.json(node.resolve("__cluster_metadata-0/leader-epoch-checkpoint")).only("file").get("content").toString());
        assertEquals("{\"version\":0,\"topic_id\":\"AAAAAAAAAAAAAAAAAAAAAQ\"}",
            Dumped.json(node.resolve("__cluster_metadata-0/partition.metadata")).only("file").get("content").toString());
        assertEquals(2, Dumped.json(node.resolve("meta.properties")).only("file").get("content").get("node.id").asInt());
    }

    @Test
    void aSmallFileThatKafkaRefusesSaysWhyAndWhatItHolds() throws IOException {
        Path file = Files.writeString(folder.resolve("quorum-state"), "{\"leaderId\":\"1\u001b[2J\"}");
        JsonNode line = Dumped.json(file).only("file");
        assertEquals(1, line.get("oddities").size());
        assertEquals("UNREADABLE", line.get("oddities").get(0).get("kind").asText());
        String text = Dumped.fine(file).out();
        assertFalse(text.contains("\u001b"), text);
        assertTrue(text.contains("\n    unreadable"), text);
    }

    @Test
    void filesThatAreNotReadHaveTheirLine() {
        List<JsonNode> files = Dumped.json(Samples.folder("static-3.9").resolve("node2")).all("file");
        assertTrue(files.stream().anyMatch(f -> f.get("fileKind").asText().equals("OFFSET_INDEX")
            && f.get("remark").asText().equals("not read: offset index: derived from the segment")), files.toString());
    }

    // ---- foreign text ----

    @ParameterizedTest
    @ValueSource(strings = {"\u001b[31m", "\u009b31m", "a\nb", "a\r\nb", "\u0000", "\u202e\u2066", "\u200b", "\u2028", "\ufeff", "\u007f", "=1+1", "@x", "\"quoted\"", "a,b", "\\x41", "\u00e9\ud83d\ude00"})
    void textOfTheLogIsShownNotObeyed(String name) throws IOException {
        byte[] log = Batches.data(0, 1, 1_700_000_000_000L, DataValues.topic(name, new org.apache.kafka.common.Uuid(1, 2)));
        Path file = Files.write(folder.resolve(NodeFiles.segmentName(0)), log);
        for (String format : List.of("text", "csv", "json")) {
            String out = Dumped.fine("--format", format, file).out();
            assertTrue(out.codePoints().allMatch(c -> c == '\n' || c == '\r' && format.equals("csv")
                || c >= 0x20 && c != 0x7f && !(c >= 0x80 && c <= 0x9f) && Character.getType(c) != Character.FORMAT
                && Character.getType(c) != Character.LINE_SEPARATOR), format + ": " + out);
        }
        assertEquals(name, Dumped.json(file).record(0).get("payload").get("name").asText());
        CSVRecord row = csv(Dumped.fine("--format", "csv", file)).stream().filter(r -> r.get("type").equals("TOPIC_RECORD")).findFirst().orElseThrow();
        assertEquals(name, JSON.readTree(row.get("payload")).get("name").asText());
        assertEquals(3, Dumped.fine(file).lines().size());
    }

    @Test
    void textThatIsNoUtf8IsShownAsBytes() throws IOException {
        byte[] value = DataValues.hex("01020004 ff61c0 0000000000000000000000000000000001 00".replace("0000000000000000000000000000000001", "00000000000000000000000000000001"));
        Path file = Files.write(folder.resolve(NodeFiles.segmentName(0)), Batches.data(0, 1, 1_700_000_000_000L, value));
        JsonNode record = Dumped.json(file).record(0);
        assertEquals("\\xFFa\\xC0", record.get("payload").get("name").asText());
        assertEquals("text that is no UTF-8: such bytes are shown as \\xNN", record.get("notes").get(0).asText());
        assertTrue(Dumped.fine(file).out().contains("{\"name\":\"\\\\xFFa\\\\xC0\","));
    }

    @Test
    void fileNamesAreForeignTextToo() throws IOException {
        Path node = Files.createDirectories(folder.resolve("=cmd\u001b,\"x"));
        Files.write(Files.createDirectories(node.resolve("__cluster_metadata-0")).resolve(NodeFiles.segmentName(0)), Dumped.log());
        String name = "=cmd\u001b,\"x/__cluster_metadata-0/00000000000000000000.log";
        assertTrue(Dumped.fine(folder).out().contains("=cmd\\u001b,\"x/__cluster_metadata-0/00000000000000000000.log: segment, 4586 bytes\n"));
        assertEquals(name, Dumped.json(folder).record(0).get("file").asText());
        assertEquals("'" + name, csv(Dumped.fine("--format", "csv", folder)).get(1).get("file"));
        assertEquals(name, csv(Dumped.fine("--format", "csv", "--csv-raw", folder)).get(1).get("file"));
    }

    @Test
    void coloursOnlyWhenWanted() {
        Path node = Samples.folder("static-3.9").resolve("node2");
        assertFalse(Dumped.fine(node).out().contains("\u001b"));
        assertTrue(Dumped.fine("--color", "always", node).out().contains("\u001b[2mbatch 0-0 @0+106"));
        assertEquals(Dumped.fine(node).out(), Dumped.fine("--color", "always", node).out().replaceAll("\u001b\\[[0-9]*m", ""));
    }
}
