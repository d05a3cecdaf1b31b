package kraftaudit.audit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kraftaudit.reader.Event;
import kraftaudit.reader.Region;
import kraftaudit.reader.Run;
import kraftaudit.reader.Scan;
import kraftaudit.replay.LogState;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Stretch;

/** E09 to E11: how elections went, by numbers. */
final class ElectionRules {
    /** Leaders within an hour that are remarkable: a rolling restart of five controllers makes five at most. */
    static final int CHURN = 6;
    private static final long HOUR_MS = 3_600_000;
    /** Elections without a leader that are remarkable: random timeouts mostly settle one within three attempts. */
    private static final int FAR_AHEAD = 10;
    /** A controller writes a NoOpRecord every half second unless told otherwise, and elects a leader within seconds. */
    private static final long SILENCE_MS = 60_000;
    private static final int NO_OP = 20;

    private ElectionRules() {
    }

    // ---- E09 ----

    static void leftRecord(ClusterInput input, Verdict verdict) {
        SortedSet<Integer> recorded = new TreeSet<>();
        input.cluster().replicas().forEach(replica -> {
            replica.line().stretches().forEach(stretch -> recorded.add(stretch.epoch()));
            replica.checkpoints().forEach(checkpoint -> recorded.add(checkpoint.id().epoch()));
        });
        SortedMap<Integer, List<ReplicaHistory>> named = new TreeMap<>();
        input.cluster().replicas().forEach(replica -> replica.scan().quorumState().flatMap(file -> file.value())
            .ifPresent(state -> named.computeIfAbsent(state.leaderEpoch(), e -> new ArrayList<>()).add(replica)));
        named.forEach((epoch, by) -> {
            verdict.examined(by.size());
            if (epoch - (long) recorded.last() > FAR_AHEAD) {
                verdict.broken(where(by, epoch), "epoch " + epoch, "a LeaderChange record within " + FAR_AHEAD + " epochs",
                    "the highest epoch with a record is " + recorded.last() + ": " + (epoch - recorded.last()) + " elections left none"
                        + namedBy(by));
            } else if (epoch > recorded.first() && epoch < recorded.last() && !recorded.contains(epoch)) {
                neverWritten(input, verdict, recorded, epoch, by);
            }
        });
    }

    private static void neverWritten(ClusterInput input, Verdict verdict, SortedSet<Integer> recorded, int epoch, List<ReplicaHistory> by) {
        int before = recorded.headSet(epoch).last();
        int after = recorded.tailSet(epoch).first();
        boolean gapless = input.cluster().branches().stream().map(b -> b.line().stretches()).anyMatch(s -> neighbours(s, before, after));
        if (gapless) {
            verdict.broken(where(by, epoch), "epoch " + epoch, "", "it never wrote a record that a copy here holds; epoch " + after
                + " follows epoch " + before + namedBy(by));
        } else {
            verdict.undecided("whether epoch " + epoch + " left a record, as no copy holds all of the log between epochs " + before
                + " and " + after);
        }
    }

    private static boolean neighbours(List<Stretch> stretches, int before, int after) {
        for (int i = 1; i < stretches.size(); i++) {
            if (stretches.get(i - 1).epoch() == before && stretches.get(i).epoch() == after
                && stretches.get(i - 1).endOffset() == stretches.get(i).baseOffset()) {
                return true;
            }
        }
        return false;
    }

    private static Where where(List<ReplicaHistory> by, int epoch) {
        return Where.file(by.get(0).replica().name(), by.get(0).scan().quorumState().orElseThrow().file()).inEpoch(epoch);
    }

    private static String namedBy(List<ReplicaHistory> by) {
        Set<Integer> leaders = by.stream().flatMap(r -> Leader.named(r).stream()).map(Leader::id).collect(Collectors.toCollection(TreeSet::new));
        return "; quorum-state of " + by.stream().map(r -> r.replica().name()).collect(Collectors.joining(", ")) + (leaders.isEmpty()
            ? " knows no leader of it" : " knows leader " + leaders.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " of it");
    }

    // ---- E10 ----

