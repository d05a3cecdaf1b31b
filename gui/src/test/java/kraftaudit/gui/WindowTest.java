package kraftaudit.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.control.ListView;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.audit.timeline.Picture;
import kraftaudit.audit.timeline.Viewport;
import kraftaudit.replay.Status;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The window driven by mouse and keys: what is seen first, and every way to move. */
class WindowTest extends LostVoterChange {
    @Start
    void begin(Stage stage) {
        start(stage);
    }

    // ---- first look ----

    @Test
    void theLostChangeAndWhatProvesItAreSeenAtOnce() {
        String findings = opened.words("findings");
        assertTrue(findings.contains("LOST"), findings);
        assertTrue(findings.contains("voters 1, 2, 3, 4: adds 4"), findings);
        assertTrue(findings.contains("EPOCH_DATA") && findings.contains("record 53"), findings);
        assertEquals(55, sight().cursor().get(), "the cursor stands right behind the lost record");
        assertEquals(Optional.of(Status.LOST), sight().selected().get().orElseThrow().status());
        String moment = opened.words("moment");
        assertTrue(moment.contains("1, 2, 3\n"), moment);
        assertTrue(moment.contains("1, 2, 3, 4\n") && moment.contains("LOST · record at 54 on node1, node4") && moment.contains("+ 4"), moment);
    }

    @Test
    void everyLaneOfTheTimelineIsThere() {
        List<String> rows = opened.get(() -> sight().layout().get().lines().stream().flatMap(l -> l.row().stream()).map(r -> r.title()).toList());
        assertTrue(rows.containsAll(List.of("findings", "epochs", "proven high watermark", "voters", "voter 1", "voter 2", "voter 3", "voter 4",
            "node1", "node2", "node3", "node4", "kraft.version", "metadata.version", "cluster id")), rows.toString());
    }

    @Test
    void theCommittedSetAtAKnownHighWatermark() {
        for (var known : List.of(new Object[] {3L, "1\n"}, new Object[] {44L, "1, 2\n"}, new Object[] {47L, "1, 2, 3\n"}, new Object[] {70L, "1, 2, 3\n"})) {
            opened.run(() -> sight().go((Long) known[0]));
            String moment = opened.words("moment");
            assertTrue(moment.contains("committed voters\n" + known[1]), known[0] + ": " + moment);
        }
    }

    // ---- mouse ----

    @Test
    void theWheelZoomsAtThePointer() {
        double x = opened.get(() -> sight().viewport().get().x(40));
        wheel(TimelinePane.GUTTER + x, 100, 40);
        Viewport zoomed = sight().viewport().get();
        assertNotEquals(0, zoomed.from());
        assertEquals(x, zoomed.x(40), 1.5, "the offset under the pointer stays under it");
    }

    /** One notch of the wheel as JavaFX tells it: positive is away from the person. */
    private void wheel(double x, double y, double delta) {
        opened.run(() -> {
            Node canvas = opened.view().timeline().lookup("Canvas");
            Point2D scene = canvas.localToScene(x, y);
            javafx.event.Event.fireEvent(canvas, new javafx.scene.input.ScrollEvent(javafx.scene.input.ScrollEvent.SCROLL, scene.getX(), scene.getY(), x, y, false, false, false,
                false, false, false, 0, delta, 0, delta, javafx.scene.input.ScrollEvent.HorizontalTextScrollUnits.NONE, 0,
                javafx.scene.input.ScrollEvent.VerticalTextScrollUnits.NONE, 0, 0, new javafx.scene.input.PickResult(canvas, scene.getX(), scene.getY())));
        });
    }

    @Test
    void theWheelOverTheNamesScrollsTheLanes() {
        TimelinePane pane = opened.view().timeline();
        double before = opened.get(() -> pane.layoutY(pane.rulerHeight()));
        wheel(50, 200, -80);
        assertTrue(opened.get(() -> pane.layoutY(pane.rulerHeight())) > before);
        assertEquals(0, sight().viewport().get().from(), "and does not zoom");
    }

