package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Elections, replication and the leader's high watermark, by the rules of Kafka's raft client. */
final class Raft {
    private final Cluster cluster;

    Raft(Cluster cluster) {
        this.cluster = cluster;
    }

    // ---- elections ----

    /** A voter's patience ends. */
    void election(Node node) {
        if (node.role == Node.Role.LEADER || !node.isVoter(cluster)) {
            return;
        }
        Voters set = node.voters(cluster);
        if (cluster.world.preVote() && !set.majority(m -> cluster.node(m, set.fixed())
                .filter(n -> n == node || cluster.connected(node, n) && n.role != Node.Role.LEADER
                        && n.log.lineage().votesFor(node.log.lineage())).isPresent())) {
            cluster.count("elections given up after a pre-vote");
            return;
        }
        cluster.truth.votes(node);
        persist(node, node.epoch + 1, -1, node.id, node.generation);
        node.role = Node.Role.CANDIDATE;
        node.electorate = set;
        node.votes.clear();
        node.votes.add(node.id);
        cluster.tell(node + " stands for election");
        for (Voters.Member member : set.members()) {
            cluster.node(member, set.fixed()).filter(to -> to != node).ifPresent(to -> cluster.send(node, to,
                    new Message.VoteRequest(node.epoch, node.id, node.generation, node.log.lineage().lastEpoch(), node.log.end())));
        }
        electIfMajority(node);
    }

    void on(Node node, Node from, Message.VoteRequest request) {
        if (request.epoch() > node.epoch) {
            unattached(node, request.epoch());
        }
        boolean granted = request.epoch() == node.epoch && node.role != Node.Role.LEADER && (node.voted >= 0
                ? node.voted == request.candidate() && node.votedGeneration == request.generation()
                : node.role == Node.Role.UNATTACHED && node.leader < 0 && node.log.lineage().votesFor(request.lastEpoch(), request.end()));
        if (granted && node.voted < 0) {
            cluster.truth.votes(node);
            persist(node, node.epoch, -1, request.candidate(), request.generation());
        }
        cluster.send(node, from, new Message.VoteResponse(node.epoch, node.id, granted));
    }

    void on(Node node, Message.VoteResponse response) {
        if (response.epoch() > node.epoch) {
            unattached(node, response.epoch());
        } else if (node.role == Node.Role.CANDIDATE && response.epoch() == node.epoch && response.granted()
                && node.electorate.hasId(response.voter()) && !node.votes.contains(response.voter())) {
            node.votes.add(response.voter());
            electIfMajority(node);
        }
    }

    private void electIfMajority(Node node) {
        if (!node.electorate.majority(m -> node.votes.contains(m.id()))) {
            return;
        }
        persist(node, node.epoch, node.id, -1, 0);
        node.role = Node.Role.LEADER;
        node.highWatermark = -1;
        node.leadership = new Leadership(node.epoch, node.log.end());
        node.log.registerEpoch(node.epoch);
        cluster.truth.elected(cluster.step, node);
        cluster.count("elections won");
        node.leadership.queue.add(firstBatch(node));
        cluster.tell(node + " is elected by " + node.votes);
    }

    private List<Entry> firstBatch(Node node) {
        Voters set = node.voters(cluster);
        List<Entry> batch = new ArrayList<>();
        batch.add(new Entry.LeaderChange(node.id, set.ids(), List.copyOf(node.votes)));
        if (node.log.kraftVersion() >= 1) {
            boolean fromZero = node.log.latestVoters().filter(e -> e.getKey() < 0).isPresent();
            Optional<Voters.Member> own = set.members().stream().filter(m -> m.id() == node.id).findFirst();
            boolean moved = own.filter(m -> m.endpoint() != node.endpoint).isPresent();
            if (fromZero || moved) {
                batch.add(new Entry.KRaftVersion(1));
                batch.add(new Entry.VoterChange(moved ? set.updated(new Voters.Member(node.id, node.generation, node.endpoint)) : set, false));
            }
        }
        return batch;
    }

