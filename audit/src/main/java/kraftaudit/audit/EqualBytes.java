package kraftaudit.audit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import kraftaudit.reader.BatchWalk;
import kraftaudit.reader.Fingerprints;
import kraftaudit.reader.Scan;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Stretch;

/**
 * R05. The sums of {@link Fingerprints} compare all windows that lie wholly in both copies; what is left at the edges of what
 * both hold, and the window in which they differ, is compared batch by batch, from the headers.
 */
final class EqualBytes {
    private EqualBytes() {
    }

    static void check(ClusterInput input, Verdict verdict) {
        List<ReplicaHistory> copies = input.cluster().replicas();
        int[] kinds = kinds(copies);
        Map<Long, Relation> known = new HashMap<>();
        for (int i = 0; i < copies.size(); i++) {
            for (int j = i + 1; j < copies.size(); j++) {
                long pair = (long) kinds[i] << 32 | kinds[j];
                if (kinds[i] == kinds[j] && !copies.get(i).line().isEmpty() || known.get(pair) == Relation.EQUAL) {
                    verdict.examined();
                } else if (known.get(pair) != Relation.APART) {
                    known.put(pair, new Pair(copies.get(i), copies.get(j), verdict).compare());
                }
            }
        }
        verdict.otherwise("no two copies hold an offset in one epoch");
    }

    /** What two copies are to each other: DIFFERENT ones, and such as could not be read again, are compared each for itself. */
    private enum Relation { APART, EQUAL, DIFFERENT }

    /**
     * For each copy the first one whose segments have the same sums over the same offsets and that has the same line: they hold
     * the same batches, at the edges too, so that what is true of one of them beside a third copy is true of the other.
     */
    private static int[] kinds(List<ReplicaHistory> copies) {
        List<List<Fingerprints>> sums = copies.stream().map(EqualBytes::fingerprints).toList();
        int[] kinds = new int[copies.size()];
        List<Integer> firsts = new ArrayList<>();
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = i;
            for (int first : firsts) {
                if (sums.get(first).equals(sums.get(i)) && copies.get(first).line().equals(copies.get(i).line())) {
                    kinds[i] = first;
                    break;
                }
            }
            if (kinds[i] == i) {
                firsts.add(i);
            }
        }
        return kinds;
    }

    private static final class Pair {
        private final ReplicaHistory one;
        private final ReplicaHistory other;
        private final Verdict verdict;

        Pair(ReplicaHistory one, ReplicaHistory other, Verdict verdict) {
            this.one = one;
            this.other = other;
            this.verdict = verdict;
        }

        Relation compare() {
            List<Stretch> shared = shared();
            if (shared.isEmpty()) {
                return Relation.APART;
            }
            verdict.examined();
            Optional<Fingerprints.Window> window = Fingerprints.firstDifference(fingerprints(one), fingerprints(other));
            try {
                for (Stretch range : toWalk(shared, window)) {
                    Optional<BatchWalk.Batch> different = firstDifference(range);
                    if (different.isPresent()) {
                        tell(different.get());
                        return Relation.DIFFERENT;
                    }
                }
                return Relation.EQUAL;
            } catch (IOException unreadable) {
                verdict.undecided("whether " + one.replica().name() + " and " + other.replica().name() + " hold equal bytes, as a segment could not be read again");
                return Relation.DIFFERENT;
            }
        }

        private void tell(BatchWalk.Batch batch) {
            verdict.broken(Where.place(other.replica().name(), batch.place()).atOffset(batch.baseOffset()).inEpoch(batch.epoch()),
                "offset " + batch.baseOffset() + ", epoch " + batch.epoch(), "the batch of " + one.replica().name(),
                "another batch on " + other.replica().name() + ", and both checksums are sound: one epoch has one leader, who writes an offset once");
        }

        /** Neighbouring stretches of one epoch that both hold. */
        private List<Stretch> shared() {
            List<Stretch> shared = new ArrayList<>();
            List<Stretch> mine = one.line().stretches();
            List<Stretch> theirs = other.line().stretches();
            int i = 0;
            int j = 0;
            while (i < mine.size() && j < theirs.size()) {
                long from = Math.max(mine.get(i).baseOffset(), theirs.get(j).baseOffset());
                long to = Math.min(mine.get(i).endOffset(), theirs.get(j).endOffset());
                if (from < to && mine.get(i).epoch() == theirs.get(j).epoch()) {
                    int last = shared.size() - 1;
                    if (last >= 0 && shared.get(last).endOffset() == from) {
                        shared.set(last, new Stretch(shared.get(last).baseOffset(), to, -1));
                    } else {
                        shared.add(new Stretch(from, to, -1));
                    }
                }
                if (mine.get(i).endOffset() <= theirs.get(j).endOffset()) {
                    i++;
                } else {
                    j++;
                }
            }
            return shared;
        }

        /** What the sums leave out of the shared ranges, and the window in which they differ, in the order of offsets. */
        private List<Stretch> toWalk(List<Stretch> shared, Optional<Fingerprints.Window> window) {
            long size = List.of(one, other).stream().flatMap(r -> fingerprints(r).stream()).flatMap(f -> f.windows().stream())
                .mapToLong(w -> w.endOffset() - w.offset()).max().orElse(1);
            List<Stretch> ranges = new ArrayList<>();
            for (Stretch range : shared) {
                long first = (range.baseOffset() + size - 1) / size * size;
                long last = range.endOffset() / size * size;
                if (first >= last) {
                    ranges.add(range);
                } else {
                    ranges.add(new Stretch(range.baseOffset(), first, -1));
                    window.filter(w -> w.offset() >= range.baseOffset() && w.endOffset() <= range.endOffset())
                        .ifPresent(w -> ranges.add(new Stretch(w.offset(), w.endOffset(), -1)));
                    ranges.add(new Stretch(last, range.endOffset(), -1));
                }
            }
            return ranges.stream().filter(r -> r.baseOffset() < r.endOffset()).toList();
        }

        private Optional<BatchWalk.Batch> firstDifference(Stretch range) throws IOException {
            Map<Long, BatchWalk.Batch> mine = new HashMap<>();
            walk(one, range, batch -> {
                mine.put(batch.baseOffset(), batch);
                return true;
            });
            List<BatchWalk.Batch> found = new ArrayList<>();
            walk(other, range, batch -> {
                BatchWalk.Batch there = mine.get(batch.baseOffset());
                // One that reaches into the range from outside has its base offset on one side alone where the other log begins here.
                boolean both = batch.baseOffset() >= range.baseOffset() && one.line().epochAt(batch.baseOffset()).equals(OptionalInt.of(batch.epoch()));
                if (found.isEmpty() && both && (there == null || !there.sameContent(batch))) {
                    found.add(batch);
                }
                return found.isEmpty();
            });
            return found.stream().findFirst();
        }

        private static void walk(ReplicaHistory copy, Stretch range, BatchWalk.Visitor visitor) throws IOException {
            for (Scan segment : copy.scan().segments()) {
                BatchWalk.walk(segment, range.baseOffset(), range.endOffset(), visitor);
            }
        }
    }

    private static List<Fingerprints> fingerprints(ReplicaHistory copy) {
        return copy.scan().segments().stream().map(Scan::fingerprints).toList();
    }
}
