package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import kraftaudit.audit.CheckpointBorders.Border;
import kraftaudit.reader.CheckpointId;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.LogState;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.VoterSet;

/** C09 to C12: checkpoints beside the batches of the log and beside each other. */
final class CheckpointPairRules {
    static final List<Rule> ROWS = List.of(
        new Rule("C09", "A checkpoint ends on the border of two batches", IRREGULAR, Set.of(Need.CHECKPOINT, Need.SEGMENT), List.of("C05"),
            (Check.OnCluster) CheckpointPairRules::onBorder),
        new Rule("C10", "A checkpoint's header has the time of the last batch that it covers", NOTE, Set.of(Need.CHECKPOINT, Need.SEGMENT),
            List.of("C02", "C05", "C09"), (Check.OnCluster) CheckpointPairRules::headerTime),
        new Rule("C11", "Checkpoints of one end offset and epoch hold the same records", VIOLATION, Set.of(Need.CHECKPOINT, Need.SEVERAL_COPIES),
            List.of("C02", "C03", "C04"), (Check.OnCluster) CheckpointPairRules::equalContent),
        new Rule("C12", "The zero checkpoints of the initial voters agree", VIOLATION, Set.of(Need.BOOTSTRAP), List.of("C02"),
            (Check.OnCapture) CheckpointPairRules::zeroCheckpoints));

    private CheckpointPairRules() {
    }

    // ---- C09, C10 ----

    private static void onBorder(ClusterInput input, Verdict verdict) {
        for (Border border : CheckpointBorders.of(input, verdict)) {
            verdict.examined();
            if (border.isInside()) {
                long end = border.checkpoint().id().endOffset();
                verdict.broken(at(border), "checkpoint end " + end, border.batch().baseOffset() + " or " + border.batch().endOffset()
                    + ", where a batch ends", "inside the batch of offsets " + batch(border) + "; releases 3.6 to 3.9 could end one where a transaction begins, else its name was changed");
            }
        }
        verdict.otherwise("no log holds the record before a checkpoint's end");
    }

    private static String batch(Border border) {
        return Offsets.range(border.batch().baseOffset(), border.batch().endOffset() - 1);
    }

    private static Where at(Border border) {
        return Where.file(border.replica().replica().name(), border.checkpoint().file()).atOffset(border.checkpoint().id().endOffset() - 1)
            .inEpoch(border.checkpoint().id().epoch());
    }

    private static void headerTime(ClusterInput input, Verdict verdict) {
        for (Border border : CheckpointBorders.of(input, verdict)) {
            long recorded = border.checkpoint().timestamp();
            // -1 is "none" on either side, and both are sound.
            if (border.checkpoint().usable() && !border.isInside() && recorded >= 0 && border.batch().maxTimestamp() >= 0) {
                verdict.examined();
                long apart = recorded - border.batch().maxTimestamp();
                if (apart != 0) {
                    verdict.broken(at(border), "header time " + recorded, border.batch().maxTimestamp() + ", the time of the batch of offsets "
                        + batch(border), Math.abs(apart) + " ms " + (apart < 0 ? "before" : "after") + " that of the last batch it covers; Kafka judges by it how long to keep the checkpoint");
                }
            }
        }
        verdict.otherwise("no log holds the record before the end of a checkpoint with a time");
    }

    // ---- C11 ----

    private static void equalContent(ClusterInput input, Verdict verdict) {
        Schemas schemas = Schemas.builtIn().with(input.profile());
        Map<CheckpointId, CheckpointFacts> firsts = new TreeMap<>();
        unreadTwins(input, verdict);
        for (ReplicaHistory replica : input.cluster().replicas()) {
            for (CheckpointFacts checkpoint : replica.checkpoints()) {
                CheckpointFacts first = checkpoint.usable() ? firsts.putIfAbsent(checkpoint.id(), checkpoint) : null;
                if (first != null && !first.replica().equals(checkpoint.replica())) {
                    verdict.examined();
                    compare(verdict, first, checkpoint, schemas);
                }
            }
        }
        verdict.otherwise("no two copies have a checkpoint of one end offset and epoch");
    }

    /** Checkpoints that are not whole and stand beside one of the same id on another copy. */
    private static void unreadTwins(ClusterInput input, Verdict verdict) {
        List<CheckpointFacts> all = input.cluster().replicas().stream().flatMap(r -> r.checkpoints().stream()).filter(c -> c.scan().isPresent()).toList();
        all.stream().filter(c -> !c.usable() && all.stream().anyMatch(other -> other.id().equals(c.id()) && !other.replica().equals(c.replica())))
            .forEach(c -> verdict.undecided(CheckpointRules.unread("records", c)));
    }

