package kraftaudit.reader;

import kraftaudit.reader.Layout.Field;
import kraftaudit.reader.Layout.Kind;
import kraftaudit.reader.Layout.Secret;
import kraftaudit.reader.Layout.Struct;

/**
 * The hot loop of a dump: writes a message as JSON that has no other fields than numbers, uuids, arrays of those, and ASCII
 * text, all of them as Kafka writes them, which is nearly every message. Any other is left to {@link Fields}, which would
 * write these in the same way: this class saves time and knows nothing.
 *
 * <p>It is one loop without a call for each field and with all state in local variables: most of a dump is over before the
 * compiler is, and the less there is to compile the sooner it runs fast.
 */
final class PlainJson {
    /** What a field is here, {@link Field#form}. All below {@link #BOOL} are numbers. */
    private static final int INT8 = 0;
    private static final int INT16 = 1;
    private static final int UINT16 = 2;
    private static final int INT32 = 3;
    private static final int UINT32 = 4;
    private static final int INT64 = 5;
    private static final int BOOL = 6;
    private static final int UUID = 7;
    private static final int UUIDS = 8;
    private static final int INT32S = 9;
    private static final int TEXT = 10;
    private static final int OTHER = 11;
    /** By form, bytes of the value, and of what has a length in front, of that; for others as many as never are there. */
    private static final int[] LEAST = {1, 2, 2, 4, 4, 8, 1, 16, 1, 1, 1, Integer.MAX_VALUE};

    /** The longest number and uuid. */
    private static final int MOST_OF_ONE = 24;
    /** An element of an array takes at most so many times its bytes: 12 for an int32, 25 for a uuid. */
    private static final int MOST_TIMES = 3;

    private PlainJson() {
    }

    /** The form of a field whose secrets are marked. */
    static int form(Field field) {
        Kind kind = field.kind;
        if (field.array) {
            return kind == Kind.UUID ? UUIDS : kind == Kind.INT32 ? INT32S : OTHER;
        }
        return switch (kind) {
            case INT8 -> INT8;
            case INT16 -> INT16;
            case UINT16 -> UINT16;
            case INT32 -> INT32;
            case UINT32 -> UINT32;
            case INT64 -> INT64;
            case BOOL -> BOOL;
            case UUID -> UUID;
            case STRING -> field.tag < 0 && field.secret == Secret.NEVER ? TEXT : OTHER;
            case FLOAT64, BYTES, RECORDS, STRUCT -> OTHER;
        };
    }

    /** Whether messages of this structure can be plain. */
    static boolean isPlain(Struct struct) {
        boolean plain = true;
        for (Field field : struct.plain) {
            plain &= field.form != OTHER;
        }
        return plain;
    }

    /** Bytes of text that the fields of a structure take at most, without the contents of arrays and text. */
    static int room(Struct struct) {
        int room = 2;
        for (Field field : struct.fields) {
            room += field.key.length + MOST_OF_ONE + 2;
        }
        return room;
    }

    /** Bytes of text that {@link #put} takes at most for a message of so many bytes. */
    static int room(Struct struct, int length) {
        return Math.addExact(struct.room, Math.multiplyExact(MOST_TIMES, length));
    }

    /**
     * Writes a message.
     *
     * @param in   has the message at {@code [from, to)}
     * @param out  has {@link #room} from {@code start} on
     * @return the index behind the text; -1 when the message is not plain, and what was written is nothing then
     */
    static int put(Struct struct, byte[] in, int from, int to, byte[] out, int start) {
        Field[] untagged = struct.plain;
        int next = from;
        int at = start;
        out[at++] = '{';
        // the comma that begins a key
        int skipped = 1;
        int tags = 0;
        int tag = -1;
        int order = -1;
        int end = 0;
        for (int step = 0; ; step++) {
            Field field;
            boolean tagged = step >= untagged.length;
            if (tagged) {
                if (step == untagged.length) {
                    tags = next < to ? in[next++] : -1;
                } else if (next != end) {
                    return -1;
                }
                if (tags <= 0) {
                    break;
                }
                tags--;
                // a length of two bytes is negative here
                if (to - next < 2 || in[next + 1] < 0 || struct.interleaved) {
                    return -1;
                }
                field = struct.byTag(in[next]);
                if (field == null || field.tag <= tag || field.order <= order) {
                    return -1;
                }
                tag = field.tag;
                order = field.order;
                end = next + 2 + in[next + 1];
                next += 2;
            } else {
                field = untagged[step];
            }
            int form = field.form;
            if (to - next < LEAST[form]) {
                return -1;
            }
            byte[] key = field.key;
            System.arraycopy(key, skipped, out, at, key.length - skipped);
            at += key.length - skipped;
            skipped = 0;
            if (form <= BOOL) {
                long value;
                switch (form) {
                    case INT16 -> value = in[next] << 8 | in[next + 1] & 0xff;
                    case UINT16 -> value = (in[next] & 0xff) << 8 | in[next + 1] & 0xff;
                    case INT32 -> value = Cursor.int32(in, next);
                    case UINT32 -> value = Cursor.int32(in, next) & 0xffffffffL;
                    case INT64 -> value = Cursor.int64(in, next);
                    default -> value = in[next];
                }
                next += LEAST[form];
                if (form == BOOL) {
                    value = value == 0 ? 0 : 1;
                }
                if (tagged && value == field.number) {
                    return -1;
                }
                at = form == BOOL ? word(out, at, value != 0) : Digits.put(out, at, value);
                continue;
            }
            int count = 1;
            if (form != UUID) {
                count = in[next++];
                if (count < 0) {
                    if (next == to || in[next] < 0) {
                        return -1;
                    }
                    count = count & 0x7f | in[next++] << 7;
                }
                count--;
                if (count < 0 || count == 0 && tagged && !field.nullByDefault) {
                    return -1;
                }
            }
            if (form == TEXT) {
                if (count > to - next) {
                    return -1;
                }
                out[at++] = '"';
                for (int last = next + count; next < last; next++) {
                    byte b = in[next];
                    if (b < 0 || !JsonBytes.PLAIN[b]) {
                        return -1;
                    }
                    out[at++] = b;
                }
                out[at++] = '"';
                continue;
            }
            if (count > (to - next) / (form == INT32S ? 4 : 16)) {
                return -1;
            }
            if (form != UUID) {
                out[at++] = '[';
            }
            for (int i = 0; i < count; i++) {
                if (i > 0) {
                    out[at++] = ',';
                }
                if (form == INT32S) {
                    at = Digits.put(out, at, (long) Cursor.int32(in, next));
                    next += 4;
                } else {
                    if (tagged && form == UUID && Cursor.int64(in, next) == 0 && Cursor.int64(in, next + 8) == 0) {
                        return -1;
                    }
                    at = JsonBytes.putUuid(out, at, in, next);
                    next += 16;
                }
            }
            if (form != UUID) {
                out[at++] = ']';
            }
        }
        if (tags < 0 || next != to) {
            return -1;
        }
        out[at++] = '}';
        return at;
    }

    private static int word(byte[] out, int from, boolean value) {
        int at = from;
        if (value) {
            out[at++] = 't';
            out[at++] = 'r';
            out[at++] = 'u';
        } else {
            out[at++] = 'f';
            out[at++] = 'a';
            out[at++] = 'l';
            out[at++] = 's';
        }
        out[at++] = 'e';
        return at;
    }
}
