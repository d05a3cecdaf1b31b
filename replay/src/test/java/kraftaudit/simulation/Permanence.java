package kraftaudit.simulation;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Which records no continuation can lose, if every node stops now: what all logs have in common that can win an election now
 * or after other elections. A winner makes followers truncate to what they share with it, and may end before they get its
 * records; such a shortened log votes for candidates that the longer one refused. So a single look at who can win next is
 * not enough: all reachable combinations of shortened logs are searched.
 */
final class Permanence {
    /** States after which a search stops; what it says then is still an upper bound of what is permanent. */
    private static final int LIMIT = 30_000;
    private static final int PARTIAL_LIMIT = 3_000;

    private final List<Replica> replicas;
    private final long[][] common;
    private boolean partialFetches;
    private int prefixOf = -1;
    private long end = Long.MAX_VALUE;

    /** A controller's log at the moment of the question. */
    record Replica(int id, int generation, Log log, Voters fixed) {
        Voters votersBelow(long logEnd) {
            return log.votersAt(logEnd - 1).orElse(fixed);
        }
    }

    /**
     * Logs shortened by winners, and winners' own new records.
     *
     * @param of    of whose original log each is a part
     * @param ends  exclusive ends of what is left of those logs
     * @param ranks 0, or the place among those that have won and written since
     */
    private record Logs(List<Integer> of, List<Long> ends, List<Integer> ranks) {
    }

    private Permanence(List<Replica> replicas) {
        this.replicas = replicas;
        common = new long[replicas.size()][replicas.size()];
        for (int i = 0; i < common.length; i++) {
            for (int j = 0; j < common.length; j++) {
                common[i][j] = replicas.get(i).log().lineage().commonEnd(replicas.get(j).log().lineage());
            }
        }
    }

    /** What cannot be lost, as a log; empty where no node can win any election, so that nothing can ever be lost. */
    static Optional<Lineage> of(List<Replica> replicas) {
        return of(replicas, LIMIT);
    }

    /**
     * As {@link #of(List)}, where a follower can also stop when it has fetched a voters record of its leader's and not what
     * follows: it acts on that set then. While members change that can lose more. As a bound from above the search may stop early.
     */
    static Optional<Lineage> withPartialFetches(List<Replica> replicas) {
        Permanence search = new Permanence(replicas);
        search.partialFetches = true;
        search.explore(PARTIAL_LIMIT);
        return search.prefixOf < 0 ? Optional.empty() : Optional.of(replicas.get(search.prefixOf).log().lineage().upTo(search.end));
    }

    /** As {@link #of(List)} but only with those that can win the very next election: what a careless reading takes for exact. */
    static Optional<Lineage> ofNextElection(List<Replica> replicas) {
        return of(replicas, 1);
    }

    private static Optional<Lineage> of(List<Replica> replicas, int limit) {
        Permanence search = new Permanence(replicas);
        search.explore(1);
        if (limit > 1 && search.prefixOf >= 0 && search.leastConceivable() < search.end) {
            search.explore(limit);
        }
        return search.prefixOf < 0 ? Optional.empty()
                : Optional.of(replicas.get(search.prefixOf).log().lineage().upTo(search.end));
    }

    /**
     * A quick bound from below, which mostly spares the search: every log at every end to which a winner can shorten it, each
     * independently of the others, which is more than can happen.
     */
    private long leastConceivable() {
        List<TreeSet<Long>> ends = replicas.stream().map(r -> new TreeSet<>(Set.of(r.log().end()))).toList();
        Set<List<Long>> winners = new HashSet<>();
        long least = end;
        boolean more = true;
        while (more) {
            more = false;
            for (int i = 0; i < common.length; i++) {
                for (long candidate : List.copyOf(ends.get(i))) {
                    if (!winners.contains(List.of((long) i, candidate)) && conceivable(i, candidate, ends)) {
                        winners.add(List.of((long) i, candidate));
                        least = Math.min(least, Math.min(candidate, common[prefixOf][i]));
                        for (int j = 0; j < common.length; j++) {
                            ends.get(j).add(j == i ? candidate : Math.min(candidate, common[i][j]));
                        }
                        more = true;
                    }
                }
            }
        }
        return least;
    }

    private boolean conceivable(int candidate, long candidateEnd, List<TreeSet<Long>> ends) {
        Replica replica = replicas.get(candidate);
        Voters set = replica.votersBelow(candidateEnd);
        int epoch = replica.log().lineage().epochAt(candidateEnd - 1);
        return set.members().stream().anyMatch(m -> is(m, set, replica)) && set.majority(m -> {
            for (int i = 0; i < common.length; i++) {
                if (is(m, set, replicas.get(i))) {
                    Lineage log = replicas.get(i).log().lineage();
                    return ends.get(i).stream().anyMatch(e -> log.epochAt(e - 1) < epoch || log.epochAt(e - 1) == epoch && e <= candidateEnd);
                }
            }
            return false;
        });
    }

