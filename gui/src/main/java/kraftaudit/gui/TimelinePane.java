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
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.TextAlignment;
import javafx.scene.transform.Transform;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Lane;
import kraftaudit.audit.timeline.Layout;
import kraftaudit.audit.timeline.Look;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Picture;
import kraftaudit.audit.timeline.Session;
import kraftaudit.audit.timeline.Viewport;

/** The picture on one canvas: lanes, ruler, cursors and what is selected. What the mouse and keys do is in {@link Gestures}. */
final class TimelinePane extends Region {
    static final double GUTTER = 190;
    private static final double MARGIN = 14;
    private static final double RULER = Picture.RULER + 18;
    private static final Font BADGE = Font.font(Font.getDefault().getFamily(), FontWeight.BOLD, 10.5);

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
        currentRow(gc, width);
        picture.rows(pen, RULER - scroll.getValue(), RULER, height);
        selection(gc, picture);
        gc.restore();
        picture.ruler(pen, RULER);
        notes(gc);
        cursor(gc, sight.pin().get(), "pin", Look.PENDING, true, height);
        cursor(gc, sight.cursor().get(), "h", Look.LOST, false, height);
        range(gc, height);
        gc.restore();
    }

    /** What is drawn on, for what listens to the mouse and for pictures of it. */
    Canvas canvas() {
        return canvas;
    }

    private void currentRow(GraphicsContext gc, double width) {
        currentLine().filter(line -> isFocused()).ifPresent(line -> {
            gc.setFill(Color.web(palette.stroke(Look.PENDING), 0.10));
            gc.fillRect(0, RULER + line.y() - scroll.getValue(), width, line.height());
        });
    }

    private void selection(GraphicsContext gc, Picture picture) {
        Optional<Item> item = sight.selected().get().filter(Item::isPlaced);
        Optional<Lane> lane = item.flatMap(sight::lane);
        if (lane.isEmpty()) {
            return;
        }
        for (Layout.Line line : picture.layout().lines()) {
            if (line.row().isPresent() && line.row().get().lanes().contains(lane.get())) {
                Viewport viewport = picture.viewport();
                double x1 = GUTTER + Math.max(-8, viewport.x(lane.get().from(item.get(), viewport.axis())));
                double end = item.get().kind().isMark() ? x1 - GUTTER : viewport.x(lane.get().to(item.get(), viewport.axis()));
                double x2 = GUTTER + Math.min(viewport.width() + 8, end);
                double around = item.get().kind().isMark() ? 8 : 2;
                gc.setStroke(Color.web(palette.text()));
                gc.setLineWidth(2);
                gc.strokeRect(x1 - around, RULER + line.y() - scroll.getValue() + 2, Math.max(4, x2 - x1) + 2 * around, line.height() - 4);
                gc.setLineWidth(1);
            }
        }
    }

    private void cursor(GraphicsContext gc, long h, String name, Look look, boolean dashed, double height) {
        if (h == Sight.NONE) {
            return;
        }
        double x = GUTTER + sight.x(h);
        if (x < GUTTER - 1 || x > GUTTER + plotWidth() + 1) {
            return;
        }
        Color color = Color.web(palette.stroke(look));
        gc.setStroke(color);
        gc.setLineWidth(1.5);
        gc.setLineDashes(dashed ? new double[] {5, 4} : new double[0]);
        gc.strokeLine(x, 16, x, height);
        gc.setLineDashes();
        String text = name + " = " + h;
        double half = 5 + text.length() * 3.3;
        double middle = Math.max(GUTTER + half - 8, Math.min(GUTTER + plotWidth() + MARGIN - half, x));
        gc.setFill(color);
        gc.fillRoundRect(middle - half, 1, 2 * half, 16, 6, 6);
        gc.setFill(Color.web(palette.background()));
        gc.setFont(BADGE);
        gc.setTextAlign(TextAlignment.CENTER);
        gc.fillText(text, middle, 13);
    }

    private void notes(GraphicsContext gc) {
        gc.setFill(Color.web(palette.fill(Look.IRREGULAR)));
        for (Session.Note note : sight.notes()) {
            double x = GUTTER + sight.x(note.offset());
            if (x >= GUTTER && x <= GUTTER + plotWidth()) {
                gc.fillPolygon(new double[] {x, x + 9, x, x}, new double[] {18, 22, 26, RULER}, 4);
            }
        }
    }

    private void range(GraphicsContext gc, double height) {
        if (ranging) {
            gc.setFill(Color.web(palette.stroke(Look.PENDING), 0.18));
            gc.fillRect(Math.min(rangeFrom, rangeTo), 0, Math.abs(rangeTo - rangeFrom), height);
        }
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