    @Test
    void draggingPansAndAClickPutsTheCursor(FxRobot robot) {
        opened.run(() -> sight().viewport().set(new Viewport(Axis.OFFSET, 20, 40, sight().viewport().get().width())));
        robot.drag(screen(30, "epochs"), MouseButton.PRIMARY).dropTo(screen(25, "epochs"));
        opened.settle();
        assertEquals(25, sight().viewport().get().from(), 0.6);
        robot.clickOn(screen(33, "epochs"));
        opened.settle();
        assertEquals(33, sight().cursor().get());
        assertEquals(Kind.EPOCH, sight().selected().get().orElseThrow().kind());
    }

    @Test
    void draggingOnTheRulerLooksAtTheRange(FxRobot robot) {
        robot.drag(screen(30, "no lane: the ruler"), MouseButton.PRIMARY).dropTo(screen(50, "no lane: the ruler"));
        opened.settle();
        assertEquals(30, sight().viewport().get().from(), 0.5);
        assertEquals(50, sight().viewport().get().to(), 0.5);
        robot.push(KeyCode.ALT, KeyCode.LEFT);
        opened.settle();
        assertEquals(70, sight().viewport().get().to(), 1e-6, "and back");
        robot.push(KeyCode.ALT, KeyCode.RIGHT);
        opened.settle();
        assertEquals(50, sight().viewport().get().to(), 0.5, "and forward");
    }

    @Test
    void backEndsAtTheFirstPlaceThatWasShown() {
        long first = sight().cursor().get();
        opened.run(() -> sight().go(20));
        opened.run(() -> {
            for (int i = 0; i < 5; i++) {
                sight().back();
            }
        });
        assertEquals(55, first, "the window opens at the change that was lost");
        assertEquals(first, sight().cursor().get(), "and never goes back to no place at all");
    }

    @Test
    void aClickOnAMarkShowsItsFindingItsRuleAndItsRecord(FxRobot robot) {
        Item finding = opened.lane("findings").items().stream().filter(i -> i.label().startsWith("R02")).findFirst().orElseThrow();
        robot.clickOn(screen(finding.offsetFrom(), "findings"));
        opened.settle();
        assertEquals(Optional.of(finding), sight().selected().get());
        ListView<?> list = (ListView<?>) opened.node("findings");
        assertTrue(opened.get(() -> list.getSelectionModel().getSelectedItem()) instanceof Entry.Found found && found.finding().ruleId().equals("R02"));
        String page = opened.get(() -> opened.view().details().rulePage());
        assertEquals(kraftaudit.audit.report.Phrases.rulePage(kraftaudit.audit.Rules.find("R02").orElseThrow()).replaceAll("(?m)^#+ ", "").replaceAll("\\s+", " "),
            page.replaceAll("\\s+", " "), "the page that rules R02 prints");
        opened.until(() -> fields().getItems().stream().anyMatch(f -> f.name().equals("baseOffset") && f.value().equals("52")));
    }

    @Test
    void aClickOnAFindingSelectsAndShowsItsPlace() {
        opened.run(() -> sight().viewport().set(new Viewport(Axis.OFFSET, 0, 10, sight().viewport().get().width())));
        @SuppressWarnings("unchecked")
        ListView<Entry> list = (ListView<Entry>) opened.node("findings");
        opened.run(() -> list.getItems().stream().filter(e -> e instanceof Entry.Found f && f.finding().ruleId().equals("R02")).findFirst()
            .ifPresent(list.getSelectionModel()::select));
        assertTrue(sight().viewport().get().from() <= 52 && sight().viewport().get().to() >= 52, "its place came into view");
        assertEquals(53, sight().cursor().get());
        assertTrue(sight().selected().get().orElseThrow().label().startsWith("R02"));
    }

