package kraftaudit.reader;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import kraftaudit.reader.FileReading.Kind;
import kraftaudit.reader.SmallFile.Refused;

/**
 * quorum-state: one JSON object in one line, its fields by {@code data_version} (Kafka's {@code QuorumStateData}):
 *
 * <pre>
 * 0    clusterId  leaderId  leaderEpoch  votedId                    appliedOffset  currentVoters
 * 1               leaderId  leaderEpoch  votedId  votedDirectoryId
 * </pre>
 *
 * Kafka takes the fields of the other version too when they are well formed, and does not look at unknown ones.
 */
final class QuorumStateFile {
    private static final String VERSION = "data_version";
    private static final String CLUSTER = "clusterId";
    private static final String LEADER = "leaderId";
    private static final String EPOCH = "leaderEpoch";
    private static final String VOTED = "votedId";
    private static final String VOTED_DIRECTORY = "votedDirectoryId";
    private static final String APPLIED = "appliedOffset";
    private static final String VOTERS = "currentVoters";
    private static final Set<String> FIELDS_0 = Set.of(CLUSTER, LEADER, EPOCH, VOTED, APPLIED, VOTERS, VERSION);
    private static final Set<String> FIELDS_1 = Set.of(LEADER, EPOCH, VOTED, VOTED_DIRECTORY, VERSION);

    private final SmallFile file;
    private final ObjectNode object;
    private int version;

    private QuorumStateFile(SmallFile file, ObjectNode object) {
        this.file = file;
        this.object = object;
    }

    static QuorumState decode(SmallFile file) throws Refused {
        BufferedReader reader = file.lines();
        String line = readLine(reader);
        if (line == null) {
            throw new Refused("", "a JSON object in the first line", file.content());
        }
        JsonNode tree;
        try {
            tree = JsonTree.first(line);
        } catch (IOException malformed) {
            throw new Refused(OptionalInt.of(1), "", "a JSON object in the first line", notJson(file, line));
        }
        if (!(tree instanceof ObjectNode object)) {
            throw new Refused(OptionalInt.of(1), "", "a JSON object in the first line", notJson(file, line));
        }
        QuorumState state = new QuorumStateFile(file, object).decode();
        repetitionAndRest(file, line, reader);
        if (!file.hasOddities() && !canonical(state).equals(line)) {
            file.unusual("", canonical(state), line);
        }
        return state;
    }

    private static String notJson(SmallFile file, String line) {
        String bytes = file.startsWithByteOrderMark() ? file.content() + " that begin with a byte order mark" : file.content();
        return file.isEmptyOrZeros() || line.isEmpty() ? bytes : bytes + ": " + line;
    }

    private static String readLine(BufferedReader reader) throws Refused {
        try {
            return reader.readLine();
        } catch (IOException malformed) {
            throw new Refused("", "UTF-8", "bytes that are none");
        }
    }

    private QuorumState decode() throws Refused {
        object.properties().forEach(field -> file.says(field.getKey(), text(field.getValue())));
        JsonNode versionNode = object.get(VERSION);
        if (versionNode == null) {
            throw refused(VERSION, "0 or 1");
        }
        // Kafka's conversion: any value that is no number counts as 0, and 65537 as 1.
        version = versionNode.shortValue();
        if (version != 0 && version != 1) {
            throw refused(VERSION, "0 or 1");
        }
        if (!versionNode.isInt() || versionNode.intValue() != version) {
            file.odd(Kind.WRONG, OptionalInt.of(1), VERSION, Integer.toString(version) + ", which Kafka takes it for", text(versionNode));
        }
        String cluster = textField(CLUSTER, version == 0, "");
        int leader = intField(object, LEADER);
        int epoch = intField(object, EPOCH);
        int voted = intField(object, VOTED);
        DirectoryId votedDirectory = votedDirectory();
        long applied = applied();
        List<Integer> voters = voters();

        note(!cluster.isEmpty(), Kind.UNUSUAL, CLUSTER, "nothing, as Kafka writes it");
        note(leader < -1, Kind.WRONG, LEADER, "0 or more, or -1 for none");
        note(epoch < 0, Kind.WRONG, EPOCH, "0 or more");
        note(voted < -1, Kind.WRONG, VOTED, "0 or more, or -1 for none");
        note(!votedDirectory.isZero() && voted == -1, Kind.UNUSUAL, VOTED_DIRECTORY, DirectoryId.ZERO + ", as there is no vote");
        note(applied != 0, Kind.UNUSUAL, APPLIED, "0, as Kafka writes it");
        note(new HashSet<>(voters).size() != voters.size() || voters.stream().anyMatch(v -> v < 0), Kind.WRONG, VOTERS,
            "voter ids of 0 or more, each once");
        unknownFields();
        return new QuorumState(version, idOrNone(leader), epoch, idOrNone(voted),
            voted == -1 || votedDirectory.isZero() ? Optional.empty() : Optional.of(votedDirectory), voters);
    }

