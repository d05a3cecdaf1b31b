package kraftaudit.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.geometry.Point2D;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import kraftaudit.audit.timeline.Filter;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.audit.timeline.Layout;
import kraftaudit.replay.Status;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Lanes are arranged, and what is not wanted is left out. */
class LanesTest extends LostVoterChange {
    @Start
    void begin(Stage stage) {
        start(stage);
    }

    /** Titles of headings and rows from the top down. */
    private List<String> lines() {
        return opened.get(() -> sight().layout().get().lines().stream().map(l -> l.row().map(r -> r.title()).orElse(l.group().title())).toList());
    }

    /** A point on the name of a line. */
    private Point2D name(String title) {
        return opened.get(() -> {
            Layout.Line line = sight().layout().get().lines().get(lines().indexOf(title));
            TimelinePane pane = opened.view().timeline();
            pane.currentRow(lines().indexOf(title));
            return pane.localToScreen(60, pane.rulerHeight() + line.y() + line.height() / 2 - pane.layoutY(pane.rulerHeight()));
        });
    }

    @Test
    void theMouseFoldsMovesAndArranges(FxRobot robot) {
        robot.clickOn(name("Voters"));
        opened.settle();
        assertFalse(lines().contains("voter 1"), "a click on a heading folds what stands below it");
        robot.clickOn(name("Voters"));
        opened.settle();
        assertTrue(lines().contains("voter 1"));
        robot.drag(name("voter 1"), MouseButton.PRIMARY).dropTo(name("voter 3"));
        opened.settle();
        assertTrue(lines().indexOf("voter 1") > lines().indexOf("voter 3"), lines().toString());
        robot.drag(name("voter 1"), MouseButton.PRIMARY).dropTo(name("Voters"));
        opened.settle();
        assertTrue(lines().indexOf("voter 1") > lines().indexOf("voter 3"), "a row stays in its group");
        robot.rightClickOn(name("voter 2"));
        opened.settle();
        robot.clickOn("Pin to the top");
        opened.settle();
        assertEquals("voter 2", lines().get(0));
        robot.rightClickOn(name("voter 2"));
        opened.settle();
        robot.clickOn("Show all lanes");
        opened.settle();
        assertTrue(lines().indexOf("voter 1") < lines().indexOf("voter 2"), lines().toString());
    }

    @Test
    void lanesFoldMoveHideAndPin(FxRobot robot) {
        TimelinePane pane = opened.view().timeline();
        int copies = opened.get(() -> {
            pane.requestFocus();
            for (int i = 0; i < sight().layout().get().lines().size(); i++) {
                if (sight().layout().get().lines().get(i).row().filter(r -> r.name().equals("node2")).isPresent()) {
                    pane.currentRow(i);
                    return i;
                }
            }
            return -1;
        });
        double height = opened.get(() -> sight().layout().get().height());
        robot.push(KeyCode.SPACE);
        opened.settle();
        assertTrue(opened.get(() -> sight().layout().get().height()) < height, "folded");
        robot.press(KeyCode.CONTROL).push(KeyCode.UP).release(KeyCode.CONTROL);
        opened.settle();
        assertEquals("node2", opened.get(() -> sight().layout().get().lines().get(copies - 1).row().orElseThrow().name()));
        robot.push(KeyCode.K);
        opened.settle();
        assertEquals("node2", opened.get(() -> sight().layout().get().lines().get(0).row().orElseThrow().name()));
        opened.run(() -> pane.currentRow(0));
        robot.push(KeyCode.H);
        opened.settle();
        assertTrue(opened.get(() -> sight().choice().get().hidden().contains("COPIES/node2")));
    }

    @Test
    void theLanesMenuHidesAndShows() {
        MenuButton lanes = (MenuButton) opened.node("lanes");
        opened.run(() -> item(lanes, "node2").setSelected(false));
        assertFalse(lines().contains("node2"));
        opened.run(() -> item(lanes, "node2").setSelected(true));
        assertTrue(lines().contains("node2"));
    }

