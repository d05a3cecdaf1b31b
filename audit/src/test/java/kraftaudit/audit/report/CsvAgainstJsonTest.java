package kraftaudit.audit.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import kraftaudit.audit.Audit;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.Compare;
import kraftaudit.audit.Comparison;
import kraftaudit.audit.Described;
import kraftaudit.audit.Locator;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.Rules;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.reader.Schemas;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each CSV, read by a parser of its own, has the rows that the JSON of the same command tells. */
class CsvAgainstJsonTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Stream<String> samples() throws Exception {
        return JsonSchemaTest.samples();
    }

    /** The rows as Jackson reads them, which this test's own strict reading has to find too. */
    private static List<List<String>> parse(String csv) throws Exception {
        List<List<String>> rows = new ArrayList<>();
        try (MappingIterator<String[]> lines = new CsvMapper().enable(CsvParser.Feature.WRAP_AS_ARRAY).readerFor(String[].class).readValues(csv)) {
            while (lines.hasNext()) {
                rows.add(List.of(lines.next()));
            }
        }
        assertEquals(strictly(csv), rows);
        return rows;
    }

    /** RFC 4180, strictly: CRLF between records, quotes doubled inside of quotes, nothing else. */
    private static List<List<String>> strictly(String csv) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < csv.length(); i++) {
            char c = csv.charAt(i);
            if (quoted) {
                if (c == '"' && i + 1 < csv.length() && csv.charAt(i + 1) == '"') {
                    cell.append('"');
                    i++;
                } else if (c == '"') {
                    quoted = false;
                } else {
                    cell.append(c);
                }
            } else if (c == '"') {
                assertEquals(0, cell.length(), "a quote inside of a bare cell");
                quoted = true;
            } else if (c == ',' || c == '\r') {
                row.add(cell.toString());
                cell.setLength(0);
                if (c == '\r') {
                    assertEquals('\n', csv.charAt(++i), "a bare CR");
                    rows.add(row);
                    row = new ArrayList<>();
                }
            } else {
                assertTrue(c != '\n', "a bare LF");
                cell.append(c);
            }
        }
        assertTrue(row.isEmpty() && cell.length() == 0, "the last record ends with CRLF");
        return rows;
    }

    private static String text(JsonNode node) {
        return node == null || node.isNull() || node.isMissingNode() ? "" : node.asText();
    }

    private static String joined(JsonNode array) {
        return String.join(";", StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void voters(String sample) throws Exception {
        CaptureInput capture = Pipe.load(List.of(Samples.all().resolve(sample)), Pipe.Settings.defaults());
        List<List<String>> told = new ArrayList<>(List.of(VotersCsv.HEADER));
        for (JsonNode cluster : JSON.readTree(Json.write(Documents.voters(capture, OptionalLong.empty()))).get("clusters")) {
            for (JsonNode branch : cluster.get("branches")) {
                for (JsonNode span : branch.get("committedVoters")) {
                    List<String> head = List.of(text(cluster.get("clusterId")), text(span.get("highWatermarkFrom")), text(span.get("highWatermarkTo")),
                        text(span.get("status")), joined(span.get("proof")), text(span.get("source")), text(span.get("votersOffset")),
                        text(span.get("votersEpoch")), text(span.get("votersTimestamp")), text(span.get("kraftVersion")));
                    boolean none = span.get("voters").isNull() || span.get("voters").isEmpty();
                    if (none) {
                        told.add(row(head, "", "", "", joined(branch.get("replicas"))));
                    } else {
                        span.get("voters").forEach(v -> told.add(row(head, text(v.get("id")), text(v.get("directoryId")), joined(v.get("endpoints")),
                            joined(branch.get("replicas")))));
                    }
                }
            }
        }
        assertEquals(told, parse(VotersCsv.render(capture, OptionalLong.empty(), true)));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void audit(String sample) throws Exception {
        AuditReport report = Audit.audit(Pipe.load(List.of(Samples.all().resolve(sample)), Pipe.Settings.defaults()));
        JsonNode document = JSON.readTree(Json.write(Documents.audit(report)));
        List<List<String>> told = new ArrayList<>(List.of(AuditCsv.HEADER));
        for (JsonNode cluster : document.get("clusters")) {
            cluster.get("outcomes").forEach(outcome -> rows(told, text(cluster.get("clusterId")), outcome));
        }
        document.get("captureOutcomes").forEach(outcome -> rows(told, report.sharedClusterId(), outcome));
        assertEquals(told, parse(AuditCsv.render(report, true)));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void findings(String sample) throws Exception {
        AuditReport report = Audit.audit(Pipe.load(List.of(Samples.all().resolve(sample)), Pipe.Settings.defaults()));
        List<List<String>> rows = parse(AuditCsv.findings(report, true));
        assertEquals(AuditCsv.FINDINGS, rows.get(0));
        List<String> locators = new ArrayList<>();
        List<List<String>> told = new ArrayList<>();
        JsonNode document = JSON.readTree(Json.write(Documents.audit(report)));
        for (JsonNode finding : document.get("findings")) {
            told.add(List.of(text(finding.get("ruleId")), text(finding.get("severity")), text(finding.get("message")), text(finding.get("locator"))));
            if (!finding.get("locator").isNull()) {
                locators.add(text(finding.get("locator")));
            }
        }
        List<List<String>> found = rows.stream().skip(1).map(r -> List.of(r.get(1), r.get(3), r.get(16), r.get(17))).toList();
        assertEquals(sorted(told), sorted(found));
        locators.forEach(locator -> assertTrue(Locator.parse(locator).map(l -> l.text().equals(locator)).orElse(false), locator));
        List<List<String>> all = parse(AuditCsv.render(report, true));
        assertEquals(sorted(all.stream().skip(1).filter(r -> r.get(4).equals("broken")).toList()),
            sorted(rows.stream().skip(1).map(r -> r.subList(0, r.size() - 1)).toList()));
    }

    private static List<String> sorted(List<List<String>> rows) {
        return rows.stream().map(Object::toString).sorted().toList();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void timeline(String sample) throws Exception {
        List<Timeline> timelines = Audit.audit(Pipe.load(List.of(Samples.all().resolve(sample)), Pipe.Settings.defaults())).clusters().stream()
            .map(Timeline::of).toList();
        List<List<String>> told = new ArrayList<>(List.of(TimelineCsv.HEADER));
        for (JsonNode cluster : JSON.readTree(Json.write(TimelineDocuments.of(timelines))).get("clusters")) {
            for (JsonNode lane : cluster.get("lanes")) {
                for (JsonNode item : lane.get("items")) {
                    told.add(List.of(text(cluster.get("clusterId")), lane.get("replica").asText().isEmpty() ? text(item.get("replica")) : text(lane.get("replica")),
                        text(lane.get("lane")), text(item.get("kind")), text(item.get("offsetFrom")), text(item.get("offsetTo")),
                        text(item.get("timestampFrom")), text(item.get("timestampTo")), text(item.get("status")), text(item.get("label"))));
                }
            }
        }
        assertEquals(told, parse(TimelineCsv.render(timelines, true)));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void describe(String sample) throws Exception {
        List<Described> described = Described.of(Pipe.load(List.of(Samples.all().resolve(sample)), Pipe.Settings.defaults()), OptionalLong.empty());
        List<List<String>> rows = parse(DescribeCsv.render(described, true));
        assertEquals(DescribeCsv.HEADER, rows.get(0));
        List<List<String>> told = new ArrayList<>();
        for (JsonNode cluster : JSON.readTree(Json.write(DescribeDocuments.describe(described, OptionalLong.empty()))).get("clusters")) {
            for (JsonNode answer : cluster.get("answers")) {
                List<String> head = List.of(text(cluster.get("clusterId")), text(answer.get("highWatermark")), text(answer.get("exposedEnd")),
                    text(answer.get("durableEnd")), text(answer.get("leaderId")), text(answer.get("leaderEpoch")));
                for (JsonNode node : answer.get("replicas")) {
                    told.add(row(head, text(node.get("id")), text(node.get("directoryId")), joined(node.get("endpoints")), text(node.get("role")),
                        text(node.get("logEndOffset")), text(node.get("lag"))));
                }
                if (answer.get("replicas").isEmpty()) {
                    told.add(row(head, "", "", "", "", "", ""));
                }
            }
        }
        assertEquals(told, rows.stream().skip(1).map(r -> List.of(r.get(0), r.get(2), r.get(4), r.get(5), r.get(6), r.get(7), r.get(8), r.get(9),
            r.get(10), r.get(11), r.get(15), r.get(16))).toList());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void compare(String sample) throws Exception {
        CaptureInput capture = Pipe.load(List.of(Samples.all().resolve(sample)), Pipe.Settings.defaults());
        Schemas schemas = Schemas.builtIn().with(capture.profile());
        List<Comparison> comparisons = capture.clusters().stream().map(cluster -> Compare.compare(cluster, schemas)).toList();
        List<Comparison.Unrelated> unrelated = Compare.unrelated(capture.clusters());
        List<List<String>> rows = parse(CompareCsv.render(comparisons, unrelated, true));
        assertEquals(CompareCsv.HEADER, rows.get(0));
        List<List<String>> told = new ArrayList<>();
        for (JsonNode cluster : JSON.readTree(Json.write(CompareDocuments.compare(comparisons, unrelated))).get("clusters")) {
            cluster.get("recovery").get("ranking").forEach(copy -> told.add(List.of("COPY", text(copy.get("copy")), "", text(copy.get("endOffset")),
                text(copy.get("lastEpoch")))));
            cluster.get("pairs").forEach(pair -> told.add(List.of("PAIR", text(pair.get("one")), text(pair.get("other")), text(pair.get("commonEnd")),
                text(pair.path("divergence").path("one").path("epoch")))));
        }
        assertEquals(told, rows.stream().skip(1).filter(r -> r.get(1).equals("COPY") || r.get(1).equals("PAIR"))
            .map(r -> List.of(r.get(1), r.get(2), r.get(3), r.get(6), r.get(7))).toList());
    }

    @Test
    void rules() throws Exception {
        List<List<String>> told = new ArrayList<>(List.of(RulesReport.HEADER));
        JSON.readTree(Json.write(Documents.rules(Rules.ALL))).get("rules").forEach(rule -> told.add(List.of(text(rule.get("id")), text(rule.get("title")),
            text(rule.get("severity")), joined(rule.get("needs")), joined(rule.get("explainedBy")))));
        assertEquals(told, parse(RulesReport.csv(true)));
    }

    /** Text that a spreadsheet would take for a formula gets a quote before it, numbers and raw tables do not. */
    @Test
    void formulas() throws Exception {
        for (String formula : List.of("=1+1", "+1", "-1", "@x", "\tx", "\rx")) {
            assertEquals(List.of("'" + formula, "-1"), parse(new Tables(false).row(formula, -1)).get(1));
            assertEquals(List.of(formula, "-1"), parse(new Tables(true).row(formula, -1)).get(1));
        }
        for (String plain : List.of("a=1", " =1", "", "\"=", "a,b\r\nc", "9223372036854775807")) {
            assertEquals(List.of(plain, Long.toString(Long.MIN_VALUE)), parse(new Tables(false).row(plain, Long.MIN_VALUE)).get(1));
        }
    }

    /** A table of one row. */
    private record Tables(boolean raw) {
        String row(String text, long number) {
            Cells cells = new Cells(raw, List.of("text", "number"));
            cells.text(text).number(number).end();
            return cells.toString();
        }
    }

    private static void rows(List<List<String>> told, String clusterId, JsonNode outcome) {
        if (outcome.get("findings").isEmpty()) {
            told.add(row(List.of(clusterId, text(outcome.get("ruleId")), text(outcome.get("title")), text(outcome.get("severity")),
                text(outcome.get("outcome")), text(outcome.get("examined"))), "", "", "", "", "", "", "", "", "", "", text(outcome.get("why"))));
        }
        for (JsonNode finding : outcome.get("findings")) {
            JsonNode place = finding.get("place");
            told.add(row(List.of(clusterId, text(outcome.get("ruleId")), text(outcome.get("title")), text(finding.get("severity")),
                text(outcome.get("outcome")), text(outcome.get("examined"))), text(finding.get("replica")), text(finding.get("offset")),
                text(finding.get("epoch")), text(finding.get("timestamp")), text(place.get("file")), text(place.get("position")),
                text(place.get("length")), text(finding.get("subject")), text(finding.get("expected")), text(finding.get("found")),
                text(finding.get("message"))));
        }
    }

    private static List<String> row(List<String> head, String... rest) {
        return Stream.concat(head.stream(), Stream.of(rest)).toList();
    }
}
