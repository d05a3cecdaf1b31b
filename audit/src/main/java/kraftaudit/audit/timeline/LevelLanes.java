package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import kraftaudit.audit.MetadataVersions;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Cause;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Status;
import kraftaudit.replay.Step;
import kraftaudit.replay.Steps;

/** kraft.version, metadata.version, every other feature, and the cluster id record; other branches where they differ. */
final class LevelLanes {
    private LevelLanes() {
    }

    static List<Lane> of(CaptureHistory history, Clocks clocks) {
        List<Lane> lanes = new ArrayList<>();
        for (Branch branch : history.branches()) {
            LogState state = branch.state();
            add(lanes, history, branch, clocks, "kraft.version", withDefault(state.kraftVersion(), 0),
                Kind.LEVEL, LevelLanes::kraftVersion);
            add(lanes, history, branch, clocks, LogState.METADATA_VERSION, state.features().get(LogState.METADATA_VERSION), Kind.LEVEL,
                level -> words(LogState.METADATA_VERSION, level));
            add(lanes, history, branch, clocks, "cluster id", state.clusterId(), Kind.CLUSTER_ID, Function.identity());
            state.features().forEach((name, steps) -> {
                if (!name.equals(LogState.METADATA_VERSION)) {
                    add(lanes, history, branch, clocks, name, steps, Kind.LEVEL, level -> words(name, level));
                }
            });
        }
        return lanes;
    }

    private static String kraftVersion(int level) {
        return level == 0 ? "0, static" : level + ", dynamic";
    }

    /** kraft.version in words; without a record it is 0. */
    static String kraftVersion(Step<Integer> step) {
        return step.known() ? kraftVersion(step.value().orElse(0)) : "unknown";
    }

    /** The level of a feature in words. */
    static String words(String feature, int level) {
        return feature.equals(LogState.METADATA_VERSION) ? MetadataVersions.shown(level) : level == 0 ? "removed" : Integer.toString(level);
    }

    /** Where no record says anything, the level is known all the same. */
    private static <T> Steps<T> withDefault(Steps<T> steps, T value) {
        return new Steps<>(steps.steps().stream()
            .map(s -> s.known() && s.value().isEmpty() ? new Step<>(s.offset(), true, Optional.of(value), s.cause(), s.record()) : s).toList());
    }

    private static <T> void add(List<Lane> lanes, CaptureHistory history, Branch branch, Clocks clocks, String name, Steps<T> steps,
                                Kind kind, Function<T, String> words) {
        List<Item> items = new ArrayList<>();
        long first = branch.forkOffset().orElse(-1);
        for (int i = 0; i < steps.steps().size(); i++) {
            Step<T> step = steps.steps().get(i);
            boolean last = i + 1 == steps.steps().size();
            long from = Math.max(Math.max(step.offset(), branch.line().startOffset()), 0);
            long to = last ? branch.line().endOffset() : steps.steps().get(i + 1).offset();
            if (step.offset() < first || to <= from || step.known() && step.value().isEmpty()) {
                continue;
            }
            boolean record = step.cause().kind() == Cause.Kind.RECORD;
            long ended = last ? clocks.end(branch) : time(steps.steps().get(i + 1).cause());
            Optional<Status> status = record ? Optional.of(history.status(step.cause().offset(), step.cause().epoch())) : Optional.empty();
            items.add(new Item(step.known() ? kind : Kind.UNKNOWN, from, to, time(step.cause()), ended, status,
                step.value().map(words).orElse("unknown"), Places.locator(step.record())));
        }
        if (branch.isMain() || !items.isEmpty()) {
            String of = Timeline.ofBranch(branch);
            String row = of.isEmpty() ? name : name + ", " + of;
            boolean noRecord = kind == Kind.CLUSTER_ID && items.isEmpty();
            lanes.add(new Lane(Group.LEVELS, row, row, noRecord ? "no ClusterIdRecord" : of, "", clocks.of(branch), items));
        }
    }

    private static long time(Cause cause) {
        return cause.kind() == Cause.Kind.RECORD || cause.kind() == Cause.Kind.CHECKPOINT ? cause.timestamp() : -1;
    }
}
