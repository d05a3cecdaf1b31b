package kraftaudit.reader;

import java.util.Optional;

/** The run that grows while sound batches follow each other; see {@link Run} for the fields. */
final class OpenRun {
    private final String file;
    private long position;
    private long length;
    private int firstBatchLength;
    private long baseOffset;
    private long endOffset;
    private int epoch;
    private long batches;
    private long records;
    private long firstBatchEnd;
    private boolean firstIsControl;
    /** Position, -1 while there is none; length, base offset and time of that batch. */
    private long firstData;
    private int firstDataLength;
    private long firstDataOffset;
    private long firstDataTimestamp;
    private long firstTimestamp;
    private long lastTimestamp;
    private long silenceMs;
    private long silenceOffset;
    private long backMs;
    private long backOffset;

    OpenRun(String file) {
        this.file = file;
    }

    boolean isOpen() {
        return batches > 0;
    }

    boolean takes(long nextBaseOffset, int nextEpoch) {
        return nextBaseOffset == endOffset && nextEpoch == epoch && batches > 0;
    }

    void begin(int at, int bytes, long base, long end, int ofEpoch, boolean control, long timestamp, long maxTimestamp, int count) {
        position = at;
        length = bytes;
        firstBatchLength = bytes;
        baseOffset = base;
        endOffset = end;
        epoch = ofEpoch;
        batches = 1;
        records = count;
        firstBatchEnd = end;
        firstIsControl = control;
        firstData = -1;
        firstTimestamp = timestamp;
        lastTimestamp = maxTimestamp;
        silenceMs = 0;
        silenceOffset = base;
        backMs = 0;
        backOffset = base;
    }

    void extend(int at, int bytes, long base, long end, boolean control, long timestamp, long maxTimestamp, int count) {
        length += bytes;
        endOffset = end;
        batches++;
        records += count;
        if (firstData < 0 && !control) {
            firstData = at;
            firstDataLength = bytes;
            firstDataOffset = base;
            firstDataTimestamp = timestamp;
        }
        if (FileScan.isTime(timestamp) && FileScan.isTime(lastTimestamp)) {
            long step = timestamp - lastTimestamp;
            if (step > silenceMs) {
                silenceMs = step;
                silenceOffset = base;
            } else if (-step > backMs) {
                backMs = -step;
                backOffset = base;
            }
        }
        lastTimestamp = maxTimestamp;
    }

    /** Whether {@link #extendPlain} may be used: the run has a first data batch, and its last time is one. */
    boolean takesPlainBatches() {
        return firstData >= 0 && batches > 0 && FileScan.isTime(lastTimestamp);
    }

    /** Adds data batches that follow each other. {@code silenceOffset} is -1 when the longest silence is the old one. */
    void extendPlain(long bytes, long moreBatches, long end, long timestamp, long silence, long silenceAt) {
        length += bytes;
        records += end - endOffset;
        endOffset = end;
        batches += moreBatches;
        lastTimestamp = timestamp;
        if (silenceAt >= 0) {
            silenceMs = silence;
            silenceOffset = silenceAt;
        }
    }

    long endOffset() {
        return endOffset;
    }

    int epoch() {
        return epoch;
    }

    long lastTimestamp() {
        return lastTimestamp;
    }

    long silenceMs() {
        return silenceMs;
    }

    Run close() {
        Run run = new Run(position, length, baseOffset, endOffset, epoch, batches, records,
                batch(position, firstBatchLength, baseOffset, firstTimestamp), firstBatchEnd, firstIsControl,
                firstData < 0 ? Optional.empty() : Optional.of(batch(firstData, firstDataLength, firstDataOffset, firstDataTimestamp)),
                lastTimestamp, silenceMs, silenceOffset, backMs, backOffset);
        batches = 0;
        return run;
    }

    private RecordAt batch(long at, int bytes, long base, long timestamp) {
        return new RecordAt(new Place(file, at, bytes), base, epoch, timestamp);
    }
}
