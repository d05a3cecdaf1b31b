package kraftaudit.written;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The writer against bytes that Kafka 4.4.0 wrote (kraft-on-disk 12), and against Kafka's own readers. */
class WritingTest {
    private static final long TIME = 1_700_000_000_000L;

    @Test
    void controlBatchIsKafkas() {
        assertEquals("00000000000000050000004f00000003021154eaf90020000000000000018bcfe568000000018bcfe56800ffffffffffffffffff"
                + "ffffffffff000000013a0000000800000002260000000000010200000001000200000001000000",
                hex(Batches.control(5, 3, TIME, Control.leaderChange(1, List.of(1), List.of(1)))));
    }

    @Test
    void dataBatchIsKafkas() {
        assertEquals("0000000000000006000000790000000302278ca6d80000000000020000018bcfe568010000018bcfe56801ffffffffffffffffff"
                + "ffffffffff000000033c000000013001170001001212426f6f747374726170207265636f726473003a000002012e010c00116d65746164"
                + "6174612e76657273696f6e002100001400000401080118000000",
                hex(Batches.data(6, 3, TIME + 1, DataValues.begin("Bootstrap records"), DataValues.metadataVersion(33), DataValues.end())));
    }

    @Test
    void controlValuesAreKafkas() {
        assertEquals("0000000000010300000001000000000200020000000100" + "00",
                hex(Control.leaderChange(1, List.of(1, 2), List.of(1)).value()));
        assertEquals("00000000018bcfe5680000", hex(Control.header(TIME).value()));
        assertEquals("000000", hex(Control.footer().value()));
        assertEquals("0000000100", hex(Control.kraftVersion(1).value()));
        assertEquals("000002000000010000000000000001000000000000000202" + "0b434f4e54524f4c4c4552" + "036831" + "2385"
                + "00" + "00000001" + "00" + "00" + "00",
                hex(Control.voters(WrittenVoter.of(1).in(new Uuid(1, 2)).at("CONTROLLER://h1:9093")).value()));
    }

    @Test
    void buildingBlocksAreTheirHex() {
        assertEquals("010c000e6b726166742e76657273696f6e000100", hex(DataValues.featureLevel("kraft.version", 1)));
        assertEquals("01170000", hex(DataValues.begin()));
        assertEquals("01180000", hex(DataValues.end()));
        assertEquals("01190000", hex(DataValues.abort()));
        assertEquals("01140000", hex(DataValues.noOp()));
        assertEquals("011e00" + "04616263" + "00", hex(DataValues.clusterId(30, "abc")));
        assertEquals("01c90100" + "0100", hex(DataValues.clusterId(201, "")));
    }

    @Test
    void smallFilesAreKafkas() {
        assertEquals("{\"clusterId\":\"\",\"leaderId\":1,\"leaderEpoch\":2,\"votedId\":-1,\"appliedOffset\":0,"
                + "\"currentVoters\":[{\"voterId\":1}],\"data_version\":0}", text(NodeFiles.quorumStateV0(1, 2, -1, List.of(1))));
        assertEquals("{\"leaderId\":1,\"leaderEpoch\":2,\"votedId\":3,\"votedDirectoryId\":\"AAAAAAAAAAEAAAAAAAAAAg\",\"data_version\":1}",
                text(NodeFiles.quorumStateV1(1, 2, 3, Optional.of(new Uuid(1, 2)))));
        assertEquals("00000000000000000026-0000000001.checkpoint", Checkpoints.name(26, 1));
        assertEquals("00000000000000000167.log", NodeFiles.segmentName(167));
    }

    @Test
    void historyBecomesBatches() {
        WrittenLog log = WrittenLog.of("static 1 2 3; lead 1 by 1 2; begin + mv 21 + end; noop 2; lead 2 epoch 4 + kraft 1 + voters 2 3'; "
                + "voters 2 3'@h:1; noop + noop");
        assertEquals(12, log.endOffset());
        assertEquals(4, log.lastEpoch());
        List<String> seen = new ArrayList<>();
        for (MutableRecordBatch batch : MemoryRecords.readableRecords(ByteBuffer.wrap(log.bytes())).batches()) {
            batch.ensureValid();
            StringBuilder line = new StringBuilder(batch.baseOffset() + "-" + batch.lastOffset() + "@" + batch.partitionLeaderEpoch());
            for (Record record : batch) {
                line.append(' ').append(batch.isControlBatch() ? ControlRecordType.parse(record.key()).name() : "key " + record.value().get(1));
            }
            seen.add(line.toString());
        }
        assertEquals(List.of("0-0@1 LEADER_CHANGE", "1-3@1 key 23 key 12 key 24", "4-4@1 key 20", "5-5@1 key 20",
                "6-8@4 LEADER_CHANGE KRAFT_VERSION KRAFT_VOTERS", "9-9@4 KRAFT_VOTERS", "10-11@4 key 20 key 20"), seen);
        assertEquals(2, log.leaderEpochs().size());
        assertArrayEquals(new long[] {4, 6}, log.leaderEpochs().get(1));
    }

    @Test
    void logsShareABeginning() {
        WrittenLog common = WrittenLog.of("at 100 epoch 3; static 1 2; lead 1; noop 3");
        WrittenLog left = common.then("voters 1");
        WrittenLog right = common.upTo(103).then("lead 2 epoch 9");
        assertEquals(2, left.upTo(104).voters().size());
        assertEquals(1, left.voters().size());
        assertEquals(4, common.lastEpoch());
        assertEquals(105, left.endOffset());
        assertEquals(9, right.lastEpoch());
        assertArrayEquals(common.bytes(100, 103), right.bytes(100, 103));
    }

    @Test
    void checksumFollowsAnEdit() {
        byte[] batch = Batches.data(60, 6, TIME, DataValues.noOp());
        byte[] two = Batches.join(batch, Damaging.edit(batch, b -> b.putInt(57, 3).putInt(23, 2)));
        assertFalse(valid(two, 1));
        assertTrue(valid(Damaging.checksummed(two, batch.length), 1));
        assertFalse(valid(Damaging.flip(two, 70, 1), 0));
        assertArrayEquals(batch, Damaging.cut(two, batch.length));
        assertArrayEquals(batch, Damaging.checksummed(batch, 0));
    }

    @Test
    void samplesAreFound() {
        assertTrue(Files.isDirectory(Samples.folder("static-3.9").resolve("node2")));
    }

    @Test
    void directoryIsWrittenAndReadBack(@TempDir Path folder) throws Exception {
        NodeDirectory node = WrittenLog.of("static 1; lead 1; noop 4").directory(3).identity("a-cluster", 1, WrittenVoter.directory(1, 1))
                .quorumState(1, 1).checkpoint(2, 1, Checkpoints.dynamic(1, TIME, TIME, WrittenVoter.upTo(1), DataValues.metadataVersion(21)));
        node.write(folder);
        assertTrue(Files.isRegularFile(folder.resolve("__cluster_metadata-0/00000000000000000003.log")));
        assertEquals("0\n1\n1 0\n", Files.readString(folder.resolve("__cluster_metadata-0/leader-epoch-checkpoint")));
        assertArrayEquals(node.bytes("__cluster_metadata-0/quorum-state"), NodeDirectory.read(folder).bytes("__cluster_metadata-0/quorum-state"));
    }

    private static boolean valid(byte[] bytes, int index) {
        List<MutableRecordBatch> batches = new ArrayList<>();
        MemoryRecords.readableRecords(ByteBuffer.wrap(bytes)).batches().forEach(batches::add);
        return batches.get(index).isValid();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
