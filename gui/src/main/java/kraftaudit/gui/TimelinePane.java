package kraftaudit.gui;

import java.util.Optional;
import javafx.application.Platform;
import javafx.beans.Observable;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleRole;
import javafx.scene.SnapshotParameters;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.ScrollBar;
import javafx.scene.image.Image;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.transform.Transform;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Layout;
import kraftaudit.audit.timeline.Look;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Picture;
import kraftaudit.audit.timeline.Viewport;

/** The picture on one canvas: lanes, ruler, cursors and what is selected. What the mouse and keys do is in {@link Gestures}. */
final class TimelinePane extends Region {
    static final double GUTTER = 190;
    static final double MARGIN = 14;
    static final double RULER = Picture.RULER + 18;

    private final Sight sight;
    private final Canvas canvas = new Canvas();
    private final ScrollBar scroll = new ScrollBar();
    private CanvasPen pen;
    private Palette palette = Palette.LIGHT;
    private double textScale = 1;
    private boolean due;
    /** Pixels of the range being drawn on the ruler, from and to, and whether one is. */
    private double rangeFrom;
    private double rangeTo;
    private boolean ranging;
    private int currentRow = -1;

    TimelinePane(Sight sight) {
        this.sight = sight;
        scroll.setOrientation(Orientation.VERTICAL);
        scroll.setFocusTraversable(false);
        getChildren().addAll(canvas, scroll);
        setFocusTraversable(true);
        getStyleClass().add("timeline-pane");
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleHelp("Timeline. Left and right move the cursor, E and F go to the next event and finding, question mark shows all keys.");
        pen = new CanvasPen(canvas.getGraphicsContext2D(), palette);
        for (Observable of : new Observable[] {sight.viewport(), sight.layout(), sight.timeline(), sight.cursor(), sight.pin(), sight.selected(),
            sight.notes(), scroll.valueProperty(), focusedProperty()}) {
            of.addListener(any -> redraw());
        }
        sight.layout().addListener((of, old, now) -> requestLayout());
        sight.selected().addListener((of, old, now) -> now.ifPresent(this::reveal));
        Runnable tell = () -> setAccessibleText(spoken());
        sight.selected().addListener(any -> tell.run());
        sight.cursor().addListener(any -> tell.run());
        tell.run();
    }

    private String spoken() {
        String at = sight.cursor().get() == Sight.NONE ? "no cursor" : "cursor at high watermark " + sight.cursor().get();
        return "Timeline, " + at + sight.selected().get().map(item -> ", selected: " + item.text()).orElse("");
    }

    Sight sight() {
        return sight;
    }

    void theme(Palette next) {
        palette = next;
        pen = new CanvasPen(canvas.getGraphicsContext2D(), palette);
        redraw();
    }

    /** Text and everything with it, larger or smaller; 1 is the usual size. */
    void textScale(double scale) {
        textScale = scale;
        requestLayout();
    }

    double textScale() {
        return textScale;
    }

    // ---- where things are ----

    /** Pixels that lanes have, right of the names. */
    double plotWidth() {
        return Math.max(50, canvas.getWidth() / textScale - GUTTER - MARGIN);
    }

    double rulerHeight() {
        return RULER;
    }

    private double viewHeight() {
        return canvas.getHeight() / textScale - RULER;
    }

    /** Height in the layout of a height on the canvas. */
    double layoutY(double y) {
        return y - RULER + scroll.getValue();
    }

    Picture picture() {
        return new Picture(sight.timeline().get(), sight.layout().get(), sight.viewport().get(), GUTTER);
    }

    Optional<Picture.Hit> hit(double x, double y) {
        return y < RULER ? Optional.empty() : picture().hit(x, layoutY(y));
    }

    Optional<Layout.Line> lineAt(double y) {
        return y < RULER ? Optional.empty() : sight.layout().get().at(layoutY(y));
    }

    void scrollBy(double pixels) {
        scroll.setValue(Math.max(0, Math.min(scroll.getMax(), scroll.getValue() + pixels)));
    }

    void scrollPage(int pages) {
        scrollBy(pages * Math.max(40, viewHeight() - 40));
    }

    /** Scrolls so that the row of an item is seen. */
    private void reveal(Item item) {
        sight.lane(item).ifPresent(lane -> sight.layout().get().lines().stream()
            .filter(line -> line.row().map(row -> row.lanes().contains(lane)).orElse(false)).findFirst().ifPresent(this::reveal));
    }

