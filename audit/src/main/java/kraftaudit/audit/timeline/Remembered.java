package kraftaudit.audit.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kraftaudit.audit.Output;

/**
 * What the window remembers from one day to the next. Losing it costs nobody anything, so reading and writing never fail.
 *
 * @param recent    PATHs that were open together, the latest first
 * @param dark      whether the dark theme was chosen
 * @param textScale size of the text, 1 is the usual one
 */
public record Remembered(List<List<Path>> recent, boolean dark, double textScale) {
    /** Nothing remembered. */
    public static final Remembered NOTHING = new Remembered(List.of(), false, 1);
    private static final int MOST = 12;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public Remembered {
        recent = recent.stream().limit(MOST).map(List::copyOf).toList();
        textScale = textScale >= 0.5 && textScale <= 3 ? textScale : 1;
    }

    /** With these PATHs as the latest. */
    public Remembered opened(List<Path> paths) {
        List<Path> absolute = paths.stream().map(p -> p.toAbsolutePath().normalize()).toList();
        List<List<Path>> all = new ArrayList<>(List.of(absolute));
        recent.stream().filter(r -> !r.equals(absolute)).forEach(all::add);
        return new Remembered(all, dark, textScale);
    }

    /** Where it is kept: the user's folder for settings. */
    public static Path file(Map<String, String> environment, Path home) {
        String settings = environment.getOrDefault("XDG_CONFIG_HOME", environment.getOrDefault("APPDATA", ""));
        return (settings.isEmpty() ? home.resolve(".config") : Path.of(settings)).resolve("kraft-audit").resolve("window.json");
    }

    /** What a file remembers; nothing where it cannot be read. */
    public static Remembered read(Path file) {
        try {
            JsonNode json = JSON.readTree(Files.readAllBytes(file));
            List<List<Path>> recent = new ArrayList<>();
            for (JsonNode together : json.path("recent")) {
                List<Path> paths = new ArrayList<>();
                for (JsonNode path : together) {
                    paths.add(Path.of(path.asText()));
                }
                recent.add(paths);
            }
            return new Remembered(recent, json.path("dark").asBoolean(), json.path("textScale").asDouble(1));
        } catch (IOException | RuntimeException gone) {
            return NOTHING;
        }
    }

    /** Keeps it in a file, if the system lets us. */
    public void write(Path file) {
        ObjectNode json = JSON.createObjectNode();
        ArrayNode all = json.putArray("recent");
        recent.forEach(together -> {
            ArrayNode paths = all.addArray();
            together.forEach(path -> paths.add(path.toString()));
        });
        json.put("dark", dark).put("textScale", textScale);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Output.write(file, (json.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8), List.of());
        } catch (IOException | RuntimeException refused) {
            // A window that forgets is better than one that complains.
        }
    }
}
