package kraftaudit.reader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A walk over one segment or checkpoint from its first byte to its last, for those who show everything in it. Batches and
 * damage are told apart by the same code as in {@link Scanner}; nothing is kept. What sound batches hold is read by
 * {@link BatchReader}. The file is opened for reading alone.
 */
public final class FileWalk {
    private final CapturedFile file;
    private final ByteBuffer bytes;
    private final Framing framing;
    private final UsualBatches usual;
    private long stopAt = Long.MAX_VALUE;

    private int at;
    /** Where no sound batch begins, as far as was looked: a failed checksum is counted once. */
    private int unsoundAt = -1;
    private boolean ended;
    /** End offset of what was read last, where it keeps its place in the log. */
    private OptionalLong endOffset;
    private OptionalInt epoch = OptionalInt.empty();
    private boolean afterDamage;
    private boolean soundSinceDamage;

    /** @param beyond bytes of the file behind those in the buffer */
    FileWalk(CapturedFile file, ByteBuffer bytes, long beyond) {
        this.file = file;
        this.bytes = bytes;
        this.framing = new Framing(file, bytes, beyond);
        this.usual = new UsualBatches(bytes);
        this.endOffset = framing.named();
        this.ended = bytes.limit() == 0 && beyond == 0;
    }

    /** Neighbouring bytes of one sort; together they tile the file. */
    public sealed interface Stretch permits Sound, Unsound {
    }

    /**
     * Sound batches.
     *
     * @param position       of the first
     * @param end            position behind the last
     * @param baseOffset     of the first
     * @param expectedOffset base offset that follows what was read before; empty where that is unknown
     * @param epochBefore    epoch of the sound batch before; empty where there is none
     * @param resumes        whether damage lies right before
     */
    public record Sound(int position, int end, long baseOffset, OptionalLong expectedOffset, OptionalInt epochBefore,
                        boolean resumes) implements Stretch {
    }

    /**
     * What is no sound batch.
     *
     * @param region         {@link Damage} or {@link Zeros}
     * @param expectedOffset base offset that follows what was read before; empty where that is unknown
     */
    public record Unsound(Region region, OptionalLong expectedOffset) implements Stretch {
    }

