package kraftaudit.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.Event;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.LogState;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.VoterSet;

/**
 * Voters and observers of an answer. A leader counts as observer whoever fetched from it within five minutes; files know
 * of two kinds of such nodes: copies whose node is no voter, and brokers that are registered and not fenced, since only
 * those that follow the metadata log are kept unfenced.
 */
final class Replicas {
    private final CaptureHistory history;
    private final Branch branch;
    private final long highWatermark;
    private final OptionalLong logEnd;

    /** @param logEnd end of the branch where the answer is that of the capture itself; empty for a moment of the past */
    Replicas(CaptureHistory history, Branch branch, long highWatermark, OptionalLong logEnd) {
        this.history = history;
        this.branch = branch;
        this.highWatermark = highWatermark;
        this.logEnd = logEnd;
    }

    /** Voters by node id, then observers, then committed voters that are neither; none where the voters are unknown, and with them who is not. */
    List<ReplicaState> of(Description.Current current, Optional<Leader> leader, Description.Committed committed) {
        if (current.voters().isEmpty()) {
            return List.of();
        }
        List<Voter> voters = current.voters().get().voters();
        List<ReplicaState> states = new ArrayList<>();
        for (Voter voter : voters) {
            boolean leads = leader.map(l -> l.id() == voter.id()).orElse(false);
            states.add(state(voter, leads ? ReplicaState.Role.LEADER : ReplicaState.Role.FOLLOWER));
        }
        List<ReplicaState> observers = observers(voters, leader);
        states.addAll(observers);
        if (committed instanceof Description.Recorded recorded) {
            for (Voter voter : recorded.span().voters().map(VoterSet::voters).orElse(List.of())) {
                boolean known = voters.stream().anyMatch(voter::sameVoter) || observers.stream().anyMatch(o -> same(o, voter));
                if (!known) {
                    states.add(new ReplicaState(voter.id(), directory(voter), voter.endpoints(), ReplicaState.Role.COMMITTED_ONLY, List.of(),
                        OptionalLong.empty(), OptionalLong.empty(), "neither an appended voter nor an observer"));
                }
            }
        }
        return states;
    }

    private static boolean same(ReplicaState observer, Voter voter) {
        return observer.id() == voter.id() && (voter.directoryId().isZero() || observer.directoryId().isEmpty()
            || observer.directoryId().get().equals(voter.directoryId()));
    }

    private static Optional<DirectoryId> directory(Voter voter) {
        return voter.directoryId().isZero() ? Optional.empty() : Optional.of(voter.directoryId());
    }

    private ReplicaState state(Voter voter, ReplicaState.Role role) {
        List<ReplicaHistory> copies = Copies.of(history, voter);
        return state(voter.id(), directory(voter), voter, role, copies, "no copy of it here");
    }

    private ReplicaState state(int id, Optional<DirectoryId> directory, Voter voter, ReplicaState.Role role, List<ReplicaHistory> copies,
                               String ifNone) {
        List<String> names = copies.stream().map(c -> c.replica().name()).toList();
        if (copies.size() != 1) {
            return new ReplicaState(id, directory, voter.endpoints(), role, names, OptionalLong.empty(), OptionalLong.empty(),
                copies.isEmpty() ? ifNone : "several copies claim to be it: " + String.join(", ", names));
        }
        ReplicaHistory copy = copies.get(0);
        long end = Copies.endOn(copy, branch);
        OptionalLong shown = logEnd.isPresent() ? OptionalLong.of(end) : OptionalLong.empty();
        OptionalLong lag = logEnd.isPresent() ? OptionalLong.of(Math.max(0, logEnd.getAsLong() - end)) : OptionalLong.empty();
        return new ReplicaState(id, directory, voter.endpoints(), role, names, shown, lag, note(copy, end));
    }

    private String note(ReplicaHistory copy, long end) {
        OptionalLong fork = copy.line().divergence(branch.line());
        if (fork.isPresent()) {
            return "its copy leaves this branch at " + fork.getAsLong() + " and goes on to " + copy.line().endOffset();
        }
        return copy.line().firstBreak().isPresent() && copy.line().endOffset() > end
            ? "its copy is broken at " + copy.line().firstBreak().getAsLong() : "";
    }

