package kraftaudit.audit;

import java.util.function.Predicate;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.ReplicaHistory;

/** What a rule needs from a cluster's copies. Where it is missing the rule is not applicable. */
public enum Need {
    LOG("a log with at least one record", cluster -> cluster.branches().stream().anyMatch(b -> !b.line().isEmpty())),
    SEGMENT("a segment", any(r -> !r.scan().segments().isEmpty())),
    CHECKPOINT("a checkpoint that ends above 0", any(r -> !r.checkpoints().isEmpty())),
    BOOTSTRAP("a zero checkpoint or bootstrap.checkpoint", any(r -> !r.bootstraps().isEmpty())),
    VOTERS("a VotersRecord in the log or in a checkpoint", cluster -> cluster.branches().stream()
        .anyMatch(b -> b.state().voters().steps().stream().anyMatch(s -> s.value().isPresent()))),
    META_PROPERTIES("a meta.properties", any(r -> r.scan().metaProperties().isPresent())),
    QUORUM_STATE("a quorum-state", any(r -> r.scan().quorumState().isPresent())),
    LEADER_EPOCHS("a leader-epoch-checkpoint", any(r -> r.scan().leaderEpochs().isPresent())),
    SEVERAL_COPIES("two copies of one cluster", cluster -> cluster.replicas().size() > 1);

    private final String thing;
    private final Predicate<CaptureHistory> met;

    Need(String thing, Predicate<CaptureHistory> met) {
        this.thing = thing;
        this.met = met;
    }

    private static Predicate<CaptureHistory> any(Predicate<ReplicaHistory> test) {
        return cluster -> cluster.replicas().stream().anyMatch(test);
    }

    /** Whether the cluster's copies have it. */
    public boolean isMet(CaptureHistory cluster) {
        return met.test(cluster);
    }

    /** The thing needed, without a full stop. */
    public String thing() {
        return thing;
    }
}
