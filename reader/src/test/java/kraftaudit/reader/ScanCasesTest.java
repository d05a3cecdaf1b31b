package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import kraftaudit.reader.Damage.Reason;
import kraftaudit.written.Batches;
import kraftaudit.written.Control;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hard inputs and what a scan has to say of them. LOG is 4,586 bytes with offsets 0 to 59, epoch 6 at its end. */
class ScanCasesTest {
    private static final long TIME = 1_795_983_200_000L;
    private static final int LENGTH = 4586;

    private static byte[] logAnd(byte[]... batches) {
        return Batches.join(Scans.log(), Batches.join(batches));
    }

    private static byte[] data(long base, int epoch, byte[]... values) {
        return Batches.data(base, epoch, TIME, values);
    }

    private static byte[] noOp(long base) {
        return data(base, 6, DataValues.noOp());
    }

    private static byte[] checksummed(byte[] batch) {
        return Damaging.checksummed(batch, 0);
    }

    private static byte[] edited(byte[] batch, Consumer<java.nio.ByteBuffer> edit) {
        return checksummed(Damaging.edit(batch, edit));
    }

    private static Damage only(Scan scan) {
        List<Damage> damages = Scans.damages(scan);
        assertEquals(1, damages.size(), () -> scan.regions().toString());
        return damages.get(0);
    }

    private static void assertDamage(Damage damage, Reason reason, long position, long length) {
        assertEquals(reason, damage.reason(), damage::toString);
        assertEquals(position, damage.position(), damage::toString);
        assertEquals(length, damage.length(), damage::toString);
    }

    private static void assertPlace(Damage damage, long base, long end) {
        assertEquals(OptionalLong.of(base), damage.baseOffset(), damage::toString);
        assertEquals(OptionalLong.of(end), damage.endOffset(), damage::toString);
    }

    @Test
    void soundLogIsThreeRunsByEpoch() {
        Scan scan = Scans.segment(Scans.log());
        assertEquals(3, scan.regions().size(), () -> scan.regions().toString());
        assertEquals(List.of(1L, 33L, 60L), scan.regions().stream().map(r -> ((Run) r).endOffset()).toList());
        assertEquals(List.of(1, 5, 6), scan.regions().stream().map(r -> ((Run) r).epoch()).toList());
        assertEquals(56, scan.regions().stream().mapToLong(r -> ((Run) r).batches()).sum());
        assertEquals(60, scan.regions().stream().mapToLong(r -> ((Run) r).records()).sum());
        assertTrue(scan.remarks().isEmpty(), () -> scan.remarks().toString());
        assertEquals(List.of(1, 5, 6), Scans.events(scan, Event.LeaderChange.class).stream().map(e -> e.at().epoch()).toList());
        Event.LeaderChange last = Scans.events(scan, Event.LeaderChange.class).get(2);
        assertEquals(33, last.at().offset());
        assertEquals(2, last.leaderId());
        assertEquals(List.of(1, 2, 3), last.voters().stream().map(VoterKey::id).sorted().toList());
    }

    // ---- C1: torn ----

    @Test
    void tornLastBatch() {
        for (int left = 1; left < 72; left++) {
            Scan scan = Scans.segment(Damaging.cut(Scans.log(), 4514 + left));
            assertDamage(only(scan), Reason.TORN, 4514, left);
            assertEquals(OptionalLong.empty(), only(scan).endOffset());
            assertEquals(59, Scans.endOffset(scan));
        }
    }

    @Test
    void restOfATornBatchIsZeros() {
        // its last three bytes are zeros, so a cut there leaves the batch whole; before them a cut inside the value leaves
        // frames that fit, which looks like a changed byte
        for (int written = 12; written < 67; written++) {
            Scan scan = Scans.segment(Damaging.zerosBehind(Damaging.cut(Scans.log(), 4514 + written), 4096 - written));
            assertDamage(only(scan), Reason.TORN, 4514, 72);
            assertEquals(new Zeros(LENGTH, 4096 - 72), scan.regions().get(scan.regions().size() - 1));
        }
        for (int written = 12; written < 67; written++) {
            Scan scan = Scans.segment(Damaging.zerosBehind(Damaging.cut(Scans.log(), 4514 + written), 72 - written));
            assertDamage(only(scan), Reason.TORN, 4514, 72);
        }
        assertEquals(new Zeros(4514, 4096), last(Scans.segment(Damaging.zerosBehind(Damaging.cut(Scans.log(), 4514 + 7), 4089))));
        assertDamage(only(Scans.segment(Damaging.zerosBehind(Damaging.cut(Scans.log(), 4514 + 8), 4088))), Reason.FRAMING, 4514, 4096);
    }

    private static Region last(Scan scan) {
        return scan.regions().get(scan.regions().size() - 1);
    }

    // ---- C2: zeros ----

