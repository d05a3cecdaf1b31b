package kraftaudit.replay;

import java.util.ArrayList;
import java.util.List;

/**
 * A value over log offsets: sorted change points, the first at offset -1 (before the log). Steps at 5, 3 are refused.
 * The value effective at high watermark h is the one at offset {@code h - 1}.
 */
public record Steps<T>(List<Step<T>> steps) {
    public Steps {
        steps = List.copyOf(steps);
        if (steps.isEmpty() || steps.get(0).offset() != -1) {
            throw new IllegalArgumentException("the first step is at -1");
        }
        for (int i = 1; i < steps.size(); i++) {
            if (steps.get(i).offset() <= steps.get(i - 1).offset()) {
                throw new IllegalArgumentException("step at " + steps.get(i).offset() + " after " + steps.get(i - 1).offset());
            }
        }
    }

    /** The step in force at a log offset; offsets below -1 count as -1. */
    public Step<T> at(long offset) {
        int low = 0;
        int high = steps.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (steps.get(middle).offset() <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return steps.get(low);
    }

    /** Collects steps in ascending order; a later step at one offset replaces the earlier. */
    static final class Builder<T> {
        private final List<Step<T>> steps = new ArrayList<>();

        Builder(Step<T> first) {
            steps.add(first);
        }

        Step<T> last() {
            return steps.get(steps.size() - 1);
        }

        void add(Step<T> step) {
            if (last().offset() == step.offset()) {
                steps.remove(steps.size() - 1);
            }
            steps.add(step);
        }

        Steps<T> build() {
            return new Steps<>(steps);
        }
    }
}
