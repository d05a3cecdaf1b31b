package kraftaudit.gui;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.geometry.Bounds;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;
import javafx.stage.Popup;
import kraftaudit.audit.timeline.Timeline;

/** The search field with its results below it. Enter takes the first, the arrow keys another. */
final class SearchField extends TextField {
    private final Supplier<Optional<Timeline>> timeline;
    private final Consumer<Search.Result> chosen;
    private final Runnable left;
    private final Executor background;
    private final ListView<Search.Result> list = new ListView<>();
    private final Label none = new Label("nothing found");
    private final Popup popup = new Popup();
    /** Number of the latest question; answers to earlier ones are not waited for. */
    private final AtomicLong asked = new AtomicLong();

    /**
     * @param timeline what is searched, if anything is open
     * @param chosen   is told of the result taken
     * @param left     is run when the field is left without one
     */
    SearchField(Supplier<Optional<Timeline>> timeline, Consumer<Search.Result> chosen, Runnable left, Executor background) {
        this.timeline = timeline;
        this.chosen = chosen;
        this.left = left;
        this.background = background;
        setId("search");
        setPromptText("/  offset, time, voter, rule, text …");
        setAccessibleText("Search: offset, time, voter id, directory id, rule id, record type or text");
        setPrefColumnCount(26);
        list.setId("results");
        list.setPrefSize(560, 300);
        list.setFocusTraversable(false);
        list.setPlaceholder(none);
        list.setCellFactory(view -> new ListCell<>() {
            @Override
            protected void updateItem(Search.Result result, boolean empty) {
                super.updateItem(result, empty);
                setText(empty || result == null ? null : CanvasPen.printable(result.text()));
            }
        });
        VBox box = new VBox(list);
        box.getStyleClass().add("results");
        popup.getContent().add(box);
        popup.setAutoHide(true);
        textProperty().addListener((of, old, now) -> search(now));
        focusedProperty().addListener((of, old, now) -> {
            if (!now) {
                popup.hide();
            }
        });
        addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        list.setOnMouseClicked(e -> take(list.getSelectionModel().getSelectedItem()));
    }

    private void search(String typed) {
        String text = typed.startsWith("/") ? typed.substring(1) : typed;
        long question = asked.incrementAndGet();
        Optional<Timeline> searched = timeline.get();
        if (text.isBlank() || searched.isEmpty()) {
            popup.hide();
            list.getItems().clear();
            return;
        }
        background.execute(() -> {
            List<Search.Result> results = Search.of(searched.get(), text, () -> question != asked.get());
            Platform.runLater(() -> {
                if (question == asked.get()) {
                    show(results);
                }
            });
        });
    }

    private void show(List<Search.Result> results) {
        list.getItems().setAll(results);
        list.getSelectionModel().selectFirst();
        if (!popup.isShowing() && isFocused() && getScene() != null) {
            // The list is in a scene of its own and would else look like another program.
            popup.getScene().getStylesheets().setAll(getScene().getStylesheets());
            popup.getScene().getRoot().getStyleClass().setAll(getScene().getRoot().getStyleClass());
            Bounds at = localToScreen(getBoundsInLocal());
            popup.show(this, at.getMinX(), at.getMaxY() + 2);
        }
    }

    private void key(KeyEvent e) {
        if (e.getCode() == KeyCode.DOWN || e.getCode() == KeyCode.UP) {
            int at = list.getSelectionModel().getSelectedIndex() + (e.getCode() == KeyCode.DOWN ? 1 : -1);
            list.getSelectionModel().select(Math.max(0, Math.min(list.getItems().size() - 1, at)));
            list.scrollTo(list.getSelectionModel().getSelectedIndex());
            e.consume();
        } else if (e.getCode() == KeyCode.ENTER) {
            take(list.getSelectionModel().getSelectedItem());
            e.consume();
        } else if (e.getCode() == KeyCode.ESCAPE) {
            popup.hide();
            left.run();
            e.consume();
        }
    }

    private void take(Search.Result result) {
        if (result != null) {
            popup.hide();
            chosen.accept(result);
        }
    }

    /** The results in view, for tests. */
    ListView<Search.Result> results() {
        return list;
    }
}
