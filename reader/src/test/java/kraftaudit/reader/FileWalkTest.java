package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import kraftaudit.reader.FileWalk.Sound;
import kraftaudit.reader.FileWalk.Stretch;
import kraftaudit.reader.FileWalk.Unsound;
import kraftaudit.written.Batches;
import kraftaudit.written.Control;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;

/** Where a walk begins and ends, and what it says of the places in between; that it agrees with scans {@link Scans} shows. */
class FileWalkTest {
    private static final long TIME = 1_795_983_200_000L;

    private static FileWalk over(long baseOffset, byte[] bytes) {
        String name = String.format("%020d.log", baseOffset);
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        return new FileWalk(new CapturedFile(Path.of(name), name, FileKind.SEGMENT, bytes.length, ""), direct.asReadOnlyBuffer(), 0);
    }

    private static List<Stretch> all(FileWalk walk, int most) throws IOException {
        List<Stretch> all = new ArrayList<>();
        for (Optional<Stretch> next = walk.next(most); next.isPresent(); next = walk.next(most)) {
            all.add(next.get());
        }
        return all;
    }

    @Test
    void stretchesSayWhatComesBeforeThem() throws IOException {
        byte[] damaged = Damaging.set(Scans.log(), 4007, 1);
        List<Stretch> stretches = all(over(0, damaged), Integer.MAX_VALUE);
        assertEquals(3, stretches.size(), stretches.toString());
        assertEquals(new Sound(0, 3938, 0, OptionalLong.of(0), OptionalInt.empty(), false), stretches.get(0));
        assertEquals(OptionalLong.of(51), ((Unsound) stretches.get(1)).expectedOffset());
        assertEquals(new Sound(4010, 4586, 52, OptionalLong.of(52), OptionalInt.of(6), true), stretches.get(2));
    }

    @Test
    void stretchesEndWithTheBatchThatReachesTheLength() throws IOException {
        List<Stretch> stretches = all(over(0, Scans.log()), 200);
        assertTrue(stretches.size() > 10);
        long next = 0;
        for (Stretch stretch : stretches) {
            Sound sound = (Sound) stretch;
            assertEquals(next, sound.position());
            assertTrue(sound.end() - sound.position() >= 200 || sound.end() == 4586);
            assertTrue(sound.end() - sound.position() < 200 + 300);
            next = sound.end();
        }
    }

    // ---- seeking ----

    @Test
    void everyOffsetIsFound() throws IOException {
        for (long offset = 0; offset < 60; offset++) {
            FileWalk walk = over(0, Scans.log());
            walk.seekOffset(offset);
            BatchReader reader = new BatchReader(Scans.SCHEMAS, Scans.PROFILE, false);
            Sound first = (Sound) walk.next(1).orElseThrow();
            reader.open(walk, first);
            reader.batch(first.position());
            assertTrue(reader.baseOffset() <= offset && offset < reader.endOffset(), offset + " in " + first);
            assertEquals(OptionalLong.of(reader.baseOffset()), first.expectedOffset());
        }
    }

    @Test
    void everyPositionIsFound() throws IOException {
        for (int position = 0; position < 4586; position++) {
            FileWalk walk = over(0, Scans.log());
            walk.seekPosition(position);
            Sound first = (Sound) walk.next(1).orElseThrow();
            assertTrue(first.position() <= position && position < first.end(), position + " in " + first);
        }
    }

    /** With any damage, a walk from an offset on meets what the whole walk meets from there on. */
    @Test
    void seekingInDamagedFiles() throws IOException {
        Random random = new Random(11);
        for (int round = 0; round < 3000; round++) {
            byte[] bytes = Scans.log();
            for (int i = random.nextInt(3); i >= 0; i--) {
                bytes = Damaging.flip(bytes, random.nextInt(bytes.length), 1 << random.nextInt(8));
            }
            long offset = random.nextInt(61);
            byte[] damaged = bytes;
            List<Long> whole = bases(over(0, damaged), offset);
            FileWalk walk = over(0, damaged);
            walk.seekOffset(offset);
            assertEquals(whole, bases(walk, offset), () -> "offset " + offset);
        }
    }

    /** Positions of the sound batches that hold an offset or what is behind it. */
    private static List<Long> bases(FileWalk walk, long offset) throws IOException {
        List<Long> positions = new ArrayList<>();
        BatchReader reader = new BatchReader(Scans.SCHEMAS, Scans.PROFILE, false);
        for (Stretch stretch : all(walk, 1)) {
            if (stretch instanceof Sound sound) {
                reader.open(walk, sound);
                reader.batch(sound.position());
                if (reader.endOffset() > offset && reader.baseOffset() < 1000) {
                    positions.add((long) sound.position());
                }
            }
        }
        return positions;
    }

