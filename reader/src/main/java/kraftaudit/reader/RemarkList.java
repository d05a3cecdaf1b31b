package kraftaudit.reader;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The remarks of one file: all are counted, the first {@link Scan#REMARKS_KEPT} of a kind are kept. */
final class RemarkList {
    private final List<Remark> kept = new ArrayList<>();
    private final Map<Remark.Kind, Long> counts = new EnumMap<>(Remark.Kind.class);

    void add(Remark.Kind kind, RecordAt at, String expected, Object found) {
        if (counts.merge(kind, 1L, Long::sum) <= Scan.REMARKS_KEPT) {
            kept.add(new Remark(kind, at, expected, String.valueOf(found)));
        }
    }

    /** Counts every one and keeps the first alone. */
    void addOnce(Remark.Kind kind, RecordAt at, String expected, Object found) {
        if (counts.merge(kind, 1L, Long::sum) == 1) {
            kept.add(new Remark(kind, at, expected, String.valueOf(found)));
        }
    }

    List<Remark> kept() {
        return kept;
    }

    Map<Remark.Kind, Long> counts() {
        return counts;
    }
}
