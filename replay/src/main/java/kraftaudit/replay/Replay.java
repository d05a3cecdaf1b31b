package kraftaudit.replay;

import java.util.List;
import kraftaudit.reader.DirectoryScan;

/** Scans to histories: the door of this module. */
public final class Replay {
    private Replay() {
    }

    /**
     * Replays copies, those of one cluster together. Copies belong together when their logs share their first common batch;
     * copies without a common offset when they have one cluster id.
     *
     * @return one history a cluster, in the order of its first copy
     */
    public static List<CaptureHistory> replay(List<DirectoryScan> copies, ReplayOptions options) {
        throw new UnsupportedOperationException();
    }
}
