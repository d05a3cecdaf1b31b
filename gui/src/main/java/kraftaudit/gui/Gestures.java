package kraftaudit.gui;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.input.ZoomEvent;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Layout;
import kraftaudit.audit.timeline.Picture;
import kraftaudit.audit.timeline.Row;

/** What the mouse and the keys do on the {@link TimelinePane}. */
final class Gestures {
    private static final double ZOOM = 1.25;
    private static final double CLICK = 3;

    private enum Drag { NONE, PAN, RANGE, ROW }

    private final TimelinePane pane;
    private final Sight sight;
    private final Arrangement lanes;
    private final Consumer<String> status;
    private final ContextMenu menu = new ContextMenu();
    private Drag drag = Drag.NONE;
    private double pressX;
    private double pressY;
    private double lastX;
    private double lastY;
    private double pointerX = Double.NaN;
    private boolean moved;
    private Optional<Row> pressedRow = Optional.empty();

    /** @param status is told what stands under the pointer */
    Gestures(TimelinePane pane, Consumer<String> status) {
        this.pane = pane;
        this.sight = pane.sight();
        this.lanes = new Arrangement(sight);
        this.status = status;
        listen(pane.canvas());
        pane.addEventHandler(KeyEvent.KEY_PRESSED, this::key);
    }

