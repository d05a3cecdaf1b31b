package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.message.KRaftVersionRecord;
import org.apache.kafka.common.message.KRaftVersionRecordJsonConverter;
import org.apache.kafka.common.message.LeaderChangeMessage;
import org.apache.kafka.common.message.LeaderChangeMessageJsonConverter;
import org.apache.kafka.common.message.SnapshotFooterRecord;
import org.apache.kafka.common.message.SnapshotFooterRecordJsonConverter;
import org.apache.kafka.common.message.SnapshotHeaderRecord;
import org.apache.kafka.common.message.SnapshotHeaderRecordJsonConverter;
import org.apache.kafka.common.message.VotersRecord;
import org.apache.kafka.common.message.VotersRecordJsonConverter;
import org.apache.kafka.common.metadata.MetadataJsonConverters;
import org.apache.kafka.common.metadata.MetadataRecordType;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kafka's generated classes, serde and JSON converters are the authority on every type and version. */
class DecoderOracleTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int INSTANCES = 2_000;
    private static final int MUTANTS = 4_000;

    private final Decoder decoder = new Decoder(Schemas.builtIn(), true);

    /** One type in one version: those that Kafka itself lists, so that a new one cannot be missed. */
    record TypeVersion(MetadataRecordType type, short version) {
        @Override
        public String toString() {
            return type.name() + " v" + version;
        }
    }

    static Stream<TypeVersion> dataRecords() {
        return Arrays.stream(MetadataRecordType.values()).flatMap(type -> IntStream
            .rangeClosed(type.lowestSupportedVersion(), type.highestSupportedVersion()).mapToObj(v -> new TypeVersion(type, (short) v)));
    }

    @ParameterizedTest
    @MethodSource("dataRecords")
    void decodesWhatKafkaWrites(TypeVersion is) throws IOException {
        Random random = new Random(is.toString().hashCode());
        RandomRecords records = new RandomRecords(random);
        for (int i = 0; i < INSTANCES; i++) {
            ApiMessage message = message(records, is);
            byte[] value = value(message, is.version);
            String expected = MetadataJsonConverters.writeJson(message, is.version).toString();

            JsonBytes json = new JsonBytes();
            assertEquals(Decoder.Outcome.DECODED, decoder.data(cursor(value), json), () -> hex(value));
            assertSamePrint(expected, json, value);
            Tree tree = new Tree();
            decoder.data(cursor(value), tree);
            assertEquals(tree(expected), tree.root(), () -> hex(value));
            assertEquals(is.type.id(), decoder.apiKey().orElseThrow());
            assertEquals(is.version, decoder.version().orElseThrow());
            assertEquals("4.4", decoder.layout().source);
            assertFalse(decoder.unknownTags() || decoder.invalidText());
        }
    }

    /** Byte for byte the text that Kafka prints, once the characters escaped for safety are written as Kafka writes them. */
    private static void assertSamePrint(String expected, JsonBytes json, byte[] value) throws IOException {
        String ours = json.toString();
        assertEquals(tree(expected), tree(ours), () -> hex(value));
        assertEquals(expected, tree(ours).toString(), () -> hex(value));
        if (expected.codePoints().noneMatch(Utf8::isUnsafe)) {
            assertEquals(expected, ours, () -> hex(value));
        }
        assertTrue(ours.codePoints().noneMatch(Utf8::isUnsafe), () -> ours);
    }

    static ObjectNode tree(String text) throws IOException {
        return (ObjectNode) MAPPER.readTree(text);
    }

    @ParameterizedTest
    @MethodSource("dataRecords")
    void findsEveryCut(TypeVersion is) {
        RandomRecords records = new RandomRecords(new Random(1));
        for (int i = 0; i < 20; i++) {
            byte[] value = value(message(records, is), is.version);
            for (int length = 0; length < value.length; length++) {
                byte[] cut = Arrays.copyOf(value, length);
                Malformed malformed = malformed(cut).orElseGet(() -> fail("decodes when cut: " + hex(cut)));
                assertTrue(malformed.position() <= cut.length, malformed::getMessage);
            }
            byte[] longer = Arrays.copyOf(value, value.length + 2);
            // Two bytes more make a FeatureLevelRecord of 3.3 one of 3.2.
            Optional<Malformed> malformed = malformed(longer);
            assertTrue(malformed.isPresent() || decoder.layout().source.equals("3.2"), () -> hex(longer));
            malformed.ifPresent(m -> assertEquals(value.length, m.position(), m::getMessage));
            malformed.ifPresent(m -> assertEquals("2 bytes left after " + decoder.layout().name, m.found()));
        }
    }

    /**
     * Random damage to sound records: what Kafka reads is read, and printed alike; what Kafka refuses is refused. The
     * exceptions are the rules that Kafka does not check and never breaks, all of them about the tag buffer.
     */
    @ParameterizedTest
    @MethodSource("dataRecords")
    void agreesWithKafkaOnDamagedRecords(TypeVersion is) throws IOException {
        Random random = new Random(is.toString().hashCode() + 1);
        RandomRecords records = new RandomRecords(random);
        Set<String> stricter = new TreeSet<>();
        int read = 0;
        for (int i = 0; i < MUTANTS / 4; i++) {
            byte[] value = value(message(records, is), is.version);
            for (int j = 0; j < 4; j++) {
                byte[] damaged = damage(value, random);
                Optional<String> kafkas = kafkas(damaged);
                JsonBytes json = new JsonBytes();
                try {
                    Decoder.Outcome outcome = decoder.data(cursor(damaged), json);
                    if (outcome != Decoder.Outcome.DECODED) {
                        assertTrue(damaged[0] != 1, () -> "a key and version that nobody touched: " + hex(damaged));
                        continue;
                    }
                    if (!decoder.layout().source.equals("4.4")) {
                        assertTrue(kafkas.isEmpty(), () -> hex(damaged));
                        continue;
                    }
                    read++;
                    String expected = kafkas.orElseGet(() -> fail("Kafka refuses " + hex(damaged) + ", we read " + json));
                    JsonNode ours = tree(json.toString());
                    if (!decoder.invalidText()) {
                        assertEquals(tree(expected), withoutUnknownTags(ours), () -> hex(damaged));
                    }
                } catch (Malformed malformed) {
                    assertEquals(0, json.length());
                    assertTrue(malformed.position() <= damaged.length, malformed::getMessage);
                    if (kafkas.isPresent()) {
                        stricter.add(malformed.field().startsWith("tag") || malformed.expected().startsWith("a tagged field of")
                            ? "tag buffer" : malformed.getMessage() + " in " + hex(damaged));
                    }
                }
            }
        }
        stricter.remove("tag buffer");
        assertEquals(Set.of(), stricter);
        assertTrue(read > 50, "no test at all: " + read);
    }

    static byte[] damage(byte[] value, Random random) {
        byte[] damaged = value.clone();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            // The api key stays, else nearly all of the mutants are of other types. So does the version: Kafka reads one that
            // it does not know by the newest layout, and would print what it never wrote.
            int at = random.nextInt(20) == 0 ? 0 : 3 + random.nextInt(Math.max(1, value.length - 3));
            if (at < damaged.length) {
                damaged[at] = (byte) (random.nextBoolean() ? damaged[at] ^ 1 << random.nextInt(8) : random.nextInt(256));
            }
        }
        if (random.nextInt(3) == 0) {
            // An unknown tagged field at the end, or one more of the known ones: the last byte is the tag count.
            byte[] longer = Arrays.copyOf(damaged, damaged.length + 2 + random.nextInt(3));
            longer[damaged.length - 1]++;
            longer[damaged.length] = (byte) random.nextInt(16);
            longer[damaged.length + 1] = (byte) (longer.length - damaged.length - 2);
            return longer;
        }
        return damaged;
    }

    private static JsonNode withoutUnknownTags(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove("_unknownTaggedFields");
        }
        node.forEach(DecoderOracleTest::withoutUnknownTags);
        return node;
    }

    private static Optional<String> kafkas(byte[] value) {
        try {
            ApiMessageAndVersion read = MetadataRecordSerde.INSTANCE.read(new ByteBufferAccessor(ByteBuffer.wrap(value)), value.length);
            return Optional.of(MetadataJsonConverters.writeJson(read.message(), read.version()).toString());
        } catch (RuntimeException refused) {
            return Optional.empty();
        }
    }

    private Optional<Malformed> malformed(byte[] value) {
        JsonBytes json = new JsonBytes();
        json.raw('<');
        try {
            decoder.data(cursor(value), json);
            return Optional.empty();
        } catch (Malformed malformed) {
            assertEquals("<", json.toString(), "the sink is as it was");
            return Optional.of(malformed);
        }
    }

    @Test
    void decodesControlRecordsOfEveryVersion() throws IOException {
        RandomRecords records = new RandomRecords(new Random(7));
        for (int i = 0; i < INSTANCES; i++) {
            for (short v = LeaderChangeMessage.LOWEST_SUPPORTED_VERSION; v <= LeaderChangeMessage.HIGHEST_SUPPORTED_VERSION; v++) {
                LeaderChangeMessage leader = LeaderChangeMessageJsonConverter.read(json(records, LeaderChangeMessage.class, v), v);
                control(ControlRecordType.LEADER_CHANGE, leader, v, LeaderChangeMessageJsonConverter.write(leader, v));
            }
            for (short v = SnapshotHeaderRecord.LOWEST_SUPPORTED_VERSION; v <= SnapshotHeaderRecord.HIGHEST_SUPPORTED_VERSION; v++) {
                SnapshotHeaderRecord header = SnapshotHeaderRecordJsonConverter.read(json(records, SnapshotHeaderRecord.class, v), v);
                control(ControlRecordType.SNAPSHOT_HEADER, header, v, SnapshotHeaderRecordJsonConverter.write(header, v));
            }
            for (short v = SnapshotFooterRecord.LOWEST_SUPPORTED_VERSION; v <= SnapshotFooterRecord.HIGHEST_SUPPORTED_VERSION; v++) {
                SnapshotFooterRecord footer = SnapshotFooterRecordJsonConverter.read(json(records, SnapshotFooterRecord.class, v), v);
                control(ControlRecordType.SNAPSHOT_FOOTER, footer, v, SnapshotFooterRecordJsonConverter.write(footer, v));
            }
            for (short v = KRaftVersionRecord.LOWEST_SUPPORTED_VERSION; v <= KRaftVersionRecord.HIGHEST_SUPPORTED_VERSION; v++) {
                KRaftVersionRecord level = KRaftVersionRecordJsonConverter.read(json(records, KRaftVersionRecord.class, v), v);
                control(ControlRecordType.KRAFT_VERSION, level, v, KRaftVersionRecordJsonConverter.write(level, v));
            }
            for (short v = VotersRecord.LOWEST_SUPPORTED_VERSION; v <= VotersRecord.HIGHEST_SUPPORTED_VERSION; v++) {
                VotersRecord voters = VotersRecordJsonConverter.read(json(records, VotersRecord.class, v), v);
                control(ControlRecordType.KRAFT_VOTERS, voters, v, VotersRecordJsonConverter.write(voters, v));
            }
        }
    }

    private static JsonNode json(RandomRecords records, Class<?> type, short version) {
        return records.json(RandomRecords.schema(type, version)).put("version", version);
    }

    private void control(ControlRecordType type, ApiMessage message, short version, JsonNode expected) throws IOException {
        byte[] value = body(message, version);
        JsonBytes json = new JsonBytes();
        assertEquals(Decoder.Outcome.DECODED, decoder.control(type.type(), cursor(value), json));
        assertSamePrint(expected.toString(), json, value);
        Values values = new Values();
        decoder.control(type.type(), cursor(value), values);
        ValuesTest.assertHolds(tree(expected.toString()), values, Values.ROOT);
        assertEquals(version, decoder.version().orElseThrow());
        for (int length = Math.max(0, value.length - 40); length < value.length; length++) {
            Cursor cut = cursor(Arrays.copyOf(value, length));
            try {
                decoder.control(type.type(), cut, new JsonBytes());
                fail("decodes when cut: " + hex(value));
            } catch (Malformed malformed) {
                assertTrue(malformed.position() <= length);
            }
        }
    }

    static ApiMessage message(RandomRecords records, TypeVersion is) {
        JsonNode json = records.json(RandomRecords.schema(is.type.newMetadataRecord().getClass(), is.version));
        return MetadataJsonConverters.readJson(json, is.type.id(), is.version);
    }

    static byte[] value(ApiMessage message, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ApiMessageAndVersion both = new ApiMessageAndVersion(message, version);
        ByteBuffer buffer = ByteBuffer.allocate(MetadataRecordSerde.INSTANCE.recordSize(both, cache));
        MetadataRecordSerde.INSTANCE.write(both, cache, new ByteBufferAccessor(buffer));
        return buffer.array();
    }

    private static byte[] body(ApiMessage message, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer buffer = ByteBuffer.allocate(message.size(cache, version));
        message.write(new ByteBufferAccessor(buffer), cache, version);
        return buffer.array();
    }

    static Cursor cursor(byte[] bytes) {
        return new Cursor().over(bytes, 0, bytes.length, 0);
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
