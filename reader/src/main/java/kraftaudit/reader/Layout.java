package kraftaudit.reader;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import kraftaudit.reader.Definition.FieldDefinition;

/**
 * One version of one record type, made ready for the {@link Decoder}: names, defaults and kinds are looked up once, here.
 * Immutable once built.
 */
final class Layout {
    /** No structure of a definition may lie deeper in others than this, which also bounds the decoder's recursion. */
    private static final int DEEPEST = 32;

    final String name;
    final int version;
    final String source;
    final Struct struct;
    /** Whether some field, here or deeper, is masked. */
    final boolean secret;

    private Layout(String name, int version, String source, Struct struct) {
        this.name = name;
        this.version = version;
        this.source = source;
        this.struct = struct;
        this.secret = struct.secret();
    }

    /** What a field's bytes are. */
    enum Kind { BOOL, INT8, INT16, UINT16, INT32, UINT32, INT64, FLOAT64, UUID, STRING, BYTES, RECORDS, STRUCT }

    /** Which values are masked. */
    enum Secret { NEVER, ALWAYS,
        /** The name of a setting: it decides about the field {@link #NAMED} that follows in the same structure. */
        NAME, NAMED }

    /** The fields of one structure in one version. */
    static final class Struct {
        private static final int MOST_TAGS = 64;

        /** All fields, in the order in which Kafka prints them. */
        final Field[] fields;
        /** The fields in front of the tag buffer, in the order of the encoding. */
        final Field[] plain;
        /** The fields of the tag buffer by ascending tag. */
        final Field[] tagged;
        /** Whether a tagged field is printed before a plain one, which stands before it in the bytes. */
        final boolean interleaved;
        /** The fields of the tag buffer by tag, null where none has it; empty where tags are too high for that. */
        private final Field[] byTag;
        /** Tags that this version does not have and another one has; Kafka refuses them here. */
        private final Set<Integer> foreign;
        /** Whether messages of it can be plain, and the room for them; see {@link PlainJson}. */
        final boolean canBePlain;
        final int room;

        Struct(List<Field> fields, Set<Integer> foreign) {
            List<Field> plain = new ArrayList<>();
            TreeMap<Integer, Field> tagged = new TreeMap<>();
            boolean tagSeen = false;
            boolean plainAfterTag = false;
            for (Field field : fields) {
                if (field.tag < 0) {
                    plain.add(field);
                    plainAfterTag |= tagSeen;
                } else {
                    tagSeen = true;
                    if (tagged.put(field.tag, field) != null) {
                        throw new IllegalArgumentException("tag " + field.tag + " stands for two fields");
                    }
                }
            }
            this.fields = fields.toArray(new Field[0]);
            this.plain = plain.toArray(new Field[0]);
            this.tagged = tagged.values().toArray(new Field[0]);
            this.interleaved = plainAfterTag;
            this.foreign = foreign;
            foreign.removeAll(tagged.keySet());
            for (int i = 0; i < this.tagged.length; i++) {
                this.tagged[i].slot = i;
            }
            for (int i = 0; i < this.fields.length; i++) {
                this.fields[i].order = i;
            }
            boolean low = !tagged.isEmpty() && tagged.lastKey() < MOST_TAGS;
            this.byTag = new Field[low ? tagged.lastKey() + 1 : 0];
            for (Field field : low ? this.tagged : new Field[0]) {
                byTag[field.tag] = field;
            }
            fields.forEach(field -> field.form = PlainJson.form(field));
            this.canBePlain = PlainJson.isPlain(this);
            this.room = PlainJson.room(this);
        }

        /** The field of a tag, if that is known without a search; else null, which does not mean that there is none. */
        Field byTag(int tag) {
            return tag >= 0 && tag < byTag.length ? byTag[tag] : null;
        }

        /** Whether the tag buffer's field of this tag is in the schema. */
        boolean knows(int tag) {
            for (Field field : tagged) {
                if (field.tag == tag) {
                    return true;
                }
            }
            return false;
        }

        boolean isForeign(int tag) {
            return foreign.contains(tag);
        }

        private boolean secret() {
            for (Field field : fields) {
                if (field.secret == Secret.ALWAYS || field.secret == Secret.NAMED || field.struct != null && field.struct.secret()) {
                    return true;
                }
            }
            return false;
        }
    }

