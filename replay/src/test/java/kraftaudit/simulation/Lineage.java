package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Which epoch wrote each offset of a log, from offset 0 whatever the files still hold. Two logs with the same epoch at an
 * offset are equal up to it, so lineages are all that questions of commitment need.
 */
final class Lineage {
    private final List<Run> runs;
    private long end;

    /** Offsets from {@code start} on are of {@code epoch}, up to the next run. */
    private record Run(int epoch, long start) {
    }

    Lineage() {
        this(List.of(), 0);
    }

    private Lineage(List<Run> runs, long end) {
        this.runs = new ArrayList<>(runs);
        this.end = end;
    }

    Lineage copy() {
        return new Lineage(runs, end);
    }

    /** Exclusive. */
    long end() {
        return end;
    }

    /** 0 for an empty log. */
    int lastEpoch() {
        return runs.isEmpty() ? 0 : runs.get(runs.size() - 1).epoch();
    }

    /** -1 at and above the end. */
    int epochAt(long offset) {
        if (offset < 0 || offset >= end) {
            return -1;
        }
        int index = runs.size() - 1;
        while (runs.get(index).start() > offset) {
            index--;
        }
        return runs.get(index).epoch();
    }

    /** First offset of an epoch, -1 if it has none. */
    long startOf(int epoch) {
        return runs.stream().filter(run -> run.epoch() == epoch).mapToLong(Run::start).findFirst().orElse(-1);
    }

    boolean has(long offset, int epoch) {
        return epochAt(offset) == epoch;
    }

    void append(int epoch, int count) {
        if (epoch != lastEpoch()) {
            runs.add(new Run(epoch, end));
        }
        end += count;
    }

    void truncate(long newEnd) {
        end = Math.min(end, newEnd);
        while (!runs.isEmpty() && runs.get(runs.size() - 1).start() >= end) {
            runs.remove(runs.size() - 1);
        }
    }

    Lineage upTo(long newEnd) {
        Lineage cut = copy();
        cut.truncate(newEnd);
        return cut;
    }

    /** Exclusive end of what both hold. */
    long commonEnd(Lineage other) {
        int same = 0;
        while (same < runs.size() && same < other.runs.size() && runs.get(same).equals(other.runs.get(same))) {
            same++;
        }
        return Math.min(same < runs.size() ? runs.get(same).start() : end,
                same < other.runs.size() ? other.runs.get(same).start() : other.end);
    }

    /** Whether a node with this log may vote for one with {@code candidate}. */
    boolean votesFor(Lineage candidate) {
        return votesFor(candidate.lastEpoch(), candidate.end);
    }

    boolean votesFor(int candidateEpoch, long candidateEnd) {
        return candidateEpoch > lastEpoch() || candidateEpoch == lastEpoch() && candidateEnd >= end;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Lineage that && runs.equals(that.runs) && end == that.end;
    }

    @Override
    public int hashCode() {
        return runs.hashCode() * 31 + Long.hashCode(end);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        runs.forEach(run -> text.append(run.epoch()).append(" from ").append(run.start()).append(", "));
        return text + "end " + end;
    }
}
