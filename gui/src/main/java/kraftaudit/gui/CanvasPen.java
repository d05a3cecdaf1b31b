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
        gc.setFill(fills.get(look));
        gc.setStroke(strokes.get(look));
        gc.setLineWidth(1);
        switch (look.form()) {
            case BAR -> bar(x, y, width, height);
            case DASHED -> {
                gc.setLineDashes(4, 3);
                gc.strokeRect(x + 0.5, y + 0.5, Math.max(1, width - 1), height - 1);
                gc.setLineDashes();
            }
            case THIN, TICK, STRIP -> gc.fillRect(x, y, width, height);
            case ENDS -> gc.strokePolyline(new double[] {x + 0.5, x + 0.5, x + width - 0.5, x + width - 0.5},
                new double[] {y, y + height - 0.5, y + height - 0.5, y}, 4);
            case DIAMOND, HOLLOW_DIAMOND -> polygon(new double[] {x + width / 2, x + width, x + width / 2, x},
                new double[] {y, y + height / 2, y + height, y + height / 2});
            case TRIANGLE -> polygon(new double[] {x + width / 2, x + width, x}, new double[] {y, y + height, y + height});
            case SQUARE -> {
                gc.fillRect(x, y, width, height);
                gc.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
            }
            case CIRCLE -> {
                gc.fillOval(x, y, width, height);
                gc.strokeOval(x, y, width, height);
            }
            case HIDDEN -> {
            }
        }
    }

    private void bar(double x, double y, double width, double height) {
        if (width < 6) {
            gc.fillRect(x, y, width, height);
            if (width >= 3) {
                gc.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
            }
            return;
        }
        gc.fillRoundRect(x, y, width, height, 6, 6);
        gc.strokeRoundRect(x + 0.5, y + 0.5, width - 1, height - 1, 6, 6);
    }

    private void polygon(double[] xs, double[] ys) {
        gc.fillPolygon(xs, ys, xs.length);
        gc.strokePolygon(xs, ys, xs.length);
    }

    @Override
    public void line(double x1, double y1, double x2, double y2, Rule rule) {
        gc.setStroke(lines.get(rule));
        gc.setLineWidth(1);
        double half = x1 == x2 ? 0.5 : 0;
        double down = y1 == y2 ? 0.5 : 0;
        gc.strokeLine(Math.floor(x1) + half, Math.floor(y1) + down, Math.floor(x2) + half, Math.floor(y2) + down);
    }

    @Override
    public void curve(double[] curve, double[] area) {
        gc.setFill(fills.get(Look.UNPROVEN));
        gc.fillPolygon(every(area, 0), every(area, 1), area.length / 2);
        gc.setStroke(lines.get(Rule.CURVE));
        gc.setLineWidth(2);
        gc.strokePolyline(every(curve, 0), every(curve, 1), curve.length / 2);
        gc.setLineWidth(1);
    }

    private static double[] every(double[] points, int from) {
        double[] every = new double[points.length / 2];
        for (int i = 0; i < every.length; i++) {
            every[i] = points[2 * i + from];
        }
        return every;
    }

    @Override
    public void text(double x, double y, String text, Type type, Align align) {
        gc.setFont(FONTS.get(type));
        gc.setTextAlign(align == Align.LEFT ? TextAlignment.LEFT : align == Align.MIDDLE ? TextAlignment.CENTER : TextAlignment.RIGHT);
        String shown = printable(text);
        if (type == Type.ALARM || type == Type.LABEL_ON_HATCH) {
            gc.setStroke(background);
            gc.setLineWidth(3);
            gc.strokeText(shown, x, y);
            gc.setLineWidth(1);
        }
        gc.setFill(texts.get(type));
        gc.fillText(shown, x, y);
    }

    /** Text from a log may hold anything; a line on a canvas holds no controls. */
    static String printable(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return text.replaceAll("\\p{Cntrl}", "\ufffd");
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
