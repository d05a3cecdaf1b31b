package kraftaudit.audit;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.Collections;
import kraftaudit.reader.RecordAt;
import kraftaudit.replay.Status;

/**
 * What lies on one branch behind the place where branches part.
 *
 * @param branch    which branch
 * @param from      first offset, inclusive
 * @param to        exclusive end
 * @param lastEpoch epoch of its last record
 * @param status    PROVEN where every record is, LOST where none of them can be committed, else UNPROVEN
 * @param proven    number of records that are proven, from {@code from} on
 * @param counts    records by type name; records whose type cannot be read are under {@code unreadable}
 * @param notable   records worth naming, those of voters and kraft.version first, then by offset; at most {@link #KEPT}
 * @param left      notable records that were counted and not kept
 * @param unread    files that could not be read again, each with the reason
 */
public record BranchContent(BranchName branch, long from, long to, int lastEpoch, Status status, long proven, SortedMap<String, Long> counts,
                            List<Notable> notable, long left, List<String> unread) {
    /** How many notable records of a branch are kept. */
    public static final int KEPT = 200;

    public BranchContent {
        counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
        notable = List.copyOf(notable);
        unread = List.copyOf(unread);
    }

    /**
     * One record.
     *
     * @param replica name of the copy it was read from
     * @param type    as {@code kafka-dump-log} names it
     * @param payload JSON of its content, one line
     */
    public record Notable(String replica, RecordAt at, String type, String payload) {
    }

    /** Number of records counted. */
    public long records() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