    static void churn(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            List<LogState.Sourced> changes = own.branch().state().events().stream()
                .filter(s -> s.event() instanceof Event.LeaderChange && s.event().at().timestamp() > 0).toList();
            verdict.examined(changes.stream().filter(s -> own.has(s.event().at().offset())).count());
            int from = 0;
            int busiestFrom = 0;
            int busiestTo = -1;
            for (int to = 0; to < changes.size(); to++) {
                while (apart(changes.get(from), changes.get(to)) > HOUR_MS || apart(changes.get(from), changes.get(to)) < 0) {
                    from++;
                }
                if (to - from > busiestTo - busiestFrom && own.has(changes.get(to).event().at().offset())) {
                    busiestFrom = from;
                    busiestTo = to;
                }
            }
            if (busiestTo - busiestFrom + 1 >= CHURN) {
                churn(verdict, changes.subList(busiestFrom, busiestTo + 1));
            }
        }
    }

    private static long apart(LogState.Sourced first, LogState.Sourced second) {
        return second.event().at().timestamp() - first.event().at().timestamp();
    }

    private static void churn(Verdict verdict, List<LogState.Sourced> changes) {
        LogState.Sourced first = changes.get(0);
        LogState.Sourced last = changes.get(changes.size() - 1);
        long longest = 0;
        for (int i = 1; i < changes.size(); i++) {
            longest = Math.max(longest, apart(changes.get(i - 1), changes.get(i)));
        }
        long epochs = (long) last.event().at().epoch() - first.event().at().epoch() + 1;
        long without = epochs - changes.size();
        verdict.broken(Where.event(last), "epochs " + first.event().at().epoch() + " to " + last.event().at().epoch(),
            "fewer than " + CHURN + " leaders within an hour", changes.size() + " leaders within " + apart(first, last) / 1000
                + " s, from offset " + first.event().at().offset() + " to " + last.event().at().offset() + ", none of the first "
                + (changes.size() - 1) + " for longer than " + longest / 1000 + " s"
                + (without > 0 ? "; " + without + (without == 1 ? " epoch" : " epochs") + " between them left no record" : ""));
    }

    // ---- E11 ----

    /** A step forward in time, before the batch at an offset. */
    private record Silence(long ms, long offset, int epoch, String replica) {
    }

    static void silence(ClusterInput input, Verdict verdict) {
        List<ReplicaHistory> replicas = input.cluster().replicas();
        if (replicas.stream().flatMap(r -> r.scan().segments().stream()).noneMatch(s -> s.recordCounts().getOrDefault(NO_OP, 0L) > 0)) {
            verdict.notApplicable("no log holds NoOpRecords");
            return;
        }
        List<Silence> silences = new ArrayList<>();
        Set<Map.Entry<Long, Integer>> seen = new HashSet<>();
        for (ReplicaHistory replica : replicas) {
            Run last = null;
            for (Scan segment : replica.scan().segments()) {
                for (Region region : segment.regions()) {
                    if (region instanceof Run run) {
                        verdict.examined(run.batches());
                        if (last != null && last.endOffset() == run.baseOffset()) {
                            silences.add(new Silence(run.stepAfter(last), run.baseOffset(), run.epoch(), replica.replica().name()));
                        }
                        silences.add(new Silence(run.silenceMs(), run.silenceOffset(), run.epoch(), replica.replica().name()));
                    }
                    last = region instanceof Run run ? run : null;
                }
            }
        }
        silences.removeIf(s -> s.ms() < SILENCE_MS || !seen.add(Map.entry(s.offset(), s.epoch())));
        if (!silences.isEmpty()) {
            Silence longest = silences.stream().reduce((a, b) -> b.ms() > a.ms() ? b : a).orElseThrow();
            verdict.broken(Where.replica(longest.replica()).atOffset(longest.offset()).inEpoch(longest.epoch()), "silence before offset "
                + longest.offset(), "a record at least every minute", longest.ms() / 1000 + " s without a record"
                    + (silences.size() == 1 ? "" : ", the longest of " + silences.size() + " silences of a minute or more"));
        }
    }
}
