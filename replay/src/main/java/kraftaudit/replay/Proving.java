package kraftaudit.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import kraftaudit.reader.Event;
import kraftaudit.reader.Place;

/** From lineages to branches with their proofs and spans. */
final class Proving {
    private Proving() {
    }

    /**
     * @param replicas of one cluster, sorted by node id
     * @return the whole history of the cluster
     */
    static CaptureHistory history(List<String> clusterIds, List<ReplicaHistory> replicas, List<CaptureHistory.OtherDirectory> others,
                                  List<String> tiedByIdOnly, ReplayOptions options, int clusterIdKey) {
        List<Lineages.Lineage> lineages = Lineages.of(replicas, clusterIdKey);
        List<Proof> proofs = new ArrayList<>(FileProofs.checkpoints(replicas));
        for (ReplicaHistory replica : replicas) {
            proofs.addAll(FileProofs.logStart(replica, replicas));
            proofs.addAll(FileProofs.cutEpoch(replica, replicas));
        }
        lineages.forEach(lineage -> proofs.addAll(LogProofs.of(lineage)));
        List<Proof> withoutBrokers = List.copyOf(proofs);
        lineages.forEach(lineage -> proofs.addAll(brokerProofs(lineage, withoutBrokers)));
        leaveOutContradictedBrokers(proofs);
        List<Proof> ofCopies = new ArrayList<>();
        for (Lineages.Lineage lineage : lineages) {
            // what the copies prove together takes for granted, too, that no voter change was queued
            long firmEnd = provenEnd(lineage, proofs.stream().filter(p -> p.isFirm() || p.kind() == ProofKind.LATER_CHANGE).toList());
            CopyProofs copies = new CopyProofs(lineage, replicas, staticVoters(lineage, options));
            ofCopies.addAll(copies.majority(firmEnd));
            if (options.stopped()) {
                copies.wholeQuorum(firmEnd).ifPresent(ofCopies::add);
            }
        }
        proofs.addAll(ofCopies);
        boolean conflict = conflict(proofs);
        options.highWatermark().flatMap(h -> operator(h, lineages)).filter(p -> conflict || !conflict(with(proofs, List.of(p)))).ifPresent(proofs::add);
        List<Branch> bare = new ArrayList<>();
        for (Lineages.Lineage lineage : lineages) {
            bare.add(new Branch(lineage.line(), lineage.state(), lineage.on().stream().map(r -> r.replica().name()).toList(),
                OptionalLong.empty(), false, needed(with(applicable(lineage, proofs), shared(lineage, lineages, proofs))), List.of(),
                staticVoters(lineage, options)));
        }
        bare.sort(Comparator.<Branch>comparingInt(b -> b.proofs().stream().mapToInt(p -> p.epoch().orElse(-1)).max().orElse(-1)).reversed()
            .thenComparing(Comparator.comparingLong(Branch::provenEnd).reversed()));
        CaptureHistory half = new CaptureHistory(clusterIds, replicas, bare, others, conflict, tiedByIdOnly, options);
        return new CaptureHistory(clusterIds, replicas, withSpans(half), others, conflict, tiedByIdOnly, options);
    }

    private static List<Proof> with(List<Proof> proofs, List<Proof> more) {
        List<Proof> all = new ArrayList<>(proofs);
        all.addAll(more);
        return all;
    }

    /** Exclusive end of what some proofs prove of the records that a lineage holds. */
    private static long provenEnd(Lineages.Lineage lineage, List<Proof> proofs) {
        return proofs.stream().mapToLong(proof -> heldOn(lineage, proof)).max().orElse(0);
    }

    /** The events of brokers and controllers, without their assumption where what else is proven rules its breach out. */
    private static List<Proof> brokerProofs(Lineages.Lineage lineage, List<Proof> others) {
        List<BrokerProofs.Shown> inOrder = new ArrayList<>(BrokerProofs.of(lineage));
        inOrder.sort(Comparator.comparingLong(BrokerProofs.Shown::settledAt).thenComparingLong(shown -> shown.proof().endOffset()));
        long end = provenEnd(lineage, others.stream().filter(Proof::isFirm).toList());
        List<Proof> proofs = new ArrayList<>();
        for (BrokerProofs.Shown shown : inOrder) {
            boolean settled = shown.settledAt() <= end;
            proofs.add(settled ? shown.settled() : shown.proof());
            end = settled ? Math.max(end, shown.proof().endOffset()) : end;
        }
        return proofs;
    }

