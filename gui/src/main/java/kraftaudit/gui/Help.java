package kraftaudit.gui;

import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import kraftaudit.audit.timeline.Look;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.TimelineSvg;

/** The sheet of keys and signs that {@code ?} shows over the window. */
final class Help extends StackPane {
    private record Keys(String keys, String what) {
    }

    private static final List<List<Keys>> PAGES = List.of(
        List.of(new Keys("", "Looking around"), new Keys("wheel, W / S", "nearer, farther at the pointer"), new Keys("drag, A / D", "left, right"),
            new Keys("drag on the ruler", "look at that range"), new Keys("Home, 0", "everything"), new Keys("Z, double click", "the selected item alone"),
            new Keys("T", "by offset or by time"), new Keys("wheel on names, Page Up / Down", "scroll the lanes"),
            new Keys("Alt+Left / Right", "back, forward through views")),
        List.of(new Keys("", "Finding"), new Keys("/, G", "search or go to: 54, h=55, 20:06:59, voter 4, V10, node1:offset=54"),
            new Keys("E, Shift+E", "next, previous event"), new Keys("F, Shift+F", "next, previous finding"),
            new Keys("Left / Right", "the cursor by one high watermark, with Shift by ten"), new Keys("P", "pin the cursor, to compare with it"),
            new Keys("Enter", "select what the current lane has at the cursor"), new Keys("N", "note at the cursor")),
        List.of(new Keys("", "Lanes"), new Keys("Up / Down", "the current lane"), new Keys("Space", "fold, unfold"), new Keys("Ctrl+Up / Down", "move it"),
            new Keys("K", "pin it to the top"), new Keys("H", "hide it"), new Keys("right click", "all of these")),
        List.of(new Keys("", "The rest"), new Keys("C", "copy the locator, for the command line"), new Keys("Ctrl+C, Ctrl+Shift+C", "copy as text, as JSON"),
            new Keys("Ctrl+O, Ctrl+Shift+O", "open a folder, a file"), new Keys("Ctrl+R", "load again"), new Keys("Ctrl+S", "save the session"),
            new Keys("Ctrl+E", "export"), new Keys("Ctrl+Plus / Minus", "larger, smaller text"), new Keys("Ctrl+L", "light or dark"),
            new Keys("Ctrl+W, Ctrl+Tab", "close the tab, the next tab"), new Keys("F6", "the next pane"), new Keys("?, Esc", "this sheet")));

    private final Button close = new Button("Close");

    Help(Runnable closed) {
        setId("help");
        getStyleClass().add("veil");
        Label title = new Label("Keys and signs");
        title.getStyleClass().add("problem-title");
        close.setOnAction(e -> closed.run());
        close.setCancelButton(true);
        VBox left = new VBox(16, page(PAGES.get(0)), page(PAGES.get(1)));
        VBox right = new VBox(16, page(PAGES.get(2)), page(PAGES.get(3)));
        HBox keys = new HBox(40, left, right);
        VBox sheet = new VBox(16, title, new HBox(40, keys, signs()), close);
        sheet.setAlignment(Pos.TOP_LEFT);
        sheet.getStyleClass().add("sheet");
        sheet.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        ScrollPane scroll = new ScrollPane(sheet);
        scroll.setFitToWidth(true);
        scroll.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        getChildren().add(scroll);
        setOnMouseClicked(e -> {
            if (e.getTarget() == this) {
                closed.run();
            }
        });
    }

    private static GridPane page(List<Keys> keys) {
        GridPane grid = new GridPane();
        grid.setHgap(16);
        grid.setVgap(3);
        for (Keys line : keys) {
            Label what = new Label(line.what());
            if (line.keys().isEmpty()) {
                what.getStyleClass().add("section");
                grid.add(what, 0, grid.getRowCount(), 2, 1);
            } else {
                Label key = new Label(line.keys());
                key.getStyleClass().add("key");
                int at = grid.getRowCount();
                grid.add(key, 0, at);
                grid.add(what, 1, at);
            }
        }
        return grid;
    }

    private static VBox signs() {
        VBox box = new VBox(5);
        Label head = new Label("Signs");
        head.getStyleClass().add("section");
        box.getChildren().add(head);
        for (Look look : Look.values()) {
            if (look.form() != Look.Form.HIDDEN && look != Look.NEXT_EPOCH) {
                HBox line = new HBox(8, Icons.sign(look, Palette.LIGHT), new Label(TimelineSvg.words(look)));
                line.setAlignment(Pos.CENTER_LEFT);
                box.getChildren().add(line);
            }
        }
        return box;
    }

    void focus() {
        close.requestFocus();
    }
}
