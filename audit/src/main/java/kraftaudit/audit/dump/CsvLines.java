package kraftaudit.audit.dump;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.reader.BatchReader;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.Damage;
import kraftaudit.reader.FileReading;
import kraftaudit.reader.JsonBytes;
import kraftaudit.reader.Zeros;
import kraftaudit.replay.Status;

/**
 * Rows of RFC 4180. A record's type is its name; rows of other things have the types FILE, BATCH, DAMAGE, ZEROS, and behind
 * the row they belong to NOTE and BYTES. What has no column of its own is in the payload, as JSON.
 */
final class CsvLines extends Lines {
    private static final byte[] HEADER = ascii("file,position,length,base_offset,offset,epoch,timestamp,control,type,version,status,payload\r\n");
    private static final byte[] TRUE = ascii("true,");
    private static final byte[] FALSE = ascii("false,");
    private static final byte[] END = ascii("\r\n");

    private final JsonLines json;
    private byte[] file = new byte[0];

    CsvLines(DumpOptions options) {
        super(options);
        this.json = new JsonLines(options);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    void begin(JsonBytes out) {
        out.raw(HEADER);
    }

    @Override
    void enter(CapturedFile entered) {
        String name = entered.name();
        boolean formula = !options.csvRaw() && !name.isEmpty() && "=+-@\t\r".indexOf(name.charAt(0)) >= 0;
        String cell = formula ? "'" + name : name;
        boolean quoted = cell.chars().anyMatch(c -> c == '"' || c == ',' || c < 0x20) || cell.startsWith(" ");
        file = ((quoted ? '"' + cell.replace("\"", "\"\"") + '"' : cell) + ",").getBytes(StandardCharsets.UTF_8);
    }

    /** The cells up to and with the type of a row that is no record. */
    private void row(JsonBytes out, OptionalLong position, long length, OptionalLong baseOffset, OptionalInt epoch, String type) {
        out.raw(file);
        number(out, position);
        out.digits(length).raw(',');
        number(out, baseOffset);
        out.raw(',');
        number(out, epoch.isPresent() ? OptionalLong.of(epoch.getAsInt()) : OptionalLong.empty());
        out.raw(",,").raw(type).raw(",,,");
    }

    private static void number(JsonBytes out, OptionalLong value) {
        if (value.isPresent()) {
            out.digits(value.getAsLong());
        }
        out.raw(',');
    }

    private static void end(JsonBytes out, int payloadAt) {
        out.csvCell(payloadAt).raw(END);
    }

    @Override
    void file(JsonBytes out, CapturedFile of, String remark) {
        row(out, OptionalLong.empty(), of.length(), OptionalLong.empty(), OptionalInt.empty(), "FILE");
        int payloadAt = out.length();
        out.startObject();
        out.name("fileKind");
        out.quoted(of.kind().name());
        out.name("remark");
        out.quoted(remark);
        out.endObject();
        end(out, payloadAt);
    }

    @Override
    void smallFile(JsonBytes out, CapturedFile of, SmallFiles.Content content) {
        row(out, OptionalLong.of(0), of.length(), OptionalLong.empty(), OptionalInt.empty(), "FILE");
        int payloadAt = out.length();
        out.startObject();
        out.name("fileKind");
        out.quoted(of.kind().name());
        out.name("content");
        content.json(out);
        out.name("oddities");
        out.startArray();
        for (FileReading.Oddity oddity : content.oddities()) {
            out.element();
            JsonLines.oddity(out, oddity);
        }
        out.endArray();
        out.endObject();
        end(out, payloadAt);
    }

    @Override
    void batch(JsonBytes out, BatchReader batch, BatchPlace place) {
        out.raw(file).digits(batch.batchPosition()).raw(',').digits(batch.batchLength()).raw(',');
        out.digits(batch.baseOffset()).raw(',').raw(',').digits(batch.epoch()).raw(',').raw(times.of(batch.baseTimestamp())).raw(',');
        out.raw(batch.isControl() ? TRUE : FALSE).raw("BATCH,,,");
        int payloadAt = out.length();
        out.startObject();
        out.name("endOffset");
        JsonLines.exact(out, batch.endOffset());
        out.name("timestampMs");
        JsonLines.exact(out, batch.baseTimestamp());
        JsonLines.batchDetails(out, batch, place);
        out.endObject();
        end(out, payloadAt);
        if (options.hex()) {
            bytes(out, batch::hex, batch.batchPosition(), HEADER_LENGTH);
        }
    }

    @Override
    void record(JsonBytes out, BatchReader record, Optional<Status> status) {
        out.raw(file).digits(record.position()).raw(',').digits(record.length()).raw(',').digits(record.baseOffset()).raw(',');
        out.digits(record.offset()).raw(',').digits(record.epoch()).raw(',').raw(times.of(record.timestamp())).raw(',');
        out.raw(record.isControl() ? TRUE : FALSE).raw(typeName(record)).raw(',');
        if (record.version() != -1) {
            out.digits(record.version());
        }
        out.raw(',');
        if (status.isPresent()) {
            out.raw(status.get().name());
        }
        out.raw(',');
        int payloadAt = out.length();
        BatchReader.Outcome outcome = record.payload(out);
        if (outcome != BatchReader.Outcome.DECODED) {
            out.startObject();
            out.name("_undecoded");
            json.undecoded(out, record, outcome);
            out.endObject();
        }
        end(out, payloadAt);
        boolean masked = options.hex() && record.holdsSecrets();
        for (String note : notes(record)) {
            row(out, OptionalLong.of(record.position()), record.length(), OptionalLong.of(record.baseOffset()), OptionalInt.of(record.epoch()), "NOTE");
            int noteAt = out.length();
            out.quoted(note);
            end(out, noteAt);
        }
        if (masked) {
            bytesMasked(out, record.position(), record.length());
        } else if (options.hex()) {
            bytes(out, record::hex, record.position(), Math.min(record.length(), MOST_BYTES_SHOWN));
        }
    }

    @Override
    void damage(JsonBytes out, Damage damage, OptionalLong expectedOffset) {
        row(out, OptionalLong.of(damage.position()), damage.length(), damage.baseOffset(), damage.epoch(), "DAMAGE");
        int payloadAt = out.length();
        out.startObject();
        out.name("endOffset");
        damage.endOffset().ifPresentOrElse(end -> JsonLines.exact(out, end), out::nothing);
        JsonLines.damageDetails(out, damage, expectedOffset);
        out.endObject();
        end(out, payloadAt);
    }

    @Override
    void zeros(JsonBytes out, Zeros zeros) {
        row(out, OptionalLong.of(zeros.position()), zeros.length(), OptionalLong.empty(), OptionalInt.empty(), "ZEROS");
        out.raw(END);
    }

    @Override
    void bytes(JsonBytes out, HexSource source, int position, int length) {
        row(out, OptionalLong.of(position), length, OptionalLong.empty(), OptionalInt.empty(), "BYTES");
        source.hex(out, position, length);
        out.raw(END);
    }

    @Override
    void bytesMasked(JsonBytes out, long position, long length) {
        row(out, OptionalLong.of(position), length, OptionalLong.empty(), OptionalInt.empty(), "BYTES");
        out.raw(MASK).raw(END);
    }
}
