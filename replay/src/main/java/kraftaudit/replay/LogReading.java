package kraftaudit.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import kraftaudit.reader.Event;
import kraftaudit.reader.RecordAt;
import kraftaudit.reader.Region;
import kraftaudit.reader.Run;
import kraftaudit.reader.Scan;
import kraftaudit.reader.Zeros;

/** From the scans of one copy's segments to its line, its epochs and the events that lie on the line. */
final class LogReading {
    private LogReading() {
    }

    /**
     * The runs that make one believable log, in order. Offsets and epochs lie outside of a batch's checksum, so a single
     * flipped bit can throw a sound batch far ahead: where a run goes back in offset or epoch, the side with fewer records
     * is taken to be out of place and left out.
     */
    static List<Run> believable(List<Scan> segments) {
        List<Run> kept = new ArrayList<>();
        for (Scan segment : segments) {
            for (Region region : segment.regions()) {
                if (region instanceof Run run) {
                    keep(kept, run);
                }
            }
        }
        return kept;
    }

    private static void keep(List<Run> kept, Run run) {
        int first = kept.size();
        long records = 0;
        while (first > 0 && outOfOrder(kept.get(first - 1), run)) {
            first--;
            records += kept.get(first).records();
        }
        if (first < kept.size() && records >= run.records()) {
            return;
        }
        kept.subList(first, kept.size()).clear();
        kept.add(run);
    }

    private static boolean outOfOrder(Run before, Run after) {
        return after.baseOffset() < before.endOffset() || after.epoch() < before.epoch();
    }

    /** The line of a log. Offsets that two batches claim belong to neither. */
    static LogLine line(List<Scan> segments) {
        List<Run> kept = believable(segments);
        Set<Run> keptRuns = Collections.newSetFromMap(new IdentityHashMap<>());
        keptRuns.addAll(kept);
        List<Stretch> stretches = new ArrayList<>();
        kept.forEach(run -> stretches.add(new Stretch(run.baseOffset(), run.endOffset(), run.epoch())));
        for (Scan segment : segments) {
            for (Region region : segment.regions()) {
                if (region instanceof Run run && !keptRuns.contains(run)) {
                    cutOut(stretches, run);
                }
            }
        }
        return new LogLine(stretches, firstBreak(segments, keptRuns, stretches));
    }

    private static void cutOut(List<Stretch> stretches, Run run) {
        for (int i = 0; i < stretches.size(); i++) {
            Stretch stretch = stretches.get(i);
            if (run.baseOffset() < stretch.endOffset() && stretch.baseOffset() < run.endOffset()) {
                stretches.remove(i--);
                if (stretch.baseOffset() < run.baseOffset()) {
                    stretches.add(++i, new Stretch(stretch.baseOffset(), run.baseOffset(), stretch.epoch()));
                }
                if (run.endOffset() < stretch.endOffset()) {
                    stretches.add(++i, new Stretch(run.endOffset(), stretch.endOffset(), stretch.epoch()));
                }
            }
        }
    }

    private static OptionalLong firstBreak(List<Scan> segments, Set<Run> kept, List<Stretch> stretches) {
        List<Long> breaks = new ArrayList<>();
        for (int i = 1; i < stretches.size(); i++) {
            if (stretches.get(i).baseOffset() != stretches.get(i - 1).endOffset()) {
                breaks.add(stretches.get(i - 1).endOffset());
            }
        }
        long next = 0;
        for (int i = 0; i < segments.size(); i++) {
            for (Region region : segments.get(i).regions()) {
                if (region instanceof Run run && kept.contains(run)) {
                    next = run.endOffset();
                } else if (!(region instanceof Zeros) || i < segments.size() - 1) {
                    breaks.add(next);
                }
            }
        }
        return breaks.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Collections.min(breaks));
    }

    /**
     * Epochs of a log in order.
     *
     * @param checkpoints of the same copy: their names tell the epoch of the record below a log that starts above 0
     */
    static List<EpochSpan> epochs(List<Scan> segments, List<Event> events, List<CheckpointFacts> checkpoints) {
        List<EpochSpan> epochs = new ArrayList<>();
        List<Run> runs = believable(segments);
        Map<Integer, Event.LeaderChange> leaderChanges = new HashMap<>();
        for (Event event : events) {
            if (event instanceof Event.LeaderChange change) {
                leaderChanges.putIfAbsent(change.at().epoch(), change);
            }
        }
        for (int from = 0; from < runs.size();) {
            int to = from + 1;
            while (to < runs.size() && runs.get(to).epoch() == runs.get(from).epoch()) {
                to++;
            }
            Run first = runs.get(from);
            boolean startIsHere = from > 0 ? runs.get(from - 1).endOffset() == first.baseOffset()
                : first.baseOffset() == 0 || checkpoints.stream()
                    .anyMatch(c -> c.id().endOffset() == first.baseOffset() && c.id().epoch() < first.epoch());
            epochs.add(epoch(runs.subList(from, to), startIsHere, leaderChanges));
            from = to;
        }
        return epochs;
    }

    private static EpochSpan epoch(List<Run> runs, boolean startIsHere, Map<Integer, Event.LeaderChange> leaderChanges) {
        Run first = runs.get(0);
        Run last = runs.get(runs.size() - 1);
        Optional<RecordAt> firstData = first.firstData();
        for (int i = 1; i < runs.size() && firstData.isEmpty(); i++) {
            firstData = runs.get(i).firstIsControl() ? runs.get(i).firstData() : Optional.of(runs.get(i).firstBatch());
        }
        return new EpochSpan(first.epoch(), first.baseOffset(), last.endOffset(), startIsHere, first.firstBatchEnd(),
            first.firstIsControl(), Optional.ofNullable(leaderChanges.get(first.epoch())), firstData, first.firstBatch().timestamp(), last.lastTimestamp());
    }

    /** The events of all segments that lie on the line, by offset. */
    static List<Event> events(List<Scan> segments, LogLine line) {
        List<Event> events = new ArrayList<>();
        for (Scan segment : segments) {
            for (Event event : segment.events()) {
                if (line.epochAt(event.at().offset()).orElse(-1) == event.at().epoch()) {
                    events.add(event);
                }
            }
        }
        return events;
    }
}
