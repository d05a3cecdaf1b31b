package kraftaudit.audit.dump;

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
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kraftaudit.written.Checkpoints;
import org.apache.kafka.tools.DumpLogSegments;

/** {@code kafka-dump-log --cluster-metadata-decoder}, and how what it prints differs from our dump. */
final class DumpTool {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern BATCH = Pattern.compile("baseOffset: (\\d+) lastOffset: (\\d+) count: (\\d+) .*partitionLeaderEpoch: (-?\\d+) "
        + ".*isControl: (true|false) .*position: (\\d+) CreateTime: (-?\\d+) size: (\\d+) .*crc: (\\d+) isvalid: (true|false)");
    private static final Pattern RECORD = Pattern.compile("\\| offset: (\\d+) CreateTime: (-?\\d+) .*?headerKeys: \\[\\] ?(.*)");
    private static final Pattern CONTROL = Pattern.compile("(LeaderChange|SnapshotHeader|SnapshotFooter|KRaftVersion|KRaftVoters):? (\\{.*\\})");
    private static final Pattern CONTROL_TYPE = Pattern.compile("controlType: ([A-Z_]+)\\(\\d+\\)");
    /** The tool has names of its own for control records. */
    private static final Map<String, String> CONTROL_TYPES = Map.of("LeaderChange", "LEADER_CHANGE", "SnapshotHeader", "SNAPSHOT_HEADER",
        "SnapshotFooter", "SNAPSHOT_FOOTER", "KRaftVersion", "KRAFT_VERSION", "KRaftVoters", "KRAFT_VOTERS");
    private static final List<String> BATCH_FIELDS = List.of("baseOffset", "endOffset", "records", "epoch", "control", "position", "timestampMs",
        "length", "crc", "crcPasses");
    private static final List<String> RECORD_FIELDS = List.of("offset", "timestampMs", "type", "version", "payload");
    /** In a row of the tool: what stands there in place of a payload. */
    private static final String PRINTED = "printed";

    private DumpTool() {
    }

    /** What the tool of the release among the tests' classes prints to both of its outputs, line by line. */
    static List<String> print(Path file) throws IOException {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (PrintStream both = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setOut(both);
            System.setErr(both);
            DumpLogSegments.main(new String[] {"--cluster-metadata-decoder", "--files", file.toString()});
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** The file, or a copy in an empty folder where the tool would not know by the name what it is. */
    static Path named(Path file, Path folder) throws IOException {
        return file.endsWith("bootstrap.checkpoint") ? Files.copy(file, folder.resolve(Checkpoints.name(0, 0))) : file;
    }

    /** The batches and records among lines that it has printed, in one form with {@link #ours}. */
    static List<ObjectNode> rows(List<String> lines) throws IOException {
        List<ObjectNode> rows = new ArrayList<>();
        for (String line : lines) {
            Matcher batch = BATCH.matcher(line);
            Matcher record = RECORD.matcher(line);
            if (batch.matches()) {
                rows.add(plain(JSON.createObjectNode().put("baseOffset", Long.parseLong(batch.group(1))).put("endOffset", Long.parseLong(batch.group(2)) + 1)
                    .put("records", Long.parseLong(batch.group(3))).put("epoch", Long.parseLong(batch.group(4)))
                    .put("control", Boolean.parseBoolean(batch.group(5))).put("position", Long.parseLong(batch.group(6)))
                    .put("timestampMs", Long.parseLong(batch.group(7))).put("length", Long.parseLong(batch.group(8)))
                    .put("crc", String.format("0x%08x", (int) Long.parseLong(batch.group(9)))).put("crcPasses", Boolean.parseBoolean(batch.group(10)))));
            } else if (record.matches()) {
                ObjectNode row = JSON.createObjectNode().put("offset", Long.parseLong(record.group(1))).put("timestampMs", Long.parseLong(record.group(2)));
                payload(row, record.group(3));
                rows.add(plain(row));
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
            row.put(PRINTED, printed);
        }
    }

    /** Batches and records of our dump in JSON lines. */
    static List<ObjectNode> ours(Dumped dumped) throws IOException {
        List<ObjectNode> rows = new ArrayList<>();
        for (JsonNode line : dumped.all("batch", "record")) {
            ObjectNode row = JSON.createObjectNode();
            (line.get("kind").asText().equals("batch") ? BATCH_FIELDS : RECORD_FIELDS).forEach(name -> row.set(name, line.get(name)));
            rows.add(plain(row));
        }
        return rows;
    }

    /** Through text, so that whole numbers of any size compare. */
    private static ObjectNode plain(ObjectNode row) throws IOException {
        return (ObjectNode) JSON.readTree(row.toString());
    }

    /**
     * How the two agree about a file.
     *
     * @param alike     rows of batches and records
     * @param explained how often the tool says less than we, by the reason
     * @param others    whatever else differs
     */
    record Comparison(int alike, Map<String, Integer> explained, List<String> others) {
    }

    /** @param printed about the same file */
    static Comparison compare(List<String> printed, Path file) throws IOException {
        List<ObjectNode> theirs = rows(printed);
        List<ObjectNode> ours = ours(Dumped.json("--show-secrets", file));
        int alike = 0;
        Map<String, Integer> explained = new TreeMap<>();
        List<String> others = new ArrayList<>();
        int at = 0;
        boolean damaged = false;
        for (ObjectNode row : theirs) {
            damaged = row.has("crcPasses") ? !row.get("crcPasses").asBoolean() : damaged;
            if (damaged) {
                explained.merge("the checksum of the batch fails", 1, Integer::sum);
                continue;
            }
            ObjectNode own = at < ours.size() ? ours.get(at) : JSON.createObjectNode();
            at++;
            String reason = row.has(PRINTED) ? withoutPayload(row, own) : withoutNewFields(row, own);
            if (!row.equals(own)) {
                others.add("the tool has " + row + ", we " + own);
            } else if (reason.isEmpty()) {
                alike++;
            } else {
                explained.merge(reason, 1, Integer::sum);
            }
        }
        ours.stream().skip(at).forEach(own -> others.add("we alone have " + own));
        return new Comparison(alike, explained, others);
    }

    /** Takes out of both rows what the tool does not tell, and says what that is. */
    private static String withoutPayload(ObjectNode row, ObjectNode own) {
        String printed = row.remove(PRINTED).asText();
        Matcher type = CONTROL_TYPE.matcher(printed);
        String known = own.path("type").asText() + " v" + own.path("version").asText();
        own.remove(List.of("version", "payload"));
        if (type.matches() && !type.group(1).equals("UNKNOWN")) {
            row.put("type", type.group(1));
            return "tells of " + known + " no more than its type";
        }
        own.remove("type");
        return "does not decode " + known;
    }

    /** Takes fields out of our payload that theirs does not have: an older release passes over tags that came later. */
    private static String withoutNewFields(ObjectNode row, ObjectNode own) {
        List<String> fields = new ArrayList<>();
        if (row.path("payload") instanceof ObjectNode theirs && own.path("payload") instanceof ObjectNode ours) {
            ours.fieldNames().forEachRemaining(fields::add);
            theirs.fieldNames().forEachRemaining(fields::remove);
            ours.remove(fields);
        }
        return fields.isEmpty() ? "" : "leaves out " + String.join(", ", fields) + " of " + own.path("type").asText() + " v" + own.path("version").asText();
    }
}