    private static CheckMenuItem item(MenuButton menu, String words) {
        return menu.getItems().stream().filter(i -> i instanceof CheckMenuItem && i.getText().startsWith(words)).map(CheckMenuItem.class::cast)
            .findFirst().orElseThrow(() -> new AssertionError(words + " in " + menu.getItems().stream().map(MenuItem::getText).toList()));
    }

    /** Every line of the list, in view or not. */
    private String entries() {
        return opened.get(() -> ((ListView<?>) opened.window().lookup("#findings")).getItems().stream().map(LanesTest::told).collect(Collectors.joining("\n")));
    }

    private static String told(Object entry) {
        return entry instanceof Entry.Changed changed ? "offset=" + changed.change().offset() + " status=" + changed.change().status() : entry.toString();
    }

    @Test
    void theFilterMenuLeavesOutSeveritiesStatusesAndVoters() {
        MenuButton filter = (MenuButton) opened.node("filter");
        opened.run(() -> item(filter, "note").setSelected(false));
        assertFalse(entries().contains("ruleId=R02"));
        assertTrue(entries().contains("none that the filter lets through"), entries());
        opened.run(() -> item(filter, "LOST").setSelected(false));
        assertTrue(opened.get(() -> sight().timeline().get().lanes().stream().flatMap(l -> l.items().stream())
            .noneMatch(i -> i.kind() == Kind.NOTE || i.status().filter(s -> s == Status.LOST).isPresent())));
        assertFalse(entries().contains("status=LOST"));
        assertTrue(entries().contains("offset=43") && entries().contains("offset=46"), entries());
        opened.run(() -> item(filter, "node 2").setSelected(false));
        assertFalse(lines().contains("voter 2"));
        assertTrue(lines().contains("voter 3"));
        assertFalse(entries().contains("offset=43"), "a change that is about that voter alone");
        assertTrue(entries().contains("offset=46"));
        Filter chosen = new Filter(Set.of(Kind.VIOLATION, Kind.IRREGULAR), Set.of(Status.PROVEN, Status.UNPROVEN), Set.of(2));
        assertEquals(chosen, sight().filter().get());

        Sight before = sight();
        opened.run(() -> opened.window().reload());
        opened.until(() -> opened.window().view().filter(v -> v.sight() != before).isPresent());
        assertEquals(chosen, sight().filter().get(), "loading again keeps what was chosen");
        assertFalse(lines().contains("voter 2"));
        assertFalse(opened.get(() -> item(filter, "node 2").isSelected()), "and the menu says so");
        opened.run(() -> filter.getItems().stream().filter(i -> "no-filter".equals(i.getId())).findFirst().orElseThrow().fire());
        assertEquals(Filter.ALL, sight().filter().get());
        assertTrue(lines().contains("voter 2"));
        assertTrue(opened.get(() -> item(filter, "note").isSelected()));
    }

    @Test
    void findingsByKeyAreAllReached(FxRobot robot) {
        List<Item> all = opened.lane("findings").items();
        assertTrue(all.size() >= 4, all.toString());
        opened.run(() -> {
            opened.view().timeline().requestFocus();
            sight().cursor().set(Sight.NONE);
            sight().selected().set(java.util.Optional.empty());
        });
        for (Item finding : all) {
            robot.push(KeyCode.F);
            opened.settle();
            assertEquals(finding, sight().selected().get().orElseThrow());
        }
        robot.push(KeyCode.F);
        opened.settle();
        assertEquals(all.get(all.size() - 1), sight().selected().get().orElseThrow(), "behind the last there is none");
    }

    @Test
    void equalBarsAreMarkedOnTheLaneThatWasClicked() {
        opened.open("dynamic-3.9");
        Item second = opened.get(() -> sight().whole().lanes().stream().filter(l -> l.name().startsWith("voter 2 ")).findFirst().orElseThrow()
            .items().stream().filter(i -> i.kind() == Kind.COMMITTED).findFirst().orElseThrow());
        opened.run(() -> sight().show(second));
        assertTrue(opened.get(() -> sight().lane(sight().selected().get().orElseThrow()).orElseThrow().name().startsWith("voter 2 ")));
    }
}
