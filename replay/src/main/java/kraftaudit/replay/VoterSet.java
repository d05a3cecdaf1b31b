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
        List<Voter> removed = voters.stream().filter(old -> next.find(old).isEmpty()).toList();
        List<Voter> added = next.voters.stream().filter(now -> find(now).isEmpty()).toList();
        List<Voter> updated = next.voters.stream().filter(now -> find(now).stream().noneMatch(now::equals) && !find(now).isEmpty()).toList();
        return new VoterChange(added, removed, updated);
    }

    private List<Voter> find(Voter voter) {
        return voters.stream().filter(voter::sameVoter).toList();
    }

    /**
     * Whether every majority of this set has a voter in common with every majority of the other, voters compared by
     * (id, directory id). Kafka's own check (VoterSet.hasOverlappingMajority) is weaker: it takes {1,2,3} to {1,2,4}.
     */
    public boolean majoritiesOverlap(VoterSet other) {
        if (voters.isEmpty() || other.voters.isEmpty()) {
            return false;
        }
        int onlyHere = (int) voters.stream().filter(voter -> other.find(voter).isEmpty()).count();
        int onlyThere = (int) other.voters.stream().filter(voter -> find(voter).isEmpty()).count();
        int shared = voters.size() - onlyHere;
        return Math.max(0, voters.size() / 2 + 1 - onlyHere) + Math.max(0, other.voters.size() / 2 + 1 - onlyThere) > shared;
    }
}