    /** The leader asks the voters to follow it. */
    void announce(Node leader) {
        for (Node to : cluster.nodes) {
            if (to != leader && to.controller) {
                cluster.send(leader, to, new Message.BeginEpoch(leader.epoch, leader.id));
            }
        }
    }

    void on(Node node, Node from, Message.BeginEpoch begin) {
        learn(node, begin.epoch(), begin.leader());
        cluster.send(node, from, new Message.Epoch(node.epoch, node.leader));
    }

    /** Takes note of an epoch and its leader (-1 if unknown), if that is news. */
    void learn(Node node, int epoch, int leader) {
        if (epoch > node.epoch && leader < 0) {
            unattached(node, epoch);
        } else if (leader >= 0 && leader != node.id && (epoch > node.epoch || epoch == node.epoch && node.leader < 0
                && node.role != Node.Role.LEADER && node.role != Node.Role.RESIGNED)) {
            boolean keepVote = epoch == node.epoch && cluster.world.preVote();
            persist(node, epoch, leader, keepVote ? node.voted : -1, keepVote ? node.votedGeneration : 0);
            leaveOffice(node, Node.Role.FOLLOWER);
        }
    }

    private void unattached(Node node, int epoch) {
        persist(node, epoch, -1, -1, 0);
        leaveOffice(node, Node.Role.UNATTACHED);
    }

    private void leaveOffice(Node node, Node.Role role) {
        node.role = role;
        node.leadership = null;
        node.fetching = false;
    }

    /** A leader gives up its office and writes nothing. */
    void resign(Node node) {
        cluster.tell(node + " resigns");
        leaveOffice(node, Node.Role.RESIGNED);
    }

    private void persist(Node node, int epoch, int leader, int voted, int votedGeneration) {
        if (epoch < node.epoch) {
            cluster.truth.breaks(cluster.step + ": epoch of " + node + " goes back to " + epoch);
        }
        node.epoch = epoch;
        node.leader = leader;
        node.voted = voted;
        node.votedGeneration = votedGeneration;
        node.stateVersion = node.log.kraftVersion() >= 1 ? 1 : 0;
        node.stateVoters = cluster.fixed.ids();
    }

    // ---- the leader's log and high watermark ----

    /** Writes what the accumulator holds, then looks at the high watermark, and only then the caller syncs. */
    void drain(Node leader) {
        Leadership office = leader.leadership;
        boolean wrote = false;
        while (!office.queue.isEmpty() && (!office.stalled || !office.begun)) {
            append(leader, office.queue.remove(0));
            wrote = true;
        }
        if (wrote) {
            updateHighWatermark(leader);
        }
    }

    private void append(Node leader, List<? extends Entry> entries) {
        Batch batch = new Batch(leader.log.end(), leader.epoch, cluster.time(), entries);
        leader.leadership.begun = true;
        if (cluster.chance(6)) {
            leader.log.roll();
        }
        entries.stream().filter(Entry.VoterChange.class::isInstance).forEach(e -> appendsVoters(leader, (Entry.VoterChange) e));
        boolean couldAdd = couldAdd(leader);
        leader.log.append(batch);
        if (couldAdd && entries.stream().noneMatch(Entry.VoterChange.class::isInstance)) {
            cluster.truth.couldAdd(leader, leader.voters(cluster));
        }
        cluster.tell(leader.name() + " appends " + batch);
    }

    /** A set that was formed in a race need not overlap with the committed one: then two majorities can act at once. */
    private void appendsVoters(Node leader, Entry.VoterChange change) {
        boolean apart = leader.highWatermark > leader.leadership.start && leader.log.votersAt(leader.highWatermark - 1)
                .filter(committed -> !committed.overlaps(change.voters())).isPresent();
        if (apart) {
            cluster.truth.apart();
            cluster.count("voter sets appended whose majorities may miss the committed ones");
        }
        if (change.raced()) {
            cluster.count("voter changes appended that were queued behind another");
        }
    }

