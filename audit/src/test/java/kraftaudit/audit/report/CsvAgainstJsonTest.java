package kraftaudit.audit.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import kraftaudit.audit.Audit;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.Pipe;
import kraftaudit.written.Samples;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each CSV, read by a parser of its own, has the rows that the JSON of the same command tells. */
class CsvAgainstJsonTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Stream<String> samples() throws Exception {
        return JsonSchemaTest.samples();
    }

    /** RFC 4180, strictly: CRLF between records, quotes doubled inside of quotes, nothing else. */
    private static List<List<String>> parse(String csv) {
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
        document.get("captureOutcomes").forEach(outcome -> rows(told, "", outcome));
        assertEquals(told, parse(AuditCsv.render(report, true)));
    }

    private static void rows(List<List<String>> told, String clusterId, JsonNode outcome) {
        if (outcome.get("findings").isEmpty()) {
            told.add(row(List.of(clusterId, text(outcome.get("ruleId")), text(outcome.get("title")), text(outcome.get("severity")),
                text(outcome.get("outcome")), text(outcome.get("examined"))), "", "", "", "", "", "", "", "", "", "", text(outcome.get("why"))));
        }
        for (JsonNode finding : outcome.get("findings")) {
            JsonNode place = finding.get("place");
            boolean bytes = !place.isNull() && (place.get("position").asLong() > 0 || place.get("length").asLong() > 0);
            told.add(row(List.of(clusterId, text(outcome.get("ruleId")), text(outcome.get("title")), text(finding.get("severity")),
                text(outcome.get("outcome")), text(outcome.get("examined"))), text(finding.get("replica")), text(finding.get("offset")),
                text(finding.get("epoch")), text(finding.get("timestamp")), text(place.get("file")), bytes ? text(place.get("position")) : "",
                bytes ? text(place.get("length")) : "", text(finding.get("subject")), text(finding.get("expected")), text(finding.get("found")),
                text(finding.get("message"))));
        }
    }

    private static List<String> row(List<String> head, String... rest) {
        return Stream.concat(head.stream(), Stream.of(rest)).toList();
    }
}
