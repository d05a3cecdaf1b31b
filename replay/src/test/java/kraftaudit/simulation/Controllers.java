package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

import kraftaudit.simulation.Leadership.Controller;

/** The active controller and the brokers: which data records are written, and what their writers must have seen before. */
final class Controllers {
    private final Cluster cluster;
    private int topics;

    Controllers(Cluster cluster) {
        this.cluster = cluster;
    }

    // ---- the active controller ----

    /** The controller is told that it leads, once what it has consumed reaches (before 3.6) or passes (from 3.6) L(e). */
    void activate(Node leader) {
        Leadership office = leader.leadership;
        boolean told = leader.strong ? leader.consumed > office.start : leader.consumed >= office.start;
        if (office.controller.isPresent() || !told) {
            return;
        }
        State loaded = leader.stateAt(leader.log.end());
        // a registration that came out of a checkpoint counts as written at the checkpoint's last offset
        loaded.brokers.replaceAll((id, r) -> r.at() >= leader.loadedFrom ? r : new State.Registration(id, r.epoch(),
                leader.loadedFrom - 1, r.incarnation(), r.fenced()));
        // from 3.6 on it counts from the end of the log, before from the last committed offset
        office.controller = Optional.of(new Controller(loaded, leader.strong ? leader.log.end() : leader.consumed));
        cluster.count("controllers activated");
        cluster.tell(leader.name() + " is the active controller with level " + loaded.level);
        List<Entry> first = new ArrayList<>();
        if (loaded.open) {
            first.add(new Entry.Abort());
        }
        if (loaded.published().level == 0) {
            Entry level = new Entry.Level(cluster.world.firstLevel());
            List<Entry> bootstrap = cluster.world.firstLevel() >= 13 && leader.strong
                    ? List.of(new Entry.Begin(), level, new Entry.NoOp(), new Entry.End()) : List.of(level, new Entry.NoOp());
            if (bootstrap.size() > 2 && cluster.chance(40)) {
                office.controller.get().rest.addAll(bootstrap);
            } else {
                first.addAll(bootstrap);
            }
        }
        if (!first.isEmpty()) {
            write(leader, first, !leader.strong && !office.begun && cluster.chance(50));
        }
    }

    /** The controller does something of its own accord. */
    void act(Node leader) {
        Controller controller = leader.leadership.controller.orElseThrow();
        if (leader.leadership.stalled || !leader.leadership.begun) {
            return;
        }
        State state = controller.state;
        if (!controller.rest.isEmpty()) {
            int count = 1 + cluster.random.nextInt(controller.rest.size());
            List<Entry> next = List.copyOf(controller.rest.subList(0, count));
            controller.rest.subList(0, count).clear();
            write(leader, next, false);
            return;
        }
        switch (cluster.random.nextInt(10)) {
            case 0, 1 -> write(leader, List.of(new Entry.Topic(++topics), new Entry.Topic(++topics)), false);
            case 2 -> cluster.any(List.copyOf(state.brokers.values())).filter(r -> !r.fenced()).ifPresent(r -> write(leader, List.of(
                    new Entry.BrokerChange(r.broker(), r.epoch(), state.level >= 6 ? Entry.BrokerChange.What.FENCE : Entry.BrokerChange.What.OLD_FENCE)), false));
            case 3 -> raiseLevel(leader, state);
            case 4 -> {
                if (state.level >= 13 && leader.strong) {
                    controller.rest.addAll(List.of(new Entry.Begin(), new Entry.Topic(++topics), new Entry.Topic(++topics), new Entry.End()));
                }
            }
            case 5 -> {
                if (cluster.chance(10)) {
                    cluster.any(List.copyOf(state.brokers.values())).filter(State.Registration::fenced)
                            .ifPresent(r -> write(leader, List.of(new Entry.Unregister(r.broker(), r.epoch())), false));
                }
            }
            default -> write(leader, List.of(new Entry.NoOp()), false);
        }
    }

    private void raiseLevel(Node leader, State state) {
        boolean allNew = cluster.nodes.stream().allMatch(n -> n.strong);
        int top = allNew ? 33 : 11;
        if (state.level > 0 && state.level < top && cluster.chance(20)) {
            write(leader, List.of(new Entry.Level(state.level + 1 + cluster.random.nextInt(top - state.level))), false);
        }
    }

