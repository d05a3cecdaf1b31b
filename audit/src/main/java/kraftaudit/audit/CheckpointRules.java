package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import kraftaudit.reader.Damage;
import kraftaudit.reader.Event;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.Place;
import kraftaudit.reader.Region;
import kraftaudit.reader.Run;
import kraftaudit.reader.Scan;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.LogState;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Step;
import kraftaudit.replay.Steps;
import kraftaudit.replay.VoterSet;

/** C: checkpoints. */
final class CheckpointRules {
    static final List<Rule> ROWS = List.of(
        new Rule("C01", "The start of every log is covered by a checkpoint", VIOLATION, Set.of(Need.SEGMENT),
            List.of("C02", "F01"), (Check.OnCluster) CheckpointRules::startCovered),
        new Rule("C02", "Every checkpoint is whole: header first, footer last, nothing damaged between", IRREGULAR, Set.of(), List.of(),
            (Check.OnCluster) CheckpointRules::whole),
        new Rule("C03", "A checkpoint holds the voters and the kraft.version of the log before its end", VIOLATION, Set.of(Need.CHECKPOINT),
            List.of("C02"), (Check.OnCluster) CheckpointRules::sameVoters),
        new Rule("C04", "A checkpoint holds the feature levels of the log before its end", VIOLATION, Set.of(Need.CHECKPOINT),
            List.of("C02"), (Check.OnCluster) CheckpointRules::sameFeatures),
        new Rule("C05", "A checkpoint's name has the epoch of the last record before its end", VIOLATION, Set.of(Need.CHECKPOINT), List.of(),
            (Check.OnCluster) CheckpointRules::epochInName),
        new Rule("C06", "No checkpoint ends beyond its log", IRREGULAR, Set.of(Need.CHECKPOINT), List.of("F03", "F04", "F05", "F06", "F13", "O01"),
            (Check.OnCluster) CheckpointRules::insideLog),
        new Rule("C07", "A bootstrap file holds a metadata.version that a start would accept", IRREGULAR, Set.of(Need.BOOTSTRAP),
            List.of("C02"), (Check.OnCluster) CheckpointRules::bootstrapLevel),
        new Rule("C08", "The bootstrap files of a node agree", NOTE, Set.of(Need.BOOTSTRAP), List.of("C02"),
            (Check.OnCluster) CheckpointRules::bootstrapsAgree));

    private CheckpointRules() {
    }

