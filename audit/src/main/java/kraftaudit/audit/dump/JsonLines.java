package kraftaudit.audit.dump;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.audit.report.Documents;
import kraftaudit.audit.report.Product;
import kraftaudit.reader.BatchReader;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.Damage;
import kraftaudit.reader.FileReading;
import kraftaudit.reader.JsonBytes;
import kraftaudit.reader.Zeros;
import kraftaudit.replay.Status;

/**
 * A JSON object in each line; {@code dump.schema.json} describes them. The first line has the version of that schema, so
 * that it need not stand in millions of others. Integers beyond 2^53 are strings, but for those in a payload, which is
 * what Kafka's converter prints.
 */
final class JsonLines extends Lines {
    private static final long EXACT = 1L << 53;
    private static final byte[] RECORD_KIND = ascii("{\"kind\":\"record\"");
    private static final byte[] POSITION = ascii(",\"position\":");
    private static final byte[] LENGTH = ascii(",\"length\":");
    private static final byte[] BASE_OFFSET = ascii(",\"baseOffset\":");
    private static final byte[] OFFSET = ascii(",\"offset\":");
    private static final byte[] EPOCH = ascii(",\"epoch\":");
    private static final byte[] TIMESTAMP = ascii(",\"timestamp\":");
    private static final byte[] TIMESTAMP_MS = ascii(",\"timestampMs\":");
    private static final byte[] CONTROL = ascii(",\"control\":true,\"controlType\":");
    private static final byte[] DATA = ascii(",\"control\":false,\"apiKey\":");
    private static final byte[] TYPE = ascii(",\"type\":\"");
    private static final byte[] VERSION = ascii("\",\"version\":");
    private static final byte[] PAYLOAD = ascii(",\"payload\":");
    private static final byte[] NULL = ascii("null");

    private byte[] file = new byte[0];

