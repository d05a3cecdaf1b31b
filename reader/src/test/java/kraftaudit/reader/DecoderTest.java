package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.OptionalInt;
import java.util.Random;
import kraftaudit.reader.Decoder.Outcome;
import org.apache.kafka.common.utils.internals.ByteUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes written by hand from the description of the format. */
class DecoderTest {
    private static final String CLUSTER_ID = "17" + hex("kRaftAuditSampleClust0") + "00";

    private final Decoder decoder = new Decoder(Schemas.builtIn().with(SchemasTest.profile("kip-1262", 30)), true);
    private final JsonBytes json = new JsonBytes();

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Cursor cursor(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        return new Cursor().over(bytes, 0, bytes.length, 0);
    }

    private String data(String hex) {
        json.clear();
        Outcome outcome = decoder.data(cursor(hex), json);
        return outcome == Outcome.DECODED ? json.toString() : outcome + json.toString();
    }

    private String control(int type, String hex) {
        json.clear();
        Outcome outcome = decoder.control(type, cursor(hex), json);
        return outcome == Outcome.DECODED ? json.toString() : outcome + json.toString();
    }

    /** Vectors that Kafka 4.4.0's classes wrote. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        01 0c 00 11 6d657461646174612e76657273696f6e 0021 00 | {"name":"metadata.version","featureLevel":33}
        01 17 00 01 00 12 12 426f6f747374726170207265636f726473 | {"name":"Bootstrap records"}
        01 17 00 00 | {}
        01 18 00 00 | {}
        01 11 01 00000001 000000000000000a 01 00 01 ff | {"brokerId":1,"brokerEpoch":10,"fenced":-1}
        01 1d 00 00000003 00 | {"controllerId":3}
        01 14 00 00 | {}
        """)
    void decodesVectorsOfDataRecords(String value, String expected) {
        assertEquals(expected, data(value));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        2 | 0000 00000001 03 00000001 00 00000002 00 02 00000001 00 00 | {"version":0,"leaderId":1,"voters":[{"voterId":1},{"voterId":2}],"grantingVoters":[{"voterId":1}]}
        3 | 0000 0000018bcfe56800 00 | {"version":0,"lastContainedLogTimestamp":1700000000000}
        4 | 0000 00 | {"version":0}
        5 | 0000 0001 00 | {"version":0,"kRaftVersion":1}
        6 | 0000 02 00000001 0000000000000001 0000000000000002 02 0b 434f4e54524f4c4c4552 03 6831 2385 00 0000 0001 00 00 00 | {"version":0,"voters":[{"voterId":1,"voterDirectoryId":"AAAAAAAAAAEAAAAAAAAAAg","endpoints":[{"name":"CONTROLLER","host":"h1","port":9093}],"kRaftVersionFeature":{"minSupportedVersion":0,"maxSupportedVersion":1}}]}
        99 | 00 00 00 | UNKNOWN_TYPE
        """)
    void decodesVectorsOfControlRecords(int type, String value, String expected) {
        assertEquals(expected, control(type, value));
    }

    @Test
    void aLeaderChangeIsReadByItsOwnVersion() {
        String d1 = "01".repeat(16);
        assertEquals("{\"version\":1,\"leaderId\":1,\"voters\":[{\"voterId\":1,\"voterDirectoryId\":\"AQEBAQEBAQEBAQEBAQEBAQ\"}],"
            + "\"grantingVoters\":[{\"voterId\":1,\"voterDirectoryId\":\"AQEBAQEBAQEBAQEBAQEBAQ\"}]}",
            control(2, "0001 00000001 02 00000001" + d1 + "00 02 00000001" + d1 + "00 00"));
        assertEquals(OptionalInt.of(1), decoder.version());
    }

    @Test
    void aControlRecordOfAnUnknownVersionIsReadAsFarAsItIsKnown() {
        assertEquals("{\"version\":1,\"lastContainedLogTimestamp\":5}", control(3, "0001 0000000000000005 00"));
        assertEquals(OptionalInt.of(1), decoder.version());
        Cursor longer = cursor("0009 0000000000000005 00 abcd");
        decoder.control(3, longer, json);
        assertEquals(2, longer.remaining(), "what a newer version has added");
        assertEquals("{\"version\":-1,\"lastContainedLogTimestamp\":5}", control(3, "ffff 0000000000000005 00"));
        assertEquals("SnapshotHeaderRecord at 11: expected no more bytes, found 2 bytes left after SnapshotHeaderRecord",
            assertThrows(Malformed.class, () -> control(3, "0000 0000000000000005 00 abcd")).getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        02 14 00 00       | frameVersion at 0: expected 1, found 2
        00 14 00          | frameVersion at 0: expected 1, found 0
        81 80 02 14 00 00 | frameVersion at 0: expected 1, found 32769
        01 80 80 02 00 00 | apiKey at 1: expected at most 32767, found 32768
        01 14 ffffffff0f  | version at 2: expected at most 32767, found 4294967295
        01                | apiKey at 1: expected the rest of a varint, found the end after 0 bytes
        01 14 00 00 de ad | NoOpRecord at 4: expected no more bytes, found 2 bytes left after NoOpRecord
        01 14 00 01 05    | tagged fields at 3: expected at most 0 in the 1 bytes left, found 1
        01 14 00 02 0500 0500 | tag at 6: expected one above 5, found 5
        01 14 00 02 0500 0400 | tag at 6: expected one above 5, found 4
        01 17 00 01 00 03 02 61 | tagged field at 6: expected at most 2 bytes, found 3 bytes
        01 17 00 01 00 03 02 61 00 | name at 6: expected a tagged field of 3 bytes, found 2 bytes
        01 11 00 00000001 000000000000000a 01 01 01 01 | tag at 16: expected a tag of version 0, found 1
        01 0c 00 00 0021 00 | name at 3: expected a value, found null
        01 1d 00 000003   | controllerId at 6: expected 4 bytes, found the end after 3 bytes
        """)
    void saysWhatDoesNotFit(String value, String message) {
        Malformed malformed = assertThrows(Malformed.class, () -> data(value));
        assertEquals(message, malformed.getMessage());
        assertEquals("", json.toString());
    }

    @Test
    void unknownTypesAndVersionsAreToldApart() {
        assertEquals("UNKNOWN_TYPE", data("01 c9 01 00 00"));
        assertEquals(OptionalInt.of(201), decoder.apiKey());
        assertEquals(OptionalInt.of(0), decoder.version());
        assertEquals("UNKNOWN_TYPE", data("01 84 04 00 00"), "key 516");
        assertEquals(OptionalInt.of(516), decoder.apiKey());
        assertEquals("UNKNOWN_VERSION", data("01 14 01 00"));
        assertEquals("UNKNOWN_VERSION", data("01 14 ffff01 00"));
        assertThrows(Malformed.class, () -> data("02 14 00 00"));
        assertEquals(OptionalInt.empty(), decoder.apiKey());
        assertThrows(Malformed.class, () -> data("01 14"));
        assertEquals(OptionalInt.of(20), decoder.apiKey());
        assertEquals(OptionalInt.empty(), decoder.version());
    }

    /** Layouts that later releases changed in place or dropped. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        3.2 | 01 0c 00 04 666f6f 0001 0003 00 | {"name":"foo","minFeatureLevel":1,"maxFeatureLevel":3}
        4.4 | 01 0c 00 04 666f6f 0003 00 | {"name":"foo","featureLevel":3}
        3.2 | 01 0b 00 04 626f62 02 01 03 aabb 03 ccdd 00001000 00 00 | {"name":"bob","credentialInfos":[{"mechanism":1,"salt":"qrs=","saltedPassword":"zN0=","iterations":4096}]}
        4.4 | 01 0b 00 04 626f62 01 03 aabb 03 ccdd 03 eeff 00001000 00 | {"name":"bob","mechanism":1,"salt":"qrs=","storedKey":"zN0=","serverKey":"7v8=","iterations":4096}
        3.2 | 01 0a 00 02 6f 02 02 72 0000018bcfe56800 0000018bcfe56801 0000018bcfe56802 02 74 00 | {"owner":"o","renewers":["r"],"issueTimestamp":1700000000000,"maxTimestamp":1700000000001,"expirationTimestamp":1700000000002,"tokenId":"t"}
        3.2 | 01 0a 00 02 6f 01 0000018bcfe56800 0000018bcfe56801 0000018bcfe56802 02 74 00 | {"owner":"o","renewers":[],"issueTimestamp":1700000000000,"maxTimestamp":1700000000001,"expirationTimestamp":1700000000002,"tokenId":"t"}
        4.4 | 01 0a 00 02 6f 02 71 02 02 72 0000018bcfe56800 0000018bcfe56801 0000018bcfe56802 02 74 00 | {"owner":"o","requester":"q","renewers":["r"],"issueTimestamp":1700000000000,"maxTimestamp":1700000000001,"expirationTimestamp":1700000000002,"tokenId":"t"}
        3.2 | 01 06 00 02 02 74 03 02 70 02 2a 02 03 00 | {"resourceType":2,"resourceName":"t","patternType":3,"principal":"p","host":"*","operation":2,"permissionType":3}
        3.2 | 01 10 00 04 666f6f 00 | {"name":"foo"}
        """)
    void decodesLayoutsOfOlderReleases(String release, String value, String expected) {
        assertEquals(expected, data(value));
        assertEquals(release, decoder.layout().source);
    }

    /** What is told of bytes that fit no layout is the fault under the newest one. */
    @Test
    void theNewestLayoutSaysWhatIsWrong() {
        assertEquals("FeatureLevelRecord at 10: expected no more bytes, found 3 bytes left after FeatureLevelRecord",
            assertThrows(Malformed.class, () -> data("01 0c 00 04 666f6f 0000 00 010000")).getMessage());
    }

