package kraftaudit.gui;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Where one has been, as in a browser: a new place forgets what lay ahead. The oldest are dropped beyond a hundred. */
final class Trail<T> {
    private static final int LONGEST = 100;

    private final Deque<T> behind = new ArrayDeque<>();
    private final Deque<T> ahead = new ArrayDeque<>();

    /** One leaves a place for a new one. */
    void leave(T place) {
        if (!place.equals(behind.peek())) {
            behind.push(place);
        }
        if (behind.size() > LONGEST) {
            behind.removeLast();
        }
        ahead.clear();
    }

    /** The place before, if there is one; the present one then lies ahead. */
    Optional<T> back(T present) {
        if (behind.isEmpty()) {
            return Optional.empty();
        }
        ahead.push(present);
        return Optional.of(behind.pop());
    }

    /** The place one came back from, if one did. */
    Optional<T> forward(T present) {
        if (ahead.isEmpty()) {
            return Optional.empty();
        }
        behind.push(present);
        return Optional.of(ahead.pop());
    }

    boolean hasBack() {
        return !behind.isEmpty();
    }

    boolean hasForward() {
        return !ahead.isEmpty();
    }
}