    private void reveal(Layout.Line line) {
        if (viewHeight() < 40) {
            return;
        }
        double top = scroll.getValue();
        if (line.y() < top) {
            scroll.setValue(line.y());
        } else if (line.y() + line.height() > top + viewHeight()) {
            scroll.setValue(Math.min(scroll.getMax(), line.y() + line.height() - viewHeight()));
        }
    }

    // ---- the row that keys act on ----

    /** Index of the current line in the layout, -1 where none is. */
    int currentRow() {
        return currentRow;
    }

    void currentRow(int index) {
        int count = sight.layout().get().lines().size();
        currentRow = count == 0 ? -1 : Math.max(0, Math.min(count - 1, index));
        if (currentRow >= 0) {
            reveal(sight.layout().get().lines().get(currentRow));
        }
        redraw();
    }

    Optional<Layout.Line> currentLine() {
        return currentRow >= 0 && currentRow < sight.layout().get().lines().size()
            ? Optional.of(sight.layout().get().lines().get(currentRow)) : Optional.empty();
    }

    // ---- the range on the ruler ----

    void ranging(double from, double to) {
        ranging = true;
        rangeFrom = from;
        rangeTo = to;
        redraw();
    }

    void rangingDone() {
        ranging = false;
        redraw();
    }

    // ---- drawing ----

    @Override
    protected void layoutChildren() {
        double bar = scroll.prefWidth(-1);
        canvas.setWidth(Math.max(1, getWidth() - bar));
        canvas.setHeight(Math.max(1, getHeight()));
        double hidden = Math.max(0, sight.layout().get().height() + 8 - viewHeight());
        scroll.setMax(hidden);
        scroll.setVisibleAmount(hidden <= 0 ? 1 : hidden * viewHeight() / (sight.layout().get().height() + 8));
        scroll.setVisible(hidden > 0);
        scroll.setUnitIncrement(30);
        scroll.setBlockIncrement(Math.max(30, viewHeight() - 40));
        scroll.setValue(Math.min(scroll.getValue(), hidden));
        scroll.resizeRelocate(getWidth() - bar, RULER * textScale, bar, Math.max(1, getHeight() - RULER * textScale));
        sight.widen(plotWidth());
        redraw();
    }

    /** Asks for one drawing, however many reasons there are. */
    private void redraw() {
        if (!due) {
            due = true;
            Platform.runLater(() -> {
                due = false;
                draw();
            });
        }
    }

    /** Draws at once; the benchmark counts this. */
    void draw() {
        GraphicsContext gc = canvas.getGraphicsContext2D();
        gc.save();
        gc.setFill(Color.web(palette.background()));
        gc.fillRect(0, 0, canvas.getWidth(), canvas.getHeight());
        gc.scale(textScale, textScale);
        double width = canvas.getWidth() / textScale;
        double height = canvas.getHeight() / textScale;
        Picture picture = picture();
        gc.save();
        gc.beginPath();
        gc.rect(0, RULER, width, height - RULER);
        gc.clip();
        Overlay overlay = new Overlay(gc, sight, palette, RULER - scroll.getValue());
        currentLine().filter(line -> isFocused()).ifPresent(line -> overlay.currentRow(line, width));
        picture.rows(pen, RULER - scroll.getValue(), RULER, height);
        overlay.selection(picture);
        gc.restore();
        picture.ruler(pen, RULER);
        overlay.notes();
        overlay.cursor(sight.pin().get(), "pin", Look.PENDING, true, height);
        overlay.cursor(sight.cursor().get(), "h", Look.LOST, false, height);
        if (ranging) {
            overlay.range(rangeFrom, rangeTo, height);
        }
        gc.restore();
    }

    /** What is drawn on, for what listens to the mouse and for pictures of it. */
    Canvas canvas() {
        return canvas;
    }

    /** The picture as it is drawn, at twice the size for print. */
    Image image() {
        draw();
        SnapshotParameters twice = new SnapshotParameters();
        twice.setTransform(Transform.scale(2, 2));
        return canvas.snapshot(twice, null);
    }

    /** What stands under a point, for the status line: the place, and the item with its label. */
    String described(double x, double y) {
        if (x < GUTTER) {
            return "";
        }
        Viewport viewport = sight.viewport().get();
        String place = viewport.axis() == Axis.OFFSET ? "offset " + (long) Math.floor(viewport.place(x - GUTTER))
            : "high watermark " + sight.highWatermarkAt(x - GUTTER);
        return place + hit(x, y).map(hit -> "   " + hit.row().title() + ": " + hit.item().text()).orElse("");
    }
}
