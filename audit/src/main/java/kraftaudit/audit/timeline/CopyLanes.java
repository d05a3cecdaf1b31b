package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kraftaudit.audit.Locator;
import kraftaudit.reader.Damage;
import kraftaudit.reader.Region;
import kraftaudit.reader.Run;
import kraftaudit.reader.Scan;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.LogLine;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Status;
import kraftaudit.replay.Stretch;

/** For every copy: what it holds and of which branch, its segments, checkpoints and damage. */
final class CopyLanes {
    private CopyLanes() {
    }

    static List<Lane> of(CaptureHistory history, Clocks clocks) {
        List<Lane> lanes = new ArrayList<>();
        for (ReplicaHistory replica : history.replicas()) {
            String name = replica.replica().name();
            LogLine line = replica.line();
            String detail = line.isEmpty() ? "no record" : line.startOffset() + " … " + (line.endOffset() - 1);
            Optional<Branch> branch = clocks.branchOf(replica);
            Clock clock = branch.map(clocks::of).orElse(new Clock.Builder().build());
            lanes.add(new Lane(Group.COPIES, name, "log", detail, name, clock, log(history, replica, branch)));
            lanes.add(new Lane(Group.COPIES, name, "segments", detail, name, clock, segments(replica)));
            lanes.add(new Lane(Group.COPIES, name, "checkpoints", detail, name, clock, checkpoints(replica)));
            lanes.add(new Lane(Group.COPIES, name, "damage", detail, name, clock, damage(replica)));
        }
        return lanes;
    }

    // ---- what is held ----

    private static List<Item> log(CaptureHistory history, ReplicaHistory replica, Optional<Branch> branch) {
        List<Item> items = new ArrayList<>();
        LogLine line = replica.line();
        if (line.isEmpty()) {
            return items;
        }
        String name = replica.replica().name();
        OptionalLong parts = history.main().map(main -> main.line().divergence(line)).orElse(OptionalLong.empty());
        long fork = parts.orElse(line.endOffset());
        boolean tied = parts.isPresent() || history.main().filter(main -> main.replicas().contains(name)).isPresent();
        long proven = (tied ? history.main() : branch).map(Branch::provenHeldEnd).orElse(0L);
        long last = replica.epochs().isEmpty() ? -1 : replica.epochs().get(replica.epochs().size() - 1).lastTimestamp();
        for (Stretch piece : pieces(line)) {
            held(items, Kind.LOG, name, piece.baseOffset(), Math.min(piece.endOffset(), Math.min(fork, proven)), Status.PROVEN, last, line);
            held(items, Kind.LOG, name, Math.max(piece.baseOffset(), proven), Math.min(piece.endOffset(), fork), Status.UNPROVEN, last, line);
            if (piece.endOffset() > fork) {
                long from = Math.max(piece.baseOffset(), fork);
                Status status = line.epochAt(from).isEmpty() ? Status.UNPROVEN : history.status(from, line.epochAt(from).getAsInt());
                if (status == Status.PROVEN && history.status(piece.endOffset() - 1, line.epochAt(piece.endOffset() - 1).orElse(-1)) != Status.PROVEN) {
                    status = Status.UNPROVEN;
                }
                held(items, Kind.DEAD_BRANCH, name, from, piece.endOffset(), status, last, line);
            }
        }
        for (Stretch gap : line.gaps()) {
            items.add(new Item(Kind.GAP, gap.baseOffset(), gap.endOffset(), -1, -1, Optional.empty(),
                "offsets " + gap.baseOffset() + " to " + (gap.endOffset() - 1) + " are not held soundly", Locator.offset(name, gap.baseOffset())));
        }
        return items;
    }

    private static void held(List<Item> items, Kind kind, String name, long from, long to, Status status, long last, LogLine line) {
        if (to > from) {
            String label = kind == Kind.LOG ? "holds " + from + " to " + (to - 1)
                : (status == Status.LOST ? "dead branch from " : "parts from the main branch at ") + from;
            items.add(new Item(kind, from, to, -1, to == line.endOffset() ? last : -1, Optional.of(status), label, Locator.offset(name, from)));
        }
    }

