package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import kraftaudit.audit.Locator;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Cause;
import kraftaudit.replay.Replica;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Status;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSource;
import kraftaudit.replay.VoterSpan;

/** The sets of voters on every branch, and a lane for every voter and observer. */
final class VoterLanes {
    private record Key(int id, DirectoryId directoryId) {
    }

    private final CaptureHistory history;
    private final Clocks clocks;
    private final Map<Key, List<Item>> items = new TreeMap<>(Comparator.comparingInt(Key::id).thenComparing(Key::directoryId));

    private VoterLanes(CaptureHistory history, Clocks clocks) {
        this.history = history;
        this.clocks = clocks;
    }

    static List<Lane> of(CaptureHistory history, Clocks clocks) {
        List<Lane> lanes = new ArrayList<>();
        VoterLanes voters = new VoterLanes(history, clocks);
        Optional<Branch> main = history.main();
        for (Branch branch : history.branches()) {
            String of = Timeline.ofBranch(branch);
            String name = of.isEmpty() ? "voters" : "voters, " + of;
            List<Item> sets = voters.sets(branch);
            if (!sets.isEmpty()) {
                lanes.add(new Lane(Group.VOTERS, name, name, of.isEmpty() ? "the whole set" : of, "", clocks.of(branch), sets));
            }
            if (branch.isMain()) {
                voters.ofMain(branch);
            } else {
                voters.ofOther(main.get(), branch);
            }
        }
        if (main.isPresent()) {
            history.replicas().forEach(voters::observer);
            voters.items.forEach((key, items) -> {
                boolean observes = items.stream().allMatch(i -> i.kind() == Kind.OBSERVER);
                String row = (observes ? "observer " : "voter ") + key.id();
                String directory = key.directoryId().isZero() ? "" : key.directoryId().toString();
                String name = (row + " " + directory).trim();
                lanes.add(new Lane(Group.VOTERS, name, name, directory.isEmpty() ? "no directory id" : directory, "", clocks.of(main.get()), items));
            });
        }
        return lanes;
    }

    // ---- whole sets ----

    private List<Item> sets(Branch branch) {
        List<Item> sets = new ArrayList<>();
        List<VoterSpan> spans = branch.spans();
        for (int i = 0; i < spans.size(); i++) {
            VoterSpan span = spans.get(i);
            if (to(span) > from(span)) {
                String label = span.voters().isEmpty() ? "unknown: " + span.why() : set(span.voters().get())
                    + (span.source() == VoterSource.STATIC ? " by configuration" : fromZeroCheckpoint(span) ? " by the zero checkpoint" : "");
                sets.add(item(branch, i, span.voters().isEmpty() ? Kind.UNKNOWN : Kind.VOTERS, label));
            }
        }
        return sets;
    }

    /** Ids between braces; one id twice where two directories have it. */
    static String set(VoterSet voters) {
        return voters.voters().stream().map(v -> Integer.toString(v.id())).collect(Collectors.joining(", ", "{", "}"));
    }

    private static long from(VoterSpan span) {
        return Math.max(0, span.from() - 1);
    }

    private static long to(VoterSpan span) {
        return span.to();
    }

    private Item item(Branch branch, int index, Kind kind, String label) {
        VoterSpan span = branch.spans().get(index);
        // A zero checkpoint has the time of the format command, which is no time of the log.
        long begun = fromZeroCheckpoint(span) ? -1 : span.record().map(Cause::timestamp).orElse(-1L);
        long ended = index + 1 < branch.spans().size() ? branch.spans().get(index + 1).record().map(Cause::timestamp).orElse(-1L)
            : clocks.end(branch);
        Locator locator = span.record().map(Places::locator)
            .orElse(Locator.offset(span.replicas().isEmpty() ? "" : span.replicas().get(0), from(span)));
        return new Item(kind, from(span), Math.max(to(span), from(span)), begun, ended, span.status(), label, locator);
    }

    // ---- one lane a voter ----

    private void ofMain(Branch main) {
        VoterSet proven = new VoterSet(List.of());
        VoterSet before = proven;
        for (int i = 0; i < main.spans().size(); i++) {
            VoterSpan span = main.spans().get(i);
            if (to(span) <= from(span) || span.voters().isEmpty()) {
                continue;
            }
            VoterSet now = span.voters().get();
            Kind kind = kind(span);
            for (Voter voter : now.voters()) {
                add(voter, item(main, i, kind, fromZeroCheckpoint(span) ? "named by the zero checkpoint" : kind.words()));
            }
            if (kind == Kind.PENDING || kind == Kind.LOST) {
                Kind removal = kind == Kind.PENDING ? Kind.PENDING_REMOVAL : Kind.LOST_REMOVAL;
                for (Voter gone : proven.changeTo(now).removed()) {
                    add(gone, item(main, i, removal, removal.words()));
                }
            } else {
                proven = now;
            }
            if (span.source() == VoterSource.VOTERS_RECORD && kind == Kind.COMMITTED) {
                transition(main, i, before, now);
            }
            before = now;
        }
    }

    private static boolean fromZeroCheckpoint(VoterSpan span) {
        return span.record().filter(c -> c.kind() == Cause.Kind.ZERO_CHECKPOINT).isPresent();
    }

