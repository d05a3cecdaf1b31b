package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a campaign counts. */
final class Figures {
    private final Map<String, Long> counts = new TreeMap<>();
    private final Map<Copies.Kind, long[]> coverage = new EnumMap<>(Copies.Kind.class);
    private final Map<String, Long> events = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();
    private long firstFaultySeed = -1;

    void note(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    /** Something in the histories themselves. */
    void happened(String what, long count) {
        events.merge(what, count, Long::sum);
    }

    long happened(String what) {
        return events.getOrDefault(what, 0L);
    }

    /**
     * @param committed what was committed when the last file was copied, counted in offsets
     * @param reachable of those, up to the last that any sound rule reaches
     * @param proven    of those, what the product proves
     */
    void coverage(Copies.Kind kind, long committed, long reachable, long proven) {
        long[] sums = coverage.computeIfAbsent(kind, k -> new long[5]);
        sums[0]++;
        sums[1] += committed;
        sums[2] += reachable;
        sums[3] += Math.min(proven, reachable);
        sums[4] += proven;
    }

    void fault(long seed, String what) {
        if (faults.isEmpty()) {
            firstFaultySeed = seed;
        }
        faults.add(what);
    }

    List<String> faults() {
        return faults;
    }

    long firstFaultySeed() {
        return firstFaultySeed;
    }

    long count(String what) {
        return counts.getOrDefault(what, 0L);
    }

    /** Share of the reachable records that the product proved, in percent. */
    double reached(Copies.Kind kind) {
        long[] sums = coverage.getOrDefault(kind, new long[5]);
        return sums[2] == 0 ? 100 : 100.0 * sums[3] / sums[2];
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%-14s %9s %11s %11s %11s %12s %12s%n", "copies", "captures", "committed", "reachable",
                "proven", "of reachable", "of committed"));
        coverage.forEach((kind, sums) -> text.append(String.format(Locale.ROOT, "%-14s %9d %11d %11d %11d %11.2f%% %11.2f%%%n", kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                sums[0], sums[1], sums[2], sums[4], reached(kind), sums[1] == 0 ? 100 : 100.0 * sums[4] / sums[1])));
        text.append("in the histories\n");
        events.forEach((what, count) -> text.append(String.format(Locale.ROOT, "%10d %s%n", count, what)));
        text.append("in the answers\n");
        counts.forEach((what, count) -> text.append(String.format(Locale.ROOT, "%10d %s%n", count, what)));
        text.append(String.format(Locale.ROOT, "%10d false claims%n", faults.size()));
        faults.stream().limit(20).forEach(fault -> text.append("  ").append(fault).append('\n'));
        return text.toString();
    }
}
