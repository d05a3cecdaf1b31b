package kraftaudit.reader;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import kraftaudit.reader.Layout.Field;
import kraftaudit.reader.Layout.Secret;
import kraftaudit.reader.Layout.Struct;

/**
 * Decodes the values of records by their {@link Schemas}, in the flexible encoding of Kafka's protocol:
 *
 * <pre>
 * data record    uvarint frame version (1), uvarint api key, uvarint version, message
 * control record message, which begins with its own version as an int16
 * message        struct
 * struct         fields, then the tag buffer: uvarint count, then per tag uvarint tag, uvarint length, field;
 *                tags ascend, and those equal to their default are left out
 * string, bytes  uvarint n+1, then n bytes; 0 is null
 * array          uvarint n+1, then n elements; 0 is null
 * nullable struct  int8, -1 for null, else the struct follows
 * numbers        big-endian; uuid: 16 bytes, most significant first
 * </pre>
 *
 * <p>What comes out is what Kafka's generated JSON converters print. Unknown tagged fields, which they leave out, are added
 * as {@code "_unknownTaggedFields":[{"tag":9,"bytes":"AAE="}]}.
 *
 * <p>It is stricter than Kafka in five things that Kafka never writes: tags that do not ascend, a tagged field whose length
 * is not the one in front of it, a tag count below 0, frame numbers above 32767, and values above {@link #LONGEST_VALUE}.
 *
 * <p>One decoder serves one thread, record after record; what it says of a record holds until the next one.
 */
final class Decoder {
    /** Kafka's own bound on a batch ({@code KafkaRaftClient.MAX_BATCH_SIZE_BYTES}); what is longer is not by Kafka. */
    static final int LONGEST_VALUE = 8 * 1024 * 1024;

    /** What became of a record that is not malformed. */
    enum Outcome {
        DECODED,
        /** No schema for the key. */
        UNKNOWN_TYPE,
        /** A schema for the key, but for none of this version. */
        UNKNOWN_VERSION
    }

    /** Layouts of keys from here on, and of the versions below {@link #VERSIONS}, are kept in an array. */
    private static final int LOWEST_KEY = -8;
    private static final int KEYS = 64;
    private static final int VERSIONS = 16;

    private final Schemas schemas;
    private final boolean showSecrets;
    private final Layout[][][] known = new Layout[KEYS][VERSIONS][];

    private int apiKey;
    private int version;
    private Layout layout;
    private boolean unknownTags;
    private boolean invalidText;

    /** Start and end, in the buffer, of the tagged fields of the structures being read, {@code -1} where there is none. */
    private int[] tags = new int[64];
    private int tagsTop;
    private boolean hideNamed;

    /** @param showSecrets whether {@link Secrets} are printed */
    Decoder(Schemas schemas, boolean showSecrets) {
        this.schemas = schemas;
        this.showSecrets = showSecrets;
    }

    /** The key read last, empty when the value ended or failed before it. */
    OptionalInt apiKey() {
        return apiKey < 0 ? OptionalInt.empty() : OptionalInt.of(apiKey);
    }

    /** The version read last, empty when the value ended or failed before it; of control records as they state it. */
    OptionalInt version() {
        return version == Integer.MIN_VALUE ? OptionalInt.empty() : OptionalInt.of(version);
    }

    /** The layout that fits the record decoded last. */
    Layout layout() {
        return layout;
    }

    /** Whether the record decoded last has tagged fields that its schema does not know. */
    boolean unknownTags() {
        return unknownTags;
    }

    /** Whether a string of the record decoded last is no UTF-8. */
    boolean invalidText() {
        return invalidText;
    }

    /**
     * Reads the three numbers in front of a message; the cursor then stands at the message.
     *
     * @throws Malformed with the field {@code frameVersion}, {@code apiKey} or {@code version}
     */
    void frame(Cursor value) {
        apiKey = -1;
        version = Integer.MIN_VALUE;
        int at = value.index();
        int frame = value.uvarint("frameVersion");
        if (frame != 1) {
            value.moveTo(at);
            throw value.malformed("frameVersion", "1", Integer.toUnsignedString(frame));
        }
        apiKey = frameNumber(value, "apiKey");
        version = frameNumber(value, "version");
    }

    private static int frameNumber(Cursor value, String field) {
        int at = value.index();
        int number = value.uvarint(field);
        if (number < 0 || number > Short.MAX_VALUE) {
            value.moveTo(at);
            throw value.malformed(field, "at most " + Short.MAX_VALUE, Integer.toUnsignedString(number));
        }
        return number;
    }