    private static boolean couldAdd(Node leader) {
        return leader.highWatermark > leader.leadership.start && leader.log.kraftVersion() >= 1
                && leader.log.latestVoters().filter(latest -> latest.getKey() < leader.highWatermark).isPresent();
    }

    /** The latest set decides, committed or not; only a high watermark above L(e) counts; it never goes back. */
    void updateHighWatermark(Node leader) {
        Leadership office = leader.leadership;
        Voters set = leader.voters(cluster);
        if (set.members().isEmpty()) {
            return;
        }
        List<Long> ends = set.members().stream().map(m -> m.id() == leader.id && (set.fixed() || m.generation() == leader.generation)
                ? leader.log.end() : office.endOf(m, set.fixed())).sorted(Comparator.reverseOrder()).toList();
        long candidate = ends.get(set.members().size() / 2);
        if (candidate > office.start && candidate > leader.highWatermark) {
            leader.highWatermark = candidate;
            cluster.truth.exposed(cluster.step, leader, candidate);
            cluster.tell(leader.name() + " high watermark " + candidate);
        }
        if (couldAdd(leader)) {
            cluster.truth.couldAddNext(leader, set);
        }
    }

    // ---- replication ----

    /** A node asks its leader, or anybody if it knows none, for more. */
    void fetch(Node node) {
        boolean anybody = node.leader < 0 || node.seeking && !node.isVoter(cluster);
        node.seeking = false;
        Optional<Node> to = !anybody ? cluster.node(node.leader) : cluster.anyNode(n -> n != node && n.controller);
        if (node.role == Node.Role.LEADER || node.role == Node.Role.CANDIDATE || node.role == Node.Role.RESIGNED) {
            return;
        }
        if (to.isPresent() && to.get() != node) {
            node.fetching = true;
            cluster.send(node, to.get(), new Message.Fetch(++node.fetches, node.epoch, node.log.end(), node.log.lineage().lastEpoch()));
        }
    }

    void on(Node node, Node from, Message.Fetch fetch) {
        if (!node.leads() || fetch.epoch() != node.epoch) {
            // a fetch in a higher epoch is refused and changes nothing here
            cluster.send(node, from, new Message.FetchResponse(fetch.number(), node.epoch, node.leader, fetch.offset(), List.of(), Optional.empty(),
                    Optional.empty(), -1, false));
            return;
        }
        Log log = node.log;
        Optional<Checkpoint> checkpoint = Optional.empty();
        Optional<long[]> diverging = Optional.empty();
        Checkpoint earliest = node.checkpoints.isEmpty() ? null : node.checkpoints.firstEntry().getValue();
        if (log.start == 0 && fetch.offset() == 0 && fetch.lastEpoch() == 0) {
            // an empty log follows any log that still begins at 0
        } else if (earliest != null && (fetch.offset() < log.start || fetch.offset() == log.start && log.start != 0
                && fetch.lastEpoch() != earliest.epoch() || fetch.lastEpoch() < earliest.epoch())) {
            checkpoint = Optional.of(node.checkpoints.lastEntry().getValue());
        } else {
            long[] end = endOffsetFor(node, fetch.lastEpoch());
            if (end[0] != fetch.lastEpoch() || end[1] < fetch.offset()) {
                diverging = Optional.of(end);
            }
        }
        List<Batch> batches = List.of();
        if (checkpoint.isEmpty() && diverging.isEmpty()) {
            node.leadership.ends.put(from, fetch.offset());
            if (fetch.offset() == log.end()) {
                node.leadership.caughtUp.add(from);
            }
            updateHighWatermark(node);
            batches = log.batches.stream().filter(b -> b.base >= fetch.offset()).limit(1 + cluster.random.nextInt(cluster.world.fetched())).toList();
            if (log.batchAt(fetch.offset()).filter(b -> b.base < fetch.offset()).isPresent()) {
                // an epoch cut off with the log start is not told from dead records any more: the follower cannot append what it gets
                cluster.count("fetches into the middle of a batch");
                batches = List.of();
            }
        }
        cluster.send(node, from, new Message.FetchResponse(fetch.number(), node.epoch, node.id, fetch.offset(), batches, diverging, checkpoint,
                node.highWatermark, true));
    }

