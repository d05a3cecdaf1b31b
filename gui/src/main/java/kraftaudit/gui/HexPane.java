package kraftaudit.gui;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.HBox;
import kraftaudit.reader.RecordDetail;

/** Bytes of a file, sixteen a line or eight where there is little room, with those of a field marked; clicking a byte asks for its field. */
final class HexPane extends ListView<HexPane.Line> {
    private static final int MOST_PER_LINE = 16;
    /** Pixels of a line of sixteen bytes in the usual size of text. */
    private static final double WIDE = 560;

    /**
     * @param bytes two digits each
     * @param gap   whether bytes were left out before this line
     */
    record Line(long position, List<String> bytes, boolean gap) {
    }

    private final LongConsumer clicked;
    private List<RecordDetail.Bytes> shown = List.of();
    private int perLine = MOST_PER_LINE;
    /** Digits of the highest position. */
    private int digits = 4;
    private long from;
    private long to;

    /** @param clicked is told the position of the byte that was clicked */
    HexPane(LongConsumer clicked) {
        this.clicked = clicked;
        setId("hex");
        getStyleClass().add("hex-pane");
        setAccessibleText("Bytes of the record");
        setCellFactory(view -> new Cell());
        widthProperty().addListener((of, old, now) -> {
            int fitting = now.doubleValue() < WIDE ? MOST_PER_LINE / 2 : MOST_PER_LINE;
            if (fitting != perLine) {
                perLine = fitting;
                lines();
            }
        });
    }

    void show(List<RecordDetail.Bytes> stretches) {
        from = 0;
        to = 0;
        shown = stretches;
        lines();
    }

    private void lines() {
        List<Line> lines = new ArrayList<>();
        for (RecordDetail.Bytes stretch : shown) {
            for (int at = 0; at < stretch.length(); at += perLine) {
                List<String> bytes = new ArrayList<>();
                for (int i = at; i < Math.min(at + perLine, stretch.length()); i++) {
                    bytes.add(stretch.hex().substring(2 * i, 2 * i + 2));
                }
                lines.add(new Line(stretch.position() + at, bytes, at == 0 && !lines.isEmpty()));
            }
        }
        digits = lines.isEmpty() ? 4 : Math.max(4, Long.toString(lines.get(lines.size() - 1).position()).length());
        getItems().setAll(lines);
    }

    /** What a click on the byte at a position does. */
    void click(long position) {
        clicked.accept(position);
    }

    /** Marks the bytes {@code [from, to)} and brings the first of them into view. */
    void mark(long first, long end) {
        from = first;
        to = end;
        refresh();
        for (int i = 0; i < getItems().size() && end > first; i++) {
            Line line = getItems().get(i);
            if (first >= line.position() && first < line.position() + line.bytes().size()) {
                scrollTo(Math.max(0, i - 2));
            }
        }
    }

    /** Whether the byte at a position is marked. */
    boolean isMarkedAt(long position) {
        return position >= from && position < to;
    }

    private final class Cell extends ListCell<Line> {
        @Override
        protected void updateItem(Line line, boolean empty) {
            super.updateItem(line, empty);
            setText(null);
            setGraphic(null);
            if (empty || line == null) {
                return;
            }
            HBox box = new HBox();
            Label position = new Label(String.format(java.util.Locale.ROOT, "%s%" + digits + "d ", line.gap() ? "…" : " ", line.position()));
            position.getStyleClass().addAll("mono", "faint");
            box.getChildren().add(position);
            StringBuilder characters = new StringBuilder(" ");
            for (int i = 0; i < line.bytes().size(); i++) {
                long at = line.position() + i;
                Label digits = new Label(line.bytes().get(i) + (i == 7 && perLine > 8 ? "  " : " "));
                digits.getStyleClass().add("mono");
                if (isMarkedAt(at)) {
                    digits.getStyleClass().add("marked");
                }
                digits.setOnMouseClicked(e -> click(at));
                box.getChildren().add(digits);
                int value = Integer.parseInt(line.bytes().get(i), 16);
                characters.append(value >= 0x20 && value < 0x7f ? (char) value : '·');
            }
            Label text = new Label("   ".repeat(perLine - line.bytes().size()) + (perLine > 8 && line.bytes().size() < 8 ? " " : "") + characters);
            text.getStyleClass().addAll("mono", "faint");
            box.getChildren().add(text);
            setGraphic(box);
            setAccessibleText("position " + line.position() + ": " + String.join(" ", line.bytes()));
        }
    }
}
