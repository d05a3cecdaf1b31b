package kraftaudit.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kraftaudit.reader.FileReading;
import kraftaudit.reader.QuorumState;
import kraftaudit.replay.Assumption;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.Evidence;
import kraftaudit.replay.Proof;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.Step;

/**
 * An assumption of a proof that this capture gives reason to doubt, or that it cannot speak for.
 *
 * @param assumption what is taken for granted
 * @param copy       name of the copy that strains it; empty where the capture as a whole does
 * @param why        a clause without a full stop
 */
public record Strain(Assumption assumption, String copy, String why) {
    /**
     * Everything in a capture that strains an assumption.
     *
     * @param findings broken rules: a file that breaks a rule which Kafka cannot break may have been edited
     */
    public static List<Strain> of(CaptureHistory history, List<Finding> findings) {
        List<Strain> strains = new ArrayList<>();
        if (!history.options().stopped()) {
            String live = "nothing says that the nodes were stopped when they were copied";
            strains.add(new Strain(Assumption.LOG_BEFORE_QUORUM_STATE, "", live));
            strains.add(new Strain(Assumption.FSYNC, "", live));
        }
        history.replicas().forEach(copy -> quorumState(copy).ifPresent(strains::add));
        history.replicas().forEach(copy -> logStart(copy).ifPresent(strains::add));
        if (isStatic(history)) {
            strains.add(new Strain(Assumption.NO_WIPED_VOTER, "", "the voters of a static quorum are known by node id alone"));
            history.main().filter(main -> !main.staticVoters().source().startsWith("currentVoters"))
                .ifPresent(main -> strains.add(new Strain(Assumption.STATIC_VOTERS, "", "known from " + main.staticVoters().source() + " alone")));
        }
        findings.stream().filter(f -> f.severity() == Severity.VIOLATION && mayCome(f.ruleId()))
            .map(f -> new Strain(Assumption.NOT_EDITED, f.where().replica(), "rule " + f.ruleId() + " is broken there: " + f.found()))
            .distinct().forEach(strains::add);
        return strains;
    }

    /**
     * Whether findings of a rule can strain an assumption: the others, left out, would not change the order of these, since
     * every cause stands before what it explains.
     */
    static boolean mayCome(String ruleId) {
        return "FOEC".indexOf(ruleId.charAt(0)) >= 0;
    }

    /** Those that a proof suffers from. */
    public static List<Strain> of(Proof proof, List<Strain> strains) {
        return strains.stream().filter(strain -> proof.assumptions().contains(strain.assumption()))
            .filter(strain -> strain.copy().isEmpty() || strain.assumption() == Assumption.QUORUM_STATE_KEPT
                || proof.evidence().stream().map(Evidence::replica).anyMatch(strain.copy()::equals))
            .toList();
    }

    private static Optional<Strain> quorumState(ReplicaHistory copy) {
        Optional<FileReading<QuorumState>> file = copy.scan().quorumState();
        Optional<QuorumState> state = file.flatMap(FileReading::value);
        int lastEpoch = copy.line().lastEpoch().orElse(-1);
        String why = file.isEmpty() ? "its quorum-state is missing" : state.isEmpty() ? "its quorum-state is unreadable"
            : state.get().leaderEpoch() < lastEpoch ? "its quorum-state is at epoch " + state.get().leaderEpoch() + ", its log at " + lastEpoch : "";
        return why.isEmpty() || copy.line().isEmpty() ? Optional.empty()
            : Optional.of(new Strain(Assumption.QUORUM_STATE_KEPT, copy.replica().name(), why));
    }

    private static Optional<Strain> logStart(ReplicaHistory copy) {
        long start = copy.line().startOffset();
        boolean covered = start == 0 || copy.checkpoints().stream().filter(CheckpointFacts::usable).anyMatch(c -> c.id().endOffset() >= start);
        return covered ? Optional.empty() : Optional.of(new Strain(Assumption.NO_SEGMENT_REMOVED, copy.replica().name(),
            "no checkpoint of it covers what lies below " + start + ", a state that Kafka never leaves"));
    }

    private static boolean isStatic(CaptureHistory history) {
        for (Branch branch : history.branches()) {
            Step<Integer> level = branch.state().kraftVersion().at(Describe.end(branch) - 1);
            if (level.known() && level.value().orElse(0) == 0 && branch.state().voters().at(Describe.end(branch) - 1).value().isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