    @Test
    void stopsBeforeAnOffset() throws IOException {
        for (long stop = 0; stop <= 61; stop++) {
            FileWalk walk = over(0, Scans.log());
            walk.stopAt(stop);
            long end = 0;
            for (Stretch stretch : all(walk, 1)) {
                assertTrue(((Sound) stretch).baseOffset() < stop);
                end = ((Sound) stretch).end();
            }
            assertEquals(stop == 0, end == 0);
            assertEquals(stop >= 60, end == 4586);
        }
    }

    // ---- records of unusual shapes ----

    private static BatchReader only(byte[] batch) throws IOException {
        FileWalk walk = over(0, batch);
        BatchReader reader = new BatchReader(Scans.SCHEMAS, Scans.PROFILE, false);
        Sound sound = (Sound) walk.next(Integer.MAX_VALUE).orElseThrow();
        assertEquals(batch.length, sound.end());
        reader.open(walk, sound);
        reader.batch(0);
        return reader;
    }

    private static String payload(BatchReader reader) {
        JsonBytes out = new JsonBytes();
        assertEquals(BatchReader.Outcome.DECODED, reader.payload(out));
        return out.toString();
    }

    @Test
    void recordsWithKeysHeadersAndTimesOfTheirOwn() throws IOException {
        byte[] level = DataValues.metadataVersion(21);
        byte[] batch = Batches.batch(0, 1, TIME, false, org.apache.kafka.common.compress.Compression.NONE, List.of(
            new SimpleRecord(TIME, null, level),
            new SimpleRecord(TIME + 300, null, level),
            new SimpleRecord(TIME, new byte[] {1, 2}, level),
            new SimpleRecord(TIME, null, level, new Header[] {new RecordHeader("k", new byte[] {0}), new RecordHeader("l", null)}),
            new SimpleRecord(TIME, null, new byte[0]),
            new SimpleRecord(TIME, (byte[]) null, (byte[]) null),
            new SimpleRecord(TIME, null, level)));
        BatchReader reader = only(batch);
        List<List<String>> notes = List.of(List.of(), List.of("timestampDelta is 300, not 0"), List.of("the record has a key of 2 bytes"),
            List.of("the record has 2 headers"));
        for (List<String> note : notes) {
            assertTrue(reader.next());
            assertEquals("{\"name\":\"metadata.version\",\"featureLevel\":21}", payload(reader));
            assertEquals(note, reader.notes());
            assertEquals(note.equals(notes.get(1)) ? TIME + 300 : TIME, reader.timestamp());
        }
        for (String found : List.of("0 bytes", "null")) {
            assertTrue(reader.next());
            assertEquals(BatchReader.NO_KEY, reader.key());
            assertEquals(BatchReader.Outcome.UNDECODABLE, reader.payload(new JsonBytes()));
            assertEquals(found, reader.fault().orElseThrow().found());
        }
        assertTrue(reader.next());
        assertEquals("{\"name\":\"metadata.version\",\"featureLevel\":21}", payload(reader));
        assertEquals(batch.length, reader.position() + reader.length());
        assertFalse(reader.next());
    }

    /** Records at the borders of one and two byte lengths, and more of them than one byte counts. */
    @Test
    void recordsOfManyLengths() throws IOException {
        List<SimpleRecord> records = new ArrayList<>();
        for (int length = 0; length < 300; length++) {
            records.add(new SimpleRecord(TIME, null, DataValues.topic("x".repeat(length), new org.apache.kafka.common.Uuid(1, length))));
        }
        records.add(new SimpleRecord(TIME, null, DataValues.topic("x".repeat(20_000), new org.apache.kafka.common.Uuid(1, 2))));
        BatchReader reader = only(Batches.batch(0, 1, TIME, false, org.apache.kafka.common.compress.Compression.NONE, records));
        int count = 0;
        while (reader.next()) {
            assertEquals(count, reader.offset());
            assertTrue(payload(reader).startsWith("{\"name\":\"" + "x".repeat(count == 300 ? 20_000 : count) + "\","));
            assertEquals(List.of(), reader.notes());
            count++;
        }
        assertEquals(301, count);
    }