    /** @throws IOException when the system does not let us read it; the message is its reason and has no path in it */
    public static FileWalk open(CapturedFile file) throws IOException {
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            long length = channel.size();
            int mapped = (int) Math.min(length, Integer.MAX_VALUE);
            ByteBuffer bytes = mapped == 0 ? ByteBuffer.allocateDirect(0).asReadOnlyBuffer()
                    : channel.map(FileChannel.MapMode.READ_ONLY, 0, mapped);
            return new FileWalk(file, bytes, length - mapped);
        } catch (IOException refused) {
            throw new IOException(SystemReason.of(refused), refused);
        }
    }

    /** The file. */
    public CapturedFile file() {
        return file;
    }

    /** Number of bytes that can be read: all but those behind the length that a segment can have. */
    public int readable() {
        return framing.length();
    }

    /** The base offset in a segment's name, empty where the name has none; 0 for checkpoints, whose offsets are their own. */
    public OptionalLong namedOffset() {
        return framing.named();
    }

    ByteBuffer bytes() {
        return bytes;
    }

    /** Ends the walk in front of the first sound batch whose base offset is at or above this one. */
    public void stopAt(long offset) {
        stopAt = offset;
    }

    /**
     * Goes on to the batch that holds an offset, or is the first behind it, by headers alone. Where they do not follow each
     * other in offsets and bytes the walk is left at the last one that did, so that what comes before the offset is walked
     * too and the caller has to leave it out. To be called before the first {@link #next}.
     */
    public void seekOffset(long offset) {
        seek(Long.MAX_VALUE, offset);
    }

    /** As {@link #seekOffset} for the batch that a byte of the file belongs to. */
    public void seekPosition(long position) {
        seek(position, Long.MAX_VALUE);
    }

    private void seek(long position, long offset) {
        int next = 0;
        int last = 0;
        long lastBase = -1;
        OptionalInt epochBefore = OptionalInt.empty();
        OptionalInt lastEpoch = OptionalInt.empty();
        OptionalLong expected = endOffset;
        while (follows(next, expected)) {
            long base = BatchHeader.baseOffset(bytes, next);
            long end = base + BatchHeader.lastOffsetDelta(bytes, next) + 1;
            last = next;
            lastBase = base;
            epochBefore = lastEpoch;
            lastEpoch = OptionalInt.of(BatchHeader.epoch(bytes, next));
            next += BatchHeader.PREFIX + BatchHeader.batchLength(bytes, next);
            if (end > offset || next > position) {
                break;
            }
            expected = OptionalLong.of(end);
        }
        if (last > 0) {
            at = last;
            endOffset = OptionalLong.of(lastBase);
            epoch = epochBefore;
            soundSinceDamage = true;
        }
    }

    private boolean follows(int position, OptionalLong expected) {
        if (framing.length() - position < BatchHeader.LENGTH || BatchHeader.magic(bytes, position) != BatchHeader.MAGIC) {
            return false;
        }
        int batchLength = BatchHeader.batchLength(bytes, position);
        long base = BatchHeader.baseOffset(bytes, position);
        int lastOffsetDelta = BatchHeader.lastOffsetDelta(bytes, position);
        return batchLength >= BatchHeader.LEAST_BATCH_LENGTH && batchLength <= framing.length() - position - BatchHeader.PREFIX
                && base >= 0 && lastOffsetDelta >= 0 && base < Long.MAX_VALUE - lastOffsetDelta
                && (expected.isEmpty() || expected.getAsLong() == base);
    }

    /**
     * The next stretch, empty at the end of the file.
     *
     * @param most of sound batches, about how many bytes at once: the stretch ends with the batch that reaches them
     * @throws IOException when the file became shorter while it was read
     */
    public Optional<Stretch> next(int most) throws IOException {
        try {
            return ended ? Optional.empty() : stretch(most);
        } catch (InternalError unmapped) {
            throw changed(unmapped);
        }
    }

    /** What a fault of the machine means that is thrown while mapped bytes are read. */
    public static IOException changed(InternalError unmapped) {
        return new IOException("became shorter while it was read", unmapped);
    }

    private Optional<Stretch> stretch(int most) {
        int from = at;
        OptionalLong expected = endOffset;
        int last = from;
        while (at < framing.length() && at != unsoundAt && at - from < most) {
            int batchEnd = usual.behind(at);
            if (batchEnd < 0) {
                batchEnd = sound(at);
            }
            if (batchEnd < 0) {
                unsoundAt = at;
                break;
            }
            if (stopAt < Long.MAX_VALUE && BatchHeader.baseOffset(bytes, at) >= stopAt) {
                ended = true;
                break;
            }
            last = at;
            at = batchEnd;
        }
        if (at > from) {
            Sound sound = new Sound(from, at, BatchHeader.baseOffset(bytes, from), expected, epoch, afterDamage);
            endOffset = OptionalLong.of(BatchHeader.baseOffset(bytes, last) + BatchHeader.lastOffsetDelta(bytes, last) + 1);
            epoch = OptionalInt.of(BatchHeader.epoch(bytes, last));
            afterDamage = false;
            soundSinceDamage = true;
            ended |= at == framing.length() && framing.beyond() == 0;
            return Optional.of(sound);
        }
        return ended ? Optional.empty() : Optional.of(unsound(expected));
    }

    private int sound(int position) {
        int end = framing.soundHeader(position);
        boolean fits = end >= 0
                && framing.frames().fault(position + BatchHeader.LENGTH, end, BatchHeader.recordCount(bytes, position)).isEmpty();
        return fits ? end : -1;
    }

    private Unsound unsound(OptionalLong expected) {
        if (at == framing.length()) {
            ended = true;
            return new Unsound(framing.unmapped(at), expected);
        }
        if (soundSinceDamage) {
            framing.soundUpTo(expected.orElseThrow());
        }
        Region region = framing.unsound(at);
        ended = region.length() >= framing.length() - at && (framing.beyond() == 0 || region.length() > framing.length() - at);
        at += (int) Math.min(region.length(), framing.length() - at);
        endOffset = region instanceof Damage damage ? damage.endOffset() : OptionalLong.empty();
        afterDamage = true;
        soundSinceDamage = false;
        return new Unsound(region, expected);
    }

    /** Appends bytes of the file as hexadecimal digits. */
    public void hex(JsonBytes out, int position, int count) {
        out.hex(bytes, position, count);
    }
}
