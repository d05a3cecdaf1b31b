package kraftaudit.audit;

import java.util.List;
import java.util.OptionalLong;
import kraftaudit.replay.Branch;

/**
 * How a lineage is named in reports: by its copies and where it forks.
 *
 * @param main       whether proofs and epochs favour it
 * @param forkOffset first offset at which it differs from the main branch; empty for the main branch
 * @param copies     names of the copies whose whole log lies on it
 */
public record BranchName(boolean main, OptionalLong forkOffset, List<String> copies) {
    public BranchName {
        copies = List.copyOf(copies);
    }

    /** The name of a branch. */
    public static BranchName of(Branch branch) {
        return new BranchName(branch.isMain(), branch.forkOffset(), branch.replicas());
    }
}