    /** As {@code KafkaRaftLog.endOffsetForEpoch}. */
    private static long[] endOffsetFor(Node node, int epoch) {
        return node.log.endOffsetFor(epoch).orElseGet(() -> {
            Checkpoint earliest = node.checkpoints.isEmpty() ? null : node.checkpoints.firstEntry().getValue();
            return earliest != null && earliest.end() == node.log.start && earliest.epoch() == epoch
                    ? new long[] {epoch, earliest.end()} : new long[] {node.log.lineage().lastEpoch(), node.log.end()};
        });
    }

    void on(Node node, Node from, Message.FetchResponse response) {
        boolean stale = response.epoch() < node.epoch;
        learn(node, response.epoch(), response.leader());
        node.fetching = false;
        if (stale || !response.sound() || node.role != Node.Role.FOLLOWER || node.leader != from.id || response.epoch() != node.epoch
                || response.offset() != node.log.end() || response.number() != node.fetches) {
            return;
        }
        if (response.diverging().isPresent()) {
            truncate(node, response.diverging().get());
        } else if (response.checkpoint().isPresent()) {
            node.parts.add(response.checkpoint().get());
            cluster.count("checkpoints downloaded");
            cluster.tell(node.name() + " downloads " + response.checkpoint().get().name());
        } else {
            for (Batch batch : response.batches()) {
                if (cluster.chance(6)) {
                    node.log.roll();
                }
                node.log.append(batch);
            }
            boolean voters = response.batches().stream().flatMap(b -> b.entries.stream()).anyMatch(Entry.VoterChange.class::isInstance);
            if (voters && node.controller && node.log.end() < from.log.end()) {
                cluster.count("voters records fetched without all that follows");
            }
            node.highWatermark = Math.max(node.highWatermark, Math.min(response.highWatermark(), node.log.end()));
        }
    }

    private void truncate(Node node, long[] diverging) {
        long end;
        if (diverging[0] == 0) {
            end = Math.min(diverging[1], node.log.end());
        } else {
            long[] local = endOffsetFor(node, (int) diverging[0]);
            end = local[0] == diverging[0] ? Math.min(local[1], diverging[1]) : local[1];
        }
        if (end < node.highWatermark) {
            cluster.truth.breaks(cluster.step + ": " + node + " would truncate to " + end);
            return;
        }
        node.log.truncate(end);
        cluster.count("logs truncated");
        cluster.tell(node.name() + " truncates to " + end);
    }

    /** A download ends: the log is emptied and begins at the checkpoint, if that is ahead of it. */
    void downloaded(Node node, Checkpoint checkpoint) {
        node.parts.remove(checkpoint);
        node.checkpoints.put(checkpoint.end(), checkpoint);
        Lineage log = node.log.lineage();
        if (checkpoint.epoch() > log.lastEpoch() || checkpoint.epoch() == log.lastEpoch() && checkpoint.end() > log.end()) {
            node.log.restartAt(checkpoint);
            node.zero = Optional.empty();
            dropBelowStart(node);
            node.consumed = Math.max(node.consumed, checkpoint.end());
            node.loadedFrom = checkpoint.end();
            cluster.tell(node.name() + " starts its log at " + checkpoint.name());
        }
    }

    void dropBelowStart(Node node) {
        for (Checkpoint old : List.copyOf(node.checkpoints.headMap(node.log.start).values())) {
            node.checkpoints.remove(old.end());
            node.deleted.add(old);
        }
    }

    /** Epoch of the record below an offset of a node's log. */
    static OptionalInt epochBelow(Node node, long end) {
        return end == 0 ? OptionalInt.empty() : OptionalInt.of(node.log.lineage().epochAt(end - 1));
    }
}