    private static void startCovered(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            if (replica.scan().segments().isEmpty()) {
                continue;
            }
            verdict.examined();
            Scan first = replica.scan().segments().get(0);
            OptionalLong start = start(replica, first);
            if (start.isEmpty() || start.getAsLong() == 0 || replica.checkpoints().stream().anyMatch(c -> c.usable()
                && c.id().endOffset() >= start.getAsLong())) {
                continue;
            }
            long from = start.getAsLong();
            Optional<CheckpointFacts> newest = replica.checkpoints().stream().filter(CheckpointFacts::usable)
                .max(java.util.Comparator.comparing(CheckpointFacts::id));
            String damaged = replica.checkpoints().stream().filter(c -> !c.usable() && c.scan().isPresent() && c.id().endOffset() >= from)
                .map(c -> "; " + c.id() + " is not whole").findFirst().orElse("");
            String found = newest.map(c -> "the newest checkpoint ends at " + c.id().endOffset() + ": the state before " + from
                + " is lost, and " + Offsets.records(c.id().endOffset(), from - 1) + inNoCopy(input, c.id().endOffset(), from))
                .orElse("no checkpoint: the state before " + from + " is lost");
            verdict.broken(Where.file(replica.replica().name(), first.file()).atOffset(from), "log start " + from,
                "a checkpoint that ends at " + from + " or above", found + damaged
                    + "; Kafka never leaves this, so a file was not copied or was removed by hand");
        }
    }

    private static OptionalLong start(ReplicaHistory replica, Scan first) {
        // Damage in front hides where the log starts, but for the file's name.
        if (!first.regions().isEmpty() && first.regions().get(0) instanceof Run run) {
            return OptionalLong.of(run.baseOffset());
        }
        String name = first.file().name().substring(first.file().name().lastIndexOf('/') + 1);
        return name.matches("[0-9]{20}\\.log") && name.compareTo("09223372036854775807.log") <= 0
            ? OptionalLong.of(Long.parseLong(name.substring(0, 20))) : OptionalLong.empty();
    }

    private static String inNoCopy(ClusterInput input, long from, long to) {
        boolean held = input.cluster().branches().stream().map(Branch::line)
            .anyMatch(line -> line.epochAt(from).isPresent() || line.epochAt(to - 1).isPresent());
        return (to - from == 1 ? " is in " : " are in ") + (held ? "another copy" : "no copy");
    }

    private static void whole(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            List<CheckpointFacts> all = new ArrayList<>(replica.checkpoints());
            all.addAll(replica.bootstraps());
            for (CheckpointFacts checkpoint : all) {
                if (checkpoint.scan().isEmpty()) {
                    continue;
                }
                verdict.examined();
                if (!checkpoint.usable()) {
                    Scan scan = checkpoint.scan().get();
                    Optional<Damage> damage = scan.regions().stream().filter(Damage.class::isInstance).map(Damage.class::cast).findFirst();
                    Where where = damage.map(d -> Where.place(replica.replica().name(), scan.place(d)))
                        .or(() -> behindGap(scan).map(run -> at(replica, scan, run))).orElse(Where.file(replica.replica().name(), scan.file()));
                    String how = damage.map(d -> ": " + d.reason() + ", " + d.field() + " " + d.found() + " where " + d.expected() + " was expected")
                        .orElse("");
                    verdict.broken(where, "checkpoint", "", checkpoint.whyNot() + how + "; its content is not used");
                } else {
                    oddForm(verdict, replica, checkpoint.scan().get());
                }
            }
        }
    }

    /** The first run whose offsets do not follow those before it. */
    private static Optional<Run> behindGap(Scan scan) {
        long next = 0;
        for (Region region : scan.regions()) {
            if (region instanceof Run run) {
                if (run.baseOffset() != next) {
                    return Optional.of(run);
                }
                next = run.endOffset();
            }
        }
        return Optional.empty();
    }

    private static Where at(ReplicaHistory replica, Scan scan, Run run) {
        return Where.place(replica.replica().name(), new Place(scan.file().name(), run.position(), run.firstBatch().place().length()));
    }

    /** What lies outside of checksums, and header and footer of another version, whose content is used all the same. */
    private static void oddForm(Verdict verdict, ReplicaHistory replica, Scan scan) {
        long next = 0;
        OptionalInt epoch = OptionalInt.empty();
        for (Region region : scan.regions()) {
            if (region instanceof Run run) {
                Where where = at(replica, scan, run);
                if (run.baseOffset() != next) {
                    verdict.broken(where, "offset inside the checkpoint", Long.toString(next), Long.toString(run.baseOffset()));
                }
                if (epoch.isPresent() && epoch.getAsInt() != run.epoch()) {
                    verdict.broken(where, "epoch inside the checkpoint", epoch.getAsInt() + ", as in the batches before", Integer.toString(run.epoch()));
                }
                next = run.endOffset();
                epoch = OptionalInt.of(run.epoch());
            }
        }
        for (Event event : scan.events()) {
            int version = event instanceof Event.SnapshotHeader header ? header.version() : event instanceof Event.SnapshotFooter footer ? footer.version() : 0;
            if (version != 0) {
                String what = event instanceof Event.SnapshotHeader ? "header" : "footer";
                verdict.broken(Where.inCheckpoint(replica.replica().name(), event.at()), "checkpoint", "version 0", "unknown " + what + " version " + version
                    + "; its content is used");
            }
        }
        List.of(Event.SnapshotHeader.class, Event.SnapshotFooter.class, Event.KRaftVersion.class, Event.Voters.class)
            .forEach(type -> once(verdict, replica, scan, type));
    }

    private static void once(Verdict verdict, ReplicaHistory replica, Scan scan, Class<? extends Event> type) {
        List<Event> all = scan.events().stream().filter(type::isInstance).toList();
        if (all.size() > 1) {
            verdict.broken(Where.inCheckpoint(replica.replica().name(), all.get(1).at()), "checkpoint", "one " + type.getSimpleName() + " record",
                all.size() + " of them, of which the last is used");
        }
    }

    /** A checkpoint and the log's state right before its end, where the log itself tells it. */
    private interface Comparison {
        void compare(ReplicaHistory replica, CheckpointFacts checkpoint, long offset);
    }

    private static void each(ClusterInput input, Verdict verdict, String what, Comparison comparison) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            for (CheckpointFacts checkpoint : replica.checkpoints()) {
                if (checkpoint.usable()) {
                    comparison.compare(replica, checkpoint, checkpoint.id().endOffset() - 1);
                } else if (checkpoint.scan().isPresent()) {
                    verdict.undecided(unread(what, checkpoint));
                }
            }
        }
    }

    /** That nobody can tell {@code what} a checkpoint holds, as it is not whole. */
    static String unread(String what, CheckpointFacts checkpoint) {
        return "which " + what + " checkpoint " + checkpoint.id() + " of " + checkpoint.replica() + " holds, as it is not whole (C02)";
    }

    /** The lineage whose log holds the record before the checkpoint's end; the copy's own comes first. */
    private static LogState state(ClusterInput input, ReplicaHistory replica, CheckpointFacts checkpoint) {
        long last = checkpoint.id().endOffset() - 1;
        if (replica.line().epochAt(last).isPresent()) {
            return replica.state();
        }
        return input.cluster().branches().stream().filter(b -> b.line().epochAt(last).equals(OptionalInt.of(checkpoint.id().epoch())))
            .findFirst().map(Branch::state).orElse(replica.state());
    }

    /** Whether a step is the checkpoint's own word, so that there is nothing to compare it with. */
    private static boolean isIndependent(Step<?> step, CheckpointFacts checkpoint) {
        return step.known() && !step.cause().place().file().equals(checkpoint.file().name());
    }

    private static void sameVoters(ClusterInput input, Verdict verdict) {
        each(input, verdict, "voters and kraft.version", (replica, checkpoint, offset) -> {
            LogState state = state(input, replica, checkpoint);
            Step<VoterSet> voters = state.voters().at(offset);
            if (isIndependent(voters, checkpoint)) {
                verdict.examined();
                if (!voters.value().equals(checkpoint.voters())) {
                    verdict.broken(checkpointAt(replica, checkpoint), "voters", shown(voters.value()) + ", as of offset " + offset,
                        shown(checkpoint.voters()) + difference(voters.value(), checkpoint.voters()));
                }
            }
            Step<Integer> version = state.kraftVersion().at(offset);
            if (isIndependent(version, checkpoint)) {
                verdict.examined();
                if (version.value().orElse(0) != checkpoint.kraftVersion().orElse(0)) {
                    verdict.broken(checkpointAt(replica, checkpoint), "kraft.version", version.value().orElse(0) + ", as of offset " + offset,
                        Integer.toString(checkpoint.kraftVersion().orElse(0)));
                }
            }
        });
        verdict.otherwise("no log reaches back behind a checkpoint");
    }

    private static Where checkpointAt(ReplicaHistory replica, CheckpointFacts checkpoint) {
        return Where.file(replica.replica().name(), checkpoint.file()).atOffset(checkpoint.id().endOffset() - 1).inEpoch(checkpoint.id().epoch());
    }

    private static String shown(Optional<VoterSet> voters) {
        return voters.map(VoterSets::ids).orElse("no voters recorded");
    }

    private static String difference(Optional<VoterSet> replayed, Optional<VoterSet> recorded) {
        boolean sameIds = replayed.isPresent() && recorded.isPresent() && replayed.get().ids().equals(recorded.get().ids());
        return sameIds ? ", with other directory ids, endpoints or versions" : "";
    }

    private static void sameFeatures(ClusterInput input, Verdict verdict) {
        each(input, verdict, "feature levels", (replica, checkpoint, offset) -> {
            Map<String, Steps<Integer>> replayed = state(input, replica, checkpoint).features();
            Set<String> names = new TreeSet<>(checkpoint.features().keySet());
            names.addAll(replayed.keySet());
            names.remove("kraft.version");
            for (String name : names) {
                Steps<Integer> steps = replayed.get(name);
                if (steps == null) {
                    verdict.broken(checkpointAt(replica, checkpoint), name, "no such feature in the log", "level " + checkpoint.features().get(name));
                } else if (isIndependent(steps.at(offset), checkpoint)) {
                    verdict.examined();
                    int expected = steps.at(offset).value().orElse(0);
                    int found = checkpoint.features().getOrDefault(name, 0);
                    if (expected != found) {
                        verdict.broken(checkpointAt(replica, checkpoint), name, "level " + expected + ", as of offset " + offset, "level " + found);
                    }
                }
            }
        });
        verdict.otherwise("no log reaches back behind a checkpoint");
    }

    private static void epochInName(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            for (CheckpointFacts checkpoint : replica.checkpoints()) {
                if (checkpoint.scan().isEmpty()) {
                    // A download is of the leader's log, and the copy's own may have left it.
                    continue;
                }
                OptionalInt inLog = replica.line().epochAt(checkpoint.id().endOffset() - 1);
                OptionalInt inside = checkpoint.scan().get().regions().stream().filter(Run.class::isInstance).mapToInt(r -> ((Run) r).epoch()).findFirst();
                OptionalInt epoch = inLog.isPresent() ? inLog : inside;
                if (epoch.isPresent()) {
                    verdict.examined();
                    if (epoch.getAsInt() != checkpoint.id().epoch()) {
                        verdict.broken(checkpointAt(replica, checkpoint), "checkpoint name", "epoch " + epoch.getAsInt() + (inLog.isPresent()
                            ? ", that of record " + (checkpoint.id().endOffset() - 1) : ", that of its own batches"), "epoch " + checkpoint.id().epoch());
                    }
                }
            }
        }
        verdict.otherwise("no checkpoint is whole");
    }

    private static void insideLog(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            for (CheckpointFacts checkpoint : replica.checkpoints()) {
                verdict.examined();
                long end = replica.line().endOffset();
                // Right after a download the log is empty and starts where the checkpoint ends.
                if (!replica.line().isEmpty() && checkpoint.id().endOffset() > end && checkpoint.scan().isPresent()) {
                    verdict.broken(checkpointAt(replica, checkpoint), "checkpoint end " + checkpoint.id().endOffset(),
                        end + " or below, the end of its log", (checkpoint.id().endOffset() - end)
                            + " beyond the end of its log; the next start would empty the log");
                }
            }
        }
    }

    private static void bootstrapLevel(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            Steps<Integer> levels = VersionRules.steps(replica.state());
            Optional<Integer> inLog = levels == null ? Optional.empty() : levels.steps().stream().flatMap(s -> s.value().stream()).reduce((a, b) -> b);
            for (CheckpointFacts bootstrap : replica.bootstraps()) {
                Integer level = bootstrap.features().get(LogState.METADATA_VERSION);
                if (level == null) {
                    continue;
                }
                verdict.examined();
                if (level < MetadataVersions.LEAST_READ) {
                    String least = MetadataVersions.shown(MetadataVersions.LEAST_READ) + " or above, the least that Kafka 4.0 and later accept";
                    String found = MetadataVersions.shown(level) + inLog.map(l -> "; stale, the log is at " + MetadataVersions.shown(l))
                        .orElse("; the next start would begin at it");
                    verdict.broken(inLog.isPresent() ? NOTE : IRREGULAR, Where.file(replica.replica().name(), bootstrap.file()),
                        "metadata.version", least, found);
                }
            }
        }
        verdict.otherwise("no bootstrap file records a metadata.version");
    }

    private static void bootstrapsAgree(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            List<CheckpointFacts> leveled = replica.bootstraps().stream()
                .filter(b -> b.features().containsKey(LogState.METADATA_VERSION)).toList();
            verdict.examined(leveled.size());
            Optional<CheckpointFacts> zero = leveled.stream().filter(b -> b.file().kind() == FileKind.ZERO_CHECKPOINT).findFirst();
            Optional<CheckpointFacts> file = leveled.stream().filter(b -> b.file().kind() == FileKind.BOOTSTRAP_CHECKPOINT).findFirst();
            if (zero.isPresent() && file.isPresent()) {
                int inZero = zero.get().features().get(LogState.METADATA_VERSION);
                int inFile = file.get().features().get(LogState.METADATA_VERSION);
                if (inZero != inFile) {
                    verdict.broken(Where.file(replica.replica().name(), file.get().file()), "metadata.version",
                        MetadataVersions.shown(inZero) + ", as in the zero checkpoint", MetadataVersions.shown(inFile)
                            + "; releases up to 4.3 read bootstrap.checkpoint alone, 4.4 reads one that was left over too");
                }
            }
        }
        verdict.otherwise("no bootstrap file records a metadata.version");
    }
}
