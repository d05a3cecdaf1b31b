package kraftaudit.gui;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import javafx.application.Platform;
import javafx.geometry.Orientation;
import javafx.scene.control.Alert;
import javafx.scene.control.ButtonType;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextInputDialog;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.ClusterReport;
import kraftaudit.audit.Locator;
import kraftaudit.audit.Lookup;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.report.Json;
import kraftaudit.audit.report.Phrases;
import kraftaudit.audit.report.TimelineDocuments;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Session;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.reader.RecordDetail;

/** One cluster of a loaded capture: findings on the left, the timeline, and below it the moment and the details. */
final class CaptureView extends BorderPane {
    private final Sight sight;
    private final TimelinePane timeline;
    private final OverviewStrip overview;
    private final FindingsPane findings;
    private final MomentPane moment;
    private final DetailPane details;
    private final DetailPane.Records records;
    private final Executor background;

    /**
     * @param status     is told what stands under the pointer
     * @param background for what may take a moment
     */
    CaptureView(AuditReport report, ClusterReport cluster, Timeline whole, Pipe.Settings settings, Consumer<String> status, Executor background) {
        sight = new Sight(cluster, whole);
        Lookup lookup = new Lookup(settings);
        timeline = new TimelinePane(sight);
        timeline.setId("timeline");
        new Gestures(timeline, status);
        overview = new OverviewStrip(sight, timeline);
        overview.setId("overview");
        records = locator -> lookup.find(cluster.cluster(), locator);
        this.background = background;
        details = new DetailPane(records, background);
        findings = new FindingsPane(report, sight, details::showRule);
        moment = new MomentPane(sight, details::show, this::describe, this::note);
        sight.selected().addListener((of, old, now) -> now.ifPresentOrElse(item -> details.show(item, CaptureView::json), this::showAtCursor));
        sight.cursor().addListener(any -> {
            if (sight.selected().get().isEmpty()) {
                showAtCursor();
            }
        });

        VBox picture = new VBox(overview, timeline);
        VBox.setVgrow(timeline, Priority.ALWAYS);
        SplitPane below = new SplitPane(moment, details);
        below.setDividerPositions(0.42);
        SplitPane right = new SplitPane(picture, below);
        right.setOrientation(Orientation.VERTICAL);
        right.setDividerPositions(0.6);
        SplitPane all = new SplitPane(findings, right);
        all.setDividerPositions(0.22);
        SplitPane.setResizableWithParent(findings, false);
        setCenter(all);
    }

    private static String json(Item item) {
        return Json.write(TimelineDocuments.item(item));
    }

    Sight sight() {
        return sight;
    }

    TimelinePane timeline() {
        return timeline;
    }

    OverviewStrip overview() {
        return overview;
    }

    DetailPane details() {
        return details;
    }

    /** Where one stands at first: at what matters most, else at the end of what is proven. */
    void begin(Optional<Locator> at) {
        if (at.isPresent()) {
            show(at.get());
            return;
        }
        findings.chooseFirst();
        if (sight.cursor().get() == Sight.NONE) {
            Phrases.provenEnd(sight.report().cluster()).ifPresent(h -> sight.cursor().set(sight.clamped(h)));
        }
    }

    /** Puts the cursor behind a place and shows its record; a place in a file is looked up first. */
    void show(Locator locator) {
        Optional<Item> known = locator.offset() >= 0 || locator.isEmpty() ? Optional.empty()
            : Search.of(sight.whole(), locator.text()).stream().flatMap(r -> r.item().stream()).findFirst();
        if (locator.offset() >= 0) {
            sight.go(locator.offset() + 1);
        } else if (known.isPresent()) {
            sight.show(known.get());
        } else {
            background.execute(() -> lookUp(locator));
        }
        details.show(locator);
    }

    private void lookUp(Locator locator) {
        try {
            records.find(locator).map(RecordDetail::offset).filter(OptionalLong::isPresent).ifPresent(offset -> Platform.runLater(() -> {
                sight.go(offset.getAsLong() + 1);
                details.show(locator);
            }));
        } catch (IOException unreadable) {
            // The details say so.
        }
    }

    /** Without a selection the record right below the cursor is what one looks at. */
    private void showAtCursor() {
        long h = sight.cursor().get();
        Optional<String> copy = sight.report().cluster().main().flatMap(main -> main.replicas().stream().findFirst());
        if (h > 0 && copy.isPresent()) {
            details.forget();
            details.show(Locator.offset(copy.get(), h - 1));
        } else {
            details.clear();
        }
    }

    private void describe(long h) {
        Alert alert = new Alert(Alert.AlertType.NONE, "", ButtonType.CLOSE);
        alert.initOwner(getScene().getWindow());
        alert.setTitle("describe --at " + h);
        TextArea text = new TextArea(Phrases.describe(sight.report(), h));
        text.setEditable(false);
        text.setPrefSize(820, 520);
        text.setId("description");
        text.getStyleClass().add("mono");
        alert.getDialogPane().setContent(text);
        alert.getDialogPane().getStylesheets().setAll(getScene().getStylesheets());
        alert.show();
    }

    /** Asks for a note at the cursor; an empty one takes it away. */
    void note() {
        long h = sight.cursor().get();
        if (h == Sight.NONE) {
            return;
        }
        Optional<Session.Note> old = sight.notes().stream().filter(n -> n.offset() == h).findFirst();
        TextInputDialog dialog = new TextInputDialog(old.map(Session.Note::text).orElse(""));
        dialog.initOwner(getScene().getWindow());
        dialog.setTitle("Note");
        dialog.setHeaderText("Note at high watermark " + h + "; it is kept in the session file");
        dialog.getEditor().setId("note");
        dialog.setOnHidden(e -> Optional.ofNullable(dialog.getResult()).ifPresent(text -> note(h, text)));
        dialog.show();
    }

    void note(long h, String text) {
        sight.notes().removeIf(n -> n.offset() == h);
        if (!text.isBlank()) {
            sight.notes().add(new Session.Note(h, text.strip()));
            sight.notes().sort(java.util.Comparator.comparingLong(Session.Note::offset));
        }
    }

    void theme(Palette palette) {
        timeline.theme(palette);
        overview.theme(palette);
        findings.theme(palette);
        moment.theme(palette);
    }

    Session session(List<Path> paths, int cluster) {
        return sight.session(paths, cluster);
    }
}
