package kraftaudit.reader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.types.BoundField;
import org.apache.kafka.common.protocol.types.Field;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.TaggedFields;
import org.apache.kafka.common.protocol.types.Type;

/**
 * Random instances of Kafka's generated record classes. They are made from the {@code SCHEMAS} in those classes, not from the
 * JSON definitions that the decoder reads, and become objects through Kafka's own JSON converters.
 */
final class RandomRecords {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int[] LENGTHS = {0, 0, 1, 1, 2, 3, 5, 20, 130};
    private static final long[] NUMBERS = {0, 1, -1, 2, -2, 10, 127, 128, 255, 256, 999_999_999, 1_000_000_000, Integer.MAX_VALUE,
        Integer.MIN_VALUE, 1L << 31, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final double[] DOUBLES = {0, -0.0, 1.5, 1e23, 1048576, 1e-7, Double.MIN_VALUE, Double.MAX_VALUE};
    private static final String[] TEXTS = {"", "a", "metadata.version", "\"quoted\\\"", "tab\tline\nnul\0esc\u001b[31m", "\u00e9\u4e16\u754c",
        "\ud83d\ude00", "rtl\u202eback", "\u0080\u009b\u00ad\ufeff", "=1+1", "x".repeat(300)};

    private final Random random;

    RandomRecords(Random random) {
        this.random = random;
    }

    static Schema schema(Class<?> generated, int version) {
        try {
            return ((Schema[]) generated.getField("SCHEMAS").get(null))[version];
        } catch (ReflectiveOperationException broken) {
            throw new AssertionError(broken);
        }
    }

    /** A random object in the form that the JSON converter of this class reads. */
    ObjectNode json(Schema schema) {
        ObjectNode object = NODES.objectNode();
        for (BoundField field : schema.fields()) {
            if (field.def.type instanceof TaggedFields tagged) {
                for (Field inner : fields(tagged)) {
                    if (random.nextInt(3) > 0) {
                        object.set(camelCase(inner.name), value(inner.type));
                    }
                }
            } else {
                object.set(camelCase(field.def.name), value(field.def.type));
            }
        }
        return object;
    }

    /** From where every release keeps them: releases before 4.2 have no method that tells. */
    private static List<Field> fields(TaggedFields tagged) {
        try {
            java.lang.reflect.Field fields = TaggedFields.class.getDeclaredField("fields");
            fields.setAccessible(true);
            return ((Map<?, ?>) fields.get(tagged)).values().stream().map(Field.class::cast).toList();
        } catch (ReflectiveOperationException broken) {
            throw new AssertionError(broken);
        }
    }

    private JsonNode value(Type type) {
        if (type.isNullable() && random.nextInt(4) == 0) {
            return NODES.nullNode();
        }
        if (type.isArray()) {
            ArrayNode array = NODES.arrayNode();
            Type element = type.arrayElementType().orElseThrow();
            for (int i = random.nextInt(random.nextInt(10) == 0 ? 40 : 4); i > 0; i--) {
                array.add(value(element));
            }
            return array;
        }
        if (type instanceof Schema struct) {
            return json(struct);
        }
        return switch (type.toString()) {
            case "BOOLEAN" -> NODES.booleanNode(random.nextBoolean());
            case "INT8" -> NODES.numberNode((byte) number());
            case "INT16" -> NODES.numberNode((short) number());
            case "UINT16" -> NODES.numberNode((int) number() & 0xffff);
            case "INT32" -> NODES.numberNode((int) number());
            case "INT64" -> NODES.numberNode(number());
            case "FLOAT64" -> NODES.numberNode(random.nextBoolean() ? random.nextGaussian() * 1e6 : DOUBLES[random.nextInt(DOUBLES.length)]);
            case "UUID" -> NODES.textNode((random.nextInt(5) == 0 ? Uuid.ZERO_UUID : new Uuid(random.nextLong(), random.nextLong())).toString());
            case "COMPACT_STRING", "COMPACT_NULLABLE_STRING" -> NODES.textNode(text());
            case "COMPACT_BYTES", "COMPACT_NULLABLE_BYTES" -> {
                byte[] bytes = new byte[LENGTHS[random.nextInt(LENGTHS.length)]];
                random.nextBytes(bytes);
                yield NODES.binaryNode(bytes);
            }
            default -> throw new AssertionError("a type that the tests do not know: " + type);
        };
    }

    private long number() {
        return random.nextBoolean() ? NUMBERS[random.nextInt(NUMBERS.length)] : random.nextLong() >> random.nextInt(64);
    }

    private String text() {
        if (random.nextInt(3) > 0) {
            return TEXTS[random.nextInt(TEXTS.length)];
        }
        StringBuilder text = new StringBuilder();
        for (int i = LENGTHS[random.nextInt(LENGTHS.length)]; i > 0; i--) {
            int c = random.nextInt(random.nextBoolean() ? 0x80 : Character.MAX_CODE_POINT + 1);
            text.appendCodePoint(c >= 0xd800 && c <= 0xdfff ? 'x' : c);
        }
        return text.toString();
    }

    private static String camelCase(String snake) {
        StringBuilder camel = new StringBuilder();
        for (int i = 0; i < snake.length(); i++) {
            camel.append(snake.charAt(i) == '_' ? Character.toUpperCase(snake.charAt(++i)) : snake.charAt(i));
        }
        // The one name whose capitals the schemas have lost: the generator takes KRaft for a word.
        return camel.toString().replaceFirst("^kraft", "kRaft");
    }

}
