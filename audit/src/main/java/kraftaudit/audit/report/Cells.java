package kraftaudit.audit.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * CSV of RFC 4180 with a header row and CRLF. Cells of text that a spreadsheet would take for a formula get a leading
 * {@code '}, numbers never.
 */
public final class Cells {
    private final StringBuilder text = new StringBuilder();
    private final CSVPrinter printer;
    private final boolean raw;
    private final int columns;
    private final Optional<String> capture;
    private List<Object> row = new ArrayList<>();

    /** @param raw whether text stays as it is */
    public Cells(boolean raw, List<String> header) {
        this(raw, header, Optional.empty());
    }

    /**
     * A table whose rows all tell of one capture among many.
     *
     * @param capture its name, the last column of every row; without, there is no such column
     */
    public Cells(boolean raw, List<String> columns, Optional<String> capture) {
        List<String> header = Stream.concat(columns.stream(), capture.stream().map(c -> "capture")).toList();
        this.capture = capture;
        this.raw = raw;
        this.columns = header.size();
        try {
            printer = new CSVPrinter(text, CSVFormat.RFC4180);
            printer.printRecord(header);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A cell of text. */
    public Cells text(String value) {
        boolean formula = !raw && !value.isEmpty() && "=+-@\t\r".indexOf(value.charAt(0)) >= 0;
        row.add(formula ? "'" + value : value);
        return this;
    }

    /** A cell of text, or an empty one. */
    public Cells text(Optional<String> value) {
        return text(value.orElse(""));
    }

    /** A number, exact however large. */
    public Cells number(long value) {
        row.add(Long.toString(value));
        return this;
    }

    /** A number, or an empty cell. */
    public Cells number(OptionalLong value) {
        return value.isPresent() ? number(value.getAsLong()) : empty(1);
    }

    /** A number, or an empty cell. */
    public Cells number(OptionalInt value) {
        return value.isPresent() ? number(value.getAsInt()) : empty(1);
    }

    /** A time, empty for -1 and for what is none. */
    public Cells time(long timestamp) {
        row.add(Times.iso(timestamp).orElse(""));
        return this;
    }

    /** So many empty cells. */
    public Cells empty(int count) {
        for (int i = 0; i < count; i++) {
            row.add("");
        }
        return this;
    }

    /** Ends the row. */
    public void end() {
        capture.ifPresent(this::text);
        if (row.size() != columns) {
            throw new IllegalStateException(row.size() + " cells in a table of " + columns + " columns");
        }
        try {
            printer.printRecord(row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        row = new ArrayList<>();
    }

    /** The whole table. */
    @Override
    public String toString() {
        return text.toString();
    }
}