    JsonLines(DumpOptions options) {
        super(options);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A number, or a string of its digits where many readers would round. */
    static void exact(JsonBytes out, long value) {
        if (value > EXACT || value < -EXACT) {
            out.raw('"').digits(value).raw('"');
        } else {
            out.number(value);
        }
    }

    private static void number(JsonBytes out, String name, long value) {
        out.name(name);
        exact(out, value);
    }

    private static void number(JsonBytes out, String name, OptionalLong value) {
        out.name(name);
        value.ifPresentOrElse(number -> exact(out, number), out::nothing);
    }

    private static void number(JsonBytes out, String name, OptionalInt value) {
        out.name(name);
        value.ifPresentOrElse(out::number, out::nothing);
    }

    private static void text(JsonBytes out, String name, String value) {
        out.name(name);
        out.quoted(value);
    }

    @Override
    void begin(JsonBytes out) {
        out.startObject();
        text(out, "kind", "dump");
        number(out, "schemaVersion", Documents.SCHEMA_VERSION);
        out.name("tool");
        out.startObject();
        text(out, "name", Product.THIS.name());
        text(out, "version", Product.THIS.version());
        out.endObject();
        text(out, "profile", options.profile().name());
        end(out);
    }

    private void start(JsonBytes out, String kind) {
        out.startObject();
        text(out, "kind", kind);
        out.raw(file);
    }

    private static void end(JsonBytes out) {
        out.endObject();
        out.raw('\n');
    }

    @Override
    void enter(CapturedFile entered) {
        JsonBytes name = new JsonBytes();
        name.raw(",\"file\":").quoted(entered.name());
        file = java.util.Arrays.copyOf(name.array(), name.length());
    }

    @Override
    void file(JsonBytes out, CapturedFile of, String remark) {
        start(out, "file");
        text(out, "fileKind", of.kind().name());
        number(out, "length", of.length());
        text(out, "remark", remark);
        end(out);
    }

    @Override
    void smallFile(JsonBytes out, CapturedFile of, SmallFiles.Content content) {
        start(out, "file");
        text(out, "fileKind", of.kind().name());
        number(out, "length", of.length());
        out.name("content");
        content.json(out);
        out.name("oddities");
        out.startArray();
        for (FileReading.Oddity oddity : content.oddities()) {
            out.element();
            oddity(out, oddity);
        }
        out.endArray();
        end(out);
    }

    static void oddity(JsonBytes out, FileReading.Oddity oddity) {
        out.startObject();
        text(out, "kind", oddity.kind().name());
        number(out, "line", oddity.line());
        text(out, "field", oddity.field());
        text(out, "expected", oddity.expected());
        text(out, "found", oddity.found());
        out.endObject();
    }

    @Override
    void batch(JsonBytes out, BatchReader batch, BatchPlace place) {
        start(out, "batch");
        number(out, "position", batch.batchPosition());
        number(out, "length", batch.batchLength());
        number(out, "baseOffset", batch.baseOffset());
        number(out, "endOffset", batch.endOffset());
        number(out, "epoch", batch.epoch());
        time(out, batch.baseTimestamp());
        out.name("control");
        out.bool(batch.isControl());
        batchDetails(out, batch, place);
        if (options.hex()) {
            out.name("hex");
            out.raw('"');
            batch.hex(out, batch.batchPosition(), HEADER_LENGTH);
            out.raw('"');
        }
        end(out);
    }

    /** What of a batch has no column in CSV. */
    static void batchDetails(JsonBytes out, BatchReader batch, BatchPlace place) {
        out.name("attributes");
        out.raw("\"0x").hexDigits(batch.attributes(), 4).raw('"');
        out.name("crc");
        out.raw("\"0x").hexDigits(batch.crc(), 8).raw('"');
        out.name("crcPasses");
        out.bool(true);
        number(out, "records", batch.count());
        if (batch.maxTimestamp() != batch.baseTimestamp()) {
            number(out, "maxTimestampMs", batch.maxTimestamp());
        }
        if (batch.producerId() != -1 || batch.producerEpoch() != -1 || batch.baseSequence() != -1) {
            number(out, "producerId", batch.producerId());
            number(out, "producerEpoch", batch.producerEpoch());
            number(out, "baseSequence", batch.baseSequence());
        }
        if (place.leaps(batch.baseOffset())) {
            number(out, "expectedOffset", place.expectedOffset());
        }
        if (place.goesBack(batch.epoch())) {
            number(out, "epochBefore", place.epochBefore());
        }
        if (place.resumes()) {
            out.name("resumes");
            out.bool(true);
        }
    }

    private void time(JsonBytes out, long timestamp) {
        byte[] iso = times.of(timestamp);
        out.raw(TIMESTAMP);
        if (iso.length > 0) {
            out.raw('"').raw(iso).raw('"');
        } else {
            out.raw(NULL);
        }
        out.raw(TIMESTAMP_MS);
        if (timestamp == -1) {
            out.raw(NULL);
        } else {
            exact(out, timestamp);
        }
    }

    @Override
    void record(JsonBytes out, BatchReader record, Optional<Status> status) {
        out.raw(RECORD_KIND).raw(file).raw(POSITION).digits(record.position()).raw(LENGTH).digits(record.length()).raw(BASE_OFFSET);
        exact(out, record.baseOffset());
        out.raw(OFFSET);
        exact(out, record.offset());
        out.raw(EPOCH).digits(record.epoch());
        time(out, record.timestamp());
        out.raw(record.isControl() ? CONTROL : DATA);
        if (record.key() == BatchReader.NO_KEY) {
            out.raw(NULL);
        } else {
            out.digits(record.isControl() ? -1 - record.key() : record.key());
        }
        out.raw(TYPE).raw(typeName(record)).raw(VERSION);
        if (record.version() == -1) {
            out.raw(NULL);
        } else {
            out.digits(record.version());
        }
        status.ifPresent(known -> text(out, "status", known.name()));
        out.raw(PAYLOAD);
        BatchReader.Outcome outcome = record.payload(out);
        if (outcome != BatchReader.Outcome.DECODED) {
            out.raw(NULL);
            out.name("undecoded");
            undecoded(out, record, outcome);
        }
        tail(out, record);
        end(out);
    }

    private void tail(JsonBytes out, BatchReader record) {
        boolean masked = options.hex() && record.holdsSecrets();
        List<String> notes = notes(record);
        if (!notes.isEmpty()) {
            out.name("notes");
            out.startArray();
            for (String note : notes) {
                out.element();
                out.quoted(note);
            }
            out.endArray();
        }
        if (options.hex()) {
            out.name("hex");
            if (masked) {
                out.quoted(MASK);
            } else {
                out.raw('"');
                record.hex(out, record.position(), Math.min(record.length(), MOST_BYTES_SHOWN));
                out.raw('"');
            }
        }
    }

    /** Why a record does not decode, and its message. */
    void undecoded(JsonBytes out, BatchReader record, BatchReader.Outcome outcome) {
        out.startObject();
        text(out, "outcome", outcome.name());
        record.fault().ifPresent(fault -> {
            number(out, "position", fault.position());
            text(out, "field", fault.field());
            text(out, "expected", fault.expected());
            text(out, "found", fault.found());
        });
        number(out, "messageLength", record.messageLength());
        out.name("message");
        if (record.holdsSecrets()) {
            out.quoted(MASK);
        } else {
            out.raw('"');
            record.messageHex(out, bytesShown(record));
            out.raw('"');
        }
        out.endObject();
    }

    @Override
    void damage(JsonBytes out, Damage damage, OptionalLong expectedOffset) {
        start(out, "damage");
        number(out, "position", damage.position());
        number(out, "length", damage.length());
        number(out, "baseOffset", damage.baseOffset());
        number(out, "endOffset", damage.endOffset());
        number(out, "epoch", damage.epoch());
        damageDetails(out, damage, expectedOffset);
        end(out);
    }

    /** What of damage has no column in CSV. */
    static void damageDetails(JsonBytes out, Damage damage, OptionalLong expectedOffset) {
        text(out, "reason", damage.reason().name());
        out.name("crcPasses");
        out.bool(damage.checksumSound());
        text(out, "field", damage.field());
        text(out, "expected", damage.expected());
        text(out, "found", damage.found());
        number(out, "expectedOffset", expectedOffset);
    }

    @Override
    void zeros(JsonBytes out, Zeros zeros) {
        start(out, "zeros");
        number(out, "position", zeros.position());
        number(out, "length", zeros.length());
        end(out);
    }

    @Override
    void bytes(JsonBytes out, HexSource source, int position, int length) {
        start(out, "bytes");
        number(out, "position", position);
        number(out, "length", length);
        out.name("hex");
        out.raw('"');
        source.hex(out, position, length);
        out.raw('"');
        end(out);
    }

    @Override
    void bytesMasked(JsonBytes out, long position, long length) {
        start(out, "bytes");
        number(out, "position", position);
        number(out, "length", length);
        text(out, "hex", MASK);
        end(out);
    }
}
