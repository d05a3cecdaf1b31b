package kraftaudit.reader;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * .kafka_cleanshutdown: empty up to Kafka 3.6, {@code {"version":0,"brokerEpoch":N}} from 3.7 on. Kafka binds it to a
 * class of these two fields with Jackson's defaults, which take {@code "13"} for 13, and ignores any other field.
 */
final class CleanShutdownFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private CleanShutdownFile() {
    }

    static CleanShutdown decode(SmallFile file) {
        if (file.bytes().length == 0) {
            return new CleanShutdown(OptionalLong.empty());
        }
        String text = new String(file.bytes(), StandardCharsets.UTF_8);
        OptionalLong epoch = brokerEpoch(text, file);
        if (epoch.isEmpty()) {
            file.wrong("brokerEpoch", "a broker epoch", file.isEmptyOrZeros() ? file.content() : text);
        } else if (epoch.getAsLong() < -1) {
            file.wrong("brokerEpoch", "0 or more, or -1 for none", Long.toString(epoch.getAsLong()));
        } else if (!text.equals("{\"version\":0,\"brokerEpoch\":" + epoch.getAsLong() + "}")) {
            file.unusual("", "{\"version\":0,\"brokerEpoch\":" + epoch.getAsLong() + "}", text);
        }
        return new CleanShutdown(epoch.isPresent() && epoch.getAsLong() >= 0 ? epoch : OptionalLong.empty());
    }

    private static OptionalLong brokerEpoch(String text, SmallFile file) {
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return OptionalLong.empty();
            }
            Long epoch = null;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("version")) {
                    file.says(field, String.valueOf(JSON.readValue(parser, int.class)));
                } else if (field.equals("brokerEpoch")) {
                    epoch = JSON.readValue(parser, Long.class);
                    file.says(field, String.valueOf(epoch));
                } else {
                    parser.skipChildren();
                }
            }
            return epoch == null ? OptionalLong.empty() : OptionalLong.of(epoch);
        } catch (IOException unreadable) {
            return OptionalLong.empty();
        }
    }
}
