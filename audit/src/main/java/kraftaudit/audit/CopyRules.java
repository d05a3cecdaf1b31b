package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import kraftaudit.reader.FileReading;
import kraftaudit.reader.QuorumState;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Proof;
import kraftaudit.replay.ProofKind;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Stretch;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSpan;

/** R04 to R08: what copies are to each other and to the quorum. */
final class CopyRules {
    static final List<Rule> ROWS = List.of(
        new Rule("R04", "No node id is claimed by two copies", IRREGULAR, Set.of(Need.SEVERAL_COPIES), List.of("I07"), (Check.OnCluster) CopyRules::claimed),
        new Rule("R05", "Copies hold equal bytes for equal offsets and epochs", VIOLATION, Set.of(Need.SEVERAL_COPIES, Need.LOG), List.of("E02", "R03"),
            (Check.OnCluster) EqualBytes::check),
        new Rule("R06", "No proven record is missing from a copy that moved on to a later epoch", VIOLATION, Set.of(Need.SEVERAL_COPIES, Need.LOG),
            List.of("R01", "E01"), (Check.OnCluster) CopyRules::lostProven),
        new Rule("R07", "No observer is epochs ahead of every voter", VIOLATION, Set.of(Need.LOG), List.of("R03"), (Check.OnCapture) CopyRules::observersBehind),
        new Rule("R08", "A majority of the last proven voters has a copy here", NOTE, Set.of(Need.LOG), List.of("R07"),
            (Check.OnCluster) CopyRules::majorityHere));

    /** A live capture may take voters before observers, with an election or a few in between. */
    private static final int EPOCHS_OF_SKEW = 10;

    private CopyRules() {
    }

    // ---- R04 ----

    private static void claimed(ClusterInput input, Verdict verdict) {
        SortedMap<Integer, List<ReplicaHistory>> byId = new TreeMap<>();
        input.cluster().replicas().forEach(r -> r.replica().nodeId().ifPresent(id -> byId.computeIfAbsent(id, i -> new ArrayList<>()).add(r)));
        byId.forEach((id, copies) -> {
            verdict.examined(copies.size());
            if (copies.size() > 1) {
                boolean oneDirectory = copies.stream().map(r -> r.replica().directoryId()).distinct().count() == 1
                    && copies.get(0).replica().directoryId().isPresent();
                ReplicaHistory second = copies.get(1);
                verdict.broken(oneDirectory ? NOTE : IRREGULAR, second.scan().metaProperties().map(r -> Where.file(second.replica().name(), r.file()))
                    .orElse(Where.replica(second.replica().name())), "node id " + id, "one copy", copies.stream().map(r -> r.replica().label()
                        + r.replica().directoryId().map(d -> " (directory " + d + ")").orElse("")).collect(Collectors.joining(" and "))
                        + (oneDirectory ? ": two states of one directory" : ": two directories, of which one vote counts"));
            }
        });
        verdict.otherwise("no copy names its node");
    }

    // ---- R06 ----

    /**
     * A leader of a later epoch than that in which a record was committed holds it, so that no log can have such an epoch's record
     * at or below its offset. Where both branches are proven R01 tells.
     */
    private static void lostProven(ClusterInput input, Verdict verdict) {
        CaptureHistory cluster = input.cluster();
        for (Branch proven : cluster.branches()) {
            if (proven.provenEnd() == 0) {
                continue;
            }
            verdict.examined(proven.replicas().size());
            for (Branch other : cluster.branches()) {
                if (other != proven && !cluster.conflict()) {
                    proven.proofs().stream().filter(proof -> moved(cluster, proven, proof, other).isPresent())
                        .max(Comparator.comparingLong(Proof::endOffset))
                        .ifPresent(proof -> lost(verdict, proven, proof, other, moved(cluster, proven, proof, other).get()));
                }
            }
        }
        verdict.otherwise("no record is proven committed");
    }

