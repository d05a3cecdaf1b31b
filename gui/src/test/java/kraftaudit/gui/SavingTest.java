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
import java.util.Optional;
import javafx.scene.control.ListView;
import javafx.scene.image.Image;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import javax.xml.parsers.DocumentBuilderFactory;
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

/** What is written: exports, sessions, notes, what the window remembers. */
@ExtendWith(ApplicationExtension.class)
class SavingTest {
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
        Opened.copy(Samples.all().resolve("static-3.3.2"), capture);
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
}
