package kraftaudit.reader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/** Reads the headers of a scanned file's sound batches again: for rules about the borders of single batches, which a scan does not keep. */
public final class BatchWalk {
    private BatchWalk() {
    }

    /**
     * A batch as its header tells it.
     *
     * @param place        its bytes
     * @param baseOffset   first offset
     * @param endOffset    exclusive
     * @param maxTimestamp milliseconds since 1970, -1 is none
     * @param checksum     as stored
     */
    public record Batch(Place place, long baseOffset, long endOffset, int epoch, long maxTimestamp, int checksum) {
        /** Whether two copies hold the same batch. Followers append a leader's batches as they are. */
        public boolean sameContent(Batch other) {
            return baseOffset == other.baseOffset && endOffset == other.endOffset && epoch == other.epoch && checksum == other.checksum
                && place.length() == other.place.length();
        }
    }

    /** Looks at batches in the order of the file. */
    public interface Visitor {
        /** Whether to go on. */
        boolean visit(Batch batch);
    }

    /**
     * Visits the sound batches that hold an offset in {@code [from, to)}; one without records holds its base offset.
     *
     * @throws IOException when the system does not let us read the file, or it has changed since it was scanned
     */
    public static void walk(Scan scan, long from, long to, Visitor visitor) throws IOException {
        if (scan.regions().stream().noneMatch(r -> r instanceof Run run && run.baseOffset() < to && run.endOffset() > from)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(scan.file().path(), StandardOpenOption.READ)) {
            ByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, Math.min(channel.size(), Integer.MAX_VALUE));
            for (Region region : scan.regions()) {
                if (region instanceof Run run && run.baseOffset() < to && run.endOffset() > from
                    && !run(scan.file().name(), bytes, run, from, to, visitor)) {
                    return;
                }
            }
        } catch (IndexOutOfBoundsException | ArithmeticException | InternalError changed) {
            throw new IOException(scan.file().name() + " changed while it was read", changed);
        }
    }

    private static boolean run(String file, ByteBuffer bytes, Run run, long from, long to, Visitor visitor) {
        int at = Math.toIntExact(run.position());
        int end = Math.toIntExact(run.position() + run.length());
        while (at < end) {
            int length = BatchHeader.PREFIX + BatchHeader.batchLength(bytes, at);
            if (length < BatchHeader.LENGTH || length > end - at) {
                throw new IndexOutOfBoundsException("batch at " + at);
            }
            long baseOffset = BatchHeader.baseOffset(bytes, at);
            long endOffset = baseOffset + BatchHeader.lastOffsetDelta(bytes, at) + 1;
            if (baseOffset >= to) {
                return true;
            }
            if (endOffset > from && !visitor.visit(new Batch(new Place(file, at, length), baseOffset, endOffset, BatchHeader.epoch(bytes, at),
                BatchHeader.maxTimestamp(bytes, at), BatchHeader.crc(bytes, at)))) {
                return false;
            }
            at += length;
        }
        return true;
    }
}
