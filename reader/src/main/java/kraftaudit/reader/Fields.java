package kraftaudit.reader;

import java.util.Arrays;
import kraftaudit.reader.Layout.Field;
import kraftaudit.reader.Layout.Secret;
import kraftaudit.reader.Layout.Struct;

/**
 * Walks over a message in the flexible encoding of Kafka's protocol and tells a {@link Sink} of its fields:
 *
 * <pre>
 * message, struct  fields, then the tag buffer: uvarint count, then per tag uvarint tag, uvarint length, field;
 *                  tags ascend, and fields equal to their default are left out
 * string, bytes    uvarint n+1, then n bytes; 0 is null
 * array            uvarint n+1, then n elements; 0 is null
 * nullable struct  int8, -1 for null, else the struct follows
 * numbers          big-endian; uuid: 16 bytes, most significant first
 * </pre>
 *
 * <p>What is told is what Kafka's generated JSON converters print, in their order. Unknown tagged fields, which they leave
 * out, are added as {@code "_unknownTaggedFields":[{"tag":9,"bytes":"AAE="}]}. Tags that do not ascend, and a tagged field
 * whose length is not the one in front of it, are malformed here and never written by Kafka, which does not check them.
 */
final class Fields {
    private final boolean showSecrets;

    private Layout layout;
    private boolean unknownTags;
    private boolean invalidText;
    private boolean masked;

    /** Start and end, in the array, of the tagged fields of the structures being read, {@code -1} where there is none. */
    private int[] tags = new int[64];
    private int tagsTop;
    private boolean hideNamed;

    /** @param showSecrets whether {@link Secrets} are told */
    Fields(boolean showSecrets) {
        this.showSecrets = showSecrets;
    }

    /** Whether the last message has tagged fields that its schema does not know. */
    boolean unknownTags() {
        return unknownTags;
    }

    /** Whether a string of the last message is no UTF-8. */
    boolean invalidText() {
        return invalidText;
    }

    /** Whether any of {@link #unknownTags}, {@link #invalidText} and {@link #masked} holds. */
    boolean odd() {
        return unknownTags | invalidText | masked;
    }

    /** Whether something of the last message was masked. */
    boolean masked() {
        return masked;
    }

    /** Reads one message; what follows it is left in the cursor. */
    void message(Layout layout, Cursor in, Sink out) {
        this.layout = layout;
        unknownTags = false;
        invalidText = false;
        masked = false;
        tagsTop = 0;
        if (!out.takes(layout.struct, in)) {
            struct(layout.struct, in, out);
        }
    }

