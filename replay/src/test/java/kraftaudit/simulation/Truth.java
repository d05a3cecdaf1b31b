package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What really happened: which records some leader's high watermark has passed, and which logs leaders were elected with. It
 * also checks the simulated protocol itself.
 */
final class Truth {
    /** The committed log: all that was exposed and then reached the disks of a quorum. */
    private Lineage committed = new Lineage();
    private final Map<Long, Map<Integer, Integer>> exposedAt = new HashMap<>();
    private final Map<Integer, Integer> leaders = new HashMap<>();
    private final List<Elected> elections = new ArrayList<>();
    private final TreeMap<Long, Voters> voters = new TreeMap<>();
    private final List<long[]> committedEnds = new ArrayList<>();
    private final Map<List<Long>, TreeSet<Integer>> givers = new HashMap<>();
    private final TreeSet<Integer> levelWriters = new TreeSet<>();
    private boolean apart;
    private final TreeMap<Integer, Addable> addable = new TreeMap<>();
    private final TreeMap<Integer, Addable> addableNext = new TreeMap<>();
    private final TreeSet<Integer> voted = new TreeSet<>();
    private String broken = "";

    /**
     * The last record of an epoch in whose place its leader could have added a voter.
     *
     * @param log   up to and with it
     * @param set   that it would have been added to
     */
    record Addable(Lineage log, Voters set) {
    }

    /** A leader at its election, with the log it had then. */
    record Elected(int step, int epoch, int leader, Lineage log) {
    }

    Lineage committed() {
        return committed;
    }

    /** Exclusive end of the committed log when a step was over. */
    long committedEnd(int step) {
        return committedEnds.stream().filter(end -> end[0] <= step).mapToLong(end -> end[1]).reduce((a, b) -> b).orElse(0);
    }

    /** The committed voters at a high watermark: the last committed voters record below it; the zero checkpoint's before any. */
    Optional<Voters> votersBelow(long highWatermark) {
        return Optional.ofNullable(voters.lowerEntry(highWatermark)).map(Map.Entry::getValue);
    }

    List<Elected> elections() {
        return elections;
    }

    /** What the protocol itself did wrong; empty as long as it is safe. */
    String broken() {
        return broken;
    }

    void elected(int step, Node leader) {
        Integer other = leaders.putIfAbsent(leader.epoch, leader.id);
        if (other != null) {
            breaks(step + ": leaders " + other + " and " + leader.id + " in epoch " + leader.epoch);
        }
        elections.add(new Elected(step, leader.epoch, leader.id, leader.log.lineage().copy()));
        if (leader.log.lineage().commonEnd(committed) < committed.end()) {
            breaks(step + ": leader " + leader.id + " of epoch " + leader.epoch + " has " + leader.log.lineage() + " without all of committed "
                    + committed);
        }
    }

    /** A leader's high watermark reaches {@code highWatermark}. */
    void exposed(int step, Node leader, long highWatermark) {
        Lineage log = leader.log.lineage();
        if (log.commonEnd(committed) < Math.min(committed.end(), highWatermark)) {
            breaks(step + ": leader " + leader.id + " exposes " + highWatermark + " of " + log + " against committed " + committed);
        }
        for (long offset = Math.min(committed.end(), highWatermark); offset < highWatermark; offset++) {
            exposedAt.computeIfAbsent(offset, o -> new HashMap<>()).putIfAbsent(log.epochAt(offset), step);
        }
        if (highWatermark > committed.end()) {
            voters.putAll(leader.log.voters().subMap(committed.end(), highWatermark));
            committedEnds.add(new long[] {step, highWatermark});
            committed = log.upTo(highWatermark);
        }
    }

    /** A single voter loses a tail that it had exposed before it reached its disk. */
    void unsyncedTailLost(int step, long end) {
        committed.truncate(end);
        voters.tailMap(end).clear();
        committedEnds.add(new long[] {step, end});
    }

    /** A leader has appended to its log; nothing would have kept it from adding a voter instead. */
    void couldAdd(Node leader, Voters set) {
        addable.put(leader.epoch, new Addable(leader.log.lineage().copy(), set));
    }

    /** A leader could append one more record, the addition of a voter, and nobody but that one fetch it. */
    void couldAddNext(Node leader, Voters set) {
        Lineage log = leader.log.lineage().copy();
        log.append(leader.epoch, 1);
        addableNext.put(leader.epoch, new Addable(log, set));
    }

    /** A node votes, or stands for election: with one more record in its log it might have done otherwise. */
    void votes(Node node) {
        if (Integer.valueOf(node.id).equals(leaders.get(node.log.lineage().lastEpoch()))) {
            voted.add(node.log.lineage().lastEpoch());
        }
    }

    /** What leaders could have appended last and lost again while all else went as it went, since their votes made no difference. */
    List<Addable> addableNext(List<Permanence.Replica> now) {
        return addableNext.entrySet().stream().filter(e -> !voted.contains(e.getKey())).map(Map.Entry::getValue)
                .filter(next -> now.stream().anyMatch(r -> r.id() == leaders.get(next.log().lastEpoch())
                        && (r.log().lineage().lastEpoch() != next.log().lastEpoch() || r.log().end() < next.log().end() - 1))).toList();
    }

    Collection<Addable> addable() {
        return addable.values();
    }

    /** A leader appended a voter set whose majorities need not meet those of the committed set: the quorum itself is no longer safe. */
    void apart() {
        apart = true;
    }

    boolean isApart() {
        return apart;
    }

    /** The leader of an epoch gives a broker a number as its broker epoch. */
    void gives(int leaderEpoch, int broker, long number) {
        givers.computeIfAbsent(List.of((long) broker, number), key -> new TreeSet<>()).add(leaderEpoch);
    }

    /** How many leaders gave a broker the same number. */
    int givers(int broker, long number) {
        return givers.getOrDefault(List.of((long) broker, number), new TreeSet<>()).size();
    }

    /** The leader of an epoch raises metadata.version to a level with which controllers register. */
    void raisesLevel(int leaderEpoch) {
        levelWriters.add(leaderEpoch);
    }

    int levelWriters() {
        return levelWriters.size();
    }

    /** Whether a leader has been elected in a later epoch. */
    boolean isReplaced(int epoch) {
        return leaders.keySet().stream().anyMatch(later -> later > epoch);
    }

    void breaks(String what) {
        if (broken.isEmpty()) {
            broken = what;
        }
    }

    /** Whether a leader's high watermark had passed the record by {@code step} (inclusive). */
    boolean exposed(long offset, int epoch, int step) {
        Integer at = exposedAt.getOrDefault(offset, Map.of()).get(epoch);
        return at != null && at <= step;
    }

    /** Whether the record is part of the committed log as it stands now. */
    boolean isCommitted(long offset, int epoch) {
        return committed.has(offset, epoch);
    }
}
