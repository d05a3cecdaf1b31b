package kraftaudit.gui;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.Family;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Locator;
import kraftaudit.audit.Rules;
import kraftaudit.audit.Severity;
import kraftaudit.audit.Transition;
import kraftaudit.audit.report.Phrases;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Session;
import kraftaudit.replay.Status;

/**
 * The first look: verdict, findings with the worst first and causes before consequences, changes of the voters, and what
 * could not be decided. One list, so that one pair of keys walks it all.
 */
final class FindingsPane extends VBox {
    private final Sight sight;
    private final ListView<Entry> list = new ListView<>();
    private final Consumer<Finding> open;
    private Palette palette = Palette.LIGHT;
    private boolean telling;

    /** @param open is told of the finding whose page is wanted, whenever one is chosen */
    FindingsPane(AuditReport whole, Sight sight, Consumer<Finding> open) {
        this.sight = sight;
        this.open = open;
        getStyleClass().add("findings-pane");
        setMinWidth(220);
        Label verdict = new Label(Phrases.verdict(whole));
        verdict.setWrapText(true);
        verdict.getStyleClass().addAll("verdict", whole.worst().map(Severity::word).orElse("sound"));
        verdict.setMaxWidth(Double.MAX_VALUE);
        verdict.setId("verdict");
        verdict.setMinHeight(USE_PREF_SIZE);
        list.setId("findings");
        list.setAccessibleText("Findings, voter changes and what could not be decided");
        list.getItems().setAll(Entry.of(whole, sight));
        list.setCellFactory(view -> new Cell());
        VBox.setVgrow(list, Priority.ALWAYS);
        getChildren().addAll(verdict, list);
        list.getSelectionModel().selectedItemProperty().addListener((of, old, now) -> chosen(now));
        list.addEventHandler(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.ENTER) {
                chosen(list.getSelectionModel().getSelectedItem());
            }
        });
        sight.selected().addListener((of, old, now) -> follow(now));
        sight.filter().addListener(any -> refill(whole));
        sight.notes().addListener((ListChangeListener<Session.Note>) change -> refill(whole));
    }

    /** Fills the list anew without choosing anything. */
    private void refill(AuditReport whole) {
        Entry chosen = list.getSelectionModel().getSelectedItem();
        telling = true;
        list.getItems().setAll(Entry.of(whole, sight));
        list.getSelectionModel().clearSelection();
        if (list.getItems().contains(chosen)) {
            list.getSelectionModel().select(chosen);
        }
        telling = false;
    }

    void theme(Palette next) {
        palette = next;
        list.refresh();
    }

    /** The entry that a person should see first: the worst finding, a lost change before mere notes. */
    void chooseFirst() {
        list.getItems().stream().filter(e -> e instanceof Entry.Found || e instanceof Entry.Changed change && change.change().status() != Status.PROVEN).findFirst().ifPresent(e -> list.getSelectionModel().select(e));
    }

    // ---- choosing ----

    private void chosen(Entry entry) {
        if (telling) {
            return;
        }
        telling = true;
        if (entry instanceof Entry.Found found) {
            found.item().ifPresent(sight::show);
            open.accept(found.finding());
        } else if (entry instanceof Entry.Changed changed) {
            itemOf(changed.change()).ifPresentOrElse(sight::show, () -> sight.go(changed.change().offset() + 1));
            about(changed.change()).ifPresent(open);
        } else if (entry instanceof Entry.Noted noted) {
            sight.go(noted.note().offset());
        }
        telling = false;
    }

    /** The finding about the voters that stands at a change, such as that it was lost: its rule says what that means. */
    private Optional<Finding> about(Transition change) {
        return sight.report().findings().stream().filter(f -> Rules.find(f.ruleId()).filter(rule -> rule.family() == Family.V).isPresent()
            && f.where().offset().equals(OptionalLong.of(change.offset()))).findFirst();
    }

    /** The item of a change on the lane of sets, of the branch it is on. */
    private Optional<Item> itemOf(Transition change) {
        Optional<Status> status = Optional.of(change.status());
        Kind kind = change.change() instanceof Transition.Voters ? Kind.VOTERS : Kind.LEVEL;
        return sight.whole().lanes().stream()
            .filter(lane -> kind == Kind.VOTERS ? lane.name().startsWith("voters") : lane.name().startsWith("kraft.version"))
            .flatMap(lane -> lane.items().stream())
            .filter(item -> item.kind() == kind && item.offsetFrom() == change.offset() && item.status().equals(status)).findFirst();
    }

    /** Shows in the list what was selected elsewhere. */
    private void follow(Optional<Item> item) {
        if (telling || item.isEmpty() || !item.get().kind().isFinding()) {
            return;
        }
        telling = true;
        list.getItems().stream().filter(e -> e instanceof Entry.Found found && found.item().equals(item)).findFirst().ifPresent(e -> {
            list.getSelectionModel().select(e);
            list.scrollTo(e);
            open.accept(((Entry.Found) e).finding());
        });
        telling = false;
    }

    // ---- cells ----

    private final class Cell extends ListCell<Entry> {
        Cell() {
            setPrefWidth(0);
            getStyleClass().add("finding-cell");
        }

        @Override
        protected void updateItem(Entry entry, boolean empty) {
            super.updateItem(entry, empty);
            setText(null);
            setGraphic(null);
            setDisable(false);
            setAccessibleText("");
            if (empty || entry == null) {
                return;
            }
            if (entry instanceof Entry.Heading heading) {
                Label label = new Label(heading.text());
                label.getStyleClass().add("section");
                setGraphic(label);
                setAccessibleText(heading.text());
            } else if (entry instanceof Entry.Found found) {
                Finding finding = found.finding();
                String title = Rules.find(finding.ruleId()).map(rule -> rule.title()).orElse("");
                Locator at = Locator.of(finding.where());
                show(Icons.severity(finding.severity(), palette), finding.ruleId() + "  " + finding.severity(), Phrases.finding(finding),
                    at.isEmpty() ? finding.where().replica() : at.text());
                setAccessibleText(finding.severity().word() + " " + finding.ruleId() + ", " + Phrases.finding(finding) + ". The rule: " + title);
            } else if (entry instanceof Entry.Changed changed) {
                Transition change = changed.change();
                show(Icons.status(change.status(), palette), change.status().name(), Phrases.change(change),
                    change.status() == Status.PROVEN ? Phrases.appended(change) + change.firstProof().map(p -> " · " + p.kind()).orElse("")
                        : Phrases.appended(change) + "\n" + Phrases.proven(change));
                setAccessibleText(change.status() + " " + Phrases.change(change) + ", " + Phrases.appended(change) + ", " + Phrases.proven(change));
            } else if (entry instanceof Entry.Noted noted) {
                show(Icons.note(), "at high watermark " + noted.note().offset(), noted.note().text(), "");
                setAccessibleText("your note at high watermark " + noted.note().offset() + ": " + noted.note().text());
            } else if (entry instanceof Entry.Doubt doubt) {
                setGraphic(words(doubt.text(), "muted", 36));
                setAccessibleText(doubt.text());
            }
        }

        private void show(Node sign, String head, String text, String small) {
            VBox box = new VBox(2, words(head, "strong", 62), words(text, "plain", 62));
            if (!small.isEmpty()) {
                box.getChildren().add(words(small, "muted", 62));
            }
            HBox line = new HBox(8, sign, box);
            line.setPadding(new Insets(2, 0, 2, 0));
            setGraphic(line);
        }

        /** Text that wraps at the list's width: a label in a cell would be cut instead. */
        private Text words(String words, String style, double taken) {
            Text text = new Text(CanvasPen.printable(words.replace("\n", "\u2028")).replace('\u2028', '\n'));
            text.getStyleClass().addAll("words", style);
            text.wrappingWidthProperty().bind(list.widthProperty().subtract(taken));
            return text;
        }
    }
}