    private static void compare(Verdict verdict, CheckpointFacts first, CheckpointFacts other, Schemas schemas) {
        try {
            CheckpointContents.first(first.scan().orElseThrow(), other.scan().orElseThrow(), schemas).ifPresent(difference -> {
                CheckpointFacts has = difference.inFirst() ? first : other;
                CheckpointFacts lacks = difference.inFirst() ? other : first;
                verdict.broken(Where.inCheckpoint(has.replica(), difference.at()), "checkpoint " + has.id(), "the records of " + lacks.file().name(),
                    "first other record: " + name(difference.key(), schemas) + " " + cut(difference.content())
                        + "; both cannot be the state of offset " + (has.id().endOffset() - 1));
            });
        } catch (IOException unreadable) {
            verdict.undecided("whether " + first.file().name() + " and " + other.file().name() + " are equal, as one could not be read again");
        }
    }

    private static String name(OptionalInt key, Schemas schemas) {
        return key.isEmpty() ? "a record of unknown type" : schemas.typeName(key.getAsInt()).orElse("a record of key " + key.getAsInt());
    }

    private static String cut(String content) {
        return content.length() > 160 ? content.substring(0, 160) + "..." : content;
    }

    // ---- C12 ----

    /** A zero checkpoint that names voters, and whose it is. */
    private record Zero(ReplicaHistory replica, CheckpointFacts facts) {
        VoterSet voters() {
            return facts.voters().orElseThrow();
        }

        boolean names(ReplicaHistory other) {
            return voters().voters().stream().anyMatch(v -> other.replica().nodeId().equals(OptionalInt.of(v.id()))
                && other.replica().directoryId().equals(Optional.of(v.directoryId())));
        }
    }

    /**
     * Two belong together when their nodes share a history or one names the other among its voters. Of copies that say the same
     * in pairs one finding is enough.
     */
    private static void zeroCheckpoints(CaptureInput input, Verdict verdict) {
        List<CheckpointFacts> zeros = input.clusters().stream().flatMap(c -> c.replicas().stream()).flatMap(r -> r.bootstraps().stream())
            .filter(b -> b.file().kind() == FileKind.ZERO_CHECKPOINT).toList();
        if (zeros.size() > 1) {
            zeros.stream().filter(b -> !b.usable()).forEach(b -> verdict.undecided(CheckpointRules.unread("voters and levels", b)));
        }
        List<List<Zero>> clusters = input.clusters().stream().map(CheckpointPairRules::zeros).toList();
        Set<String> told = new HashSet<>();
        for (int i = 0; i < clusters.size(); i++) {
            for (int j = i; j < clusters.size(); j++) {
                for (int one = 0; one < clusters.get(i).size(); one++) {
                    for (int other = i == j ? one + 1 : 0; other < clusters.get(j).size(); other++) {
                        Zero first = clusters.get(i).get(one);
                        Zero second = clusters.get(j).get(other);
                        if (i == j || first.names(second.replica()) || second.names(first.replica())) {
                            verdict.examined();
                            compare(verdict, first, second, told);
                        }
                    }
                }
            }
        }
        verdict.otherwise("no two zero checkpoints name voters");
    }

    private static List<Zero> zeros(CaptureHistory cluster) {
        List<Zero> zeros = new ArrayList<>();
        for (ReplicaHistory replica : cluster.replicas()) {
            replica.bootstraps().stream().filter(b -> b.file().kind() == FileKind.ZERO_CHECKPOINT && b.usable() && b.voters().isPresent())
                .forEach(b -> zeros.add(new Zero(replica, b)));
        }
        return zeros;
    }

    private static void compare(Verdict verdict, Zero one, Zero other, Set<String> told) {
        Where where = Where.file(other.replica().replica().name(), other.facts().file());
        String ofOne = ", as in the zero checkpoint of " + one.replica().replica().name();
        if (!one.voters().equals(other.voters()) && told.add(one.voters() + " " + other.voters())) {
            boolean apart = !one.voters().majoritiesOverlap(other.voters());
            String others = one.voters().ids().equals(other.voters().ids()) ? ", with other directory ids or endpoints" : "";
            verdict.broken(apart ? VIOLATION : IRREGULAR, where, "voters", VoterSets.ids(one.voters()) + ofOne, VoterSets.ids(other.voters()) + others
                + (apart ? ": each could elect a leader without the other" : ""));
        }
        Integer level = one.facts().features().get(LogState.METADATA_VERSION);
        Integer otherLevel = other.facts().features().get(LogState.METADATA_VERSION);
        if (level != null && otherLevel != null && !level.equals(otherLevel) && told.add(level + " " + otherLevel)) {
            verdict.broken(NOTE, where, LogState.METADATA_VERSION, MetadataVersions.shown(level) + ofOne,
                MetadataVersions.shown(otherLevel) + "; the first leader's counts");
        }
    }
}