    private void listen(Canvas canvas) {
        canvas.addEventHandler(MouseEvent.MOUSE_PRESSED, this::pressed);
        canvas.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::dragged);
        canvas.addEventHandler(MouseEvent.MOUSE_RELEASED, this::released);
        canvas.addEventHandler(MouseEvent.MOUSE_MOVED, this::moved);
        canvas.addEventHandler(MouseEvent.MOUSE_EXITED, e -> {
            pointerX = Double.NaN;
            status.accept("");
        });
        canvas.addEventHandler(ScrollEvent.SCROLL, this::wheel);
        canvas.addEventHandler(ZoomEvent.ZOOM, e -> sight.zoom(x(e.getX()) - TimelinePane.GUTTER, 1 / e.getZoomFactor()));
    }

    private double x(double screen) {
        return screen / pane.textScale();
    }

    // ---- mouse ----

    private void pressed(MouseEvent e) {
        pane.requestFocus();
        menu.hide();
        pressX = x(e.getX());
        pressY = x(e.getY());
        lastX = pressX;
        lastY = pressY;
        moved = false;
        if (e.getButton() == MouseButton.SECONDARY) {
            pane.lineAt(pressY).ifPresent(line -> line.row().ifPresent(row -> rowMenu(row, line, e)));
            return;
        }
        pressedRow = pane.lineAt(pressY).flatMap(Layout.Line::row);
        drag = pressY < pane.rulerHeight() ? Drag.RANGE : pressX < TimelinePane.GUTTER ? Drag.ROW : Drag.PAN;
    }

    private void dragged(MouseEvent e) {
        double x = x(e.getX());
        double y = x(e.getY());
        moved |= Math.hypot(x - pressX, y - pressY) > CLICK;
        if (!moved) {
            return;
        }
        switch (drag) {
            case PAN -> {
                sight.pan(lastX - x);
                pane.scrollBy(lastY - y);
                pane.setCursor(Cursor.CLOSED_HAND);
            }
            case RANGE -> pane.ranging(pressX, x);
            case ROW -> pane.setCursor(Cursor.V_RESIZE);
            case NONE -> {
            }
        }
        lastX = x;
        lastY = y;
    }

    private void released(MouseEvent e) {
        double x = x(e.getX());
        double y = x(e.getY());
        Drag done = drag;
        drag = Drag.NONE;
        pane.setCursor(Cursor.DEFAULT);
        if (e.getButton() != MouseButton.PRIMARY) {
            return;
        }
        if (done == Drag.RANGE) {
            pane.rangingDone();
        }
        if (moved && done == Drag.RANGE) {
            sight.range(pressX - TimelinePane.GUTTER, x - TimelinePane.GUTTER);
        } else if (moved && done == Drag.ROW) {
            pane.lineAt(y).flatMap(Layout.Line::row).ifPresent(target -> pressedRow.ifPresent(row -> lanes.drop(row, target)));
        } else if (!moved && done != Drag.NONE) {
            clicked(x, y, e.getClickCount());
        }
    }

    private void clicked(double x, double y, int count) {
        if (x < TimelinePane.GUTTER && y >= pane.rulerHeight()) {
            pane.lineAt(y).ifPresent(line -> {
                pane.currentRow(sight.layout().get().lines().indexOf(line));
                if (line.row().isEmpty() || count == 2) {
                    lanes.fold(line);
                }
            });
            return;
        }
        Optional<Item> item = pane.hit(x, y).map(Picture.Hit::item);
        long h = sight.highWatermarkAt(x - TimelinePane.GUTTER);
        if (item.isPresent() && item.get().kind().isMark()) {
            sight.show(item.get());
        } else {
            // On a bar the place that was clicked counts, not where the bar begins.
            sight.cursor().set(h);
            sight.selected().set(item);
        }
        if (item.isPresent() && count == 2) {
            focus();
        }
    }

    private void moved(MouseEvent e) {
        pointerX = x(e.getX());
        status.accept(pane.described(pointerX, x(e.getY())));
    }

    private void wheel(ScrollEvent e) {
        if (e.getDeltaX() != 0 && Math.abs(e.getDeltaX()) > Math.abs(e.getDeltaY())) {
            sight.pan(-e.getDeltaX());
        } else if (e.getDeltaY() != 0 && (x(e.getX()) < TimelinePane.GUTTER || e.isAltDown())) {
            pane.scrollBy(-e.getDeltaY());
        } else if (e.getDeltaY() != 0) {
            sight.zoom(x(e.getX()) - TimelinePane.GUTTER, Math.pow(ZOOM, -e.getDeltaY() / 40));
        }
        e.consume();
    }

    // ---- keys ----

    private void key(KeyEvent e) {
        if (e.isControlDown() || e.isAltDown() || e.isMetaDown()) {
            if (e.isControlDown() && (e.getCode() == javafx.scene.input.KeyCode.UP || e.getCode() == javafx.scene.input.KeyCode.DOWN)) {
                move(e.getCode() == javafx.scene.input.KeyCode.UP ? -1 : 1);
                e.consume();
            }
            return;
        }
        boolean known = true;
        switch (e.getCode()) {
            case W -> sight.zoom(zoomX(), 1 / ZOOM);
            case S -> sight.zoom(zoomX(), ZOOM);
            case A -> sight.pan(-pane.plotWidth() / 10);
            case D -> sight.pan(pane.plotWidth() / 10);
            case HOME, DIGIT0, NUMPAD0 -> sight.fit();
            case LEFT -> sight.step(e.isShiftDown() ? -10 : -1);
            case RIGHT -> sight.step(e.isShiftDown() ? 10 : 1);
            case UP -> pane.currentRow(pane.currentRow() - 1);
            case DOWN -> pane.currentRow(pane.currentRow() + 1);
            case PAGE_UP -> pane.scrollPage(-1);
            case PAGE_DOWN -> pane.scrollPage(1);
            case SPACE -> pane.currentLine().ifPresent(lanes::fold);
            case H -> pane.currentLine().flatMap(Layout.Line::row).ifPresent(row -> lanes.hide(row, true));
            case K -> pane.currentLine().flatMap(Layout.Line::row).ifPresent(lanes::pin);
            case ENTER -> inCurrentRow();
            case Z -> focus();
            case P -> sight.pinHere();
            case T -> sight.axis(sight.viewport().get().axis() == Axis.OFFSET ? Axis.TIME : Axis.OFFSET);
            case E -> sight.neighbour(!e.isShiftDown(), false).ifPresent(sight::show);
            case F -> sight.neighbour(!e.isShiftDown(), true).ifPresent(sight::show);
            case BACK_SPACE -> sight.back();
            default -> known = false;
        }
        if (known) {
            e.consume();
        }
    }

    /** Keys zoom at the pointer; where it is elsewhere, at the cursor; without one, in the middle. */
    private double zoomX() {
        if (!Double.isNaN(pointerX) && pointerX >= TimelinePane.GUTTER) {
            return pointerX - TimelinePane.GUTTER;
        }
        double cursor = sight.cursor().get() == Sight.NONE ? -1 : sight.x(sight.cursor().get());
        return cursor >= 0 && cursor <= pane.plotWidth() ? cursor : pane.plotWidth() / 2;
    }

    /** Looks at the selected item alone, with a little around it. */
    private void focus() {
        sight.selected().get().filter(Item::isPlaced).ifPresent(item -> sight.lane(item).ifPresent(lane -> {
            Axis axis = sight.viewport().get().axis();
            double from = sight.viewport().get().x(lane.from(item, axis));
            double to = sight.viewport().get().x(lane.to(item, axis));
            double around = Math.max((to - from) / 4, 6);
            sight.range(from - around, to + around);
        }));
    }

    /** Selects the item of the current row at the cursor. */
    private void inCurrentRow() {
        long h = sight.cursor().get();
        pane.currentLine().flatMap(Layout.Line::row).filter(row -> h != Sight.NONE).ifPresent(row -> row.lanes().stream()
            .flatMap(lane -> lane.between(Axis.OFFSET, Math.max(0, h - 1), Math.max(0, h - 1)).stream())
            .filter(item -> item.offsetFrom() <= h - 1 && h - 1 < Math.max(item.offsetTo(), item.offsetFrom() + 1))
            .reduce((a, b) -> b).ifPresent(item -> sight.selected().set(Optional.of(item))));
    }

    // ---- arranging rows ----

    private void rowMenu(Row row, Layout.Line line, MouseEvent e) {
        menu.getItems().setAll(
            item(line.folded() ? "Unfold" : "Fold", () -> lanes.fold(line)),
            item(lanes.isPinned(row) ? "Unpin" : "Pin to the top", () -> lanes.pin(row)),
            item("Move up", () -> lanes.move(row, -1)), item("Move down", () -> lanes.move(row, 1)),
            item("Hide", () -> lanes.hide(row, true)), item("Show all lanes", lanes::reset));
        menu.show(pane, e.getScreenX(), e.getScreenY());
    }

    private static MenuItem item(String text, Runnable action) {
        MenuItem item = new MenuItem(text);
        item.setOnAction(e -> action.run());
        return item;
    }

    /** Moves the current row, which stays the current one. */
    private void move(int by) {
        pane.currentLine().flatMap(Layout.Line::row).ifPresent(row -> {
            lanes.move(row, by);
            List<Layout.Line> lines = sight.layout().get().lines();
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).row().filter(r -> r.key().equals(row.key())).isPresent()) {
                    pane.currentRow(i);
                }
            }
        });
    }
}