    @Test
    void theOverviewMovesTheView(FxRobot robot) {
        opened.run(() -> sight().viewport().set(new Viewport(Axis.OFFSET, 10, 20, sight().viewport().get().width())));
        Node strip = opened.node("overview");
        double width = opened.get(() -> opened.view().timeline().plotWidth());
        Point2D from = opened.get(() -> strip.localToScreen(TimelinePane.GUTTER + width * 15 / 70, 15));
        Point2D to = opened.get(() -> strip.localToScreen(TimelinePane.GUTTER + width * 45 / 70, 15));
        robot.drag(from, MouseButton.PRIMARY).dropTo(to);
        opened.settle();
        assertEquals(40, sight().viewport().get().from(), 1);
        assertEquals(50, sight().viewport().get().to(), 1);
    }

    // ---- keys ----

    @Test
    void keysZoomPanFitAndSwitchTheAxis(FxRobot robot) {
        opened.run(() -> opened.view().timeline().requestFocus());
        robot.push(KeyCode.W).push(KeyCode.W);
        opened.settle();
        Viewport near = sight().viewport().get();
        assertTrue(near.to() - near.from() < 70 * 0.7, near.toString());
        robot.push(KeyCode.A);
        opened.settle();
        assertTrue(sight().viewport().get().from() < near.from());
        robot.push(KeyCode.D).push(KeyCode.S).push(KeyCode.DIGIT0);
        opened.settle();
        assertEquals(0, sight().viewport().get().from());
        assertEquals(70, sight().viewport().get().to());
        opened.run(() -> sight().viewport().set(new Viewport(Axis.OFFSET, 40, 60, sight().viewport().get().width())));
        robot.push(KeyCode.T);
        opened.settle();
        assertEquals(Axis.TIME, sight().viewport().get().axis());
        assertEquals(sight().whole().clock().timeAt(40), sight().viewport().get().from(), 50, "the same place on the other axis");
        assertTrue(opened.get(() -> ((ToggleButton) opened.window().lookup("#by-time")).isSelected()));
        robot.clickOn(opened.node("by-offset"));
        opened.settle();
        assertEquals(Axis.OFFSET, sight().viewport().get().axis());
    }

    @Test
    void searchFindsWhatPeopleType(FxRobot robot) {
        opened.run(() -> opened.view().timeline().requestFocus());
        robot.push(KeyCode.SLASH);
        opened.until(() -> opened.window().tools().searchField().isFocused(), () -> "focus is on " + opened.stage().getScene().getFocusOwner()
            + ", window focused " + opened.stage().isFocused());
        robot.write("fv7prm52 lost");
        SearchField field = opened.window().tools().searchField();
        opened.until(() -> !field.results().getItems().isEmpty());
        robot.push(KeyCode.ENTER);
        opened.until(() -> sight().selected().get().filter(i -> i.kind() == Kind.LOST).isPresent());
        assertEquals(55, sight().cursor().get());
        assertTrue(opened.get(() -> opened.view().timeline().isFocused()), "the timeline has the keys again");
        robot.push(KeyCode.SLASH);
        opened.until(() -> opened.window().tools().searchField().isFocused(), () -> "focus is on " + opened.stage().getScene().getFocusOwner()
            + ", window focused " + opened.stage().isFocused());
        robot.write("43");
        opened.until(() -> !field.results().getItems().isEmpty() && field.results().getItems().get(0).text().equals("go to offset 43"),
            () -> field.getText() + " found " + field.results().getItems().stream().limit(3).toList());
        robot.push(KeyCode.ENTER);
        opened.until(() -> sight().cursor().get() == 44);
    }

