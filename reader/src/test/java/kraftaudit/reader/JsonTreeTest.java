package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same trees, the same refusals, and the same text of a tree, as Jackson's own object mapper. */
class JsonTreeTest {
    private static final ObjectMapper JACKSON = new ObjectMapper();

    private static void assertSame(String text) throws IOException {
        JsonNode expected;
        try {
            expected = JACKSON.readTree(text);
        } catch (JsonProcessingException refused) {
            assertThrows(IOException.class, () -> JsonTree.first(text), text);
            return;
        }
        assertEquals(expected, JsonTree.first(text), text);
        assertEquals(expected.toString(), JsonTree.text(expected), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "null", "true", "1", "-1", "2147483648", "-9223372036854775808", "9223372036854775808", "1.5", "1e400", "\"a\\u0000b\"", "\"\\n\\\"\\\\\\u001b/\\u2028 \u00e9 \ud83d\ude00\"", "{\"\\\"\\n\":\"\"}", "-0.0", "1e300", "[]",
        "[1, [2, {}], null]", "{\"a\": 1, \"b\": {\"c\": [true, false]}, \"a\": 2}", "{} {}", "{}x", "{", "[1,", "[1}", "{\"a\"}", "nul", "\"a", "{\"a\": [}"})
    void readsAsJacksonDoes(String text) throws IOException {
        assertSame(text);
    }

    @Test
    void readsChangedTextsAsJacksonDoes() throws IOException {
        String text = "{\"clusterId\":\"\",\"leaderId\":3,\"appliedOffset\":12345678901,\"currentVoters\":[{\"voterId\":1},{\"voterId\":2}],\"data_version\":0}";
        Random random = new Random(1);
        for (int i = 0; i < 5000; i++) {
            int at = random.nextInt(text.length());
            assertSame(text.substring(0, at) + (char) (32 + random.nextInt(95)) + text.substring(at + random.nextInt(2)));
            assertSame(text.substring(0, at));
        }
    }

    @Test
    void refusesWhatIsTooDeep() throws IOException {
        assertSame("[".repeat(900) + "]".repeat(900));
        assertSame("[".repeat(100_000));
    }
}
