package kraftaudit.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The proofs of a branch in the order of what they cover. A log with thousands of elections has as many proofs, and each of
 * its voter changes asks for those that cover it.
 */
final class ProofIndex {
    private static final int KINDS = ProofKind.values().length;

    /** Those shown earliest in the log first. */
    private final List<Proof> ranked;
    /** Of each kind, by the ends of the held records that its proofs cover: the first in rank of those that cover up to there or farther. */
    private final List<TreeMap<Long, Integer>> held = maps();
    /** The same by the proofs' own ends. */
    private final List<TreeMap<Long, Integer>> whole = maps();
    /** By ends: the highest epoch that a proof with this end or a lower one names. */
    private final TreeMap<Long, Integer> highest = new TreeMap<>();
    /** By ends: the lowest epoch that a proof with this end or a higher one names. */
    private final TreeMap<Long, Integer> lowest = new TreeMap<>();

    ProofIndex(LogLine line, List<Proof> proofs) {
        ranked = new ArrayList<>(proofs);
        ranked.sort(Comparator.comparingLong(Proof::shownAt).thenComparingLong(Proof::endOffset));
        for (int rank = 0; rank < ranked.size(); rank++) {
            Proof proof = ranked.get(rank);
            held.get(proof.kind().ordinal()).putIfAbsent(heldEnd(line, proof), rank);
            whole.get(proof.kind().ordinal()).putIfAbsent(proof.endOffset(), rank);
            if (proof.epoch().isPresent()) {
                int epoch = proof.epoch().getAsInt();
                highest.put(proof.endOffset(), Math.max(epoch, highest.getOrDefault(proof.endOffset(), epoch)));
                lowest.put(proof.endOffset(), Math.min(epoch, lowest.getOrDefault(proof.endOffset(), epoch)));
            }
        }
        held.forEach(ProofIndex::lowestFromHere);
        whole.forEach(ProofIndex::lowestFromHere);
        lowestFromHere(lowest);
        int most = Integer.MIN_VALUE;
        for (Map.Entry<Long, Integer> entry : highest.entrySet()) {
            most = Math.max(most, entry.getValue());
            entry.setValue(most);
        }
    }

    private static List<TreeMap<Long, Integer>> maps() {
        List<TreeMap<Long, Integer>> maps = new ArrayList<>();
        for (int kind = 0; kind < KINDS; kind++) {
            maps.add(new TreeMap<>());
        }
        return maps;
    }

    /** Gives every key the lowest value of its own and of the keys above. */
    private static void lowestFromHere(TreeMap<Long, Integer> values) {
        int lowest = Integer.MAX_VALUE;
        for (Map.Entry<Long, Integer> entry : values.descendingMap().entrySet()) {
            lowest = Math.min(lowest, entry.getValue());
            entry.setValue(lowest);
        }
    }

    /** A proof names the epoch of one record: of what is held below it, it covers what lies up to that epoch's last record there. */
    private static long heldEnd(LogLine line, Proof proof) {
        return proof.epoch().isPresent() ? line.endOfEpoch(proof.epoch().getAsInt(), proof.endOffset() - 1) : 0;
    }

    /** Exclusive end of the held records that are proven, 0 if none is. */
    long provenHeldEnd() {
        long end = 0;
        for (TreeMap<Long, Integer> byEnd : held) {
            end = byEnd.isEmpty() ? end : Math.max(end, byEnd.lastKey());
        }
        return end;
    }

    /**
     * The proof of each kind that covers an offset, the one shown earliest in the log, strongest kind first.
     *
     * @param isHeld whether a record of the branch stands at the offset
     */
    List<Proof> covering(long offset, boolean isHeld) {
        List<Proof> covering = new ArrayList<>();
        for (TreeMap<Long, Integer> byEnd : isHeld ? held : whole) {
            Map.Entry<Long, Integer> first = byEnd.higherEntry(offset);
            if (first != null) {
                covering.add(ranked.get(first.getValue()));
            }
        }
        return List.copyOf(covering);
    }

    /** Whether a proof that ends no higher than a record names a higher epoch than its own, or one that ends no lower a lower epoch. */
    boolean excludes(long offset, int epoch) {
        Map.Entry<Long, Integer> below = highest.floorEntry(offset + 1);
        Map.Entry<Long, Integer> above = lowest.ceilingEntry(offset + 1);
        return below != null && below.getValue() > epoch || above != null && above.getValue() < epoch;
    }
}
