package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a leader keeps in memory for its epoch. */
final class Leadership {
    final int epoch;
    /** L(e): where the log ended when it was elected. */
    final long start;
    /** Fetch offsets by replica. */
    final Map<Node, Long> ends = new HashMap<>();
    /** Replicas that have been seen at the end of the log. */
    final Set<Node> caughtUp = new HashSet<>();
    /** The accumulator: batches on their way to the log. */
    final List<List<? extends Entry>> queue = new ArrayList<>();
    /** The controller thread stands between preparing and scheduling a batch: nothing leaves the accumulator. */
    boolean stalled;
    /** An AddVoter that has passed its checks and waits for the answer of the new voter. */
    Optional<Voters.Member> adding = Optional.empty();
    /** An Add or Remove waits for its commit, and its time-out has not come. */
    boolean changePending;
    /** The active controller, once it was told that it leads. */
    Optional<Controller> controller = Optional.empty();
    /** Whether the first batch of the epoch is in the log. */
    boolean begun;

    Leadership(int epoch, long start) {
        this.epoch = epoch;
        this.start = start;
    }

    /** Known end of a voter's log; -1 if it has not fetched. */
    long endOf(Voters.Member member, boolean fixed) {
        return ends.entrySet().stream().filter(e -> e.getKey().id == member.id() && (fixed || e.getKey().generation == member.generation()))
                .max((a, b) -> Integer.compare(a.getKey().generation, b.getKey().generation)).map(Map.Entry::getValue).orElse(-1L);
    }

    /** The active controller's memory. */
    static final class Controller {
        final State state;
        /** What it takes for the end of the log: behind its own last data record. */
        long nextOffset;
        /** Answers that wait for a commit, by exclusive end. */
        final List<Waiting> waiting = new ArrayList<>();
        /** Records of an operation that is written batch by batch. */
        final List<Entry> rest = new ArrayList<>();

        Controller(State state, long nextOffset) {
            this.state = state;
            this.nextOffset = nextOffset;
        }
    }

    record Waiting(Node broker, long end, Message answer) {
    }
}
