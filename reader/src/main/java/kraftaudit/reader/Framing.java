package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * Decides, from the front of a file to its end, which bytes are a sound batch and what the others are. Whoever reads
 * segments or checkpoints asks here, so that they agree about every byte. A position that is no sound batch belongs to a
 * region found by {@link DamageFinder}.
 */
final class Framing {
    private final ByteBuffer bytes;
    private final int length;
    private final long beyond;
    private final OptionalLong named;
    private final RecordFrames frames;
    private final BatchSearch search;
    private final DamageFinder damages;

    /**
     * @param bytes  the file from its first byte on, big-endian; position and limit are not used
     * @param beyond bytes of the file behind those in {@code bytes}, which are reported as unsupported
     */
    Framing(CapturedFile file, ByteBuffer bytes, long beyond) {
        this.bytes = bytes;
        this.length = bytes.limit();
        this.beyond = beyond;
        this.named = namedOffset(file);
        this.frames = new RecordFrames(bytes);
        this.search = new BatchSearch(bytes);
        this.damages = new DamageFinder(bytes, beyond, search, frames, named);
    }

    /** Number of bytes that can be read. */
    int length() {
        return length;
    }

    /** Number of bytes behind those. */
    long beyond() {
        return beyond;
    }

    RecordFrames frames() {
        return frames;
    }

    /** The base offset in a segment's name; 0 for checkpoints, whose offsets are their own. */
    OptionalLong named() {
        return named;
    }

    /**
     * The position behind the batch at a position, or -1 where its header or checksum is not sound. A batch is sound when
     * its records fit it too, which the caller finds out ({@link RecordFrames}).
     */
    int soundHeader(int at) {
        int left = length - at;
        if (left < BatchHeader.LENGTH) {
            return -1;
        }
        int batchLength = BatchHeader.batchLength(bytes, at);
        if (batchLength < BatchHeader.LEAST_BATCH_LENGTH || batchLength > left - BatchHeader.PREFIX
                || BatchHeader.magic(bytes, at) != BatchHeader.MAGIC) {
            return -1;
        }
        int end = at + BatchHeader.PREFIX + batchLength;
        if (!search.checksumPasses(at, end)) {
            return -1;
        }
        long baseOffset = BatchHeader.baseOffset(bytes, at);
        int lastOffsetDelta = BatchHeader.lastOffsetDelta(bytes, at);
        int count = BatchHeader.recordCount(bytes, at);
        if (baseOffset < 0 || lastOffsetDelta < 0 || baseOffset >= Long.MAX_VALUE - lastOffsetDelta
                || (BatchHeader.attributes(bytes, at) & BatchHeader.COMPRESSION) != 0
                || count != lastOffsetDelta + 1 && (count != 0 || end - at != BatchHeader.LENGTH)) {
            return -1;
        }
        return end;
    }

    /** Sound batches end before this offset, right before the next position asked for. */
    void soundUpTo(long endOffset) {
        damages.soundUpTo(endOffset);
    }

    /** The region that begins at a position where no sound batch does. */
    Region unsound(int at) {
        return damages.at(at);
    }

    /** The rest of a file that is longer than a segment can be. */
    Damage unmapped(int at) {
        return damages.unmapped(at);
    }

    private static OptionalLong namedOffset(CapturedFile file) {
        if (file.kind() != FileKind.SEGMENT) {
            return OptionalLong.of(0);
        }
        String name = file.name().substring(file.name().lastIndexOf('/') + 1);
        return name.matches("[0-9]{19,20}\\.log") ? parsed(name.substring(0, name.length() - 4)) : OptionalLong.empty();
    }

    private static OptionalLong parsed(String digits) {
        try {
            return OptionalLong.of(Long.parseLong(digits));
        } catch (NumberFormatException beyondLong) {
            return OptionalLong.empty();
        }
    }
}
