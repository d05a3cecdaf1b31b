package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import kraftaudit.reader.DecoderOracleTest.TypeVersion;
import org.apache.kafka.common.metadata.MetadataJsonConverters;
import org.apache.kafka.common.protocol.ApiMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The arrays hold what Kafka's JSON converters print of a record; of damaged ones, what the tree holds, and they are refused as in a dump. */
class ValuesTest {
    private final Decoder decoder = new Decoder(Schemas.builtIn(), true);
    private final Values values = new Values();

    static Stream<TypeVersion> dataRecords() {
        return DecoderOracleTest.dataRecords();
    }

    @ParameterizedTest
    @MethodSource("dataRecords")
    void holdWhatKafkaPrints(TypeVersion is) throws IOException {
        RandomRecords records = new RandomRecords(new Random(is.toString().hashCode()));
        for (int i = 0; i < 500; i++) {
            ApiMessage message = DecoderOracleTest.message(records, is);
            values.clear();
            decoder.data(DecoderOracleTest.cursor(DecoderOracleTest.value(message, is.version())), values);
            assertHolds(DecoderOracleTest.tree(MetadataJsonConverters.writeJson(message, is.version()).toString()), values, Values.ROOT);
        }
    }

    @ParameterizedTest
    @MethodSource("dataRecords")
    void holdOfDamagedRecordsWhatTheTreeHolds(TypeVersion is) {
        Random random = new Random(is.toString().hashCode() + 1);
        RandomRecords records = new RandomRecords(random);
        int read = 0;
        for (int i = 0; i < 500; i++) {
            byte[] damaged = DecoderOracleTest.damage(DecoderOracleTest.value(DecoderOracleTest.message(records, is), is.version()), random);
            Tree tree = new Tree();
            values.clear();
            assertEquals(refused(damaged, tree).isPresent(), refused(damaged, values).isPresent(), () -> DecoderOracleTest.hex(damaged));
            values.clear();
            Optional<String> refused = refused(damaged, new JsonBytes());
            assertEquals(refused, refused(damaged, values), () -> DecoderOracleTest.hex(damaged));
            if (refused.isPresent()) {
                assertEquals(0, values.mark(), "nothing is kept of what is refused");
            } else if (values.mark() > 0) {
                read++;
                assertHolds(tree.root(), values, Values.ROOT);
            }
        }
        assertTrue(read > 5, "no test at all: " + read);
    }

    private Optional<String> refused(byte[] value, Sink sink) {
        try {
            decoder.data(DecoderOracleTest.cursor(value), sink);
            return Optional.empty();
        } catch (Malformed malformed) {
            return Optional.of(malformed.getMessage());
        }
    }

    /** Compares a value and all in it, by all that can be asked of it. */
    static void assertHolds(JsonNode expected, Values values, int at) {
        String where = expected.toString();
        assertEquals(expected.isTextual(), values.isText(at), where);
        assertEquals(expected.size(), values.count(at), where);
        if (expected.isObject()) {
            int next = values.first(at);
            for (Map.Entry<String, JsonNode> field : expected.properties()) {
                assertEquals(next, values.field(at, field.getKey()), where);
                assertHolds(field.getValue(), values, next);
                next = values.end(next);
            }
            assertEquals(values.end(at), next, where);
            assertEquals(Values.NONE, values.field(at, "nothing of that name"), where);
        } else if (expected.isArray()) {
            int next = values.first(at);
            for (JsonNode element : expected) {
                assertHolds(element, values, next);
                next = values.end(next);
            }
            assertEquals(values.end(at), next, where);
        } else if (!expected.isFloatingPointNumber()) {
            assertEquals(expected.asText(), values.text(at), where);
            assertEquals(expected.isTextual() ? 0 : expected.asLong(), values.number(at), where);
            assertEquals(DirectoryId.parse(expected.asText()).orElse(DirectoryId.ZERO), values.uuid(at), where);
        }
    }

    /** Of what is not there, or is no list, everything can be asked. */
    @Test
    void whatIsNotThere() {
        decoder.data(DecoderOracleTest.cursor(HexFormat.of().parseHex("011400" + "00")), values);
        for (int value : List.of(Values.ROOT, Values.NONE)) {
            assertEquals(0, values.count(value));
            assertTrue(values.first(value) >= values.end(value));
            assertEquals(Values.NONE, values.field(value, "name"));
            assertEquals("", values.text(value));
            assertEquals(0, values.number(value));
            assertEquals(DirectoryId.ZERO, values.uuid(value));
            assertFalse(values.isText(value) || values.bool(value));
        }
    }
}
