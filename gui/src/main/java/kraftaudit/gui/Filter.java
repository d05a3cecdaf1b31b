package kraftaudit.gui;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.replay.Status;

/**
 * Which items are shown.
 *
 * @param severities kinds of findings
 * @param statuses   commit statuses; an item to which the question does not apply is always shown
 */
record Filter(Set<Kind> severities, Set<Status> statuses) implements Predicate<Item> {
    static final Filter ALL = new Filter(EnumSet.of(Kind.VIOLATION, Kind.IRREGULAR, Kind.NOTE), EnumSet.allOf(Status.class));

    Filter {
        severities = Set.copyOf(severities);
        statuses = Set.copyOf(statuses);
    }

    @Override
    public boolean test(Item item) {
        if (item.kind().isFinding()) {
            return severities.contains(item.kind());
        }
        return item.status().map(statuses::contains).orElse(true);
    }

    Filter with(Kind severity, boolean shown) {
        return new Filter(changed(severities, severity, shown), statuses);
    }

    Filter with(Status status, boolean shown) {
        return new Filter(severities, changed(statuses, status, shown));
    }

    private static <T> Set<T> changed(Set<T> set, T element, boolean in) {
        Set<T> changed = new java.util.HashSet<>(set);
        if (in) {
            changed.add(element);
        } else {
            changed.remove(element);
        }
        return changed;
    }
}
