package kraftaudit.gui;

import atlantafx.base.theme.Styles;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javafx.application.Platform;
import javafx.geometry.Orientation;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.beans.property.ReadOnlyStringWrapper;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Locator;
import kraftaudit.audit.Rules;
import kraftaudit.audit.report.Phrases;
import kraftaudit.audit.timeline.Item;
import kraftaudit.reader.RecordDetail;
import kraftaudit.reader.SystemReason;
import org.kordamp.ikonli.feather.Feather;

/** The record at the chosen place, field by field with its bytes, and the page of the chosen finding's rule. */
final class DetailPane extends VBox {
    /** Reads the record at a place again. */
    @FunctionalInterface
    interface Records {
        Optional<RecordDetail> find(Locator locator) throws IOException;
    }

    private final Records records;
    private final Executor background;
    private final Label title = new Label("Record");
    private final Label subtitle = new Label();
    private final TableView<RecordDetail.Field> fields = new TableView<>();
    private final HexPane hex = new HexPane(this::byteClicked);
    private final TextArea json = new TextArea();
    private final TextArea page = new TextArea();
    private final TabPane tabs = new TabPane();
    private final Tab recordTab;
    private final Tab ruleTab;
    private final Button copyLocator = Icons.button(new Button(), Feather.LINK, "Copy the locator (C)");
    private final Button copyText = Icons.button(new Button(), Feather.COPY, "Copy as text (Ctrl+C)");
    private final Button copyJson = Icons.button(new Button(), Feather.CODE, "Copy as JSON (Ctrl+Shift+C)");
    private Optional<Locator> locator = Optional.empty();
    private Optional<RecordDetail> shown = Optional.empty();
    private Optional<Item> item = Optional.empty();
    private Function<Item, String> itemJson = i -> "";
    private long asked;

