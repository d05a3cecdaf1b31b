package kraftaudit.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import kraftaudit.reader.Place;
import kraftaudit.reader.QuorumState;
import kraftaudit.reader.Scan;
import kraftaudit.reader.Voter;

/** Proofs that several copies give together: that a record can no longer be lost. */
final class CopyProofs {
    private final Lineages.Lineage lineage;
    private final List<ReplicaHistory> replicas;
    private final StaticVoters staticVoters;

    CopyProofs(Lineages.Lineage lineage, List<ReplicaHistory> replicas, StaticVoters staticVoters) {
        this.lineage = lineage;
        this.replicas = replicas;
        this.staticVoters = staticVoters;
    }

    // ---- MAJORITY ----

    /** A voter set and the offsets {@code [from, to)} whose records its majorities can prove. */
    private record Electorate(VoterSet voters, long from, long to, boolean fixed) {
    }

    /**
     * A majority of the voters in force holds a record of epoch e and none of them has left epoch e: any later leader is
     * elected by one of them after that, so it has the record. The set in force is the latest at or below the record, or
     * the next one, whose majorities overlap with it.
     *
     * @param firmEnd what other proofs firmly show on this lineage: a jump of the voter set above it makes majorities useless
     */
    List<Proof> majority(long firmEnd) {
        if (jumpsAbove(firmEnd)) {
            return List.of();
        }
        List<Proof> proofs = new ArrayList<>();
        TreeSet<Integer> epochs = new TreeSet<>();
        replicas.forEach(r -> quorumState(r).ifPresent(state -> epochs.add(state.leaderEpoch())));
        for (int epoch : epochs) {
            for (Electorate electorate : electorates()) {
                if (electorate.fixed() && !electedBy(electorate.voters(), epoch)) {
                    continue;
                }
                majority(electorate, epoch).ifPresent(proofs::add);
            }
        }
        return proofs;
    }

    /** Whether no leader from an epoch on was elected by other voters: a static quorum may have been configured anew. */
    private boolean electedBy(VoterSet fixed, int epoch) {
        return Proving.electionsOfStatic(lineage)
            .noneMatch(change -> change.at().epoch() >= epoch && !new TreeSet<>(Proving.listed(change)).equals(new TreeSet<>(fixed.ids())));
    }

    private Optional<Proof> majority(Electorate electorate, int epoch) {
        Map<Integer, Held> held = new LinkedHashMap<>();
        for (Voter voter : electorate.voters().voters()) {
            holder(voter, epoch).ifPresent(h -> held.put(voter.id(), h));
        }
        int needed = electorate.voters().majority();
        if (electorate.voters().voters().isEmpty() || held.size() < needed) {
            return Optional.empty();
        }
        List<Held> longestFirst = new ArrayList<>(held.values());
        longestFirst.sort((a, b) -> Long.compare(b.endOffset(), a.endOffset()));
        long common = Math.min(longestFirst.get(needed - 1).endOffset(), electorate.to());
        long end = lineage.line().endOfEpoch(epoch, common - 1);
        if (end - 1 < electorate.from() || end < 1) {
            return Optional.empty();
        }
        List<Evidence> evidence = longestFirst.stream().filter(h -> h.endOffset() >= end)
            .map(h -> new Evidence(h.replica().replica().name(), quorumStatePlace(h.replica()), OptionalLong.of(h.endOffset() - 1))).toList();
        List<Assumption> assumptions = new ArrayList<>(List.of(Assumption.FSYNC, Assumption.LOG_BEFORE_QUORUM_STATE, Assumption.QUORUM_STATE_KEPT));
        if (electorate.fixed()) {
            assumptions.addAll(List.of(Assumption.NO_WIPED_VOTER, Assumption.STATIC_VOTERS));
        } else {
            // two changes at once, the first of them queued unseen, can leave two majorities without a common voter
            assumptions.addAll(List.of(Assumption.OVERLAP, Assumption.NO_QUEUED_CHANGE));
        }
        if (!electorate.fixed() && electorate.voters().voters().stream().anyMatch(v -> v.directoryId().isZero())) {
            assumptions.add(Assumption.MATCHED_BY_ID);
        }
        return Optional.of(new Proof(ProofKind.MAJORITY, end, OptionalInt.of(epoch), end, -1, evidence, assumptions));
    }

    private record Held(ReplicaHistory replica, long endOffset) {
    }

    /** What the copy of a voter holds of this lineage, if it has not left the epoch. Of several copies the weakest counts. */
    private Optional<Held> holder(Voter voter, int epoch) {
        List<ReplicaHistory> copies = copiesOf(voter);
        // A quorum-state behind its own log was copied first or put back: it does not show that the voter stayed in the epoch.
        if (copies.isEmpty() || copies.stream().anyMatch(c -> quorumState(c).map(QuorumState::leaderEpoch).orElse(-1) != epoch
            || c.line().lastEpoch().orElse(-1) > epoch)) {
            return Optional.empty();
        }
        return copies.stream().map(c -> new Held(c, heldEnd(c))).min((a, b) -> Long.compare(a.endOffset(), b.endOffset()));
    }