    /**
     * Two leaders can give a broker the same epoch number, and a stale one be asked under it: a broker's event that
     * contradicts the other proofs is no split of the quorum, it proves nothing.
     */
    private static void leaveOutContradictedBrokers(List<Proof> proofs) {
        List<Proof> others = proofs.stream().filter(p -> p.kind() != ProofKind.BROKER_EVENT || p.isFirm()).toList();
        if (conflict(others)) {
            return;
        }
        // their epochs never fall along the offsets, so the nearest on both sides decide
        TreeMap<Long, Integer> epochs = new TreeMap<>();
        others.stream().filter(p -> p.epoch().isPresent()).forEach(p -> epochs.put(p.endOffset(), p.epoch().getAsInt()));
        proofs.removeIf(p -> p.kind() == ProofKind.BROKER_EVENT && p.epoch().isPresent() && !p.isFirm()
            && (!fits(epochs.floorEntry(p.endOffset()), p, false) || !fits(epochs.ceilingEntry(p.endOffset()), p, true)));
    }

    private static boolean fits(Map.Entry<Long, Integer> other, Proof proof, boolean above) {
        int epoch = proof.epoch().getAsInt();
        return other == null || (other.getKey() == proof.endOffset() ? other.getValue() == epoch
            : above ? other.getValue() >= epoch : other.getValue() <= epoch);
    }

    // ---- which proofs hold on which lineage ----

    private static List<Proof> applicable(Lineages.Lineage lineage, List<Proof> proofs) {
        List<Proof> on = new ArrayList<>();
        for (Proof proof : proofs) {
            long end = provenOn(lineage, proof);
            if (end > 0) {
                on.add(new Proof(proof.kind(), end, proof.epoch(), proof.shownAt(), proof.timestamp(), proof.evidence(), proof.assumptions()));
            }
        }
        return on;
    }

    /** What is proven on other lineages of the part that this one shares with them, which ends where they part. */
    private static List<Proof> shared(Lineages.Lineage lineage, List<Lineages.Lineage> lineages, List<Proof> proofs) {
        List<Proof> shared = new ArrayList<>();
        for (Lineages.Lineage other : lineages) {
            long fork = other.line().divergence(lineage.line()).orElse(0);
            OptionalInt epoch = fork == 0 ? OptionalInt.empty() : lineage.line().epochAt(fork - 1);
            if (epoch.isPresent() && other.line().epochAt(fork - 1).equals(epoch)) {
                proofs.stream().filter(proof -> heldOn(other, proof) > fork).forEach(proof -> shared.add(new Proof(proof.kind(),
                    fork, epoch, proof.shownAt(), proof.timestamp(), proof.evidence(), proof.assumptions())));
            }
        }
        return shared;
    }

    /**
     * Exclusive end of what a proof covers on a lineage, 0 where it says nothing of it. That is the proof's own end, unless
     * records of a later epoch lie below it: there the lineage parts from what is proven.
     */
    private static long provenOn(Lineages.Lineage lineage, Proof proof) {
        long held = heldOn(lineage, proof);
        long offset = proof.endOffset() - 1;
        LogLine line = lineage.line();
        if (line.isEmpty() || offset < line.startOffset() || offset >= line.endOffset() || line.epochAt(offset).isPresent()) {
            return held;
        }
        // No copy holds the proven record itself, and the lineage goes on above it.
        int below = line.epochAt(line.endBelow(offset) - 1).getAsInt();
        int epoch = proof.epoch().orElse(-1);
        return below == epoch || below < epoch && ownCopy(lineage, proof) ? proof.endOffset() : held;
    }

    /**
     * Exclusive end of what a proof covers of the records that a lineage holds, or the proof's end where it holds none below
     * it. An epoch has one leader, so what a lineage holds of the proven record's own epoch, at or below it, belongs to the
     * same history.
     */
    private static long heldOn(Lineages.Lineage lineage, Proof proof) {
        LogLine line = lineage.line();
        long offset = proof.endOffset() - 1;
        if (line.isEmpty() || line.startOffset() > offset) {
            return ownCopy(lineage, proof) ? proof.endOffset() : 0;
        }
        if (proof.epoch().isEmpty()) {
            return 0;
        }
        // A checkpoint that was written after the log was copied: the rest of the lineage is in no log here.
        boolean ahead = offset >= line.endOffset() && line.lastEpoch().equals(proof.epoch());
        return ahead ? proof.endOffset() : line.endOfEpoch(proof.epoch().getAsInt(), offset);
    }

