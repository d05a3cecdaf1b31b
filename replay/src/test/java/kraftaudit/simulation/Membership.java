package kraftaudit.simulation;

import java.util.List;
import java.util.Optional;

/** AddVoter, RemoveVoter, UpdateVoter and the upgrade of kraft.version, with the checks that Kafka's handlers make. */
final class Membership {
    private final Cluster cluster;

    Membership(Cluster cluster) {
        this.cluster = cluster;
    }

    /** Whether a change may be asked for now: none pending, own epoch committed, kraft.version 1, latest set committed. */
    private boolean mayChange(Node leader) {
        Leadership office = leader.leadership;
        return !office.changePending && office.adding.isEmpty() && leader.highWatermark > office.start
                && leader.log.kraftVersion() >= 1
                && leader.log.latestVoters().filter(latest -> latest.getKey() < leader.highWatermark).isPresent();
    }

    /** The operator asks the leader for one change or another. */
    void change(Node leader) {
        if (!mayChange(leader)) {
            return;
        }
        Voters set = leader.voters(cluster);
        switch (cluster.random.nextInt(5)) {
            case 0, 1 -> add(leader, set);
            case 2 -> remove(leader, set);
            default -> update(leader, set);
        }
    }

    private void add(Node leader, Voters set) {
        Optional<Node> joining = cluster.any(cluster.nodes.stream().filter(n -> n.controller && !set.hasId(n.id)
                && leader.leadership.caughtUp.contains(n)).toList());
        if (joining.isPresent() && set.members().size() < 7) {
            leader.leadership.adding = Optional.of(new Voters.Member(joining.get().id, joining.get().generation, joining.get().endpoint));
            cluster.tell(leader.name() + " is asked to add " + joining.get().name());
        }
    }

    /** The new voter has answered: the record is made from the set that is the latest now, without another check. */
    void addAnswered(Node leader) {
        Leadership office = leader.leadership;
        Voters.Member member = office.adding.orElseThrow();
        office.adding = Optional.empty();
        Voters set = leader.voters(cluster);
        if (!set.hasId(member.id())) {
            // the check was made at the request: whatever came between is not looked at again
            boolean raced = leader.log.latestVoters().filter(latest -> latest.getKey() >= leader.highWatermark).isPresent();
            cluster.count("voters added");
            write(leader, set.with(member), raced, true);
        }
    }

    private void remove(Node leader, Voters set) {
        boolean gone = set.members().stream().anyMatch(m -> cluster.node(m, false).isEmpty());
        Optional<Voters.Member> leaving = cluster.any(set.members().stream()
                .filter(m -> !gone || cluster.node(m, false).isEmpty()).toList());
        if (set.members().size() > 1 && leaving.isPresent()) {
            cluster.count(leaving.get().id() == leader.id ? "leaders removed from the voters" : "voters removed");
            write(leader, set.without(leaving.get().id()), false, true);
        }
    }

    private void update(Node leader, Voters set) {
        Optional<Voters.Member> moving = cluster.any(set.members().stream().filter(m -> cluster.node(m, false).isPresent()).toList());
        if (moving.isPresent()) {
            Node node = cluster.node(moving.get(), false).orElseThrow();
            node.endpoint++;
            if (cluster.chance(70)) {
                cluster.count("voters updated");
                write(leader, set.updated(new Voters.Member(node.id, node.generation, node.endpoint)), false, false);
            }
        }
    }

    private void write(Node leader, Voters next, boolean raced, boolean registered) {
        boolean queued = leader.leadership.queue.stream().flatMap(List::stream).anyMatch(e -> e instanceof Entry.VoterChange);
        leader.leadership.queue.add(List.of(new Entry.VoterChange(next, raced || queued)));
        if (registered) {
            // stands for the time-out of two seconds too, which ends the wait before the commit
            leader.leadership.changePending = cluster.chance(80);
        }
        cluster.tell(leader.name() + " queues voters " + next + (raced || queued ? " in a race" : ""));
    }

    /** kraft.version 0 to 1: reached only through the active controller, which adds a NoOp. */
    void upgrade(Node leader) {
        Leadership office = leader.leadership;
        boolean queued = office.queue.stream().flatMap(List::stream).anyMatch(e -> e instanceof Entry.KRaftVersion);
        if (leader.log.kraftVersion() == 0 && !queued && office.controller.isPresent() && cluster.nodes.stream().allMatch(n -> n.strong)) {
            Voters set = new Voters(cluster.fixed.members().stream().map(m -> cluster.node(m.id()).orElseThrow())
                    .map(n -> new Voters.Member(n.id, n.generation, n.endpoint)).toList(), false);
            cluster.count("upgrades to kraft.version 1");
            office.queue.add(List.of(new Entry.KRaftVersion(1), new Entry.VoterChange(set, false)));
            office.queue.add(List.of(new Entry.NoOp()));
        }
    }

    /** After a commit: a pending change is done; a leader outside the committed set resigns. */
    boolean settled(Node leader) {
        Optional<Long> latest = leader.log.latestVoters().map(e -> e.getKey());
        if (latest.isEmpty() || latest.get() >= leader.highWatermark) {
            return true;
        }
        if (leader.leadership.queue.isEmpty()) {
            leader.leadership.changePending = false;
        }
        return leader.isVoter(cluster);
    }
}
