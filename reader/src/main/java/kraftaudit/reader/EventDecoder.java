package kraftaudit.reader;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Values of control records and of the audited data records, as events. One per file: it knows which types were seen. */
final class EventDecoder {
    /** Values of any length are passed by. */
    static final byte ANY_LENGTH = -1;

    private static final int FEATURE_LEVEL = 12;
    private static final Set<Integer> AUDITED = Set.of(0, 1, 7, 8, FEATURE_LEVEL, 15, 17, 23, 24, 25, 27, Lookalikes.UNREGISTER_CONTROLLER);
    /** Records of one unknown key kept per file; the rest are counted. */
    static final int UNKNOWN_KEPT = 100;

    private final Schemas withProfile;
    private final Profile profile;
    private final Lookalikes lookalikes;
    private final Decoder decoder;
    private final RemarkList remarks;
    private final Values values = new Values();
    private final Events made = new Events(values);
    private final Set<Integer> seen = new HashSet<>();
    private final Map<Integer, Integer> unknownKept = new HashMap<>();
    private boolean framed;

    /** @param schemas the schemas without the profile, and {@code withProfile} with it */
    EventDecoder(Schemas schemas, Schemas withProfile, Profile profile, RemarkList remarks) {
        this.withProfile = withProfile;
        this.profile = profile;
        this.lookalikes = new Lookalikes(schemas, withProfile, profile);
        this.decoder = new Decoder(withProfile, false);
        this.remarks = remarks;
    }

    /**
     * What came of a data record.
     *
     * @param apiKey -1 when it could not be read
     * @param passBy length of further values of this type and version that need no look when their last byte, the number of
     *               tagged fields, is 0; {@link #ANY_LENGTH}; or 0 for none
     * @param resets whether types count as not seen from here on
     */
    record Head(int apiKey, int version, byte passBy, boolean resets) {
        static final Head UNREADABLE = new Head(-1, -1, (byte) 0, false);
    }

    // ---- data records ----

    Head data(RecordAt at, Cursor value, List<Event> events) {
        int start = value.index();
        if (!framed && value.bytes()[start] == 0) {
            remarks.addOnce(Remark.Kind.PREVIEW, at, "frame version 1", "frame version 0");
            return Head.UNREADABLE;
        }
        framed = true;
        try {
            decoder.frame(value);
        } catch (Malformed malformed) {
            events.add(undecodable(at, malformed));
            return new Head(decoder.apiKey().orElse(-1), -1, (byte) 0, false);
        }
        int apiKey = decoder.apiKey().orElseThrow();
        int version = decoder.version().orElseThrow();
        Head head = new Head(apiKey, version, (byte) 0, false);
        int message = value.index();
        if (!AUDITED.contains(apiKey) && apiKey != profile.apiKey()) {
            List<Layout> layouts = withProfile.layouts(apiKey, version);
            byte length = layouts.isEmpty() ? 0 : passBy(layouts.get(0), message - start);
            if (length == ANY_LENGTH || length == message - start + value.remainingInFile() && value.bytes()[value.endIndex() - 1] == 0) {
                first(at, apiKey, version, events);
                return new Head(apiKey, version, length, false);
            }
        }
        values.clear();
        try {
            Decoder.Outcome outcome = decoder.message(value, values);
            if (outcome == Decoder.Outcome.UNKNOWN_TYPE) {
                unknown(at, apiKey, version, value, events);
                return head;
            }
            if (outcome == Decoder.Outcome.UNKNOWN_VERSION) {
                remarks.add(Remark.Kind.RECORD_VERSION, at, "a known version of api key " + apiKey, version);
                return head;
            }
        } catch (Malformed malformed) {
            events.add(undecodable(at, malformed));
            value.moveTo(message);
            lookalike(at, apiKey, version, value, events);
            return head;
        }
        if (decoder.unknownTags()) {
            remarks.add(Remark.Kind.UNKNOWN_TAGS, at, "tagged fields of " + decoder.layout().name, "others");
        }
        first(at, apiKey, version, events);
        if (!AUDITED.contains(apiKey) && apiKey != profile.apiKey()) {
            return head;
        }
        Event event = made.data(at, apiKey == profile.apiKey() ? Events.CLUSTER_ID : apiKey, version);
        events.add(event);
        value.moveTo(message);
        lookalike(at, apiKey, version, value, events);
        boolean resets = event instanceof Event.FeatureLevel level && level.name().equals("metadata.version");
        if (resets) {
            seen.clear();
        }
        return new Head(apiKey, version, (byte) 0, resets);
    }

    private void first(RecordAt at, int apiKey, int version, List<Event> events) {
        if (seen.add(apiKey << 16 | version)) {
            events.add(new Event.FirstOfType(at, apiKey, version));
        }
    }

    /** The length of all values of a layout without strings, arrays and tagged fields, frame included. */
    private static byte passBy(Layout layout, int frameLength) {
        int length = frameLength + 1;
        for (Layout.Field field : layout.struct.fields) {
            int bytes = field.array || field.tag >= 0 ? 0 : switch (field.kind) {
                case BOOL, INT8 -> 1;
                case INT16, UINT16 -> 2;
                case INT32, UINT32 -> 4;
                case INT64, FLOAT64 -> 8;
                case UUID -> 16;
                case STRING, BYTES, RECORDS, STRUCT -> 0;
            };
            if (bytes == 0) {
                return ANY_LENGTH;
            }
            length += bytes;
        }
        return length <= Byte.MAX_VALUE ? (byte) length : ANY_LENGTH;
    }

    private void unknown(RecordAt at, int apiKey, int version, Cursor message, List<Event> events) {
        if (unknownKept.merge(apiKey, 1, Integer::sum) <= UNKNOWN_KEPT) {
            events.add(new Event.UnknownRecord(at, apiKey, version, message.remainingInFile()));
            lookalike(at, apiKey, version, message, events);
        }
    }

    private void lookalike(RecordAt at, int apiKey, int version, Cursor message, List<Event> events) {
        lookalikes.find(at, apiKey, version, message).ifPresent(events::add);
    }

    private Event undecodable(RecordAt at, Malformed malformed) {
        return new Event.Undecodable(at, decoder.apiKey(), decoder.version(), malformed.expected(), malformed.found());
    }

    // ---- control records ----

    void control(RecordAt at, int type, Cursor value, List<Event> events) {
        int length = value.remainingInFile();
        if (type < Events.LEADER_CHANGE || type > Events.KRAFT_VOTERS) {
            events.add(new Event.UnknownControl(at, type, length));
            return;
        }
        values.clear();
        try {
            decoder.control(type, value, values);
        } catch (Malformed malformed) {
            events.add(new Event.Undecodable(at, OptionalInt.of(-1 - type), decoder.version(), malformed.expected(), malformed.found()));
            return;
        }
        int version = decoder.version().orElseThrow();
        if (version != decoder.layout().version) {
            remarks.add(Remark.Kind.CONTROL_VERSION, at, "version " + decoder.layout().version, "version " + version);
        }
        if (decoder.unknownTags()) {
            remarks.add(Remark.Kind.UNKNOWN_TAGS, at, "tagged fields of " + decoder.layout().name, "others");
        }
        events.add(made.control(at, type, version));
    }
}
