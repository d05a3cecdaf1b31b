package kraftaudit.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuButton;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import kraftaudit.audit.Locator;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.archive.ArchiveLimits;
import kraftaudit.audit.cli.Window;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Session;
import kraftaudit.audit.timeline.Viewport;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** Opening, what goes wrong with it, tabs and what is open in them. */
@ExtendWith(ApplicationExtension.class)
class WorkTest {
    @TempDir
    static Path memory;

    @TempDir
    Path folder;

    private Opened opened;

    @Start
    void start(Stage stage) throws IOException {
        opened = Opened.empty(stage, Files.createTempDirectory(memory, "window").resolve("window.json"));
    }

    @Test
    void openedWithNothingItSaysHowToBegin() {
        assertTrue(opened.words("welcome").contains("Drop captured KRaft log directories here"));
        assertEquals(0, opened.window().tabs().getTabs().size());
    }

    @Test
    void everySampleOpens() throws IOException {
        for (Path sample : samples()) {
            opened.open(List.of(sample));
            assertFalse(opened.has("problem"), sample.toString());
            assertTrue(opened.sight().whole().count() > 0, sample.toString());
            opened.run(() -> opened.view().timeline().draw());
            for (Axis axis : Axis.values()) {
                opened.run(() -> opened.sight().axis(axis));
            }
            opened.run(() -> opened.window().tabs().getTabs().clear());
        }
    }

    private static List<Path> samples() throws IOException {
        try (Stream<Path> all = Files.walk(Samples.all(), 3)) {
            return all.filter(f -> f.getFileName().toString().equals("about.md")).map(Path::getParent).sorted().toList();
        }
    }

