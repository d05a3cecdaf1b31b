package kraftaudit.replay;

import java.util.Optional;

/**
 * A change point: from {@code offset} on (inclusive, as a log offset) the value is this, up to the next step.
 *
 * @param known  whether the value is known at all
 * @param value  the value; known and empty means that there is none (no such record so far)
 * @param record where the value itself was written; differs from {@code cause} when a transaction held it back
 */
public record Step<T>(long offset, boolean known, Optional<T> value, Cause cause, Cause record) {
    public Step {
        if (!known && value.isPresent()) {
            throw new IllegalArgumentException("an unknown step has no value");
        }
    }
}