    private static OptionalInt idOrNone(int id) {
        return id == -1 ? OptionalInt.empty() : OptionalInt.of(id);
    }

    private void note(boolean odd, Kind kind, String field, String expected) {
        if (odd) {
            file.odd(kind, OptionalInt.of(1), field, expected, text(object.get(field)));
        }
    }

    private void unknownFields() {
        Set<String> known = version == 0 ? FIELDS_0 : FIELDS_1;
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (!known.contains(field.getKey())) {
                file.odd(Kind.WRONG, OptionalInt.of(1), SmallFile.shorten(field.getKey()),
                    "no such field in " + VERSION + " " + version, text(field.getValue()));
            }
        }
    }

    private String textField(String field, boolean required, String absent) throws Refused {
        JsonNode node = object.get(field);
        if (node == null && required || node != null && !node.isTextual()) {
            throw refused(field, "a text, which " + VERSION + " " + version + " requires");
        }
        return node == null ? absent : node.asText();
    }

    private int intField(JsonNode from, String field) throws Refused {
        JsonNode node = from.get(field);
        if (node == null || !node.isInt()) {
            throw new Refused(OptionalInt.of(1), field, "a number of 32 bits", node == null ? "no such field" : text(node));
        }
        return node.intValue();
    }

    private DirectoryId votedDirectory() throws Refused {
        String text = textField(VOTED_DIRECTORY, version == 1, DirectoryId.ZERO.toString());
        return DirectoryId.parse(text).orElseThrow(() -> refused(VOTED_DIRECTORY, "16 bytes in URL-safe base64"));
    }

    private long applied() throws Refused {
        JsonNode node = object.get(APPLIED);
        if (node == null && version == 0 || node != null && !node.isInt() && !node.isLong()) {
            throw refused(APPLIED, "a number of 64 bits");
        }
        return node == null ? 0 : node.longValue();
    }

    private List<Integer> voters() throws Refused {
        JsonNode node = object.get(VOTERS);
        if (node == null && version == 0 || node != null && !node.isArray() || node != null && version == 1 && !node.isEmpty()) {
            throw refused(VOTERS, version == 0 ? "a list of voters" : "no such field in " + VERSION + " 1");
        }
        List<Integer> ids = new ArrayList<>();
        if (node != null) {
            for (JsonNode voter : node) {
                ids.add(intField(voter, "voterId"));
            }
        }
        return ids;
    }

    private Refused refused(String field, String expected) {
        JsonNode node = object.get(field);
        return new Refused(OptionalInt.of(1), field, expected, node == null ? "no such field" : text(node));
    }

    private static String text(JsonNode node) {
        return SmallFile.shorten(JsonTree.text(node));
    }

    /** What a tree does not show: fields that stand there twice, and whatever follows the object. */
    private static void repetitionAndRest(SmallFile file, String line, BufferedReader reader) {
        try (JsonParser parser = JsonTree.parser(line)) {
            Set<String> seen = new HashSet<>();
            int depth = 0;
            do {
                JsonToken token = parser.nextToken();
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (depth == 1 && token == JsonToken.FIELD_NAME && !seen.add(parser.currentName())) {
                    file.odd(Kind.WRONG, OptionalInt.of(1), SmallFile.shorten(parser.currentName()), "once", "again, and the last counts");
                }
            } while (depth > 0);
            String rest = line.substring((int) parser.currentLocation().getCharOffset());
            if (!rest.isBlank()) {
                file.odd(Kind.WRONG, OptionalInt.of(1), "", "the end of the file after the object", rest);
            }
        } catch (IOException malformed) {
            file.odd(Kind.WRONG, OptionalInt.of(1), "", "JSON", "text that is JSON up to some point");
        }
        String second;
        try {
            second = reader.readLine();
        } catch (IOException malformed) {
            second = "bytes that are no UTF-8";
        }
        if (second != null) {
            file.odd(Kind.WRONG, OptionalInt.of(2), "", "the end of the file", second.isEmpty() ? "an empty line" : second);
        } else if (file.bytes()[file.bytes().length - 1] == '\n' || file.bytes()[file.bytes().length - 1] == '\r') {
            file.odd(Kind.UNUSUAL, OptionalInt.of(1), "", "the end of the file after the object", "an end of line");
        }
    }

    /** The line that Kafka would have written for these values. */
    private static String canonical(QuorumState state) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        if (state.dataVersion() == 0) {
            node.put(CLUSTER, "");
        }
        node.put(LEADER, state.leaderId().orElse(-1)).put(EPOCH, state.leaderEpoch()).put(VOTED, state.votedId().orElse(-1));
        if (state.dataVersion() == 0) {
            node.put(APPLIED, 0);
            ArrayNode voters = node.putArray(VOTERS);
            state.currentVoters().forEach(id -> voters.addObject().put("voterId", id));
        } else {
            node.put(VOTED_DIRECTORY, state.votedDirectoryId().orElse(DirectoryId.ZERO).toString());
        }
        return JsonTree.text(node.put(VERSION, state.dataVersion()));
    }
}
