package kraftaudit.gui;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javafx.application.Platform;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.audit.timeline.Lane;
import kraftaudit.audit.timeline.Look;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.audit.timeline.Viewport;

/** The whole axis as a narrow strip, with what must not be overlooked and the part that is looked at; dragging moves that. */
final class OverviewStrip extends Region {
    private static final double HEIGHT = 30;
    private static final double EDGE = 6;

    private enum Grip { NONE, MOVE, LEFT, RIGHT }

    private final Sight sight;
    private final TimelinePane pane;
    private final Canvas canvas = new Canvas();
    private Palette palette = Palette.LIGHT;
    private boolean due;
    private Grip grip = Grip.NONE;
    private double last;
    private List<Mark> marks = List.of();
    private Viewport marksOver;
    private Timeline marksOf;

    OverviewStrip(Sight sight, TimelinePane pane) {
        this.sight = sight;
        this.pane = pane;
        getChildren().add(canvas);
        setMinHeight(HEIGHT);
        setPrefHeight(HEIGHT);
        setMaxHeight(HEIGHT);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText("Overview of the whole timeline");
        sight.viewport().addListener(any -> redraw());
        sight.timeline().addListener(any -> redraw());
        sight.cursor().addListener(any -> redraw());
        canvas.addEventHandler(MouseEvent.MOUSE_PRESSED, this::pressed);
        canvas.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::dragged);
        canvas.addEventHandler(MouseEvent.MOUSE_RELEASED, e -> grip = Grip.NONE);
        canvas.addEventHandler(MouseEvent.MOUSE_MOVED, e -> setCursor(switch (grip(e.getX())) {
            case LEFT, RIGHT -> Cursor.H_RESIZE;
            case MOVE -> Cursor.OPEN_HAND;
            case NONE -> Cursor.DEFAULT;
        }));
    }

    void theme(Palette next) {
        palette = next;
        redraw();
    }

    private double left() {
        return TimelinePane.GUTTER * pane.textScale();
    }

    private Viewport all() {
        return Viewport.all(sight.whole(), sight.viewport().get().axis(), Math.max(10, pane.plotWidth() * pane.textScale()));
    }

    private double x(double place) {
        return left() + all().x(place);
    }

    // ---- dragging ----

    private Grip grip(double x) {
        double from = x(sight.viewport().get().from());
        double to = x(sight.viewport().get().to());
        if (to - from > 4 * EDGE && Math.abs(x - from) < EDGE) {
            return Grip.LEFT;
        }
        if (to - from > 4 * EDGE && Math.abs(x - to) < EDGE) {
            return Grip.RIGHT;
        }
        return x >= from - EDGE && x <= to + EDGE ? Grip.MOVE : Grip.NONE;
    }

    private void pressed(MouseEvent e) {
        grip = grip(e.getX());
        if (grip == Grip.NONE) {
            // Beside the window: it jumps there, its middle under the pointer.
            move(all().place(e.getX() - left()) - (sight.viewport().get().from() + sight.viewport().get().to()) / 2);
            grip = Grip.MOVE;
        }
        last = e.getX();
    }

    private void dragged(MouseEvent e) {
        Viewport now = sight.viewport().get();
        double by = (e.getX() - last) * all().grain();
        switch (grip) {
            case MOVE -> move(by);
            case LEFT -> set(Math.min(now.from() + by, now.to() - sight.limits().least()), now.to());
            case RIGHT -> set(now.from(), Math.max(now.to() + by, now.from() + sight.limits().least()));
            case NONE -> {
            }
        }
        last = e.getX();
    }

    private void move(double by) {
        Viewport now = sight.viewport().get();
        sight.viewport().set(now.pan(by / now.grain(), sight.limits()));
    }

    private void set(double from, double to) {
        Viewport now = sight.viewport().get();
        sight.viewport().set(now.between(now.x(from), now.x(to), sight.limits()));
    }

    // ---- drawing ----

    @Override
    protected void layoutChildren() {
        canvas.setWidth(Math.max(1, getWidth()));
        canvas.setHeight(HEIGHT);
        redraw();
    }

    private void redraw() {
        if (!due) {
            due = true;
            Platform.runLater(() -> {
                due = false;
                draw();
            });
        }
    }

    /** Draws at once. */
    void draw() {
        GraphicsContext gc = canvas.getGraphicsContext2D();
        gc.setFill(Color.web(palette.background()));
        gc.fillRect(0, 0, canvas.getWidth(), canvas.getHeight());
        gc.setFill(Color.web(palette.detail()));
        gc.setFont(Font.font(9.5 * pane.textScale()));
        gc.fillText("Overview", 14, 19);
        Viewport all = all();
        gc.setFill(Color.web(palette.fill(Look.LOG), 0.5));
        gc.fillRoundRect(left(), 5, all.width(), 20, 6, 6);
        for (Mark mark : marks(all)) {
            gc.setFill(Color.web(mark.look() == Look.OBSERVER ? palette.detail() : palette.stroke(mark.look())));
            gc.fillRect(mark.x() - 1, mark.isGrave() ? 5 : 9, 2, mark.isGrave() ? 20 : 12);
        }
        double from = x(sight.viewport().get().from());
        double to = x(sight.viewport().get().to());
        gc.setFill(Color.web(palette.stroke(Look.PENDING), 0.12));
        gc.fillRect(from, 3, to - from, 24);
        gc.setStroke(Color.web(palette.stroke(Look.PENDING)));
        gc.setLineWidth(2);
        gc.strokeRoundRect(from, 3, Math.max(3, to - from), 24, 5, 5);
        if (sight.cursor().get() != Sight.NONE) {
            double at = x(sight.whole().place(all.axis(), sight.cursor().get()));
            gc.setStroke(Color.web(palette.stroke(Look.LOST)));
            gc.setLineWidth(1);
            gc.strokeLine(at, 3, at, 27);
        }
    }

    /** Epoch changes, voter changes, losses, damage and findings, at most one a pixel and kind; gathered once, drawn often. */
    private List<Mark> marks(Viewport all) {
        if (!all.equals(marksOver) || marksOf != sight.timeline().get()) {
            Set<Mark> gathered = new LinkedHashSet<>();
            for (Lane lane : sight.timeline().get().lanes()) {
                for (Item item : lane.items()) {
                    if (item.isPlaced() && isTold(item)) {
                        gathered.add(new Mark(Math.round(left() + all.x(lane.from(item, all.axis()))), item.kind() == Kind.EPOCH ? Look.OBSERVER : Look.of(item, 0)));
                    }
                }
            }
            // What must not be overlooked is drawn last.
            marks = gathered.stream().sorted(Comparator.comparing(Mark::isGrave)).toList();
            marksOver = all;
            marksOf = sight.timeline().get();
        }
        return marks;
    }

    private record Mark(double x, Look look) {
        boolean isGrave() {
            return look == Look.LOST || look == Look.DAMAGE || look == Look.VIOLATION || look == Look.IRREGULAR;
        }
    }

    private static boolean isTold(Item item) {
        return switch (item.kind()) {
            case VIOLATION, IRREGULAR, NOTE, EPOCH, VOTERS, DEAD_BRANCH, DAMAGE, GAP, CLUSTER_ID -> true;
            default -> false;
        };
    }
}