    private List<ReplicaHistory> copiesOf(Voter voter) {
        return replicas.stream().filter(r -> r.replica().nodeId().equals(OptionalInt.of(voter.id())))
            .filter(r -> voter.directoryId().isZero() || r.replica().directoryId().equals(Optional.of(voter.directoryId()))).toList();
    }

    /** Exclusive end of what a copy surely holds of this lineage: up to its first break or divergence, 0 where nothing ties them. */
    private long heldEnd(ReplicaHistory copy) {
        long end = Math.min(copy.line().endOffset(), copy.line().firstBreak().orElse(Long.MAX_VALUE));
        return lineage.has(copy) ? end : Math.min(end, copy.line().divergence(lineage.line()).orElse(0));
    }

    /** Where no offset shows that a copy parts from this lineage: all of a copy on it, nothing of one that it shares no record with. */
    private long shared(ReplicaHistory copy) {
        return lineage.has(copy) || copy.line().overlaps(lineage.line()) ? Long.MAX_VALUE : 0;
    }

    private List<Electorate> electorates() {
        List<Electorate> electorates = new ArrayList<>();
        List<Step<VoterSet>> steps = lineage.state().voters().steps();
        Optional<Electorate> before = Optional.empty();
        for (int i = 0; i < steps.size(); i++) {
            Step<VoterSet> step = steps.get(i);
            long to = i + 1 < steps.size() ? steps.get(i + 1).offset() : Long.MAX_VALUE;
            Optional<Electorate> here = Optional.empty();
            if (step.value().isPresent()) {
                VoterSet set = step.value().get();
                boolean overlaps = before.map(e -> e.fixed() ? e.voters().ids().equals(set.ids()) : e.voters().changeTo(set).isOneStep()).orElse(false);
                here = Optional.of(new Electorate(set, overlaps ? Math.max(0, steps.get(i - 1).offset()) : step.offset(), to, false));
            } else if (step.known() && !staticVoters.ids().isEmpty() && staticVoters.agree()) {
                here = Optional.of(new Electorate(fixedSet(), Math.max(0, step.offset()), Math.min(to, endOfStatic(step.offset())), true));
            }
            here.ifPresent(electorates::add);
            before = here;
        }
        return electorates;
    }

    /** First offset from {@code offset} on at which kraft.version is not surely 0. */
    private long endOfStatic(long offset) {
        Steps<Integer> levels = lineage.state().kraftVersion();
        Step<Integer> at = levels.at(offset);
        if (!at.known() || at.value().orElse(0) != 0) {
            return offset;
        }
        return levels.steps().stream().filter(step -> step.offset() > offset && !(step.known() && step.value().orElse(0) == 0))
            .mapToLong(Step::offset).findFirst().orElse(Long.MAX_VALUE);
    }

    private VoterSet fixedSet() {
        return Spans.fixedSet(staticVoters.ids());
    }

    /** Whether a voter set changes by more than one step above what is proven to have been exposed, on any copy. */
    private boolean jumpsAbove(long firmEnd) {
        for (ReplicaHistory replica : replicas) {
            List<Step<VoterSet>> steps = replica.state().voters().steps();
            for (int i = 1; i < steps.size(); i++) {
                Optional<VoterSet> before = steps.get(i - 1).value();
                Optional<VoterSet> after = steps.get(i).value();
                boolean jump = before.isPresent() && after.isPresent() && before.get().changeTo(after.get()).steps() > 1;
                if (jump && steps.get(i).offset() >= firmEnd) {
                    return true;
                }
            }
        }
        return false;
    }

    // ---- WHOLE_QUORUM ----