    @Test
    void unknownTaggedFieldsAreKept() {
        assertEquals("{\"name\":\"x\",\"_unknownTaggedFields\":[{\"tag\":3,\"bytes\":\"AAE=\"},{\"tag\":200,\"bytes\":\"\"}]}",
            data("01 17 00 03 00 02 02 78 03 02 0001 c801 00"));
        assertTrue(decoder.unknownTags());
        assertEquals("{\"_unknownTaggedFields\":[{\"tag\":4294967295,\"bytes\":\"/w==\"}]}", data("01 14 00 01 ffffffff0f 01 ff"));
        assertEquals("{}", data("01 14 00 00"));
        assertFalse(decoder.unknownTags());
        assertEquals("{\"version\":0,\"leaderId\":1,\"voters\":[{\"voterId\":1,\"_unknownTaggedFields\":[{\"tag\":0,\"bytes\":\"CQ==\"}]}],"
            + "\"grantingVoters\":[]}", control(2, "0000 00000001 02 00000001 01 00 01 09 01 00"));
        assertTrue(decoder.unknownTags());
    }

    @Test
    void aTaggedFieldThatStatesItsDefaultIsLeftOut() {
        String partitionChange = "01 05 02 00000001 " + "00".repeat(16);
        assertEquals("{\"partitionId\":1,\"topicId\":\"AAAAAAAAAAAAAAAAAAAAAA\"}", data(partitionChange + "02 01 04 fffffffe 05 01 ff"));
        assertEquals("{\"partitionId\":1,\"topicId\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"leader\":-1}", data(partitionChange + "01 01 04 ffffffff"));
        assertEquals("{\"partitionId\":1,\"topicId\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"isr\":[]}", data(partitionChange + "01 00 01 01"));
        assertEquals("{\"partitionId\":1,\"topicId\":\"AAAAAAAAAAAAAAAAAAAAAA\"}", data(partitionChange + "01 00 01 00"));
    }

