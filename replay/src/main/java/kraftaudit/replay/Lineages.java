package kraftaudit.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import kraftaudit.reader.CheckpointId;
import kraftaudit.reader.Event;

/** Sorts the copies of one cluster into lineages and joins what the copies of a lineage hold. */
final class Lineages {
    private Lineages() {
    }

    /** A lineage before its proofs: the joined line, and per stretch the copy that is read for it. */
    record Lineage(LogLine line, List<ReplicaHistory> on, List<LogState.Sourced> events, LogState state) {
        /** Whether a copy's whole log lies on it. */
        boolean has(ReplicaHistory copy) {
            for (ReplicaHistory one : on) {
                if (one == copy) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * @param replicas     of one cluster
     * @param clusterIdKey api key of the profile
     * @return one lineage for every end that no other copy continues; the one of the highest (last epoch, end offset) first
     */
    static List<Lineage> of(List<ReplicaHistory> replicas, int clusterIdKey) {
        List<ReplicaHistory> longestFirst = new ArrayList<>(replicas);
        List<ReplicaHistory> nothing = replicas.stream().filter(r -> r.line().isEmpty() && r.checkpoints().isEmpty())
            .sorted(Comparator.comparing(r -> r.replica().name())).toList();
        longestFirst.removeAll(nothing);
        longestFirst.sort(Comparator.<ReplicaHistory>comparingInt(r -> end(r).epoch())
            .thenComparingLong(r -> end(r).endOffset()).reversed()
            .thenComparing(r -> r.line().startOffset())
            .thenComparing(r -> r.replica().name()));
        List<List<ReplicaHistory>> groups = new ArrayList<>();
        List<LogLine> lines = new ArrayList<>();
        for (ReplicaHistory replica : longestFirst) {
            boolean placed = false;
            for (int i = 0; i < groups.size(); i++) {
                if (liesOn(replica, lines.get(i), groups.get(i))) {
                    groups.get(i).add(replica);
                    lines.set(i, join(lines.get(i), replica.line()));
                    placed = true;
                }
            }
            if (!placed) {
                groups.add(new ArrayList<>(List.of(replica)));
                lines.add(replica.line());
            }
        }
        List<ReplicaHistory> all = new ArrayList<>(longestFirst);
        all.addAll(nothing);
        List<Lineage> lineages = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            lineages.add(lineage(lines.get(i), groups.get(i), all, clusterIdKey));
        }
        return lineages;
    }

    /**
     * Whether a copy's whole log surely lies on a lineage. An epoch has one leader, so two logs that hold records of one
     * epoch agree up to the lower of their last records of it: the lineage has to reach the copy's end in the copy's last
     * epoch. Agreement further down is not enough, damage may hide where the copy turned off.
     */
    private static boolean liesOn(ReplicaHistory copy, LogLine line, List<ReplicaHistory> on) {
        if (copy.line().divergence(line).isPresent() || !ordered(join(copy.line(), line))) {
            return false;
        }
        CheckpointId end = end(copy);
        return line.endOfEpoch(end.epoch(), Long.MAX_VALUE - 1) >= end.endOffset()
            || on.stream().flatMap(r -> r.checkpoints().stream()).map(CheckpointFacts::id)
                .anyMatch(id -> id.epoch() == end.epoch() && id.endOffset() >= end.endOffset());
    }

    /** Where a copy's log ends, and in which epoch; that of its newest checkpoint where it holds no record. */
    private static CheckpointId end(ReplicaHistory copy) {
        return copy.line().isEmpty() ? copy.checkpoints().get(copy.checkpoints().size() - 1).id()
            : new CheckpointId(copy.line().endOffset(), copy.line().lastEpoch().getAsInt());
    }

    private static boolean ordered(LogLine line) {
        int epoch = -1;
        for (Stretch stretch : line.stretches()) {
            if (stretch.epoch() < epoch) {
                return false;
            }
            epoch = stretch.epoch();
        }
        return true;
    }

    /** What two lines without divergence hold together. */
    static LogLine join(LogLine first, LogLine second) {
        List<Stretch> all = new ArrayList<>(first.stretches());
        all.addAll(second.stretches());
        all.sort(Comparator.comparingLong(Stretch::baseOffset));
        List<Stretch> joined = new ArrayList<>();
        long next = 0;
        for (Stretch stretch : all) {
            long from = joined.isEmpty() ? stretch.baseOffset() : Math.max(next, stretch.baseOffset());
            if (from < stretch.endOffset()) {
                joined.add(new Stretch(from, stretch.endOffset(), stretch.epoch()));
                next = stretch.endOffset();
            }
        }
        LogLine line = new LogLine(joined, OptionalLong.empty());
        return line.gaps().isEmpty() ? line : new LogLine(joined, OptionalLong.of(line.gaps().get(0).baseOffset()));
    }

    private static Lineage lineage(LogLine line, List<ReplicaHistory> on, List<ReplicaHistory> all, int clusterIdKey) {
        LogLine covered = new LogLine(List.of(), OptionalLong.empty());
        List<LogState.Sourced> events = new ArrayList<>();
        for (ReplicaHistory source : on) {
            for (LogState.Sourced sourced : source.state().events()) {
                Event event = sourced.event();
                if (covered.epochAt(event.at().offset()).isEmpty()) {
                    events.add(sourced);
                }
            }
            covered = join(covered, source.line());
        }
        events.sort(Comparator.comparingLong(s -> s.event().at().offset()));
        List<CheckpointFacts> checkpoints = on.stream().flatMap(r -> r.checkpoints().stream()).toList();
        return new Lineage(line, List.copyOf(on), events, Fold.fold(line, events, checkpoints, bootstrap(events, all), clusterIdKey));
    }

    /** The zero checkpoint that counted at the beginning: the first leader's, or any copy's that records a kraft.version. */
    private static Optional<CheckpointFacts> bootstrap(List<LogState.Sourced> events, List<ReplicaHistory> all) {
        OptionalInt leader = events.stream().map(LogState.Sourced::event)
            .filter(Event.LeaderChange.class::isInstance).mapToInt(e -> ((Event.LeaderChange) e).leaderId()).findFirst();
        Map<Integer, CheckpointFacts> byRank = new TreeMap<>();
        for (ReplicaHistory replica : all) {
            for (CheckpointFacts facts : replica.bootstraps()) {
                if (facts.kraftVersion().orElse(0) > 0 && facts.usable()) {
                    boolean first = leader.isPresent() && replica.replica().nodeId().equals(leader);
                    byRank.putIfAbsent(first ? 0 : 1, first ? facts : withoutVoters(facts));
                }
            }
        }
        return byRank.values().stream().findFirst();
    }

    /** Another node's zero checkpoint shows that the quorum was dynamic from the start, not whose set began it. */
    private static CheckpointFacts withoutVoters(CheckpointFacts facts) {
        return new CheckpointFacts(facts.replica(), facts.id(), facts.file(), facts.scan(), facts.usable(), facts.whyNot(),
            facts.timestamp(), facts.kraftVersion(), Optional.empty(), facts.features(), facts.clusterIds());
    }
}