    @Test
    void zerosBehindTheLog() {
        Scan scan = Scans.segment(Damaging.zerosBehind(Scans.log(), 4096));
        assertEquals(new Zeros(LENGTH, 4096), last(scan));
        assertTrue(Scans.damages(scan).isEmpty());
        assertEquals(60, Scans.endOffset(scan));
        assertEquals(List.of(new Zeros(0, 12)), Scans.segment(new byte[12]).regions());
        assertEquals(List.of(), Scans.segment(new byte[0]).regions());
    }

    @Test
    void zerosInTheMiddleAreDamage() {
        Scan scan = Scans.segment(Batches.join(Scans.log(), new byte[4096], noOp(60)));
        assertDamage(only(scan), Reason.FRAMING, LENGTH, 4096);
        assertEquals(61, Scans.endOffset(scan));
    }

    // ---- C3: checksum ----

    @Test
    void flippedBitInTheMiddle() {
        Scan scan = Scans.segment(Damaging.set(Scans.log(), 4007, 1));
        Damage damage = only(scan);
        assertDamage(damage, Reason.CHECKSUM, 3938, 72);
        assertPlace(damage, 51, 52);
        assertEquals(OptionalInt.of(6), damage.epoch());
        assertFalse(damage.checksumSound());
        Run after = (Run) last(scan);
        assertEquals(4010, after.position());
        assertEquals(52, after.baseOffset());
        assertEquals(60, after.endOffset());
    }

    @Test
    void flippedBitInTheLastBatch() {
        for (int position = 4514 + 17; position < LENGTH; position++) {
            Scan scan = Scans.segment(Damaging.flip(Scans.log(), position, 0x10));
            assertDamage(only(scan), Reason.CHECKSUM, 4514, 72);
            assertEquals(59, Scans.endOffset(scan));
        }
    }

    @Test
    void neighboursBothDamagedAreTwoDamages() {
        Scan scan = Scans.segment(Damaging.flip(Damaging.flip(Scans.log(), 4007, 1), 4007 + 72, 1));
        assertEquals(2, Scans.damages(scan).size(), () -> scan.regions().toString());
        assertDamage(Scans.damages(scan).get(0), Reason.CHECKSUM, 3938, 72);
        assertPlace(Scans.damages(scan).get(0), 51, 52);
        assertDamage(Scans.damages(scan).get(1), Reason.CHECKSUM, 4010, 72);
        assertPlace(Scans.damages(scan).get(1), 52, 53);
    }

    @Test
    void damagedOffsetDeltaClaimsNoPlace() {
        Scan scan = Scans.segment(Damaging.flip(Scans.log(), 3938 + 26, 0x40));
        assertDamage(only(scan), Reason.CHECKSUM, 3938, 72);
        assertEquals(OptionalLong.empty(), only(scan).baseOffset());
        assertEquals(52, ((Run) last(scan)).baseOffset());
    }