    /**
     * Decodes the value of a data record, from its frame version to its last byte.
     *
     * @throws Malformed when the frame or, by the newest layout, the message does not fit; the sink is then as it was
     */
    Outcome data(Cursor value, Sink out) {
        frame(value);
        return message(value, out);
    }

    /** As {@link #data} behind the {@link #frame}. */
    Outcome message(Cursor value, Sink out) {
        Layout[] candidates = candidates(apiKey, version);
        if (candidates.length == 0) {
            return schemas.highestVersion(apiKey).isPresent() ? Outcome.UNKNOWN_VERSION : Outcome.UNKNOWN_TYPE;
        }
        int start = value.index();
        Malformed first = null;
        for (Layout candidate : candidates) {
            try {
                decode(candidate, value, out, true);
                return Outcome.DECODED;
            } catch (Malformed malformed) {
                first = first == null ? malformed : first;
                value.moveTo(start);
            }
        }
        throw first;
    }

    /**
     * Decodes the value of a control record by its own version field. A version above those known (or below 0) is read as the
     * nearest one, and bytes may then be left in the cursor.
     *
     * @throws Malformed when the value does not fit; the sink is then as it was
     */
    Outcome control(int type, Cursor value, Sink out) {
        apiKey = -1;
        version = Integer.MIN_VALUE;
        int key = -1 - type;
        OptionalInt highest = schemas.highestVersion(key);
        if (highest.isEmpty()) {
            return Outcome.UNKNOWN_TYPE;
        }
        int start = value.index();
        version = value.int16("version");
        value.moveTo(start);
        int nearest = Math.max(0, Math.min(version, highest.getAsInt()));
        decode(candidates(key, nearest)[0], value, out, version == nearest);
        return Outcome.DECODED;
    }

    /** The fields of a message in one layout, empty when it does not fit to its last byte. The cursor is left alone. */
    Optional<ObjectNode> fit(Layout candidate, Cursor message) {
        int start = message.index();
        try {
            Tree tree = new Tree();
            decode(candidate, message, tree, true);
            return Optional.of(tree.root());
        } catch (Malformed doesNotFit) {
            return Optional.empty();
        } finally {
            message.moveTo(start);
        }
    }

    private Layout[] candidates(int key, int number) {
        int row = key - LOWEST_KEY;
        if (row < 0 || row >= KEYS || number >= VERSIONS) {
            return schemas.layouts(key, number).toArray(Layout[]::new);
        }
        Layout[] found = known[row][number];
        if (found == null) {
            found = schemas.layouts(key, number).toArray(Layout[]::new);
            known[row][number] = found;
        }
        return found;
    }

    private void decode(Layout candidate, Cursor value, Sink out, boolean strict) {
        if (value.remaining() > LONGEST_VALUE) {
            throw value.malformed(candidate.name, "at most " + LONGEST_VALUE + " bytes", value.remaining() + " bytes");
        }
        layout = candidate;
        unknownTags = false;
        invalidText = false;
        tagsTop = 0;
        int mark = out.mark();
        try {
            struct(candidate.struct, value, out);
            if (strict) {
                value.finish(candidate.name);
            }
        } catch (Malformed malformed) {
            out.reset(mark);
            throw malformed;
        }
    }

    private void struct(Struct struct, Cursor in, Sink out) {
        out.startObject();
        int start = in.index();
        if (!struct.interleaved) {
            for (Field field : struct.plain) {
                field(field, in, out, false);
            }
        } else {
            for (Field field : struct.plain) {
                field(field, in, Sink.NONE, false);
            }
        }
        int tagBuffer = in.index();
        int unknown = tagBuffer(struct, in);
        int end = in.index();
        if (struct.interleaved) {
            in.moveTo(start);
            interleaved(struct, in, out);
        } else if (struct.tagged.length > 0) {
            for (Field field : struct.fields) {
                if (field.tag >= 0) {
                    tagged(field, struct, in, out);
                }
            }
        }
        tagsTop -= 2 * struct.tagged.length;
        if (unknown > 0) {
            in.moveTo(tagBuffer);
            unknownTags(struct, in, out);
        }
        in.moveTo(end);
        out.endObject();
    }

    private void interleaved(Struct struct, Cursor in, Sink out) {
        for (Field field : struct.fields) {
            if (field.tag < 0) {
                field(field, in, out, false);
            } else {
                int next = in.index();
                tagged(field, struct, in, out);
                in.moveTo(next);
            }
        }
    }

