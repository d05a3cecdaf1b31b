package kraftaudit.gui;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import kraftaudit.audit.timeline.Layout;
import kraftaudit.audit.timeline.Row;

/** Arranging the lanes of a sight: folding, hiding, pinning, moving. */
record Arrangement(Sight sight) {
    private Layout.Choice choice() {
        return sight.choice().get();
    }

    boolean isFolded(String key) {
        return choice().folded().contains(key);
    }

    boolean isPinned(Row row) {
        return choice().pinned().contains(row.key());
    }

    boolean isHidden(Row row) {
        return choice().hidden().contains(row.key());
    }

    /** Folds a row, or the rows below a heading, or unfolds them. */
    void fold(Layout.Line line) {
        String key = line.row().map(Row::key).orElse(line.group().name());
        sight.choice().set(new Layout.Choice(choice().pinned(), choice().order(), with(choice().folded(), key, !isFolded(key)), choice().hidden()));
    }

    void hide(Row row, boolean hide) {
        sight.choice().set(new Layout.Choice(choice().pinned(), choice().order(), choice().folded(), with(choice().hidden(), row.key(), hide)));
    }

    private static Set<String> with(Set<String> keys, String key, boolean in) {
        Set<String> changed = new HashSet<>(keys);
        if (in) {
            changed.add(key);
        } else {
            changed.remove(key);
        }
        return changed;
    }

    /** Pins a row to the top, below those that are pinned there, or lets it go back. */
    void pin(Row row) {
        List<String> pinned = new ArrayList<>(choice().pinned());
        if (!pinned.remove(row.key())) {
            pinned.add(row.key());
        }
        sight.choice().set(new Layout.Choice(pinned, choice().order(), choice().folded(), choice().hidden()));
    }

    /** Moves a row by so many places among those of its group; at either end it stays. */
    void move(Row row, int by) {
        List<String> keys = keys();
        int at = keys.indexOf(row.key());
        int to = at + by;
        if (at >= 0 && to >= 0 && to < keys.size() && keys.get(to).startsWith(row.group() + "/")) {
            keys.remove(at);
            keys.add(to, row.key());
            order(keys);
        }
    }

    /** Moves a row to where another of its group stands. */
    void drop(Row row, Row target) {
        if (!target.equals(row) && target.group() == row.group()) {
            List<String> keys = keys();
            int to = keys.indexOf(target.key());
            if (keys.remove(row.key()) && to >= 0) {
                keys.add(Math.min(to, keys.size()), row.key());
                order(keys);
            }
        }
    }

    private List<String> keys() {
        return new ArrayList<>(sight.layout().get().lines().stream().filter(line -> !line.pinned()).flatMap(line -> line.row().stream()).map(Row::key).toList());
    }

    private void order(List<String> keys) {
        sight.choice().set(new Layout.Choice(choice().pinned(), keys, choice().folded(), choice().hidden()));
    }

    /** Everything shown, in its own order. */
    void reset() {
        sight.choice().set(Layout.Choice.DEFAULT);
    }
}
