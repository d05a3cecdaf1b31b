package kraftaudit.gui;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javafx.application.Application;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.DragEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.stage.Window;
import kraftaudit.audit.Locator;
import kraftaudit.audit.Output;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Remembered;
import kraftaudit.audit.timeline.Session;

/** Everything in the window: the tool bar, a tab for each capture, the status line, and the sheet of keys. */
final class MainWindow extends StackPane {
    private static final double STEP = 1.1;

    private final Pipe.Settings settings;
    private final Path memory;
    private final ExecutorService background = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "look up");
        thread.setDaemon(true);
        return thread;
    });
    private final BorderPane root = new BorderPane();
    private final TabPane tabs = new TabPane();
    private final Label status = new Label();
    private final ToolBarPane tools;
    private final Help help = new Help(this::hideHelp);
    private Remembered remembered;
    private Palette palette;
    private Node focusBefore;

    /** @param memory file that the window remembers things in */
    MainWindow(Pipe.Settings settings, Path memory) {
        this.settings = settings;
        this.memory = memory;
        remembered = Remembered.read(memory);
        palette = remembered.dark() ? Palette.DARK : Palette.LIGHT;
        tools = new ToolBarPane(this, background);
        getStylesheets().add(MainWindow.class.getResource("window.css").toExternalForm());
        getStyleClass().add("window");
        tabs.setId("captures");
        tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.ALL_TABS);
        tabs.getSelectionModel().selectedItemProperty().addListener((of, old, now) -> {
            tools.follow(view());
            status.setText("");
        });
        tabs.getTabs().addListener((javafx.collections.ListChangeListener<Tab>) change -> root.setCenter(tabs.getTabs().isEmpty() ? welcome() : tabs));
        status.setId("status");
        status.getStyleClass().add("status");
        status.setMaxWidth(Double.MAX_VALUE);
        root.setTop(tools);
        root.setCenter(welcome());
        root.setBottom(status);
        getChildren().add(root);
        setOnDragOver(e -> {
            if (e.getDragboard().hasFiles()) {
                e.acceptTransferModes(TransferMode.COPY);
            }
        });
        setOnDragDropped(this::dropped);
        addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        applyTheme();
        textScale(remembered.textScale());
    }

    private Node welcome() {
        Label title = new Label("kraft-audit");
        title.getStyleClass().add("problem-title");
        Label how = new Label("Drop captured KRaft log directories here, or open them. Nothing is ever written to them.");
        how.setWrapText(true);
        Button folder = new Button("Open folder …");
        folder.setOnAction(e -> openFolder());
        folder.setDefaultButton(true);
        Button files = new Button("Open file …");
        files.setOnAction(e -> openFiles());
        HBox buttons = new HBox(8, folder, files);
        buttons.setAlignment(Pos.CENTER);
        VBox box = new VBox(14, title, how, buttons);
        box.setAlignment(Pos.CENTER);
        box.setId("welcome");
        List<List<Path>> recent = remembered.recent();
        if (!recent.isEmpty()) {
            Label head = new Label("Recent");
            head.getStyleClass().add("section");
            box.getChildren().add(head);
            for (List<Path> paths : recent) {
                javafx.scene.control.Hyperlink link = new javafx.scene.control.Hyperlink(ToolBarPane.names(paths));
                link.setOnAction(e -> open(paths, Optional.empty(), Optional.empty()));
                box.getChildren().add(link);
            }
        }
        return box;
    }

    // ---- opening ----

    /** Opens a capture in a tab of its own. */
    CaptureTab open(List<Path> paths, Optional<Locator> at, Optional<Session> session) {
        CaptureTab tab = new CaptureTab(paths, settings, status::setText, background);
        tab.theme(palette);
        tab.textScale(remembered.textScale());
        tab.view().addListener((of, old, now) -> tools.follow(view()));
        tabs.getTabs().add(tab);
        tabs.getSelectionModel().select(tab);
        remember(remembered.opened(paths));
        tab.load(at, session);
        return tab;
    }

    /** Opens a session file with what it had open. */
    void openSession(Path file) {
        session(Optional.of(file)).ifPresent(session -> open(session.paths(), Optional.empty(), Optional.of(session)));
    }

    /** Reads a session file; one that cannot be read is told of, and the window goes on without it. */
    Optional<Session> session(Optional<Path> file) {
        try {
            return file.isPresent() ? Optional.of(Session.read(file.get())) : Optional.empty();
        } catch (IOException refused) {
            tell(new Problem("The session could not be opened", refused.getMessage() + ".", ""));
            return Optional.empty();
        }
    }

    void openFolder() {
        DirectoryChooser chooser = new DirectoryChooser();
        chooser.setTitle("Open captured log directories");
        Optional.ofNullable(chooser.showDialog(window())).ifPresent(folder -> open(List.of(folder.toPath()), Optional.empty(), Optional.empty()));
    }

    void openFiles() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Open segments, checkpoints or archives");
        Optional.ofNullable(chooser.showOpenMultipleDialog(window())).ifPresent(files -> open(files.stream().map(File::toPath).toList(), Optional.empty(), Optional.empty()));
    }

    void openSession() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Open a session");
        Optional.ofNullable(chooser.showOpenDialog(window())).ifPresent(file -> openSession(file.toPath()));
    }

    private void dropped(DragEvent e) {
        List<File> files = e.getDragboard().getFiles();
        if (!files.isEmpty()) {
            open(files.stream().map(File::toPath).toList(), Optional.empty(), Optional.empty());
        }
        e.setDropCompleted(!files.isEmpty());
        e.consume();
    }

    private Window window() {
        return getScene().getWindow();
    }

    // ---- what is open ----

    Optional<CaptureTab> tab() {
        return Optional.ofNullable((CaptureTab) tabs.getSelectionModel().getSelectedItem());
    }

    Optional<CaptureView> view() {
        return tab().flatMap(t -> t.view().get());
    }

    Remembered remembered() {
        return remembered;
    }

    private void remember(Remembered now) {
        remembered = now;
        remembered.write(memory);
        tools.recent(now.recent());
    }

    void reload() {
        tab().ifPresent(CaptureTab::reload);
    }

    // ---- saving ----

    /** Asks for a name and writes an export there. */
    void export(Export export) {
        view().ifPresent(view -> save("timeline." + export.extension(), file -> export(export, file)));
    }

    /** Writes an export. */
    void export(Export export, Path file) {
        view().ifPresent(view -> write(file, export.of(view.timeline(), palette)));
    }

    /** Asks for a name and writes the session there. */
    void saveSession() {
        view().ifPresent(view -> save("session.json", this::saveSession));
    }

    /** Writes the session. */
    void saveSession(Path file) {
        tab().ifPresent(tab -> view().ifPresent(view -> write(file, view.session(tab.paths().stream().map(p -> p.toAbsolutePath().normalize()).toList(),
            tab.clusterIndex()).toJson())));
    }

    private void save(String name, java.util.function.Consumer<Path> write) {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Save");
        chooser.setInitialFileName(name);
        Optional.ofNullable(chooser.showSaveDialog(window())).ifPresent(file -> write.accept(file.toPath()));
    }

    private void write(Path file, byte[] content) {
        try {
            Output.write(file, content, tab().map(CaptureTab::paths).orElse(List.of()));
            status.setText("written: " + file);
        } catch (IOException refused) {
            tell(new Problem("Nothing was written", refused.getMessage() + ".", ""));
        }
    }

    /** Says what went wrong over the window, without losing what is open. */
    void tell(Problem problem) {
        Button close = new Button("Close");
        close.setDefaultButton(true);
        close.setCancelButton(true);
        StackPane sheet = new StackPane();
        Node shown = problem.shown(close);
        shown.getStyleClass().add("sheet");
        ((VBox) shown).setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
        sheet.getChildren().add(shown);
        sheet.getStyleClass().add("veil");
        sheet.setId("told");
        close.setOnAction(e -> getChildren().remove(sheet));
        getChildren().add(sheet);
        close.requestFocus();
    }

    // ---- looks ----

    Palette palette() {
        return palette;
    }

    void theme(Palette next) {
        palette = next;
        applyTheme();
        remember(new Remembered(remembered.recent(), next == Palette.DARK, remembered.textScale()));
    }

    private void applyTheme() {
        Application.setUserAgentStylesheet(palette == Palette.DARK ? new PrimerDark().getUserAgentStylesheet() : new PrimerLight().getUserAgentStylesheet());
        getStyleClass().removeAll("light", "dark");
        getStyleClass().add(palette == Palette.DARK ? "dark" : "light");
        tabs.getTabs().forEach(tab -> ((CaptureTab) tab).theme(palette));
    }

    private void textScale(double scale) {
        remembered = new Remembered(remembered.recent(), remembered.dark(), scale);
        setStyle(String.format(java.util.Locale.ROOT, "-fx-font-size: %.1fpx;", 13 * remembered.textScale()));
        tabs.getTabs().forEach(tab -> ((CaptureTab) tab).textScale(remembered.textScale()));
        remembered.write(memory);
    }

    // ---- keys ----

    private void key(KeyEvent e) {
        boolean typing = getScene() != null && getScene().getFocusOwner() instanceof TextInputControl input && input.isEditable();
        if (e.isShortcutDown() ? shortcut(e, typing) : e.isAltDown() ? travel(e) : !typing && plain(e)) {
            e.consume();
        }
    }

    private boolean shortcut(KeyEvent e, boolean typing) {
        switch (e.getCode()) {
            case O -> {
                if (e.isShiftDown()) {
                    openFiles();
                } else {
                    openFolder();
                }
            }
            case R -> reload();
            case S -> saveSession();
            case E -> tools.showExports();
            case L -> theme(palette == Palette.DARK ? Palette.LIGHT : Palette.DARK);
            case F -> tools.search();
            case W -> tab().ifPresent(tab -> {
                tabs.getTabs().remove(tab);
                tab.cancel();
            });
            case TAB -> tabs.getSelectionModel().select(tabs.getTabs().isEmpty() ? -1
                : Math.floorMod(tabs.getSelectionModel().getSelectedIndex() + (e.isShiftDown() ? -1 : 1), tabs.getTabs().size()));
            case PLUS, ADD, EQUALS -> textScale(remembered.textScale() * STEP);
            case MINUS, SUBTRACT -> textScale(remembered.textScale() / STEP);
            case DIGIT0 -> textScale(1);
            case C -> {
                if (typing || getScene().getFocusOwner() instanceof TextInputControl) {
                    return false;
                }
                view().ifPresent(view -> {
                    if (e.isShiftDown()) {
                        view.details().copyJson();
                    } else {
                        view.details().copyText();
                    }
                });
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean travel(KeyEvent e) {
        if (e.getCode() == KeyCode.LEFT) {
            view().ifPresent(view -> view.sight().back());
        } else if (e.getCode() == KeyCode.RIGHT) {
            view().ifPresent(view -> view.sight().forward());
        } else {
            return false;
        }
        return true;
    }

    private boolean plain(KeyEvent e) {
        if (e.getCode() == KeyCode.F5) {
            reload();
        } else if (e.getCode() == KeyCode.F6) {
            nextPane(e.isShiftDown());
        } else if (e.getCode() == KeyCode.SLASH && e.isShiftDown() || "?".equals(e.getText()) || e.getCode() == KeyCode.F1) {
            showHelp();
        } else if (e.getCode() == KeyCode.SLASH || "/".equals(e.getText()) || e.getCode() == KeyCode.G) {
            tools.search();
        } else if (e.getCode() == KeyCode.N) {
            view().ifPresent(CaptureView::note);
        } else if (e.getCode() == KeyCode.C) {
            view().ifPresent(view -> view.details().copyLocator());
        } else if (e.getCode() == KeyCode.ESCAPE && getChildren().contains(help)) {
            hideHelp();
        } else {
            return false;
        }
        return true;
    }

    /** From pane to pane: findings, timeline, moment, details. */
    private void nextPane(boolean back) {
        view().ifPresent(view -> {
            List<Node> panes = new ArrayList<>();
            for (String id : List.of("#findings", "#timeline", "#moment", "#fields")) {
                Optional.ofNullable(view.lookup(id)).ifPresent(panes::add);
            }
            Node owner = getScene().getFocusOwner();
            int at = -1;
            for (int i = 0; i < panes.size(); i++) {
                for (Node node = owner; node != null; node = node.getParent()) {
                    at = node == panes.get(i) ? i : at;
                }
            }
            Node next = panes.get(Math.floorMod(at + (back ? -1 : 1), panes.size()));
            if (next instanceof Parent && next.getId().equals("moment")) {
                next.lookupAll(".button").stream().findFirst().ifPresent(Node::requestFocus);
            } else {
                next.requestFocus();
            }
        });
    }

    void showHelp() {
        if (!getChildren().contains(help)) {
            focusBefore = getScene().getFocusOwner();
            getChildren().add(help);
            help.focus();
        }
    }

    private void hideHelp() {
        getChildren().remove(help);
        Optional.ofNullable(focusBefore).ifPresent(Node::requestFocus);
    }

    /** After the search field was left: the timeline has the keys again. */
    void toTimeline() {
        view().ifPresent(view -> view.timeline().requestFocus());
    }

    void axis(Axis axis) {
        view().ifPresent(view -> view.sight().axis(axis));
    }

    ToolBarPane tools() {
        return tools;
    }

    TabPane tabs() {
        return tabs;
    }
}