    @Test
    void eventsAndFindingsByKey(FxRobot robot) {
        opened.run(() -> {
            opened.view().timeline().requestFocus();
            sight().go(0);
        });
        robot.push(KeyCode.F);
        opened.settle();
        Item first = sight().selected().get().orElseThrow();
        assertTrue(first.kind().isFinding());
        robot.push(KeyCode.F);
        opened.settle();
        assertTrue(sight().selected().get().orElseThrow().offsetFrom() > first.offsetFrom());
        robot.press(KeyCode.SHIFT).push(KeyCode.F).release(KeyCode.SHIFT);
        opened.settle();
        assertEquals(first.offsetFrom(), sight().selected().get().orElseThrow().offsetFrom());
        robot.push(KeyCode.E);
        opened.settle();
        assertFalse(sight().selected().get().orElseThrow().kind().isFinding());
    }

    @Test
    void arrowsMoveTheCursorAndAPinCompares(FxRobot robot) {
        opened.run(() -> {
            opened.view().timeline().requestFocus();
            sight().go(44);
        });
        robot.push(KeyCode.P).push(KeyCode.RIGHT).push(KeyCode.RIGHT).push(KeyCode.RIGHT);
        opened.settle();
        assertEquals(47, sight().cursor().get());
        assertEquals(44, sight().pin().get());
        String moment = opened.words("moment");
        assertTrue(moment.contains("From the pin at 44 to 47"), moment);
        assertTrue(moment.contains("1, 2  →  1, 2, 3") && moment.contains("+ 3"), moment);
        robot.press(KeyCode.SHIFT).push(KeyCode.LEFT).release(KeyCode.SHIFT);
        opened.settle();
        assertEquals(37, sight().cursor().get());
        opened.until(() -> fields().getItems().stream().anyMatch(f -> f.name().equals("baseOffset")));
    }

    @Test
    void helpComesAndGoes(FxRobot robot) {
        opened.run(() -> opened.view().timeline().requestFocus());
        assertFalse(opened.has("help"));
        robot.press(KeyCode.SHIFT).push(KeyCode.SLASH).release(KeyCode.SHIFT);
        opened.until(() -> opened.window().lookup("#help") != null);
        assertTrue(opened.words("help").contains("copy the locator"));
        robot.push(KeyCode.ESCAPE);
        opened.until(() -> opened.window().lookup("#help") == null);
    }

    // ---- for everyone ----

    @Test
    void whatStandsUnderThePointerIsSaid(FxRobot robot) {
        robot.moveTo(screen(55, "voter 4 Fv7PRm52uQx2lJyIZdTz6A"));
        opened.settle();
        String status = opened.words("status");
        assertTrue(status.contains("offset 5") && status.contains("lost on the branch of node1 node4"), status);
        Optional<Picture.Hit> hit = opened.get(() -> {
            Point2D local = opened.view().timeline().screenToLocal(screen(55, "voter 4 Fv7PRm52uQx2lJyIZdTz6A"));
            return opened.view().timeline().hit(local.getX(), local.getY());
        });
        assertEquals(Kind.LOST, hit.orElseThrow().item().kind());
    }

    @Test
    void everythingHasANameAndTheKeyboardReachesIt(FxRobot robot) {
        assertTrue(opened.get(() -> opened.view().timeline().getAccessibleText().contains("cursor at high watermark 55")));
        List<String> nameless = opened.get(() -> opened.window().lookupAll("*").stream().filter(n -> n.isFocusTraversable() && n.isVisible() && !isNamed(n))
            .map(Object::toString).toList());
        assertEquals(List.of(), nameless);
        opened.run(() -> opened.view().timeline().requestFocus());
        robot.push(KeyCode.F6);
        opened.settle();
        Node owner = opened.get(() -> opened.stage().getScene().getFocusOwner());
        assertNotEquals(opened.view().timeline(), owner);
        assertTrue(opened.get(() -> isBelow(owner, opened.window().lookup("#moment"))));
    }

    private static boolean isNamed(Node node) {
        boolean words = node instanceof javafx.scene.control.Labeled labeled && labeled.getText() != null && !labeled.getText().isBlank();
        return words || node.getAccessibleText() != null && !node.getAccessibleText().isBlank();
    }

    private static boolean isBelow(Node node, Node parent) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (at == parent) {
                return true;
            }
        }
        return false;
    }
}
