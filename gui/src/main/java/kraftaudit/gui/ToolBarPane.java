package kraftaudit.gui;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import javafx.application.Platform;
import javafx.beans.value.ChangeListener;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.ToolBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Filter;
import kraftaudit.audit.timeline.Group;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Row;
import kraftaudit.audit.timeline.Viewport;
import kraftaudit.replay.Status;
import org.kordamp.ikonli.feather.Feather;

/** The tool bar: what can be done with the capture in front. */
final class ToolBarPane extends ToolBar {
    private final MainWindow window;
    private final MenuButton open = Icons.button(new MenuButton("Open"), Feather.FOLDER, "Open a capture");
    private final Menu recent = new Menu("Recent");
    private final Button reload = Icons.button(new Button(), Feather.REFRESH_CW, "Load again (Ctrl+R)");
    private final Button back = Icons.button(new Button(), Feather.ARROW_LEFT, "Back to the view before (Alt+Left)");
    private final Button forward = Icons.button(new Button(), Feather.ARROW_RIGHT, "Forward (Alt+Right)");
    private final Button fit = Icons.button(new Button(), Feather.MAXIMIZE, "Everything (Home or 0)");
    private final ToggleButton byOffset = new ToggleButton("offset");
    private final ToggleButton byTime = new ToggleButton("time");
    private final ToggleGroup axis = new ToggleGroup();
    private final MenuButton filter = Icons.button(new MenuButton("Filter"), Feather.FILTER, "Show some findings, statuses and voters alone");
    private final MenuButton lanes = Icons.button(new MenuButton("Lanes"), Feather.LAYERS, "Show and hide lanes");
    private final MenuButton export = Icons.button(new MenuButton("Export"), Feather.DOWNLOAD, "Export the view or the selection, save the session (Ctrl+E)");
    private final Button theme = Icons.button(new Button(), Feather.MOON, "Light or dark (Ctrl+L)");
    private final Button help = Icons.button(new Button(), Feather.HELP_CIRCLE, "Keys and signs (?)");
    private final SearchField search;
    private Optional<CaptureView> followed = Optional.empty();
    private final ChangeListener<Viewport> axisFollows = (of, old, now) -> axis.selectToggle(now.axis() == Axis.OFFSET ? byOffset : byTime);
    private final ChangeListener<Object> lanesFollow = (of, old, now) -> laneMenu();

    ToolBarPane(MainWindow window, Executor background) {
        this.window = window;
        search = new SearchField(() -> followed.map(view -> view.sight().whole()), this::found, window::toTimeline, background);
        open.getItems().setAll(List.of(item("Folder …", "open-folder", window::openFolder), item("Files …", "open-files", window::openFiles),
            item("Session …", "open-session", window::openSession), recent));
        recent(window.remembered() == null ? List.of() : window.remembered().recent());
        reload.setOnAction(e -> window.reload());
        back.setOnAction(e -> followed.ifPresent(view -> view.sight().back()));
        forward.setOnAction(e -> followed.ifPresent(view -> view.sight().forward()));
        fit.setOnAction(e -> followed.ifPresent(view -> view.sight().fit()));
        byOffset.setId("by-offset");
        byTime.setId("by-time");
        byOffset.setAccessibleText("Axis by log offset (T)");
        byTime.setAccessibleText("Axis by time (T)");
        byOffset.setToggleGroup(axis);
        byTime.setToggleGroup(axis);
        byOffset.getStyleClass().add("left-pill");
        byTime.getStyleClass().add("right-pill");
        byOffset.setOnAction(e -> choose(Axis.OFFSET));
        byTime.setOnAction(e -> choose(Axis.TIME));
        open.setId("open");
        filter.setId("filter");
        lanes.setId("lanes");
        export.setId("export");
        theme.setId("theme");
        export.getItems().setAll(java.util.stream.Stream.of(Export.values()).map(x -> item(x.words() + " …", "export-" + x.extension(), () -> window.export(x))).toList());
        export.getItems().add(new SeparatorMenuItem());
        export.getItems().add(item("The session: view, pins, notes (Ctrl+S) …", "save-session", window::saveSession));
        theme.setOnAction(e -> window.theme(window.palette() == Palette.DARK ? Palette.LIGHT : Palette.DARK));
        help.setOnAction(e -> window.showHelp());
        Region gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        getItems().setAll(open, reload, back, forward, fit, new HBox(byOffset, byTime), search, gap, filter, lanes, export, theme, help);
        follow(Optional.empty());
    }

    private static MenuItem item(String text, String id, Runnable action) {
        MenuItem item = new MenuItem(text);
        item.setId(id);
        item.setOnAction(e -> action.run());
        return item;
    }

    static String names(List<Path> paths) {
        return CanvasPen.printable(paths.stream().map(Path::toString).collect(Collectors.joining(", ")));
    }