    /** The line's stretches without their epochs, neighbours joined. */
    private static List<Stretch> pieces(LogLine line) {
        List<Stretch> pieces = new ArrayList<>();
        for (Stretch stretch : line.stretches()) {
            Stretch last = pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
            if (last != null && last.endOffset() == stretch.baseOffset()) {
                pieces.set(pieces.size() - 1, new Stretch(last.baseOffset(), stretch.endOffset(), -1));
            } else {
                pieces.add(new Stretch(stretch.baseOffset(), stretch.endOffset(), -1));
            }
        }
        return pieces;
    }

    // ---- files ----

    private static List<Item> segments(ReplicaHistory replica) {
        List<Item> items = new ArrayList<>();
        for (Scan segment : replica.scan().segments()) {
            List<Run> runs = segment.regions().stream().filter(Run.class::isInstance).map(Run.class::cast).toList();
            if (!runs.isEmpty()) {
                Run first = runs.get(0);
                Run last = runs.get(runs.size() - 1);
                long from = runs.stream().mapToLong(Run::baseOffset).min().getAsLong();
                long to = runs.stream().mapToLong(Run::endOffset).max().getAsLong();
                items.add(new Item(Kind.SEGMENT, from, to, from == first.baseOffset() ? first.firstBatch().timestamp() : -1,
                    to == last.endOffset() ? last.lastTimestamp() : -1, Optional.empty(),
                    Places.baseName(segment.file().name()) + ", " + segment.length() + " bytes",
                    Places.file(replica.replica().name(), segment.file())));
            }
        }
        return items;
    }

    private static List<Item> checkpoints(ReplicaHistory replica) {
        List<Item> items = new ArrayList<>();
        for (CheckpointFacts checkpoint : replica.checkpoints()) {
            String label = "checkpoint " + checkpoint.id().endOffset() + " of epoch " + checkpoint.id().epoch()
                + (checkpoint.usable() || checkpoint.whyNot().isEmpty() ? "" : ", " + checkpoint.whyNot());
            items.add(new Item(Kind.CHECKPOINT, checkpoint.id().endOffset(), checkpoint.id().endOffset(), checkpoint.timestamp(),
                checkpoint.timestamp(), Optional.of(Status.PROVEN), label, Places.file(replica.replica().name(), checkpoint.file())));
        }
        for (CheckpointFacts bootstrap : replica.bootstraps()) {
            items.add(new Item(Kind.BOOTSTRAP, 0, 0, -1, -1, Optional.empty(), Places.baseName(bootstrap.file().name()),
                Places.file(replica.replica().name(), bootstrap.file())));
        }
        return items;
    }

    private static List<Item> damage(ReplicaHistory replica) {
        List<Item> items = new ArrayList<>();
        for (Scan segment : replica.scan().segments()) {
            long next = replica.line().startOffset();
            for (Region region : segment.regions()) {
                if (region instanceof Run run) {
                    next = run.endOffset();
                } else if (region instanceof Damage damage) {
                    long from = Math.max(0, damage.baseOffset().orElse(next));
                    long to = Math.max(from, damage.endOffset().orElse(from));
                    items.add(damage(replica, segment, damage, from, to));
                }
            }
        }
        for (CheckpointFacts checkpoint : replica.checkpoints()) {
            checkpoint.scan().ifPresent(scan -> scan.regions().forEach(region -> {
                if (region instanceof Damage damage) {
                    items.add(damage(replica, scan, damage, checkpoint.id().endOffset(), checkpoint.id().endOffset()));
                }
            }));
        }
        return items;
    }

    private static Item damage(ReplicaHistory replica, Scan scan, Damage damage, long from, long to) {
        String label = damage.reason() + " at position " + damage.position() + ", " + damage.length() + " bytes"
            + (damage.field().isEmpty() ? "" : ": " + damage.field() + " " + damage.found() + ", expected " + damage.expected());
        return new Item(Kind.DAMAGE, from, to, -1, -1, Optional.empty(), label,
            new Locator(replica.replica().name(), -1, Places.baseName(scan.file().name()), damage.position()));
    }
}
