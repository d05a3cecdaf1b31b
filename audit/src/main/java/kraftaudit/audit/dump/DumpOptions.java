package kraftaudit.audit.dump;

import java.util.OptionalLong;
import java.util.Set;
import kraftaudit.audit.Lookalikes;
import kraftaudit.reader.Event;
import kraftaudit.reader.Profile;
import kraftaudit.reader.Schemas;

/**
 * What is shown, and how.
 *
 * @param format      of the lines
 * @param csvRaw      whether CSV text stays as it is where a spreadsheet would take it for a formula
 * @param colour      whether text is coloured
 * @param from        first offset, 0 for all
 * @param to          last offset, inclusive; {@link Long#MAX_VALUE} for all
 * @param epochs      of batches; empty for all
 * @param keys        of record types as {@link Schemas} has them; empty for all
 * @param control     control records alone
 * @param withoutNoOp whether NoOpRecords are left out
 * @param status      whether the commit status is shown
 * @param committed   records that are proven alone
 * @param limit       number of records after which the dump ends
 * @param hex         whether bytes are shown too
 * @param showSecrets whether what may be a password or key is shown
 * @param schemas     record types that can be decoded, without the profile's
 * @param profile     which key carries ClusterIdRecord
 */
public record DumpOptions(Format format, boolean csvRaw, boolean colour, long from, long to, Set<Integer> epochs, Set<Integer> keys,
                          boolean control, boolean withoutNoOp, boolean status, boolean committed, OptionalLong limit, boolean hex,
                          boolean showSecrets, Schemas schemas, Profile profile) {
    public DumpOptions {
        epochs = Set.copyOf(epochs);
        keys = Set.copyOf(keys);
    }

    /** Forms of output. */
    public enum Format {
        /** For people. */
        TEXT,
        /** A row for each record, batch and region. */
        CSV,
        /** A line for each, each a JSON object. */
        JSON
    }

    /** Whether offsets decide what is shown. */
    boolean hasRange() {
        return from > 0 || to < Long.MAX_VALUE;
    }

    /** Whether some records of a file may be left out. */
    boolean filtersRecords() {
        return hasRange() || !epochs.isEmpty() || !keys.isEmpty() || control || withoutNoOp || committed;
    }

    /** What a record also looks like, in words. */
    String lookalike(Event.Lookalike found) {
        return Lookalikes.words(found, profile);
    }
}
