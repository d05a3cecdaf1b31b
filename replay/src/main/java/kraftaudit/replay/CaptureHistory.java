package kraftaudit.replay;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kraftaudit.reader.DirectoryScan;

/**
 * All copies of one cluster, replayed together.
 *
 * @param clusterIds   distinct ids of meta.properties, sorted; more than one is a finding
 * @param replicas     sorted by node id, then label
 * @param branches     the main branch first; empty where no copy holds a log
 * @param others       log directories without a metadata log of their own: their identity counts, and a second
 *                     {@code __cluster_metadata-0} of a node that has a log elsewhere is here too
 * @param conflict     whether two branches both have proofs that exclude each other
 * @param tiedByIdOnly names of copies that share no offset with another, so that only the cluster id ties them
 * @param options      what the person running the audit added
 */
public record CaptureHistory(List<String> clusterIds, List<ReplicaHistory> replicas, List<Branch> branches,
                             List<OtherDirectory> others, boolean conflict, List<String> tiedByIdOnly, ReplayOptions options) {
    public CaptureHistory {
        clusterIds = List.copyOf(clusterIds);
        replicas = List.copyOf(replicas);
        branches = List.copyOf(branches);
        others = List.copyOf(others);
        tiedByIdOnly = List.copyOf(tiedByIdOnly);
    }

    /** Of the copies' names alone: their histories may be long. */
    @Override
    public int hashCode() {
        return replicas.hashCode();
    }

    /** A log directory that holds no metadata log. */
    public record OtherDirectory(Replica replica, DirectoryScan scan) {
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
            if (offset < branch.provenHeldEnd() && branch.line().epochAt(offset).equals(OptionalInt.of(epoch))) {
                return Status.PROVEN;
            }
        }
        return !conflict && branches.stream().anyMatch(branch -> branch.excludes(offset, epoch)) ? Status.LOST : Status.UNPROVEN;
    }

    /** Commit status of records {@code [from, to)} of one log and one epoch: PROVEN where the last is, LOST where the first is, else UNPROVEN. */
    public Status statusOfAll(long from, long to, int epoch) {
        Status first = status(from, epoch);
        return first == Status.PROVEN ? status(to - 1, epoch) == Status.PROVEN ? first : Status.UNPROVEN : first;
    }
}
