package kraftaudit.audit.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import kraftaudit.written.Batches;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeFiles;
import org.apache.kafka.common.metadata.ConfigRecord;
import org.apache.kafka.common.metadata.UserScramCredentialRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may be a password or key stays out of every output, in whatever form, unless it is asked for. */
class DumpSecretsTest {
    private static final String SECRET = "hunter2hunter2";

    @TempDir
    Path folder;
    private Path file;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] config(String name, String value) {
        return DataValues.of(new ConfigRecord().setResourceType((byte) 4).setResourceName("1").setName(name).setValue(value), 0);
    }

    @BeforeEach
    void log() throws IOException {
        byte[] scram = DataValues.of(new UserScramCredentialRecord().setName("u").setMechanism((byte) 1).setSalt(bytes(SECRET)).setStoredKey(bytes(SECRET))
            .setServerKey(bytes(SECRET)).setIterations(4096), 0);
        byte[] unknownVersion = scram.clone();
        unknownVersion[2] = 9;
        byte[] otherFrame = scram.clone();
        otherFrame[0] = 2;
        byte[] log = Batches.join(
            Batches.data(0, 1, 1_700_000_000_000L, scram, config("ssl.keystore.password", SECRET), config("retention.ms", "604800000"),
                Batches.join(scram, bytes("x")), unknownVersion, otherFrame),
            Damaging.flip(Batches.data(6, 1, 1_700_000_000_000L, scram), 100, 1),
            Batches.data(7, 1, 1_700_000_000_000L, config("retention.bytes", "42")));
        file = Files.write(folder.resolve(NodeFiles.segmentName(0)), log);
    }

    private static void assertHidden(String out) {
        String base64 = Base64.getEncoder().withoutPadding().encodeToString(bytes(SECRET));
        String hex = HexFormat.of().formatHex(bytes(SECRET));
        for (String form : List.of(SECRET, base64, hex, hex.substring(4, 20))) {
            assertFalse(out.toLowerCase(Locale.ROOT).contains(form.toLowerCase(Locale.ROOT)), form + " in " + out);
        }
    }

    @Test
    void maskedInEveryFormat() {
        for (String format : List.of("text", "csv", "json")) {
            assertHidden(Dumped.fine("--format", format, file).out());
            assertHidden(Dumped.fine("--format", format, "--hex", file).out());
        }
    }

    @Test
    void whatIsNoSecretIsShown() {
        Dumped dumped = Dumped.json("--hex", file);
        assertEquals("604800000", dumped.record(2).get("payload").get("value").asText());
        assertTrue(dumped.record(2).get("hex").asText().contains(HexFormat.of().formatHex(bytes("604800000"))));
        assertEquals("(redacted)", dumped.record(1).get("payload").get("value").asText());
        assertEquals("(redacted)", dumped.record(1).get("hex").asText());
        assertEquals("(redacted)", dumped.record(0).get("hex").asText());
    }

    /** A record that does not decode may hold the same secrets as one that does: of another version, and behind another frame. */
    @Test
    void recordsOfSecretTypesThatDoNotDecodeAreMaskedWhole() {
        Dumped dumped = Dumped.json(file);
        for (long offset : new long[] {3, 4, 5}) {
            JsonNode undecoded = dumped.record(offset).get("undecoded");
            assertEquals("(redacted)", undecoded.get("message").asText(), undecoded.toString());
            assertTrue(undecoded.get("messageLength").asInt() > 40);
        }
    }

    @Test
    void damageMayHoldSecrets() {
        Dumped masked = Dumped.json("--hex", file);
        assertEquals("(redacted)", masked.only("bytes").get("hex").asText());
        JsonNode damage = masked.only("damage");
        assertEquals(damage.get("length"), masked.only("bytes").get("length"));
    }

    @Test
    void shownWhenAskedFor() {
        Dumped dumped = Dumped.json("--hex", "--show-secrets", file);
        assertEquals(SECRET, dumped.record(1).get("payload").get("value").asText());
        assertEquals(Base64.getEncoder().encodeToString(bytes(SECRET)), dumped.record(0).get("payload").get("salt").asText());
        assertTrue(dumped.record(5).get("undecoded").get("message").asText().contains(HexFormat.of().formatHex(bytes(SECRET))));
        assertEquals(HexFormat.of().formatHex(Dumped.bytes(file)).substring(2 * dumped.only("damage").get("position").asInt(),
            2 * (dumped.only("damage").get("position").asInt() + dumped.only("damage").get("length").asInt())), dumped.only("bytes").get("hex").asText());
    }
}
