package kraftaudit.reader;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A record type as Kafka's message definitions have it: JSON with comments, the input of Kafka's own message generator. Only
 * what the encoding and Kafka's JSON form depend on is kept.
 *
 * <p>The definition is read token by token rather than as a tree of nodes, and what makes a first layout does without lambdas
 * and streams: an audit of a small log is short, and that spares it the start of a whole object mapper and of the lambda
 * machinery.
 *
 * @param name     of the message, such as {@code FeatureLevelRecord}
 * @param type     {@code metadata} for data records, {@code data} for the values of control records
 * @param apiKey   of data records
 * @param versions that exist
 * @param flexible versions in the flexible encoding, the only one that metadata logs since Kafka 3.0 hold
 * @param fields   in the order of the encoding
 * @param structs  fields of the structures that several fields share, by name
 */
record Definition(String name, String type, OptionalInt apiKey, Versions versions, Versions flexible, List<FieldDefinition> fields,
                  Map<String, List<FieldDefinition>> structs) {
    private static final JsonFactory JSON = JsonFactory.builder().build().enable(JsonParser.Feature.ALLOW_COMMENTS);

    Definition {
        fields = List.copyOf(fields);
        structs = Map.copyOf(structs);
    }

    /**
     * One field, in the order of the encoding.
     *
     * @param type        {@code int32}, {@code string}, {@code []SomeStruct} and so on
     * @param versions    that have the field
     * @param nullable    versions in which it may be null
     * @param tagged      versions in which it stands in the tag buffer
     * @param tag         its number there
     * @param defaultText the default as the definition writes it; empty for the type's own
     * @param fields      of a structure, or of the elements of an array of structures, that is defined in place
     */
    record FieldDefinition(String name, String type, Versions versions, Versions nullable, Versions tagged, int tag,
                           Optional<String> defaultText, List<FieldDefinition> fields) {
        FieldDefinition {
            fields = List.copyOf(fields);
        }
    }

    /** Versions from lowest to highest, both inclusive; none when lowest is above highest. */
    record Versions(int lowest, int highest) {
        static final Versions NONE = new Versions(0, -1);

        static Versions parse(String text) {
            if (text.equals("none")) {
                return NONE;
            }
            int dash = text.indexOf('-');
            if (text.endsWith("+")) {
                return new Versions(number(text, 0, text.length() - 1), Short.MAX_VALUE);
            }
            return dash < 0 ? new Versions(number(text, 0, text.length()), number(text, 0, text.length()))
                : new Versions(number(text, 0, dash), number(text, dash + 1, text.length()));
        }

        private static int number(String text, int from, int to) {
            try {
                return Short.parseShort(text.substring(from, to));
            } catch (NumberFormatException notANumber) {
                throw new IllegalArgumentException("\"" + text + "\" names no versions");
            }
        }

        boolean contains(int version) {
            return lowest <= version && version <= highest;
        }

        boolean isNone() {
            return lowest > highest;
        }

        @Override
        public String toString() {
            return isNone() ? "none" : lowest == highest ? Integer.toString(lowest) : lowest + "-" + highest;
        }
    }

    /**
     * Reads one definition.
     *
     * @throws IllegalArgumentException with the reason, when the text is no definition
     * @throws IOException              when the stream cannot be read
     */
    static Definition read(InputStream in) throws IOException {
        try (JsonParser parser = JSON.createParser(in)) {
            return read(parser);
        } catch (JsonProcessingException notJson) {
            throw new IllegalArgumentException("not JSON: " + reason(notJson), notJson);
        }
    }

    private static String reason(JsonProcessingException notJson) {
        String message = notJson.getOriginalMessage();
        int aside = message.indexOf(" (start marker");
        return (aside < 0 ? message : message.substring(0, aside)) + (notJson.getLocation() == null ? "" : " in line " + notJson.getLocation().getLineNr());
    }

    /** Reads one definition from a parser in front of it. */
    static Definition read(JsonParser parser) throws IOException {
        parser.nextToken();
        if (!(tree(parser) instanceof Map<?, ?> top)) {
            throw new IllegalArgumentException("not a JSON object");
        }
        Map<String, List<FieldDefinition>> structs = new LinkedHashMap<>();
        for (Object struct : list(top, "commonStructs")) {
            structs.put(name(struct), fields(struct));
        }
        Versions versions = Versions.parse(text(top, "validVersions"));
        return new Definition(name(top), text(top, "type"),
            top.containsKey("apiKey") ? OptionalInt.of(number(top, "apiKey")) : OptionalInt.empty(), versions,
            top.containsKey("flexibleVersions") ? Versions.parse(text(top, "flexibleVersions")) : Versions.NONE, fields(top), structs);
    }

    private static List<FieldDefinition> fields(Object owner) {
        List<FieldDefinition> fields = new ArrayList<>();
        for (Object field : list(owner, "fields")) {
            Versions versions = Versions.parse(text(field, "versions"));
            Versions tagged = versions(field, "taggedVersions");
            Object byDefault = map(field).get("default");
            fields.add(new FieldDefinition(name(field), text(field, "type"), versions, versions(field, "nullableVersions"),
                tagged, tagged.isNone() ? -1 : number(field, "tag"),
                byDefault == null ? Optional.empty() : Optional.of(byDefault.toString()), fields(field)));
        }
        return fields;
    }

    private static Versions versions(Object owner, String key) {
        return map(owner).containsKey(key) ? Versions.parse(text(owner, key)) : Versions.NONE;
    }

    private static Map<?, ?> map(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw new IllegalArgumentException("an object is expected instead of " + value);
    }

    private static List<?> list(Object owner, String key) {
        Object value = map(owner).get(key);
        if (value == null) {
            return List.of();
        }
        if (value instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException("\"" + key + "\" is not a list");
    }

    private static String text(Object owner, String key) {
        Object value = map(owner).get(key);
        if (value == null) {
            Object name = map(owner).get("name");
            throw new IllegalArgumentException("\"" + key + "\" is missing" + (name == null ? "" : " in " + name));
        }
        return value.toString();
    }

    /** Letters and digits, as Kafka's generator wants names to be: they are printed as they are. */
    private static String name(Object owner) {
        String name = text(owner, "name");
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9')) {
                throw new IllegalArgumentException("\"" + name + "\" is no name");
            }
        }
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a name is empty");
        }
        return name;
    }

    private static int number(Object owner, String key) {
        String text = text(owner, key);
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number <= Short.MAX_VALUE) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw new IllegalArgumentException("\"" + key + "\" is " + text + ", not a number from 0 to " + Short.MAX_VALUE);
    }

    /** Maps, lists and, for every single value, its text; Jackson's own limits bound the depth. */
    private static Object tree(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            Map<String, Object> map = new LinkedHashMap<>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                map.put(name, tree(parser));
            }
            return map;
        }
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            List<Object> list = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                list.add(tree(parser));
            }
            return list;
        }
        if (parser.currentToken() == null) {
            throw new IllegalArgumentException("empty");
        }
        return parser.getText();
    }
}
