package kraftaudit.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.Schemas;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.VoterSet;

/** Puts copies beside each other. */
public final class Compare {
    private Compare() {
    }

    /**
     * Compares the copies of a cluster. What lies behind a fork is read from the files again.
     *
     * @param schemas the record types, those of the profile among them
     */
    public static Comparison compare(CaptureHistory history, Schemas schemas) {
        Forks forks = Forks.read(history, schemas);
        return new Comparison(history, Pairs.of(history, schemas), forks.branches(), forks.clashes(), claimedTwice(history),
            Recovering.recovery(history));
    }

    private static List<Comparison.ClaimedTwice> claimedTwice(CaptureHistory history) {
        SortedMap<Integer, List<Comparison.Claim>> claims = new TreeMap<>();
        for (ReplicaHistory copy : history.replicas()) {
            copy.replica().nodeId().ifPresent(id -> claims.computeIfAbsent(id, i -> new ArrayList<>())
                .add(new Comparison.Claim(copy.replica().name(), copy.replica().directoryId(),
                    copy.replica().directoryId().map(directory -> votes(history, id, directory)).orElse(false))));
        }
        return claims.entrySet().stream().filter(e -> e.getValue().size() > 1)
            .map(e -> new Comparison.ClaimedTwice(e.getKey(), e.getValue())).toList();
    }

    private static boolean votes(CaptureHistory history, int id, DirectoryId directory) {
        return everAppended(history).stream().anyMatch(v -> v.id() == id && v.directoryId().equals(directory));
    }

    /** Every voter of every voters record in the capture; a static quorum has none. */
    static List<Voter> everAppended(CaptureHistory history) {
        List<Voter> voters = new ArrayList<>();
        for (Branch branch : history.branches()) {
            branch.state().voters().steps().forEach(step -> step.value().map(VoterSet::voters).ifPresent(voters::addAll));
        }
        return voters;
    }

    /** Cluster ids that several histories share although they have no record in common. */
    public static List<Comparison.Unrelated> unrelated(List<CaptureHistory> clusters) {
        SortedMap<String, List<CaptureHistory>> byId = new TreeMap<>();
        clusters.forEach(cluster -> cluster.clusterIds().forEach(id -> byId.computeIfAbsent(id, i -> new ArrayList<>()).add(cluster)));
        return byId.entrySet().stream().filter(e -> e.getValue().size() > 1)
            .map(e -> new Comparison.Unrelated(e.getKey(), e.getValue().stream().map(Compare::told).toList())).toList();
    }

    private static Comparison.Told told(CaptureHistory cluster) {
        Copies.Tip tip = cluster.replicas().stream().map(Copies::tip).max(Copies.Tip::compareTo).orElse(new Copies.Tip(-1, 0));
        TreeSet<Integer> voters = new TreeSet<>();
        cluster.main().ifPresent(main -> main.state().voters().at(Describe.end(main) - 1).value()
            .ifPresentOrElse(set -> voters.addAll(set.ids()), () -> voters.addAll(main.staticVoters().ids())));
        return new Comparison.Told(cluster.replicas().stream().map(r -> r.replica().label()).toList(),
            cluster.replicas().stream().flatMap(r -> r.replica().nodeId().stream().boxed()).distinct().toList(), tip.epoch(), tip.endOffset(), List.copyOf(voters));
    }
}
