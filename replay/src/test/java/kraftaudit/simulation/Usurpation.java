package kraftaudit.simulation;

import java.util.List;
import java.util.Optional;

/**
 * A leader is cut off from the other controllers, not from the brokers, which start again and register: with it, which cannot
 * commit, then with its successor. Both count on from the same end of the log, so they can give the same number.
 */
final class Usurpation {
    private static final int STEPS = 400;

    private final Simulation history;
    private final Cluster cluster;
    private final Raft raft;
    private final Controllers controllers;
    private final Disks disks;
    private int left;

    Usurpation(Simulation history, Cluster cluster, Raft raft, Controllers controllers, Disks disks) {
        this.history = history;
        this.cluster = cluster;
        this.raft = raft;
        this.controllers = controllers;
        this.disks = disks;
    }

    boolean isUnderWay() {
        return left > 0;
    }

    void begin() {
        Optional<Node> leader = cluster.anyNode(n -> n.leads() && n.leadership.controller.isPresent() && n.leadership.begun && !n.leadership.stalled
                && n.leadership.controller.get().rest.isEmpty() && n.voters(cluster).members().size() > 2);
        List<Node> brokers = cluster.nodes.stream().filter(n -> !n.controller).toList();
        if (leader.isEmpty() || brokers.isEmpty()) {
            return;
        }
        history.settle(leader.get());
        if (!leader.get().leads()) {
            return;
        }
        left = STEPS;
        cluster.count("leaders cut off while brokers register");
        cluster.tell(leader.get().name() + " is cut off");
        cluster.nodes.forEach(node -> node.group = node == leader.get() ? 3 : 0);
        for (int i = cluster.chance(70) ? 1 : cluster.random.nextInt(4); i > 0; i--) {
            controllers.write(leader.get(), List.of(new Entry.NoOp()), false);
        }
        brokers.forEach(broker -> {
            if (broker.up) {
                disks.stop(broker, false);
            }
            disks.restart(broker);
        });
    }

    void step() {
        left--;
        int dice = cluster.random.nextInt(100);
        if (dice < 40) {
            for (int i = cluster.random.nextInt(4); i >= 0; i--) {
                history.deliver();
            }
        } else if (dice < 60) {
            cluster.anyNode(n -> n.up && !n.fetching && n.parts.isEmpty()).ifPresent(node -> {
                history.settle(node);
                node.seeking |= cluster.chance(25);
                raft.fetch(node);
            });
        } else if (dice < 78) {
            cluster.anyNode(n -> n.up && !n.controller).ifPresent(controllers::ask);
        } else if (dice < 90) {
            cluster.anyNode(Node::leads).ifPresent(leader -> {
                history.settle(leader);
                controllers.consume(leader);
                if (leader.leads()) {
                    controllers.activate(leader);
                    controllers.answer(leader);
                    raft.drain(leader);
                }
            });
        } else {
            cluster.anyNode(n -> n.up && n.group == 0 && n.isVoter(cluster) && !n.leads()).filter(n -> cluster.nodes.stream()
                    .noneMatch(l -> l.leads() && l.group == 0)).ifPresent(node -> {
                        history.settle(node);
                        raft.election(node);
                    });
        }
        if (left == 0) {
            cluster.nodes.forEach(node -> node.group = 0);
        }
    }
}
