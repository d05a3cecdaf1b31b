package kraftaudit.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import kraftaudit.reader.Voter;

/**
 * The voters of one VotersRecord, sorted by id and directory id. Duplicates of a damaged record are kept, so two voters
 * with one id are possible and count once in every majority.
 */
public record VoterSet(List<Voter> voters) {
    public VoterSet {
        List<Voter> sorted = new ArrayList<>(voters);
        sorted.sort(Comparator.comparingInt(Voter::id).thenComparing(Voter::directoryId));
        voters = List.copyOf(sorted);
    }

    /** Distinct node ids, ascending. */
    public SortedSet<Integer> ids() {
        SortedSet<Integer> ids = new TreeSet<>();
        voters.forEach(voter -> ids.add(voter.id()));
        return ids;
    }

    /** Whether a voter has this node id. */
    public boolean hasId(int id) {
        return voters.stream().anyMatch(voter -> voter.id() == id);
    }

    /** Smallest number of voters that is a majority: half of the distinct ids, rounded down, plus one. 1 for an empty set. */
    public int majority() {
        return ids().size() / 2 + 1;
    }

    /** What it takes to get from this set to another. */
    public VoterChange changeTo(VoterSet next) {
        List<Voter> added = new ArrayList<>();
        List<Voter> updated = new ArrayList<>();
        for (Voter voter : next.voters) {
            if (!has(voter)) {
                added.add(voter);
            } else if (!voters.contains(voter)) {
                updated.add(voter);
            }
        }
        return new VoterChange(added, next.without(voters), updated);
    }

    private boolean has(Voter wanted) {
        for (Voter voter : voters) {
            if (wanted.sameVoter(voter)) {
                return true;
            }
        }
        return false;
    }

    /** Those of some voters that are not in this set. */
    private List<Voter> without(List<Voter> some) {
        List<Voter> missing = new ArrayList<>();
        for (Voter voter : some) {
            if (!has(voter)) {
                missing.add(voter);
            }
        }
        return missing;
    }

    /**
     * Whether every majority of this set has a voter in common with every majority of the other, voters compared by
     * (id, directory id). Kafka's own check (VoterSet.hasOverlappingMajority) is weaker: it takes {1,2,3} to {1,2,4}.
     */
    public boolean majoritiesOverlap(VoterSet other) {
        if (voters.isEmpty() || other.voters.isEmpty()) {
            return false;
        }
        int onlyHere = other.without(voters).size();
        int onlyThere = without(other.voters).size();
        int shared = voters.size() - onlyHere;
        return Math.max(0, voters.size() / 2 + 1 - onlyHere) + Math.max(0, other.voters.size() / 2 + 1 - onlyThere) > shared;
    }

    /** Written out: what a record makes of this at run time takes a short run milliseconds. */
    @Override
    public boolean equals(Object other) {
        return other instanceof VoterSet that && voters.equals(that.voters);
    }

    @Override
    public int hashCode() {
        return voters.hashCode();
    }
}
