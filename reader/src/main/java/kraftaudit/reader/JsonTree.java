package kraftaudit.reader;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;

/**
 * Trees of small JSON texts, the same that an object mapper of Jackson makes: to start one takes longer than to audit a small
 * log. Of a name that comes twice the last value counts.
 */
public final class JsonTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonTree() {
    }

    static JsonParser parser(String text) throws IOException {
        return FACTORY.createParser(text);
    }

    /**
     * The first value of a text, whatever comes behind it; a missing node where there is none.
     *
     * @throws IOException when the text is no JSON as far as it is read
     */
    static JsonNode first(String text) throws IOException {
        try (JsonParser parser = parser(text)) {
            return next(parser);
        }
    }

    /**
     * The value that a parser has before it; a missing node where there is none.
     *
     * @throws IOException when it is no JSON, or deeper than Jackson allows
     */
    public static JsonNode next(JsonParser parser) throws IOException {
        return parser.nextToken() == null ? MissingNode.getInstance() : value(parser);
    }

    /** A value as JSON, as {@link JsonNode#toString} has it, which starts an object mapper. */
    static String text(JsonNode value) {
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.toString();
    }

    private static void append(StringBuilder out, JsonNode value) {
        if (value.isObject()) {
            String before = "{";
            for (Map.Entry<String, JsonNode> field : value.properties()) {
                quoted(out.append(before), field.getKey()).append(':');
                append(out, field.getValue());
                before = ",";
            }
            out.append(value.isEmpty() ? "{}" : "}");
        } else if (value.isArray()) {
            String before = "[";
            for (JsonNode element : value) {
                append(out.append(before), element);
                before = ",";
            }
            out.append(value.isEmpty() ? "[]" : "]");
        } else if (value.isTextual() || value.isDouble() && !Double.isFinite(value.doubleValue())) {
            quoted(out, value.asText());
        } else {
            out.append(value.asText());
        }
    }

    private static StringBuilder quoted(StringBuilder out, String text) {
        out.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, out);
        return out.append('"');
    }

    private static JsonNode value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_NUMBER_INT -> switch (parser.getNumberType()) {
                case INT -> NODES.numberNode(parser.getIntValue());
                case LONG -> NODES.numberNode(parser.getLongValue());
                default -> NODES.numberNode(parser.getBigIntegerValue());
            };
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> NODES.textNode(parser.getText());
        };
    }

    private static ObjectNode object(JsonParser parser) throws IOException {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            object.set(name, value(parser));
        }
        return object;
    }

    private static ArrayNode array(JsonParser parser) throws IOException {
        ArrayNode array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser));
        }
        return array;
    }
}
