package kraftaudit.audit;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import kraftaudit.reader.JsonTree;
import kraftaudit.reader.Profile;

/** Profiles of KIP-1262: the built-in ones, and files that users write. */
public final class Profiles {
    private static final Set<String> KEYS = Set.of("name", "apiKey", "firstLevel", "schema", "provisional");
    // Kafka's own message definitions have comments. An object mapper, which does the same, takes a third of a short run to start.
    private static final JsonFactory JSON = JsonFactory.builder().build().enable(JsonParser.Feature.ALLOW_COMMENTS);
    private static final List<Profile> BUILT_IN = List.of(resource("kip-1262"), resource("kip-1262-draft"));

    private Profiles() {
    }

    /** A profile that cannot be used, with one line that says why. */
    public static final class BadProfile extends Exception {
        private static final long serialVersionUID = 1L;

        BadProfile(String line) {
            super(line);
        }
    }

    /** The built-in profiles, the default first. */
    public static List<Profile> builtIn() {
        return BUILT_IN;
    }

    /**
     * The profile that an option names.
     *
     * @param nameOrFile name of a built-in profile, or path of a JSON file
     */
    public static Profile find(String nameOrFile) throws BadProfile {
        for (Profile profile : BUILT_IN) {
            if (profile.name().equals(nameOrFile)) {
                return profile;
            }
        }
        Path file;
        try {
            file = Path.of(nameOrFile);
        } catch (java.nio.file.InvalidPathException e) {
            throw new BadProfile("no profile " + nameOrFile);
        }
        if (!Files.isRegularFile(file)) {
            throw new BadProfile("no profile or file " + nameOrFile + "; built in are "
                + String.join(", ", BUILT_IN.stream().map(Profile::name).toList()));
        }
        try (JsonParser parser = JSON.createParser(Files.readAllBytes(file))) {
            return parse(nameOrFile, document(parser));
        } catch (JacksonException e) {
            throw new BadProfile(nameOrFile + ": no JSON, " + e.getOriginalMessage()
                + (e.getLocation() == null ? "" : " at line " + e.getLocation().getLineNr()));
        } catch (IOException e) {
            throw new BadProfile(nameOrFile + ": could not be read");
        }
    }

    private static Profile resource(String name) {
        try (InputStream in = Profiles.class.getResourceAsStream("profiles/" + name + ".json"); JsonParser parser = JSON.createParser(in)) {
            return parse(name, document(parser));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (BadProfile e) {
            throw new IllegalStateException(e);
        }
    }

    /** The one value that a parser holds; missing where it holds none. */
    private static JsonNode document(JsonParser parser) throws IOException {
        JsonNode document = JsonTree.next(parser);
        if (parser.nextToken() != null) {
            throw new JsonParseException(parser, "more behind the end of the document", parser.currentTokenLocation());
        }
        return document;
    }

    private static Profile parse(String source, JsonNode json) throws BadProfile {
        if (!json.isObject()) {
            throw new BadProfile(source + ": a JSON object was expected");
        }
        for (Iterator<String> names = json.fieldNames(); names.hasNext();) {
            String name = names.next();
            if (!KEYS.contains(name)) {
                throw new BadProfile(source + ": unknown key " + name + "; known are name, apiKey, firstLevel, schema, provisional");
            }
        }
        JsonNode name = json.path("name");
        if (!name.isTextual() || name.asText().isBlank()) {
            throw new BadProfile(source + ": name: a text was expected");
        }
        JsonNode schema = json.path("schema");
        int apiKey = number(source, json, "apiKey", 0);
        checkSchema(source, schema, apiKey);
        if (json.has("provisional") && !json.get("provisional").isBoolean()) {
            throw new BadProfile(source + ": provisional: true or false was expected");
        }
        return new Profile(name.asText(), apiKey, schema, number(source, json, "firstLevel", 1), json.path("provisional").asBoolean(false));
    }

    private static void checkSchema(String source, JsonNode schema, int apiKey) throws BadProfile {
        if (!schema.isObject() || !schema.path("fields").isArray()) {
            throw new BadProfile(source + ": schema: a message definition with fields was expected");
        }
        boolean hasId = false;
        for (JsonNode field : schema.get("fields")) {
            hasId |= field.path("name").asText().equals("ClusterId") && field.path("type").asText().equals("string");
        }
        if (!hasId) {
            throw new BadProfile(source + ": schema: a field ClusterId of type string was expected");
        }
        if (schema.has("apiKey") && schema.get("apiKey").asInt(-1) != apiKey) {
            throw new BadProfile(source + ": schema: apiKey " + schema.get("apiKey").asText() + " is not the profile's " + apiKey);
        }
    }

    private static int number(String source, JsonNode json, String key, int least) throws BadProfile {
        JsonNode value = json.path(key);
        if (!value.isInt() || value.asInt() < least || value.asInt() > Short.MAX_VALUE) {
            throw new BadProfile(source + ": " + key + ": a whole number from " + least + " to " + Short.MAX_VALUE + " was expected");
        }
        return value.asInt();
    }
}
