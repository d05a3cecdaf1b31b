package kraftaudit.audit.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import kraftaudit.audit.Audit;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.Severity;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** SARIF against the schema that OASIS published, and against the report. */
class SarifTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchema SCHEMA = schema();

    private static JsonSchema schema() {
        InputStream published = SarifTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json");
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(published);
    }

    static Stream<String> samples() throws Exception {
        return JsonSchemaTest.samples();
    }

    private static Set<String> faults(JsonNode document) {
        return new TreeSet<>(SCHEMA.validate(document).stream().map(Object::toString).toList());
    }

    private static AuditReport report(Path folder) throws Exception {
        return Audit.audit(Pipe.load(CaptureFinder.find(List.of(folder)), Pipe.Settings.defaults(), Pipe.Progress.NONE, true));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void samplesFitTheSchemaAndTheReport(String sample) throws Exception {
        Path folder = Samples.all().resolve(sample);
        AuditReport report = report(folder);
        JsonNode document = JSON.readTree(Sarif.render(report));
        assertEquals(Set.of(), faults(document));
        JsonNode run = document.get("runs").get(0);
        for (JsonNode artifact : run.get("artifacts")) {
            Path file = folder.resolve(URI.create(artifact.get("location").get("uri").asText()).getPath());
            byte[] bytes = Files.readAllBytes(file);
            assertEquals(bytes.length, artifact.get("length").asLong());
            assertEquals(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)), artifact.get("hashes").get("sha-256").asText());
        }
        List<Finding> findings = Stream.concat(report.clusters().stream().flatMap(c -> c.findings().stream()), report.sharedFindings().stream()).toList();
        assertEquals(findings.size(), run.get("results").size());
        for (int i = 0; i < findings.size(); i++) {
            assertTold(findings.get(i), run.get("results").get(i), run);
        }
        assertEquals(report.outcomes().stream().filter(o -> !o.undecided().isEmpty()).count(),
            run.get("invocations").get(0).path("toolExecutionNotifications").size());
    }

    private static void assertTold(Finding finding, JsonNode result, JsonNode run) {
        assertEquals(finding.ruleId(), result.get("ruleId").asText());
        assertEquals(finding.ruleId(), run.get("tool").get("driver").get("rules").get(result.get("ruleIndex").asInt()).get("id").asText());
        assertEquals(finding.severity() == Severity.VIOLATION ? "error" : finding.severity() == Severity.IRREGULAR ? "warning" : "note",
            result.get("level").asText());
        JsonNode physical = result.path("locations").path(0).path("physicalLocation");
        finding.where().place().filter(p -> !p.file().isEmpty()).ifPresent(place -> {
            assertEquals(place.file(), URI.create(physical.get("artifactLocation").get("uri").asText()).getPath());
            JsonNode artifact = run.get("artifacts").path(physical.get("artifactLocation").path("index").asInt(-1));
            assertEquals(physical.get("artifactLocation").get("uri"), artifact.path("location").path("uri"));
            assertEquals(place.position(), physical.path("region").path("byteOffset").asLong());
            assertEquals(place.length(), physical.path("region").path("byteLength").asLong());
            assertTrue(place.position() + place.length() <= artifact.path("length").asLong(), place::toString);
        });
        assertEquals(finding.where().place().filter(p -> !p.file().isEmpty()).isPresent(), !physical.isMissingNode());
    }

    /** The schema is in force: what it forbids is refused. */
    @Test
    void theSchemaRefuses() throws Exception {
        String sound = Sarif.render(report(Samples.folder("made/never")));
        ObjectNode level = (ObjectNode) JSON.readTree(sound);
        ((ObjectNode) level.get("runs").get(0).get("results").get(0)).put("level", "grave");
        assertFalse(faults(level).isEmpty());
        ObjectNode nothing = (ObjectNode) JSON.readTree(sound);
        ((ObjectNode) nothing.get("runs").get(0).get("results").get(0)).putNull("locations");
        assertFalse(faults(nothing).isEmpty());
        ObjectNode tool = (ObjectNode) JSON.readTree(sound);
        ((ObjectNode) tool.get("runs").get(0)).remove("tool");
        assertFalse(faults(tool).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"node1/a.log, node1/a.log", "a b/c:d, a%20b/c%3Ad", "é%/~_-., %C3%A9%25/~_-.", "x#y?z, x%23y%3Fz"})
    void namesAsReferences(String name, String uri) {
        assertEquals(uri, Sarif.uri(name));
        assertEquals(name, URI.create(uri).getPath());
    }
}