    private void struct(Struct struct, Cursor in, Sink out) {
        out.startObject();
        int start = in.index();
        int mark = out.mark();
        for (Field field : struct.plain) {
            field(field, in, out, false);
        }
        if (!struct.interleaved && usualTags(struct, in, out)) {
            out.endObject();
            return;
        }
        int tagBuffer = in.index();
        int unknown = tagBuffer(struct, in);
        int end = in.index();
        if (end - tagBuffer > 1) {
            if (struct.interleaved) {
                in.moveTo(start);
                out.restartObject(mark);
            }
            for (Field field : struct.fields) {
                if (field.tag >= 0) {
                    tagged(field, struct, in, out);
                } else if (struct.interleaved) {
                    field(field, in, out, false);
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

    /**
     * Tells of the fields of a tag buffer that holds known ones alone, in the order in which they are printed. That is not
     * always the order of their tags, which has to ascend too: {@link #tagBuffer} says so where it does not.
     *
     * @return false for any other tag buffer; the cursor stands before it then, and nothing was told
     */
    private boolean usualTags(Struct struct, Cursor in, Sink out) {
        int at = in.index();
        int mark = out.mark();
        int count = in.uvarint("tagged fields");
        boolean usual = count == 0 || count > 0 && count <= in.remaining() / 2 && out.canForget();
        int order = -1;
        int last = -1;
        for (int i = 0; i < count && usual; i++) {
            Field field = struct.byTag(in.uvarint("tag"));
            int length = in.uvarint("tag length");
            usual = field != null && field.order > order && field.tag > last && length >= 0 && length <= in.remaining();
            if (usual) {
                order = field.order;
                last = field.tag;
                int from = in.index();
                field(field, in, out, true);
                checkLength(field, in, from, length);
            }
        }
        if (!usual) {
            in.moveTo(at);
            if (out.canForget()) {
                out.reset(mark);
            }
        }
        return usual;
    }

    private static void checkLength(Field field, Cursor in, int from, int length) {
        if (in.index() - from != length) {
            int read = in.index() - from;
            in.moveTo(from);
            throw in.malformed(field.name, "a tagged field of " + length + " bytes", read + " bytes");
        }
    }

    /** Walks over the tag buffer, notes where the known fields are, and returns the number of unknown ones. */
    private int tagBuffer(Struct struct, Cursor in) {
        int at = in.index();
        int count = in.uvarint("tagged fields");
        int base = tagsTop;
        tagsTop += 2 * struct.tagged.length;
        if (count == 0) {
            return 0;
        }
        if (count < 0 || count > in.remaining() / 2) {
            int left = in.remaining();
            in.moveTo(at);
            throw in.malformed("tagged fields", "at most " + left / 2 + " in the " + left + " bytes left", Integer.toUnsignedString(count));
        }
        if (tagsTop > tags.length) {
            tags = Arrays.copyOf(tags, 2 * tagsTop);
        }
        Arrays.fill(tags, base, tagsTop, -1);
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
                tags[base + 2 * slot] = from;
                tags[base + 2 * slot + 1] = from + length;
            } else if (struct.isForeign(tag)) {
                in.moveTo(at);
                throw in.malformed("tag", "a tag of version " + layout.version, Integer.toString(tag));
            } else {
                unknown++;
            }
        }
        return unknown;
    }

    /** A field of the tag buffer, if it is there; the cursor is left where it was. */
    private void tagged(Field field, Struct struct, Cursor in, Sink out) {
        int at = tagsTop - 2 * struct.tagged.length + 2 * field.slot;
        int from = tags[at];
        int to = tags[at + 1];
        if (from >= 0) {
            int next = in.index();
            in.moveTo(from);
            field(field, in, out, true);
            checkLength(field, in, from, to - from);
            in.moveTo(next);
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
                    mask(out);
                } else {
                    out.bytes(in.bytes(), in.index(), length);
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
            case BOOL -> {
                boolean value = in.bool(field.name);
                if (!tagged || value != (field.number != 0)) {
                    out.name(field);
                    out.bool(value);
                }
            }
            case INT8 -> number(field, in.int8(field.name), out, tagged);
            case INT16 -> number(field, in.int16(field.name), out, tagged);
            case UINT16 -> number(field, in.uint16(field.name), out, tagged);
            case INT32 -> number(field, in.int32(field.name), out, tagged);
            case UINT32 -> number(field, in.int32(field.name) & 0xffffffffL, out, tagged);
            case INT64 -> number(field, in.int64(field.name), out, tagged);
            case FLOAT64 -> {
                double value = in.float64(field.name);
                if (!tagged || value != Double.longBitsToDouble(field.number)) {
                    out.name(field);
                    out.number(value);
                }
            }
            case UUID -> {
                int at = in.index();
                in.skip(16, field.name);
                if (!tagged || !isZero(in.bytes(), at)) {
                    out.uuid(field, in.bytes(), at);
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

    private static void number(Field field, long value, Sink out, boolean tagged) {
        if (!tagged || value != field.number) {
            out.number(field, value);
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
            mask(out);
        } else if (!out.text(in.bytes(), in.index(), length)) {
            invalidText = true;
        }
        if (field.secret == Secret.NAME) {
            hideNamed = !showSecrets && Secrets.isSecretSetting(in, length);
        }
    }

    private void content(Field field, Cursor in, int length, Sink out) {
        if (hidden(field)) {
            mask(out);
        } else {
            out.bytes(in.bytes(), in.index(), length);
        }
    }

    private void mask(Sink out) {
        masked = true;
        out.word(Secrets.MASK);
    }

    private boolean hidden(Field field) {
        return field.secret == Secret.ALWAYS && !showSecrets || field.secret == Secret.NAMED && hideNamed;
    }

    private static boolean isZero(byte[] bytes, int uuidAt) {
        for (int i = uuidAt; i < uuidAt + 16; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean same(Cursor in, int length, byte[] text) {
        if (length != text.length) {
            return false;
        }
        byte[] bytes = in.bytes();
        for (int i = 0; i < length; i++) {
            if (bytes[in.index() + i] != text[i]) {
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
        if (field.kind == Layout.Kind.INT32 && count <= in.remaining() / 4) {
            int from = in.index();
            in.skip(4 * count, field.name);
            out.int32s(in.bytes(), from, count);
        } else {
            for (int i = 0; i < count; i++) {
                out.element();
                element(field, in, out);
            }
        }
        out.endArray();
    }

    private void element(Field field, Cursor in, Sink out) {
        switch (field.kind) {
            case BOOL -> out.bool(in.bool(field.name));
            case INT8 -> out.number(in.int8(field.name));
            case INT16 -> out.number(in.int16(field.name));
            case UINT16 -> out.number(in.uint16(field.name));
            case INT32 -> out.number(in.int32(field.name));
            case UINT32 -> out.number(in.int32(field.name) & 0xffffffffL);
            case INT64 -> out.number(in.int64(field.name));
            case FLOAT64 -> out.number(in.float64(field.name));
            case UUID -> {
                int at = in.index();
                in.skip(16, field.name);
                out.uuid(in.bytes(), at);
            }
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