    private static boolean ownCopy(Lineages.Lineage lineage, Proof proof) {
        return proof.evidence().stream().anyMatch(e -> lineage.on().stream().anyMatch(r -> r.replica().name().equals(e.replica())));
    }

    /** Leaves out each proof of a kind that another of the kind covers no later in the log, and on no other condition. */
    private static List<Proof> needed(List<Proof> proofs) {
        List<Proof> needed = new ArrayList<>(frontier(proofs.stream().filter(Proof::isFirm).toList()));
        frontier(proofs).stream().filter(proof -> !proof.isFirm()).forEach(needed::add);
        needed.sort(Comparator.comparing(Proof::kind).thenComparingLong(Proof::shownAt).thenComparingLong(Proof::endOffset));
        return needed;
    }

    /** The proofs of each kind that cover more than any shown no later in the log. */
    private static List<Proof> frontier(List<Proof> proofs) {
        List<Proof> sorted = new ArrayList<>(proofs);
        sorted.sort(Comparator.comparing(Proof::kind).thenComparingLong(Proof::shownAt).thenComparing(Comparator.comparingLong(Proof::endOffset).reversed())
            .thenComparing(proof -> !proof.isFirm()));
        List<Proof> kept = new ArrayList<>();
        for (Proof proof : sorted) {
            Proof last = kept.isEmpty() ? null : kept.get(kept.size() - 1);
            if (last == null || last.kind() != proof.kind() || proof.endOffset() > last.endOffset()) {
                kept.add(proof);
            } else if (last.shownAt() == proof.shownAt() && last.endOffset() == proof.endOffset() && last.epoch().equals(proof.epoch())
                && last.isFirm() == proof.isFirm()) {
                kept.set(kept.size() - 1, new Proof(last.kind(), last.endOffset(), last.epoch(), last.shownAt(), last.timestamp(),
                    merged(last.evidence(), proof.evidence()), last.assumptions()));
            }
        }
        return kept;
    }

    private static List<Evidence> merged(List<Evidence> some, List<Evidence> more) {
        List<Evidence> all = new ArrayList<>(some);
        more.stream().filter(e -> !all.contains(e)).forEach(all::add);
        return all;
    }

    /** Whether two proofs exclude each other: committed records lie on one line, their epochs never fall. */
    private static boolean conflict(List<Proof> proofs) {
        List<Proof> byEnd = proofs.stream().filter(p -> p.epoch().isPresent())
            .sorted(Comparator.comparingLong(Proof::endOffset).thenComparingInt(p -> p.epoch().getAsInt())).toList();
        for (int i = 1; i < byEnd.size(); i++) {
            Proof before = byEnd.get(i - 1);
            Proof after = byEnd.get(i);
            if (after.epoch().getAsInt() < before.epoch().getAsInt()
                || after.endOffset() == before.endOffset() && after.epoch().getAsInt() != before.epoch().getAsInt()) {
                return true;
            }
        }
        return false;
    }

    /** The high watermark that the person supplied, where it names one lineage. */
    private static Optional<Proof> operator(ReplayOptions.OperatorWatermark supplied, List<Lineages.Lineage> lineages) {
        long offset = supplied.highWatermark() - 1;
        TreeSet<Integer> epochs = new TreeSet<>();
        lineages.forEach(l -> l.line().epochAt(offset).ifPresent(epochs::add));
        OptionalInt epoch = supplied.epoch().isPresent() ? supplied.epoch()
            : epochs.size() == 1 ? OptionalInt.of(epochs.first()) : OptionalInt.empty();
        if (epoch.isEmpty() || !epochs.contains(epoch.getAsInt())) {
            return Optional.empty();
        }
        return Optional.of(new Proof(ProofKind.OPERATOR, supplied.highWatermark(), epoch, supplied.highWatermark(), -1,
            List.of(new Evidence("", new Place("--high-watermark", 0, 0), OptionalLong.of(offset))), List.of(Assumption.OPERATOR_WORD)));
    }

    // ---- static voters ----

