package kraftaudit.gui;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.Tab;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import kraftaudit.audit.Locator;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.archive.ArchiveLimits;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Session;

/** A tab with one capture: being loaded, not loaded and why, or one of its clusters. */
final class CaptureTab extends Tab {
    private final List<Path> paths;
    private final Pipe.Settings settings;
    private final ArchiveLimits limits;
    private final Consumer<String> status;
    private final Executor background;
    private final BorderPane content = new BorderPane();
    private final ReadOnlyObjectWrapper<Optional<CaptureView>> view = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ComboBox<String> clusters = new ComboBox<>();
    private Palette palette = Palette.LIGHT;
    private double textScale = 1;
    private Optional<Loading> loading = Optional.empty();
    private Optional<Loading.Loaded> loaded = Optional.empty();
    private Optional<Session> session = Optional.empty();
    private Optional<Locator> at = Optional.empty();

    CaptureTab(List<Path> paths, Pipe.Settings settings, ArchiveLimits limits, Consumer<String> status, Executor background) {
        this.paths = paths;
        this.settings = settings;
        this.limits = limits;
        this.status = status;
        this.background = background;
        setText(paths.stream().map(CaptureTab::name).collect(Collectors.joining(", ")));
        setContent(content);
        clusters.setId("clusters");
        clusters.setAccessibleText("Cluster");
        clusters.getSelectionModel().selectedIndexProperty().addListener((of, old, now) -> {
            if (now.intValue() >= 0) {
                cluster(now.intValue());
            }
        });
    }

    private static String name(Path path) {
        Path last = path.toAbsolutePath().normalize().getFileName();
        return CanvasPen.printable(last == null ? path.toString() : last.toString());
    }

    List<Path> paths() {
        return paths;
    }

    /** The view, once there is one. */
    ReadOnlyObjectProperty<Optional<CaptureView>> view() {
        return view.getReadOnlyProperty();
    }

    boolean isLoading() {
        return loading.isPresent();
    }

    // ---- loading ----

    /** Loads the capture, and then shows a place or goes on with a session. */
    void load(Optional<Locator> place, Optional<Session> with) {
        at = place;
        session = with;
        loading.ifPresent(Loading::cancel);
        view.set(Optional.empty());
        forget();
        ProgressBar bar = new ProgressBar(-1);
        bar.setPrefWidth(320);
        bar.setAccessibleText("Loading");
        Label words = new Label("Looking for log directories");
        Button cancel = new Button("Cancel");
        cancel.setId("cancel");
        cancel.setCancelButton(true);
        cancel.setOnAction(e -> cancel());
        VBox box = new VBox(14, new Label("Loading " + getText()), bar, words, cancel);
        box.setAlignment(Pos.CENTER);
        box.setId("loading");
        content.setTop(null);
        content.setCenter(box);
        Loading next = new Loading(paths, settings, limits, new Loading.Listener() {
            @Override
            public void progress(double part, String what) {
                bar.setProgress(part);
                words.setText(what);
            }

            @Override
            public void loaded(Loading.Loaded result) {
                loading = Optional.empty();
                show(result);
            }

            @Override
            public void failed(Problem problem) {
                loading = Optional.empty();
                problem(problem);
            }
        });
        loading = Optional.of(next);
        next.start();
    }

    /** Loads once more what is open, keeping view, pins and notes. */
    void reload() {
        Optional<Session> kept = view.get().map(v -> v.session(paths, clusters.getSelectionModel().getSelectedIndex()));
        load(Optional.empty(), kept.or(() -> session));
    }

    void cancel() {
        if (loading.isPresent()) {
            loading.get().cancel();
            loading = Optional.empty();
            problem(new Problem("Loading was cancelled", "Nothing was changed. Load again, or close this tab.", ""));
        }
    }

    /** The tab is gone: nothing is loaded or read any more. */
    void closed() {
        loading.ifPresent(Loading::cancel);
        loading = Optional.empty();
        forget();
    }

    private void forget() {
        loaded.ifPresent(l -> l.archives().close());
        loaded = Optional.empty();
    }

    private void problem(Problem problem) {
        Button again = new Button("Load again");
        again.setOnAction(e -> load(at, session));
        content.setTop(null);
        content.setCenter(problem.shown(again));
    }

    private void show(Loading.Loaded result) {
        loaded = Optional.of(result);
        if (result.timelines().isEmpty()) {
            problem(new Problem("No copy holds a metadata log", "The files found are listed by: kraft-audit audit " + paths.stream().map(Path::toString)
                .collect(Collectors.joining(" ")), ""));
            return;
        }
        List<String> names = new java.util.ArrayList<>();
        for (int i = 0; i < result.timelines().size(); i++) {
            String id = result.timelines().get(i).clusterId();
            names.add(i + 1 + ": cluster " + (id.isEmpty() ? "of unknown id" : id) + ", " + result.report().clusters().get(i).cluster().replicas().size() + " copies");
        }
        clusters.getItems().setAll(names);
        if (names.size() > 1) {
            HBox choose = new HBox(8, new Label("Cluster"), clusters);
            choose.setAlignment(Pos.CENTER_LEFT);
            choose.setPadding(new Insets(4, 12, 4, 12));
            content.setTop(choose);
        }
        clusters.getSelectionModel().select(session.map(s -> Math.min(s.cluster(), names.size() - 1)).orElse(0));
    }

    private void cluster(int index) {
        Loading.Loaded all = loaded.orElseThrow();
        CaptureView next = new CaptureView(all.report(), all.report().clusters().get(index), all.timelines().get(index), settings, status, background);
        next.theme(palette);
        next.timeline().textScale(textScale);
        content.setCenter(next);
        Optional<Session> restored = session.filter(s -> s.cluster() == index);
        if (restored.isPresent()) {
            next.sight().restore(restored.get());
        } else {
            next.begin(at);
        }
        session = Optional.empty();
        at = Optional.empty();
        view.set(Optional.of(next));
        // once more when the picture stands in the window: what is not yet shown cannot have the keys
        next.timeline().requestFocus();
        Platform.runLater(next.timeline()::requestFocus);
    }

    int clusterIndex() {
        return Math.max(0, clusters.getSelectionModel().getSelectedIndex());
    }

    void theme(Palette next) {
        palette = next;
        view.get().ifPresent(v -> v.theme(next));
    }

    void textScale(double scale) {
        textScale = scale;
        view.get().ifPresent(v -> v.timeline().textScale(scale));
    }
}
