package kraftaudit.gui;

import java.util.EnumMap;
import java.util.Map;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.PixelWriter;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;
import javafx.scene.paint.ImagePattern;
import javafx.scene.paint.Paint;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.Text;
import javafx.scene.text.TextAlignment;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Look;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Pen;

/** A pen that draws on a canvas. Colours, hatches and fonts are made once. */
final class CanvasPen implements Pen {
    private static final int HATCH = 6;
    private static final String FAMILY = Font.getDefault().getFamily();
    private static final Map<Type, Font> FONTS = fonts();

    private final GraphicsContext gc;
    private final Palette palette;
    private final Map<Look, Paint> fills = new EnumMap<>(Look.class);
    private final Map<Look, Paint> strokes = new EnumMap<>(Look.class);
    private final Map<Type, Color> texts = new EnumMap<>(Type.class);
    private final Map<Rule, Color> lines = new EnumMap<>(Rule.class);
    private final Color background;

    CanvasPen(GraphicsContext gc, Palette palette) {
        this.gc = gc;
        this.palette = palette;
        background = Color.web(palette.background());
        for (Look look : Look.values()) {
            strokes.put(look, color(palette.stroke(look)));
            fills.put(look, look.hatch() == Look.Hatch.NONE ? color(palette.fill(look)) : pattern(look));
        }
        for (Type type : Type.values()) {
            texts.put(type, Color.web(palette.text(type)));
        }
        for (Rule rule : Rule.values()) {
            lines.put(rule, Color.web(palette.line(rule)));
        }
    }

    private static Map<Type, Font> fonts() {
        Map<Type, Font> fonts = new EnumMap<>(Type.class);
        for (Type type : Type.values()) {
            fonts.put(type, switch (type) {
                case TITLE -> Font.font(FAMILY, FontWeight.BOLD, 16);
                case HEADING -> Font.font(FAMILY, FontWeight.BOLD, 12);
                case NAME -> Font.font(FAMILY, 12);
                case DETAIL -> Font.font(FAMILY, 9.5);
                case TICK -> Font.font(FAMILY, 10.5);
                case LABEL, LABEL_ON_DARK, LABEL_ON_HATCH, ALARM -> Font.font(FAMILY, 11);
            });
        }
        return fonts;
    }

    private static Color color(String web) {
        return web.equals("none") ? Color.TRANSPARENT : Color.web(web);
    }

