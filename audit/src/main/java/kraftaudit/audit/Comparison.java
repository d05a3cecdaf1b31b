package kraftaudit.audit;

import java.util.List;
import java.util.Optional;
import kraftaudit.reader.DirectoryId;
import kraftaudit.replay.CaptureHistory;

/**
 * The copies of one cluster beside each other.
 *
 * @param cluster  the copies
 * @param pairs    each copy with each later one, in the order of the copies
 * @param branches what lies on each branch behind the lowest fork, the main branch first; empty where nothing forks
 * @param clashes  topics that two branches created under one name
 * @param claimed  node ids that several copies claim
 * @param recovery which copy is safest to recover from
 */
public record Comparison(CaptureHistory cluster, List<PairOfCopies> pairs, List<BranchContent> branches, List<TopicClash> clashes,
                         List<ClaimedTwice> claimed, Recovery recovery) {
    public Comparison {
        pairs = List.copyOf(pairs);
        branches = List.copyOf(branches);
        clashes = List.copyOf(clashes);
        claimed = List.copyOf(claimed);
    }

    /** A node id that several copies claim, and the directory id of each copy. */
    public record ClaimedTwice(int nodeId, List<Claim> claims) {
        public ClaimedTwice {
            claims = List.copyOf(claims);
        }

        /** Whether all of them are states of one directory. */
        public boolean oneDirectory() {
            return claims.stream().map(Claim::directoryId).distinct().count() == 1 && claims.get(0).directoryId().isPresent();
        }
    }

    /**
     * @param copy        name of the copy
     * @param directoryId from its meta.properties
     * @param votes       whether some voters record of the capture names this directory of the node
     */
    public record Claim(String copy, Optional<DirectoryId> directoryId, boolean votes) {
    }

    /**
     * One cluster id over several histories that share no record.
     *
     * @param clusterId the id
     * @param histories the copies of each history by folder, with how far it goes
     */
    public record Unrelated(String clusterId, List<Told> histories) {
        public Unrelated {
            histories = List.copyOf(histories);
        }
    }

    /**
     * One of several histories.
     *
     * @param folders of its copies
     * @param nodes   node ids of its copies
     * @param voters  node ids of its last voters
     */
    public record Told(List<String> folders, List<Integer> nodes, int lastEpoch, long endOffset, List<Integer> voters) {
        public Told {
            folders = List.copyOf(folders);
            nodes = List.copyOf(nodes);
            voters = List.copyOf(voters);
        }

        /** Its voters whose copies tell the other history and not this one: their log was lost, or they were formatted anew. */
        public List<Integer> votersGoneTo(Told other) {
            return voters.stream().filter(voter -> !nodes.contains(voter) && other.nodes.contains(voter)).toList();
        }
    }
}
