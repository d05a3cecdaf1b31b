package kraftaudit.audit;

import static kraftaudit.audit.Auditing.DEFAULT;
import static kraftaudit.audit.Auditing.SEGMENT;
import static kraftaudit.audit.Auditing.data;
import static kraftaudit.audit.Auditing.endOffset;
import static kraftaudit.audit.Auditing.finding;
import static kraftaudit.audit.Auditing.findings;
import static kraftaudit.audit.Auditing.level;
import static kraftaudit.audit.Auditing.log;
import static kraftaudit.audit.Auditing.message;
import static kraftaudit.audit.Auditing.word;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.reader.Event;
import kraftaudit.reader.Place;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.written.Batches;
import kraftaudit.written.Control;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes of segments that are not as they should be: what the audit says of them, and that it is all it says. */
class SegmentCasesTest {
    /** The log as it is: 4,586 bytes, 56 batches, offsets 0 to 59. */
    private static final int LENGTH = 4586;
    private static final int LAST_BATCH = 4514;

    @TempDir
    private Path folder;

    private AuditReport audit(NodeDirectory node) throws Exception {
        return Auditing.audit(folder, DEFAULT, node);
    }

    private AuditReport audit(byte[] segment) throws Exception {
        return audit(log().file(SEGMENT, segment));
    }

    private static byte[] whole() {
        return log().bytes(SEGMENT);
    }

    private static Place place(Finding finding) {
        return finding.where().place().orElseThrow();
    }

    private static void assertPlace(Finding finding, long position, long length) {
        assertEquals(List.of(position, length), List.of(place(finding).position(), place(finding).length()));
    }

    /** All findings, by rule. */
    private static List<String> rules(AuditReport report) {
        return report.findings().stream().map(Finding::ruleId).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {LENGTH - 30, LAST_BATCH + 1, LAST_BATCH + 16, LAST_BATCH + 17, LAST_BATCH + 60, LAST_BATCH + 61, LAST_BATCH + 71})
    void aTornLastBatch(int length) throws Exception {
        AuditReport report = audit(Damaging.cut(whole(), length));
        assertEquals(List.of("F05"), rules(report));
        assertEquals(Severity.NOTE, finding(report, "F05").severity());
        assertPlace(finding(report, "F05"), LAST_BATCH, length - LAST_BATCH);
        assertEquals(59, endOffset(report));
    }

