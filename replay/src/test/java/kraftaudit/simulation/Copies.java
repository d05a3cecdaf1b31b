package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A capture while it is taken, and after. Live nodes go on between the copies of their files. */
final class Copies {
    enum Kind {
        /** The node that was elected last. */
        LAST_LEADER,
        /** A majority of those that take themselves for voters. */
        MAJORITY_LIVE,
        /** Every node, all of them stopped. */
        ALL_STOPPED,
        /** Some nodes, all of them stopped: the rest is missing. */
        SOME_STOPPED,
        /** Some nodes. */
        SOME,
        /** Two captures given together: a node can be in it twice, as it was at two times. */
        TWO_TIMES
    }

    private static final int UNSEEN = 1000;

    final Kind kind;
    final List<NodeCopy> nodes = new ArrayList<>();
    /** Step at which the last file was taken. */
    int taken;
    /** Logs and sets of all controllers at that step, copied or not. */
    List<Permanence.Replica> all = List.of();
    private Optional<Optional<Lineage>> permanent = Optional.empty();

    Copies(Kind kind, List<Node> nodes) {
        this.kind = kind;
        nodes.forEach(node -> this.nodes.add(new NodeCopy(node)));
    }

    /** What no continuation can lose, see {@link Permanence}; found when first asked for. */
    Optional<Lineage> permanent() {
        if (permanent.isEmpty()) {
            permanent = Optional.of(Permanence.of(all));
        }
        return permanent.get();
    }

    /**
     * What no continuation can lose of any history that leaves the same files. In place of a record that is lost, or behind its
     * last one, a leader may have added a voter, which nobody copied: to an even set, where all else goes as it went, since half
     * of the old voters and the new one are a majority just where more than half of the old ones are.
     */
    Optional<Lineage> permanentWhoeverIsUnseen(Truth truth) {
        Optional<Lineage> least = permanent();
        boolean changing = all.stream().map(r -> r.votersBelow(r.log().end()).memberships()).distinct().count() > 1;
        if (changing) {
            least = shorter(least, Permanence.withPartialFetches(all));
        }
        List<Truth.Addable> unseen = new ArrayList<>(truth.addable());
        unseen.addAll(truth.addableNext(all));
        for (Truth.Addable addable : unseen) {
            Lineage log = addable.log();
            boolean gone = all.stream().noneMatch(r -> r.log().lineage().has(log.end() - 1, log.lastEpoch()));
            if (gone && addable.set().members().size() % 2 == 0) {
                List<Permanence.Replica> more = new ArrayList<>(all);
                Voters.Member added = new Voters.Member(UNSEEN, 1, 0);
                more.add(new Permanence.Replica(UNSEEN, 1, Log.of(log, addable.set(), addable.set().with(added)), all.get(0).fixed()));
                least = shorter(least, Permanence.of(more));
            }
        }
        return least;
    }

    private static Optional<Lineage> shorter(Optional<Lineage> one, Optional<Lineage> other) {
        return one.isEmpty() || other.isPresent() && other.get().end() < one.get().end() ? other : one;
    }

    boolean patched() {
        return nodes.stream().anyMatch(NodeCopy::patched);
    }

    boolean stopped() {
        return kind == Kind.ALL_STOPPED || kind == Kind.SOME_STOPPED;
    }

    /** This capture and an earlier one. */
    Copies with(Copies earlier) {
        Copies both = new Copies(Kind.TWO_TIMES, List.of());
        both.nodes.addAll(earlier.nodes);
        both.nodes.addAll(nodes);
        both.taken = taken;
        both.all = all;
        return both;
    }

    boolean complete() {
        return nodes.stream().allMatch(NodeCopy::complete);
    }

    /** Takes one more file of some node; a node that was replaced meanwhile ends its copy there. */
    void takeOne(Cluster cluster) {
        Optional<NodeCopy> next = cluster.any(nodes.stream().filter(n -> !n.complete()).toList());
        next.ifPresent(copy -> copy.take(cluster.step));
        if (complete()) {
            taken = cluster.step;
            all = cluster.nodes.stream().filter(n -> n.controller)
                    .map(n -> new Permanence.Replica(n.id, n.generation, n.log.copy(), cluster.fixed)).toList();
        }
    }

    /** The copies of a voter. */
    List<NodeCopy> copiesOf(Voters.Member member, boolean byId) {
        return nodes.stream().filter(c -> c.node.controller && c.node.id == member.id()
                && (byId || c.node.generation == member.generation())).toList();
    }

    /** Whether no voter of a copied log's latest set is missing, such as one whose disk was replaced and whose id came back. */
    boolean everyVoterIsHere() {
        return all.stream().map(r -> r.votersBelow(r.log().end())).allMatch(set -> set.members().stream()
                .allMatch(m -> !copiesOf(m, set.fixed()).isEmpty()));
    }

    /** The static configuration, which the copies of a static quorum show in their quorum-state. */
    Optional<Voters> fixed() {
        return all.stream().map(Permanence.Replica::fixed).findFirst();
    }
}