    /** Batches and records that are longer than the window, and than any that Kafka writes. */
    @Test
    void recordsLongerThanTheWindow() throws IOException {
        byte[] large = new byte[3 << 20];
        byte[] value = DataValues.hex("01840400");
        System.arraycopy(value, 0, large, 0, value.length);
        byte[] huge = new byte[Decoder.LONGEST_VALUE + 100];
        huge[0] = 1;
        huge[1] = 2;
        List<SimpleRecord> records = new ArrayList<>();
        for (byte[] each : List.of(DataValues.noOp(), large, DataValues.noOp(), huge, DataValues.noOp())) {
            records.add(new SimpleRecord(TIME, null, each));
        }
        BatchReader reader = only(Batches.batch(0, 1, TIME, false, org.apache.kafka.common.compress.Compression.NONE, records));
        assertTrue(reader.next());
        assertEquals("{}", payload(reader));
        assertTrue(reader.next());
        assertEquals(516, reader.key());
        assertEquals(BatchReader.Outcome.UNKNOWN_TYPE, reader.payload(new JsonBytes()));
        assertEquals((3 << 20) - 4, reader.messageLength());
        assertTrue(reader.next());
        assertEquals("{}", payload(reader));
        assertTrue(reader.next());
        assertEquals(BatchReader.Outcome.UNDECODABLE, reader.payload(new JsonBytes()));
        assertEquals("at most " + Decoder.LONGEST_VALUE + " bytes", reader.fault().orElseThrow().expected());
        assertEquals((Decoder.LONGEST_VALUE + 97) + " bytes", reader.fault().orElseThrow().found());
        assertTrue(reader.next());
        assertEquals("{}", payload(reader));
        assertFalse(reader.next());
    }

    /** A length in more bytes than it needs leads to the same record; the value's end is where its length says. */
    @Test
    void lengthsInMoreBytesThanTheyNeed() throws IOException {
        // length 11 in two bytes, value length 4 in two bytes: 0x8e 0x01 would be 71, so the padding byte is 0x00
        byte[] batch = Batches.data(0, 1, TIME, DataValues.hex("0114000000"));
        byte[] shorter = Damaging.edit(batch, bytes -> bytes.put(61, (byte) 0x16).put(66, (byte) 0x88).put(67, (byte) 0x00).put(68, (byte) 1)
            .put(69, (byte) 0x14).put(70, (byte) 0).put(71, (byte) 0).put(72, (byte) 0));
        BatchReader reader = only(Damaging.checksummed(shorter, 0));
        assertTrue(reader.next());
        assertEquals("{}", payload(reader));
        assertEquals(20, reader.key());
    }

    /** Numbers in front of a message that Kafka reads as well, and does not write. */
    @Test
    void framesInMoreBytesThanTheyNeed() throws IOException {
        byte[] batch = Batches.data(0, 1, TIME, DataValues.hex("01 14 00 00"), DataValues.hex("8100 14 00 00"), DataValues.hex("01 948000 00 00"),
            DataValues.hex("01 14 8000 00"), DataValues.hex("81808000 9400 80808080 00 00"), DataValues.hex("01 8404 00 ff"), DataValues.hex("01 848400 00 ff"));
        BatchReader reader = only(batch);
        List<List<String>> notes = List.of(List.of(), List.of("frame version takes 2 bytes where 1 would do"),
            List.of("api key takes 3 bytes where 1 would do"), List.of("version takes 2 bytes where 1 would do"),
            List.of("frame version takes 4 bytes where 1 would do", "api key takes 2 bytes where 1 would do", "version takes 5 bytes where 1 would do"));
        for (List<String> note : notes) {
            assertTrue(reader.next());
            assertEquals("{}", payload(reader));
            assertEquals(20, reader.key());
            assertEquals(note, reader.notes());
        }
        for (List<String> note : List.of(List.<String>of(), List.of("api key takes 3 bytes where 2 would do"))) {
            assertTrue(reader.next());
            assertEquals(BatchReader.Outcome.UNKNOWN_TYPE, reader.payload(new JsonBytes()));
            assertEquals(516, reader.key());
            assertEquals(note, reader.notes());
        }
    }

    @Test
    void controlRecordsSayWhatIsOddAboutTheirKeys() throws IOException {
        byte[] batch = Batches.control(0, 1, TIME, Control.kraftVersion(1), Control.raw(DataValues.hex("0001 0005 ff"), DataValues.hex("0000 0001 00")),
            Control.raw(DataValues.hex("0000"), DataValues.hex("00")), Control.raw(5, DataValues.hex("0003 0001 00 aa")));
        BatchReader reader = only(batch);
        assertTrue(reader.next());
        assertEquals("{\"version\":0,\"kRaftVersion\":1}", payload(reader));
        assertEquals(List.of(), reader.notes());
        assertTrue(reader.next());
        payload(reader);
        assertEquals(List.of("the key has 5 bytes, not 4", "the key's version is 1, not 0"), reader.notes());
        assertTrue(reader.next());
        assertEquals(BatchReader.Outcome.UNDECODABLE, reader.payload(new JsonBytes()));
        assertTrue(reader.next());
        payload(reader);
        assertEquals(List.of("version 3 is unknown, read as version 0, 1 bytes left"), reader.notes());
    }

    @Test
    void whatCannotBeOpenedSaysWhyWithoutItsPath() {
        CapturedFile gone = new CapturedFile(Path.of("/nowhere/at/all"), "a.log", FileKind.SEGMENT, 0, "");
        assertEquals("no such file or folder", assertThrows(IOException.class, () -> FileWalk.open(gone)).getMessage());
    }
}
