package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Says what is wrong with bytes that are no sound batch, and how far it reaches. The length field of a damaged batch is
 * believed only when it leads to another batch or to the end; else the next sound batch is searched for. The work stays
 * linear in the file: every byte searched is part of the region reported, and the bytes under failed checksums are limited
 * to a multiple of the position reached.
 */
final class DamageFinder {
    /** A whole record can end in this many zeros: those of a footer's version, tags and headers. */
    private static final int ZEROS_OF_A_RECORD = 4;
    /** So many zeros at the end of a batch whose frames fit are taken for bytes never written. */
    private static final int ZEROS_NEVER_WRITTEN = 32;

    private final ByteBuffer bytes;
    private final int length;
    private final long beyond;
    private final BatchSearch search;
    private final RecordFrames frames;
    /** From here to the end of the file there are only zeros; -1 until it was looked for. */
    private int zerosFrom = -1;
    /** End offset of what was read before, and whether it is that of the batch right before. */
    private long lastEnd;
    private boolean lastEndIsNext;

    DamageFinder(ByteBuffer bytes, long beyond, BatchSearch search, RecordFrames frames, OptionalLong firstOffset) {
        this.bytes = bytes;
        this.length = bytes.limit();
        this.beyond = beyond;
        this.search = search;
        this.frames = frames;
        this.lastEnd = firstOffset.orElse(0);
        this.lastEndIsNext = firstOffset.isPresent();
    }

    /** Sound batches end before this offset, right before the next position asked for. */
    void soundUpTo(long endOffset) {
        lastEnd = endOffset;
        lastEndIsNext = true;
    }

    /** The region that begins at a position where no sound batch does. */
    Region at(int at) {
        Region region = find(at);
        if (region instanceof Damage damage && damage.endOffset().isPresent()) {
            soundUpTo(damage.endOffset().getAsLong());
        } else {
            lastEndIsNext = false;
        }
        return region;
    }

    private Region find(int at) {
        int left = length - at;
        if (at >= zerosFrom() && !(left < BatchHeader.PREFIX && lastEndIsNext && search.headerFits(at, lastEnd))) {
            return new Zeros(at, left);
        }
        if (search.isExhausted(at)) {
            return new Damage(at, left + beyond, Damage.Reason.CHECKSUM, false, OptionalLong.empty(), OptionalLong.empty(),
                    OptionalInt.empty(), "crc", "checksums that pass", "failed checksums over " + search.failedBytes()
                    + " bytes before this place: not read further");
        }
        if (beyond > 0 && (left < BatchHeader.LENGTH || BatchHeader.batchLength(bytes, at) > left - BatchHeader.PREFIX)) {
            return unmapped(at);
        }
        if (left < BatchHeader.PREFIX) {
            return torn(at, length, "batchLength", "12 bytes of offset and length", left + " bytes");
        }
        int batchLength = BatchHeader.batchLength(bytes, at);
        if (batchLength < BatchHeader.LEAST_BATCH_LENGTH) {
            return misframed(at, "batchLength", "at least " + BatchHeader.LEAST_BATCH_LENGTH, batchLength);
        }
        if (batchLength > left - BatchHeader.PREFIX) {
            return reachingBeyond(at, batchLength);
        }
        int end = at + BatchHeader.PREFIX + batchLength;
        if (BatchHeader.magic(bytes, at) == BatchHeader.MAGIC && search.checksumPasses(at, end)) {
            return content(at, end);
        }
        if (zerosFrom() < end && neverWritten(at, end)) {
            return torn(at, end, "records", "a batch of " + (end - at) + " bytes", "zeros from its byte " + (zerosFrom() - at) + " on");
        }
        return BatchHeader.magic(bytes, at) == BatchHeader.MAGIC ? badChecksum(at, end) : otherMagic(at, end);
    }

    // ---- which damage ----

    private Region reachingBeyond(int at, int batchLength) {
        int next = search.next(at + 1, length, lastEnd);
        if (next < 0 && reachesTheEnd(at)) {
            next = length;
        }
        String most = "at most " + (length - at - BatchHeader.PREFIX);
        if (next < 0 && believable(at, batchLength)) {
            return torn(at, length, "batchLength", most, Integer.toString(batchLength));
        }
        return misframedTo(at, next < 0 ? length : next, "batchLength", most, Integer.toString(batchLength));
    }

