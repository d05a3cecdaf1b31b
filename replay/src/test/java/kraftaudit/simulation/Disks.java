package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Map;

/** Crashes, restarts, checkpoints, log starts, replaced disks. */
final class Disks {
    private final Cluster cluster;
    final List<Loss> losses = new ArrayList<>();

    /** A node lost everything from {@code end} on. */
    record Loss(int step, Node node, long end) {
    }

    Disks(Cluster cluster) {
        this.cluster = cluster;
    }

    /** What was written reaches the disk: before a voter asks for more, before a leader serves anybody. Brokers do not care. */
    void sync(Node node) {
        if (node.controller) {
            node.log.synced = node.log.end();
        }
    }

    /** The process ends cleanly or is killed: nothing on the disk is lost. */
    void stop(Node node, boolean cleanly) {
        if (cleanly) {
            sync(node);
            if (!node.controller) {
                node.cleanShutdown = node.broker.epoch.isPresent() && cluster.world.strongFrom() == 0 ? node.broker.epoch : OptionalLong.empty();
            }
        }
        node.up = false;
        node.leadership = null;
        node.highWatermark = -1;
        node.consumed = 0;
        node.fetching = false;
        node.broker = null;
        Arrays.fill(node.contacts, -1);
        cluster.count("nodes stopped or killed");
        cluster.tell(node.name() + (cleanly ? " stops" : " is killed"));
    }

    /** The machine ends: what had not reached the disk may be gone, in part or as a whole. */
    void losePower(Node node) {
        List<Long> ends = node.log.batches.stream().map(Batch::end).filter(end -> end >= node.log.synced).toList();
        long end = node.log.end();
        long left = node.log.synced >= end ? end
                : Math.max(node.log.firstBase(), cluster.any(ends).filter(e -> cluster.chance(60)).orElse(node.log.synced));
        boolean alone = node.leads() && node.highWatermark > left;
        stop(node, false);
        if (left < end) {
            byte[] lost = node.log.batchAt(left).orElseThrow().bytes();
            node.torn = switch (cluster.random.nextInt(3)) {
                case 0 -> new byte[0];
                case 1 -> new byte[1 + cluster.random.nextInt(200)];
                default -> Arrays.copyOf(lost, 1 + cluster.random.nextInt(lost.length - 1));
            };
            node.log.truncate(left);
            cluster.count("losses of power that took records");
            losses.add(new Loss(cluster.step, node, left));
            cluster.tell(node.name() + " loses its tail above " + left);
            if (alone && cluster.truth.committed().end() > left) {
                // only a single voter can have exposed what it had not synced
                cluster.truth.unsyncedTailLost(cluster.step, left);
            }
        }
    }

    void restart(Node node) {
        node.up = true;
        node.torn = new byte[0];
        node.strong = node.strong || cluster.step >= cluster.world.strongFrom();
        node.parts.clear();
        node.deleted.clear();
        node.cleanShutdown = OptionalLong.empty();
        Log log = node.log;
        log.start = log.firstBase();
        log.synced = log.end();
        log.epochs.values().removeIf(from -> from >= log.end());
        node.consumed = 0;
        node.loadedFrom = 0;
        Optional<Checkpoint> newest = Optional.ofNullable(node.checkpoints.lastEntry()).map(Map.Entry::getValue);
        if (newest.isPresent()) {
            Checkpoint checkpoint = newest.get();
            Lineage lineage = log.lineage();
            if (checkpoint.epoch() > lineage.lastEpoch() || checkpoint.epoch() == lineage.lastEpoch() && checkpoint.end() > log.end()) {
                log.restartAt(checkpoint);
            }
            node.checkpoints.headMap(log.start).clear();
            node.consumed = checkpoint.end();
            node.loadedFrom = checkpoint.end();
        }
        if (!node.controller) {
            node.broker = new Broker(++cluster.incarnations);
        }
        node.role = node.leader == node.id ? Node.Role.RESIGNED : node.leader >= 0 ? Node.Role.FOLLOWER : Node.Role.UNATTACHED;
        cluster.tell(node + " restarts");
    }

    /** Begins a checkpoint of what is consumed: committed, at the end of a batch, outside of transactions. */
    void beginCheckpoint(Node node) {
        List<Long> ends = node.log.batches.stream().map(Batch::end).filter(end -> end <= node.consumed && end > node.log.start
                && !node.checkpoints.containsKey(end)).toList();
        long latest = node.checkpoints.isEmpty() ? 0 : node.checkpoints.lastKey();
        Optional<Long> chosen = cluster.any(ends.stream().filter(end -> end > latest).toList());
        if (chosen.isPresent() && node.parts.isEmpty()) {
            long end = chosen.get();
            State state = node.stateAt(end);
            if (!state.open) {
                Batch last = node.log.batchAt(end - 1).orElseThrow();
                int version = node.log.kraftVersionAt(end - 1);
                node.parts.add(new Checkpoint(end, last.epoch, last.time, version, version == 0 ? Optional.empty()
                        : node.log.votersAt(end - 1), state.loadedFrom(end), node.log.lineage().upTo(end)));
                cluster.count("checkpoints begun");
                cluster.tell(node.name() + " begins checkpoint " + end + "-" + last.epoch);
            }
        }
    }

    /** Ends the first checkpoint being written; a download is ended by {@link Raft#downloaded}. */
    void endCheckpoint(Node node, Raft raft) {
        Checkpoint part = node.parts.get(0);
        boolean own = part.end() <= node.log.end() && node.log.lineage().has(part.end() - 1, part.epoch());
        if (own) {
            node.parts.remove(part);
            if (part.end() >= node.log.start) {
                node.checkpoints.put(part.end(), part);
            }
        } else if (cluster.node(node.leader).filter(l -> cluster.connected(node, l)).isPresent()) {
            raft.downloaded(node, part);
        } else {
            node.parts.remove(part);
        }
    }

    /** The log start moves to a checkpoint that is not the last word on its files. */
    void moveStart(Node node) {
        Optional<Long> to = cluster.any(List.copyOf(node.checkpoints.keySet()).stream()
                .filter(end -> end > node.log.start && end <= node.highWatermark && end <= node.log.end()).toList());
        if (to.isPresent()) {
            node.log.moveStart(to.get());
            node.zero = Optional.empty();
            for (Checkpoint old : List.copyOf(node.checkpoints.headMap(to.get()).values())) {
                node.checkpoints.remove(old.end());
                node.deleted.add(old);
            }
            cluster.count("log starts moved");
            cluster.tell(node.name() + " log start " + to.get());
        }
    }

    /** A stopped node comes back with an empty disk: under a new directory id, in a static quorum under the same node id. */
    Node wipe(Node node) {
        Node fresh = new Node(node.id, node.generation + 1, node.controller);
        fresh.up = false;
        fresh.strong = node.strong;
        fresh.endpoint = node.endpoint;
        fresh.group = node.group;
        cluster.nodes.set(cluster.nodes.indexOf(node), fresh);
        cluster.count("disks replaced");
        cluster.tell(node.name() + " comes back with an empty disk");
        return fresh;
    }
}
