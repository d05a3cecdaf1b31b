package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One history: a cluster, its weather, and the captures taken of it. The same seed gives the same history. */
final class Simulation {
    final long seed;
    final Cluster cluster;
    /** Captures that are complete, in the order of their last file. */
    final List<Copies> captures = new ArrayList<>();
    private final Raft raft;
    private final Membership membership;
    private final Controllers controllers;
    private final Disks disks;
    private final Usurpation usurpation;
    private Optional<Copies> copying = Optional.empty();
    private int stopping;
    private boolean strained;

    Simulation(long seed, boolean telling) {
        this.seed = seed;
        cluster = new Cluster(seed, telling);
        raft = new Raft(cluster);
        membership = new Membership(cluster);
        controllers = new Controllers(cluster);
        disks = new Disks(cluster);
        usurpation = new Usurpation(this, cluster, raft, controllers, disks);
    }

    /** Whether a voter of a static quorum has lost its disk and kept its id. */
    boolean strained() {
        return strained;
    }

    /** Whether a node lost a record to a loss of power after a step. */
    boolean lostPower(Node node, long offset, int after) {
        return disks.losses.stream().anyMatch(l -> l.node() == node && l.step() > after && l.end() <= offset);
    }

    void run() {
        while (cluster.step < cluster.world.steps() && cluster.truth.broken().isEmpty()) {
            step();
        }
    }

    void step() {
        cluster.step++;
        int dice = cluster.random.nextInt(1000);
        if (stopping == 0 && usurpation.isUnderWay()) {
            usurpation.step();
        } else if (stopping > 0) {
            stopOrCopy();
        } else if (dice < 400) {
            for (int i = cluster.random.nextInt(4); i >= 0; i--) {
                deliver();
            }
        } else if (dice < 560) {
            cluster.anyNode(n -> n.up && !n.fetching && n.parts.isEmpty()).ifPresent(node -> {
                settle(node);
                raft.fetch(node);
            });
        } else if (dice < 650) {
            cluster.anyNode(Node::leads).ifPresent(this::lead);
        } else if (dice < 730) {
            cluster.anyNode(n -> n.up).ifPresent(controllers::consume);
            cluster.anyNode(Node::leads).ifPresent(leader -> {
                settle(leader);
                controllers.consume(leader);
                if (leader.leads()) {
                    controllers.activate(leader);
                }
            });
        } else if (dice < 780) {
            cluster.anyNode(n -> n.up && (!n.controller || cluster.chance(15))).ifPresent(controllers::ask);
        } else if (dice < 825) {
            impatience();
        } else if (dice < 865) {
            copies();
        } else {
            weather();
        }
    }

    /** Before a node does anything, what it wrote last has reached its disk; a new leader has begun its epoch. */
    void settle(Node node) {
        if (node.leads() && !node.leadership.begun) {
            raft.drain(node);
        }
        disks.sync(node);
        if (node.leads() && !membership.settled(node)) {
            raft.resign(node);
        }
    }

    private void lead(Node leader) {
        settle(leader);
        if (!leader.leads()) {
            return;
        }
        Leadership office = leader.leadership;
        controllers.answer(leader);
        if (office.stalled && cluster.chance(25)) {
            office.stalled = false;
        }
        if (office.adding.isPresent() && cluster.chance(60)) {
            membership.addAnswered(leader);
        } else if (office.controller.isPresent() && cluster.chance(60)) {
            controllers.act(leader);
        } else if (cluster.chance(15)) {
            raft.announce(leader);
        }
        raft.drain(leader);
        if (cluster.chance(1) && cluster.chance(50)) {
            disks.losePower(leader);
        }
    }

    void deliver() {
        if (cluster.network.isEmpty()) {
            return;
        }
        // mostly in the order of sending, now and then much later
        int window = cluster.chance(90) ? Math.min(4, cluster.network.size()) : cluster.network.size();
        Message.InFlight flight = cluster.network.remove(cluster.random.nextInt(window));
        Node to = flight.to();
        boolean arrives = cluster.connected(flight.from(), to) && cluster.nodes.contains(to) && cluster.random.nextInt(1000) >= cluster.world.loss();
        if (!arrives) {
            cluster.count("messages lost");
            controllers.unanswered(flight.from(), to, flight.message());
            flight.from().seeking |= flight.message() instanceof Message.Fetch;
            flight.from().fetching &= !(flight.message() instanceof Message.Fetch);
            to.fetching &= !(flight.message() instanceof Message.FetchResponse);
            return;
        }
        settle(to);
        receive(to, flight.from(), flight.message());
        if (to.leads() && to.leadership.begun) {
            controllers.answer(to);
        }
    }

    private void receive(Node to, Node from, Message message) {
        if (message instanceof Message.VoteRequest m) {
            raft.on(to, from, m);
        } else if (message instanceof Message.VoteResponse m) {
            raft.on(to, m);
        } else if (message instanceof Message.Fetch m) {
            raft.on(to, from, m);
        } else if (message instanceof Message.FetchResponse m) {
            raft.on(to, from, m);
        } else if (message instanceof Message.BeginEpoch m) {
            raft.on(to, from, m);
        } else if (message instanceof Message.Epoch m) {
            raft.learn(to, m.epoch(), m.leader());
        } else if (message instanceof Message.Registered m) {
            controllers.on(to, m);
        } else {
            controllers.on(to, from, message);
        }
    }

    /** Somebody stands for election: soon where no leader is, by the weather where one is. */
    private void impatience() {
        boolean leaderless = cluster.nodes.stream().noneMatch(Node::leads);
        if (leaderless && cluster.chance(60) || cluster.random.nextInt(300) < cluster.world.elections()) {
            cluster.anyNode(n -> n.up && n.isVoter(cluster) && !n.leads()).ifPresent(node -> {
                settle(node);
                raft.election(node);
            });
        }
    }

