package kraftaudit.audit;

import java.util.List;
import java.util.OptionalLong;
import kraftaudit.replay.Branch;

/**
 * How a lineage is named in reports: by its copies and where it forks.
 *
 * @param main       whether proofs and epochs favour it
 * @param forkOffset first offset at which it differs from the main branch; of one that is {@code apart} its first offset;
 *                   empty for the main branch
 * @param apart      whether no offset shows that it parts from another branch
 * @param copies     names of the copies whose whole log lies on it
 */
public record BranchName(boolean main, OptionalLong forkOffset, boolean apart, List<String> copies) {
    public BranchName {
        copies = List.copyOf(copies);
    }

    /** Where it parts, a clause without a full stop; empty for the main branch. */
    public String parting() {
        return main ? "" : apart ? "which no shared offset shows to be or not to be the main branch" : "which parts at offset " + forkOffset.orElse(0);
    }

    /** The name of a branch. */
    public static BranchName of(Branch branch) {
        return new BranchName(branch.isMain(), branch.forkOffset(), branch.apart(), branch.replicas());
    }
}
