package kraftaudit.audit.dump;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import kraftaudit.audit.report.Escape;
import kraftaudit.reader.BatchReader;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.Damage;
import kraftaudit.reader.Digits;
import kraftaudit.reader.FileReading;
import kraftaudit.reader.JsonBytes;
import kraftaudit.reader.Zeros;
import kraftaudit.replay.Status;

/**
 * For people. Offsets are inclusive, {@code @position+length} are bytes of the file:
 *
 * <pre>
 * node1/__cluster_metadata-0/00000000000000000000.log: segment, 4586 bytes
 * batch 33-33 @2312+89 epoch 6 2026-11-29T20:16:10.435Z (1795983370435) control 0x0020, 1 record, crc 0x27beff11 passes
 *   33 @2373+28 LEADER_CHANGE v0 {"version":0,"leaderId":2,...}
 * damage @3938+72 CHECKSUM: crc 0x..., expected 0x...; offsets 51-51, epoch 6 by its header
 * zeros @4586+4096
 * </pre>
 */
final class TextLines extends Lines {
    private static final byte[] AT = ascii(" @");
    private static final byte[] PASSES = ascii(" passes");
    private static final int VERSIONS = 16;
    private static final int BYTES_A_LINE = 32;

    private final byte[][] typesAndVersions = new byte[KEYS * VERSIONS][];
    private final byte[] faint;
    private final byte[] red;
    private final byte[] plain;
    private final byte[] lineEnd;
    private final BatchHead batchHead;
    private final RecordHead head = new RecordHead(this::typeAndVersion);