    private void explore(int limit) {
        Logs now = new Logs(IntStream.range(0, replicas.size()).boxed().toList(), replicas.stream().map(r -> r.log().end()).toList(), replicas.stream().map(r -> 0).toList());
        Set<Logs> seen = new HashSet<>(Set.of(now));
        Deque<Logs> open = new ArrayDeque<>(seen);
        for (int explored = 0; !open.isEmpty() && explored < limit; explored++) {
            Logs logs = open.poll();
            for (int winner = 0; winner < replicas.size(); winner++) {
                if (canWin(logs, winner)) {
                    note(logs, winner);
                    for (int other = 0; other < replicas.size(); other++) {
                        Logs next = truncated(logs, winner, other);
                        if (next != null && seen.add(next)) {
                            open.add(next);
                        }
                        for (Logs more : partialFetches && other != winner ? fetched(logs, winner, other) : List.<Logs>of()) {
                            if (seen.add(more)) {
                                open.add(more);
                            }
                        }
                    }
                }
            }
        }
    }

    private void note(Logs logs, int winner) {
        if (prefixOf < 0) {
            prefixOf = winner;
        }
        end = Math.min(end, Math.min(logs.ends().get(winner), common[prefixOf][logs.of().get(winner)]));
    }

    private boolean canWin(Logs logs, int candidate) {
        Replica replica = replicas.get(candidate);
        Voters set = replicas.get(logs.of().get(candidate)).votersBelow(logs.ends().get(candidate));
        return set.members().stream().anyMatch(m -> is(m, set, replica)) && set.majority(m -> {
            for (int i = 0; i < replicas.size(); i++) {
                if (is(m, set, replicas.get(i))) {
                    return !ahead(logs, i, candidate);
                }
            }
            return false;
        });
    }

    private static boolean is(Voters.Member member, Voters set, Replica replica) {
        return member.id() == replica.id() && (set.fixed() || member.generation() == replica.generation());
    }

    /** Whether the log of {@code one} is ahead of the log of {@code other}, by (last epoch, end). */
    private boolean ahead(Logs logs, int one, int other) {
        int oneRank = logs.ranks().get(one);
        int otherRank = logs.ranks().get(other);
        if (oneRank != otherRank) {
            return oneRank > otherRank;
        }
        if (one == other) {
            return false;
        }
        int oneEpoch = replicas.get(logs.of().get(one)).log().lineage().epochAt(logs.ends().get(one) - 1);
        int otherEpoch = replicas.get(logs.of().get(other)).log().lineage().epochAt(logs.ends().get(other) - 1);
        return oneEpoch > otherEpoch || oneEpoch == otherEpoch && logs.ends().get(one) > logs.ends().get(other);
    }

    /** The winner writes its first record, the other truncates to what both share, and the winner ends; null if nothing changes. */
    private Logs truncated(Logs logs, int winner, int other) {
        long shared = shared(logs, winner, other);
        if (other == winner || shared == logs.ends().get(other) && logs.ranks().get(other) == 0) {
            return null;
        }
        return with(logs, winner, other, logs.of().get(other), shared);
    }

    private long shared(Logs logs, int one, int other) {
        return Math.min(common[logs.of().get(one)][logs.of().get(other)], Math.min(logs.ends().get(one), logs.ends().get(other)));
    }

    /** The other has fetched the winner's log up to one of its voters records, and the winner ends. */
    private List<Logs> fetched(Logs logs, int winner, int other) {
        long from = shared(logs, winner, other);
        int source = logs.of().get(winner);
        return replicas.get(source).log().voters().subMap(Math.max(0, from), logs.ends().get(winner)).keySet().stream()
                .map(offset -> with(logs, winner, other, source, offset + 1)).toList();
    }

    /** The winner has written its first record; the other holds what is told of a log. */
    private static Logs with(Logs logs, int winner, int other, int of, long end) {
        Integer[] parts = logs.of().toArray(Integer[]::new);
        parts[other] = of;
        Long[] ends = logs.ends().toArray(Long[]::new);
        int[] ranks = logs.ranks().stream().mapToInt(rank -> rank).toArray();
        ends[other] = end;
        ranks[other] = 0;
        ranks[winner] = Integer.MAX_VALUE;
        int[] sorted = Arrays.stream(ranks).distinct().sorted().toArray();
        int zero = sorted[0] == 0 ? 0 : 1;
        return new Logs(List.of(parts), List.of(ends), Arrays.stream(ranks).map(rank -> rank == 0 ? 0 : Arrays.binarySearch(sorted, rank) + zero).boxed().toList());
    }
}
