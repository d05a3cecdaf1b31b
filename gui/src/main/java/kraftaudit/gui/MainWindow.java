package kraftaudit.gui;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javafx.application.Application;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.DragEvent;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.stage.Window;
import kraftaudit.audit.Locator;
import kraftaudit.audit.Output;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.archive.ArchiveLimits;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Remembered;
import kraftaudit.audit.timeline.Session;

/** Everything in the window: the tool bar, a tab for each capture, the status line, and the sheet of keys. */
final class MainWindow extends StackPane {
    private final Pipe.Settings settings;
    private final ArchiveLimits limits;
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

    /**
     * @param limits of archives
     * @param memory file that the window remembers things in
     */
    MainWindow(Pipe.Settings settings, ArchiveLimits limits, Path memory) {
        this.settings = settings;
        this.limits = limits;
        this.memory = memory;
        remembered = Remembered.read(memory);
        palette = remembered.dark() ? Palette.DARK : Palette.LIGHT;
        tools = new ToolBarPane(this, background);
        getStylesheets().add(MainWindow.class.getResource("window.css").toExternalForm());
        getStyleClass().add("window");
        tabs.setId("captures");
        tabs.setAccessibleText("Captures");
        tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.ALL_TABS);
        tabs.getSelectionModel().selectedItemProperty().addListener((of, old, now) -> {
            tools.follow(view());
            status.setText("");
        });
        tabs.getTabs().addListener((ListChangeListener<Tab>) change -> {
            while (change.next()) {
                change.getRemoved().forEach(tab -> ((CaptureTab) tab).closed());
            }
            root.setCenter(tabs.getTabs().isEmpty() ? Welcome.of(this) : tabs);
        });
        status.setId("status");
        status.getStyleClass().add("status");
        status.setMaxWidth(Double.MAX_VALUE);
        root.setTop(tools);
        root.setCenter(Welcome.of(this));
        root.setBottom(status);
        getChildren().add(root);
        setOnDragOver(e -> {
            if (e.getDragboard().hasFiles()) {
                e.acceptTransferModes(TransferMode.COPY);
            }
        });
        setOnDragDropped(this::dropped);
        addEventFilter(KeyEvent.KEY_PRESSED, new Keyboard(this)::press);
        applyTheme();
        textScale(remembered.textScale());
    }

    // ---- opening ----

    /** Opens a capture in a tab of its own. */
    CaptureTab open(List<Path> paths, Optional<Locator> at, Optional<Session> session) {
        CaptureTab tab = new CaptureTab(paths, settings, limits, status::setText, background);
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
            tell(new Problem("The session could not be opened", refused.getMessage() + ".\nA session is a file that this window saved with Ctrl+S; the capture itself opens with Ctrl+O.", ""));
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
        e.setDropCompleted(dropped(e.getDragboard().getFiles()));
        e.consume();
    }

    /** Opens files and folders together in one tab; a session file alone opens what it had open. Whether anything was dropped. */
    boolean dropped(List<File> files) {
        if (files.size() == 1 && files.get(0).getName().endsWith(".json")) {
            openSession(files.get(0).toPath());
        } else if (!files.isEmpty()) {
            open(files.stream().map(File::toPath).toList(), Optional.empty(), Optional.empty());
        }
        return !files.isEmpty();
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
            tell(new Problem("Nothing was written", refused.getMessage() + ".\nSave it again under another name.", ""));
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

    /** Text and everything with it, larger or smaller; 1 is the usual size. */
    void textScale(double scale) {
        remembered = new Remembered(remembered.recent(), remembered.dark(), scale);
        setStyle(String.format(java.util.Locale.ROOT, "-fx-font-size: %.1fpx;", 13 * remembered.textScale()));
        tabs.getTabs().forEach(tab -> ((CaptureTab) tab).textScale(remembered.textScale()));
        remembered.write(memory);
    }

    // ---- help ----

    void showHelp() {
        if (!isHelpShown()) {
            focusBefore = getScene().getFocusOwner();
            getChildren().add(help);
            help.focus();
        }
    }

    boolean isHelpShown() {
        return getChildren().contains(help);
    }

    void hideHelp() {
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