    /** Schedules one batch; in logs born before 3.6 the first data can come before the LeaderChange. */
    void write(Node leader, List<Entry> entries, boolean beforeLeaderChange) {
        Leadership office = leader.leadership;
        Controller controller = office.controller.orElseThrow();
        int index = beforeLeaderChange ? 0 : office.queue.size();
        office.queue.add(index, entries);
        if (cluster.world.racing() && !beforeLeaderChange && cluster.chance(25)) {
            office.stalled = true;
        }
        // applied at once under the offset it will get unless control records slip in between
        long base = leader.log.end() + office.queue.stream().limit(index).mapToInt(List::size).sum();
        controller.state.apply(new Batch(base, leader.epoch, 0, entries));
        cluster.count("batches of data scheduled");
        if (entries.stream().anyMatch(e -> e instanceof Entry.Level level && level.level() >= 15)) {
            cluster.truth.raisesLevel(leader.epoch);
        }
        controller.nextOffset = base + entries.size();
    }

    /** Answers whose records are committed go out. */
    void answer(Node leader) {
        leader.leadership.controller.ifPresent(controller -> controller.waiting.removeIf(waiting -> {
            boolean committed = waiting.end() <= leader.highWatermark;
            if (committed) {
                cluster.send(leader, waiting.broker(), waiting.answer());
            }
            return committed;
        }));
    }

    // ---- requests of brokers and controllers ----

    void on(Node leader, Node from, Message message) {
        if (!leader.leads() || leader.leadership.controller.isEmpty()) {
            unanswered(from, leader, message);
        }
        if (!leader.leads() || leader.leadership.controller.isEmpty() || leader.leadership.stalled || !leader.leadership.begun
                || !leader.leadership.controller.get().rest.isEmpty()) {
            return;
        }
        Controller controller = leader.leadership.controller.get();
        if (message instanceof Message.Register request) {
            register(leader, controller, from, request);
        } else if (message instanceof Message.Heartbeat beat) {
            known(leader, controller, beat.broker(), beat.brokerEpoch()).ifPresent(r -> heartbeat(leader, controller, r, beat));
        } else if (message instanceof Message.AllocateIds request) {
            known(leader, controller, request.broker(), request.brokerEpoch()).ifPresent(r ->
                    write(leader, List.of(new Entry.ProducerIds(r.broker(), r.epoch())), false));
        } else if (message instanceof Message.RegisterMe request && controller.state.published().level >= 15) {
            cluster.count("controllers registered");
            write(leader, List.of(new Entry.RegisterController(request.controller())), false);
        }
    }

    private Optional<State.Registration> known(Node leader, Controller controller, int broker, long epoch) {
        Optional<State.Registration> known = Optional.ofNullable(controller.state.brokers.get(broker)).filter(r -> r.epoch() == epoch);
        if (known.isPresent() && cluster.truth.isReplaced(leader.epoch)) {
            cluster.count(cluster.truth.givers(broker, epoch) > 1 ? "requests to a replaced leader under a number of its successor"
                    : "requests to a replaced leader");
        }
        return known;
    }

    /** A request, or its answer, was lost: the channel gives its controller up and will look for the leader again. */
    void unanswered(Node from, Node to, Message message) {
        if (message instanceof Message.Registered) {
            to.contacts[0] = -1;
            if (to.broker != null) {
                to.broker.waitsFor = -1;
            }
        } else if (message instanceof Message.AllocateIds) {
            from.contacts[1] = -1;
        } else if (message instanceof Message.Register || message instanceof Message.Heartbeat || message instanceof Message.RegisterMe) {
            from.contacts[0] = -1;
            if (from.broker != null) {
                from.broker.waitsFor = -1;
            }
        }
    }

    /** Every channel looks for the leader as soon as it knows no controller, whether it has something to send or not. */
    private Optional<Node> contact(Node node, int channel) {
        for (int i = 0; i < node.contacts.length; i++) {
            if (node.contacts[i] < 0) {
                node.contacts[i] = node.role == Node.Role.LEADER ? node.id : node.leader;
            }
        }
        return node.contacts[channel] < 0 ? Optional.empty() : cluster.node(node.contacts[channel]);
    }

