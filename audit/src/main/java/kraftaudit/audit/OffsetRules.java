package kraftaudit.audit;

import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import kraftaudit.reader.Damage;
import kraftaudit.reader.Place;
import kraftaudit.reader.Region;
import kraftaudit.reader.Run;
import kraftaudit.reader.Scan;
import kraftaudit.replay.ReplicaHistory;

/** O: offsets and the time along them. */
final class OffsetRules {
    static final List<Rule> ROWS = List.of(
        new Rule("O01", "Offsets follow each other inside and across segments", VIOLATION, Set.of(Need.SEGMENT),
            List.of("F03", "F04", "F05", "F06", "F13"), (Check.OnCluster) OffsetRules::contiguous),
        new Rule("O02", "Timestamps never step back by more than a second while one leader writes", NOTE, Set.of(Need.SEGMENT),
            List.of("F12", "E01"), (Check.OnCluster) OffsetRules::timeGoesOn));

    /** A clock that is kept in time by small corrections never steps so far. */
    private static final long SKEW_MS = 1000;

    private OffsetRules() {
    }

    private static void contiguous(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            OptionalLong next = OptionalLong.empty();
            OptionalLong lastSound = OptionalLong.empty();
            boolean behindDamage = false;
            for (Scan segment : replica.scan().segments()) {
                for (Region region : segment.regions()) {
                    if (region instanceof Run run) {
                        verdict.examined(run.batches());
                        Where where = Where.place(replica.replica().name(), new Place(segment.file().name(), run.position(), 0))
                            .atOffset(run.baseOffset()).inEpoch(run.epoch()).foundByPlace();
                        if (next.isPresent()) {
                            follows(verdict, where, next.getAsLong(), run.baseOffset());
                        } else if (lastSound.isPresent() && run.baseOffset() < lastSound.getAsLong()) {
                            overlap(verdict, where, lastSound.getAsLong(), run.baseOffset());
                        } else if (behindDamage && lastSound.isPresent()) {
                            verdict.undecided("how offsets " + lastSound.getAsLong() + " to " + run.baseOffset()
                                + " follow each other in " + segment.file().name() + ", as damage lies between them");
                        }
                        next = OptionalLong.of(run.endOffset());
                        lastSound = next;
                        behindDamage = false;
                    } else if (region instanceof Damage damage) {
                        behindDamage = true;
                        next = damage.endOffset();
                    }
                }
            }
        }
    }

    private static void follows(Verdict verdict, Where where, long next, long base) {
        if (base > next) {
            String missing = base - next == 1 ? next + " is missing" : next + " to " + (base - 1) + " are missing";
            verdict.broken(where, "offset gap", Long.toString(next), base + ": " + missing);
        } else if (base < next) {
            overlap(verdict, where, next, base);
        }
    }

    private static void overlap(Verdict verdict, Where where, long next, long base) {
        verdict.broken(where, "offset overlap", Long.toString(next), base + ", which the log already holds");
    }

    /** A step back in time, at the batch of an offset. */
    private record StepBack(long ms, long offset, int epoch, String replica) {
    }

    private static void timeGoesOn(ClusterInput input, Verdict verdict) {
        List<StepBack> steps = new ArrayList<>();
        for (ReplicaHistory replica : input.cluster().replicas()) {
            Run last = null;
            for (Scan segment : replica.scan().segments()) {
                for (Region region : segment.regions()) {
                    if (region instanceof Run run) {
                        verdict.examined(run.batches());
                        steps.add(new StepBack(run.backMs(), run.backOffset(), run.epoch(), replica.replica().name()));
                        if (last != null && last.epoch() == run.epoch() && last.endOffset() == run.baseOffset()) {
                            steps.add(new StepBack(-run.stepAfter(last), run.baseOffset(), run.epoch(), replica.replica().name()));
                        }
                    }
                    last = region instanceof Run run ? run : null;
                }
            }
        }
        // What copies share is judged once, and of an epoch the farthest step alone.
        SortedMap<Integer, StepBack> farthest = new TreeMap<>();
        steps.stream().filter(s -> s.ms() > SKEW_MS).forEach(s -> farthest.merge(s.epoch(), s, (a, b) -> b.ms() > a.ms() ? b : a));
        farthest.values().forEach(step -> verdict.broken(Where.replica(step.replica()).atOffset(step.offset()).inEpoch(step.epoch()),
            "time of the batch at " + step.offset(), "at most " + SKEW_MS + " ms below that of the batch before it, by the same leader",
            step.ms() + " ms below, the farthest step back of epoch " + step.epoch()));
    }
}
