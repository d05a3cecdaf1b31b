package kraftaudit.audit.dump;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import kraftaudit.reader.LogDirectory;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Proof;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Status;
import kraftaudit.replay.Stretch;

/**
 * Commit status of one record after the other. {@link CaptureHistory#status} looks through all branches and proofs; between
 * the offsets at which one of them begins or ends, records of one epoch have one status, so it is asked once for each such
 * stretch. For one thread.
 */
final class CommitStatus {
    private final CaptureHistory cluster;
    private final long[] borders;
    private long from;
    private long to;
    private int epoch;
    private Status status = Status.UNPROVEN;

    private CommitStatus(CaptureHistory cluster, long[] borders) {
        this.cluster = cluster;
        this.borders = borders;
    }

    /** For the copies of several clusters, by the directories that hold them. */
    static final class Copies {
        private final Map<LogDirectory, CaptureHistory> clusters = new HashMap<>();
        private final Map<CaptureHistory, long[]> borders = new HashMap<>();

        void add(CaptureHistory cluster) {
            for (ReplicaHistory replica : cluster.replicas()) {
                clusters.put(replica.scan().directory(), cluster);
            }
            borders.put(cluster, borders(cluster));
        }

        /** Empty for a directory that holds no copy of a log. */
        Optional<CommitStatus> of(LogDirectory directory) {
            CaptureHistory cluster = clusters.get(directory);
            return cluster == null ? Optional.empty() : Optional.of(new CommitStatus(cluster, borders.get(cluster)));
        }
    }

    private static long[] borders(CaptureHistory cluster) {
        TreeSet<Long> found = new TreeSet<>();
        for (Branch branch : cluster.branches()) {
            for (Stretch stretch : branch.line().stretches()) {
                found.add(stretch.baseOffset());
                found.add(stretch.endOffset());
            }
            for (Proof proof : branch.proofs()) {
                found.add(proof.endOffset() - 1);
                found.add(proof.endOffset());
            }
        }
        return found.stream().mapToLong(Long::longValue).toArray();
    }

    Status of(long offset, int ofEpoch) {
        if (offset < from || offset >= to || ofEpoch != epoch) {
            int found = java.util.Arrays.binarySearch(borders, offset);
            int next = found >= 0 ? found + 1 : -1 - found;
            from = next == 0 ? 0 : borders[next - 1];
            to = next == borders.length ? Long.MAX_VALUE : borders[next];
            epoch = ofEpoch;
            status = cluster.status(offset, ofEpoch);
        }
        return status;
    }
}