    /**
     * With every voter stopped and here, what all those logs share that can win an election, the next one or a later one,
     * can no longer be lost.
     *
     * @param firmEnd what other proofs firmly show on this lineage: sets below it are of the past
     */
    Optional<Proof> wholeQuorum(long firmEnd) {
        if (!oneElectorate(firmEnd)) {
            return Optional.empty();
        }
        List<Succession.Elector> electors = new ArrayList<>();
        for (ReplicaHistory replica : replicas) {
            for (Voter voter : setsFrom(replica, firmEnd).stream().flatMap(set -> set.voters().stream()).toList()) {
                if (electors.stream().noneMatch(e -> e.voter().sameVoter(voter))) {
                    List<ReplicaHistory> copies = copiesOf(voter);
                    // A log that was not read to its end may hold what the others lack.
                    if (copies.size() != 1 || !copies.get(0).scan().readWholeLog() || broken(copies.get(0).line())) {
                        return Optional.empty();
                    }
                    electors.add(new Succession.Elector(voter, copies.get(0)));
                }
            }
        }
        List<Succession.Standing> winners = Succession.winners(electors, this::votersBelow).orElse(List.of());
        long end = winners.stream().mapToLong(w -> Math.min(w.end(), w.elector().copy().line().divergence(lineage.line()).orElse(shared(w.elector().copy()))))
            .min().orElse(0);
        OptionalInt epoch = end < 1 ? OptionalInt.empty() : lineage.line().epochAt(end - 1);
        if (epoch.isEmpty()) {
            return Optional.empty();
        }
        List<Evidence> evidence = electors.stream().map(Succession.Elector::copy)
            .map(r -> new Evidence(r.replica().name(), lastSegment(r), OptionalLong.of(r.line().endOffset() - 1))).distinct().toList();
        List<Assumption> assumptions = new ArrayList<>(List.of(Assumption.STOPPED, Assumption.NOT_EDITED));
        if (electors.stream().anyMatch(e -> canChange(e.copy()))) {
            assumptions.add(Assumption.NO_QUEUED_CHANGE);
        }
        if (winners.stream().anyMatch(w -> w.elector().copy().state().voters().at(w.end() - 1).value().isEmpty())) {
            assumptions.add(Assumption.STATIC_VOTERS);
            assumptions.add(Assumption.NO_WIPED_VOTER);
        }
        return Optional.of(new Proof(ProofKind.WHOLE_QUORUM, end, epoch, end, -1, evidence, assumptions));
    }

    /**
     * Whether all copies act on the same members, whatever of their unproven records is cut off, and no voter that is not
     * here can matter. While members change, a follower that has fetched a part of its leader's log acts on the set in that
     * part. And an unseen node that believes itself added to an even set needs only half of that set to win. Not so of two:
     * there every election needs the vote of the leader before, which keeps the addition that it wrote.
     */
    private boolean oneElectorate(long firmEnd) {
        List<VoterSet> sets = replicas.stream().flatMap(replica -> setsFrom(replica, firmEnd).stream()).toList();
        if (sets.isEmpty() || sets.stream().anyMatch(set -> !sets.get(0).changeTo(set).keepsMembers())) {
            return false;
        }
        int voters = sets.get(0).voters().size();
        return replicas.stream().noneMatch(CopyProofs::canChange) || voters % 2 == 1 || voters == 2;
    }

    private static boolean canChange(ReplicaHistory copy) {
        return copy.state().kraftVersion().at(copy.line().endOffset()).value().orElse(0) > 0;
    }

    /** The sets that a copy acts on or would act on again without its last records, down to the one known to be committed. */
    private List<VoterSet> setsFrom(ReplicaHistory replica, long firmEnd) {
        List<VoterSet> sets = new ArrayList<>();
        votersBelow(replica, replica.line().endOffset()).ifPresent(sets::add);
        for (Step<VoterSet> step : replica.state().voters().steps()) {
            if (step.offset() >= firmEnd) {
                votersBelow(replica, step.offset()).ifPresent(sets::add);
            }
        }
        return sets;
    }

    /** Whether a restart would drop more than an unfinished tail. */
    private static boolean broken(LogLine line) {
        return line.firstBreak().orElse(line.endOffset()) < line.endOffset();
    }

    /** The set that a copy acts on when its log ends at an offset; empty where that is not known. */
    private Optional<VoterSet> votersBelow(ReplicaHistory replica, long endOffset) {
        if (replica.line().isEmpty() && endOffset == 0) {
            Optional<VoterSet> zero = replica.bootstraps().stream().filter(CheckpointFacts::usable).flatMap(c -> c.voters().stream()).findFirst();
            return zero.isPresent() || staticVoters.ids().isEmpty() || !staticVoters.agree() ? zero : Optional.of(fixedSet());
        }
        Step<VoterSet> step = replica.state().voters().at(endOffset - 1);
        Step<Integer> kraftVersion = replica.state().kraftVersion().at(endOffset - 1);
        boolean fixed = step.known() && step.value().isEmpty() && kraftVersion.known() && kraftVersion.value().orElse(0) == 0;
        if (!fixed) {
            return step.value();
        }
        return staticVoters.agree() && !staticVoters.ids().isEmpty() ? Optional.of(fixedSet()) : Optional.empty();
    }

    private static Optional<QuorumState> quorumState(ReplicaHistory replica) {
        return replica.scan().quorumState().flatMap(file -> file.value());
    }

    private static Place quorumStatePlace(ReplicaHistory replica) {
        return replica.scan().quorumState().map(f -> new Place(f.file().name(), 0, f.file().length())).orElse(new Place("", 0, 0));
    }

    private static Place lastSegment(ReplicaHistory replica) {
        List<Scan> segments = replica.scan().segments();
        return segments.isEmpty() ? new Place("", 0, 0) : new Place(segments.get(segments.size() - 1).file().name(), 0, 0);
    }
}