    private static Kind kind(VoterSpan span) {
        if (span.source() == VoterSource.STATIC) {
            return Kind.STATIC;
        }
        return switch (span.status().orElse(Status.UNPROVEN)) {
            case PROVEN -> Kind.COMMITTED;
            case UNPROVEN -> Kind.PENDING;
            case LOST -> Kind.LOST;
        };
    }

    /** From the record to the place where its commit first shows the quorum was on its way from one set to the next. */
    private void transition(Branch main, int index, VoterSet before, VoterSet now) {
        VoterSpan span = main.spans().get(index);
        long offset = from(span);
        Optional<ProvenCurve.Point> first = curve(main).covering(offset);
        if (first.isEmpty() || first.get().logEnd() <= offset + 1 || main.proofsOf(offset).isEmpty()) {
            return;
        }
        Item whole = item(main, index, Kind.TRANSITION, "appended at " + offset + ", first proof when the log ended at " + first.get().logEnd()
            + " · " + first.get().proof().kind());
        Item until = new Item(whole.kind(), offset, first.get().logEnd(), whole.timestampFrom(), first.get().proof().timestamp(),
            whole.status(), whole.label(), whole.locator());
        var change = before.changeTo(now);
        List.of(change.added(), change.removed(), change.updated()).forEach(voters -> voters.forEach(v -> add(v, until)));
    }

    private ProvenCurve mainCurve;

    private ProvenCurve curve(Branch main) {
        if (mainCurve == null) {
            mainCurve = ProvenCurve.of(Optional.of(main));
        }
        return mainCurve;
    }

    /** Of another branch only what differs from the main one at the same offsets. */
    private void ofOther(Branch main, Branch other) {
        for (int i = 0; i < other.spans().size(); i++) {
            VoterSpan span = other.spans().get(i);
            if (to(span) <= from(span) || span.voters().isEmpty()) {
                continue;
            }
            VoterSet instead = main.spans().stream().filter(m -> from(m) <= from(span)).reduce((a, b) -> b)
                .flatMap(VoterSpan::voters).orElse(new VoterSet(List.of()));
            boolean lost = span.status().equals(Optional.of(Status.LOST));
            String where = " on the branch of " + String.join(" ", other.replicas());
            for (Voter added : instead.changeTo(span.voters().get()).added()) {
                add(added, item(other, i, lost ? Kind.LOST : Kind.PENDING, (lost ? "lost" : "appended, not proven") + where));
            }
            for (Voter removed : instead.changeTo(span.voters().get()).removed()) {
                add(removed, item(other, i, lost ? Kind.LOST_REMOVAL : Kind.PENDING_REMOVAL,
                    (lost ? "removal lost" : "removal appended, not proven") + where));
            }
        }
    }

    /** A stretch that goes on unchanged is joined with the one before it. */
    private void add(Voter voter, Item item) {
        List<Item> lane = items.computeIfAbsent(key(voter), key -> new ArrayList<>());
        for (int i = lane.size() - 1; i >= Math.max(0, lane.size() - 2); i--) {
            Item last = lane.get(i);
            if (last.kind() == item.kind() && last.status().equals(item.status()) && last.offsetTo() == item.offsetFrom()
                && last.label().equals(item.label())) {
                lane.set(i, new Item(last.kind(), last.offsetFrom(), item.offsetTo(), last.timestampFrom(), item.timestampTo(),
                    last.status(), last.label(), last.locator()));
                return;
            }
        }
        lane.add(item);
    }

    /** A voter without a directory id stands on the lane of its id that there is, if there is one. */
    private Key key(Voter voter) {
        if (voter.directoryId().isZero()) {
            return items.keySet().stream().filter(k -> k.id() == voter.id()).findFirst().orElse(new Key(voter.id(), DirectoryId.ZERO));
        }
        return new Key(voter.id(), voter.directoryId());
    }

    // ---- observers ----

    private void observer(ReplicaHistory replica) {
        Replica name = replica.replica();
        if (name.nodeId().isEmpty() || replica.line().isEmpty()) {
            return;
        }
        int id = name.nodeId().getAsInt();
        boolean idAlone = items.keySet().stream().anyMatch(k -> k.id() == id && k.directoryId().isZero());
        Key key = new Key(id, idAlone ? DirectoryId.ZERO : name.directoryId().orElse(DirectoryId.ZERO));
        List<Item> lane = items.computeIfAbsent(key, k -> new ArrayList<>());
        List<Item> voting = lane.stream().filter(i -> i.kind() != Kind.TRANSITION && i.kind() != Kind.OBSERVER)
            .sorted(Comparator.comparingLong(Item::offsetFrom)).toList();
        long at = replica.line().startOffset();
        long end = replica.line().endOffset();
        List<Item> observing = new ArrayList<>();
        for (Item item : voting) {
            observe(observing, name.name(), at, Math.min(item.offsetFrom(), end));
            at = Math.max(at, item.offsetTo());
        }
        observe(observing, name.name(), at, end);
        lane.addAll(observing);
    }

    private static void observe(List<Item> observing, String replica, long from, long to) {
        if (to > from) {
            observing.add(new Item(Kind.OBSERVER, from, to, -1, -1, Optional.empty(), "has a copy, is no voter", Locator.offset(replica, from)));
        }
    }
}
