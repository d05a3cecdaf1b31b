package kraftaudit.gui;

import java.util.Optional;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.TextAlignment;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Lane;
import kraftaudit.audit.timeline.Layout;
import kraftaudit.audit.timeline.Look;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Picture;
import kraftaudit.audit.timeline.Session;
import kraftaudit.audit.timeline.Viewport;

/**
 * What a person put on the picture: cursors, selection, notes.
 *
 * @param top height at which the first line of the layout stands
 */
record Overlay(GraphicsContext gc, Sight sight, Palette palette, double top) {
    private static final Font BADGE = Font.font(Font.getDefault().getFamily(), FontWeight.BOLD, 10.5);

    /** The line that keys act on. */
    void currentRow(Layout.Line line, double width) {
        gc.setFill(Color.web(palette.stroke(Look.PENDING), 0.10));
        gc.fillRect(0, top + line.y(), width, line.height());
    }

    /** A frame around what is selected. */
    void selection(Picture picture) {
        Optional<Item> item = sight.selected().get().filter(Item::isPlaced);
        Optional<Lane> lane = item.flatMap(sight::lane);
        if (lane.isEmpty()) {
            return;
        }
        for (Layout.Line line : picture.layout().lines()) {
            if (line.row().isPresent() && line.row().get().lanes().contains(lane.get())) {
                Viewport viewport = picture.viewport();
                double x1 = TimelinePane.GUTTER + Math.max(-8, viewport.x(lane.get().from(item.get(), viewport.axis())));
                double end = item.get().kind().isMark() ? x1 - TimelinePane.GUTTER : viewport.x(lane.get().to(item.get(), viewport.axis()));
                double x2 = TimelinePane.GUTTER + Math.min(viewport.width() + 8, end);
                double around = item.get().kind().isMark() ? 8 : 2;
                gc.setStroke(Color.web(palette.text()));
                gc.setLineWidth(2);
                gc.strokeRect(x1 - around, top + line.y() + 2, Math.max(4, x2 - x1) + 2 * around, line.height() - 4);
                gc.setLineWidth(1);
            }
        }
    }

    /** A line at a high watermark, with its name above the ruler. */
    void cursor(long h, String name, Look look, boolean dashed, double height) {
        if (h == Sight.NONE) {
            return;
        }
        double x = TimelinePane.GUTTER + sight.x(h);
        if (x < TimelinePane.GUTTER - 1 || x > TimelinePane.GUTTER + sight.viewport().get().width() + 1) {
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
        double middle = Math.max(TimelinePane.GUTTER + half - 8, Math.min(TimelinePane.GUTTER + sight.viewport().get().width() + TimelinePane.MARGIN - half, x));
        gc.setFill(color);
        gc.fillRoundRect(middle - half, 1, 2 * half, 16, 6, 6);
        gc.setFill(Color.web(palette.background()));
        gc.setFont(BADGE);
        gc.setTextAlign(TextAlignment.CENTER);
        gc.fillText(text, middle, 13);
    }

    /** A flag for each note on the ruler. */
    void notes() {
        gc.setFill(Color.web(palette.fill(Look.IRREGULAR)));
        for (Session.Note note : sight.notes()) {
            double x = TimelinePane.GUTTER + sight.x(note.offset());
            if (x >= TimelinePane.GUTTER && x <= TimelinePane.GUTTER + sight.viewport().get().width()) {
                gc.fillPolygon(new double[] {x, x + 9, x, x}, new double[] {18, 22, 26, TimelinePane.RULER}, 4);
            }
        }
    }

    /** The range that is being drawn on the ruler. */
    void range(double from, double to, double height) {
        gc.setFill(Color.web(palette.stroke(Look.PENDING), 0.18));
        gc.fillRect(Math.min(from, to), 0, Math.abs(to - from), height);
    }
}
