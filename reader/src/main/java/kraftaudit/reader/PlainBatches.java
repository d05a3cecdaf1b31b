package kraftaudit.reader;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The hot loop: takes batches that continue the open run and of which nothing has to be kept, which is nearly all of a log.
 * Such a batch has the run's epoch, the next offset, a header as KRaft writes it, a passing checksum and plain records
 * ({@link PlainRecords}). The first batch that is anything else is left, untouched, to {@link FileScan}, which
 * decides about every batch without this class in the same way: it saves time and knows nothing.
 *
 * <p>Two things make it fast: fields are read through a slice of constant size, whose bounds the compiler checks once, and
 * which it never really makes; and all state is in local variables until the loop is left.
 */
final class PlainBatches {
    /** producerEpoch -1 and baseSequence -1: the upper 48 bits at byte 51. */
    private static final long NO_PRODUCER_SEQUENCE = 0xffffffffffffL;
    /** What of byte 19 to 26 is attributes, 0 here, and lastOffsetDelta; the checksum ends in front of them. */
    private static final long NO_CHECKSUM = 0xffffffffffffL;
    /** From here on the offsets of one file, which are fewer than its bytes, could pass the largest. */
    private static final long LARGEST_OFFSET = Long.MAX_VALUE - Integer.MAX_VALUE;

    private final ByteBuffer bytes;
    private final PlainRecords records;
    private final IdleBatches idle;
    private final Fingerprints.Builder fingerprints;

    PlainBatches(ByteBuffer bytes, PlainRecords records, Fingerprints.Builder fingerprints) {
        this.bytes = bytes;
        this.records = records;
        this.idle = new IdleBatches(bytes);
        this.fingerprints = fingerprints;
    }

    /**
     * Takes batches into the run.
     *
     * @param run  an open one that has its first data batch, and whose last time is one
     * @param from where the batch after the run begins
     * @param stop no batch is taken that begins here or later
     * @return where the first batch begins that was not taken
     */
    int take(OpenRun run, int from, int stop) {
        final ByteBuffer all = bytes;
        final CRC32C crc = new CRC32C();
        final int length = all.limit();
        final int epoch = run.epoch();
        int at = from;
        long next = run.endOffset();
        long last = run.lastTimestamp();
        long silenceMs = run.silenceMs();
        long silenceOffset = -1;
        long batches = 0;
        if (next > LARGEST_OFFSET) {
            return from;
        }
        long windowFrom = next;
        long windowEnd = fingerprints.windowEnd(next);
        long sum = 0;
        while (at < stop && length - at >= IdleBatches.LENGTH) {
            ByteBuffer head = all.slice(at, IdleBatches.LENGTH);
            int batchLength = head.getInt(8);
            if (batchLength < IdleBatches.LENGTH - BatchHeader.PREFIX || batchLength > length - at - BatchHeader.PREFIX
                    || head.get(BatchHeader.MAGIC_AT) != BatchHeader.MAGIC) {
                break;
            }
            int checksum = head.getInt(17);
            int count = head.getInt(57);
            long timestamp = head.getLong(27);
            if (head.getLong(0) != next || head.getInt(12) != epoch || (head.getLong(19) & NO_CHECKSUM) != count - 1
                    || timestamp != head.getLong(35) || head.getLong(43) != -1 || head.getLong(51) >>> 16 != NO_PRODUCER_SEQUENCE
                    || timestamp < last || timestamp >= FileScan.YEAR_2200) {
                break;
            }
            crc.reset();
            crc.update(all.slice(at + BatchHeader.CHECKED_FROM, batchLength + BatchHeader.PREFIX - BatchHeader.CHECKED_FROM));
            int end = at + BatchHeader.PREFIX + batchLength;
            if ((int) crc.getValue() != checksum || !records.take(at + BatchHeader.LENGTH, end, count)) {
                break;
            }
            if (timestamp - last > silenceMs) {
                silenceMs = timestamp - last;
                silenceOffset = next;
            }
            last = timestamp;
            if (next >= windowEnd) {
                if (windowFrom < next) {
                    fingerprints.addSum(windowFrom, sum);
                }
                windowFrom = next;
                windowEnd = fingerprints.windowEnd(next);
                sum = 0;
            }
            sum += Fingerprints.mix(next, epoch, end - at, checksum);
            next += count;
            batches++;
            if (end - at == IdleBatches.LENGTH && (timestamp | IdleBatches.TIMES) < FileScan.YEAR_2200) {
                idle.timestamp = last;
                idle.silenceMs = silenceMs;
                idle.silenceOffset = silenceOffset;
                int most = (int) Math.min((Math.min(stop, length) - end) / IdleBatches.LENGTH, windowEnd - next);
                int taken = idle.take(at, next, most);
                last = idle.timestamp;
                silenceMs = idle.silenceMs;
                silenceOffset = idle.silenceOffset;
                sum += idle.sum;
                next += taken;
                batches += taken;
                end += taken * IdleBatches.LENGTH;
                records.takeAgain(taken);
            }
            at = end;
        }
        if (batches > 0) {
            fingerprints.addSum(windowFrom, sum);
            run.extendPlain(at - from, batches, next, last, silenceMs, silenceOffset);
        }
        return at;
    }
}
