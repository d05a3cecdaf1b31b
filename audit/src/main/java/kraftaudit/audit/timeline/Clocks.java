package kraftaudit.audit.timeline;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import kraftaudit.reader.Region;
import kraftaudit.reader.Run;
import kraftaudit.reader.Scan;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.LogState;
import kraftaudit.replay.ReplicaHistory;

/** The clock of every branch of a cluster. */
final class Clocks {
    private final CaptureHistory history;
    private final Map<Branch, Clock> clocks = new IdentityHashMap<>();
    private final Map<Branch, Long> ends = new IdentityHashMap<>();

    Clocks(CaptureHistory history) {
        this.history = history;
        for (Branch branch : history.branches()) {
            Clock.Builder clock = new Clock.Builder();
            for (ReplicaHistory replica : history.replicas()) {
                boolean whole = branch.replicas().contains(replica.replica().name());
                for (Scan segment : replica.scan().segments()) {
                    for (Region region : segment.regions()) {
                        if (region instanceof Run run && (whole || holds(branch, run))) {
                            clock.add(run.baseOffset(), run.firstBatch().timestamp());
                            clock.add(run.endOffset() - 1, run.lastTimestamp());
                        }
                    }
                }
            }
            for (LogState.Sourced sourced : branch.state().events()) {
                clock.add(sourced.event().at().offset(), sourced.event().at().timestamp());
            }
            Clock built = clock.build();
            clocks.put(branch, built);
            ends.put(branch, built.isEmpty() ? -1 : built.last());
        }
    }

    private static boolean holds(Branch branch, Run run) {
        return branch.line().epochAt(run.baseOffset()).orElse(-1) == run.epoch()
            && branch.line().epochAt(run.endOffset() - 1).orElse(-1) == run.epoch();
    }

    /** The clock of a branch. */
    Clock of(Branch branch) {
        return clocks.get(branch);
    }

    /** Time of the last record of a branch, -1 where none is known. */
    long end(Branch branch) {
        return ends.get(branch);
    }

    /** The branch that a copy's whole log lies on. */
    Optional<Branch> branchOf(ReplicaHistory replica) {
        return history.branches().stream().filter(b -> b.replicas().contains(replica.replica().name())).findFirst();
    }
}
