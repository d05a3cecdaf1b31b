package kraftaudit.reader;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Decodes the values of records by their {@link Schemas}:
 *
 * <pre>
 * data record    uvarint frame version (1), uvarint api key, uvarint version, message
 * control record message, which begins with its own version as an int16
 * </pre>
 *
 * <p>A message is read by the newest layout of its key and version that fits it to its last byte; see {@link Fields} for the
 * encoding, and {@link #layout} for the one that did. It is stricter than Kafka in what Kafka never writes: frame numbers
 * above 32767 and values above {@link Sink#longestValue}; versions that no schema has, which Kafka reads as if they were the
 * highest it knows; and the rules on tags in {@link Fields}.
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
    private final Fields fields;
    private final Layout[][][] known = new Layout[KEYS][VERSIONS][];

    private int apiKey = -1;
    private int version = Integer.MIN_VALUE;
    private Layout layout;

    /** @param showSecrets whether {@link Secrets} are printed */
    Decoder(Schemas schemas, boolean showSecrets) {
        this.schemas = schemas;
        this.fields = new Fields(showSecrets);
    }

    /** The key read last, empty when the value ended or failed before it. */
    OptionalInt apiKey() {
        return apiKey < 0 ? OptionalInt.empty() : OptionalInt.of(apiKey);
    }

    /** The version read last, empty when the value ended or failed before it; of control records as they state it. */
    OptionalInt version() {
        return version == Integer.MIN_VALUE ? OptionalInt.empty() : OptionalInt.of(version);
    }

    /** As {@link #apiKey}, negative for none. */
    int readKey() {
        return apiKey;
    }

    /** As {@link #version}, {@link Integer#MIN_VALUE} for none. */
    int readVersion() {
        return version;
    }

    /** The layout that fits the record decoded last. */
    Layout layout() {
        return layout;
    }

    /** Whether the record decoded last has tagged fields that its schema does not know. */
    boolean unknownTags() {
        return fields.unknownTags();
    }

    /** Whether a string of the record decoded last is no UTF-8. */
    boolean invalidText() {
        return fields.invalidText();
    }

    /** Whether any of {@link #unknownTags}, {@link #invalidText} and {@link #masked} holds. */
    boolean odd() {
        return fields.odd();
    }

    /** Whether something of the record decoded last was masked. */
    boolean masked() {
        return fields.masked();
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

    /** As {@link #frame} for those who have read the numbers themselves. */
    void frame(int key, int ofVersion) {
        apiKey = key;
        version = ofVersion;
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
            return schemas.layouts(key, number).toArray(new Layout[0]);
        }
        Layout[] found = known[row][number];
        if (found == null) {
            found = schemas.layouts(key, number).toArray(new Layout[0]);
            known[row][number] = found;
        }
        return found;
    }

    private void decode(Layout candidate, Cursor value, Sink out, boolean strict) {
        if (value.remainingInFile() > out.longestValue()) {
            throw value.malformed(candidate.name, "at most " + out.longestValue() + " bytes", value.remainingInFile() + " bytes");
        }
        layout = candidate;
        int mark = out.mark();
        try {
            fields.message(candidate, value, out);
            if (strict) {
                value.finish(candidate.name);
            }
        } catch (Malformed malformed) {
            out.reset(mark);
            throw malformed;
        }
    }
}
