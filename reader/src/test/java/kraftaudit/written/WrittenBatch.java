package kraftaudit.written;

import java.util.List;

/** One batch of a written log. Offsets: base inclusive, end exclusive. Tests share it and do not change its bytes. */
public final class WrittenBatch {
    private final long baseOffset;
    private final long endOffset;
    private final int epoch;
    private final byte[] bytes;
    private final List<WrittenVoter> votersAfter;

    WrittenBatch(long baseOffset, long endOffset, int epoch, byte[] bytes, List<WrittenVoter> votersAfter) {
        this.baseOffset = baseOffset;
        this.endOffset = endOffset;
        this.epoch = epoch;
        this.bytes = bytes.clone();
        this.votersAfter = List.copyOf(votersAfter);
    }

    public long baseOffset() {
        return baseOffset;
    }

    /** Exclusive. */
    public long endOffset() {
        return endOffset;
    }

    public int epoch() {
        return epoch;
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    /** The latest set at the end of this batch. */
    List<WrittenVoter> votersAfter() {
        return votersAfter;
    }
}
