package kraftaudit.audit;

import java.util.List;
import java.util.Optional;
import kraftaudit.reader.Profile;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Replay;
import kraftaudit.replay.ReplayOptions;
import kraftaudit.replay.Status;

/**
 * What would be decided too if every node was stopped when it was copied, which the person who runs the audit may know.
 *
 * @param provenEnd     exclusive end of what is proven without saying so
 * @param provenEndThen exclusive end of what would be proven
 * @param decided       changes of voters or kraft.version that are unproven now, as they would be decided then
 */
public record StoppedAnswer(long provenEnd, long provenEndThen, List<Transition> decided) {
    public StoppedAnswer {
        decided = List.copyOf(decided);
    }

    /** The answer for a cluster; empty where {@code --stopped} was given or would decide nothing. */
    public static Optional<StoppedAnswer> of(CaptureHistory history, Profile profile) {
        if (history.options().stopped() || history.main().isEmpty()) {
            return Optional.empty();
        }
        ReplayOptions stopped = new ReplayOptions(true, history.options().highWatermark(), history.options().staticVoters());
        CaptureHistory then = Replay.again(history, profile, stopped);
        if (then.main().isEmpty()) {
            return Optional.empty();
        }
        List<Transition> decidedNow = Transitions.of(history).stream().filter(t -> t.status() != Status.UNPROVEN).toList();
        List<Transition> decided = Transitions.of(then).stream().filter(t -> t.status() != Status.UNPROVEN)
            .filter(t -> history.status(t.offset(), t.appended().epoch()) == Status.UNPROVEN)
            .filter(t -> decidedNow.stream().noneMatch(now -> now.appended().equals(t.appended()) && now.change().equals(t.change()))).toList();
        long now = history.main().get().provenEnd();
        long end = then.main().get().provenEnd();
        return end > now || !decided.isEmpty() ? Optional.of(new StoppedAnswer(now, end, decided)) : Optional.empty();
    }
}