    /** Kafka prints the fields in the order of the definition, wherever they are in the bytes. */
    @Test
    void taggedFieldsArePrintedInTheirPlace() {
        String partition = "01 03 00 00000001 " + "00".repeat(16) + " 01 01 01 01 00000002 00000003 00000004 ";
        assertEquals("{\"partitionId\":1,\"topicId\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"replicas\":[],\"isr\":[],\"removingReplicas\":[],"
            + "\"addingReplicas\":[],\"leader\":2,\"leaderRecoveryState\":1,\"leaderEpoch\":3,\"partitionEpoch\":4,"
            + "\"_unknownTaggedFields\":[{\"tag\":9,\"bytes\":\"Bw==\"}]}", data(partition + "02 00 01 01 09 01 07"));
    }

    @Test
    void textIsShownSafely() {
        assertEquals("{\"name\":\"a\\u001B[31m\\\"\\\\\\n\\u007F\\u009B\\u202E\u00e9\uD83D\uDE00\\uDB40\\uDC01\"}",
            data("01 10 00 1a 611b5b33316d225c0a7f c29b e280ae c3a9 f09f9880 f3a08081 00"));
        assertFalse(decoder.invalidText());
    }

    @ParameterizedTest
    @CsvSource({"ff, \\xFF", "c0af, \\xC0\\xAF", "eda080, \\xED\\xA0\\x80", "f4908080, \\xF4\\x90\\x80\\x80", "f0808080, \\xF0\\x80\\x80\\x80",
        "e4b8, \\xE4\\xB8", "e4b841, \\xE4\\xB8A", "80, \\x80", "c3a9ff, \u00e9\\xFF", "fe, \\xFE", "c1bf, \\xC1\\xBF", "e09fbf, \\xE0\\x9F\\xBF",
        "f5808080, \\xF5\\x80\\x80\\x80", "c341, \\xC3A"})
    void bytesThatAreNoUtf8AreShownAsBytes(String bytes, String shown) {
        String value = "01 10 00 " + String.format("%02x", bytes.length() / 2 + 1) + bytes + "00";
        assertEquals("{\"name\":\"" + shown.replace("\\", "\\\\") + "\"}", data(value));
        assertTrue(decoder.invalidText());
        Tree tree = new Tree();
        decoder.data(cursor(value), tree);
        assertEquals(shown, tree.root().get("name").textValue());
    }