    DetailPane(Records records, Executor background) {
        this.records = records;
        this.background = background;
        getStyleClass().add("detail-pane");
        setId("details");
        title.getStyleClass().add("title");
        subtitle.getStyleClass().add("small");
        subtitle.setId("locator");
        Region gap = new Region();
        title.setMinWidth(0);
        subtitle.setMinWidth(0);
        VBox names = new VBox(title, subtitle);
        names.setMinWidth(0);
        HBox.setHgrow(names, Priority.ALWAYS);
        HBox head = new HBox(6, names, gap, copyLocator, copyText, copyJson);
        head.getStyleClass().add("pane-head");
        copyLocator.setOnAction(e -> copyLocator());
        copyText.setOnAction(e -> copyText());
        copyJson.setOnAction(e -> copyJson());

        fields.setId("fields");
        fields.getColumns().setAll(List.of(column("field", 170, f -> "   ".repeat(f.depth()) + f.name()), column("value", 200, RecordDetail.Field::value),
            column("bytes", 96, f -> f.to() > f.from() ? f.from() + "+" + (f.to() - f.from()) : "")));
        fields.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_NEXT_COLUMN);
        fields.getStyleClass().addAll(Styles.DENSE, Styles.STRIPED);
        fields.setPlaceholder(new Label("Select something in the timeline or the list"));
        fields.setAccessibleText("Fields of the record");
        fields.getSelectionModel().selectedItemProperty().addListener((of, old, now) -> {
            if (now != null) {
                hex.mark(now.from(), now.to());
            }
        });
        SplitPane halves = new SplitPane(fields, hex);
        halves.setOrientation(Orientation.HORIZONTAL);
        halves.setDividerPositions(0.52);
        recordTab = tab("Record", halves);
        ruleTab = tab("Rule", area(page, "rule-page", "Page of the rule"));
        page.setWrapText(true);
        tabs.getTabs().setAll(List.of(recordTab, tab("JSON", area(json, "record-json", "Record as JSON")), ruleTab));
        tabs.getStyleClass().add("dense");
        tabs.setAccessibleText("Record, JSON and rule");
        ruleTab.setDisable(true);
        VBox.setVgrow(tabs, Priority.ALWAYS);
        getChildren().addAll(head, tabs);
        clear();
    }

    private static Tab tab(String name, javafx.scene.Node content) {
        Tab tab = new Tab(name, content);
        tab.setClosable(false);
        return tab;
    }

    private static TextArea area(TextArea area, String id, String name) {
        area.setEditable(false);
        area.setId(id);
        area.setAccessibleText(name);
        area.getStyleClass().add("mono");
        return area;
    }

    private static TableColumn<RecordDetail.Field, String> column(String name, double width, Function<RecordDetail.Field, String> text) {
        TableColumn<RecordDetail.Field, String> column = new TableColumn<>(name);
        column.setPrefWidth(width);
        column.setMinWidth(Math.min(width, 100));
        column.setSortable(false);
        column.setReorderable(false);
        column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(CanvasPen.printable(text.apply(cell.getValue()))));
        return column;
    }

    // ---- what is shown ----

    /** An item: the record, damage or file that it shows. */
    void show(Item chosen, Function<Item, String> asJson) {
        item = Optional.of(chosen);
        itemJson = asJson;
        show(chosen.locator());
    }

    /** The record at a place. Reading happens elsewhere; a later question makes the answer to an earlier one void. */
    void show(Locator place) {
        long question = ++asked;
        locator = Optional.of(place).filter(l -> !l.isEmpty());
        copyLocator.setDisable(locator.isEmpty());
        subtitle.setText(place.isEmpty() ? place.replica() : place.text());
        if (locator.isEmpty()) {
            none(item.map(Item::text).orElse("nothing to show"));
            return;
        }
        background.execute(() -> {
            try {
                Optional<RecordDetail> found = records.find(place);
                Platform.runLater(() -> {
                    if (question == asked) {
                        found.ifPresentOrElse(this::fill, () -> none("No copy holds a sound record at " + place.text() + "."));
                    }
                });
            } catch (IOException unreadable) {
                Platform.runLater(() -> {
                    if (question == asked) {
                        none("Its file cannot be read any more: " + SystemReason.of(unreadable) + ". Reload the capture to see it as it is now.");
                    }
                });
            }
        });
    }

    /** The page of a finding's rule beside it. */
    void showRule(Finding finding) {
        page.setText(Rules.find(finding.ruleId()).map(Phrases::rulePage).map(DetailPane::flowing).orElse(finding.ruleId()));
        page.setScrollTop(0);
        ruleTab.setDisable(false);
        ruleTab.setText("Rule " + finding.ruleId());
        if (finding.where().place().isEmpty() && finding.where().offset().isEmpty()) {
            tabs.getSelectionModel().select(ruleTab);
        }
    }

    /** Lines that were broken for a terminal as one, since the window breaks them where it ends; headings without their signs. */
    private static String flowing(String page) {
        return page.replaceAll("(?m)^(?!#)(.*\\S)\\n(?=[A-Za-z0-9(`'\"])", "$1 ").replaceAll("(?m)^#+ ", "").replaceAll("\\n{3,}", "\n\n");
    }

    /** What is shown: the record's type and version, or what it is instead. */
    String title() {
        return title.getText();
    }

    /** The page of the rule that was shown last; empty before that. */
    String rulePage() {
        return page.getText();
    }

    /** No item is shown any more; what follows is a record alone. */
    void forget() {
        item = Optional.empty();
    }

    void clear() {
        asked++;
        locator = Optional.empty();
        forget();
        none("Select something in the timeline or the list.");
        subtitle.setText("");
        copyLocator.setDisable(true);
    }

    private void none(String why) {
        shown = Optional.empty();
        title.setText("Record");
        fields.getItems().clear();
        fields.setPlaceholder(wrapped(why));
        hex.show(List.of());
        json.setText("");
        copyText.setDisable(item.isEmpty());
        copyJson.setDisable(item.isEmpty());
    }

    private static Label wrapped(String words) {
        Label label = new Label(words);
        label.setWrapText(true);
        label.setStyle("-fx-padding: 12;");
        return label;
    }

    private void fill(RecordDetail record) {
        shown = Optional.of(record);
        String when = record.timestamp() >= 0 ? " · " + Phrases.time(record.timestamp()) : "";
        title.setText(record.type() + (record.version().isPresent() ? " v" + record.version().getAsInt() : ""));
        subtitle.setText(locator.map(Locator::text).orElse("") + " · " + record.place().file() + " @ " + record.place().position() + ", "
            + record.place().length() + " bytes" + when);
        fields.getItems().setAll(record.fields());
        hex.show(record.bytes());
        json.setText(record.problem().map(p -> "does not decode: " + p).orElse(record.json()));
        copyText.setDisable(false);
        copyJson.setDisable(record.json().isEmpty() && item.isEmpty());
        // The value is what one looks for; the header above it is one step up.
        record.fields().stream().filter(f -> f.depth() == 0).reduce((a, b) -> b).ifPresent(value -> {
            fields.getSelectionModel().select(value);
            fields.scrollTo(value);
        });
        if (tabs.getSelectionModel().getSelectedItem() == ruleTab) {
            tabs.getSelectionModel().select(recordTab);
        }
    }

    /** The innermost field that a byte belongs to. */
    private void byteClicked(long position) {
        fields.getItems().stream().filter(f -> position >= f.from() && position < f.to())
            .min(java.util.Comparator.comparingLong(f -> f.to() - f.from())).ifPresent(field -> {
                fields.getSelectionModel().select(field);
                fields.scrollTo(field);
            });
    }

    // ---- copying ----

    void copyLocator() {
        locator.ifPresent(l -> copy(l.text()));
    }

    void copyText() {
        if (shown.isPresent()) {
            StringBuilder text = new StringBuilder(title.getText() + "  " + subtitle.getText() + "\n");
            shown.get().fields().forEach(f -> text.append("  ".repeat(f.depth())).append(f.name()).append(f.value().isEmpty() ? "" : ": " + f.value()).append('\n'));
            copy(text.toString());
        } else {
            item.ifPresent(i -> copy(i.text()));
        }
    }

    void copyJson() {
        Optional<String> record = shown.map(RecordDetail::json).filter(j -> !j.isEmpty());
        record.or(() -> item.map(itemJson)).ifPresent(DetailPane::copy);
    }

    private static void copy(String text) {
        ClipboardContent content = new ClipboardContent();
        content.putString(text);
        Clipboard.getSystemClipboard().setContent(content);
    }
}
