package kraftaudit.replay;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the person running the audit adds to the files.
 *
 * @param stopped       every node was stopped when copied
 * @param highWatermark a high watermark they had recorded
 * @param staticVoters  node ids of controller.quorum.voters; empty where not given
 */
public record ReplayOptions(boolean stopped, Optional<OperatorWatermark> highWatermark, List<Integer> staticVoters) {
    /** Nothing added. */
    public static final ReplayOptions NONE = new ReplayOptions(false, Optional.empty(), List.of());

    public ReplayOptions {
        staticVoters = List.copyOf(staticVoters);
    }

    /** @param highWatermark exclusive, at least 1; @param epoch epoch of the record before it */
    public record OperatorWatermark(long highWatermark, OptionalInt epoch) {
    }
}
