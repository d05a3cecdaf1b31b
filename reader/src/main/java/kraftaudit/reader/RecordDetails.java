package kraftaudit.reader;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import kraftaudit.reader.RecordDetail.Bytes;
import kraftaudit.reader.RecordDetail.Field;

/** Reads single records again, with everything that their bytes say, for people who point at one. Secrets stay masked. */
public final class RecordDetails {
    /** Of longer stretches this many bytes are shown. */
    static final int MOST_BYTES = 1 << 14;

    private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Schemas schemas;

    /** @throws IllegalArgumentException naming the profile, when its schema is no message definition */
    public RecordDetails(Schemas schemas, Profile profile) {
        this.schemas = schemas.with(profile);
    }

    /**
     * The record at a log offset.
     *
     * @param segments of one copy
     * @return empty where none of them holds the offset in a sound batch
     * @throws IOException when the system does not let us read the file
     */
    public Optional<RecordDetail> atOffset(List<Scan> segments, long offset) throws IOException {
        for (Scan segment : segments) {
            for (Region region : segment.regions()) {
                if (region instanceof Run run && offset >= run.baseOffset() && offset < run.endOffset()) {
                    return Optional.of(read(segment, bytes -> inRun(segment, bytes, run, OptionalLong.of(offset), run.position())));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * The record, damage or zeros at a position of a file; of a batch's header its first record.
     *
     * @return empty where the file does not reach that far
     * @throws IOException when the system does not let us read the file
     */
    public Optional<RecordDetail> atPosition(Scan scan, long position) throws IOException {
        for (Region region : scan.regions()) {
            if (position >= region.position() && position < region.position() + region.length()) {
                return Optional.of(read(scan, bytes -> region instanceof Run run
                    ? inRun(scan, bytes, run, OptionalLong.empty(), position) : region(scan, bytes, region)));
            }
        }
        return Optional.empty();
    }

    /**
     * A small text file as it was read, with the beginning of its bytes.
     *
     * @throws IOException when the system does not let us read the file
     */
    public static RecordDetail file(FileReading<?> reading) throws IOException {
        CapturedFile file = reading.file();
        List<Field> fields = new ArrayList<>();
        fields.add(new Field(file.kind().description(), 0, "", 0, file.length()));
        reading.says().forEach((name, value) -> fields.add(new Field(name, 1, value, 0, 0)));
        for (FileReading.Oddity oddity : reading.oddities()) {
            fields.add(new Field("odd: " + (oddity.field().isEmpty() ? "the file" : oddity.field()), 1,
                oddity.found() + ", expected " + oddity.expected(), 0, 0));
        }
        byte[] some;
        try (InputStream in = Files.newInputStream(file.path(), StandardOpenOption.READ)) {
            some = in.readNBytes(MOST_BYTES);
        }
        return new RecordDetail(new Place(file.name(), 0, file.length()), OptionalLong.empty(), OptionalInt.empty(), -1, false,
            file.kind().description(), OptionalInt.empty(), fields, List.of(hex(ByteBuffer.wrap(some), 0, some.length)), "", Optional.empty());
    }

    private interface Reading {
        RecordDetail of(ByteBuffer bytes);
    }

    private static RecordDetail read(Scan scan, Reading reading) throws IOException {
        try (FileChannel channel = FileChannel.open(scan.file().path(), StandardOpenOption.READ)) {
            if (channel.size() < scan.length()) {
                throw new IOException("became shorter since it was read");
            }
            return reading.of(channel.map(FileChannel.MapMode.READ_ONLY, 0, Math.min(scan.length(), Integer.MAX_VALUE)));
        } catch (InternalError unmapped) {
            throw new IOException("became shorter while it was read", unmapped);
        } catch (Malformed | IndexOutOfBoundsException other) {
            throw new IOException("is not what it was when it was read", other);
        }
    }

    // ---- what is no record ----

    private static RecordDetail region(Scan scan, ByteBuffer bytes, Region region) {
        List<Field> fields = new ArrayList<>();
        long end = region.position() + region.length();
        OptionalLong offset = OptionalLong.empty();
        OptionalInt epoch = OptionalInt.empty();
        String type = "zeros";
        if (region instanceof Damage damage) {
            type = "damage " + damage.reason();
            fields.add(new Field(type, 0, "", region.position(), end));
            fields.add(new Field("field", 1, damage.field(), region.position(), region.position()));
            fields.add(new Field("expected", 1, damage.expected(), region.position(), region.position()));
            fields.add(new Field("found", 1, damage.found(), region.position(), region.position()));
            fields.add(new Field("checksum", 1, damage.checksumSound() ? "passes" : "does not pass", region.position(), region.position()));
            offset = damage.baseOffset();
            epoch = damage.epoch();
        } else {
            fields.add(new Field(type, 0, "", region.position(), end));
        }
        fields.add(new Field("length", 1, region.length() + " bytes", region.position(), region.position()));
        return new RecordDetail(scan.place(region), offset, epoch, -1, false, type, OptionalInt.empty(), fields,
            List.of(hex(bytes, region.position(), end)), "", Optional.empty());
    }

    // ---- records ----

    /** The record at an offset, or the one that holds a position; of a position in a batch's header its first record. */
    private RecordDetail inRun(Scan scan, ByteBuffer bytes, Run run, OptionalLong offset, long position) {
        int at = (int) run.position();
        int runEnd = (int) (run.position() + run.length());
        while (at < runEnd) {
            int end = at + BatchHeader.PREFIX + BatchHeader.batchLength(bytes, at);
            long base = BatchHeader.baseOffset(bytes, at);
            boolean here = offset.isPresent() ? offset.getAsLong() <= base + BatchHeader.lastOffsetDelta(bytes, at) : position < end;
            if (here) {
                return inBatch(scan, bytes, at, end, offset, position);
            }
            at = end;
        }
        throw new IndexOutOfBoundsException(position);
    }

    private RecordDetail inBatch(Scan scan, ByteBuffer bytes, int at, int end, OptionalLong offset, long position) {
        long base = BatchHeader.baseOffset(bytes, at);
        RecordFrames frames = new RecordFrames(bytes);
        for (int from = at + BatchHeader.LENGTH; from < end; from = frames.end) {
            frames.read(from, end);
            long its = base + frames.offsetDelta;
            if (offset.isPresent() ? its == offset.getAsLong() : position < frames.end) {
                return record(scan, bytes, at, from, frames.end, its);
            }
        }
        return header(scan, bytes, at, end);
    }

    /** A batch without the record that was asked for, such as one without any. */
    private static RecordDetail header(Scan scan, ByteBuffer bytes, int at, int end) {
        return new RecordDetail(new Place(scan.file().name(), at, end - at), OptionalLong.of(BatchHeader.baseOffset(bytes, at)),
            OptionalInt.of(BatchHeader.epoch(bytes, at)), BatchHeader.baseTimestamp(bytes, at), isControl(bytes, at), "batch without such a record",
            OptionalInt.empty(), batch(bytes, at, end), List.of(hex(bytes, at, end)), "", Optional.empty());
    }

    private static boolean isControl(ByteBuffer bytes, int at) {
        return (BatchHeader.attributes(bytes, at) & BatchHeader.CONTROL) != 0;
    }

    private static List<Field> batch(ByteBuffer bytes, int at, int end) {
        List<Field> fields = new ArrayList<>();
        int attributes = BatchHeader.attributes(bytes, at);
        fields.add(new Field("batch", 0, end - at + " bytes", at, at + BatchHeader.LENGTH));
        add(fields, "baseOffset", BatchHeader.baseOffset(bytes, at), at, 8);
        add(fields, "batchLength", BatchHeader.batchLength(bytes, at), at + 8, 4);
        add(fields, "partitionLeaderEpoch", BatchHeader.epoch(bytes, at), at + 12, 4);
        add(fields, "magic", BatchHeader.magic(bytes, at), at + BatchHeader.MAGIC_AT, 1);
        boolean sound = BatchHeader.checksumPasses(bytes, at, end, new CRC32C());
        fields.add(new Field("crc", 1, String.format(Locale.ROOT, "%08x", BatchHeader.crc(bytes, at)) + (sound ? ", passes" : ", does not pass"),
            at + 17, at + 21));
        fields.add(new Field("attributes", 1, String.format(Locale.ROOT, "0x%02x", attributes)
            + ((attributes & BatchHeader.CONTROL) != 0 ? ", control" : ""), at + 21, at + 23));
        add(fields, "lastOffsetDelta", BatchHeader.lastOffsetDelta(bytes, at), at + 23, 4);
        add(fields, "baseTimestamp", BatchHeader.baseTimestamp(bytes, at), at + 27, 8);
        add(fields, "maxTimestamp", BatchHeader.maxTimestamp(bytes, at), at + 35, 8);
        add(fields, "producerId", BatchHeader.producerId(bytes, at), at + 43, 8);
        add(fields, "producerEpoch", BatchHeader.producerEpoch(bytes, at), at + 51, 2);
        add(fields, "baseSequence", BatchHeader.baseSequence(bytes, at), at + 53, 4);
        add(fields, "recordCount", BatchHeader.recordCount(bytes, at), at + 57, 4);
        return fields;
    }

    private static void add(List<Field> fields, String name, long value, int from, int length) {
        fields.add(new Field(name, 1, Long.toString(value), from, from + length));
    }

    private RecordDetail record(Scan scan, ByteBuffer bytes, int batch, int from, int to, long offset) {
        boolean control = isControl(bytes, batch);
        int batchEnd = batch + BatchHeader.PREFIX + BatchHeader.batchLength(bytes, batch);
        List<Field> fields = batch(bytes, batch, batchEnd);
        fields.add(new Field("record", 0, to - from + " bytes", from, to));
        Cursor cursor = cursor(bytes, from, to);
        read(fields, "length", cursor, () -> cursor.varint("record length"));
        read(fields, "attributes", cursor, () -> cursor.int8("record attributes"));
        read(fields, "timestampDelta", cursor, () -> cursor.varlong("timestampDelta"));
        read(fields, "offsetDelta", cursor, () -> cursor.varint("offsetDelta"));
        long timestamp = BatchHeader.baseTimestamp(bytes, batch) + Long.parseLong(fields.get(fields.size() - 2).value());
        int keyLength = (int) read(fields, "keyLength", cursor, () -> cursor.varint("key length"));
        int key = (int) cursor.position();
        int keyEnd = key + Math.max(0, keyLength);
        int type = -1;
        if (keyLength > 0) {
            fields.add(new Field("key", 1, "", key, keyEnd));
            if (control && keyLength >= 4) {
                type = bytes.getShort(key + 2);
                fields.add(new Field("version", 2, Integer.toString(bytes.getShort(key)), key, key + 2));
                fields.add(new Field("type", 2, Integer.toString(type), key + 2, key + 4));
            }
        }
        Cursor behindKey = cursor(bytes, keyEnd, to);
        int valueLength = (int) read(fields, "valueLength", behindKey, () -> behindKey.varint("value length"));
        int value = (int) behindKey.position();
        int valueEnd = value + Math.max(0, valueLength);
        Value decoded = value(bytes, value, valueEnd, control, type, fields);
        Cursor behindValue = cursor(bytes, valueEnd, to);
        read(fields, "headers", behindValue, () -> behindValue.varint("headers"));
        List<Bytes> shown = from == batch + BatchHeader.LENGTH ? List.of(hex(bytes, batch, to))
            : List.of(hex(bytes, batch, batch + BatchHeader.LENGTH), hex(bytes, from, to));
        return new RecordDetail(new Place(scan.file().name(), from, to - from), OptionalLong.of(offset), OptionalInt.of(BatchHeader.epoch(bytes, batch)),
            timestamp, control, decoded.type, decoded.version, fields, shown, decoded.json, decoded.problem);
    }

    /** A cursor over a copy of the bytes of a stretch, of a long one those that can be decoded. */
    private static Cursor cursor(ByteBuffer bytes, int from, int to) {
        int length = Math.min(to - from, Decoder.LONGEST_VALUE);
        byte[] copy = new byte[Math.max(length, 0)];
        bytes.get(from, copy);
        return new Cursor().over(copy, 0, copy.length, from, Math.max(to - from, 0) - copy.length);
    }

    private interface Number {
        long read();
    }

    private static long read(List<Field> fields, String name, Cursor cursor, Number number) {
        long from = cursor.position();
        long value = number.read();
        fields.add(new Field(name, 1, Long.toString(value), from, cursor.position()));
        return value;
    }

    // ---- values ----

    private record Value(String type, OptionalInt version, String json, Optional<String> problem) {
    }

    private Value value(ByteBuffer bytes, int from, int to, boolean control, int type, List<Field> fields) {
        Decoder decoder = new Decoder(schemas, false);
        Cursor cursor = cursor(bytes, from, to);
        FieldPlaces places = new FieldPlaces(cursor);
        Optional<String> problem = Optional.empty();
        try {
            Decoder.Outcome outcome = control ? decoder.control(type, cursor, places) : decoder.data(cursor, places);
            if (outcome != Decoder.Outcome.DECODED) {
                problem = Optional.of(outcome == Decoder.Outcome.UNKNOWN_TYPE ? "no schema for this type" : "no schema for this version of the type");
            }
        } catch (Malformed malformed) {
            problem = Optional.of(malformed.getMessage());
        }
        int key = control ? -1 - type : decoder.apiKey().orElse(-1);
        String name = control || decoder.apiKey().isPresent()
            ? schemas.typeName(key).orElse((control ? "control record of type " + type : "record of key " + key)) : "record without a readable type";
        fields.add(new Field(name, 0, problem.map(p -> "does not decode").orElse(""), from, to));
        if (!control) {
            frame(bytes, from, to, fields);
        }
        // The structure of the whole value is the heading; its fields stand one step to the right of it.
        places.entries().stream().skip(1).forEach(e -> fields.add(new Field(e.name(), e.depth(), e.value(), from + e.from(), from + e.to())));
        return new Value(name, decoder.version(), problem.isPresent() ? "" : json(bytes, from, to, control, type), problem);
    }

    private static void frame(ByteBuffer bytes, int from, int to, List<Field> fields) {
        Cursor cursor = cursor(bytes, from, to);
        try {
            for (String name : List.of("frameVersion", "apiKey", "version")) {
                read(fields, name, cursor, () -> cursor.uvarint(name));
            }
        } catch (Malformed shown) {
            // The problem that the decoder found says the same.
        }
    }

    private String json(ByteBuffer bytes, int from, int to, boolean control, int type) {
        Tree tree = new Tree();
        Cursor cursor = cursor(bytes, from, to);
        Decoder decoder = new Decoder(schemas, false);
        try {
            if (control) {
                decoder.control(type, cursor, tree);
            } else {
                decoder.data(cursor, tree);
            }
            return JSON.writeValueAsString(tree.root());
        } catch (Malformed | com.fasterxml.jackson.core.JsonProcessingException tooLong) {
            return "";
        }
    }

    private static Bytes hex(ByteBuffer bytes, long from, long to) {
        int end = (int) Math.min(Math.min(to, bytes.limit()), from + MOST_BYTES);
        StringBuilder hex = new StringBuilder();
        for (int i = (int) from; i < end; i++) {
            hex.append(Character.forDigit(bytes.get(i) >> 4 & 0xf, 16)).append(Character.forDigit(bytes.get(i) & 0xf, 16));
        }
        return new Bytes(from, hex.toString());
    }
}