    /** The rest of a file that is longer than a segment can be: Kafka's positions are 32 bits. */
    Damage unmapped(int at) {
        return new Damage(at, length - at + beyond, Damage.Reason.UNSUPPORTED, false, OptionalLong.empty(), OptionalLong.empty(),
                OptionalInt.empty(), "file length", "at most " + length, Long.toString(length + beyond));
    }

    private Region badChecksum(int at, int end) {
        String expected = String.format(Locale.ROOT, "0x%08x", search.checksum(at, end));
        String found = String.format(Locale.ROOT, "0x%08x", BatchHeader.crc(bytes, at));
        if (end == length || end >= zerosFrom()) {
            int inside = search.next(at + 1, end, lastEnd);
            if (inside < 0 && reachesTheEnd(at)) {
                inside = length;
            }
            return inside < 0 ? damage(at, end, Damage.Reason.CHECKSUM, false, fitsBefore(at), "crc", expected, found)
                    : misframedTo(at, inside, "batchLength", Integer.toString(inside - at - BatchHeader.PREFIX),
                            Integer.toString(end - at - BatchHeader.PREFIX));
        }
        if (search.headerFits(end, claimedEnd(at))) {
            return damage(at, end, Damage.Reason.CHECKSUM, false, fitsBefore(at), "crc", expected, found);
        }
        int next = search.next(at + 1, end, lastEnd);
        if (next < 0 && search.soundAt(end)) {
            return damage(at, end, Damage.Reason.CHECKSUM, false, false, "crc", expected, found);
        }
        if (next < 0) {
            next = search.next(end, length, lastEnd);
        }
        if (next < 0 && reachesTheEnd(at)) {
            next = length;
        }
        if (next < 0 && fitsBefore(at)) {
            search.charge(length - end);
            return damage(at, end, Damage.Reason.CHECKSUM, false, false, "crc", expected, found);
        }
        return misframedTo(at, next < 0 ? length : next, "batchLength", "a length that leads to the next batch",
                Integer.toString(end - at - BatchHeader.PREFIX));
    }

    private Region otherMagic(int at, int end) {
        String found = Byte.toString(BatchHeader.magic(bytes, at));
        boolean sound = search.checksumPasses(at, end);
        if (sound || search.headerFits(end, claimedEnd(at)) || search.soundAt(end)) {
            return damage(at, end, Damage.Reason.UNSUPPORTED, sound, sound || fitsBefore(at) && search.headerFits(end, claimedEnd(at)),
                    "magic", "2", found);
        }
        return misframed(at, "magic", "2", BatchHeader.magic(bytes, at));
    }

    /** The checksum passes, so the frame is right and what it holds is not. */
    private Region content(int at, int end) {
        long baseOffset = BatchHeader.baseOffset(bytes, at);
        int lastOffsetDelta = BatchHeader.lastOffsetDelta(bytes, at);
        int count = BatchHeader.recordCount(bytes, at);
        int compression = BatchHeader.attributes(bytes, at) & BatchHeader.COMPRESSION;
        if (baseOffset < 0) {
            return damage(at, end, Damage.Reason.FRAMING, true, false, "baseOffset", "at least 0", Long.toString(baseOffset));
        }
        if (lastOffsetDelta < 0) {
            return damage(at, end, Damage.Reason.UNDECODABLE, true, false, "lastOffsetDelta", "at least 0", Integer.toString(lastOffsetDelta));
        }
        if (baseOffset >= Long.MAX_VALUE - lastOffsetDelta) {
            return damage(at, end, Damage.Reason.FRAMING, true, false, "baseOffset", "an end below 2^63", Long.toString(baseOffset));
        }
        if (compression != 0) {
            return damage(at, end, Damage.Reason.UNSUPPORTED, true, true, "attributes", "without compression, as KRaft writes all batches",
                    "with compression type " + compression + compressionName(compression));
        }
        if (count != lastOffsetDelta + 1 && (count != 0 || end - at != BatchHeader.LENGTH)) {
            return damage(at, end, Damage.Reason.UNDECODABLE, true, true, "recordCount", Long.toString(lastOffsetDelta + 1L),
                    Integer.toString(count));
        }
        Malformed fault = frames.fault(at + BatchHeader.LENGTH, end, count).orElseThrow(
                () -> new IllegalStateException("batch at " + at + " was refused without a reason"));
        return damage(at, end, Damage.Reason.UNDECODABLE, true, true, fault.field(), fault.expected(), fault.found());
    }

