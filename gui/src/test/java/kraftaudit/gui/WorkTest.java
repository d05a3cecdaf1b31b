package kraftaudit.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import javafx.scene.control.ListView;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuButton;
import javafx.scene.image.Image;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import javax.xml.parsers.DocumentBuilderFactory;
import kraftaudit.audit.Locator;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.archive.ArchiveLimits;
import kraftaudit.audit.cli.Window;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Remembered;
import kraftaudit.audit.timeline.Session;
import kraftaudit.audit.timeline.Viewport;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** Opening, saving, and what goes wrong. */
@ExtendWith(ApplicationExtension.class)
class WorkTest {
    @TempDir
    Path folder;

    private Opened opened;

    @Start
    void start(Stage stage) throws IOException {
        opened = Opened.empty(stage, Files.createTempDirectory("window").resolve("window.json"));
    }

    // ---- opening ----

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
        copy(Samples.all().resolve("lost-voter-change/node3"), damaged);
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

    private static void copy(Path from, Path to) throws IOException {
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
    void notesAreWrittenAtPlacesAndLeadThere(FxRobot robot) {
        opened.open("lost-voter-change");
        opened.run(() -> {
            opened.sight().go(47);
            opened.view().timeline().requestFocus();
        });
        robot.push(KeyCode.N);
        opened.until(() -> robot.lookup("#note").tryQuery().isPresent());
        robot.clickOn("#note").write("who asked for this?");
        robot.push(KeyCode.ENTER);
        opened.until(() -> !opened.sight().notes().isEmpty());
        assertEquals(List.of(new Session.Note(47, "who asked for this?")), List.copyOf(opened.sight().notes()));
        assertTrue(opened.words("moment").contains("who asked for this?"));
        ListView<?> list = (ListView<?>) opened.node("findings");
        assertEquals(new Entry.Noted(new Session.Note(47, "who asked for this?")), opened.get(() -> list.getItems().get(1)), "notes stand first");
        opened.run(() -> opened.sight().go(3));
        opened.run(() -> list.getSelectionModel().select(1));
        assertEquals(47, opened.sight().cursor().get());
        opened.run(() -> opened.view().note(47, " "));
        assertFalse(opened.words("moment").contains("who asked"), "an empty note takes it away");
        assertTrue(opened.get(() -> list.getItems().stream().noneMatch(e -> e instanceof Entry.Noted)));
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

    // ---- saving ----

    @Test
    void whatIsExportedIsWhatIsSeen() throws Exception {
        opened.open("lost-voter-change");
        opened.run(() -> {
            opened.sight().viewport().set(new Viewport(Axis.OFFSET, 40, 60, opened.sight().viewport().get().width()));
            opened.sight().selected().set(Optional.empty());
        });
        for (Export export : Export.values()) {
            Path file = folder.resolve("view." + export.extension());
            opened.run(() -> opened.window().export(export, file));
            byte[] bytes = Files.readAllBytes(file);
            switch (export) {
                case PNG -> {
                    Image image = new Image(new ByteArrayInputStream(bytes));
                    assertFalse(image.isError());
                    assertTrue(image.getWidth() > 1000 && image.getHeight() > 400);
                }
                case SVG -> {
                    String svg = new String(bytes, StandardCharsets.UTF_8);
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(bytes));
                    assertTrue(svg.contains("log offsets 40 to 59") && svg.contains("dead branch from 52"));
                }
                case CSV -> {
                    List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
                    assertTrue(lines.get(0).startsWith("cluster_id,replica,lane,kind,"));
                    assertTrue(lines.stream().anyMatch(l -> l.contains(",LOST,54,58,")));
                    assertTrue(lines.stream().noneMatch(l -> l.contains(",PROOF,12,13,")), "what is out of view is left out");
                }
                case JSON -> assertTrue(new ObjectMapper().readTree(bytes).size() > 10);
            }
        }
        opened.run(() -> opened.sight().show(opened.item("voter 4 Fv7PRm52uQx2lJyIZdTz6A", Kind.LOST)));
        opened.run(() -> opened.window().export(Export.CSV, folder.resolve("one.csv")));
        assertEquals(2, Files.readAllLines(folder.resolve("one.csv")).size(), "a selection is exported alone");
    }

    @Test
    void nothingIsWrittenIntoTheCapture() throws IOException {
        Path capture = folder.resolve("capture");
        copy(Samples.all().resolve("static-3.3.2"), capture);
        opened.open(List.of(capture));
        opened.run(() -> opened.window().export(Export.SVG, capture.resolve("view.svg")));
        assertTrue(opened.words("told").contains("never written to"));
        assertFalse(Files.exists(capture.resolve("view.svg")));
        opened.run(() -> opened.window().saveSession(folder.resolve("no/such/folder/session.json")));
        assertTrue(opened.words("told").contains("Nothing was written"));
    }

    @Test
    void aSessionBringsEverythingBack() throws IOException {
        opened.open("lost-voter-change");
        opened.run(() -> {
            opened.sight().axis(Axis.TIME);
            opened.sight().viewport().set(opened.sight().viewport().get().zoom(300, 0.5, opened.sight().limits()));
            opened.sight().go(50);
            opened.sight().pinHere();
            opened.sight().go(44);
            opened.view().note(44, "asked the operator about this");
        });
        Viewport seen = opened.sight().viewport().get();
        Path file = folder.resolve("session.json");
        opened.run(() -> opened.window().saveSession(file));
        opened.run(() -> opened.window().tabs().getTabs().clear());
        opened.run(() -> opened.window().openSession(file));
        opened.until(() -> opened.window().view().isPresent());
        Sight again = opened.sight();
        assertEquals(Axis.TIME, again.viewport().get().axis());
        assertEquals(seen.from(), again.viewport().get().from(), 1);
        assertEquals(seen.to(), again.viewport().get().to(), 1);
        assertEquals(44, again.cursor().get());
        assertEquals(50, again.pin().get());
        assertEquals("asked the operator about this", again.notes().get(0).text());
        Files.writeString(file, "{}");
        opened.run(() -> opened.window().openSession(file));
        assertTrue(opened.words("told").contains("is no session"));
    }

    @Test
    void themeAndSizeOfTextAreRemembered(FxRobot robot) {
        opened.open("static-3.9");
        opened.run(() -> opened.view().timeline().requestFocus());
        robot.push(KeyCode.SHORTCUT, KeyCode.L);
        opened.settle();
        assertEquals(Palette.DARK, opened.window().palette());
        double before = opened.get(() -> opened.view().timeline().plotWidth());
        robot.push(KeyCode.SHORTCUT, KeyCode.EQUALS).push(KeyCode.SHORTCUT, KeyCode.EQUALS);
        opened.settle();
        assertTrue(opened.get(() -> opened.view().timeline().plotWidth()) < before, "text and picture grow together");
        assertTrue(opened.window().remembered().dark());
        assertTrue(opened.window().remembered().textScale() > 1.1);
    }

    @Test
    void whatIsRememberedSurvivesAndCannotHurt() throws IOException {
        Path file = folder.resolve("deep/er/window.json");
        Remembered.NOTHING.opened(List.of(Path.of("a"))).opened(List.of(Path.of("b"), Path.of("c"))).opened(List.of(Path.of("a"))).write(file);
        assertEquals(List.of(List.of(Path.of("a").toAbsolutePath()), List.of(Path.of("b").toAbsolutePath(), Path.of("c").toAbsolutePath())), Remembered.read(file).recent());
        Files.writeString(file, "{\"recent\": 7, \"textScale\": \"huge\"");
        assertEquals(Remembered.NOTHING, Remembered.read(file));
        Remembered.NOTHING.write(Path.of("/proc/none/window.json"));
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
