package kraftaudit.gui;

import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;

/** Tables of names and values. */
final class Facts {
    private Facts() {
    }

    /** A table of three columns: what, which, and more about it. */
    static GridPane grid() {
        GridPane grid = new GridPane();
        grid.setHgap(12);
        grid.setVgap(4);
        ColumnConstraints name = new ColumnConstraints();
        name.setMinWidth(110);
        ColumnConstraints value = new ColumnConstraints();
        value.setMinWidth(90);
        ColumnConstraints more = new ColumnConstraints();
        more.setHgrow(Priority.ALWAYS);
        more.setMinWidth(0);
        grid.getColumnConstraints().addAll(name, value, more);
        return grid;
    }

    /** A line of the three. */
    static void row(GridPane grid, String name, Node value, Node more) {
        int at = grid.getRowCount();
        Label label = text(name, "small");
        GridPane.setValignment(label, VPos.TOP);
        GridPane.setValignment(value, VPos.TOP);
        grid.add(label, 0, at);
        grid.add(value, 1, at);
        grid.add(more, 2, at);
    }

    /** A line whose value takes both columns. */
    static void wide(GridPane grid, String name, Node value) {
        int at = grid.getRowCount();
        Label label = text(name, "small");
        GridPane.setValignment(label, VPos.TOP);
        grid.add(label, 0, at);
        grid.add(value, 1, at, 2, 1);
    }

    /** Words that wrap. */
    static Label text(String words, String style) {
        Label label = new Label(CanvasPen.printable(words));
        label.setWrapText(true);
        label.getStyleClass().add(style);
        label.setMinWidth(0);
        return label;
    }
}
