package kraftaudit.reader;

import java.util.List;

/** The entries of leader-epoch-checkpoint, in the order of the file. */
public record LeaderEpochs(List<Start> starts) {
    public LeaderEpochs {
        starts = List.copyOf(starts);
    }

    /** An epoch and its first offset, which may have been cut to the log start. */
    public record Start(int epoch, long startOffset) {
    }
}
