package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * One pass over the bytes of one segment or checkpoint, in three steps from fast and narrow to slow and thorough:
 * {@link PlainBatches} takes what continues a run and holds nothing to keep, {@link #sound} whatever is sound, and
 * {@link Framing} says of the rest what is wrong and where reading goes on.
 */
final class FileScan {
    static final long YEAR_2000 = 946_684_800_000L;
    static final long YEAR_2200 = 7_258_118_400_000L;

    private static final int REPORT_EVERY = 16 << 20;
    private static final long NO_PRODUCER_SEQUENCE = -1L << 16;

    private final CapturedFile file;
    private final ByteBuffer bytes;
    private final int length;
    private final BatchRecords records;
    private final RemarkList remarks;
    private final boolean shortPaths;
    private final List<Event> events = new ArrayList<>();
    private final List<Region> regions = new ArrayList<>();
    private final OpenRun run;
    private final Fingerprints.Builder fingerprints = new Fingerprints.Builder();
    private final PlainBatches plain;
    private final long beyond;
    private final Optional<LongConsumer> progress;
    private int nextReport;
    private int reported;
    private final Framing framing;
    private long lastTimestamp = -1;

    /**
     * @param bytes  the file from its first byte on, big-endian; position and limit are not used
     * @param beyond bytes of the file behind those in {@code bytes}, which are reported as unsupported
     */
    FileScan(CapturedFile file, ByteBuffer bytes, long beyond, EventDecoder decoder, RemarkList remarks, boolean shortPaths,
             Optional<LongConsumer> progress) {
        this.file = file;
        this.bytes = bytes;
        this.length = bytes.limit();
        this.beyond = beyond;
        this.remarks = remarks;
        this.shortPaths = shortPaths;
        this.progress = progress;
        this.nextReport = progress.isPresent() ? REPORT_EVERY : Integer.MAX_VALUE;
        this.run = new OpenRun(file.name());
        this.framing = new Framing(file, bytes, beyond);
        this.records = new BatchRecords(file.name(), bytes, framing.frames(), decoder, remarks, events, shortPaths);
        this.plain = new PlainBatches(bytes, records.plain(), fingerprints);
    }

    Scan scan() {
        int at = 0;
        while (at < length) {
            if (at >= nextReport) {
                report(at);
            }
            if (shortPaths && run.takesPlainBatches()) {
                at = plain.take(run, at, Math.min(length, nextReport));
                lastTimestamp = run.lastTimestamp();
            }
            if (at == length) {
                break;
            }
            if (sound(at)) {
                at += BatchHeader.PREFIX + BatchHeader.batchLength(bytes, at);
            } else {
                closeRun();
                Region region = framing.unsound(at);
                regions.add(region);
                if (region.length() >= length - at) {
                    break;
                }
                at += (int) region.length();
            }
        }
        closeRun();
        progress.ifPresent(listener -> listener.accept(length + beyond - reported));
        long read = regions.stream().mapToLong(Region::length).sum();
        if (read < length + beyond) {
            regions.add(framing.unmapped(length));
        }
        return new Scan(file, length + beyond, regions, events, remarks.kept(), remarks.counts(), records.counts(), fingerprints.build());
    }

    private void report(int at) {
        progress.orElseThrow().accept(at - reported);
        reported = at;
        nextReport = (int) Math.min(Integer.MAX_VALUE, (long) at + REPORT_EVERY);
    }

    /** Takes the batch at a position into the open run, or says that it is not sound and leaves everything as it was. */
    private boolean sound(int at) {
        int end = framing.soundHeader(at);
        if (end < 0) {
            return false;
        }
        long baseOffset = BatchHeader.baseOffset(bytes, at);
        int attributes = BatchHeader.attributes(bytes, at);
        int lastOffsetDelta = BatchHeader.lastOffsetDelta(bytes, at);
        int count = BatchHeader.recordCount(bytes, at);
        int epoch = BatchHeader.epoch(bytes, at);
        long timestamp = BatchHeader.baseTimestamp(bytes, at);
        boolean control = (attributes & BatchHeader.CONTROL) != 0;
        if (!records.read(at, end, baseOffset, epoch, timestamp, count, control)) {
            return false;
        }
        long maxTimestamp = BatchHeader.maxTimestamp(bytes, at);
        if ((attributes & ~BatchHeader.CONTROL) != 0 || count == 0 || maxTimestamp != timestamp
                || BatchHeader.producerId(bytes, at) != -1
                || (bytes.getLong(at + 51) & NO_PRODUCER_SEQUENCE) != NO_PRODUCER_SEQUENCE
                || timestamp < lastTimestamp || timestamp < YEAR_2000 || timestamp >= YEAR_2200) {
            remarkHeader(at, end);
        }
        lastTimestamp = maxTimestamp;
        long endOffset = baseOffset + lastOffsetDelta + 1;
        if (run.takes(baseOffset, epoch)) {
            run.extend(at, end - at, baseOffset, endOffset, control, timestamp, maxTimestamp, count);
        } else {
            closeRun();
            if (at == 0 && framing.named().isPresent() && framing.named().getAsLong() != baseOffset && file.kind() == FileKind.SEGMENT) {
                remarks.add(Remark.Kind.FILE_NAME, headerAt(at, end), Long.toString(framing.named().getAsLong()), baseOffset);
            }
            run.begin(at, end - at, baseOffset, endOffset, epoch, control, timestamp, maxTimestamp, count);
        }
        fingerprints.addSum(baseOffset, Fingerprints.mix(baseOffset, epoch, end - at, BatchHeader.crc(bytes, at)));
        return true;
    }

    private void closeRun() {
        if (run.isOpen()) {
            Run closed = run.close();
            regions.add(closed);
            fingerprints.cover(closed.baseOffset(), closed.endOffset());
            framing.soundUpTo(closed.endOffset());
        }
    }

    private RecordAt headerAt(int at, int end) {
        return new RecordAt(new Place(file.name(), at, end - at), BatchHeader.baseOffset(bytes, at),
                BatchHeader.epoch(bytes, at), BatchHeader.baseTimestamp(bytes, at));
    }

    private void remarkHeader(int at, int end) {
        RecordAt where = headerAt(at, end);
        int attributes = BatchHeader.attributes(bytes, at);
        if ((attributes & ~BatchHeader.CONTROL) != 0) {
            remarks.add(Remark.Kind.ATTRIBUTES, where, "0x0000 or 0x0020", String.format(Locale.ROOT, "0x%04x", attributes));
        }
        if (BatchHeader.recordCount(bytes, at) == 0) {
            remarks.add(Remark.Kind.EMPTY_BATCH, where, "at least 1 record", 0);
        }
        if (BatchHeader.producerId(bytes, at) != -1) {
            remarks.add(Remark.Kind.PRODUCER, where, "producerId -1", BatchHeader.producerId(bytes, at));
        }
        if (BatchHeader.producerEpoch(bytes, at) != -1) {
            remarks.add(Remark.Kind.PRODUCER, where, "producerEpoch -1", BatchHeader.producerEpoch(bytes, at));
        }
        if (BatchHeader.baseSequence(bytes, at) != -1) {
            remarks.add(Remark.Kind.PRODUCER, where, "baseSequence -1", BatchHeader.baseSequence(bytes, at));
        }
        remarkTime(where, BatchHeader.maxTimestamp(bytes, at));
    }

    /** Whether a timestamp lies in the years 2000 to 2199. */
    static boolean isTime(long timestamp) {
        return timestamp >= YEAR_2000 && timestamp < YEAR_2200;
    }

    private void remarkTime(RecordAt where, long maxTimestamp) {
        long timestamp = where.timestamp();
        if (maxTimestamp != timestamp) {
            remarks.add(Remark.Kind.MAX_TIMESTAMP, where, Long.toString(timestamp), maxTimestamp);
        }
        if (timestamp == -1) {
            remarks.add(Remark.Kind.TIME_NONE, where, "a time", -1);
        } else if (!isTime(timestamp)) {
            remarks.add(Remark.Kind.TIME_ABSURD, where, "years 2000 to 2199", timestamp);
        } else if (timestamp < lastTimestamp) {
            remarks.add(Remark.Kind.TIME_BACK, where, "at least " + lastTimestamp, timestamp);
        }
    }
}
