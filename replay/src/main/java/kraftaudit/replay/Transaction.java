package kraftaudit.replay;

import java.util.List;
import java.util.Optional;
import kraftaudit.reader.Event;
import kraftaudit.reader.RecordAt;

/**
 * A metadata transaction (KIP-868) in one lineage.
 *
 * @param begin   its BeginTransaction
 * @param end     the EndTransaction or AbortTransaction; empty while open
 * @param outcome what became of it
 * @param held    audited records inside it, which count from the end record on or never
 */
public record Transaction(Event.BeginTransaction begin, Optional<RecordAt> end, Outcome outcome, List<Event> held) {
    public Transaction {
        held = List.copyOf(held);
    }

    /** What became of a transaction. */
    public enum Outcome { ENDED, ABORTED, OPEN_AT_LOG_END, CUT_BY_UNKNOWN, BEGUN_AGAIN }
}