    /** With a segment behind it, Kafka drops that too. */
    @Test
    void aTornBatchBeforeAnotherSegment() throws Exception {
        NodeDirectory node = log().file(SEGMENT, Damaging.cut(whole(), LENGTH - 30)).segment(60, data(60, DataValues.noOp()));
        Finding torn = finding(audit(node), "F05");
        assertEquals(Severity.VIOLATION, torn.severity());
        assertTrue(torn.found().contains("a restart of Kafka drops this and everything behind it"), torn.found());
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 61, 4096, 100_000})
    void zerosBehindTheLog(int count) throws Exception {
        AuditReport report = audit(Damaging.zerosBehind(whole(), count));
        assertEquals(List.of("F06"), rules(report));
        assertEquals(Severity.NOTE, finding(report, "F06").severity());
        assertPlace(finding(report, "F06"), LENGTH, count);
        assertEquals(60, endOffset(report));
    }

    @Test
    void oneFlippedBitInTheMiddle() throws Exception {
        AuditReport report = audit(Damaging.set(whole(), 4007, 1));
        assertEquals(List.of("F03"), rules(report));
        Finding flipped = finding(report, "F03");
        assertEquals(Severity.VIOLATION, flipped.severity());
        assertPlace(flipped, 3938, 72);
        assertEquals(OptionalLong.of(51), flipped.where().offset());
        assertTrue(flipped.found().contains("a restart of Kafka drops this and everything behind it"), flipped.found());
        assertEquals(60, endOffset(report));
        assertEquals(Optional.of(21), level(report, 51));
        assertEquals(Optional.empty(), level(report, 60), "the payload is never used, and what it may have set is unknown behind it");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, -1, 0, 1, 48, Integer.MIN_VALUE, 0x01000000})
    void lengthsThatCannotBe(int length) throws Exception {
        byte[] tail = ByteBuffer.allocate(112).putLong(60).putInt(length).array();
        AuditReport report = audit(Batches.join(whole(), tail));
        assertEquals(List.of("F04"), rules(report), () -> report.findings().toString());
        assertPlace(finding(report, "F04"), LENGTH, 112);
        assertEquals(60, endOffset(report));
    }

    /** {@code end} is where the next batch would be expected. */
    @ParameterizedTest
    @CsvSource({"3,2,63", "2,1,62"})
    void aRecordCountThatIsTooHigh(int count, int lastOffsetDelta, long end) throws Exception {
        byte[] batch = Damaging.checksummed(Damaging.edit(data(60, DataValues.noOp()), b -> b.putInt(57, count).putInt(23, lastOffsetDelta)), 0);
        AuditReport report = audit(Batches.join(whole(), batch, data(end, DataValues.noOp())));
        assertEquals(List.of("F07"), rules(report));
        assertEquals(Severity.IRREGULAR, finding(report, "F07").severity());
        assertPlace(finding(report, "F07"), LENGTH, batch.length);
        assertEquals(end + 1, endOffset(report));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void aRecordCountThatCannotBe(int count) throws Exception {
        AuditReport report = audit(Batches.join(whole(), Damaging.checksummed(Damaging.edit(data(60, DataValues.noOp()), b -> b.putInt(57, count)), 0)));
        assertEquals(1, report.findings().size(), () -> report.findings().toString());
        assertEquals(Severity.IRREGULAR, report.findings().get(0).severity());
        assertEquals(LENGTH, place(report.findings().get(0)).position());
    }

    @Test
    void anEmptyBatchKeepsItsOffset() throws Exception {
        byte[] batch = Damaging.checksummed(Damaging.edit(Damaging.cut(data(60, DataValues.noOp()), 61), b -> b.putInt(8, 49).putInt(57, 0)), 0);
        AuditReport report = audit(Batches.join(whole(), batch));
        assertEquals(61, endOffset(report));
        assertEquals(List.of("F09"), rules(report));
        assertEquals(OptionalLong.of(60), finding(report, "F09").where().offset());
    }

    @ParameterizedTest
    @CsvSource({"5", "1", "0"})
    void theEpochGoesBack(int epoch) throws Exception {
        AuditReport report = audit(log(Batches.data(60, epoch, Auditing.TIME + 60_000, DataValues.noOp())));
        Finding back = finding(report, "E01");
        assertEquals(Severity.VIOLATION, back.severity());
        assertEquals(OptionalLong.of(60), back.where().offset());
        assertEquals(back, report.findings().get(0));
        assertTrue(message(back).contains(Integer.toString(epoch)) && message(back).contains("6"), message(back));
    }

    /** An epoch that was turned in one batch is told at that batch, whether it went up or down. */
    @ParameterizedTest
    @ValueSource(ints = {4, 1, 7, 2_000_000_000})
    void oneEpochIsTurned(int epoch) throws Exception {
        int at = position(40);
        AuditReport report = audit(Damaging.edit(whole(), bytes -> bytes.putInt(at + 12, epoch)));
        Finding turned = finding(report, "E01");
        assertEquals(turned, report.findings().get(0));
        assertEquals(OptionalLong.of(40), turned.where().offset());
        assertEquals(OptionalInt.of(epoch), turned.where().epoch());
    }

    @ParameterizedTest
    @ValueSource(longs = {61, 64, 1_000_000})
    void aGapBetweenOffsets(long found) throws Exception {
        AuditReport report = audit(log(Batches.data(found, 6, Auditing.TIME + 60_000, DataValues.noOp())));
        assertEquals(List.of("O01"), rules(report));
        Finding gap = finding(report, "O01");
        assertEquals(Severity.VIOLATION, gap.severity());
        assertEquals(LENGTH, place(gap).position());
        assertTrue(gap.expected().startsWith("60") && gap.found().startsWith(Long.toString(found)), message(gap));
    }

    @ParameterizedTest
    @ValueSource(longs = {59, 33, 0})
    void overlappingOffsets(long found) throws Exception {
        AuditReport report = audit(log(Batches.data(found, 6, Auditing.TIME + 60_000, DataValues.noOp())));
        Finding overlap = finding(report, "O01");
        assertEquals(overlap, report.findings().get(0));
        assertEquals(LENGTH, place(overlap).position());
        assertTrue(overlap.expected().startsWith("60") && overlap.found().startsWith(Long.toString(found)), message(overlap));
    }

    /** Without offset 0 and without 6 to 33: two findings, and what the gap hides is no third one. */
    @Test
    void aHandTrimmedLog() throws Exception {
        byte[] whole = whole();
        byte[] trimmed = Batches.join(Arrays.copyOfRange(whole, position(1), position(6)), Arrays.copyOfRange(whole, position(34), whole.length));
        assertEquals(2215, trimmed.length);
        AuditReport report = audit(log().without(SEGMENT).inLog("00000000000000000001.log", trimmed));
        List<Finding> weighty = report.findings().stream().filter(f -> f.severity() != Severity.NOTE).toList();
        assertEquals(List.of("C01", "O01"), weighty.stream().map(Finding::ruleId).sorted().toList(), weighty::toString);
        assertTrue(message(finding(report, "O01")).contains("34") && finding(report, "O01").expected().startsWith("6"), message(finding(report, "O01")));
        assertTrue(message(finding(report, "C01")).contains("log start 1"), message(finding(report, "C01")));
        assertEquals("undecided", word(report, "E03"));
    }

    private static int position(long offset) {
        ByteBuffer bytes = ByteBuffer.wrap(whole());
        int at = 0;
        while (bytes.getLong(at) < offset) {
            at += 12 + bytes.getInt(at + 8);
        }
        return at;
    }

    @ParameterizedTest
    @ValueSource(ints = {99, 0, 1, 7, 32767})
    void controlTypesThatKraftDoesNotWrite(int type) throws Exception {
        AuditReport report = audit(log(Batches.control(60, 6, Auditing.TIME + 60_000, Control.raw(type, new byte[3]))));
        assertEquals(List.of("F08"), rules(report));
        assertEquals("control type " + type, finding(report, "F08").subject());
        assertEquals(OptionalLong.of(60), finding(report, "F08").where().offset());
        assertEquals(61, endOffset(report));
    }

    /** The version of a LeaderChange decides how it is laid out; version 0 names nodes alone. */
    @Test
    void aLeaderChangeOfVersionOneNamesDirectories() throws Exception {
        WrittenVoter one = WrittenVoter.of(1);
        AuditReport report = audit(log(Batches.control(60, 8, Auditing.TIME + 60_000, Control.leaderChangeV1(1, List.of(one, WrittenVoter.of(2), WrittenVoter.of(3)),
            List.of(one, WrittenVoter.of(3))))).staticQuorumState(1, 8, List.of(1, 2, 3)));
        assertEquals(List.of(), report.findings().stream().filter(f -> f.severity() != Severity.NOTE).toList());
        List<Event.LeaderChange> changes = report.clusters().get(0).cluster().main().orElseThrow().state().events().stream()
            .filter(s -> s.event() instanceof Event.LeaderChange).map(s -> (Event.LeaderChange) s.event()).toList();
        assertEquals(List.of(0, 0, 0, 1), changes.stream().map(Event.LeaderChange::version).toList());
        assertEquals(one.directoryId().toString(), changes.get(3).grantingVoters().get(0).directoryId().orElseThrow().toString());
    }

    @ParameterizedTest
    @CsvSource({"02140000,2", "00140000,0", "7f140000,127"})
    void anotherFrameVersion(String hex, int version) throws Exception {
        AuditReport report = audit(log(data(60, DataValues.noOp(), DataValues.hex(hex), DataValues.metadataVersion(22))));
        Finding frame = findings(report, "F07").get(0);
        assertEquals(Severity.IRREGULAR, frame.severity());
        assertTrue(message(frame).contains(Integer.toString(version)), message(frame));
        assertEquals(63, endOffset(report));
        assertEquals(Optional.of(22), level(report, 63), "the record behind it is read");
    }

    @ParameterizedTest
    @CsvSource({"01140000dead,2 bytes left after NoOpRecord", "0114000000,1 byte left after NoOpRecord"})
    void bytesLeftOver(String hex, String says) throws Exception {
        AuditReport report = audit(log(data(60, DataValues.noOp(), DataValues.hex(hex), DataValues.metadataVersion(22))));
        Finding left = finding(report, "F07");
        assertEquals(OptionalLong.of(61), left.where().offset());
        assertTrue(left.found().contains(says), left.found());
        assertEquals(Optional.of(22), level(report, 63));
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7})
    void anUnknownCompression(int type) throws Exception {
        AuditReport report = audit(log(Damaging.checksummed(Damaging.edit(data(60, DataValues.noOp()), b -> b.putShort(21, (short) type)), 0), data(61, DataValues.noOp())));
        assertEquals(List.of("F07"), rules(report));
        assertEquals(Severity.IRREGULAR, finding(report, "F07").severity());
        assertEquals(LENGTH, place(finding(report, "F07")).position());
        assertEquals(62, endOffset(report));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "lz4", "zstd", "snappy"})
    void compressedBatches(String type) throws Exception {
        for (boolean control : new boolean[] {false, true}) {
            byte[] batch = Batches.batch(60, 6, Auditing.TIME + 60_000, control, Compression.of(type).build(), List.of(new SimpleRecord(Auditing.TIME + 60_000,
                control ? new byte[] {0, 0, 0, 5} : null, control ? Control.kraftVersion(1).value() : DataValues.metadataVersion(22))));
            AuditReport report = Auditing.audit(folder.resolve(Boolean.toString(control)), DEFAULT, log(batch, data(61, DataValues.noOp())));
            assertEquals(List.of("F07"), rules(report));
            assertEquals(Severity.IRREGULAR, finding(report, "F07").severity());
            assertEquals(62, endOffset(report));
        }
    }

    /** A batch that cannot be read keeps its offsets at the end of a log too, as its checksum passes; the line that proofs rest on ends before it. */
    @ParameterizedTest
    @CsvSource({"21,5,1,61", "21,1,1,61", "21,4,1,61", "57,3,3,63", "57,0,1,61", "57,2147483647,1,61"})
    void offsetsOfAnUnreadableLastBatchAreCounted(int at, int value, int offsets, long end) throws Exception {
        byte[] batch = Damaging.checksummed(Damaging.edit(data(60, DataValues.noOp()), b -> {
            b.putInt(23, offsets - 1);
            if (at == 21) {
                b.putShort(at, (short) value);
            } else {
                b.putInt(at, value);
            }
        }), 0);
        AuditReport report = audit(log(batch));
        assertEquals(List.of("F07"), rules(report));
        ReplicaHistory copy = report.clusters().get(0).cluster().replicas().get(0);
        assertEquals(end, copy.endOffset());
        assertEquals(60, copy.line().endOffset(), "nothing is proven of what cannot be read");
        // a checksum that fails says nothing of the offsets, and neither does a batch out of place
        byte[] flipped = Damaging.flip(batch, 63, 1);
        assertEquals(60, Auditing.audit(folder.resolve("flipped"), DEFAULT, log(flipped)).clusters().get(0).cluster().replicas().get(0).endOffset());
        byte[] far = Damaging.edit(batch, b -> b.putLong(0, 6000));
        assertEquals(60, Auditing.audit(folder.resolve("far"), DEFAULT, log(far)).clusters().get(0).cluster().replicas().get(0).endOffset());
    }

    /** An index says nothing of the log, whatever its length. */
    @ParameterizedTest
    @ValueSource(ints = {0, 7, 8, 12, 36})
    void indexesAreNotNeeded(int length) throws Exception {
        AuditReport report = audit(log().inLog("00000000000000000000.index", new byte[length]));
        assertEquals(List.of(), report.findings());
        assertEquals(60, endOffset(report));
        assertEquals(List.of(), audit(log().without("__cluster_metadata-0/00000000000000000000.index")).findings());
    }

    @ParameterizedTest
    @CsvSource({"01c9010000,key 201 version 0,1", "01ff7f0000,key 16383 version 0,1", "01c90105aabb,key 201 version 5,2"})
    void aRecordKeyFromANewerRelease(String hex, String subject, int bytes) throws Exception {
        AuditReport report = audit(log(data(60, DataValues.hex(hex), DataValues.metadataVersion(21))));
        assertEquals(List.of("F08"), rules(report));
        Finding unknown = finding(report, "F08");
        assertEquals(subject, unknown.subject());
        assertEquals(OptionalLong.of(60), unknown.where().offset());
        assertEquals(OptionalInt.of(6), unknown.where().epoch());
        assertTrue(unknown.found().contains("of " + bytes + " byte"), unknown.found());
        assertEquals(Optional.of(21), level(report, 62));
        assertEquals(62, endOffset(report), "everything after it is read");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MAX_VALUE, 0, 1})
    void timesThatAreNone(long time) throws Exception {
        AuditReport report = audit(log(Batches.data(60, 6, time, DataValues.noOp())));
        assertEquals(List.of("F12"), rules(report));
        assertEquals(Severity.NOTE, finding(report, "F12").severity());
        assertEquals(61, endOffset(report));
    }
}
