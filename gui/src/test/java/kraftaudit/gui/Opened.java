package kraftaudit.gui;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Labeled;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.archive.ArchiveLimits;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.audit.timeline.Lane;
import kraftaudit.written.Samples;
import org.testfx.util.WaitForAsyncUtils;

/** A window in a test, and ways to ask it what it shows. Everything that touches the window runs on its thread. */
final class Opened {
    private static final long PATIENCE = Long.getLong("patience", 120);

    private final Stage stage;
    private final MainWindow window;

    private Opened(Stage stage, MainWindow window) {
        this.stage = stage;
        this.window = window;
    }

    /** An empty window; called on its thread. */
    static Opened empty(Stage stage, Path memory) {
        MainWindow window = new MainWindow(Pipe.Settings.defaults(), ArchiveLimits.DEFAULT, memory);
        stage.setScene(new Scene(window, 1500, 880));
        stage.show();
        return new Opened(stage, window);
    }

    MainWindow window() {
        return window;
    }

    Stage stage() {
        return stage;
    }

    // ---- doing ----

    /** Runs on the window's thread and waits for everything that follows from it. */
    void run(Runnable work) {
        WaitForAsyncUtils.waitForAsyncFx(PATIENCE * 1000, work);
        settle();
    }

    <T> T get(Callable<T> question) {
        return WaitForAsyncUtils.waitForAsyncFx(PATIENCE * 1000, question);
    }

    void settle() {
        WaitForAsyncUtils.waitForFxEvents();
    }

    void until(Callable<Boolean> condition) {
        until(condition, () -> "");
    }

    /** @param said what is told when it does not come true */
    void until(Callable<Boolean> condition, Callable<String> said) {
        try {
            WaitForAsyncUtils.waitFor(PATIENCE, TimeUnit.SECONDS, () -> get(condition));
        } catch (TimeoutException late) {
            throw new AssertionError("waited in vain: " + get(said), late);
        }
        settle();
    }

    Opened open(String... samples) {
        return open(List.of(samples).stream().map(s -> Samples.all().resolve(s)).toList());
    }

    Opened open(List<Path> paths) {
        CaptureTab tab = get(() -> window.open(paths, Optional.empty(), Optional.empty()));
        until(() -> tab.view().get().isPresent() || tab.getContent().lookup("#problem") != null);
        return this;
    }

    CaptureView view() {
        return get(() -> window.view().orElseThrow());
    }

    Sight sight() {
        return view().sight();
    }

    /** Copies a folder with all that is in it. */
    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    // ---- asking ----

    Node node(String id) {
        return get(() -> Optional.ofNullable(window.lookup("#" + id)).orElseThrow(() -> new AssertionError("no #" + id)));
    }

    boolean has(String id) {
        return get(() -> window.lookup("#" + id) != null);
    }

    /** All words below a node, in the order of the scene. */
    String words(String id) {
        Node node = node(id);
        return get(() -> {
            StringBuilder words = new StringBuilder();
            gather(node, words);
            return words.toString();
        });
    }

    private static void gather(Node node, StringBuilder words) {
        if (node instanceof Labeled labeled && labeled.getText() != null) {
            words.append(labeled.getText()).append('\n');
        } else if (node instanceof Text text && !(node.getParent() instanceof Labeled)) {
            words.append(text.getText()).append('\n');
        }
        if (node instanceof javafx.scene.Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> gather(child, words));
        }
    }

    Lane lane(String name) {
        return sight().whole().lanes().stream().filter(l -> l.name().equals(name)).findFirst().orElseThrow();
    }

    Item item(String lane, Kind kind) {
        return lane(lane).items().stream().filter(i -> i.kind() == kind).findFirst().orElseThrow();
    }
}
