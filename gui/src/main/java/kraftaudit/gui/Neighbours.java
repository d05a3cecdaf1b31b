package kraftaudit.gui;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Lane;

/**
 * Items one after the other by offset, those of one offset by their lanes from the top down. Items without an offset come
 * first. A step looks at few items however many there are.
 */
final class Neighbours {
    private final List<Lane> lanes;
    private final Predicate<Item> wanted;

    Neighbours(List<Lane> lanes, Predicate<Item> wanted) {
        this.lanes = lanes;
        this.wanted = wanted;
    }

    /**
     * The one behind or before an item; where none is given, or one of another lane, behind or before its offset or the cursor.
     *
     * @param highWatermark of the cursor, below 0 for none: the record below it is behind one's back
     */
    Optional<Item> of(Optional<Item> from, long highWatermark, boolean forward) {
        int home = from.map(item -> Lane.indexOf(lanes, item)).orElse(-1);
        Optional<Item> nearest = Optional.empty();
        for (int i = 0; i < lanes.size(); i++) {
            int bound = lanes.get(i).firstAt(bound(i, home, from.map(Item::offsetFrom), highWatermark, forward));
            Optional<Item> on = i == home ? beside(lanes.get(i), from.get(), forward)
                : forward ? first(lanes.get(i), bound) : last(lanes.get(i), bound - 1);
            if (on.isPresent() && (nearest.isEmpty() || (forward ? on.get().offsetFrom() < nearest.get().offsetFrom()
                : on.get().offsetFrom() >= nearest.get().offsetFrom()))) {
                nearest = on;
            }
        }
        return nearest;
    }

    /** The offset at and above which the items of a lane lie ahead; those below it lie behind. */
    private static long bound(int lane, int home, Optional<Long> from, long highWatermark, boolean forward) {
        if (from.isEmpty()) {
            return Math.max(-1, highWatermark);
        }
        // Below the lane one stands on, items of the same offset are still to come. From elsewhere one does not stay at an offset.
        boolean ahead = home >= 0 ? lane > home : !forward;
        return ahead ? from.get() : from.get() + 1;
    }

    private Optional<Item> beside(Lane lane, Item item, boolean forward) {
        int at = lane.indexOf(item);
        return forward ? first(lane, at + 1) : last(lane, at - 1);
    }

    private Optional<Item> first(Lane lane, int at) {
        for (int i = at; i < lane.items().size(); i++) {
            if (wanted.test(lane.items().get(i))) {
                return Optional.of(lane.items().get(i));
            }
        }
        return Optional.empty();
    }

    private Optional<Item> last(Lane lane, int at) {
        for (int i = at; i >= 0; i--) {
            if (wanted.test(lane.items().get(i))) {
                return Optional.of(lane.items().get(i));
            }
        }
        return Optional.empty();
    }
}
