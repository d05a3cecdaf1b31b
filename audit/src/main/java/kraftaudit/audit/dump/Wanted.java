package kraftaudit.audit.dump;

import java.util.OptionalLong;
import kraftaudit.reader.BatchReader;
import kraftaudit.reader.Damage;
import kraftaudit.reader.Region;

/**
 * Which batches, records and regions of one file are shown.
 *
 * @param options     what was asked for
 * @param from        first offset
 * @param to          last offset, inclusive
 * @param position    a byte of the file: the batch or region that holds it is shown alone, and of its records that which holds
 *                    it, unless it lies in the header
 * @param everyRecord whether nothing of the file is left out, also no batch without records
 */
record Wanted(DumpOptions options, long from, long to, OptionalLong position, boolean everyRecord) {
    private static final int NO_OP = 20;

    Wanted(DumpOptions options, long from, long to, OptionalLong position) {
        this(options, from, to, position, !options.filtersRecords() && from == 0 && to == Long.MAX_VALUE && position.isEmpty());
    }

    /** Whether records of this batch may be shown. */
    boolean batch(BatchReader batch) {
        return everyRecord || batch.baseOffset() <= to && batch.endOffset() > from
            && (options.epochs().isEmpty() || options.epochs().contains(batch.epoch()))
            && (!options.control() || batch.isControl())
            && (position.isEmpty() || holds(batch.batchPosition(), batch.batchLength()));
    }

    /** Whether a record of such a batch is shown, its commit status apart. */
    boolean record(BatchReader record) {
        return everyRecord || recordOfMany(record);
    }

    private boolean recordOfMany(BatchReader record) {
        int key = record.key();
        return record.offset() >= from && record.offset() <= to
            && (!options.withoutNoOp() || key != NO_OP)
            && (options.keys().isEmpty() || options.keys().contains(key))
            && (position.isEmpty() || position.getAsLong() < record.batchPosition() + Lines.HEADER_LENGTH || holds(record.position(), record.length()));
    }

    /**
     * Whether damage or zeros are shown: unless they are known to lie before or behind what is.
     *
     * @param expectedOffset offset that comes next where they begin
     */
    boolean region(Region region, OptionalLong expectedOffset) {
        if (position.isPresent()) {
            return holds(region.position(), region.length());
        }
        if (region instanceof Damage damage && damage.baseOffset().isPresent() && damage.endOffset().isPresent()) {
            return damage.baseOffset().getAsLong() <= to && damage.endOffset().getAsLong() > from;
        }
        return expectedOffset.isEmpty() || expectedOffset.getAsLong() <= to;
    }

    private boolean holds(long first, long length) {
        return position.getAsLong() >= first && position.getAsLong() < first + length;
    }
}