    // ---- C4: absurd lengths ----

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, Integer.MAX_VALUE - 12, -1, Integer.MIN_VALUE, 0, 1, 48, 9_000_000})
    void absurdLengthAtTheEnd(int length) {
        byte[] tail = java.nio.ByteBuffer.allocate(112).putLong(60).putInt(length).array();
        Scan scan = Scans.segment(logAnd(tail));
        assertDamage(only(scan), Reason.FRAMING, LENGTH, 112);
        assertEquals("batchLength", only(scan).field());
        assertEquals(Integer.toString(length), only(scan).found());
        assertEquals(60, Scans.endOffset(scan));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, -1, 0, 48, 59, 61, 62, 132, 100_000})
    void wrongLengthInTheMiddleLosesOneBatch(int length) {
        Scan scan = Scans.segment(Damaging.edit(Scans.log(), b -> b.putInt(3938 + 8, length)));
        Damage damage = only(scan);
        assertDamage(damage, Reason.FRAMING, 3938, 72);
        assertTrue(damage.checksumSound(), "only the length is wrong");
        assertPlace(damage, 51, 52);
        assertEquals(60, Scans.endOffset(scan));
    }

    @Test
    void wrongLengthInTheLastBatch() {
        for (int length : new int[] {-1, 48, 49, 58, 59, 61, 62, 9_000_000, Integer.MAX_VALUE}) {
            Damage damage = only(Scans.segment(Damaging.edit(Scans.log(), b -> b.putInt(4514 + 8, length))));
            assertDamage(damage, Reason.FRAMING, 4514, 72);
            assertPlace(damage, 59, 60);
            assertTrue(damage.checksumSound());
        }
    }

    // ---- what the checksum does not cover ----

    @ParameterizedTest
    @CsvSource({"0", "1", "3", "-1", "127"})
    void otherMagic(int magic) {
        Damage damage = only(Scans.segment(Damaging.set(Scans.log(), 3938 + 16, magic)));
        assertDamage(damage, Reason.UNSUPPORTED, 3938, 72);
        assertTrue(damage.checksumSound());
        assertPlace(damage, 51, 52);
        assertEquals(Integer.toString(magic), damage.found());
    }

    @Test
    void damagedChecksumField() {
        Damage damage = only(Scans.segment(Damaging.flip(Scans.log(), 3938 + 18, 1)));
        assertDamage(damage, Reason.CHECKSUM, 3938, 72);
        assertPlace(damage, 51, 52);
    }

    @Test
    void damagedEpochAndOffsetAreRunsOfTheirOwn() {
        Scan epoch = Scans.segment(Damaging.set(Scans.log(), 3938 + 15, 9));
        assertEquals(List.of(1, 5, 6, 9, 6), epoch.regions().stream().map(r -> ((Run) r).epoch()).toList());
        Scan offset = Scans.segment(Damaging.set(Scans.log(), 3938 + 7, 7));
        assertEquals(List.of(0L, 1L, 33L, 7L, 52L), offset.regions().stream().map(r -> ((Run) r).baseOffset()).toList());
        Damage negative = only(Scans.segment(Damaging.flip(Scans.log(), 3938, 0x80)));
        assertDamage(negative, Reason.FRAMING, 3938, 72);
        assertEquals("baseOffset", negative.field());
    }

    // ---- C5, C6: counts ----

    @ParameterizedTest
    @CsvSource({"3, 2, 63", "2147483647, 2147483646, 2147483707", "1, 2, 63", "0, 0, 61", "5, 0, 61", "-1, 0, 61"})
    void recordCountLies(int count, int lastOffsetDelta, long end) {
        Scan scan = Scans.segment(logAnd(edited(noOp(60), b -> b.putInt(57, count).putInt(23, lastOffsetDelta))));
        Damage damage = only(scan);
        assertDamage(damage, Reason.UNDECODABLE, LENGTH, 72);
        assertTrue(damage.checksumSound());
        assertPlace(damage, 60, end);
        assertEquals(60, Scans.endOffset(scan));
        assertFalse(scan.recordCounts().containsKey(-1));
    }

    /** In words for whoever reads them in the night: what the header says, and what is there. */
    @Test
    void whatIsSaidOfCountsAndCompression() {
        Damage more = only(Scans.segment(logAnd(edited(noOp(60), b -> b.putInt(57, 3).putInt(23, 2)))));
        assertEquals(List.of("recordCount", "3, and the batch ends after 1 record", "1, the number of records in the batch"),
                List.of(more.field(), more.found(), more.expected()));
        byte[] two = data(60, 6, DataValues.noOp(), DataValues.noOp());
        Damage fewer = only(Scans.segment(logAnd(edited(two, b -> b.putInt(57, 1).putInt(23, 0)))));
        int left = (two.length - 61) / 2;
        assertEquals(List.of("recordCount", "1, and " + left + " bytes are left behind that record", "the number of records that fill the batch"),
                List.of(fewer.field(), fewer.found(), fewer.expected()));
        Damage compressed = only(Scans.segment(logAnd(edited(noOp(60), b -> b.putShort(21, (short) 4)))));
        assertEquals(List.of("with compression type 4 (zstd)", "without compression, as KRaft writes all batches"), List.of(compressed.found(), compressed.expected()));
    }

    @Test
    void negativeLastOffsetDelta() {
        Damage damage = only(Scans.segment(logAnd(edited(noOp(60), b -> b.putInt(57, 0).putInt(23, -1)), noOp(61))));
        assertDamage(damage, Reason.UNDECODABLE, LENGTH, 72);
        assertEquals(OptionalLong.empty(), damage.endOffset());
    }

    @Test
    void countBelowTheRecordsPresentCountsNone() {
        byte[] three = data(60, 6, DataValues.noOp(), DataValues.noOp(), DataValues.noOp());
        Scan sound = Scans.segment(logAnd(three));
        Scan scan = Scans.segment(logAnd(edited(three, b -> b.putInt(57, 2).putInt(23, 1))));
        assertDamage(only(scan), Reason.UNDECODABLE, LENGTH, three.length);
        assertEquals(sound.recordCounts().get(20) - 3, scan.recordCounts().get(20));
    }

    @Test
    void emptyBatchKeepsItsOffset() {
        byte[] empty = edited(Damaging.cut(noOp(60), 61), b -> b.putInt(8, 49).putInt(57, 0));
        Scan scan = Scans.segment(logAnd(empty));
        assertTrue(Scans.damages(scan).isEmpty());
        assertEquals(61, Scans.endOffset(scan));
        assertEquals(Map.of(Remark.Kind.EMPTY_BATCH, 1L), scan.remarkCounts());
        assertEquals(new Place("node1/00000000000000000000.log", LENGTH, 61), scan.remarks().get(0).at().place());
    }

    // ---- C7 to C10 ----

    @Test
    void epochBackGapAndOverlapAreRuns() {
        Run back = (Run) last(Scans.segment(logAnd(data(60, 5, DataValues.noOp()))));
        assertEquals(List.of(60L, 61L, 5L), List.of(back.baseOffset(), back.endOffset(), (long) back.epoch()));
        Run gap = (Run) last(Scans.segment(logAnd(noOp(64))));
        assertEquals(List.of((long) LENGTH, 64L, 65L), List.of(gap.position(), gap.baseOffset(), gap.endOffset()));
        Run overlap = (Run) last(Scans.segment(logAnd(noOp(59))));
        assertEquals(List.of((long) LENGTH, 59L, 60L), List.of(overlap.position(), overlap.baseOffset(), overlap.endOffset()));
    }

    @Test
    void nameOfTheFileAndFirstOffset() {
        Scan scan = Scans.segment(7, Scans.log());
        assertEquals(Map.of(Remark.Kind.FILE_NAME, 1L), scan.remarkCounts());
        assertEquals("7", scan.remarks().get(0).expected());
        assertEquals("0", scan.remarks().get(0).found());
    }

    // ---- C11, C12: control records ----

    @Test
    void unknownControlType() {
        Scan scan = Scans.segment(logAnd(Batches.control(60, 6, TIME, Control.raw(99, new byte[3]))));
        Event.UnknownControl event = Scans.events(scan, Event.UnknownControl.class).get(0);
        assertEquals(99, event.type());
        assertEquals(3, event.length());
        assertEquals(60, event.at().offset());
        assertEquals(61, Scans.endOffset(scan));
        assertEquals(1, scan.recordCounts().get(-100));
    }

    @Test
    void leaderChangeOfBothVersions() {
        WrittenVoter one = WrittenVoter.of(1);
        Scan scan = Scans.segment(logAnd(Batches.control(60, 7, TIME, Control.leaderChangeV1(1, List.of(one), List.of(one)))));
        Event.LeaderChange v0 = Scans.events(scan, Event.LeaderChange.class).get(0);
        Event.LeaderChange v1 = Scans.events(scan, Event.LeaderChange.class).get(3);
        assertEquals(0, v0.version());
        assertTrue(v0.voters().stream().allMatch(v -> v.directoryId().isEmpty()));
        assertEquals(1, v1.version());
        VoterKey key = new VoterKey(1, Optional.of(new DirectoryId(one.directoryId().getMostSignificantBits(),
                one.directoryId().getLeastSignificantBits())));
        assertEquals(List.of(key), v1.voters());
        assertEquals(List.of(key), v1.grantingVoters());
        assertTrue(scan.remarks().isEmpty(), () -> scan.remarks().toString());
    }

    @Test
    void controlRecordsThatDoNotDecode() {
        Scan scan = Scans.segment(logAnd(Batches.control(60, 7, TIME, Control.raw(2, DataValues.hex("0000 000000")),
                Control.raw(new byte[3], new byte[3]), Control.kraftVersion(1), Control.raw(5, new byte[0]))));
        List<Event.Undecodable> bad = Scans.events(scan, Event.Undecodable.class);
        assertEquals(List.of(60L, 61L, 63L), bad.stream().map(e -> e.at().offset()).toList());
        assertEquals(OptionalInt.of(-3), bad.get(0).apiKey());
        assertEquals(62, Scans.events(scan, Event.KRaftVersion.class).get(0).at().offset());
        assertEquals(64, Scans.endOffset(scan));
    }

    @Test
    void oddKeysOfControlRecords() {
        Scan scan = Scans.segment(logAnd(Batches.control(60, 7, TIME,
                Control.raw(DataValues.hex("0001 0005"), Control.kraftVersion(1).value()),
                Control.raw(DataValues.hex("0000 0005 00"), Control.kraftVersion(1).value()))));
        assertEquals(2, Scans.events(scan, Event.KRaftVersion.class).size());
        assertEquals(Map.of(Remark.Kind.CONTROL_KEY, 2L), scan.remarkCounts());
    }

    // ---- C13, C14: single records ----

    @Test
    void otherFrameVersionInsideABatch() {
        Scan scan = Scans.segment(logAnd(data(60, 6, DataValues.noOp(), DataValues.hex("02140000"), DataValues.noOp())));
        Event.Undecodable bad = Scans.events(scan, Event.Undecodable.class).get(0);
        assertEquals(61, bad.at().offset());
        assertEquals(60, bad.at().baseOffset());
        assertEquals("2", bad.found());
        assertEquals(63, Scans.endOffset(scan));
        assertTrue(Scans.damages(scan).isEmpty());
        assertEquals(Scans.segment(Scans.log()).recordCounts().get(20) + 2, scan.recordCounts().get(20));
    }

    @Test
    void bytesLeftOverAfterARecord() {
        Scan scan = Scans.segment(logAnd(data(60, 6, DataValues.noOp(), DataValues.hex("01140000 dead"), DataValues.metadataVersion(22))));
        Event.Undecodable bad = Scans.events(scan, Event.Undecodable.class).get(0);
        assertEquals(61, bad.at().offset());
        assertEquals(OptionalInt.of(20), bad.apiKey());
        assertTrue((bad.expected() + bad.found()).contains("NoOpRecord"), bad::toString);
        assertTrue(bad.found().startsWith("2 bytes"), bad::toString);
        List<Event.FeatureLevel> levels = Scans.events(scan, Event.FeatureLevel.class);
        assertEquals(22, levels.get(levels.size() - 1).level());
        assertEquals(62, levels.get(levels.size() - 1).at().offset());
    }

    @ParameterizedTest
    @ValueSource(strings = {"01140080", "011400", "0114000000", "01090000000000000000000000000000000001", "0109000000000000000000000000000000000001ff"})
    void recordsOfFixedLengthThatAreNot(String value) {
        byte[][] values = {DataValues.noOp(), DataValues.hex("010900000000000000000000000000000000 0100"), DataValues.hex(value), DataValues.noOp()};
        Scan scan = Scans.segment(logAnd(noOp(60), noOp(61), data(62, 6, values), data(66, 6, DataValues.hex(value)), noOp(67)));
        assertEquals(List.of(64L, 66L), Scans.events(scan, Event.Undecodable.class).stream().map(e -> e.at().offset()).toList());
        assertEquals(68, Scans.endOffset(scan));
    }

    @Test
    void unknownTagsOfAPlainRecordAreRemarked() {
        Scan scan = Scans.segment(logAnd(noOp(60), data(61, 6, DataValues.hex("011400 01 09 01 ff")), noOp(62)));
        assertEquals(Map.of(Remark.Kind.UNKNOWN_TAGS, 1L), scan.remarkCounts());
        assertEquals(61, scan.remarks().get(0).at().offset());
        assertEquals(List.of(), Scans.events(scan, Event.Undecodable.class));
    }

    @Test
    void emptyAndMissingValues() {
        byte[] batch = Batches.batch(60, 6, TIME, false, Compression.NONE,
                List.of(new SimpleRecord(TIME, null, new byte[0]), new SimpleRecord(TIME, null, (byte[]) null), new SimpleRecord(TIME, new byte[2], DataValues.noOp())));
        Scan scan = Scans.segment(logAnd(batch));
        assertEquals(List.of(60L, 61L), Scans.events(scan, Event.Undecodable.class).stream().map(e -> e.at().offset()).toList());
        assertEquals(Map.of(Remark.Kind.DATA_KEY, 1L), scan.remarkCounts());
        assertEquals(63, Scans.endOffset(scan));
    }

    // ---- C15: compression ----

    @Test
    void unknownCompression() {
        Damage damage = only(Scans.segment(logAnd(edited(noOp(60), b -> b.putShort(21, (short) 5)), noOp(61))));
        assertDamage(damage, Reason.UNSUPPORTED, LENGTH, 72);
        assertPlace(damage, 60, 61);
        assertTrue(damage.checksumSound());
    }

    @Test
    void compressedBatchesCountTheirOffsets() {
        for (boolean control : new boolean[] {false, true}) {
            byte[] batch = Batches.batch(60, 6, TIME, control, Compression.gzip().build(),
                    List.of(new SimpleRecord(TIME, control ? new byte[] {0, 0, 0, 5} : null, control ? Control.kraftVersion(1).value() : DataValues.metadataVersion(22)),
                            new SimpleRecord(TIME, control ? new byte[] {0, 0, 0, 5} : null, Control.kraftVersion(1).value())));
            Scan scan = Scans.segment(logAnd(batch, noOp(62)));
            assertDamage(only(scan), Reason.UNSUPPORTED, LENGTH, batch.length);
            assertPlace(only(scan), 60, 62);
            assertEquals(63, Scans.endOffset(scan));
        }
    }

    // ---- D: checkpoints ----

    @Test
    void soundCheckpoint() {
        Scan scan = Scans.checkpoint(Scans.checkpointBytes());
        assertEquals(1, scan.regions().size());
        assertEquals(14, ((Run) scan.regions().get(0)).endOffset());
        assertEquals(1_795_983_163_540L, Scans.events(scan, Event.SnapshotHeader.class).get(0).lastContainedLogTimestamp());
        assertEquals(1, Scans.events(scan, Event.SnapshotFooter.class).size());
        assertEquals(List.of(1), Scans.events(scan, Event.Voters.class).get(0).voters().stream().map(Voter::id).toList());
        assertTrue(scan.remarks().isEmpty(), () -> scan.remarks().toString());
    }

    @ParameterizedTest
    @CsvSource({"1200, 1161, 39", "900, 166, 734"})
    void tornCheckpoint(int length, int position, int rest) {
        assertDamage(only(Scans.checkpoint(Damaging.cut(Scans.checkpointBytes(), length))), Reason.TORN, position, rest);
    }

    @Test
    void checkpointWithoutHeaderAndWithDamagedHeader() {
        byte[] whole = Scans.checkpointBytes();
        Scan headless = Scans.checkpoint(Damaging.without(whole, 0, 166));
        assertEquals(3, ((Run) headless.regions().get(0)).baseOffset());
        assertTrue(Scans.events(headless, Event.SnapshotHeader.class).isEmpty());
        Damage damage = only(Scans.checkpoint(Damaging.flip(whole, 100, 0x40)));
        assertDamage(damage, Reason.CHECKSUM, 0, 166);
        assertPlace(damage, 0, 3);
    }

    @Test
    void headerOfVersionOne() {
        Scan scan = Scans.checkpoint(Batches.control(0, 1, TIME, Control.raw(3, DataValues.hex("0001 0000000000000005 00"))));
        Event.SnapshotHeader header = Scans.events(scan, Event.SnapshotHeader.class).get(0);
        assertEquals(1, header.version());
        assertEquals(5, header.lastContainedLogTimestamp());
        assertEquals(Map.of(Remark.Kind.CONTROL_VERSION, 1L), scan.remarkCounts());
    }

    @Test
    void votersAsTheyAreWritten() {
        WrittenVoter one = WrittenVoter.of(1).at("CONTROLLER://0:0:0:0:0:0:0:1:65535", "SASL_SSL://fe80::1%eth0:0");
        WrittenVoter negative = new WrittenVoter(-1, new org.apache.kafka.common.Uuid(0, 0), List.of(), 2, 1);
        Scan scan = Scans.checkpoint(Batches.control(0, 1, TIME, Control.kraftVersion(2), Control.voters(one, negative, one), Control.voters()));
        assertEquals(2, Scans.events(scan, Event.KRaftVersion.class).get(0).level());
        List<Voter> voters = Scans.events(scan, Event.Voters.class).get(0).voters();
        assertEquals(List.of(1, -1, 1), voters.stream().map(Voter::id).toList());
        assertEquals(List.of("CONTROLLER://[0:0:0:0:0:0:0:1]:65535", "SASL_SSL://[fe80::1%eth0]:0"),
                voters.get(0).endpoints().stream().map(Endpoint::toString).toList());
        assertEquals(one.directoryId().toString(), voters.get(0).directoryId().toString());
        assertTrue(voters.get(1).directoryId().isZero());
        assertEquals(new VersionRange(2, 1), voters.get(1).kraftVersion());
        assertEquals(List.of(), Scans.events(scan, Event.Voters.class).get(1).voters());
    }

    // ---- A1, A2, A15: keys ----

    private static final String ID = "kRaftAuditSampleClust0";

    @Test
    void keyTwentyNineUnderTheDefaultProfile() {
        Scan a = Scans.segment(logAnd(data(60, 6, DataValues.hex("011d00 00000003 00"))));
        assertEquals(3, Scans.events(a, Event.UnregisterController.class).get(0).controllerId());
        assertTrue(Scans.events(a, Event.Lookalike.class).isEmpty());
        assertTrue(a.remarks().isEmpty());
        Scan b = Scans.segment(logAnd(data(60, 6, DataValues.clusterId(29, ID))));
        assertEquals(1, Scans.events(b, Event.Undecodable.class).size());
        assertEquals(Optional.of(ID), Scans.events(b, Event.Lookalike.class).get(0).clusterId());
        assertTrue(Scans.events(b, Event.ClusterId.class).isEmpty());
        Scan c = Scans.segment(logAnd(data(60, 6, DataValues.hex("011d00 04616263 00"))));
        assertEquals(73491043, Scans.events(c, Event.UnregisterController.class).get(0).controllerId());
        assertEquals(Optional.of("abc"), Scans.events(c, Event.Lookalike.class).get(0).clusterId());
        assertEquals(OptionalInt.of(73491043), Scans.events(c, Event.Lookalike.class).get(0).controllerId());
        for (Scan scan : List.of(a, b, c)) {
            assertEquals(61, Scans.endOffset(scan));
        }
    }

    @Test
    void keyTwentyNineUnderTheDraftProfile() {
        Scan a = Scans.underDraft(logAnd(data(60, 6, DataValues.hex("011d00 00000003 00"))));
        assertEquals(1, Scans.events(a, Event.Undecodable.class).size());
        assertEquals(OptionalInt.of(3), Scans.events(a, Event.Lookalike.class).get(0).controllerId());
        Scan b = Scans.underDraft(logAnd(data(60, 6, DataValues.clusterId(29, ID))));
        assertEquals(ID, Scans.events(b, Event.ClusterId.class).get(0).clusterId());
        assertTrue(Scans.events(b, Event.Lookalike.class).isEmpty());
        Scan c = Scans.underDraft(logAnd(data(60, 6, DataValues.hex("011d00 04616263 00"))));
        assertEquals("abc", Scans.events(c, Event.ClusterId.class).get(0).clusterId());
        assertEquals(OptionalInt.of(73491043), Scans.events(c, Event.Lookalike.class).get(0).controllerId());
    }

    @Test
    void clusterIdUnderTheProfilesKeyAndUnderAnother() {
        Scan own = Scans.segment(logAnd(data(60, 6, DataValues.metadataVersion(34), DataValues.clusterId(30, ID))));
        assertEquals(ID, Scans.events(own, Event.ClusterId.class).get(0).clusterId());
        assertEquals(61, Scans.events(own, Event.ClusterId.class).get(0).at().offset());
        assertEquals(60, Scans.events(own, Event.ClusterId.class).get(0).at().baseOffset());
        Scan other = Scans.underDraft(logAnd(data(60, 6, DataValues.clusterId(30, ID))));
        assertEquals(30, Scans.events(other, Event.UnknownRecord.class).get(0).apiKey());
        assertEquals(Optional.of(ID), Scans.events(other, Event.Lookalike.class).get(0).clusterId());
    }

    @Test
    void keyFromANewerRelease() {
        Scan scan = Scans.segment(logAnd(data(60, 6, DataValues.hex("01c9010000")), noOp(61)));
        Event.UnknownRecord event = Scans.events(scan, Event.UnknownRecord.class).get(0);
        assertEquals(201, event.apiKey());
        assertEquals(0, event.version());
        assertEquals(1, event.length());
        assertEquals(60, event.at().offset());
        assertEquals(1, scan.recordCounts().get(201));
        assertTrue(Scans.events(scan, Event.Lookalike.class).isEmpty());
        assertEquals(62, Scans.endOffset(scan));
    }

    @Test
    void manyUnknownRecordsAreCountedAndSomeKept() {
        byte[][] values = new byte[300][];
        java.util.Arrays.fill(values, DataValues.hex("01c9010000"));
        Scan scan = Scans.segment(data(0, 1, values));
        assertEquals(300, scan.recordCounts().get(201));
        assertEquals(EventDecoder.UNKNOWN_KEPT, Scans.events(scan, Event.UnknownRecord.class).size());
    }

    @Test
    void versionFromANewerRelease() {
        Scan scan = Scans.segment(logAnd(data(60, 6, DataValues.hex("0100 09 00"), DataValues.noOp())));
        assertEquals(Map.of(Remark.Kind.RECORD_VERSION, 1L), scan.remarkCounts());
        assertEquals("9", scan.remarks().get(0).found());
        assertTrue(Scans.events(scan, Event.Undecodable.class).isEmpty());
        assertEquals(1, scan.recordCounts().get(0) - Scans.segment(Scans.log()).recordCounts().getOrDefault(0, 0L));
    }

    @Test
    void previewLogIsRefused() {
        byte[] frameZero = DataValues.hex("0014 0000");
        Scan scan = Scans.segment(Batches.join(Batches.control(0, 1, TIME, Control.leaderChange(1, List.of(1), List.of(1))),
                data(1, 1, frameZero, frameZero), data(3, 1, frameZero)));
        assertEquals(Map.of(Remark.Kind.PREVIEW, 3L), scan.remarkCounts());
        assertEquals(1, scan.remarks().size());
        assertEquals(4, Scans.endOffset(scan));
        assertTrue(Scans.events(scan, Event.Undecodable.class).isEmpty());
        Scan inALog = Scans.segment(logAnd(data(60, 6, frameZero)));
        assertEquals("0", Scans.events(inALog, Event.Undecodable.class).get(0).found());
    }

    @Test
    void layoutOfFeatureLevelsBeforeThreeThree() {
        Scan scan = Scans.segment(data(0, 1, DataValues.hex("010c00 02 66 0001 0003 00"), DataValues.featureLevel("f", 4)));
        assertEquals(List.of(3, 4), Scans.events(scan, Event.FeatureLevel.class).stream().map(Event.FeatureLevel::level).toList());
    }

    // ---- H1, H3 and what KRaft never writes ----

    @Test
    void timesThatAreNone() {
        byte[] none = edited(noOp(60), b -> b.putLong(27, -1).putLong(35, -1));
        Scan scan = Scans.segment(logAnd(none, noOp(61)));
        assertEquals(Map.of(Remark.Kind.TIME_NONE, 1L), scan.remarkCounts());
        byte[] absurd = edited(noOp(60), b -> b.putLong(27, Long.MAX_VALUE).putLong(35, Long.MAX_VALUE));
        Scan far = Scans.segment(logAnd(absurd));
        assertEquals(Map.of(Remark.Kind.TIME_ABSURD, 1L), far.remarkCounts());
        assertEquals(Long.toString(Long.MAX_VALUE), far.remarks().get(0).found());
        assertEquals(Long.MAX_VALUE, ((Run) last(far)).lastTimestamp());
    }

    @Test
    void silenceIsTheLongestStepForward() {
        long[] times = {TIME, TIME + 500, TIME + 9000, TIME + 8000, TIME + 9000};
        byte[][] batches = new byte[times.length][];
        for (int i = 0; i < times.length; i++) {
            batches[i] = Batches.data(i, 1, times[i], DataValues.noOp());
        }
        Scan scan = Scans.segment(Batches.join(batches));
        Run run = (Run) scan.regions().get(0);
        assertEquals(8500, run.silenceMs());
        assertEquals(2, run.silenceOffset());
        assertEquals(1000, run.backMs());
        assertEquals(3, run.backOffset());
        assertEquals(Map.of(Remark.Kind.TIME_BACK, 1L), scan.remarkCounts());
        assertEquals(3, scan.remarks().get(0).at().offset());
    }

    /** A time that cannot be one makes neither a silence nor a step back. */
    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1_000_000, Long.MAX_VALUE, Long.MIN_VALUE})
    void noTimeIsNoStep(long time) {
        Scan scan = Scans.segment(Batches.join(Batches.data(0, 1, TIME, DataValues.noOp()),
                edited(Batches.data(1, 1, TIME, DataValues.noOp()), b -> b.putLong(27, time).putLong(35, time)),
                Batches.data(2, 1, TIME + 10, DataValues.noOp())));
        Run run = (Run) scan.regions().get(0);
        assertEquals(3, run.batches());
        assertEquals(0, run.silenceMs());
        assertEquals(0, run.backMs());
    }

    @ParameterizedTest
    @ValueSource(longs = {3_186_751_957L, 9_930_471_116L, 9_007_199_254_740_993L, Long.MAX_VALUE - 2})
    void hugeOffsets(long base) {
        Scan scan = Scans.segment(base, data(base, 1, DataValues.metadataVersion(22), DataValues.noOp()));
        assertEquals(base, Scans.events(scan, Event.FeatureLevel.class).get(0).at().offset());
        assertEquals(base + 2, Scans.endOffset(scan));
        assertTrue(scan.remarks().isEmpty(), () -> scan.remarks().toString());
    }

    @Test
    void offsetsBeyondTheirRange() {
        Damage damage = only(Scans.segment(Long.MAX_VALUE, data(Long.MAX_VALUE, 1, DataValues.noOp())));
        assertDamage(damage, Reason.FRAMING, 0, 72);
        assertEquals(OptionalLong.empty(), damage.endOffset());
    }

    @Test
    void fieldsThatKraftNeverSets() {
        Scan scan = Scans.segment(logAnd(edited(noOp(60), b -> b.putShort(21, (short) 0x48).putLong(35, TIME + 1)
                .putLong(43, 7).putShort(51, (short) 8).putInt(53, 9))));
        assertEquals(Map.of(Remark.Kind.ATTRIBUTES, 1L, Remark.Kind.MAX_TIMESTAMP, 1L, Remark.Kind.PRODUCER, 3L), scan.remarkCounts());
        assertEquals("0x0048", scan.remarks().get(0).found());
    }

    @Test
    void recordFieldsThatKraftNeverSets() {
        // length 12: attributes 1, timestampDelta 1, offsetDelta 1, null key, a NoOp, one header with an empty key and null value
        byte[] record = DataValues.hex("18 01 02 02 01 08 01140000 02 00 01");
        byte[] batch = edited(Batches.join(Damaging.cut(noOp(60), 61), record), b -> b.putInt(8, 49 + record.length));
        Scan scan = Scans.segment(logAnd(batch, noOp(61)));
        assertEquals(Map.of(Remark.Kind.RECORD_ATTRIBUTES, 1L, Remark.Kind.TIMESTAMP_DELTA, 1L, Remark.Kind.OFFSET_DELTA, 1L,
                Remark.Kind.HEADERS, 1L), scan.remarkCounts());
        assertTrue(Scans.damages(scan).isEmpty(), () -> scan.regions().toString());
        assertEquals(Scans.segment(Scans.log()).recordCounts().get(20) + 2, scan.recordCounts().get(20));
    }

    @Test
    void firstOfTypeAgainAfterEachLevel() {
        byte[] topic = DataValues.topic("t", new org.apache.kafka.common.Uuid(5, 6));
        Scan scan = Scans.segment(Batches.join(data(0, 1, topic, topic, DataValues.noOp(), DataValues.metadataVersion(21), topic, topic),
                data(6, 1, topic, DataValues.featureLevel("kraft.version", 1), topic, DataValues.metadataVersion(22)), data(10, 1, topic)));
        assertEquals(List.of("0:2", "2:20", "3:12", "4:2", "7:12", "10:2"), Scans.events(scan, Event.FirstOfType.class).stream()
                .map(e -> e.at().offset() + ":" + e.apiKey()).toList());
        assertEquals(7, scan.recordCounts().get(2));
    }
}
