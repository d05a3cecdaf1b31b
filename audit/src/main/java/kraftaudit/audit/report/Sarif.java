package kraftaudit.audit.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.ClusterReport;
import kraftaudit.audit.FileState;
import kraftaudit.audit.Finding;
import kraftaudit.audit.RuleOutcome;
import kraftaudit.audit.Rules;
import kraftaudit.audit.Rule;
import kraftaudit.audit.Severity;
import kraftaudit.audit.Where;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.Place;

/**
 * {@code audit} as SARIF 2.1.0 (OASIS): one run with every rule, a result for each finding, every file with its SHA-256, and
 * what could not be decided as notifications. Regions are bytes. SARIF knows no null: what does not apply is left out.
 */
public final class Sarif {
    private static final String SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
    private static final String BASE = "CAPTURE";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final AuditReport report;
    private final Map<String, Integer> ruleIndexes = new HashMap<>();
    private final Map<String, Integer> artifactIndexes = new HashMap<>();

    private Sarif(AuditReport report) {
        this.report = report;
    }

    /** The document; hashes are those of the report's files, as they were before they were read. */
    public static String render(AuditReport report) {
        return Json.write(new Sarif(report).log());
    }

    private ObjectNode log() {
        ObjectNode log = object().put("$schema", SCHEMA).put("version", "2.1.0");
        ObjectNode run = log.putArray("runs").addObject();
        run.putObject("tool").set("driver", driver());
        run.putArray("invocations").add(invocation());
        run.putObject("originalUriBaseIds").putObject(BASE).set("description", text("the PATH that was audited; with several, the folder above them all"));
        run.set("artifacts", artifacts());
        run.put("columnKind", "unicodeCodePoints");
        run.set("results", results());
        run.putObject("properties").put("verdict", Words.verdict(report)).put("profile", report.profile().name())
            .put("profileProvisional", report.profile().provisional());
        return log;
    }

    private static ObjectNode object() {
        return NODES.objectNode();
    }

    private static ObjectNode text(String text) {
        return object().put("text", text);
    }

    // ---- rules ----

    private ObjectNode driver() {
        ObjectNode driver = object().put("name", Product.THIS.name()).put("version", Product.THIS.version()).put("semanticVersion", Product.THIS.version());
        ArrayNode rules = driver.putArray("rules");
        for (Rule rule : Rules.ALL) {
            ruleIndexes.put(rule.id(), rules.size());
            rules.add(rule(rule));
        }
        return driver;
    }

    private static ObjectNode rule(Rule rule) {
        ObjectNode node = object().put("id", rule.id());
        node.set("shortDescription", text(rule.title()));
        String page = RulesReport.page(rule).orElse(rule.title());
        node.set("help", text(page).put("markdown", page));
        node.putObject("defaultConfiguration").put("level", level(rule.severity()));
        node.putObject("properties").put("severity", rule.severity().name()).putArray("tags").add(rule.family().title());
        return node;
    }

    /** SARIF's word: a violation is an error, what is irregular a warning. */
    private static String level(Severity severity) {
        return switch (severity) {
            case VIOLATION -> "error";
            case IRREGULAR -> "warning";
            case NOTE -> "note";
        };
    }

    // ---- what could not be decided ----

    private ObjectNode invocation() {
        ObjectNode invocation = object().put("executionSuccessful", !report.hasDefect());
        ArrayNode notifications = NODES.arrayNode();
        for (RuleOutcome outcome : report.outcomes()) {
            if (!outcome.undecided().isEmpty()) {
                ObjectNode notification = notifications.addObject();
                notification.putObject("associatedRule").put("id", outcome.rule().id()).put("index", ruleIndexes.get(outcome.rule().id()));
                notification.set("message", text("undecided: " + outcome.undecided()));
                notification.put("level", "note");
            }
        }
        if (!notifications.isEmpty()) {
            invocation.set("toolExecutionNotifications", notifications);
        }
        return invocation;
    }

    // ---- files ----

