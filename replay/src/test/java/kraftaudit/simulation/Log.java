package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** A node's log as it stands on its disk, by the rules of Kafka's {@code KafkaRaftLog} and {@code LeaderEpochFileCache}. */
final class Log {
    /** All batches of the segments on disk; those below {@link #start} too. */
    final List<Batch> batches = new ArrayList<>();
    /** Base offsets of the segments. */
    final TreeSet<Long> segments = new TreeSet<>(List.of(0L));
    /** Entries of leader-epoch-checkpoint: epoch to start offset. */
    final TreeMap<Integer, Long> epochs = new TreeMap<>();
    private Lineage lineage = new Lineage();
    private final TreeMap<Long, Voters> voters = new TreeMap<>();
    private final TreeMap<Long, Integer> versions = new TreeMap<>();
    /** Log start offset: of the first segment after a restart, of a checkpoint once it moved. */
    long start;
    /** What a loss of power leaves: everything below is on the disk. Exclusive. */
    long synced;

    /** A log of which only its lineage and its voters matter; a voters record is its last. */
    static Log of(Lineage lineage, Voters before, Voters last) {
        Log log = new Log();
        log.lineage = lineage;
        log.voters.put(-1L, before);
        log.voters.put(lineage.end() - 1, last);
        return log;
    }

    Log copy() {
        Log copy = new Log();
        copy.batches.addAll(batches);
        copy.segments.clear();
        copy.segments.addAll(segments);
        copy.epochs.putAll(epochs);
        copy.lineage = lineage.copy();
        copy.voters.putAll(voters);
        copy.versions.putAll(versions);
        copy.start = start;
        copy.synced = synced;
        return copy;
    }

    /** Exclusive. */
    long end() {
        return lineage.end();
    }

    Lineage lineage() {
        return lineage;
    }

    /** Base of the first segment. */
    long firstBase() {
        return segments.first();
    }

    /** Latest voters record, of the log or of the checkpoint under it, by offset. */
    Optional<NavigableMap.Entry<Long, Voters>> latestVoters() {
        return Optional.ofNullable(voters.lastEntry());
    }

    Optional<Voters> votersAt(long offset) {
        return Optional.ofNullable(voters.floorEntry(offset)).map(NavigableMap.Entry::getValue);
    }

    NavigableMap<Long, Voters> voters() {
        return voters;
    }

    int kraftVersionAt(long offset) {
        return versions.floorEntry(offset) == null ? 0 : versions.floorEntry(offset).getValue();
    }

    int kraftVersion() {
        return kraftVersionAt(Long.MAX_VALUE);
    }

    /** The voters of a zero checkpoint, in force before any record. */
    void format(Voters zero) {
        voters.put(-1L, zero);
        versions.put(-1L, 1);
    }

    void append(Batch batch) {
        if (batch.base != end()) {
            throw new IllegalStateException("batch " + batch + " at end " + end());
        }
        batches.add(batch);
        registerEpoch(batch.epoch);
        lineage.append(batch.epoch, batch.entries.size());
        long offset = batch.base;
        for (Entry entry : batch.entries) {
            if (entry instanceof Entry.VoterChange change) {
                voters.put(offset, change.voters());
            } else if (entry instanceof Entry.KRaftVersion version) {
                versions.put(offset, version.level());
            }
            offset++;
        }
    }

    /** Enters an epoch into leader-epoch-checkpoint; a new leader does so before its first batch. */
    void registerEpoch(int epoch) {
        if (!epochs.containsKey(epoch)) {
            epochs.values().removeIf(from -> from >= end());
            epochs.put(epoch, end());
        }
    }

    /** Cuts at the end of a batch. */
    void truncate(long newEnd) {
        while (!batches.isEmpty() && batches.get(batches.size() - 1).end() > newEnd) {
            batches.remove(batches.size() - 1);
        }
        lineage.truncate(newEnd);
        if (lineage.end() != (batches.isEmpty() ? firstBase() : batches.get(batches.size() - 1).end())) {
            throw new IllegalStateException("cut inside a batch or below the log start: " + newEnd);
        }
        segments.tailSet(newEnd + 1).clear();
        epochs.values().removeIf(from -> from >= newEnd);
        voters.tailMap(newEnd).clear();
        versions.tailMap(newEnd).clear();
        synced = Math.min(synced, newEnd);
    }

    /** Empties the log, which then begins at the end of a checkpoint. */
    void restartAt(Checkpoint checkpoint) {
        batches.clear();
        segments.clear();
        segments.add(checkpoint.end());
        epochs.clear();
        voters.clear();
        versions.clear();
        lineage = checkpoint.lineage().copy();
        checkpoint.voters().ifPresent(set -> voters.put(checkpoint.end() - 1, set));
        versions.put(checkpoint.end() - 1, checkpoint.kraftVersion());
        start = checkpoint.end();
        synced = start;
    }

    /** Drops what wholly lies below a new log start. */
    void moveStart(long newStart) {
        start = newStart;
        while (segments.size() > 1 && segments.higher(segments.first()) <= newStart) {
            segments.pollFirst();
        }
        batches.removeIf(batch -> batch.base < firstBase());
        Integer at = epochs.entrySet().stream().filter(e -> e.getValue() <= newStart).map(Map.Entry::getKey)
                .reduce((a, b) -> b).orElse(null);
        if (at != null) {
            epochs.headMap(at).clear();
            epochs.put(at, newStart);
        }
    }

    /** Makes the next batch begin a segment. */
    void roll() {
        if (!batches.isEmpty()) {
            segments.add(end());
        }
    }

    /** As {@code LeaderEpochFileCache.endOffsetFor}: epoch and exclusive end; empty where the epoch is above all known ones. */
    Optional<long[]> endOffsetFor(int epoch) {
        if (epochs.isEmpty()) {
            return Optional.empty();
        }
        if (epoch == epochs.lastKey()) {
            return Optional.of(new long[] {epoch, end()});
        }
        var higher = epochs.higherEntry(epoch);
        if (higher == null) {
            return Optional.empty();
        }
        var floor = epochs.floorEntry(epoch);
        return Optional.of(new long[] {floor == null ? epoch : floor.getKey(), higher.getValue()});
    }

    Optional<Batch> batchAt(long offset) {
        return batches.stream().filter(b -> b.base <= offset && offset < b.end()).findFirst();
    }

    /** The first batch of an epoch, if the files still hold it. */
    Optional<Batch> firstOf(int epoch) {
        long from = lineage.startOf(epoch);
        return from < 0 ? Optional.empty() : batchAt(from).filter(b -> b.base == from);
    }

    boolean isBatchEnd(long offset) {
        return offset == firstBase() || batches.stream().anyMatch(b -> b.end() == offset);
    }
}
