package kraftaudit.audit.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import kraftaudit.audit.Audit;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.Compare;
import kraftaudit.audit.Described;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.Rules;
import kraftaudit.audit.cli.CommandLineTool;
import kraftaudit.audit.compliance.Manifest;
import kraftaudit.reader.Schemas;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every document fits its published schema, and the schemas are those of the records; {@code -Dgolden.rewrite=true} writes them anew. */
class JsonSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, Class<? extends Record>> DOCUMENTS = Map.of("audit", Documents.AuditDocument.class,
        "voters", Documents.VotersDocument.class, "rules", Documents.RulesDocument.class,
        "describe", DescribeDocuments.DescribeDocument.class, "compare", CompareDocuments.CompareDocument.class,
        "captures", CapturesReport.CapturesDocument.class, "manifest", Manifest.class);
    private static final Path PUBLISHED = Samples.all().resolveSibling("audit/src/main/resources/kraftaudit/audit/report");

    static Stream<String> samples() throws IOException {
        try (Stream<Path> abouts = Files.walk(Samples.all(), 3)) {
            List<String> names = abouts.filter(f -> f.getFileName().toString().equals("about.md"))
                .map(f -> Samples.all().relativize(f.getParent()).toString()).sorted().toList();
            assertFalse(names.isEmpty());
            return names.stream();
        }
    }

    @BeforeAll
    static void rewrite() throws IOException {
        if (Boolean.getBoolean("golden.rewrite")) {
            for (var document : DOCUMENTS.entrySet()) {
                Files.writeString(PUBLISHED.resolve(document.getKey() + ".schema.json"), JSON.writerWithDefaultPrettyPrinter()
                    .writeValueAsString(JsonSchemas.of(document.getKey(), document.getValue())) + "\n");
            }
        }
    }

    @Test
    void schemasAreThoseOfTheRecords() throws IOException {
        for (var document : DOCUMENTS.entrySet()) {
            assertEquals(JsonSchemas.of(document.getKey(), document.getValue()),
                JSON.readTree(PUBLISHED.resolve(document.getKey() + ".schema.json").toFile()), document.getKey());
        }
    }

    private static JsonSchema schema(String command) throws IOException {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(PUBLISHED.resolve(command + ".schema.json")));
    }

    private static void assertFits(String command, String document) throws IOException {
        JsonNode json = JSON.readTree(document);
        assertEquals("schemaVersion", json.fieldNames().next());
        assertEquals(Set.of(), new TreeSet<>(schema(command).validate(json).stream().map(Object::toString).toList()));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void samplesFit(String sample) throws Exception {
        CaptureInput capture = Pipe.load(List.of(Samples.all().resolve(sample)), Pipe.Settings.defaults());
        assertFits("audit", Json.write(Documents.audit(Audit.audit(capture))));
        assertFits("voters", Json.write(Documents.voters(capture, OptionalLong.empty())));
        assertFits("voters", Json.write(Documents.voters(capture, OptionalLong.of(5))));
        assertFits("describe", Json.write(DescribeDocuments.describe(Described.of(capture, OptionalLong.empty()), OptionalLong.empty())));
        assertFits("describe", Json.write(DescribeDocuments.describe(Described.of(capture, OptionalLong.of(5)), OptionalLong.of(5))));
        Schemas schemas = Schemas.builtIn().with(capture.profile());
        assertFits("compare", Json.write(CompareDocuments.compare(capture.clusters().stream().map(c -> Compare.compare(c, schemas)).toList(),
            Compare.unrelated(capture.clusters()))));
    }

    @Test
    void theManifestFits(@TempDir Path folder) throws Exception {
        String out = folder.resolve("out").toString();
        StringWriter err = new StringWriter();
        CommandLineTool.run(new String[] {"audit", "-o", out, Samples.folder("made/never").toString()}, new PrintWriter(new StringWriter()),
            new PrintWriter(err));
        assertFits("manifest", Files.readString(Path.of(out, "manifest.json")));
        assertFits("audit", Files.readString(Path.of(out, "report.json")));
    }

    @Test
    void theCatalogueFits() throws Exception {
        assertFits("rules", Json.write(Documents.rules(Rules.ALL)));
    }

    /** A document that lacks a field, or has another type in it, does not fit. */
    @Test
    void schemasRefuse() throws Exception {
        ObjectNode document = (ObjectNode) JSON.readTree(Json.write(Documents.rules(Rules.ALL)));
        ((ObjectNode) document.get("rules").get(0)).remove("title");
        assertFalse(schema("rules").validate(document).isEmpty());
        ObjectNode other = (ObjectNode) JSON.readTree(Json.write(Documents.rules(Rules.ALL)));
        ((ObjectNode) other.get("rules").get(0)).put("severity", "GRAVE");
        assertFalse(schema("rules").validate(other).isEmpty());
        ObjectNode later = (ObjectNode) JSON.readTree(Json.write(Documents.rules(Rules.ALL)));
        later.put("schemaVersion", 2);
        assertFalse(schema("rules").validate(later).isEmpty());
    }
}
