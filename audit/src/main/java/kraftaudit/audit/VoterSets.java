package kraftaudit.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import kraftaudit.reader.Event;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Cause;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.LogState;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Status;
import kraftaudit.replay.Step;
import kraftaudit.replay.VoterSet;

/** Where voters and kraft.version are written: sets, and the control batches that hold their records. */
final class VoterSets {
    private VoterSets() {
    }

    /**
     * A recorded set.
     *
     * @param record the record or checkpoint that gives the set in a lineage; empty for a set that only a checkpoint has
     * @param ofLog  whether a checkpoint that ends above 0 or a record of the log has it, so that it can have been committed
     * @param writer the leader that wrote the record; empty where nothing names it, and for checkpoints
     */
    record Recorded(Where where, VoterSet set, Optional<Cause> record, boolean ofLog, OptionalInt writer) {
        /** Whether it was committed, as far as that is proven; what a checkpoint holds was. */
        boolean committed(ClusterInput input) {
            return ofLog && record.filter(cause -> cause.kind() == Cause.Kind.RECORD)
                .map(cause -> input.cluster().status(cause.offset(), cause.epoch()) == Status.PROVEN).orElse(true);
        }
    }

    /** Every set of the log, then those of checkpoints that the log does not have. */
    static List<Recorded> recorded(ClusterInput input) {
        List<Recorded> sets = new ArrayList<>();
        Set<VoterSet> seen = new LinkedHashSet<>();
        for (ClusterInput.Own own : input.lineages()) {
            Map<Integer, Integer> leaders = leaders(input, own);
            for (Step<VoterSet> step : own.branch().state().voters().steps()) {
                if (step.value().isPresent() && own.has(step.offset())) {
                    Cause record = step.record();
                    Integer writer = record.kind() == Cause.Kind.RECORD ? leaders.get(record.epoch()) : null;
                    sets.add(new Recorded(Where.cause(record), step.value().get(), Optional.of(record), record.kind() != Cause.Kind.ZERO_CHECKPOINT,
                        writer == null ? OptionalInt.empty() : OptionalInt.of(writer)));
                    seen.add(step.value().get());
                }
            }
        }
        for (CheckpointFacts checkpoint : checkpoints(input)) {
            if (checkpoint.voters().isPresent() && seen.add(checkpoint.voters().get())) {
                sets.add(new Recorded(votersRecord(checkpoint), checkpoint.voters().get(), Optional.empty(), checkpoint.id().endOffset() > 0, OptionalInt.empty()));
            }
        }
        return sets;
    }

    /** The leader of each epoch, by the LeaderChange records of a lineage or by any copy's quorum-state. */
    private static Map<Integer, Integer> leaders(ClusterInput input, ClusterInput.Own own) {
        Map<Integer, Integer> leaders = new HashMap<>();
        own.branch().state().events().forEach(s -> {
            if (s.event() instanceof Event.LeaderChange change) {
                leaders.putIfAbsent(change.at().epoch(), change.leaderId());
            }
        });
        input.cluster().replicas().forEach(replica -> Leader.named(replica).ifPresent(leader -> leaders.putIfAbsent(leader.epoch(), leader.id())));
        return leaders;
    }

    /** All checkpoints and bootstrap files, copy by copy. */
    static List<CheckpointFacts> checkpoints(ClusterInput input) {
        List<CheckpointFacts> all = new ArrayList<>();
        for (ReplicaHistory replica : input.cluster().replicas()) {
            all.addAll(replica.checkpoints());
            all.addAll(replica.bootstraps());
        }
        return all;
    }

    /** The voters record of a checkpoint, or the file where it has none. */
    static Where votersRecord(CheckpointFacts checkpoint) {
        return record(checkpoint, Event.Voters.class);
    }

    /** The first record of a type in a checkpoint, or the file where it has none. */
    static Where record(CheckpointFacts checkpoint, Class<? extends Event> type) {
        return checkpoint.scan().stream().flatMap(scan -> scan.events().stream()).filter(type::isInstance).map(Event::at)
            .findFirst().map(at -> Where.inCheckpoint(checkpoint.replica(), at)).orElse(Where.file(checkpoint.replica(), checkpoint.file()));
    }

    /**
     * A batch of control records about leaders, voters and kraft.version.
     *
     * @param lastOffset   of the last of its records
     * @param leaderChange present in the first batch of an epoch
     */
    record ControlBatch(long baseOffset, long lastOffset, Optional<Event.LeaderChange> leaderChange, List<LogState.Sourced> voters,
                        List<LogState.Sourced> levels) {
        /** A voters record of the batch, or else its kraft.version. */
        LogState.Sourced first() {
            return voters.isEmpty() ? levels.get(0) : voters.get(0);
        }
    }

    /** The batches of a lineage's own that hold a voters record or a kraft.version. */
    static List<ControlBatch> batches(ClusterInput.Own own) {
        List<ControlBatch> batches = new ArrayList<>();
        List<LogState.Sourced> open = new ArrayList<>();
        for (LogState.Sourced sourced : own.events()) {
            Event event = sourced.event();
            if (event instanceof Event.LeaderChange || event instanceof Event.Voters || event instanceof Event.KRaftVersion) {
                if (!open.isEmpty() && open.get(0).event().at().baseOffset() != event.at().baseOffset()) {
                    close(batches, open);
                }
                open.add(sourced);
            }
        }
        close(batches, open);
        return batches;
    }

    private static void close(List<ControlBatch> batches, List<LogState.Sourced> open) {
        List<LogState.Sourced> voters = open.stream().filter(s -> s.event() instanceof Event.Voters).toList();
        List<LogState.Sourced> levels = open.stream().filter(s -> s.event() instanceof Event.KRaftVersion).toList();
        if (!voters.isEmpty() || !levels.isEmpty()) {
            batches.add(new ControlBatch(open.get(0).event().at().baseOffset(), open.get(open.size() - 1).event().at().offset(),
                open.stream().map(LogState.Sourced::event).filter(Event.LeaderChange.class::isInstance).map(Event.LeaderChange.class::cast).findFirst(),
                voters, levels));
        }
        open.clear();
    }

    /** Such as {@code 1 (pXTJOvkHSvGBJiqsG5prEQ), 2 (QR5VYWceZ7S0co7XrH3jWA)}. */
    static String shown(List<Voter> voters) {
        return voters.stream().map(v -> v.id() + (v.directoryId().isZero() ? "" : " (" + v.directoryId() + ")")).collect(Collectors.joining(", "));
    }

    /** Such as {@code {1, 2, 3}}. */
    static String ids(VoterSet set) {
        return set.ids().stream().map(String::valueOf).collect(Collectors.joining(", ", "{", "}"));
    }
}