    /** What of another branch the leader that began it must have overwritten, if what a proof covers was committed. */
    private static Optional<Stretch> moved(CaptureHistory cluster, Branch proven, Proof proof, Branch other) {
        OptionalInt epoch = committedBy(cluster, proven, proof);
        if (epoch.isEmpty()) {
            return Optional.empty();
        }
        List<Stretch> stretches = other.line().stretches();
        int low = 0;
        int high = stretches.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (stretches.get(middle).epoch() <= epoch.getAsInt()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < stretches.size() && stretches.get(low).baseOffset() < proof.endOffset() ? Optional.of(stretches.get(low)) : Optional.empty();
    }

    /** The last epoch in which what a proof covers may have been committed: the one in which the evidence was written. */
    private static OptionalInt committedBy(CaptureHistory cluster, Branch proven, Proof proof) {
        return switch (proof.kind()) {
            case MAJORITY -> proof.epoch();
            case EPOCH_DATA, LATER_CHANGE, BROKER_EVENT, CHECKPOINT, LOG_START -> {
                OptionalInt shown = proof.kind() == ProofKind.CHECKPOINT || proof.kind() == ProofKind.LOG_START ? OptionalInt.empty()
                    : proven.line().epochAt(proof.shownAt());
                // A file says nothing about its time, but its node knew of no later epoch than it has noted.
                yield shown.isPresent() ? shown : proof.evidence().stream().flatMap(e -> cluster.replica(e.replica()).stream())
                    .mapToInt(CopyRules::highestEpoch).min();
            }
            case WHOLE_QUORUM, OPERATOR -> OptionalInt.empty();
        };
    }

    private static int highestEpoch(ReplicaHistory replica) {
        int noted = replica.scan().quorumState().flatMap(FileReading::value).map(QuorumState::leaderEpoch).orElse(Integer.MAX_VALUE);
        return Math.max(noted, replica.line().lastEpoch().orElse(0));
    }

    private static void lost(Verdict verdict, Branch proven, Proof proof, Branch other, Stretch moved) {
        long last = proof.endOffset() - 1;
        long from = proven.line().divergence(other.line()).orElse(moved.baseOffset());
        verdict.broken(Where.replica(other.replicas().isEmpty() ? "" : other.replicas().get(0)).atOffset(moved.baseOffset()).inEpoch(moved.epoch()),
            (other.replicas().size() == 1 ? "copy " : "copies ") + String.join(", ", other.replicas()), "the records up to " + last + " of "
                + String.join(", ", proven.replicas()) + ", which " + proof.kind() + " proves committed before",
            "epoch " + moved.epoch() + " from offset " + moved.baseOffset() + " on: a later leader went on without " + Offsets.records(from, last)
                + ", committed data was lost");
    }

    // ---- R07 ----

    private static void observersBehind(CaptureInput input, Verdict verdict) {
        for (CaptureHistory cluster : input.clusters()) {
            within(cluster, verdict);
            for (CaptureHistory other : input.clusters()) {
                if (other != cluster && cluster.clusterIds().stream().anyMatch(other.clusterIds()::contains)) {
                    formattedAnew(cluster, other, verdict);
                }
            }
        }
        verdict.otherwise("no copies of observers and of voters are here");
    }

    private static void within(CaptureHistory cluster, Verdict verdict) {
        Recovery recovery = Recovering.recovery(cluster);
        List<Recovery.Ranked> voters = recovery.ranking().stream().filter(r -> r.role() == Recovery.Role.VOTER || r.role() == Recovery.Role.OTHER_VOTER).toList();
        List<Recovery.Ranked> observers = recovery.ranking().stream().filter(r -> r.role() == Recovery.Role.OBSERVER).toList();
        if (voters.isEmpty() || observers.isEmpty()) {
            return;
        }
        verdict.examined(observers.size());
        int highest = Math.max(0, voters.stream().mapToInt(Recovery.Ranked::lastEpoch).max().getAsInt());
        long end = voters.stream().mapToLong(Recovery.Ranked::endOffset).max().getAsLong();
        Optional<Recovery.Ranked> ahead = observers.stream().filter(o -> o.lastEpoch() > highest && o.endOffset() > end).findFirst();
        boolean far = ahead.isPresent() && ahead.get().lastEpoch() - highest >= EPOCHS_OF_SKEW;
        // A voter that is not here may have led and hold what the observer has.
        boolean allHere = recovery.lastProven().isPresent() && recovery.missing().isEmpty();
        if (ahead.isPresent() && (allHere || recovery.majorityHere() && far)) {
            boolean lost = allHere && (far || cluster.options().stopped());
            String has = "observer " + ahead.get().copy() + " holds epoch " + ahead.get().lastEpoch() + ", end offset " + ahead.get().endOffset()
                + ", the best of them epoch " + highest + ", end offset " + end;
            verdict.broken(lost ? VIOLATION : NOTE, Where.replica(ahead.get().copy()).inEpoch(ahead.get().lastEpoch()), "voters " + voters.stream()
                .map(Recovery.Ranked::copy).sorted().collect(Collectors.joining(", ")), "logs that go as far as the observers'",
                lost ? "they lost their log: " + has : has + ": they were copied long before it, or lost the rest");
        }
    }

    /** Controllers that were formatted anew began another history under the old cluster id, and only observers kept the first. */
    private static void formattedAnew(CaptureHistory old, CaptureHistory anew, Verdict verdict) {
        Optional<Branch> main = old.main();
        Optional<VoterSet> voters = main.flatMap(b -> b.spans().stream().reduce((a, b2) -> b2)).flatMap(VoterSpan::voters);
        if (voters.isEmpty()) {
            return;
        }
        boolean votersHere = old.replicas().stream().anyMatch(r -> r.replica().nodeId().isPresent() && voters.get().hasId(r.replica().nodeId().getAsInt()));
        List<ReplicaHistory> gone = anew.replicas().stream().filter(r -> r.replica().nodeId().isPresent()
            && voters.get().voters().stream().map(Voter::id).anyMatch(id -> id == r.replica().nodeId().getAsInt())).toList();
        Copies.Tip best = old.replicas().stream().map(Copies::tip).max(Copies.Tip::compareTo).orElse(new Copies.Tip(-1, 0));
        Copies.Tip begun = anew.replicas().stream().map(Copies::tip).max(Copies.Tip::compareTo).orElse(new Copies.Tip(-1, 0));
        if (votersHere || gone.stream().map(r -> r.replica().nodeId()).distinct().count() < voters.get().majority() || begun.compareTo(best) >= 0) {
            return;
        }
        verdict.examined(old.replicas().size());
        ReplicaHistory observer = old.replicas().stream().filter(r -> Copies.tip(r).equals(best)).findFirst().orElseThrow();
        verdict.broken(Where.replica(observer.replica().name()).inEpoch(best.epoch()), "voters " + gone.stream().map(r -> r.replica().name()).sorted()
            .collect(Collectors.joining(", ")), "the history that observer " + observer.replica().name() + " holds", "they lost their log and began another"
            + " history: observer " + observer.replica().name() + " holds epoch " + best.epoch() + ", end offset " + best.endOffset()
            + ", they epoch " + Math.max(0, begun.epoch()) + ", end offset " + begun.endOffset());
    }

    // ---- R08 ----

    private static void majorityHere(ClusterInput input, Verdict verdict) {
        Recovery recovery = Recovering.recovery(input.cluster());
        Optional<VoterSet> set = recovery.lastProven().flatMap(VoterSpan::voters).filter(s -> !s.voters().isEmpty());
        if (set.isEmpty()) {
            verdict.notApplicable("no voters are proven");
            return;
        }
        if (input.cluster().replicas().size() == 1 && !recovery.majorityHere()) {
            // One copy alone is mostly looked at for itself, so that this is no finding.
            verdict.undecided("whether records were committed that no copy here holds: " + recovery.present().size() + " of " + set.get().ids().size()
                + " voters " + (recovery.present().size() == 1 ? "has" : "have") + " a copy here, and a majority is " + set.get().majority()
                + "; before you recover from it, get the disks of " + missing(recovery));
            return;
        }
        verdict.examined(set.get().ids().size());
        if (!recovery.majorityHere()) {
            List<Integer> here = recovery.present().stream().map(Voter::id).distinct().sorted().toList();
            verdict.broken(Where.nowhere(), "voters " + VoterSets.ids(set.get()), "copies of " + set.get().majority() + " of them, a majority",
                (here.isEmpty() ? "copies of none of them" : "copies of " + here.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " alone")
                    + ": records may have been committed that no copy here holds; before you recover from these, get the disks of "
                    + missing(recovery));
        }
    }

    private static String missing(Recovery recovery) {
        return recovery.missing().stream().map(v -> Integer.toString(v.id())).distinct().collect(Collectors.joining(", "));
    }
}