    /** Walks over the tag buffer, notes where the known fields are, and returns the number of unknown ones. */
    private int tagBuffer(Struct struct, Cursor in) {
        int at = in.index();
        int count = in.uvarint("tagged fields");
        int slots = 2 * struct.tagged.length;
        if (tagsTop + slots > tags.length) {
            tags = Arrays.copyOf(tags, 2 * (tagsTop + slots));
        }
        tagsTop += slots;
        if (count == 0) {
            Arrays.fill(tags, tagsTop - slots, tagsTop, -1);
            return 0;
        }
        if (count < 0 || count > in.remaining() / 2) {
            int left = in.remaining();
            in.moveTo(at);
            throw in.malformed("tagged fields", "at most " + left / 2 + " in the " + left + " bytes left", Integer.toUnsignedString(count));
        }
        Arrays.fill(tags, tagsTop - slots, tagsTop, -1);
        int unknown = 0;
        int slot = 0;
        int last = -1;
        for (int i = 0; i < count; i++) {
            at = in.index();
            int tag = in.uvarint("tag");
            if (i > 0 && Integer.compareUnsigned(tag, last) <= 0) {
                in.moveTo(at);
                throw in.malformed("tag", "one above " + Integer.toUnsignedString(last), Integer.toUnsignedString(tag));
            }
            last = tag;
            int length = in.uvarint("tag length");
            int from = in.index();
            in.skip(length, "tagged field");
            while (slot < struct.tagged.length && struct.tagged[slot].tag < tag) {
                slot++;
            }
            if (slot < struct.tagged.length && struct.tagged[slot].tag == tag) {
                tags[tagsTop - slots + 2 * slot] = from;
                tags[tagsTop - slots + 2 * slot + 1] = from + length;
            } else if (struct.isForeign(tag)) {
                in.moveTo(at);
                throw in.malformed("tag", "a tag of version " + layout.version, Integer.toString(tag));
            } else {
                unknown++;
            }
        }
        return unknown;
    }

    private void tagged(Field field, Struct struct, Cursor in, Sink out) {
        int at = tagsTop - 2 * struct.tagged.length + 2 * field.slot;
        int from = tags[at];
        int to = tags[at + 1];
        if (from >= 0) {
            in.moveTo(from);
            field(field, in, out, true);
            if (in.index() != to) {
                int read = in.index() - from;
                in.moveTo(from);
                throw in.malformed(field.name, "a tagged field of " + (to - from) + " bytes", read + " bytes");
            }
        }
    }

    private void unknownTags(Struct struct, Cursor in, Sink out) {
        unknownTags = true;
        out.name("_unknownTaggedFields");
        out.startArray();
        int count = in.uvarint("tagged fields");
        for (int i = 0; i < count; i++) {
            int tag = in.uvarint("tag");
            int length = in.uvarint("tag length");
            if (!struct.knows(tag)) {
                out.element();
                out.startObject();
                out.name("tag");
                out.number(tag & 0xffffffffL);
                out.name("bytes");
                if (layout.secret && !showSecrets) {
                    out.word(Secrets.MASK);
                } else {
                    out.bytes(in.buffer(), in.index(), length);
                }
                out.endObject();
            }
            in.skip(length, "tagged field");
        }
        out.endArray();
    }

    /** @param tagged whether the field is left out when it equals its default */
    private void field(Field field, Cursor in, Sink out, boolean tagged) {
        if (field.array) {
            array(field, in, out, tagged);
            return;
        }
        switch (field.kind) {
            case BOOL, INT8, INT16, UINT16, INT32, UINT32, INT64 -> {
                long value = number(field, in);
                if (!tagged || value != field.number) {
                    out.name(field);
                    number(field, value, out);
                }
            }
            case FLOAT64 -> {
                double value = in.float64(field.name);
                if (!tagged || value != Double.longBitsToDouble(field.number)) {
                    out.name(field);
                    out.number(value);
                }
            }
            case UUID -> {
                long most = in.int64(field.name);
                long least = in.int64(field.name);
                if (!tagged || most != 0 || least != 0) {
                    out.name(field);
                    out.uuid(most, least);
                }
            }
            case STRING -> string(field, in, out, tagged);
            case BYTES, RECORDS -> bytes(field, in, out, tagged);
            case STRUCT -> {
                out.name(field);
                if (field.nullable && in.int8(field.name) < 0) {
                    out.nothing();
                } else {
                    struct(field.struct, in, out);
                }
            }
        }
    }