    /** The hatch at twice the size, so that it stays sharp on screens with small pixels. */
    private Paint pattern(Look look) {
        int size = HATCH * 2;
        WritableImage image = new WritableImage(size, size);
        PixelWriter pixels = image.getPixelWriter();
        Color fill = color(palette.fill(look));
        Color stroke = color(palette.stroke(look));
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                boolean rising = (x + y) % size < 2;
                boolean falling = (x - y + size) % size < 2;
                boolean on = switch (look.hatch()) {
                    case RISING -> rising;
                    case FALLING -> falling;
                    case CROSSED -> rising || falling;
                    case LEVEL -> y == 5 || y == 6;
                    case DOTTED -> Math.hypot(x - 2.5, y - 2.5) < 1.7 || Math.hypot(x - 8.5, y - 8.5) < 1.7;
                    case NONE -> false;
                };
                pixels.setColor(x, y, on ? stroke : fill);
            }
        }
        return new ImagePattern(image, 0, 0, HATCH, HATCH, false);
    }

    @Override
    public void shape(double x, double y, double width, double height, Look look, Item item, int count) {
        Paint fill = fills.get(look);
        Paint stroke = strokes.get(look);
        gc.setFill(fill);
        switch (look.form()) {
            case BAR -> bar(x, y, width, height, fill, stroke);
            case DASHED -> {
                gc.setStroke(stroke);
                gc.setLineWidth(1);
                gc.setLineDashes(4, 3);
                gc.strokeRect(x + 0.5, y + 0.5, Math.max(1, width - 1), height - 1);
                gc.setLineDashes();
            }
            case THIN, TICK, STRIP -> box(x, y, x + width, y + height);
            case ENDS -> {
                gc.setFill(stroke);
                box(x, y, x + 1, y + height);
                box(x, y + height - 1, x + width, y + height);
                box(x + width - 1, y, x + width, y + height);
            }
            case DIAMOND, HOLLOW_DIAMOND -> polygon(stroke, new double[] {x + width / 2, x + width, x + width / 2, x},
                new double[] {y, y + height / 2, y + height, y + height / 2});
            case TRIANGLE -> polygon(stroke, new double[] {x + width / 2, x + width, x}, new double[] {y, y + height, y + height});
            case SQUARE -> {
                box(x, y, x + width, y + height);
                gc.setFill(stroke);
                frame(Math.rint(x), Math.rint(y), Math.rint(x + width), Math.rint(y + height), 0);
            }
            case CIRCLE -> {
                gc.setStroke(stroke);
                gc.setLineWidth(1);
                gc.fillOval(x, y, width, height);
                gc.strokeOval(x, y, width, height);
            }
            case HIDDEN -> {
            }
        }
    }

    // Rectangles on whole pixels are filled many times faster in software than any path, and there can be thousands in a frame.

    /** Fills from corner to corner. */
    private void box(double left, double top, double right, double bottom) {
        double x = Math.rint(left);
        double y = Math.rint(top);
        gc.fillRect(x, y, Math.max(1, Math.rint(right) - x), Math.max(1, Math.rint(bottom) - y));
    }

    private void bar(double x, double y, double width, double height, Paint fill, Paint stroke) {
        double left = Math.rint(x);
        double top = Math.rint(y);
        double right = Math.max(left + 1, Math.rint(x + width));
        double bottom = Math.rint(y + height);
        if (right - left < 3) {
            gc.fillRect(left, top, right - left, bottom - top);
            return;
        }
        double corner = right - left < 8 ? 0 : 1;
        gc.fillRect(left + corner, top + corner, right - left - 2 * corner, bottom - top - 2 * corner);
        gc.setFill(stroke);
        frame(left, top, right, bottom, corner);
    }

    /** The edges of a box, one pixel wide, its corners cut by so many pixels. */
    private void frame(double left, double top, double right, double bottom, double corner) {
        double along = right - left - 4 * corner;
        double down = bottom - top - 4 * corner;
        gc.fillRect(left + 2 * corner, top, along, 1);
        gc.fillRect(left + 2 * corner, bottom - 1, along, 1);
        gc.fillRect(left, top + 2 * corner, 1, down);
        gc.fillRect(right - 1, top + 2 * corner, 1, down);
        if (corner > 0) {
            gc.fillRect(left + 1, top + 1, 1, 1);
            gc.fillRect(right - 2, top + 1, 1, 1);
            gc.fillRect(left + 1, bottom - 2, 1, 1);
            gc.fillRect(right - 2, bottom - 2, 1, 1);
        }
    }

    private void polygon(Paint stroke, double[] xs, double[] ys) {
        gc.setStroke(stroke);
        gc.setLineWidth(1);
        gc.fillPolygon(xs, ys, xs.length);
        gc.strokePolygon(xs, ys, xs.length);
    }

    @Override
    public void line(double x1, double y1, double x2, double y2, Rule rule) {
        gc.setFill(lines.get(rule));
        gc.fillRect(Math.floor(x1), Math.floor(y1), Math.max(1, Math.floor(x2) - Math.floor(x1)), Math.max(1, Math.floor(y2) - Math.floor(y1)));
    }

    /** The curve goes along and up by turns; the area above it is filled a pixel at a time up to the log end, which comes back from the right. */
    @Override
    public void curve(double[] curve, double[] area) {
        gc.setFill(fills.get(Look.UNPROVEN));
        double end = curve[curve.length - 2];
        int on = 0;
        int back = area.length - 2;
        for (double x = Math.rint(curve[0]); x < end; x++) {
            while (on + 2 < curve.length && curve[on + 2] <= x) {
                on += 2;
            }
            while (back - 2 > curve.length && area[back - 2] <= x) {
                back -= 2;
            }
            double part = area[back - 2] == area[back] ? 0 : (x - area[back]) / (area[back - 2] - area[back]);
            double logEnd = Math.rint(area[back + 1] + part * (area[back - 1] - area[back + 1]));
            if (curve[on + 1] > logEnd) {
                gc.fillRect(x, logEnd, 1, Math.rint(curve[on + 1]) - logEnd);
            }
        }
        gc.setFill(lines.get(Rule.CURVE));
        for (int i = 0; i + 3 < curve.length; i += 2) {
            box(Math.min(curve[i], curve[i + 2]) - 1, Math.min(curve[i + 1], curve[i + 3]) - 1, Math.max(curve[i], curve[i + 2]) + 1,
                Math.max(curve[i + 1], curve[i + 3]) + 1);
        }
    }

    @Override
    public void text(double x, double y, String text, Type type, Align align) {
        gc.setFont(FONTS.get(type));
        gc.setTextAlign(align == Align.LEFT ? TextAlignment.LEFT : align == Align.MIDDLE ? TextAlignment.CENTER : TextAlignment.RIGHT);
        String shown = printable(text);
        if (type == Type.ALARM) {
            // It may stand where a thin line goes on.
            Text measured = new Text(shown);
            measured.setFont(FONTS.get(type));
            double width = measured.getLayoutBounds().getWidth();
            gc.setFill(background);
            box(align == Align.RIGHT ? x - width - 2 : x - 2, y - 9, align == Align.RIGHT ? x + 2 : x + width + 2, y + 3);
        } else if (type == Type.LABEL_ON_HATCH) {
            // A rim of shifted glyphs: they are kept ready, while an outline would be made anew in every frame.
            gc.setFill(background);
            for (int around = 0; around < 9; around++) {
                if (around != 4) {
                    gc.fillText(shown, x + around % 3 - 1, y + around / 3 - 1);
                }
            }
        }
        gc.setFill(texts.get(type));
        gc.fillText(shown, x, y);
    }

    /** Text from a log or a file name may hold anything; a line of the window holds no controls, and none that turn its direction. */
    static String printable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                return text.replaceAll("[\\p{Cntrl}\\p{Cf}]", "\ufffd");
            }
        }
        return text;
    }

    @Override
    public void open(String name, double y, double height) {
    }

    @Override
    public void close() {
    }

    @Override
    public void clip(double x, double y, double width, double height) {
        gc.save();
        gc.beginPath();
        gc.rect(x - 6, y, width + 12, height);
        gc.clip();
    }

    @Override
    public void unclip() {
        gc.restore();
    }
}