    private static String compressionName(int compression) {
        return switch (compression) {
            case 1 -> " (gzip)";
            case 2 -> " (snappy)";
            case 3 -> " (lz4)";
            case 4 -> " (zstd)";
            default -> ", which Kafka does not know";
        };
    }

    // ---- how far it reaches ----

    private Region misframed(int at, String field, String expected, int found) {
        int next = search.next(at + 1, length, lastEnd);
        return misframedTo(at, next < 0 ? length : next, field, expected, Integer.toString(found));
    }

    /** When the checksum holds over the bytes up to the next batch, the length alone was wrong and the batch keeps its place. */
    private Region misframedTo(int at, int next, String field, String expected, String found) {
        boolean sound = next - at >= BatchHeader.LENGTH && BatchHeader.magic(bytes, at) == BatchHeader.MAGIC && search.checksumPasses(at, next);
        return damage(at, next, Damage.Reason.FRAMING, sound, sound, field, expected, found);
    }

    private Region torn(int at, int end, String field, String expected, String found) {
        return damage(at, end, Damage.Reason.TORN, false, false, field, expected, found);
    }

    private Damage damage(int at, int end, Damage.Reason reason, boolean checksumSound, boolean keepsPlace, String field,
                          String expected, String found) {
        long baseOffset = end - at >= BatchHeader.LENGTH ? BatchHeader.baseOffset(bytes, at) : -1;
        long endOffset = end - at >= BatchHeader.LENGTH ? claimedEnd(at) : -1;
        boolean placed = keepsPlace && baseOffset >= 0 && endOffset > baseOffset;
        boolean epochThere = length - at >= BatchHeader.MAGIC_AT && end - at >= BatchHeader.MAGIC_AT;
        return new Damage(at, end == length ? end - at + beyond : end - at, reason, checksumSound,
                placed ? OptionalLong.of(baseOffset) : OptionalLong.empty(),
                placed ? OptionalLong.of(endOffset) : OptionalLong.empty(),
                epochThere ? OptionalInt.of(BatchHeader.epoch(bytes, at)) : OptionalInt.empty(), field, expected, found);
    }

    // ---- what may be believed ----

    /** Whether a batch that is not all there looks like one that a leader began to write. */
    private boolean believable(int at, int batchLength) {
        if (batchLength > BatchHeader.LONGEST_WRITTEN) {
            return false;
        }
        int magicAt = at + BatchHeader.MAGIC_AT;
        if (magicAt < length && magicAt < zerosFrom()) {
            return bytes.get(magicAt) == BatchHeader.MAGIC;
        }
        return lastEndIsNext && BatchHeader.baseOffset(bytes, at) == lastEnd;
    }

    /** Whether the zeros at the end of the file begin inside a batch because its rest was never written. */
    private boolean neverWritten(int at, int end) {
        int zeros = end - zerosFrom();
        if (!believable(at, end - at - BatchHeader.PREFIX)) {
            return false;
        }
        // an empty batch ends in the four zeros of its record count
        if (zeros >= ZEROS_NEVER_WRITTEN || zerosFrom() < at + BatchHeader.LENGTH - 4) {
            return true;
        }
        Optional<Malformed> fault = frames.fault(at + BatchHeader.LENGTH, end, BatchHeader.recordCount(bytes, at));
        return zeros > ZEROS_OF_A_RECORD && fault.isPresent() && fault.get().position() >= zerosFrom();
    }

    private boolean fitsBefore(int at) {
        return lastEndIsNext && BatchHeader.baseOffset(bytes, at) == lastEnd
                && BatchHeader.recordCount(bytes, at) == BatchHeader.lastOffsetDelta(bytes, at) + 1;
    }

    private long claimedEnd(int at) {
        return BatchHeader.baseOffset(bytes, at) + BatchHeader.lastOffsetDelta(bytes, at) + 1;
    }

    /** Whether the batch would be sound if its length led to the end of the file. */
    private boolean reachesTheEnd(int at) {
        int left = length - at;
        return left >= BatchHeader.LENGTH && left <= BatchHeader.LONGEST_WRITTEN && BatchHeader.magic(bytes, at) == BatchHeader.MAGIC
                && search.checksumPasses(at, length);
    }

    private int zerosFrom() {
        if (zerosFrom < 0) {
            int from = length;
            while (beyond == 0 && from > 0 && bytes.get(from - 1) == 0) {
                from--;
            }
            zerosFrom = from;
        }
        return zerosFrom;
    }
}
