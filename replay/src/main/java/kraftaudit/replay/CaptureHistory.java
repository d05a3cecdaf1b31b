package kraftaudit.replay;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * All copies of one cluster, replayed together.
 *
 * @param clusterIds   distinct ids of meta.properties, sorted; more than one is a finding
 * @param replicas     sorted by node id, then label
 * @param branches     the main branch first; empty where no copy holds a log
 * @param staticVoters of the time at kraft.version 0
 * @param conflict     whether two branches both have proofs that exclude each other
 * @param tiedByIdOnly names of copies that share no offset with another, so that only the cluster id ties them
 * @param options      what the person running the audit added
 */
public record CaptureHistory(List<String> clusterIds, List<ReplicaHistory> replicas, List<Branch> branches,
                             StaticVoters staticVoters, boolean conflict, List<String> tiedByIdOnly, ReplayOptions options) {
    public CaptureHistory {
        clusterIds = List.copyOf(clusterIds);
        replicas = List.copyOf(replicas);
        branches = List.copyOf(branches);
        tiedByIdOnly = List.copyOf(tiedByIdOnly);
    }

    /** The copy of a name. */
    public Optional<ReplicaHistory> replica(String name) {
        return replicas.stream().filter(r -> r.replica().name().equals(name)).findFirst();
    }

    /** The main branch. */
    public Optional<Branch> main() {
        return branches.stream().findFirst();
    }

    /**
     * Commit status of the record at an offset in an epoch.
     *
     * @param epoch epoch of the record; a record that no copy holds is UNPROVEN
     */
    public Status status(long offset, int epoch) {
        for (Branch branch : branches) {
            if (branch.line().epochAt(offset).equals(OptionalInt.of(epoch)) && offset < branch.provenEnd()) {
                return Status.PROVEN;
            }
        }
        if (conflict) {
            return Status.UNPROVEN;
        }
        for (Branch branch : branches) {
            OptionalInt there = branch.line().epochAt(offset);
            boolean otherRecord = offset < branch.provenEnd() && there.isPresent() && there.getAsInt() != epoch;
            boolean higherEpochBelow = branch.provenEnd() > 0 && branch.provenEnd() <= offset
                && branch.line().epochAt(branch.provenEnd() - 1).orElse(-1) > epoch;
            if (otherRecord || higherEpochBelow) {
                return Status.LOST;
            }
        }
        return Status.UNPROVEN;
    }
}