    // ---- observers ----

    private List<ReplicaState> observers(List<Voter> voters, Optional<Leader> leader) {
        SortedMap<Integer, ReplicaState> observers = new TreeMap<>();
        SortedMap<Integer, List<ReplicaHistory>> copies = new TreeMap<>();
        for (ReplicaHistory copy : history.replicas()) {
            OptionalInt id = copy.replica().nodeId();
            boolean voter = voters.stream().anyMatch(v -> Copies.of(history, v).contains(copy));
            boolean reaches = logEnd.isPresent() || Copies.endOn(copy, branch) >= highWatermark;
            if (id.isPresent() && !voter && reaches) {
                copies.computeIfAbsent(id.getAsInt(), i -> new ArrayList<>()).add(copy);
            }
        }
        Voter none = new Voter(-1, DirectoryId.ZERO, List.of(), new kraftaudit.reader.VersionRange(0, 0));
        copies.forEach((id, of) -> observers.put(id,
            state(id, of.size() == 1 ? of.get(0).replica().directoryId() : Optional.empty(), none, ReplicaState.Role.OBSERVER, of, "")));
        for (int broker : unfencedBrokers()) {
            if (voters.stream().noneMatch(v -> v.id() == broker)) {
                observers.computeIfAbsent(broker, id -> new ReplicaState(id, Optional.empty(), List.of(), ReplicaState.Role.OBSERVER, List.of(),
                    OptionalLong.empty(), OptionalLong.empty(), "a registered broker, no copy of it here"));
            }
        }
        return observers.values().stream().map(o -> leader.map(l -> l.id() == o.id()).orElse(false) ? leading(o) : o).toList();
    }

    private static ReplicaState leading(ReplicaState observer) {
        return new ReplicaState(observer.id(), observer.directoryId(), observer.endpoints(), observer.role(), observer.copies(),
            observer.logEndOffset(), observer.lag(), "leads without being an appended voter" + (observer.note().isEmpty() ? "" : "; " + observer.note()));
    }

    /** Ids of the brokers that the records below the end (or, in the past, below the high watermark) leave unfenced. */
    private List<Integer> unfencedBrokers() {
        long limit = logEnd.orElse(highWatermark);
        SortedMap<Integer, Boolean> fenced = new TreeMap<>();
        long from = 0;
        if (branch.line().startOffset() > 0 || branch.line().isEmpty()) {
            Optional<CheckpointFacts> newest = history.replicas().stream().filter(r -> branch.replicas().contains(r.replica().name()))
                .flatMap(r -> r.checkpoints().stream()).filter(c -> c.usable() && c.id().endOffset() <= limit)
                .max((a, b) -> a.id().compareTo(b.id()));
            newest.flatMap(CheckpointFacts::scan).ifPresent(scan -> scan.events().forEach(event -> apply(event, fenced)));
            from = newest.map(c -> c.id().endOffset()).orElse(0L);
        }
        for (LogState.Sourced sourced : branch.state().events()) {
            long offset = sourced.event().at().offset();
            if (offset >= from && offset < limit) {
                apply(sourced.event(), fenced);
            }
        }
        return fenced.entrySet().stream().filter(e -> !e.getValue()).map(java.util.Map.Entry::getKey).toList();
    }

    private static void apply(Event event, SortedMap<Integer, Boolean> fenced) {
        if (event instanceof Event.RegisterBroker r) {
            fenced.put(r.brokerId(), r.fenced());
        } else if (event instanceof Event.BrokerRegistrationChange c && c.fenced() != 0) {
            fenced.replace(c.brokerId(), c.fenced() > 0);
        } else if (event instanceof Event.FenceBroker f) {
            fenced.replace(f.brokerId(), true);
        } else if (event instanceof Event.UnfenceBroker u) {
            fenced.replace(u.brokerId(), false);
        } else if (event instanceof Event.UnregisterBroker u) {
            fenced.remove(u.brokerId());
        }
    }
}