    TextLines(DumpOptions options) {
        super(options);
        Arrays.fill(typesAndVersions, new byte[0]);
        this.faint = ascii(options.colour() ? "\u001b[2m" : "");
        this.red = ascii(options.colour() ? "\u001b[31m" : "");
        this.plain = ascii(options.colour() ? "\u001b[0m" : "");
        this.lineEnd = ascii(new String(plain, StandardCharsets.US_ASCII) + "\n");
        this.batchHead = new BatchHead(ascii(new String(faint, StandardCharsets.US_ASCII) + "batch "), times);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    void begin(JsonBytes out) {
    }

    @Override
    void enter(CapturedFile file) {
    }

    @Override
    void file(JsonBytes out, CapturedFile file, String remark) {
        out.raw(Escape.text(file.name())).raw(": ").raw(Escape.text(remark)).raw('\n');
    }

    @Override
    void smallFile(JsonBytes out, CapturedFile file, SmallFiles.Content content) {
        out.raw(Escape.text(file.name())).raw(": ");
        content.json(out);
        out.raw('\n');
        for (FileReading.Oddity oddity : content.oddities()) {
            out.raw("    ").raw(oddity.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '));
            out.raw(oddity.line().isPresent() ? ", line " + oddity.line().getAsInt() : "");
            out.raw(oddity.field().isEmpty() ? "" : ", " + Escape.text(oddity.field()));
            out.raw(": expected " + Escape.text(oddity.expected()) + ", found " + Escape.text(oddity.found()) + "\n");
        }
    }

    @Override
    void batch(JsonBytes out, BatchReader batch, BatchPlace place) {
        byte[] text = out.room(batchHead.most() + Digits.HEX + PASSES.length);
        int at = Digits.putHex(text, batchHead.put(batch, text, out.length()), batch.crc());
        System.arraycopy(PASSES, 0, text, at, PASSES.length);
        out.end(at + PASSES.length);
        if (place != BatchPlace.USUAL || batch.hasProducer() || batch.maxTimestamp() != batch.baseTimestamp()) {
            oddities(out, batch, place);
        }
        out.raw(lineEnd);
        if (options.hex()) {
            bytes(out, batch::hex, batch.batchPosition(), HEADER_LENGTH);
        }
    }

    private void oddities(JsonBytes out, BatchReader batch, BatchPlace place) {
        if (batch.maxTimestamp() != batch.baseTimestamp()) {
            out.raw("; maxTimestamp ").raw(times.shown(batch.maxTimestamp())).raw(" (").digits(batch.maxTimestamp()).raw(')');
        }
        if (batch.hasProducer()) {
            out.raw("; producerId ").digits(batch.producerId()).raw(", producerEpoch ").digits(batch.producerEpoch());
            out.raw(", baseSequence ").digits(batch.baseSequence());
        }
        if (place.leaps(batch.baseOffset())) {
            out.raw("; offset ").digits(place.expectedOffset().getAsLong()).raw(" comes next");
        }
        if (place.goesBack(batch.epoch())) {
            out.raw("; epoch ").digits(place.epochBefore().getAsInt()).raw(" is before it");
        }
        if (place.resumes()) {
            out.raw("; reading resumes here");
        }
    }

    @Override
    void record(JsonBytes out, BatchReader record, Optional<Status> status) {
        head.set(record);
        int length = head.length();
        System.arraycopy(head.text(), 0, out.room(length), out.length(), length);
        int typeAt = out.length() + head.typeAt();
        out.end(out.length() + length);
        if (status.isPresent()) {
            byte[] type = typeAndVersion(record);
            out.truncate(typeAt);
            out.raw(status.get().name()).raw(' ');
            typeAt = out.length();
            out.raw(type);
        }
        BatchReader.Outcome outcome = record.payload(out);
        if (outcome != BatchReader.Outcome.DECODED) {
            out.truncate(typeAt);
            undecoded(out, record, outcome);
        }
        out.raw('\n');
        if (options.hex() || record.isRemarkable()) {
            below(out, record);
        }
    }

    /** Lines that follow that of a record. */
    private void below(JsonBytes out, BatchReader record) {
        boolean masked = options.hex() && record.holdsSecrets();
        List<String> notes = notes(record);
        if (!notes.isEmpty()) {
            notes.forEach(note -> out.raw("    ").raw(Escape.text(note)).raw('\n'));
        }
        if (options.hex()) {
            if (masked) {
                bytesMasked(out, record.position(), record.length());
            } else {
                bytes(out, record::hex, record.position(), Math.min(record.length(), MOST_BYTES_SHOWN));
            }
        }
    }

    /** Such as {@code PARTITION_RECORD v2 }. */
    private byte[] typeAndVersion(BatchReader record) {
        int row = record.key() - LOWEST_KEY;
        int version = record.version();
        if (row < 0 || row >= KEYS || version < 0 || version >= VERSIONS) {
            return newTypeAndVersion(record);
        }
        byte[] known = typesAndVersions[row * VERSIONS + version];
        if (known.length == 0) {
            known = newTypeAndVersion(record);
            typesAndVersions[row * VERSIONS + version] = known;
        }
        return known;
    }

    private byte[] newTypeAndVersion(BatchReader record) {
        return ascii(new String(typeName(record), StandardCharsets.US_ASCII) + " v" + record.version() + " ");
    }

    private void undecoded(JsonBytes out, BatchReader record, BatchReader.Outcome outcome) {
        int key = record.key();
        String version = record.version() < 0 ? "" : " v" + record.version();
        switch (outcome) {
            case UNKNOWN_TYPE -> out.raw(red).raw(key < 0 ? "unknown control type " + (-1 - key) : "unknown type " + key).raw(version).raw(", ");
            case UNKNOWN_VERSION -> out.raw(red).raw("unknown version " + record.version() + " of ").raw(typeName(record)).raw(", ");
            default -> {
                String type = key == BatchReader.NO_KEY ? "record" : new String(typeName(record), StandardCharsets.US_ASCII) + version;
                out.raw(red).raw("undecodable ").raw(type).raw(", ");
            }
        }
        out.digits(record.messageLength()).raw(record.messageLength() == 1 ? " byte" : " bytes");
        record.fault().ifPresent(fault -> out.raw(" (").raw(Escape.text(fault.field())).raw(AT).digits(fault.position())
            .raw(": expected ").raw(Escape.text(fault.expected())).raw(", found ").raw(Escape.text(fault.found())).raw(')'));
        out.raw(plain).raw(": ");
        if (record.holdsSecrets()) {
            out.raw(MASK);
        } else {
            int shown = bytesShown(record);
            record.messageHex(out, shown);
            out.raw(shown < record.messageLength() ? "..." : "");
        }
    }

    @Override
    void damage(JsonBytes out, Damage damage, OptionalLong expectedOffset) {
        out.raw(red).raw("damage @").digits(damage.position()).raw('+').digits(damage.length()).raw(' ').raw(damage.reason().name());
        out.raw(": ").raw(damage.field()).raw(": expected ").raw(damage.expected()).raw(", found ").raw(damage.found());
        out.raw(damage.checksumSound() ? "; crc passes" : "");
        if (damage.baseOffset().isPresent() && damage.endOffset().isPresent()) {
            out.raw("; offsets ").digits(damage.baseOffset().getAsLong()).raw('-').digits(damage.endOffset().getAsLong() - 1).raw(" by its header");
        } else if (expectedOffset.isPresent()) {
            out.raw("; offset ").digits(expectedOffset.getAsLong()).raw(" comes next");
        }
        if (damage.epoch().isPresent()) {
            out.raw("; epoch ").digits(damage.epoch().getAsInt()).raw(" by its header");
        }
        out.raw(plain).raw('\n');
    }

    @Override
    void zeros(JsonBytes out, Zeros zeros) {
        out.raw(faint).raw("zeros @").digits(zeros.position()).raw('+').digits(zeros.length()).raw(" to the end of the file").raw(plain).raw('\n');
    }

    @Override
    void bytes(JsonBytes out, HexSource source, int position, int length) {
        for (int at = position; at < position + length; at += BYTES_A_LINE) {
            out.raw("      @").digits(at).raw(' ');
            source.hex(out, at, Math.min(BYTES_A_LINE, position + length - at));
            out.raw('\n');
        }
    }

    @Override
    void bytesMasked(JsonBytes out, long position, long length) {
        out.raw("      @").digits(position).raw(' ').raw(MASK).raw(": ").digits(length).raw(" bytes may hold secrets, --show-secrets shows them\n");
    }
}
