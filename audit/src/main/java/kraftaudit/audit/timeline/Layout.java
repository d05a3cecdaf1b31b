package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where the rows of a picture stand, whatever part of the axis is looked at.
 *
 * @param lines  headings and rows from the top down
 * @param height pixels of all of them
 */
public record Layout(List<Line> lines, double height) {
    private static final double HEADING = 24;
    private static final double FOLDED = 10;

    public Layout {
        lines = List.copyOf(lines);
    }

    /**
     * A heading or a row.
     *
     * @param row    empty for a heading
     * @param folded whether a row is a narrow strip, or a heading hides its rows
     * @param pinned whether it stands above the others
     */
    public record Line(Group group, Optional<Row> row, double y, double height, boolean folded, boolean pinned) {
    }

    /**
     * What a person chose.
     *
     * @param pinned keys of rows that stand at the top, in this order
     * @param order  keys of rows in the order wanted; others follow in their own order. A row stays in its group
     * @param folded keys of rows and names of groups that are folded
     * @param hidden keys of rows that are left out
     */
    public record Choice(List<String> pinned, List<String> order, Set<String> folded, Set<String> hidden) {
        /** Everything as it comes; records are folded away. */
        public static final Choice DEFAULT = new Choice(List.of(), List.of(), Set.of(Group.RECORDS.name()), Set.of());

        public Choice {
            pinned = List.copyOf(pinned);
            order = List.copyOf(order);
            folded = Set.copyOf(folded);
            hidden = Set.copyOf(hidden);
        }
    }

    /** Lays out rows as a person chose. */
    public static Layout of(List<Row> rows, Choice choice) {
        List<Line> lines = new ArrayList<>();
        double y = 0;
        for (String key : choice.pinned()) {
            for (Row row : rows) {
                if (row.key().equals(key)) {
                    y = add(lines, row, y, choice, true);
                }
            }
        }
        List<Row> ordered = new ArrayList<>(rows);
        ordered.sort(Comparator.comparing(Row::group).thenComparingInt(row -> rank(choice, row)));
        Group group = null;
        for (Row row : ordered) {
            if (choice.hidden().contains(row.key()) || choice.pinned().contains(row.key())) {
                continue;
            }
            boolean heading = row.group() != Group.FINDINGS && row.group() != Group.QUORUM;
            boolean closed = choice.folded().contains(row.group().name());
            if (row.group() != group && heading) {
                lines.add(new Line(row.group(), Optional.empty(), y, HEADING, closed, false));
                y += HEADING;
            }
            group = row.group();
            if (!heading || !closed) {
                y = add(lines, row, y, choice, false);
            }
        }
        return new Layout(lines, y);
    }

    private static int rank(Choice choice, Row row) {
        int at = choice.order().indexOf(row.key());
        return at < 0 ? Integer.MAX_VALUE : at;
    }

    private static double add(List<Line> lines, Row row, double y, Choice choice, boolean pinned) {
        boolean folded = choice.folded().contains(row.key());
        double height = folded ? FOLDED : row.height();
        lines.add(new Line(row.group(), Optional.of(row), y, height, folded, pinned));
        return y + height;
    }

    /** The line at a height. */
    public Optional<Line> at(double y) {
        return lines.stream().filter(line -> y >= line.y() && y < line.y() + line.height()).findFirst();
    }
}
