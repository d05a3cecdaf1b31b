package kraftaudit.audit;

import java.util.ArrayList;
import java.util.List;
import kraftaudit.reader.Profile;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.LogState;

/**
 * What rules about one cluster look at.
 *
 * @param cluster its copies, replayed together
 * @param whole   the capture around it
 */
public record ClusterInput(CaptureHistory cluster, CaptureInput whole) {
    /** Which record key and level carry KIP-1262. */
    public Profile profile() {
        return whole.profile();
    }

    /** Every lineage with the offset from which on it is its own, so that what branches share is judged once. */
    List<Own> lineages() {
        List<Own> lineages = new ArrayList<>();
        for (Branch branch : cluster.branches()) {
            lineages.add(new Own(branch, branch.forkOffset().orElse(-1)));
        }
        return lineages;
    }

    /**
     * A branch and what of it no earlier branch has.
     *
     * @param from first offset, inclusive; -1 for all of it
     */
    record Own(Branch branch, long from) {
        /** The records of this branch alone, in the order of offsets. */
        List<LogState.Sourced> events() {
            return branch.state().events().stream().filter(s -> s.event().at().offset() >= from).toList();
        }

        /** Whether an offset belongs to this branch alone. */
        boolean has(long offset) {
            return offset >= from;
        }
    }
}
