package kraftaudit.replay;

import java.util.Optional;
import kraftaudit.reader.Event;
import kraftaudit.reader.RecordAt;

/**
 * One leader epoch in one log.
 *
 * @param startOffset    first offset of the epoch that this log holds
 * @param endOffset      exclusive
 * @param startIsHere    whether {@code startOffset} is truly where the epoch begins: the log holds the record before it in a
 *                       lower epoch, or starts at 0, or its own checkpoint of a lower epoch ends there
 * @param firstBatchEnd  exclusive end of the batch at {@code startOffset}
 * @param firstIsControl whether that batch is a control batch
 * @param leaderChange   the first LeaderChange record of the epoch in this log
 * @param firstData      the first data batch behind the epoch's first batch
 * @param firstTimestamp of the first batch, milliseconds since 1970
 * @param lastTimestamp  of the last batch
 */
public record EpochSpan(int epoch, long startOffset, long endOffset, boolean startIsHere, long firstBatchEnd, boolean firstIsControl,
                        Optional<Event.LeaderChange> leaderChange, Optional<RecordAt> firstData, long firstTimestamp,
                        long lastTimestamp) {
}
