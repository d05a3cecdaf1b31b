package kraftaudit.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import kraftaudit.reader.RecordAt;
import kraftaudit.reader.RecordWalk;
import kraftaudit.reader.Scan;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Status;

/**
 * Reads what lies on branches behind the place where they part.
 *
 * @param branches the main branch first; empty where nothing forks
 * @param clashes  topics that two branches created under one name, by name
 */
record Forks(List<BranchContent> branches, List<TopicClash> clashes) {
    Forks {
        branches = List.copyOf(branches);
        clashes = List.copyOf(clashes);
    }

    private static final int TOPIC = 2;
    /** Besides control records: brokers and controllers, topics, levels, producer id blocks. */
    private static final Set<Integer> NOTABLE = Set.of(0, 1, TOPIC, 9, 12, 15, 27, 29);
    private static final int VOTERS = -7;
    private static final int KRAFT_VERSION = -6;
    /** Topics kept for each branch to look for clashes. */
    private static final int TOPICS_KEPT = 100_000;

    static Forks read(CaptureHistory history, Schemas schemas) {
        // Of a branch that shares no offset with another nothing shows that it parts.
        List<Branch> branches = history.branches().stream().filter(branch -> !branch.apart()).toList();
        long lowest = branches.stream().flatMapToLong(b -> b.forkOffset().stream()).min().orElse(-1);
        if (lowest < 0) {
            return new Forks(List.of(), List.of());
        }
        List<Reading> readings = new ArrayList<>();
        for (Branch branch : branches) {
            Reading reading = new Reading(branch, schemas);
            reading.read(history, branch.forkOffset().orElse(lowest));
            readings.add(reading);
        }
        List<TopicClash> clashes = new ArrayList<>();
        for (int i = 0; i < readings.size(); i++) {
            for (int j = i + 1; j < readings.size(); j++) {
                clashes.addAll(readings.get(i).clashes(readings.get(j)));
            }
        }
        clashes.sort(Comparator.comparing(TopicClash::name).thenComparing(clash -> clash.one().at().offset()));
        return new Forks(readings.stream().map(reading -> reading.content(history)).toList(), clashes);
    }

    /** One branch behind its fork. */
    private static final class Reading implements RecordWalk.Visitor {
        private final Branch branch;
        private final Schemas schemas;
        private final SortedMap<String, Long> counts = new TreeMap<>();
        private final List<BranchContent.Notable> first = new ArrayList<>();
        private final List<BranchContent.Notable> further = new ArrayList<>();
        private final Map<String, TopicClash.Created> topics = new HashMap<>();
        private final List<String> unread = new ArrayList<>();
        private long left;
        private long from;
        private long next;
        private String replica = "";

        Reading(Branch branch, Schemas schemas) {
            this.branch = branch;
            this.schemas = schemas;
        }

        /** Reads each offset from the copy that goes furthest among those that hold it. */
        void read(CaptureHistory history, long fork) {
            from = fork;
            next = fork;
            List<ReplicaHistory> copies = branch.replicas().stream().flatMap(name -> history.replica(name).stream()).toList();
            while (next < branch.line().endOffset()) {
                long at = next;
                Optional<ReplicaHistory> copy = copies.stream().filter(c -> c.line().epochAt(at).isPresent()).findFirst();
                long end = copy.map(c -> endHeld(c, at)).orElseGet(() -> nextHeld(at));
                copy.ifPresent(c -> read(c, at, end));
                next = end;
            }
        }

        private static long endHeld(ReplicaHistory copy, long at) {
            return copy.line().stretches().stream().filter(s -> s.baseOffset() <= at && at < s.endOffset()).mapToLong(s -> s.endOffset())
                .findFirst().orElse(at + 1);
        }

        private long nextHeld(long at) {
            return branch.line().stretches().stream().mapToLong(s -> s.baseOffset()).filter(base -> base > at).min().orElse(branch.line().endOffset());
        }

        private void read(ReplicaHistory copy, long start, long end) {
            replica = copy.replica().name();
            next = start;
            for (Scan segment : copy.scan().segments()) {
                try {
                    RecordWalk.walk(segment, start, end, schemas, this);
                } catch (IOException unreadable) {
                    unread.add(segment.file().name() + " could not be read again");
                }
            }
        }

        @Override
        public boolean wants(int key) {
            return key < 0 || NOTABLE.contains(key);
        }

        @Override
        public void visit(RecordAt at, OptionalInt key, Optional<JsonNode> payload) {
            if (at.offset() < next || !branch.line().epochAt(at.offset()).equals(OptionalInt.of(at.epoch()))) {
                return;
            }
            next = at.offset() + 1;
            String type = key.isPresent() ? schemas.typeName(key.getAsInt()).orElse("UNKNOWN_" + key.getAsInt()) : "unreadable";
            counts.merge(type, 1L, Long::sum);
            if (key.isPresent() && payload.isPresent() && wants(key.getAsInt())) {
                keep(at, key.getAsInt(), type, payload.get());
            }
        }

        private void keep(RecordAt at, int key, String type, JsonNode payload) {
            if (key == TOPIC && topics.size() < TOPICS_KEPT) {
                topics.putIfAbsent(payload.path("name").asText(),
                    new TopicClash.Created(BranchName.of(branch), replica, at, payload.path("topicId").asText()));
            }
            List<BranchContent.Notable> list = key == VOTERS || key == KRAFT_VERSION ? first : further;
            if (list.size() < BranchContent.KEPT) {
                list.add(new BranchContent.Notable(replica, at, type, payload.toString()));
            } else {
                left++;
            }
        }

        List<TopicClash> clashes(Reading other) {
            List<TopicClash> clashes = new ArrayList<>();
            topics.forEach((name, created) -> Optional.ofNullable(other.topics.get(name))
                .filter(there -> !there.topicId().equals(created.topicId()))
                .ifPresent(there -> clashes.add(new TopicClash(name, created, there))));
            return clashes;
        }

        /** Of all its records: a branch may be proven in its beginning alone, and nothing that follows a lost record is committed. */
        private Status status(CaptureHistory history) {
            Status first = status(history, from);
            return first == Status.PROVEN && status(history, branch.line().endOffset() - 1) != Status.PROVEN ? Status.UNPROVEN : first;
        }

        private Status status(CaptureHistory history, long offset) {
            OptionalInt epoch = branch.line().epochAt(offset);
            return epoch.isPresent() ? history.status(offset, epoch.getAsInt()) : Status.UNPROVEN;
        }

        private long proven() {
            return branch.line().stretches().stream()
                .mapToLong(s -> Math.max(0, Math.min(s.endOffset(), branch.provenHeldEnd()) - Math.max(s.baseOffset(), from))).sum();
        }

        BranchContent content(CaptureHistory history) {
            List<BranchContent.Notable> notable = new ArrayList<>(first);
            notable.addAll(further);
            int kept = Math.min(notable.size(), BranchContent.KEPT);
            int epoch = branch.line().lastEpoch().orElse(-1);
            return new BranchContent(BranchName.of(branch), from, branch.line().endOffset(), epoch, status(history), proven(), counts, notable.subList(0, kept),
                left + notable.size() - kept, unread);
        }
    }
}