    /** One field in one version. */
    static final class Field {
        /** As Kafka prints it: the definition's name with a small first letter. */
        final String name;
        /** The name in JSON: Kafka prints of a field of record batches its size alone. */
        final String printed;
        /** {@code ,"printed":} */
        final byte[] key;
        final Kind kind;
        final boolean array;
        final boolean nullable;
        /** Of the field, or of an array's elements; null unless {@link #kind} is STRUCT. */
        final Struct struct;
        /** In the tag buffer, -1 in front of it. */
        final int tag;
        /** Index among {@link Struct#tagged} and among {@link Struct#fields}, set once by it. */
        int slot;
        int order;
        final boolean nullByDefault;
        /** The default as a number (0 or 1 for booleans, raw bits for floating point numbers). */
        final long number;
        /** The default of strings. */
        final byte[] text;
        Secret secret = Secret.NEVER;
        /** What it is to {@link PlainJson}. */
        int form;

        Field(FieldDefinition definition, int version, Kind kind, Struct struct) {
            this.name = definition.name().substring(0, 1).toLowerCase(Locale.ROOT) + definition.name().substring(1);
            this.printed = kind == Kind.RECORDS ? name + "SizeInBytes" : name;
            this.key = (",\"" + printed + "\":").getBytes(StandardCharsets.UTF_8);
            this.kind = kind;
            this.array = definition.type().startsWith("[]");
            this.struct = struct;
            this.nullable = definition.nullable().contains(version);
            this.tag = definition.tagged().contains(version) ? definition.tag() : -1;
            String byDefault = definition.defaultText().orElse("");
            this.nullByDefault = byDefault.equals("null");
            this.number = array || nullByDefault ? 0 : number(byDefault);
            this.text = nullByDefault || kind != Kind.STRING ? new byte[0] : byDefault.getBytes(StandardCharsets.UTF_8);
        }

        private long number(String byDefault) {
            try {
                return switch (kind) {
                    case BOOL -> Boolean.parseBoolean(byDefault) ? 1 : 0;
                    case INT8, INT16, UINT16, INT32, UINT32, INT64 -> byDefault.isEmpty() ? 0 : Long.decode(byDefault);
                    case FLOAT64 -> Double.doubleToRawLongBits(byDefault.isEmpty() ? 0 : Double.parseDouble(byDefault));
                    case UUID, STRING, BYTES, RECORDS, STRUCT -> 0;
                };
            } catch (NumberFormatException notANumber) {
                throw new IllegalArgumentException("the default of " + name + " is " + byDefault);
            }
        }
    }

    /**
     * Makes one version of a definition ready.
     *
     * @param source where the definition is from, as it is shown: a Kafka release, a file, a profile
     * @throws IllegalArgumentException with the reason, when the definition contradicts itself or uses what is not supported
     */
    static Layout of(Definition definition, int version, String source) {
        if (!definition.flexible().contains(version)) {
            throw new IllegalArgumentException("version " + version + " is not in the flexible encoding");
        }
        return new Layout(definition.name(), version, source, struct(definition.fields(), definition.structs(), version, 0));
    }

    private static Struct struct(List<FieldDefinition> definitions, Map<String, List<FieldDefinition>> structs, int version, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("structures lie more than " + DEEPEST + " deep in each other");
        }
        List<Field> fields = new ArrayList<>();
        Set<Integer> foreign = new TreeSet<>();
        for (FieldDefinition definition : definitions) {
            if (definition.versions().contains(version)) {
                fields.add(field(definition, structs, version, depth));
            }
            foreign.add(definition.tag());
        }
        Secrets.mark(fields);
        return new Struct(fields, foreign);
    }

    private static Field field(FieldDefinition definition, Map<String, List<FieldDefinition>> structs, int version, int depth) {
        boolean array = definition.type().startsWith("[]");
        String type = array ? definition.type().substring(2) : definition.type();
        Kind kind = switch (type) {
            case "bool" -> Kind.BOOL;
            case "int8" -> Kind.INT8;
            case "int16" -> Kind.INT16;
            case "uint16" -> Kind.UINT16;
            case "int32" -> Kind.INT32;
            case "uint32" -> Kind.UINT32;
            case "int64" -> Kind.INT64;
            case "float64" -> Kind.FLOAT64;
            case "uuid" -> Kind.UUID;
            case "string" -> Kind.STRING;
            case "bytes" -> Kind.BYTES;
            case "records" -> Kind.RECORDS;
            default -> Kind.STRUCT;
        };
        if (kind != Kind.STRUCT) {
            return new Field(definition, version, kind, null);
        }
        List<FieldDefinition> inner = definition.fields().isEmpty() ? structs.get(type) : definition.fields();
        if (inner == null) {
            throw new IllegalArgumentException("unknown type " + definition.type() + " of " + definition.name());
        }
        return new Field(definition, version, kind, struct(inner, structs, version, depth + 1));
    }
}
