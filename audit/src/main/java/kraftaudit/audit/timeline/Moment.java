package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import kraftaudit.audit.BranchName;
import kraftaudit.audit.Leader;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Proof;
import kraftaudit.replay.Status;
import kraftaudit.replay.Step;
import kraftaudit.replay.VoterChange;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSpan;

/**
 * A cluster at one high watermark, on every branch that reaches it.
 *
 * @param highWatermark exclusive: records below it count as committed
 * @param branches      the main branch first; another one only above the offset at which it parts
 */
public record Moment(long highWatermark, List<OnBranch> branches) {
    public Moment {
        branches = List.copyOf(branches);
    }

    /**
     * @param committed  the span of committed voters
     * @param appended   the latest set at or below offset {@code highWatermark}: what the leader went by when the record at
     *                   that offset had been appended; empty where unknown or where no record tells
     * @param appendedAt the step that tells the appended voters
     * @param status     commit status of the last record below the high watermark; empty at the beginning
     * @param proofs     that cover that record, strongest first
     * @param levels     features in force, kraft.version and metadata.version among them, in words; unknown ones say so
     * @param clusterId  of the last ClusterIdRecord; empty where there is none or it is unknown
     */
    public record OnBranch(BranchName branch, Optional<VoterSpan> committed, Optional<VoterSet> appended, Step<VoterSet> appendedAt,
                           Optional<Status> appendedStatus, Optional<Status> status, List<Proof> proofs, OptionalInt epoch,
                           Optional<Leader> leader, SortedMap<String, String> levels, Optional<String> clusterId) {
        public OnBranch {
            proofs = List.copyOf(proofs);
        }

        /** What it takes from the committed to the appended voters; empty where either is unknown. */
        public Optional<VoterChange> difference() {
            Optional<VoterSet> from = committed.flatMap(VoterSpan::voters);
            return from.isPresent() && appended.isPresent() ? Optional.of(from.get().changeTo(appended.get())) : Optional.empty();
        }
    }

    /** The state at a high watermark; branches that do not go as far are left out. */
    public static Moment of(CaptureHistory history, long highWatermark) {
        List<OnBranch> on = new ArrayList<>();
        for (Branch branch : history.branches()) {
            long end = branch.spans().isEmpty() ? branch.line().endOffset() : branch.spans().get(branch.spans().size() - 1).to();
            if (highWatermark <= Math.max(end, branch.line().endOffset()) && highWatermark > branch.forkOffset().orElse(-1)) {
                on.add(of(history, branch, highWatermark));
            }
        }
        return new Moment(highWatermark, on);
    }

    private static Optional<VoterSpan> span(Branch branch, long h) {
        return branch.spans().stream().filter(s -> s.from() <= h && h <= s.to()).findFirst();
    }

    private static OnBranch of(CaptureHistory history, Branch branch, long h) {
        LogState state = branch.state();
        // Up to its first own voters record a branch has the set of the part that it shares with the main one.
        long shared = Math.min(h, branch.forkOffset().orElse(h));
        Optional<VoterSpan> committed = span(branch, h).or(() -> history.main().flatMap(main -> span(main, shared)));
        Step<VoterSet> step = state.voters().at(h);
        Optional<VoterSet> appended = step.value().or(() -> committed.filter(s -> s.record().isEmpty()).flatMap(VoterSpan::voters));
        Optional<Status> appendedStatus = step.value().isEmpty() || step.cause().epoch() < 0 ? Optional.empty()
            : Optional.of(history.status(step.cause().offset(), step.cause().epoch()));
        OptionalInt epoch = h > 0 ? branch.line().epochAt(h - 1) : OptionalInt.empty();
        Optional<Status> status = epoch.isPresent() ? Optional.of(history.status(h - 1, epoch.getAsInt())) : Optional.empty();
        SortedMap<String, String> levels = new TreeMap<>();
        levels.put("kraft.version", LevelLanes.kraftVersion(state.kraftVersion().at(h - 1)));
        state.features().forEach((name, steps) -> {
            Step<Integer> level = steps.at(h - 1);
            if (!level.known() || level.value().isPresent()) {
                levels.put(name, level.value().map(v -> LevelLanes.words(name, v)).orElse("unknown"));
            }
        });
        return new OnBranch(BranchName.of(branch), committed, appended, step, appendedStatus, status, h > 0 ? branch.proofsOf(h - 1) : List.of(),
            epoch, epoch.isPresent() ? Leader.of(history, branch, epoch.getAsInt()) : Optional.empty(), levels, state.clusterId().at(h - 1).value());
    }
}
