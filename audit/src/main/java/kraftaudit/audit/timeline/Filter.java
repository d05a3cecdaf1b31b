package kraftaudit.audit.timeline;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import kraftaudit.replay.Status;

/**
 * Which items are shown.
 *
 * @param severities kinds of findings
 * @param statuses   commit statuses; an item to which the question does not apply is always shown
 * @param without    node ids of voters that are left out, with their lanes and the changes that are about them alone
 */
public record Filter(Set<Kind> severities, Set<Status> statuses, Set<Integer> without) implements Predicate<Item> {
    /** Everything. */
    public static final Filter ALL = new Filter(EnumSet.of(Kind.VIOLATION, Kind.IRREGULAR, Kind.NOTE), EnumSet.allOf(Status.class), Set.of());

    public Filter {
        severities = Set.copyOf(severities);
        statuses = Set.copyOf(statuses);
        without = Set.copyOf(without);
    }

    @Override
    public boolean test(Item item) {
        if (item.kind().isFinding()) {
            return severities.contains(item.kind());
        }
        return item.status().map(statuses::contains).orElse(true);
    }

    /** Whether a row is shown: all but those of voters that are left out. */
    public boolean test(Row row) {
        return row.voter().isEmpty() || !without.contains(row.voter().getAsInt());
    }

    /** With a severity shown or not. */
    public Filter with(Kind severity, boolean shown) {
        return new Filter(changed(severities, severity, shown), statuses, without);
    }

    /** With a commit status shown or not. */
    public Filter with(Status status, boolean shown) {
        return new Filter(severities, changed(statuses, status, shown), without);
    }

    /** With a voter shown or not. */
    public Filter with(int voter, boolean shown) {
        return new Filter(severities, statuses, changed(without, voter, !shown));
    }

    private static <T> Set<T> changed(Set<T> set, T element, boolean in) {
        Set<T> changed = new HashSet<>(set);
        if (in) {
            changed.add(element);
        } else {
            changed.remove(element);
        }
        return changed;
    }
}
