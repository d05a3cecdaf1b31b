package kraftaudit.audit;

import static kraftaudit.audit.VoterMutants.START;

import java.util.List;
import kraftaudit.written.Batches;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;

/** O: mutants. */
final class OffsetMutants {
    /** The time of the last batch of {@link VoterMutants#START}. */
    static final long LAST = WrittenLog.START + 12_000;

    static final List<Mutant> ALL = List.of(
        new Mutant("O01", "a batch is missing", WrittenCapture.of(without(-1)), WrittenCapture.of(without(10))),
        new Mutant("O01", "a batch is there twice", WrittenCapture.of(without(-1)), WrittenCapture.of(WrittenCapture.appended(without(-1),
            Batches.data(12, 1, LAST, DataValues.noOp())))),
        new Mutant("O02", "the clock goes back by more than a second", WrittenCapture.of(timed(LAST - 1000)), WrittenCapture.of(timed(LAST - 1001))));

    private OffsetMutants() {
    }

    /** The log without the batch at an offset. */
    private static NodeDirectory without(long offset) {
        WrittenLog log = WrittenLog.of(START);
        return WrittenCapture.node(log, 1, 1).segment(0, log.bytes(0, offset < 0 ? 99 : offset), offset < 0 ? new byte[0] : log.bytes(offset + 1, 99));
    }

    /** The log with one more batch of a time. */
    static NodeDirectory timed(long timestamp) {
        return WrittenCapture.appended(WrittenCapture.node(WrittenLog.of(START), 1, 1), Batches.data(13, 1, timestamp, DataValues.noOp()));
    }
}
