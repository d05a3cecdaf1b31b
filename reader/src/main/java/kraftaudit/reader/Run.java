package kraftaudit.reader;

import java.util.Optional;

/**
 * Neighbouring sound batches of one epoch whose offsets follow each other without a gap.
 *
 * @param baseOffset     first offset
 * @param endOffset      exclusive
 * @param epoch          leader epoch of every batch
 * @param batches        number of batches, at least 1
 * @param records        number of records
 * @param firstBatch     its bytes, base offset and base timestamp
 * @param firstBatchEnd  exclusive end offset of the first batch
 * @param firstIsControl whether the first batch is a control batch
 * @param firstData      the first data batch behind the run's first batch: its bytes, base offset and base timestamp
 * @param lastTimestamp  max timestamp of the last batch
 * @param silenceMs      longest step forward between the timestamps of neighbouring batches, those outside of the years 2000
 *                       to 2199 left out
 * @param silenceOffset  base offset of the batch after that step
 * @param backMs         longest step back between the timestamps of neighbouring batches, likewise; 0 where there is none
 * @param backOffset     base offset of the batch after that step
 */
public record Run(long position, long length, long baseOffset, long endOffset, int epoch, long batches, long records,
                  RecordAt firstBatch, long firstBatchEnd, boolean firstIsControl, Optional<RecordAt> firstData, long lastTimestamp,
                  long silenceMs, long silenceOffset, long backMs, long backOffset) implements Region {
    /**
     * Milliseconds from the last batch of another run to the first of this one, negative where the time steps back; 0 where
     * either is stamped outside of the years 2000 to 2199.
     */
    public long stepAfter(Run before) {
        long from = before.lastTimestamp;
        long to = firstBatch.timestamp();
        return FileScan.isTime(from) && FileScan.isTime(to) ? to - from : 0;
    }
}
