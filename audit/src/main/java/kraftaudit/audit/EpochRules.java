package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kraftaudit.reader.Event;
import kraftaudit.reader.LeaderEpochs;
import kraftaudit.reader.Place;
import kraftaudit.reader.QuorumState;
import kraftaudit.reader.Region;
import kraftaudit.reader.Run;
import kraftaudit.reader.Scan;
import kraftaudit.replay.EpochSpan;
import kraftaudit.replay.LogState;
import kraftaudit.replay.ReplicaHistory;

/** E: epochs and leaders. What LeaderChange records say is judged in {@link LeaderChangeRules}, how elections went in {@link ElectionRules}. */
final class EpochRules {
    static final List<Rule> ROWS = List.of(
        new Rule("E01", "Leader epochs never decrease along a log", VIOLATION, Set.of(Need.SEGMENT), List.of(),
            (Check.OnCluster) EpochRules::monotonic),
        new Rule("E02", "An epoch has one leader", VIOLATION, Set.of(Need.LOG), List.of("E01"), (Check.OnCluster) EpochRules::oneLeader),
        new Rule("E03", "An epoch begins with its one LeaderChange record", IRREGULAR, Set.of(Need.LOG), List.of("E01", "E02", "O01"),
            (Check.OnCluster) EpochRules::begins),
        new Rule("E04", "No quorum-state is behind its log", IRREGULAR, Set.of(Need.LOG, Need.QUORUM_STATE), List.of("I02"),
            (Check.OnCluster) EpochRules::quorumState),
        new Rule("E05", "Every leader-epoch-checkpoint agrees with its log", IRREGULAR, Set.of(Need.LOG, Need.LEADER_EPOCHS),
            List.of("E01", "I03", "O01", "F03", "F04", "F05", "F06", "F13"), (Check.OnCluster) EpochRules::leaderEpochs),
        new Rule("E06", "A leader is among the voters that its LeaderChange record lists", IRREGULAR, Set.of(Need.LOG), List.of("E08"),
            (Check.OnCluster) LeaderChangeRules::leaderListed),
        new Rule("E07", "A majority of the listed voters granted every leader its epoch", VIOLATION, Set.of(Need.LOG), List.of("E06"),
            (Check.OnCluster) LeaderChangeRules::granted),
        new Rule("E08", "A LeaderChange record lists the voters in force before it", IRREGULAR, Set.of(Need.LOG), List.of(),
            (Check.OnCluster) LeaderChangeRules::votersListed),
        new Rule("E09", "Every epoch that a quorum-state names has left a record", NOTE, Set.of(Need.LOG, Need.QUORUM_STATE), List.of("I02"),
            (Check.OnCluster) ElectionRules::leftRecord),
        new Rule("E10", "Fewer than " + ElectionRules.CHURN + " leaders follow each other within an hour", NOTE, Set.of(Need.LOG), List.of(),
            (Check.OnCluster) ElectionRules::churn),
        new Rule("E11", "A log that NoOpRecords keep going is never silent for a minute", NOTE, Set.of(Need.SEGMENT), List.of("F12"),
            (Check.OnCluster) ElectionRules::silence));

    private EpochRules() {
    }

