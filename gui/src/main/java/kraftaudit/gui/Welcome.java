package kraftaudit.gui;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** How to begin, and what was open before. */
final class Welcome {
    private Welcome() {
    }

    /** The window before anything is open. */
    static Node of(MainWindow window) {
        Label title = new Label("kraft-audit");
        title.getStyleClass().add("problem-title");
        Label how = new Label("Drop captured KRaft log directories here, or open them. Nothing is ever written to them.");
        how.setWrapText(true);
        Button folder = new Button("Open folder …");
        folder.setOnAction(e -> window.openFolder());
        folder.setDefaultButton(true);
        Button files = new Button("Open file …");
        files.setOnAction(e -> window.openFiles());
        HBox buttons = new HBox(8, folder, files);
        buttons.setAlignment(Pos.CENTER);
        VBox box = new VBox(14, title, how, buttons);
        box.setAlignment(Pos.CENTER);
        box.setId("welcome");
        List<List<Path>> recent = window.remembered().recent();
        if (!recent.isEmpty()) {
            Label head = new Label("Recent");
            head.getStyleClass().add("section");
            box.getChildren().add(head);
            for (List<Path> paths : recent) {
                Hyperlink link = new Hyperlink(ToolBarPane.names(paths));
                link.setOnAction(e -> window.open(paths, Optional.empty(), Optional.empty()));
                box.getChildren().add(link);
            }
        }
        return box;
    }
}