    @Test
    void aPathWithoutALogIsExplained() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        opened.open(List.of(empty));
        String words = opened.words("problem");
        assertTrue(words.contains("Nothing to audit in") && words.contains("Open a captured log directory"), words);
        assertFalse(words.contains("Exception"), words);
        opened.open(List.of(folder.resolve("not there")));
        assertTrue(opened.words("problem").contains("Nothing to audit in"));
    }

    @Test
    void aDamagedCaptureShowsItsDamage() throws IOException {
        Path damaged = folder.resolve("damaged");
        Opened.copy(Samples.all().resolve("lost-voter-change/node3"), damaged);
        Path log = damaged.resolve("__cluster_metadata-0/00000000000000000000.log");
        byte[] bytes = Files.readAllBytes(log);
        bytes[4651 + 100] ^= 1;
        Files.write(log, bytes);
        opened.open(List.of(damaged));
        var damage = opened.sight().whole().lanes().stream().filter(l -> l.name().equals("damage")).flatMap(l -> l.items().stream()).toList();
        assertEquals(1, damage.size());
        assertTrue(damage.get(0).label().startsWith("CHECKSUM"), damage.get(0).label());
        assertTrue(opened.words("verdict").contains("VIOLATION"));
        opened.run(() -> opened.sight().show(damage.get(0)));
        opened.until(() -> ((javafx.scene.control.Label) opened.view().details().lookup(".title")).getText().startsWith("damage CHECKSUM"));
    }

    @Test
    void aLoadThatIsCancelledStaysCancelled() {
        CaptureTab tab = opened.get(() -> {
            CaptureTab loading = opened.window().open(List.of(Samples.all().resolve("snapshots")), Optional.empty(), Optional.empty());
            ((Button) loading.getContent().lookup("#cancel")).fire();
            return loading;
        });
        opened.settle();
        assertFalse(opened.get(tab::isLoading));
        assertTrue(opened.words("problem").contains("Loading was cancelled"));
        // Another load on the same threads ends after the first would have; the first must not come back.
        opened.open("static-3.9");
        assertTrue(opened.get(() -> tab.view().get().isEmpty()));
        opened.run(() -> tab.load(Optional.empty(), Optional.empty()));
        opened.until(() -> tab.view().get().isPresent());
    }

    @Test
    void aPlaceOnTheCommandLineIsShownFirst() {
        CaptureTab tab = opened.get(() -> opened.window().open(List.of(Samples.all().resolve("lost-voter-change")), Locator.parse("node2:offset=60"), Optional.empty()));
        opened.until(() -> tab.view().get().isPresent());
        assertEquals(61, opened.sight().cursor().get());
    }

    @Test
    void theCommandLineOpensPathsPlacesAndSessions() throws IOException {
        List<Path> paths = List.of(Samples.folder("lost-voter-change"));
        begin(new Window.Request(paths, Pipe.Settings.defaults(), ArchiveLimits.DEFAULT, Locator.parse("node1:00000000000000000000.log@4651"), Optional.empty()));
        opened.until(() -> opened.view().details().title().equals("KRAFT_VOTERS v0"), () -> opened.view().details().title());
        assertEquals(55, opened.sight().cursor().get());
        // A place that no item of the timeline stands at: the NoOpRecord at offset 59.
        begin(new Window.Request(paths, Pipe.Settings.defaults(), ArchiveLimits.DEFAULT, Locator.parse("node3:00000000000000000000.log@5045"), Optional.empty()));
        opened.until(() -> opened.sight().cursor().get() == 60 && opened.view().details().title().equals("NO_OP_RECORD v0"), () -> opened.view().details().title());
        opened.run(() -> opened.sight().go(44));
        Path session = folder.resolve("session.json");
        opened.run(() -> opened.window().saveSession(session));
        opened.run(() -> opened.window().tabs().getTabs().clear());
        begin(new Window.Request(List.of(), Pipe.Settings.defaults(), ArchiveLimits.DEFAULT, Optional.empty(), Optional.of(session)));
        assertEquals(44, opened.sight().cursor().get());
    }

    private void begin(Window.Request request) {
        opened.run(() -> TimelineWindow.begin(opened.window(), request));
        opened.until(() -> opened.window().view().isPresent());
    }

    @Test
    void droppedFoldersSessionsAndWhatWasOpenBefore() {
        assertFalse(opened.get(() -> opened.window().dropped(List.of())));
        assertTrue(opened.get(() -> opened.window().dropped(List.of(Samples.folder("static-3.9/node1").toFile(), Samples.folder("static-3.9/node2").toFile()))));
        opened.until(() -> opened.window().view().isPresent());
        assertEquals(2, opened.sight().report().cluster().replicas().size(), "what is dropped together is audited together");
        opened.run(() -> opened.window().saveSession(folder.resolve("dropped.json")));
        opened.run(() -> opened.window().tabs().getTabs().clear());
        opened.run(() -> opened.window().dropped(List.of(folder.resolve("dropped.json").toFile())));
        opened.until(() -> opened.window().view().isPresent());
        assertEquals(2, opened.sight().report().cluster().replicas().size());
        opened.run(() -> opened.window().tabs().getTabs().clear());
        opened.run(() -> ((Hyperlink) opened.window().lookup("#welcome").lookup(".hyperlink")).fire());
        opened.until(() -> opened.window().view().isPresent());
        Menu recent = (Menu) ((MenuButton) opened.node("open")).getItems().stream().filter(i -> i instanceof Menu).findFirst().orElseThrow();
        opened.run(() -> opened.window().tabs().getTabs().clear());
        opened.run(() -> recent.getItems().get(0).fire());
        opened.until(() -> opened.window().view().isPresent());
        assertEquals(2, opened.sight().report().cluster().replicas().size());
    }

    @Test
    void anArchiveIsACaptureToo() throws IOException {
        Path zip = folder.resolve("incident.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip)); Stream<Path> files = Files.walk(Samples.folder("static-3.9"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new ZipEntry(Samples.folder("static-3.9").relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        opened.open(List.of(zip));
        assertEquals(3, opened.sight().report().cluster().replicas().size());
        opened.run(() -> opened.sight().go(34));
        opened.until(() -> opened.view().details().title().equals("LEADER_CHANGE v0"), () -> opened.view().details().title());
        opened.run(() -> opened.window().tabs().getTabs().clear());
        Path broken = Files.write(folder.resolve("broken.zip"), java.util.Arrays.copyOf(Files.readAllBytes(zip), 5000));
        opened.open(List.of(broken));
        assertTrue(opened.words("problem").contains("The archive was not opened") && opened.words("problem").contains("broken.zip"), opened.words("problem"));
    }

    @Test
    void aFaultOfItsOwnIsToldWithWhatToDo() {
        opened.open("static-3.9");
        opened.run(() -> opened.window().tell(Problem.fault(new IllegalStateException("something inside"))));
        String words = opened.words("told");
        assertTrue(words.contains("fault of kraft-audit itself") && words.contains("Please report") && words.contains("Close"), words);
        opened.run(() -> ((Button) opened.node("told").lookup(".button")).fire());
        assertFalse(opened.has("told"));
        assertTrue(opened.window().view().isPresent(), "what was open still is");
        assertTrue(Problem.tooLarge().advice().contains("more memory"));
    }

    @Test
    void tabsAreOpenedSwitchedAndClosed(FxRobot robot) {
        opened.open("static-3.9");
        opened.open("snapshots");
        assertEquals(2, opened.window().tabs().getTabs().size());
        Sight second = opened.sight();
        robot.push(KeyCode.CONTROL, KeyCode.TAB);
        opened.settle();
        assertFalse(second == opened.sight());
        robot.push(KeyCode.SHORTCUT, KeyCode.W);
        opened.settle();
        assertEquals(1, opened.window().tabs().getTabs().size());
        assertTrue(second == opened.sight());
        robot.push(KeyCode.SHORTCUT, KeyCode.W);
        opened.settle();
        assertTrue(opened.has("welcome"));
        assertTrue(opened.words("welcome").contains("snapshots"), "what was open is offered again");
    }

    @Test
    void reloadingKeepsTheView(FxRobot robot) {
        opened.open("lost-voter-change");
        opened.run(() -> {
            opened.sight().viewport().set(new Viewport(Axis.OFFSET, 10, 30, opened.sight().viewport().get().width()));
            opened.sight().cursor().set(22);
            opened.view().note(22, "here");
        });
        Sight before = opened.sight();
        opened.run(() -> opened.window().reload());
        opened.until(() -> opened.window().view().isPresent());
        assertFalse(before == opened.sight());
        assertEquals(10, opened.sight().viewport().get().from(), 1e-6);
        assertEquals(22, opened.sight().cursor().get());
        assertEquals(List.of(new Session.Note(22, "here")), List.copyOf(opened.sight().notes()));
    }

    @Test
    void severalClustersAreChosenFrom() {
        opened.open("static-3.9", "unclean-stop");
        assertTrue(opened.has("clusters"));
        @SuppressWarnings("unchecked")
        var box = (javafx.scene.control.ComboBox<String>) opened.node("clusters");
        String first = opened.sight().whole().clusterId();
        opened.run(() -> box.getSelectionModel().select(1));
        assertFalse(first.equals(opened.sight().whole().clusterId()));
    }

    @Test
    void withoutADisplayOneLineSaysSo() {
        assertTrue(TimelineWindow.obstacle("Linux", "", Map.of()).orElseThrow().startsWith("there is no display"));
        assertEquals(1, TimelineWindow.obstacle("Linux", "", Map.of()).orElseThrow().lines().count());
        assertTrue(TimelineWindow.obstacle("Linux", "", Map.of("DISPLAY", ":0")).isEmpty());
        assertTrue(TimelineWindow.obstacle("Linux", "Monocle", Map.of()).isEmpty());
        assertTrue(TimelineWindow.obstacle("Mac OS X", "", Map.of()).isEmpty());
    }
}
