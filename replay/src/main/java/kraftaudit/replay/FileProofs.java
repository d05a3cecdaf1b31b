package kraftaudit.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.CheckpointId;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.LeaderEpochs;
import kraftaudit.reader.Place;
import kraftaudit.reader.Scan;

/** Proofs that the names of files and the start of a log give. */
final class FileProofs {
    private FileProofs() {
    }

    /**
     * A checkpoint is written only at or below the high watermark, or copied from a leader that did so: its name alone
     * proves everything below (KafkaRaftLog.createNewSnapshot). A name that contradicts its own copy's log counts only if
     * another copy's log agrees with it.
     */
    static List<Proof> checkpoints(List<ReplicaHistory> replicas) {
        Map<CheckpointId, List<CheckpointFacts>> byId = new TreeMap<>();
        for (ReplicaHistory replica : replicas) {
            for (CheckpointFacts facts : replica.checkpoints()) {
                if (facts.id().endOffset() > 0 && believable(facts.id(), replica, replicas)) {
                    byId.computeIfAbsent(facts.id(), id -> new ArrayList<>()).add(facts);
                }
            }
        }
        List<Proof> proofs = new ArrayList<>();
        byId.forEach((id, copies) -> proofs.add(new Proof(ProofKind.CHECKPOINT, id.endOffset(), OptionalInt.of(id.epoch()), id.endOffset(),
            copies.stream().mapToLong(CheckpointFacts::timestamp).max().orElse(-1),
            copies.stream().map(c -> new Evidence(c.replica(), new Place(c.file().name(), 0, c.file().length()), OptionalLong.of(id.endOffset() - 1))).toList(),
            List.of(Assumption.NOT_EDITED))));
        return proofs;
    }

    private static boolean believable(CheckpointId id, ReplicaHistory own, List<ReplicaHistory> replicas) {
        OptionalInt epoch = OptionalInt.of(id.epoch());
        OptionalInt ownEpoch = own.line().epochAt(id.endOffset() - 1);
        return ownEpoch.isEmpty() || ownEpoch.equals(epoch)
            || replicas.stream().anyMatch(r -> r.line().epochAt(id.endOffset() - 1).equals(epoch));
    }

    /**
     * Log start only moves to the end of a checkpoint, and only whole segments below it go. Refused where an older index
     * or an older leader-epoch entry shows that leading segments were merely not copied.
     */
    static List<Proof> logStart(ReplicaHistory replica, List<ReplicaHistory> replicas) {
        List<Scan> segments = replica.scan().segments();
        if (segments.isEmpty()) {
            return List.of();
        }
        CapturedFile first = segments.get(0).file();
        long base = baseOffset(first);
        boolean olderIndex = replica.scan().directory().files().stream()
            .filter(f -> f.kind() == FileKind.OFFSET_INDEX || f.kind() == FileKind.TIME_INDEX)
            .anyMatch(f -> baseOffset(f) < base);
        boolean olderEpoch = replica.scan().leaderEpochs().flatMap(f -> f.value()).map(LeaderEpochs::starts).orElse(List.of()).stream()
            .anyMatch(start -> start.startOffset() < base);
        // Kafka does not start on a log above 0 that no checkpoint covers, so without one something was not copied.
        boolean covered = replica.checkpoints().stream().anyMatch(c -> c.id().endOffset() >= base);
        if (base <= 0 || olderIndex || olderEpoch || !covered) {
            return List.of();
        }
        OptionalInt epoch = epochBelow(base, replica, replicas);
        return List.of(new Proof(ProofKind.LOG_START, base, epoch, base, -1,
            List.of(new Evidence(replica.replica().name(), new Place(first.name(), 0, 0), OptionalLong.of(base))),
            List.of(Assumption.NOT_EDITED, Assumption.NO_SEGMENT_REMOVED)));
    }

    /** Epoch of the last record below a log's start: by a checkpoint's name, or by a copy that holds both sides of the start. */
    private static OptionalInt epochBelow(long base, ReplicaHistory replica, List<ReplicaHistory> replicas) {
        OptionalInt named = replica.checkpoints().stream().filter(c -> c.id().endOffset() == base).mapToInt(c -> c.id().epoch()).findFirst();
        OptionalInt here = replica.line().epochAt(base);
        return named.isPresent() || here.isEmpty() ? named : replicas.stream()
            .filter(other -> other.line().epochAt(base).equals(here) && other.line().epochAt(base - 1).isPresent())
            .mapToInt(other -> other.line().epochAt(base - 1).getAsInt()).findFirst();
    }

    /** Base offset in a segment's or index's name; the largest offset where there is none, which proves and refuses nothing. */
    private static long baseOffset(CapturedFile file) {
        String name = file.name().substring(file.name().lastIndexOf('/') + 1);
        try {
            return Long.parseLong(name.substring(0, Math.max(0, name.indexOf('.'))));
        } catch (NumberFormatException notNumbered) {
            return Long.MAX_VALUE;
        }
    }

    /** The first entry of leader-epoch-checkpoint is cut to the log start: where its epoch truly began earlier, that shows. */
    static List<Proof> cutEpoch(ReplicaHistory replica, List<ReplicaHistory> replicas) {
        List<LeaderEpochs.Start> starts = replica.scan().leaderEpochs().flatMap(f -> f.value()).map(LeaderEpochs::starts).orElse(List.of());
        boolean ascending = starts.equals(starts.stream().sorted(Comparator.comparingLong(LeaderEpochs.Start::startOffset)).toList());
        if (starts.isEmpty() || !ascending) {
            return List.of();
        }
        LeaderEpochs.Start first = starts.get(0);
        boolean beganEarlier = replicas.stream()
            .filter(r -> r.line().divergence(replica.line()).isEmpty())
            .anyMatch(r -> r.line().epochAt(first.startOffset() - 1).equals(OptionalInt.of(first.epoch())));
        if (!beganEarlier || first.startOffset() > replica.line().endOffset()) {
            return List.of();
        }
        CapturedFile file = replica.scan().leaderEpochs().get().file();
        return List.of(new Proof(ProofKind.LOG_START, first.startOffset(), OptionalInt.of(first.epoch()), first.startOffset(), -1,
            List.of(new Evidence(replica.replica().name(), new Place(file.name(), 0, file.length()), OptionalLong.of(first.startOffset()))),
            List.of(Assumption.NOT_EDITED)));
    }
}