    private static void monotonic(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            Placed beforeLast = null;
            Placed last = null;
            for (Scan segment : replica.scan().segments()) {
                for (Region region : segment.regions()) {
                    if (region instanceof Run run) {
                        Placed here = new Placed(run, segment);
                        verdict.examined(run.batches());
                        if (last != null && run.epoch() < last.run().epoch()) {
                            goesBack(verdict, replica, beforeLast, last, here);
                        }
                        beforeLast = last;
                        last = here;
                    }
                }
            }
        }
    }

    private record Placed(Run run, Scan segment) {
        Where where(ReplicaHistory replica) {
            return Where.place(replica.replica().name(), new Place(segment.file().name(), run.position(), 0)).atOffset(run.baseOffset()).inEpoch(run.epoch());
        }
    }

    /** Data that begins an epoch by itself between batches of lower epochs is what stands out, not what goes on behind it. */
    private static void goesBack(Verdict verdict, ReplicaHistory replica, Placed beforeLast, Placed last, Placed here) {
        if (beforeLast != null && beforeLast.run().epoch() <= here.run().epoch() && !last.run().firstIsControl()) {
            int from = beforeLast.run().epoch();
            int to = here.run().epoch();
            verdict.broken(last.where(replica), "epoch between its neighbours", Offsets.range(from, to) + ", as before and behind it",
                last.run().epoch() + ", which no LeaderChange record begins; the checksum does not cover it");
        } else {
            verdict.broken(here.where(replica), "epoch goes back", last.run().epoch() + " or above", Integer.toString(here.run().epoch()));
        }
    }

    /** Where an epoch's leader is named. */
    private record Naming(int leader, Where where, String place) {
    }

    private static void oneLeader(ClusterInput input, Verdict verdict) {
        SortedMap<Integer, List<Naming>> byEpoch = new TreeMap<>();
        for (ReplicaHistory replica : input.cluster().replicas()) {
            for (LogState.Sourced sourced : replica.state().events()) {
                if (sourced.event() instanceof Event.LeaderChange change) {
                    byEpoch.computeIfAbsent(change.at().epoch(), e -> new ArrayList<>()).add(new Naming(change.leaderId(),
                        Where.record(replica.replica().name(), change.at()), "offset " + change.at().offset() + " of " + replica.replica().name()));
                }
            }
        }
        for (ReplicaHistory replica : input.cluster().replicas()) {
            replica.scan().quorumState().ifPresent(reading -> reading.value().filter(s -> s.leaderId().isPresent()).ifPresent(state ->
                byEpoch.computeIfAbsent(state.leaderEpoch(), e -> new ArrayList<>()).add(new Naming(state.leaderId().getAsInt(),
                    Where.file(replica.replica().name(), reading.file()).inEpoch(state.leaderEpoch()),
                    "quorum-state of " + replica.replica().name()))));
        }
        byEpoch.forEach((epoch, namings) -> {
            verdict.examined();
            SortedSet<Integer> leaders = namings.stream().map(Naming::leader).collect(Collectors.toCollection(TreeSet::new));
            if (leaders.size() > 1) {
                int first = namings.get(0).leader();
                Naming other = namings.stream().filter(n -> n.leader() != first).findFirst().orElseThrow();
                verdict.broken(other.where(), "epoch " + epoch, "one leader", leaders.stream().map(leader -> "leader " + leader + " ("
                    + namings.stream().filter(n -> n.leader() == leader).findFirst().orElseThrow().place() + ")")
                    .collect(Collectors.joining(" and ")));
            }
        });
    }

    private static void begins(ClusterInput input, Verdict verdict) {
        Set<String> seen = new HashSet<>();
        for (ReplicaHistory replica : input.cluster().replicas()) {
            Map<Integer, List<Event.LeaderChange>> changes = replica.state().events().stream().map(LogState.Sourced::event)
                .filter(Event.LeaderChange.class::isInstance).map(Event.LeaderChange.class::cast)
                .collect(Collectors.groupingBy(change -> change.at().epoch()));
            for (int i = 0; i < replica.epochs().size(); i++) {
                EpochSpan span = replica.epochs().get(i);
                // What copies share is judged once.
                if (seen.add(span.epoch() + " at " + span.startOffset())) {
                    begins(verdict, replica, span, i == 0, changes.getOrDefault(span.epoch(), List.of()));
                }
            }
        }
    }

    private static void begins(Verdict verdict, ReplicaHistory replica, EpochSpan span, boolean first, List<Event.LeaderChange> changes) {
        if (!span.startIsHere()) {
            if (!first) {
                verdict.undecided("how epoch " + span.epoch() + " begins, as " + replica.replica().name() + " lacks what comes before offset "
                    + span.startOffset());
            }
            return;
        }
        verdict.examined();
        Where where = span.leaderChange().map(c -> Where.record(replica.replica().name(), c.at()))
            .orElse(Where.replica(replica.replica().name()).atOffset(span.startOffset()).inEpoch(span.epoch()));
        String subject = "epoch " + span.epoch();
        // Logs of Kafka 3.3 to 3.5 hold their bootstrap records before the first LeaderChange.
        boolean bornBefore = span.startOffset() == 0 && !changes.isEmpty();
        if (changes.isEmpty()) {
            if (replica.line().firstBreak().stream().anyMatch(b -> b < span.endOffset())) {
                verdict.undecided("whether epoch " + span.epoch() + " has a LeaderChange record, as the log is damaged below " + span.endOffset());
            } else {
                verdict.broken(Severity.VIOLATION, where, subject, "a LeaderChange record at " + span.startOffset(), "no LeaderChange record");
            }
        } else if (changes.get(0).at().offset() != span.startOffset() && !bornBefore) {
            verdict.broken(where, subject, "its LeaderChange record at " + span.startOffset(), "it stands at " + changes.get(0).at().offset());
        }
        if (changes.size() > 1) {
            verdict.broken(Where.record(replica.replica().name(), changes.get(1).at()), subject, "one LeaderChange record",
                changes.size() + " of them, at " + changes.stream().map(c -> Long.toString(c.at().offset())).collect(Collectors.joining(", ")));
        }
    }

    private static void quorumState(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            Optional<QuorumState> state = replica.scan().quorumState().flatMap(r -> r.value());
            if (state.isEmpty() || replica.line().lastEpoch().isEmpty()) {
                continue;
            }
            verdict.examined();
            int last = replica.line().lastEpoch().getAsInt();
            if (state.get().leaderEpoch() < last) {
                verdict.broken(Where.file(replica.replica().name(), replica.scan().quorumState().get().file()).inEpoch(state.get().leaderEpoch()),
                    "leaderEpoch", last + " or above, the last epoch of the log", Integer.toString(state.get().leaderEpoch()));
            }
        }
    }

    private static void leaderEpochs(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            Optional<LeaderEpochs> entries = replica.scan().leaderEpochs().flatMap(r -> r.value());
            if (entries.isEmpty() || replica.line().isEmpty()) {
                continue;
            }
            Where where = Where.file(replica.replica().name(), replica.scan().leaderEpochs().get().file());
            Map<Integer, EpochSpan> spans = new HashMap<>();
            replica.epochs().forEach(span -> spans.putIfAbsent(span.epoch(), span));
            LeaderEpochs.Start last = null;
            for (LeaderEpochs.Start start : entries.get().starts()) {
                verdict.examined();
                if (last != null && (start.epoch() <= last.epoch() || start.startOffset() < last.startOffset())) {
                    verdict.broken(where.inEpoch(start.epoch()), "entry " + entry(start), "epochs and offsets that rise",
                        "it comes after " + entry(last));
                } else {
                    agrees(verdict, replica, Optional.ofNullable(spans.get(start.epoch())), where, start, last == null);
                }
                last = start;
            }
        }
    }

    private static void agrees(Verdict verdict, ReplicaHistory replica, Optional<EpochSpan> span, Where where, LeaderEpochs.Start start,
                               boolean first) {
        // A leader notes its epoch before it appends. The first entry is cut to the log start, which may lie inside
        // a segment, and beyond what was copied of the log before.
        boolean notYetWritten = span.isEmpty() && start.startOffset() >= replica.line().endOffset();
        boolean cutOff = span.isEmpty() && start.startOffset() <= replica.line().startOffset();
        if (notYetWritten || cutOff) {
            return;
        }
        if (span.isEmpty()) {
            if (replica.line().epochAt(start.startOffset()).isEmpty()) {
                verdict.undecided("entry " + entry(start) + " of " + replica.replica().name() + ", as its log does not hold that offset soundly");
            } else {
                verdict.broken(where.inEpoch(start.epoch()).atOffset(start.startOffset()), "entry " + entry(start), "batches of that epoch",
                    "the log has epoch " + replica.line().epochAt(start.startOffset()).getAsInt() + " at " + start.startOffset());
            }
        } else if (span.get().startIsHere() && span.get().startOffset() != start.startOffset()
            && !(first && start.startOffset() > span.get().startOffset())) {
            verdict.broken(where.inEpoch(start.epoch()).atOffset(start.startOffset()), "entry " + entry(start),
                "offset " + span.get().startOffset() + ", where the epoch begins in the log", "offset " + start.startOffset());
        }
    }

    private static String entry(LeaderEpochs.Start start) {
        return start.epoch() + " " + start.startOffset();
    }
}
