package kraftaudit.audit.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The JSON Schema that a record's components ask for: what the published schemas have to be. */
final class JsonSchemas {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final TreeMap<String, ObjectNode> definitions = new TreeMap<>();

    private JsonSchemas() {
    }

    /** The schema of the document that a command writes. */
    static JsonNode of(String command, Class<? extends Record> document) {
        JsonSchemas schemas = new JsonSchemas();
        ObjectNode schema = JSON.createObjectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", (command.equals("manifest") ? "manifest.json of kraft-audit audit --output" : "kraft-audit " + command + " --format json") + ", schemaVersion " + Documents.SCHEMA_VERSION);
        schema.setAll(schemas.object(document));
        ((ObjectNode) schema.get("properties")).set("schemaVersion", JSON.createObjectNode().put("const", Documents.SCHEMA_VERSION));
        ObjectNode definitions = schema.putObject("$defs");
        schemas.definitions.forEach(definitions::set);
        return schema;
    }

    private ObjectNode object(Class<?> record) {
        ObjectNode object = JSON.createObjectNode();
        object.put("type", "object");
        ObjectNode properties = object.putObject("properties");
        var required = object.putArray("required");
        for (RecordComponent component : record.getRecordComponents()) {
            properties.set(component.getName(), type(component.getGenericType()));
            required.add(component.getName());
        }
        return object;
    }

    private ObjectNode type(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type argument = generic.getActualTypeArguments()[0];
            if (generic.getRawType() == List.class) {
                ObjectNode array = JSON.createObjectNode().put("type", "array");
                array.set("items", type(argument));
                return array;
            }
            if (generic.getRawType() == Optional.class) {
                return nullable(type(argument));
            }
        } else if (type == OptionalLong.class) {
            return nullable(type(Long.TYPE));
        } else if (type == OptionalInt.class) {
            return nullable(type(Integer.TYPE));
        } else if (type == String.class) {
            return JSON.createObjectNode().put("type", "string");
        } else if (type == JsonNode.class) {
            return JSON.createObjectNode();
        } else if (type == Integer.TYPE || type == Integer.class) {
            return JSON.createObjectNode().put("type", "integer");
        } else if (type == Boolean.TYPE || type == Boolean.class) {
            return JSON.createObjectNode().put("type", "boolean");
        } else if (type == Long.TYPE || type == Long.class) {
            ObjectNode exact = JSON.createObjectNode();
            exact.putArray("type").add("integer").add("string");
            return exact.put("pattern", "^-?[0-9]+$");
        } else if (type instanceof Class<?> named && named.isEnum()) {
            ObjectNode values = JSON.createObjectNode();
            Stream.of(named.getEnumConstants()).forEach(value -> values.withArray("enum").add(((Enum<?>) value).name()));
            return values;
        } else if (type instanceof Class<?> named && named.isRecord()) {
            if (definitions.putIfAbsent(named.getSimpleName(), JSON.createObjectNode()) == null) {
                definitions.put(named.getSimpleName(), object(named));
            }
            return JSON.createObjectNode().put("$ref", "#/$defs/" + named.getSimpleName());
        }
        throw new IllegalArgumentException("no JSON for " + type);
    }

    private static ObjectNode nullable(ObjectNode schema) {
        ObjectNode either = JSON.createObjectNode();
        either.putArray("anyOf").add(schema).add(JSON.createObjectNode().put("type", "null"));
        return either;
    }
}