    private ArrayNode artifacts() {
        ArrayNode artifacts = NODES.arrayNode();
        List<CapturedFile> files = report.files().files();
        for (int i = 0; i < files.size(); i++) {
            FileState state = report.files().before().get(i);
            CapturedFile file = files.get(i);
            if (!state.problem().isEmpty()) {
                continue;
            }
            artifactIndexes.put(file.name(), artifacts.size());
            ObjectNode artifact = artifacts.addObject();
            artifact.putObject("location").put("uri", uri(file.name())).put("uriBaseId", BASE);
            artifact.put("length", state.length()).put("mimeType", "application/octet-stream");
            if (file.kind().used()) {
                artifact.putArray("roles").add("analysisTarget");
            }
            state.sha256().ifPresent(hash -> artifact.putObject("hashes").put("sha-256", hash));
            artifact.putObject("properties").put("kind", file.kind().name()).put("used", file.kind().used());
        }
        return artifacts;
    }

    /** A relative reference of RFC 3986: every byte of a name that is not unreserved is escaped. */
    static String uri(String name) {
        StringBuilder uri = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "-._~/".indexOf(c) >= 0;
            uri.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
        }
        return uri.toString();
    }

    // ---- findings ----

    private ArrayNode results() {
        ArrayNode results = NODES.arrayNode();
        report.clusters().forEach(cluster -> results(results, cluster));
        report.sharedFindings().forEach(finding -> results.add(result(finding, report.sharedClusterId())));
        return results;
    }

    private void results(ArrayNode results, ClusterReport cluster) {
        cluster.findings().forEach(finding -> results.add(result(finding, cluster.clusterId())));
    }

    private ObjectNode result(Finding finding, String clusterId) {
        ObjectNode result = object().put("ruleId", finding.ruleId()).put("ruleIndex", ruleIndexes.get(finding.ruleId())).put("kind", "fail")
            .put("level", level(finding.severity()));
        result.set("message", text(Words.message(finding)));
        location(finding).ifPresent(location -> result.putArray("locations").add(location));
        result.set("properties", properties(finding, clusterId));
        return result;
    }

    private Optional<ObjectNode> location(Finding finding) {
        ObjectNode location = object();
        Where where = finding.where();
        where.place().filter(place -> !place.file().isEmpty()).ifPresent(place -> location.set("physicalLocation", physical(place)));
        Words.locator(finding).ifPresent(locator -> location.putArray("logicalLocations").addObject().put("fullyQualifiedName", locator));
        return location.isEmpty() ? Optional.empty() : Optional.of(location);
    }

    private ObjectNode physical(Place place) {
        ObjectNode physical = object();
        ObjectNode file = physical.putObject("artifactLocation").put("uri", uri(place.file())).put("uriBaseId", BASE);
        Optional.ofNullable(artifactIndexes.get(place.file())).ifPresent(index -> file.put("index", index));
        if (place.position() > 0 || place.length() > 0) {
            physical.putObject("region").put("byteOffset", place.position()).put("byteLength", place.length());
        }
        return physical;
    }

    private static ObjectNode properties(Finding finding, String clusterId) {
        Where where = finding.where();
        ObjectNode properties = object();
        text(properties, "clusterId", clusterId);
        text(properties, "severity", finding.severity().name());
        text(properties, "replica", where.replica());
        number(properties, "offset", where.offset());
        number(properties, "epoch", where.epoch());
        Times.iso(where.timestamp()).ifPresent(time -> properties.put("timestamp", time));
        text(properties, "subject", finding.subject());
        text(properties, "expected", finding.expected());
        text(properties, "found", finding.found());
        return properties;
    }

    private static void text(ObjectNode properties, String name, String value) {
        if (!value.isEmpty()) {
            properties.put(name, value);
        }
    }

    private static void number(ObjectNode properties, String name, OptionalLong value) {
        value.ifPresent(v -> properties.put(name, v));
    }

    private static void number(ObjectNode properties, String name, OptionalInt value) {
        value.ifPresent(v -> properties.put(name, v));
    }
}