    void recent(List<List<Path>> all) {
        recent.getItems().setAll(all.stream().map(paths -> item(names(paths), null, () -> window.open(paths, Optional.empty(), Optional.empty()))).toList());
        recent.setDisable(all.isEmpty());
    }

    private void choose(Axis to) {
        window.axis(to);
        followed.ifPresent(view -> axisFollows.changed(null, null, view.sight().viewport().get()));
        window.toTimeline();
    }

    /** Shows the state of the capture in front, if one is loaded. */
    void follow(Optional<CaptureView> view) {
        followed.ifPresent(old -> {
            old.sight().viewport().removeListener(axisFollows);
            old.sight().choice().removeListener(lanesFollow);
        });
        followed = view;
        boolean none = view.isEmpty();
        List.of(fit, byOffset, byTime, search, filter, lanes, export).forEach(control -> control.setDisable(none));
        reload.setDisable(window.tab().isEmpty());
        back.disableProperty().unbind();
        forward.disableProperty().unbind();
        if (none) {
            back.setDisable(true);
            forward.setDisable(true);
            return;
        }
        Sight sight = view.get().sight();
        back.disableProperty().bind(sight.hasBack().not());
        forward.disableProperty().bind(sight.hasForward().not());
        sight.viewport().addListener(axisFollows);
        sight.choice().addListener(lanesFollow);
        byTime.setDisable(!sight.whole().hasTimes());
        axisFollows.changed(null, null, sight.viewport().get());
        filterMenu();
        laneMenu();
    }

    void search() {
        if (!search.isDisabled()) {
            // Later: the character of the key that led here must not go into the field.
            Platform.runLater(() -> {
                search.requestFocus();
                search.selectAll();
            });
        }
    }

    private void found(Search.Result result) {
        followed.ifPresent(view -> {
            // A locator names the copy whose record is shown; an offset alone leaves that to the view.
            if (result.place().isPresent()) {
                view.show(result.place().get());
            } else {
                result.item().ifPresentOrElse(view.sight()::show, () -> result.highWatermark().ifPresent(view.sight()::go));
            }
            window.toTimeline();
        });
    }

    void showExports() {
        export.show();
    }

    // ---- menus that depend on the capture ----

    private void filterMenu() {
        Sight sight = followed.orElseThrow().sight();
        filter.getItems().clear();
        filter.getItems().add(heading("Findings"));
        for (Kind kind : List.of(Kind.VIOLATION, Kind.IRREGULAR, Kind.NOTE)) {
            filter.getItems().add(check(kind.words(), sight.filter().get().severities().contains(kind),
                on -> sight.filter().set(sight.filter().get().with(kind, on))));
        }
        filter.getItems().add(heading("Commit status"));
        for (Status status : Status.values()) {
            filter.getItems().add(check(status.name(), sight.filter().get().statuses().contains(status),
                on -> sight.filter().set(sight.filter().get().with(status, on))));
        }
        List<Integer> voters = Row.of(sight.whole()).stream().flatMap(row -> row.voter().stream().boxed()).distinct().sorted().toList();
        if (!voters.isEmpty()) {
            filter.getItems().add(heading("Voters and observers"));
        }
        for (int voter : voters) {
            filter.getItems().add(check("node " + voter, !sight.filter().get().without().contains(voter),
                on -> sight.filter().set(sight.filter().get().with(voter, on))));
        }
        filter.getItems().addAll(new SeparatorMenuItem(), item("Show everything", "no-filter", () -> {
            sight.filter().set(Filter.ALL);
            filterMenu();
        }));
    }

    private void laneMenu() {
        Sight sight = followed.orElseThrow().sight();
        Arrangement arrangement = new Arrangement(sight);
        lanes.getItems().clear();
        Group group = null;
        for (Row row : Row.of(sight.whole())) {
            if (row.group() != group) {
                lanes.getItems().add(heading(row.group().title()));
            }
            group = row.group();
            lanes.getItems().add(check(row.title() + (row.name().equals(row.title()) ? "" : "  " + row.detail()), !arrangement.isHidden(row),
                on -> arrangement.hide(row, !on)));
        }
        lanes.getItems().add(new SeparatorMenuItem());
        lanes.getItems().add(item("Show all, in their own order", "all-lanes", arrangement::reset));
    }

    private static CustomMenuItem heading(String words) {
        Label label = new Label(words);
        label.getStyleClass().add("section");
        CustomMenuItem heading = new CustomMenuItem(label);
        heading.setHideOnClick(false);
        return heading;
    }

    private interface Switched {
        void to(boolean on);
    }

    private static CheckMenuItem check(String words, boolean on, Switched switched) {
        CheckMenuItem item = new CheckMenuItem(words);
        item.setSelected(on);
        item.selectedProperty().addListener((of, old, now) -> switched.to(now));
        return item;
    }

    SearchField searchField() {
        return search;
    }
}