    /**
     * Who the voters of a static quorum were: told by the person, by quorum-state version 0, or by LeaderChange records. A leader
     * lists the voters that it was elected by: what says otherwise than the last such record is of another time, or wrong, and
     * then nothing is known of majorities.
     */
    private static StaticVoters staticVoters(Lineages.Lineage lineage, ReplayOptions options) {
        Optional<Event.LeaderChange> last = lastOfStatic(lineage);
        if (!options.staticVoters().isEmpty()) {
            return claimed(new StaticVoters.Claim(sorted(options.staticVoters().stream()), "--static-voters"), last);
        }
        List<String> names = new ArrayList<>();
        TreeSet<List<Integer>> sets = new TreeSet<>(Comparator.comparing(Object::toString));
        for (ReplicaHistory replica : lineage.on()) {
            replica.scan().quorumState().flatMap(f -> f.value()).map(q -> q.currentVoters()).filter(v -> !v.isEmpty()).ifPresent(voters -> {
                sets.add(sorted(voters.stream()));
                names.add(replica.replica().name());
            });
        }
        if (sets.size() > 1) {
            return new StaticVoters(List.of(), "quorum-state of " + String.join(", ", names) + " disagree", false, Optional.empty());
        }
        if (sets.size() == 1) {
            names.sort(Comparator.naturalOrder());
            return claimed(new StaticVoters.Claim(sets.first(), "currentVoters in quorum-state of " + String.join(", ", names)), last);
        }
        return last.map(change -> new StaticVoters(listed(change), "voters listed in the LeaderChange record at " + change.at().offset(), true, Optional.empty()))
            .orElse(new StaticVoters(List.of(), "no quorum-state, no LeaderChange record and no --static-voters names them", true, Optional.empty()));
    }

    private static StaticVoters claimed(StaticVoters.Claim claim, Optional<Event.LeaderChange> last) {
        return last.filter(change -> !listed(change).equals(claim.ids()))
            .map(change -> new StaticVoters(List.of(), claim.source() + " and the LeaderChange record at " + change.at().offset() + " disagree", false, Optional.of(claim)))
            .orElse(new StaticVoters(claim.ids(), claim.source(), true, Optional.of(claim)));
    }

    private static Optional<Event.LeaderChange> lastOfStatic(Lineages.Lineage lineage) {
        return electionsOfStatic(lineage).reduce((a, b) -> b);
    }

    /** LeaderChange records of a lineage that were written at kraft.version 0, in the order of the log. */
    static Stream<Event.LeaderChange> electionsOfStatic(Lineages.Lineage lineage) {
        Steps<Integer> levels = lineage.state().kraftVersion();
        return lineage.events().stream().map(LogState.Sourced::event).filter(Event.LeaderChange.class::isInstance).map(Event.LeaderChange.class::cast)
            .filter(change -> levels.at(change.at().baseOffset() - 1).value().orElse(0) == 0);
    }

    static List<Integer> listed(Event.LeaderChange change) {
        return sorted(change.voters().stream().map(v -> v.id()));
    }

    private static List<Integer> sorted(Stream<Integer> ids) {
        return ids.sorted().distinct().toList();
    }

    // ---- spans ----

    private static List<Branch> withSpans(CaptureHistory half) {
        List<Branch> branches = new ArrayList<>();
        for (Branch branch : half.branches()) {
            OptionalLong fork = branches.isEmpty() ? OptionalLong.empty() : fork(branch, branches);
            long end = Math.max(branch.line().endOffset(), newestCheckpoint(half, branch));
            boolean ownStaticSet = fork.isPresent() && !branch.staticVoters().ids().equals(branches.get(0).staticVoters().ids());
            List<VoterSpan> spans = Spans.of(half, branch, fork.orElse(-1), end, ownStaticSet);
            branches.add(new Branch(branch.line(), branch.state(), branch.replicas(), fork,
                fork.isPresent() && !parts(branch, branches), branch.proofs(), spans, branch.staticVoters()));
        }
        return branches;
    }

    private static boolean parts(Branch branch, List<Branch> before) {
        return before.stream().anyMatch(b -> b.line().divergence(branch.line()).isPresent());
    }

    private static OptionalLong fork(Branch branch, List<Branch> before) {
        OptionalLong withMain = before.get(0).line().divergence(branch.line());
        return withMain.isPresent() ? withMain : before.stream().map(b -> b.line().divergence(branch.line()))
            .filter(OptionalLong::isPresent).findFirst().orElse(OptionalLong.of(branch.line().startOffset()));
    }

    private static long newestCheckpoint(CaptureHistory half, Branch branch) {
        return half.replicas().stream().filter(r -> branch.replicas().contains(r.replica().name()))
            .flatMap(r -> r.checkpoints().stream()).filter(CheckpointFacts::usable).mapToLong(c -> c.id().endOffset()).max().orElse(0);
    }
}
