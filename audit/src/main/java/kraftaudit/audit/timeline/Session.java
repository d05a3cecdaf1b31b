package kraftaudit.audit.timeline;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import kraftaudit.replay.Status;

/**
 * What a person looked at and wrote down, to go on with another day. It holds no part of the capture.
 *
 * @param paths   PATHs that were open
 * @param cluster which of their clusters, counted from 0
 * @param from    place at the left edge of the view
 * @param to      place at the right edge, above {@code from}
 * @param cursor  high watermark under the cursor
 * @param pin     high watermark of the pinned cursor
 * @param choice  how lanes were arranged
 * @param filter  what was left out
 * @param notes   by offset
 */
public record Session(List<Path> paths, int cluster, Axis axis, double from, double to, OptionalLong cursor, OptionalLong pin,
                      Layout.Choice choice, Filter filter, List<Note> notes) {
    private static final String KIND = "kraft-audit session";
    private static final int VERSION = 1;
    private static final long LONGEST = 16L << 20;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public Session {
        paths = List.copyOf(paths);
        notes = List.copyOf(notes);
    }

    /** What a person wrote at a log offset. */
    public record Note(long offset, String text) {
    }

    /** The session as a JSON document. */
    public byte[] toJson() {
        ObjectNode json = JSON.createObjectNode();
        json.put("kind", KIND).put("version", VERSION);
        ArrayNode all = json.putArray("paths");
        paths.forEach(path -> all.add(path.toString()));
        json.put("cluster", cluster).put("axis", axis.name()).put("from", from).put("to", to);
        cursor.ifPresent(h -> json.put("cursor", h));
        pin.ifPresent(h -> json.put("pin", h));
        choice.pinned().forEach(json.putArray("pinnedLanes")::add);
        choice.order().forEach(json.putArray("laneOrder")::add);
        choice.folded().stream().sorted().forEach(json.putArray("foldedLanes")::add);
        choice.hidden().stream().sorted().forEach(json.putArray("hiddenLanes")::add);
        Filter.ALL.severities().stream().filter(k -> !filter.severities().contains(k)).sorted().forEach(k -> json.withArray("withoutSeverities").add(k.name()));
        Filter.ALL.statuses().stream().filter(k -> !filter.statuses().contains(k)).sorted().forEach(k -> json.withArray("withoutStatuses").add(k.name()));
        filter.without().stream().sorted().forEach(voter -> json.withArray("withoutVoters").add(voter));
        ArrayNode written = json.putArray("notes");
        notes.forEach(note -> written.addObject().put("offset", note.offset()).put("text", note.text()));
        return (json.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads a session file.
     *
     * @throws IOException with one line for people when it cannot be read or is none
     */
    public static Session read(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new IOException(file + " is not there, or cannot be read");
        }
        if (Files.size(file) > LONGEST) {
            throw new IOException(file + " is far too long for a session");
        }
        try {
            JsonNode json = JSON.readTree(Files.readAllBytes(file));
            if (!json.path("kind").asText().equals(KIND) || json.path("version").asInt() != VERSION) {
                throw new IOException(file + " is no session of this version");
            }
            List<Path> paths = new ArrayList<>();
            for (String path : texts(json, "paths")) {
                paths.add(Path.of(path));
            }
            List<Note> notes = new ArrayList<>();
            json.path("notes").forEach(note -> notes.add(new Note(Math.max(0, note.path("offset").asLong()), note.path("text").asText())));
            Layout.Choice choice = new Layout.Choice(texts(json, "pinnedLanes"), texts(json, "laneOrder"), new HashSet<>(texts(json, "foldedLanes")),
                new HashSet<>(texts(json, "hiddenLanes")));
            return new Session(paths, Math.max(0, json.path("cluster").asInt()), Axis.valueOf(json.path("axis").asText()), json.path("from").asDouble(),
                json.path("to").asDouble(), number(json, "cursor"), number(json, "pin"), choice, filter(json), notes);
        } catch (JacksonException | IllegalArgumentException broken) {
            String why = broken instanceof InvalidPathException ? "names a path that cannot be" : "is no session: " + firstLine(broken);
            throw new IOException(file + " " + why, broken);
        }
    }

    private static Filter filter(JsonNode json) {
        Filter filter = Filter.ALL;
        for (String kind : texts(json, "withoutSeverities")) {
            filter = filter.with(Kind.valueOf(kind), false);
        }
        for (String status : texts(json, "withoutStatuses")) {
            filter = filter.with(Status.valueOf(status), false);
        }
        for (JsonNode voter : json.path("withoutVoters")) {
            filter = filter.with(voter.asInt(), false);
        }
        return filter;
    }

    private static String firstLine(Exception broken) {
        return broken.getMessage() == null ? "not readable" : broken.getMessage().lines().findFirst().orElse("not readable");
    }

    private static List<String> texts(JsonNode json, String field) {
        List<String> texts = new ArrayList<>();
        json.path(field).forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static OptionalLong number(JsonNode json, String field) {
        return json.hasNonNull(field) ? OptionalLong.of(Math.max(0, json.get(field).asLong())) : OptionalLong.empty();
    }
}
