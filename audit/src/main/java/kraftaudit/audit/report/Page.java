package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Text in lines as wide as its style at most, wrapped between words, with what is too long for a line broken. */
public final class Page {
    private final StringBuilder text = new StringBuilder();
    private final Style style;

    /** An empty page. */
    public Page(Style style) {
        this.style = style;
    }

    /** Columns. */
    int width() {
        return style.width();
    }

    /** The colours in use, which add meaning to nothing: every word they stand on says the same. */
    public enum Mark {
        BAD("31;1"), ODD("33;1"), GOOD("32;1"), HEAD("1"), NONE("");

        private final String code;

        Mark(String code) {
            this.code = code;
        }
    }

    /** An empty line. */
    public Page blank() {
        text.append('\n');
        return this;
    }

    /** A line as it is: neither escaped nor wrapped, blanks at its end cut. */
    Page raw(String line) {
        text.append(line.stripTrailing()).append('\n');
        return this;
    }

    /** A heading. */
    public Page heading(String words) {
        blank();
        text.append(marked(Mark.HEAD, Escape.text(words))).append('\n');
        return this;
    }

    /** A paragraph; the lines behind the first are indented by {@code hanging}. */
    public Page line(int indent, int hanging, String words) {
        return line(Mark.NONE, "", indent, hanging, words);
    }

    /** A paragraph that begins with a marked word. */
    public Page line(Mark mark, String first, int indent, int hanging, String words) {
        String escaped = Escape.text(first + words);
        List<String> lines = wrap(escaped, style.width() - indent, style.width() - hanging);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            String shown = i == 0 && !first.isEmpty() && line.startsWith(first) ? marked(mark, first) + line.substring(first.length()) : line;
            text.append(" ".repeat(i == 0 ? indent : hanging)).append(shown).append('\n');
        }
        return this;
    }

    /**
     * Rows in columns two blanks apart; what does not fit wraps in the last column.
     *
     * @param rows of equal length, the first of them may be a head
     */
    public Page table(int indent, List<List<String>> rows) {
        if (rows.isEmpty()) {
            return this;
        }
        List<List<String>> escaped = rows.stream().map(row -> row.stream().map(Escape::text).toList()).toList();
        int columns = escaped.get(0).size();
        int[] width = new int[columns];
        for (List<String> row : escaped) {
            for (int i = 0; i < columns - 1; i++) {
                width[i] = Math.max(width[i], columns(row.get(i)));
            }
        }
        int last = indent + Arrays.stream(width).limit(columns - 1L).map(w -> w + 2).sum();
        // Columns that leave no room for the last one would be a table nobody can read: its cells go below the row.
        int from = last > style.width() - 20 ? indent + 4 : last;
        for (List<String> row : escaped) {
            StringBuilder head = new StringBuilder(" ".repeat(indent));
            for (int i = 0; i < columns - 1; i++) {
                head.append(row.get(i)).append(" ".repeat(width[i] - columns(row.get(i)) + 2));
            }
            append(head, row.get(columns - 1), last, from);
        }
        return this;
    }

    /**
     * Rows in columns like those of Kafka's own tools: no indent, and closer together where they would not fit otherwise; where
     * even that is too wide, as {@link #table}.
     */
    public Page compact(List<List<String>> rows) {
        List<List<String>> escaped = rows.stream().map(row -> row.stream().map(Escape::text).toList()).toList();
        int[] width = new int[rows.isEmpty() ? 0 : rows.get(0).size()];
        escaped.forEach(row -> {
            for (int i = 0; i < width.length; i++) {
                width[i] = Math.max(width[i], columns(row.get(i)));
            }
        });
        int narrow = Arrays.stream(width).sum() + width.length - 1;
        if (narrow > style.width()) {
            return table(0, rows);
        }
        int gap = narrow + width.length - 1 <= style.width() ? 2 : 1;
        for (List<String> row : escaped) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < width.length; i++) {
                line.append(row.get(i)).append(" ".repeat(width[i] - columns(row.get(i)) + gap));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return this;
    }

    private void append(StringBuilder head, String cell, int last, int from) {
        List<String> lines = wrap(cell, style.width() - from, style.width() - from);
        if (from != last) {
            wrap(head.toString().strip(), style.width() - from + 4, style.width() - from).forEach(l -> text.append(" ".repeat(from - 4)).append(l).append('\n'));
            lines.stream().filter(l -> !l.isEmpty()).forEach(l -> text.append(" ".repeat(from)).append(l).append('\n'));
            return;
        }
        text.append((head + lines.get(0)).stripTrailing()).append('\n');
        lines.stream().skip(1).forEach(l -> text.append(" ".repeat(from)).append(l).append('\n'));
    }

    private static int columns(CharSequence cell) {
        return Character.codePointCount(cell, 0, cell.length());
    }

    static List<String> wrap(String words, int first, int others) {
        if (words.length() <= first && !words.startsWith(" ")) {
            return List.of(words.stripTrailing());
        }
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : words.split(" ", -1)) {
            String rest = word;
            int room = lines.isEmpty() ? first : others;
            if (line.length() > 0 && columns(line) + 1 + columns(rest) > room) {
                lines.add(line.toString().stripTrailing());
                line.setLength(0);
                room = others;
            } else if (line.length() > 0) {
                line.append(' ');
            }
            while (columns(rest) > room - columns(line) && columns(rest) > room) {
                int cut = rest.offsetByCodePoints(0, room);
                lines.add(rest.substring(0, cut));
                rest = rest.substring(cut);
                room = others;
            }
            line.append(rest);
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    private String marked(Mark mark, String words) {
        return style.colour() && mark != Mark.NONE ? "\u001b[" + mark.code + "m" + words + "\u001b[0m" : words;
    }

    /** Everything so far. */
    @Override
    public String toString() {
        return text.toString();
    }
}
