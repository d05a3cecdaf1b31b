package kraftaudit.audit.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import kraftaudit.written.Batches;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.Control;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.Samples;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hard inputs and what a dump shows of them. LOG is 4,586 bytes with offsets 0 to 59, epoch 6 at its end. */
class DumpCasesTest {
    private static final long TIME = 1_795_983_200_000L;
    private static final int LENGTH = 4586;

    @TempDir
    Path folder;

    private Path log(byte[]... behind) throws IOException {
        return segment(0, Batches.join(Dumped.log(), Batches.join(behind)));
    }

    private Path segment(long baseOffset, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(NodeFiles.segmentName(baseOffset)), bytes);
    }

    private static byte[] data(long base, int epoch, byte[]... values) {
        return Batches.data(base, epoch, TIME, values);
    }

    private static byte[] hex(String digits) {
        return DataValues.hex(digits);
    }

    // ---- key 29 ----

    @ParameterizedTest
    @ValueSource(strings = {"kip-1262", "kip-1262-draft"})
    void keyTwentyNineUnderBothProfiles(String profile) throws IOException {
        boolean draft = profile.equals("kip-1262-draft");
        String id = "kRaftAuditSampleClust0";
        Path file = log(data(60, 6, hex("011d00 00000003 00"), DataValues.clusterId(29, id), hex("011d00 04616263 00")));
        Dumped dumped = Dumped.json("--from", 60, "--profile", profile, file);
        JsonNode controller = dumped.record(60);
        JsonNode cluster = dumped.record(61);
        JsonNode both = dumped.record(62);
        String where = draft ? "kip-1262-draft has ClusterIdRecord at 29, kip-1262 at 30" : "kip-1262 has ClusterIdRecord at 30, kip-1262-draft at 29";
        if (draft) {
            assertEquals("UNDECODABLE", controller.get("undecoded").get("outcome").asText());
            assertEquals("looks like UnregisterControllerRecord 3, which 4.4.0 writes under 29; " + where, note(controller));
            assertEquals("{\"clusterId\":\"" + id + "\"}", cluster.get("payload").toString());
            assertFalse(cluster.has("notes"));
            assertEquals("{\"clusterId\":\"abc\"}", both.get("payload").toString());
        } else {
            assertEquals("{\"controllerId\":3}", controller.get("payload").toString());
            assertFalse(controller.has("notes"));
            assertEquals("UNDECODABLE", cluster.get("undecoded").get("outcome").asText());
            assertEquals("looks like a ClusterIdRecord " + id + "; " + where, note(cluster));
            assertEquals("{\"controllerId\":73491043}", both.get("payload").toString());
        }
        assertEquals("the bytes fit both ClusterIdRecord abc and UnregisterControllerRecord 73491043, which 4.4.0 writes under 29; " + where, note(both));
        assertEquals(draft ? "CLUSTER_ID_RECORD" : "UNREGISTER_CONTROLLER_RECORD", both.get("type").asText());
    }

    private static String note(JsonNode record) {
        assertEquals(1, record.get("notes").size(), record.toString());
        return record.get("notes").get(0).asText();
    }

    @Test
    void clusterIdUnderTheDefaultProfile() throws IOException {
        Path file = log(data(60, 6, DataValues.clusterId(30, "-bC3vT0b1Rk2x9aZc7LmYw")));
        assertTrue(Dumped.fine("--from", 60, file).lines().contains("  60 @4647+34 CLUSTER_ID_RECORD v0 {\"clusterId\":\"-bC3vT0b1Rk2x9aZc7LmYw\"}"));
        JsonNode without = Dumped.json("--from", 60, "--profile", "kip-1262-draft", file).record(60);
        assertEquals("UNKNOWN_TYPE", without.get("undecoded").get("outcome").asText());
        assertTrue(note(without).startsWith("looks like a ClusterIdRecord -bC3vT0b1Rk2x9aZc7LmYw; kip-1262-draft has"), without.toString());
    }

    // ---- what is not known ----

    @Test
    void unknownTypeVersionAndFrame() throws IOException {
        Path file = log(data(60, 6, hex("01 84 04 00 61626300"), hex("01 c9 01 00 00"), hex("01 03 09 ff"), hex("02 14 00 00"), DataValues.noOp()),
            Batches.control(65, 6, TIME, Control.raw(99, hex("000000"))));
        List<String> lines = Dumped.fine("--from", 60, file).lines();
        assertEquals("  60 @4647+15 unknown type 516 v0, 4 bytes: 61626300", lines.get(2));
        assertEquals("  61 @4662+12 unknown type 201 v0, 1 byte: 00", lines.get(3));
        assertEquals("  62 @4674+11 unknown version 9 of PARTITION_RECORD, 1 byte: ff", lines.get(4));
        assertEquals("  63 @4685+11 undecodable record, 4 bytes (frameVersion @4691: expected 1, found 2): 02140000", lines.get(5));
        assertEquals("  64 @4696+11 NO_OP_RECORD v0 {}", lines.get(6));
        assertEquals("  65 @4768+14 unknown control type 99 v0, 3 bytes: 000000", lines.get(8));
        JsonNode unknown = Dumped.json("--from", 60, file).record(60);
        assertEquals(516, unknown.get("apiKey").asInt());
        assertEquals("UNKNOWN(516)", unknown.get("type").asText());
        assertTrue(unknown.get("payload").isNull());
        assertEquals("{\"outcome\":\"UNKNOWN_TYPE\",\"messageLength\":4,\"message\":\"61626300\"}", unknown.get("undecoded").toString());
    }

    /** Definitions of a newer release or a fork: a type more, and a version more of a type that is known. */
    @Test
    void definitionsThatAreGiven() throws IOException {
        Path schemas = Files.createDirectory(folder.resolve("schemas"));
        Files.writeString(schemas.resolve("ForkRecord.json"), """
            // comments are allowed, as in Kafka's own
            {"apiKey": 516, "type": "metadata", "name": "ForkRecord", "validVersions": "0", "flexibleVersions": "0+",
             "fields": [{"name": "Note", "type": "string", "versions": "0+"}]}""");
        Files.writeString(schemas.resolve("NoOpRecord.json"), """
            {"apiKey": 20, "type": "metadata", "name": "NoOpRecord", "validVersions": "0-1", "flexibleVersions": "0+",
             "fields": [{"name": "Reason", "type": "string", "versions": "1+", "nullableVersions": "1+"}]}""");
        Path file = log(data(60, 6, hex("01 84 04 00 04616263 00"), hex("01 14 01 03 6869 00"), DataValues.noOp(), hex("01 14 02 00")));
        List<String> lines = Dumped.fine("--from", 60, "--schemas", schemas, file).lines();
        assertEquals("  60 @4647+16 FORK_RECORD v0 {\"note\":\"abc\"}", lines.get(2));
        assertEquals("  61 @4663+14 NO_OP_RECORD v1 {\"reason\":\"hi\"}", lines.get(3));
        assertEquals("  62 @4677+11 NO_OP_RECORD v0 {}", lines.get(4));
        assertEquals("  63 @4688+11 unknown version 2 of NO_OP_RECORD, 1 byte: 00", lines.get(5));
        assertEquals(List.of(60L), Dumped.json("--type", "fork", "--schemas", schemas, file).offsets());
        assertEquals(List.of(60L), Dumped.json("--type", "516", file).offsets());
    }

    @Test
    void aDefinitionWithAnErrorIsOneLine() throws IOException {
        Files.writeString(folder.resolve("Fork.json"), "{\"apiKey\": 516, \"type\": \"metadata\", \"name\": \"Fork\", \"validVersions\": \"0\", "
            + "\"flexibleVersions\": \"0+\", \"fields\": [{\"name\": \"Note\", \"type\": \"str\\ning\", \"versions\": \"0+\"}]}");
        Dumped dumped = Dumped.run("--schemas", folder, log());
        assertEquals(2, dumped.code());
        assertEquals("", dumped.out());
        assertEquals("kraft-audit: --schemas: " + folder.resolve("Fork.json") + ": unknown type str\\ning of Note\n", dumped.err());
    }

    @Test
    void bytesLeftOverAndTheRecordAfterThem() throws IOException {
        Dumped dumped = Dumped.json("--from", 60, log(data(60, 6, DataValues.noOp(), hex("01140000dead"), DataValues.metadataVersion(22))));
        JsonNode left = dumped.record(61).get("undecoded");
        assertEquals("UNDECODABLE", left.get("outcome").asText());
        assertEquals("2 bytes left after NoOpRecord", left.get("found").asText());
        assertEquals(22, dumped.record(62).get("payload").get("featureLevel").asInt());
    }

    @Test
    void leaderChangeOfBothVersions() throws IOException {
        Dumped dumped = Dumped.json("--control", log(Batches.control(60, 7, TIME, Control.leaderChangeV1(1, List.of(WrittenVoter.of(1)), List.of(WrittenVoter.of(1))))));
        assertEquals(List.of(0L, 1L, 33L, 60L), dumped.offsets());
        assertFalse(dumped.record(33).get("payload").get("voters").get(0).has("voterDirectoryId"));
        assertEquals(1, dumped.record(60).get("version").asInt());
        assertEquals(WrittenVoter.directory(1, 1).toString(), dumped.record(60).get("payload").get("grantingVoters").get(0).get("voterDirectoryId").asText());
    }

    @Test
    void portsAreUnsignedAndHostsAsStored() throws IOException {
        WrittenVoter voter = WrittenVoter.of(1).at("CONTROLLER://0:0:0:0:0:0:0:1:65535", "SASL_SSL://fe80::1%eth0:0", "X://ctl_2.example.test:1");
        JsonNode endpoints = Dumped.json("--type", "KRAFT_VOTERS", log(Batches.control(60, 6, TIME, Control.voters(voter)))).record(60)
            .get("payload").get("voters").get(0).get("endpoints");
        assertEquals("{\"name\":\"CONTROLLER\",\"host\":\"0:0:0:0:0:0:0:1\",\"port\":65535}", endpoints.get(0).toString());
        assertEquals("{\"name\":\"SASL_SSL\",\"host\":\"fe80::1%eth0\",\"port\":0}", endpoints.get(1).toString());
        assertEquals("ctl_2.example.test", endpoints.get(2).get("host").asText());
    }

    // ---- damage in its place ----

    @Test
    void oneFlippedBit() throws IOException {
        Dumped dumped = Dumped.json(segment(0, Damaging.set(Dumped.log(), 4007, 1)));
        List<JsonNode> all = dumped.all();
        JsonNode damage = dumped.only("damage");
        assertEquals("CHECKSUM", damage.get("reason").asText());
        assertEquals(3938, damage.get("position").asLong());
        assertEquals(72, damage.get("length").asLong());
        assertEquals(51, damage.get("baseOffset").asLong());
        assertEquals(52, damage.get("endOffset").asLong());
        JsonNode next = all.get(all.indexOf(damage) + 1);
        assertEquals("batch", next.get("kind").asText());
        assertTrue(next.get("resumes").asBoolean());
        assertEquals(52, next.get("baseOffset").asLong());
        assertFalse(dumped.offsets().contains(51L));
        assertEquals(59, dumped.offsets().size());
        assertEquals(1, dumped.all("batch").stream().filter(b -> b.has("resumes")).count());
        String text = Dumped.fine(folder.resolve(NodeFiles.segmentName(0))).out();
        assertTrue(text.contains("\ndamage @3938+72 CHECKSUM: crc: expected 0x"), text);
        assertTrue(text.contains(" passes; reading resumes here\n"), text);
    }

    @ParameterizedTest
    @CsvSource({"4515", "4530", "4556", "4585"})
    void tornLastBatch(int length) throws IOException {
        JsonNode damage = Dumped.json(segment(0, Damaging.cut(Dumped.log(), length))).only("damage");
        assertEquals("TORN", damage.get("reason").asText());
        assertEquals(4514, damage.get("position").asLong());
        assertEquals(length - 4514, damage.get("length").asLong());
        assertEquals(59, damage.get("expectedOffset").asLong());
    }

    @Test
    void zeroFilledTail() throws IOException {
        Path file = segment(0, Damaging.zerosBehind(Dumped.log(), 4096));
        JsonNode zeros = Dumped.json(file).only("zeros");
        assertEquals(LENGTH, zeros.get("position").asLong());
        assertEquals(4096, zeros.get("length").asLong());
        List<String> lines = Dumped.fine(file).lines();
        assertEquals("zeros @4586+4096 to the end of the file", lines.get(lines.size() - 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, -1, 0, 1, 48})
    void absurdBatchLength(int batchLength) throws IOException {
        byte[] tail = Damaging.edit(new byte[112], bytes -> bytes.putLong(0, 60).putInt(8, batchLength));
        JsonNode damage = Dumped.json(log(tail)).only("damage");
        assertEquals("FRAMING", damage.get("reason").asText());
        assertEquals(LENGTH, damage.get("position").asLong());
        assertEquals(112, damage.get("length").asLong());
        assertEquals("batchLength", damage.get("field").asText());
    }

    @Test
    void recordCountThatLies() throws IOException {
        byte[] lying = Damaging.checksummed(Damaging.edit(data(60, 6, DataValues.noOp()), bytes -> bytes.putInt(57, 3).putInt(23, 2)), 0);
        JsonNode damage = Dumped.json(log(lying)).only("damage");
        assertEquals("UNDECODABLE", damage.get("reason").asText());
        assertTrue(damage.get("crcPasses").asBoolean());
        assertEquals(63, damage.get("endOffset").asLong());
    }

    @Test
    void emptyBatch() throws IOException {
        byte[] batch = Damaging.edit(data(60, 6, DataValues.noOp()), bytes -> bytes.putInt(8, 49).putInt(57, 0));
        Dumped dumped = Dumped.json(log(Damaging.checksummed(Damaging.cut(batch, 61), 0)));
        JsonNode last = dumped.all("batch").get(56);
        assertEquals(0, last.get("records").asInt());
        assertEquals(60, last.get("baseOffset").asLong());
        assertEquals(61, last.get("endOffset").asLong());
    }

    @Test
    void epochsAndOffsetsOutOfOrderAreMarked() throws IOException {
        Path file = log(data(60, 5, DataValues.noOp()), data(64, 6, DataValues.noOp()), data(64, 6, DataValues.noOp()));
        List<JsonNode> batches = Dumped.json(file).all("batch").subList(56, 59);
        assertEquals(6, batches.get(0).get("epochBefore").asInt());
        assertFalse(batches.get(0).has("expectedOffset"));
        assertEquals(61, batches.get(1).get("expectedOffset").asLong());
        assertEquals(65, batches.get(2).get("expectedOffset").asLong());
        String text = Dumped.fine(file).out();
        assertTrue(text.contains("passes; epoch 6 is before it\n"), text);
        assertTrue(text.contains("passes; offset 61 comes next\n"), text);
        assertTrue(text.contains("passes; offset 65 comes next\n"), text);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void compressedBatches(int compression) throws IOException {
        byte[] batch = compression == 1 ? Batches.batch(60, 6, TIME, false, Compression.gzip().build(), List.of(new SimpleRecord(TIME, null, DataValues.noOp())))
            : Damaging.checksummed(Damaging.edit(data(60, 6, DataValues.noOp()), bytes -> bytes.putShort(21, (short) 5)), 0);
        Dumped dumped = Dumped.json(log(batch, data(61, 6, DataValues.noOp())));
        assertEquals("UNSUPPORTED", dumped.only("damage").get("reason").asText());
        assertEquals(61, dumped.only("damage").get("endOffset").asLong());
        assertTrue(dumped.offsets().contains(61L));
    }

    // ---- checkpoints ----

    private Path checkpoint(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    private static byte[] checkpointBytes() {
        return Dumped.bytes(Samples.folder("snapshots").resolve("node1/__cluster_metadata-0/00000000000000000026-0000000001.checkpoint"));
    }

    @Test
    void checkpointsHaveOffsetsOfTheirOwn() throws IOException {
        Dumped dumped = Dumped.json(checkpoint(Checkpoints.name(26, 1), checkpointBytes()));
        assertEquals(java.util.stream.LongStream.range(0, 14).boxed().toList(), dumped.offsets());
        assertEquals(1_795_983_163_540L, dumped.record(0).get("payload").get("lastContainedLogTimestamp").asLong());
        assertTrue(dumped.all("batch").stream().noneMatch(batch -> batch.has("expectedOffset")));
    }

    @ParameterizedTest
    @CsvSource({"1200, 1161, 39", "900, 166, 734"})
    void tornCheckpoint(int length, long position, long torn) throws IOException {
        JsonNode damage = Dumped.json(checkpoint(Checkpoints.name(26, 1), Damaging.cut(checkpointBytes(), length))).only("damage");
        assertEquals("TORN", damage.get("reason").asText());
        assertEquals(position, damage.get("position").asLong());
        assertEquals(torn, damage.get("length").asLong());
    }

    @Test
    void emptyCheckpointHasItsLine() throws IOException {
        Path file = checkpoint(Checkpoints.name(26, 1), new byte[0]);
        assertEquals(List.of(Checkpoints.name(26, 1) + ": checkpoint, 0 bytes"), Dumped.fine(file).lines());
    }

    @Test
    void checkpointWithoutItsHeaderSaysWhatComesNext() throws IOException {
        byte[] bytes = checkpointBytes();
        JsonNode first = Dumped.json(checkpoint(Checkpoints.name(26, 1), Damaging.without(bytes, 0, 166))).all("batch").get(0);
        assertEquals(3, first.get("baseOffset").asLong());
        assertEquals(0, first.get("expectedOffset").asLong());
    }

    /** Files whose names were changed are read when they are given one by one. */
    @ParameterizedTest
    @ValueSource(strings = {"00000000000000000026-0000000001 (1).checkpoint", "26-1.checkpoint", "00000000000000000026-0000000001.checkpoint.deleted",
        "00000000000000000026-0000000001-123.checkpoint.part", "from-node-1.checkpoint"})
    void namesThatAreAlmostRight(String name) throws IOException {
        assertEquals(14, Dumped.json(checkpoint(name, checkpointBytes())).offsets().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000000000000000.log.deleted", "from-node-2.log", "0.log"})
    void segmentsThatWereRenamed(String name) throws IOException {
        Path file = Files.write(folder.resolve(name), Dumped.log());
        assertEquals(60, Dumped.json(file).offsets().size());
    }

    @Test
    void producerStateIsNoCheckpoint() throws IOException {
        Path file = Files.write(folder.resolve("00000000000000000060.snapshot"), HexFormat.of().parseHex("000148674bc700000000"));
        Dumped dumped = Dumped.run(file);
        assertEquals(3, dumped.code());
        assertTrue(dumped.err().contains("producer state, not a KRaft checkpoint"), dumped.err());
    }

    // ---- times and scale ----

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MAX_VALUE, Long.MIN_VALUE, 253_402_300_800_000L})
    void timesThatAreNone(long time) throws IOException {
        byte[] batch = Damaging.checksummed(Damaging.edit(data(60, 6, DataValues.noOp()), bytes -> bytes.putLong(27, time).putLong(35, time)), 0);
        Path file = log(batch);
        JsonNode record = Dumped.json(file).record(60);
        assertTrue(record.get("timestamp").isNull());
        assertEquals(time == -1 ? "null" : time == 253_402_300_800_000L ? "253402300800000" : "\"" + time + "\"", record.get("timestampMs").toString());
        String csv = Dumped.fine("--format", "csv", "--from", 60, file).out();
        assertTrue(csv.contains(",60,6,,false,NO_OP_RECORD,0,,{}\r\n") || csv.contains(",60,6,,false,NO_OP_RECORD,0,,\"{}\"\r\n"), csv);
        String text = Dumped.fine("--from", 60, file).out();
        assertTrue(text.contains(time == -1 ? " no time (-1) " : " out of range (" + time + ") "), text);
    }

    @ParameterizedTest
    @ValueSource(longs = {3_186_751_957L, 9_930_471_116L, 9_007_199_254_740_993L, Long.MAX_VALUE - 2})
    void hugeOffsets(long base) throws IOException {
        Path file = segment(base, data(base, 6, DataValues.noOp(), DataValues.noOp()));
        Dumped dumped = Dumped.json("--from", base + 1, file);
        JsonNode record = dumped.only("record");
        boolean string = base >= 1L << 53;
        assertEquals(string ? "\"" + (base + 1) + "\"" : Long.toString(base + 1), record.get("offset").toString());
        assertEquals(string ? "\"" + base + "\"" : Long.toString(base), record.get("baseOffset").toString());
        assertFalse(dumped.only("batch").has("expectedOffset"));
        assertTrue(Dumped.fine(file).out().contains("batch " + base + "-" + (base + 1) + " @0+"));
        assertTrue(Dumped.fine("--format", "csv", file).out().contains("," + base + "," + (base + 1) + ",6,"));
    }
}