    private void weather() {
        World world = cluster.world;
        int dice = cluster.random.nextInt(150);
        if (dice < world.crashes() && cluster.chance(50)) {
            cluster.anyNode(n -> n.up).ifPresent(this::crash);
        } else if (dice < 30) {
            cluster.anyNode(n -> !n.up).ifPresent(disks::restart);
        } else if (dice < 33 && world.usurping()) {
            usurpation.begin();
        } else if (dice < 30 + world.partitions()) {
            cluster.anyNode(n -> true).ifPresent(node -> {
                node.group = cluster.random.nextInt(3);
                cluster.count("partitions");
            });
        } else if (dice < 65) {
            cluster.nodes.forEach(node -> node.group = 0);
        } else if (dice < 65 + world.changes()) {
            cluster.anyNode(Node::leads).ifPresent(leader -> {
                settle(leader);
                if (leader.leads()) {
                    membership.change(leader);
                    if (world.becomesDynamic() && cluster.chance(20)) {
                        membership.upgrade(leader);
                    }
                }
            });
        } else if (dice < 95 + world.checkpoints()) {
            checkpoints();
        } else if (dice < 125) {
            cluster.anyNode(n -> n.up).ifPresent(disks::moveStart);
        } else if (dice < 130) {
            cluster.anyNode(n -> !n.controller).ifPresent(n -> n.log.synced = n.log.end());
            cluster.anyNode(n -> n.leads() && cluster.chance(world.elections())).ifPresent(leader -> {
                settle(leader);
                raft.resign(leader);
            });
        } else if (dice < 140) {
            cluster.anyNode(n -> !n.up && (world.wiping() && cluster.chance(30) || !n.controller)).ifPresent(this::wipe);
            cluster.anyNode(n -> true).ifPresent(n -> n.deleted.clear());
        }
    }

    private void checkpoints() {
        Optional<Node> busy = cluster.anyNode(n -> n.up && !n.parts.isEmpty());
        if (busy.isPresent()) {
            settle(busy.get());
            disks.endCheckpoint(busy.get(), raft);
        } else {
            cluster.anyNode(n -> n.up).ifPresent(node -> {
                controllers.consume(node);
                disks.beginCheckpoint(node);
            });
        }
    }

    private void crash(Node node) {
        if (cluster.chance(cluster.world.powerLoss())) {
            disks.losePower(node);
        } else {
            boolean cleanly = cluster.chance(50);
            if (cleanly) {
                settle(node);
            }
            disks.stop(node, cleanly);
        }
    }

    private void wipe(Node node) {
        if (node.controller && !cluster.world.dynamic()) {
            strained = true;
        }
        disks.wipe(node);
    }

    // ---- captures ----

    private void copies() {
        if (copying.isEmpty()) {
            if (cluster.step > 60 && cluster.chance(20)) {
                begin();
            }
        } else {
            takeOne();
        }
    }

    private void takeOne() {
        copying.get().takeOne(cluster);
        if (copying.get().complete()) {
            captures.add(copying.get());
            cluster.tell("capture complete: " + copying.get().nodes);
            if (captures.size() > 1 && cluster.chance(25)) {
                captures.add(captures.get(captures.size() - 1).with(captures.get(captures.size() - 2)));
            }
            copying = Optional.empty();
        }
    }

    private void begin() {
        List<Node> voters = cluster.nodes.stream().filter(n -> n.isVoter(cluster)).toList();
        Optional<Node> last = cluster.truth.elections().isEmpty() ? Optional.empty()
                : cluster.node(cluster.truth.elections().get(cluster.truth.elections().size() - 1).leader());
        switch (cluster.random.nextInt(4)) {
            case 0 -> last.ifPresent(node -> copying = Optional.of(new Copies(Copies.Kind.LAST_LEADER, List.of(node))));
            case 1 -> {
                List<Node> some = new ArrayList<>(voters);
                while (some.size() > voters.size() / 2 + 1) {
                    some.remove(cluster.random.nextInt(some.size()));
                }
                copying = Optional.of(new Copies(Copies.Kind.MAJORITY_LIVE, some)).filter(c -> !c.nodes.isEmpty());
            }
            case 2 -> stopping = 1;
            default -> {
                List<Node> some = cluster.nodes.stream().filter(n -> cluster.chance(50)).toList();
                copying = Optional.of(new Copies(Copies.Kind.SOME, some)).filter(c -> !c.nodes.isEmpty());
            }
        }
    }

    /** Stops one node after the other, with messages in between; then all of them are copied. */
    private void stopOrCopy() {
        if (copying.isPresent()) {
            takeOne();
            if (copying.isEmpty()) {
                stopping = 0;
                cluster.nodes.forEach(node -> {
                    if (cluster.chance(80)) {
                        disks.restart(node);
                    }
                });
            }
            return;
        }
        Optional<Node> next = cluster.anyNode(n -> n.up);
        if (next.isEmpty()) {
            cluster.network.clear();
            boolean all = cluster.chance(70);
            List<Node> copied = cluster.nodes.stream().filter(n -> all || cluster.chance(70)).toList();
            copying = Optional.of(new Copies(all ? Copies.Kind.ALL_STOPPED : Copies.Kind.SOME_STOPPED,
                    copied.isEmpty() ? List.copyOf(cluster.nodes) : copied));
        } else if (cluster.chance(30)) {
            crash(next.get());
        } else {
            deliver();
        }
    }
}