    private void register(Node leader, Controller controller, Node from, Message.Register request) {
        if (controller.state.published().level == 0 || controller.state.open) {
            return;
        }
        State.Registration old = controller.state.brokers.get(request.broker());
        boolean amended = old != null && old.incarnation() == request.incarnation();
        if (old != null && !amended && !old.fenced() && cluster.chance(50)) {
            return; // duplicate registration
        }
        // the epoch number is the next offset as the controller counts it, before this operation
        long next = controller.nextOffset;
        long epoch = amended && leader.strong && cluster.chance(90) ? old.epoch() : next;
        List<Entry> cleanUp = leader.strong && cluster.chance(25) ? List.of(new Entry.Topic(++topics)) : List.of();
        boolean fenced = !amended || old.fenced() || cluster.chance(50);
        if (epoch == next) {
            cluster.truth.gives(leader.epoch, request.broker(), epoch);
            cluster.count(cluster.truth.givers(request.broker(), epoch) > 1 ? "broker epochs given a second time, by another leader" : "broker epochs given");
        }
        write(leader, Stream.concat(cleanUp.stream(),
                Stream.of(new Entry.RegisterBroker(request.broker(), epoch, request.incarnation(), fenced))).toList(), false);
        controller.waiting.add(new Leadership.Waiting(from, controller.nextOffset, new Message.Registered(request.incarnation(), epoch)));
    }

    private void heartbeat(Node leader, Controller controller, State.Registration r, Message.Heartbeat beat) {
        boolean modern = controller.state.level >= 6;
        if (beat.shutdown() && controller.state.level >= 7 && !r.fenced()) {
            write(leader, List.of(new Entry.BrokerChange(r.broker(), r.epoch(), Entry.BrokerChange.What.SHUTDOWN)), false);
        } else if (beat.directories() && controller.state.level >= 17) {
            write(leader, List.of(new Entry.BrokerChange(r.broker(), r.epoch(), Entry.BrokerChange.What.DIRECTORIES)), false);
        } else if (r.fenced() && beat.published() >= r.at()) {
            cluster.count("brokers unfenced");
            write(leader, List.of(new Entry.BrokerChange(r.broker(), r.epoch(),
                    modern ? Entry.BrokerChange.What.UNFENCE : Entry.BrokerChange.What.OLD_UNFENCE)), false);
        }
    }

    // ---- brokers, and controllers that register ----

    /** A broker, or a controller that wants to register, sends a request to the leader it knows. */
    void ask(Node node) {
        boolean ids = !node.controller && node.broker.epoch.isPresent() && cluster.chance(cluster.world.usurping() ? 50 : 20);
        Optional<Node> leader = contact(node, ids ? 1 : 0);
        if (leader.isEmpty()) {
            return;
        }
        if (node.controller) {
            if (node.strong && node.stateAt(node.consumed).published().level >= 15) {
                cluster.send(node, leader.get(), new Message.RegisterMe(node.id));
            }
        } else if (ids) {
            cluster.send(node, leader.get(), new Message.AllocateIds(node.id, node.broker.epoch.getAsLong()));
        } else if (node.broker.epoch.isEmpty() || cluster.chance(4)) {
            if (node.broker.waitsFor == leader.get().id && node.broker.epoch.isEmpty()) {
                if (cluster.chance(20)) { // no answer in time
                    node.contacts[0] = -1;
                    node.broker.waitsFor = -1;
                }
                return;
            }
            node.broker.waitsFor = leader.get().id;
            cluster.send(node, leader.get(), new Message.Register(node.id, node.broker.incarnation));
        } else {
            cluster.send(node, leader.get(), new Message.Heartbeat(node.id, node.broker.epoch.getAsLong(), node.consumed - 1,
                    cluster.chance(8), cluster.chance(15)));
        }
    }

    void on(Node broker, Message.Registered registered) {
        if (broker.broker.incarnation == registered.incarnation()) {
            broker.broker.epoch = OptionalLong.of(registered.brokerEpoch());
        }
    }

    /** The process over a raft client takes what is committed, as far as it comes. */
    void consume(Node node) {
        if (node.highWatermark > node.consumed) {
            long to = cluster.chance(70) ? node.highWatermark
                    : node.consumed + 1 + cluster.random.nextInt((int) (node.highWatermark - node.consumed));
            while (!node.log.isBatchEnd(to)) {
                to++;
            }
            node.consumed = to;
        }
    }
}