    /** Java's own decoder is the authority on what is UTF-8: all sequences of two bytes, and many of three and four. */
    @Test
    void knowsUtf8() {
        Random random = new Random(5);
        for (int i = 0; i < 400_000; i++) {
            byte[] bytes = new byte[i < 65536 ? 2 : 3 + random.nextInt(2)];
            random.nextBytes(bytes);
            if (i < 65536) {
                bytes[0] = (byte) (i >> 8);
                bytes[1] = (byte) i;
            } else {
                bytes[0] |= (byte) 0xc0;
                bytes[1] &= (byte) 0xbf;
                bytes[1] |= (byte) 0x80;
            }
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            boolean ours = true;
            for (int at = 0; at < bytes.length && ours; ) {
                int codePoint = Utf8.codePoint(bytes, at, bytes.length);
                ours = codePoint != Utf8.INVALID;
                at += ours ? Utf8.length(codePoint) : 0;
            }
            boolean javas = Arrays.equals(bytes, new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
            assertEquals(javas, ours, () -> HexFormat.of().formatHex(bytes));
        }
    }

    @Test
    void secretsAreMasked() {
        Decoder masking = new Decoder(Schemas.builtIn(), false);
        String[][] cases = {
            {"01 0b 00 04 626f62 01 03 aabb 03 ccdd 03 eeff 00001000 01 63 01 07",
                "{\"name\":\"bob\",\"mechanism\":1,\"salt\":\"(redacted)\",\"storedKey\":\"(redacted)\",\"serverKey\":\"(redacted)\","
                    + "\"iterations\":4096,\"_unknownTaggedFields\":[{\"tag\":99,\"bytes\":\"(redacted)\"}]}"},
            {"01 0b 00 04 626f62 02 01 03 aabb 03 ccdd 00001000 00 00",
                "{\"name\":\"bob\",\"credentialInfos\":[{\"mechanism\":1,\"salt\":\"(redacted)\",\"saltedPassword\":\"(redacted)\",\"iterations\":4096}]}"},
            {config("ssl.key.password", "05" + hex("open")), "{\"resourceType\":4,\"resourceName\":\"1\",\"name\":\"ssl.key.password\",\"value\":\"(redacted)\"}"},
            {config("ssl.key.password", "00"), "{\"resourceType\":4,\"resourceName\":\"1\",\"name\":\"ssl.key.password\",\"value\":null}"},
            {config("retention.ms", "05" + hex("1000")), "{\"resourceType\":4,\"resourceName\":\"1\",\"name\":\"retention.ms\",\"value\":\"1000\"}"}};
        for (String[] one : cases) {
            json.clear();
            assertEquals(Outcome.DECODED, masking.data(cursor(one[0]), json));
            assertEquals(one[1], json.toString());
            assertEquals(one[0].startsWith("01 04 00") || one[0].startsWith("01 0b"), masking.layout().secret);
        }
        assertEquals("{\"resourceType\":4,\"resourceName\":\"1\",\"name\":\"ssl.key.password\",\"value\":\"open\"}",
            data(config("ssl.key.password", "05" + hex("open"))));
    }

    private static String config(String name, String value) {
        return "01 04 00 04 02 31 " + String.format("%02x", name.length() + 1) + hex(name) + value + "00";
    }

    @Test
    void keyTwentyNineIsToldApartByStructure() {
        Schemas released = Schemas.builtIn();
        Schemas standard = released.with(SchemasTest.profile("kip-1262", 30));
        Schemas draft = released.with(SchemasTest.profile("kip-1262-draft", 29));
        String[][] cases = {
            {"00000003 00", "{\"controllerId\":3}", ""},
            {CLUSTER_ID, "", "{\"clusterId\":\"kRaftAuditSampleClust0\"}"},
            {"04 61 62 63 00", "{\"controllerId\":73491043}", "{\"clusterId\":\"abc\"}"}};
        for (String[] one : cases) {
            assertEquals(one[1], decoded(standard, "01 1d 00" + one[0]));
            assertEquals(one[2], decoded(draft, "01 1d 00" + one[0]));
            // The other meaning, for the remark that a record may be something else.
            Cursor message = cursor(one[0]);
            assertEquals(one[2], decoder.fit(standard.clusterId(0).orElseThrow(), message).map(Object::toString).orElse(""));
            assertEquals(one[1], decoder.fit(released.layouts(29, 0).get(0), message).map(Object::toString).orElse(""));
            assertEquals(0, message.index());
        }
        assertEquals("{\"clusterId\":\"kRaftAuditSampleClust0\"}", decoded(standard, "01 1e 00" + CLUSTER_ID));
    }

    private static String decoded(Schemas schemas, String value) {
        JsonBytes json = new JsonBytes();
        try {
            new Decoder(schemas, true).data(cursor(value), json);
        } catch (Malformed malformed) {
            assertEquals(0, json.length());
        }
        return json.toString();
    }

    @Test
    void whatIsLongerThanABatchCanBeIsRefused() {
        ByteBuffer buffer = ByteBuffer.allocate(Decoder.LONGEST_VALUE + 5);
        buffer.put(0, (byte) 1).put(1, (byte) 0x14);
        Cursor cursor = new Cursor().over(buffer.array(), 0, buffer.limit(), 0);
        assertEquals("NoOpRecord at 3: expected at most 8388608 bytes, found 8388610 bytes",
            assertThrows(Malformed.class, () -> decoder.data(cursor, json)).getMessage());
    }

    /** A million features in one record of 6 MB would be hundreds of megabytes of nodes. */
    @Test
    void aTreeTakesNoEndlessRecords() {
        String front = "01 1b 00 00000001 " + "00".repeat(16) + "00 01";
        assertEquals(1, features(front, 1).get("features").size());
        assertEquals(43_000, features(front, 43_000).get("features").size());
        assertEquals("at most 262144 bytes", assertThrows(Malformed.class, () -> features(front, 44_000)).expected());
    }

    private JsonNode features(String front, int count) {
        ByteBuffer buffer = ByteBuffer.allocate(40 + 6 * count);
        buffer.put(HexFormat.of().parseHex(front.replace(" ", "")));
        ByteUtils.writeUnsignedVarint(count + 1, buffer);
        for (int i = 0; i < count; i++) {
            buffer.put(new byte[] {1, 0, 0, 0, 1, 0});
        }
        buffer.put((byte) 0).flip();
        Tree tree = new Tree();
        decoder.data(new Cursor().over(buffer.array(), 0, buffer.limit(), 0), tree);
        return tree.root();
    }

    /** Every kind of field that Kafka's message generator knows, also those that no record type has today. */
    @Test
    void decodesEveryKindOfField() throws IOException {
        Definition definition = Definition.read(new ByteArrayInputStream("""
            {"apiKey": 99, "type": "metadata", "name": "AllRecord", "validVersions": "0", "flexibleVersions": "0+", "fields": [
             {"name": "B", "type": "bool", "versions": "0+"}, {"name": "U16", "type": "uint16", "versions": "0+"},
             {"name": "U32", "type": "uint32", "versions": "0+"}, {"name": "F", "type": "float64", "versions": "0+"},
             {"name": "Bs", "type": "[]bool", "versions": "0+"}, {"name": "Fs", "type": "[]float64", "versions": "0+"},
             {"name": "Us", "type": "[]uuid", "versions": "0+"}, {"name": "Raw", "type": "[]bytes", "versions": "0+"},
             {"name": "Batches", "type": "records", "versions": "0+", "nullableVersions": "0+"},
             {"name": "In", "type": "S", "versions": "0+", "nullableVersions": "0+"},
             {"name": "Out", "type": "S", "versions": "0+", "nullableVersions": "0+"},
             {"name": "Gone", "type": "int8", "versions": "1+"},
             {"name": "T", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": "4", "default": "usual"},
             {"name": "N", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 5, "nullableVersions": "0+", "default": "null"},
             {"name": "X", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 6, "default": "0x10"},
             {"name": "D", "type": "float64", "versions": "0+", "taggedVersions": "0+", "tag": 7, "default": "1.5"},
             {"name": "Y", "type": "bool", "versions": "0+", "taggedVersions": "0+", "tag": 8, "default": "true"}],
             "commonStructs": [{"name": "S", "versions": "0+", "fields": [{"name": "Z", "type": "int64", "versions": "0+"}]}]}"""
            .getBytes(StandardCharsets.UTF_8)));
        Layout layout = Layout.of(definition, 0, "test");
        String front = "02 ffff ffffffff 7ff8000000000000 03 01 00 02 7ff0000000000000 02" + "ff".repeat(16) + "02 03 abcd"
            + "04 010203 01 8000000000000000 00 ff ";
        String shown = "{\"b\":true,\"u16\":65535,\"u32\":4294967295,\"f\":\"NaN\",\"bs\":[true,false],\"fs\":[\"Infinity\"],"
            + "\"us\":[\"_____________________w\"],\"raw\":[\"q80=\"],\"batchesSizeInBytes\":3,\"in\":{\"z\":-9223372036854775808},\"out\":null";
        assertEquals(shown + "}", decoder.fit(layout, cursor(front + "00")).orElseThrow().toString());
        assertEquals(shown + "}", decoder.fit(layout, cursor(front + "05 04 06 06757375616c 05 01 00 06 04 00000010 07 08 3ff8000000000000 08 01 01"))
            .orElseThrow().toString());
        assertEquals(shown + ",\"t\":\"\",\"n\":\"\",\"x\":0,\"d\":-1.5,\"y\":false}",
            decoder.fit(layout, cursor(front + "05 04 01 01 05 01 01 06 04 00000000 07 08 bff8000000000000 08 01 00")).orElseThrow().toString());
    }
}