    private static long number(Field field, Cursor in) {
        return switch (field.kind) {
            case BOOL -> in.bool(field.name) ? 1 : 0;
            case INT8 -> in.int8(field.name);
            case INT16 -> in.int16(field.name);
            case UINT16 -> in.uint16(field.name);
            case INT32 -> in.int32(field.name);
            case UINT32 -> in.int32(field.name) & 0xffffffffL;
            case INT64 -> in.int64(field.name);
            default -> throw new IllegalStateException(field.name + " is no number");
        };
    }

    private static void number(Field field, long value, Sink out) {
        if (field.kind == Layout.Kind.BOOL) {
            out.bool(value != 0);
        } else {
            out.number(value);
        }
    }

    private void string(Field field, Cursor in, Sink out, boolean tagged) {
        int at = in.index();
        int length = in.stringLength(field.name);
        if (length < 0) {
            absent(field, at, in, out, tagged);
            return;
        }
        if (!tagged || field.nullByDefault || !same(in, length, field.text)) {
            out.name(field);
            text(field, in, length, out);
        }
        in.skip(length, field.name);
    }

    private void bytes(Field field, Cursor in, Sink out, boolean tagged) {
        int at = in.index();
        int length = in.bytesLength(field.name);
        if (length < 0) {
            absent(field, at, in, out, tagged);
            return;
        }
        if (!tagged || field.nullByDefault || length > 0) {
            out.name(field);
            if (field.kind == Layout.Kind.RECORDS) {
                out.number(length);
            } else {
                content(field, in, length, out);
            }
        }
        in.skip(length, field.name);
    }

    private static void absent(Field field, int at, Cursor in, Sink out, boolean tagged) {
        if (!field.nullable) {
            in.moveTo(at);
            throw in.malformed(field.name, "a value", "null");
        }
        if (!tagged || !field.nullByDefault) {
            out.name(field);
            out.nothing();
        }
    }

    private void text(Field field, Cursor in, int length, Sink out) {
        if (hidden(field)) {
            out.word(Secrets.MASK);
        } else if (!out.text(in.buffer(), in.index(), length)) {
            invalidText = true;
        }
        if (field.secret == Secret.NAME) {
            hideNamed = !showSecrets && Secrets.isSecretSetting(in, length);
        }
    }

    private void content(Field field, Cursor in, int length, Sink out) {
        if (hidden(field)) {
            out.word(Secrets.MASK);
        } else {
            out.bytes(in.buffer(), in.index(), length);
        }
    }

    private boolean hidden(Field field) {
        return field.secret == Secret.ALWAYS && !showSecrets || field.secret == Secret.NAMED && hideNamed;
    }

    private static boolean same(Cursor in, int length, byte[] text) {
        if (length != text.length) {
            return false;
        }
        ByteBuffer buffer = in.buffer();
        for (int i = 0; i < length; i++) {
            if (buffer.get(in.index() + i) != text[i]) {
                return false;
            }
        }
        return true;
    }

    private void array(Field field, Cursor in, Sink out, boolean tagged) {
        int at = in.index();
        int count = in.count(field.name);
        if (count < 0) {
            absent(field, at, in, out, tagged);
            return;
        }
        if (tagged && !field.nullByDefault && count == 0) {
            return;
        }
        out.name(field);
        out.startArray();
        for (int i = 0; i < count; i++) {
            out.element();
            element(field, in, out);
        }
        out.endArray();
    }

    private void element(Field field, Cursor in, Sink out) {
        switch (field.kind) {
            case BOOL, INT8, INT16, UINT16, INT32, UINT32, INT64 -> number(field, number(field, in), out);
            case FLOAT64 -> out.number(in.float64(field.name));
            case UUID -> out.uuid(in.int64(field.name), in.int64(field.name));
            case STRING -> {
                int at = in.index();
                int length = in.stringLength(field.name);
                if (length < 0) {
                    in.moveTo(at);
                    throw in.malformed(field.name, "an element", "null");
                }
                text(field, in, length, out);
                in.skip(length, field.name);
            }
            case BYTES, RECORDS -> {
                int at = in.index();
                int length = in.bytesLength(field.name);
                if (length < 0) {
                    in.moveTo(at);
                    throw in.malformed(field.name, "an element", "null");
                }
                content(field, in, length, out);
                in.skip(length, field.name);
            }
            case STRUCT -> struct(field.struct, in, out);
        }
    }
}
