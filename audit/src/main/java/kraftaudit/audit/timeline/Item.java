package kraftaudit.audit.timeline;

import java.util.Optional;
import kraftaudit.audit.Locator;
import kraftaudit.replay.Status;

/**
 * A stretch or a mark on a lane. An item from 5 to 3 is refused.
 *
 * @param offsetFrom    first log offset, inclusive; -1 for a finding that no offset belongs to
 * @param offsetTo      exclusive; equal to {@code offsetFrom} for a place between two records, such as a checkpoint's end
 * @param timestampFrom of the record at the beginning, milliseconds since 1970 by the writer's clock; -1 where none is known
 * @param timestampTo   of the record at {@code offsetTo}, or of the last record where the log ends; -1 where none is known
 * @param status        commit status, where that is a question
 * @param label         a few words, without a full stop
 * @param locator       where it shows
 */
public record Item(Kind kind, long offsetFrom, long offsetTo, long timestampFrom, long timestampTo, Optional<Status> status,
                   String label, Locator locator) {
    public Item {
        if (offsetFrom < -1 || offsetTo < offsetFrom) {
            throw new IllegalArgumentException("item from " + offsetFrom + " to " + offsetTo);
        }
    }

    /** Whether it has a place on the axis. */
    public boolean isPlaced() {
        return offsetFrom >= 0;
    }

    /**
     * How much it must not be overlooked when many items fall on one pixel: the highest stays visible.
     *
     * @return 0 to 7
     */
    int weight() {
        return switch (kind) {
            case VIOLATION -> 7;
            case LOST, LOST_REMOVAL, DAMAGE -> 6;
            case IRREGULAR, DEAD_BRANCH, GAP -> 5;
            case UNKNOWN -> 4;
            case PENDING, PENDING_REMOVAL, UNPROVEN -> 3;
            case NOTE -> 2;
            default -> status.filter(s -> s == Status.LOST).isPresent() ? 6 : 1;
        };
    }

    /** Kind, label and offsets in one line, for tooltips, screen readers and search. */
    public String text() {
        StringBuilder text = new StringBuilder(label.isEmpty() ? kind.words() : label);
        if (isPlaced()) {
            text.append(offsetTo > offsetFrom + 1 ? ", offsets " + offsetFrom + " to " + (offsetTo - 1) : ", offset " + offsetFrom);
        }
        status.ifPresent(s -> text.append(", ").append(s));
        return text.toString();
    }
}
