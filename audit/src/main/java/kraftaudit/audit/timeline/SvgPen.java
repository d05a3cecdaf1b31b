package kraftaudit.audit.timeline;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** A pen that writes SVG elements. The same calls make the same bytes. */
final class SvgPen implements Pen {
    private final StringBuilder out;
    private final Palette palette;
    private final Deque<Integer> opened = new ArrayDeque<>();
    private int clips;

    SvgPen(StringBuilder out, Palette palette) {
        this.out = out;
        this.palette = palette;
    }

    /** The hatches, one pattern for each look that has one. */
    void definitions() {
        out.append("<defs>\n");
        for (Look look : Look.values()) {
            if (look.hatch() != Look.Hatch.NONE) {
                String stroke = palette.stroke(look);
                out.append("<pattern id=\"").append(id(look)).append("\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">")
                    .append("<rect width=\"6\" height=\"6\" fill=\"").append(palette.fill(look)).append("\"/>");
                if (look.hatch() == Look.Hatch.DOTTED) {
                    out.append("<circle cx=\"1.5\" cy=\"1.5\" r=\"0.9\" fill=\"").append(stroke).append("\"/><circle cx=\"4.5\" cy=\"4.5\" r=\"0.9\" fill=\"")
                        .append(stroke).append("\"/>");
                } else {
                    out.append("<path d=\"").append(path(look.hatch())).append("\" stroke=\"").append(stroke).append("\" stroke-width=\"1.1\" fill=\"none\"/>");
                }
                out.append("</pattern>\n");
            }
        }
        out.append("</defs>\n");
    }

    private static String path(Look.Hatch hatch) {
        String rising = "M-1,1 L1,-1 M0,6 L6,0 M5,7 L7,5";
        String falling = "M-1,5 L1,7 M0,0 L6,6 M5,-1 L7,1";
        return switch (hatch) {
            case RISING -> rising;
            case FALLING -> falling;
            case CROSSED -> rising + " " + falling;
            default -> "M0,3 L6,3";
        };
    }

    private static String id(Look look) {
        return "h-" + look.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void shape(double x, double y, double width, double height, Look look, Item item, int count) {
        String fill = look.hatch() == Look.Hatch.NONE ? palette.fill(look) : "url(#" + id(look) + ")";
        String paint = " fill=\"" + fill + "\" stroke=\"" + palette.stroke(look) + "\"";
        double right = x + width;
        double bottom = y + height;
        double middle = x + width / 2;
        double centre = y + height / 2;
        switch (look.form()) {
            case DIAMOND, HOLLOW_DIAMOND -> polygon(paint, middle, y, right, centre, middle, bottom, x, centre);
            case TRIANGLE -> polygon(paint, middle, y, right, bottom, x, bottom);
            case CIRCLE -> out.append("<circle cx=\"").append(number(middle)).append("\" cy=\"").append(number(centre)).append("\" r=\"")
                .append(number(width / 2)).append('"').append(paint).append('>');
            case ENDS -> out.append("<path d=\"M").append(number(x)).append(',').append(number(y)).append(" V").append(number(bottom)).append(" H")
                .append(number(right)).append(" V").append(number(y)).append("\" fill=\"none\" stroke=\"").append(palette.stroke(look)).append("\">");
            default -> rectangle(x, y, width, height, look, paint);
        }
        String title = count == 1 ? item.text() : count + " items here, the weightiest: " + item.text();
        out.append("<title>").append(escaped(title)).append("</title></").append(element(look)).append(">\n");
    }

    private static String element(Look look) {
        return switch (look.form()) {
            case DIAMOND, HOLLOW_DIAMOND, TRIANGLE -> "polygon";
            case CIRCLE -> "circle";
            case ENDS -> "path";
            default -> "rect";
        };
    }

    private void rectangle(double x, double y, double width, double height, Look look, String paint) {
        out.append("<rect x=\"").append(number(x)).append("\" y=\"").append(number(y)).append("\" width=\"").append(number(width))
            .append("\" height=\"").append(number(height)).append('"').append(paint);
        if (look.form() == Look.Form.BAR) {
            out.append(" rx=\"").append(number(Math.min(3, width / 3))).append('"');
        } else if (look.form() == Look.Form.DASHED) {
            out.append(" stroke-dasharray=\"4,3\" fill-opacity=\"0\"");
        }
        out.append('>');
    }

    private void polygon(String paint, double... points) {
        out.append("<polygon points=\"").append(points(points)).append('"').append(paint).append('>');
    }

    private static String points(double[] points) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < points.length; i += 2) {
            text.append(i == 0 ? "" : " ").append(number(points[i])).append(',').append(number(points[i + 1]));
        }
        return text.toString();
    }

    @Override
    public void line(double x1, double y1, double x2, double y2, Rule rule) {
        out.append("<line x1=\"").append(number(x1)).append("\" y1=\"").append(number(y1)).append("\" x2=\"").append(number(x2)).append("\" y2=\"")
            .append(number(y2)).append("\" stroke=\"").append(palette.line(rule)).append('"')
            .append(rule == Rule.BASE ? " stroke-dasharray=\"1,3\"" : "").append("/>\n");
    }

    @Override
    public void curve(double[] curve, double[] area) {
        out.append("<polygon points=\"").append(points(area)).append("\" fill=\"url(#").append(id(Look.UNPROVEN)).append(")\" fill-opacity=\"0.9\"/>\n")
            .append("<polyline points=\"").append(points(curve)).append("\" fill=\"none\" stroke=\"").append(palette.line(Rule.CURVE))
            .append("\" stroke-width=\"2\"/>\n");
    }

    @Override
    public void text(double x, double y, String text, Type type, Align align) {
        if (text.isEmpty()) {
            return;
        }
        out.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y)).append("\" font-size=\"").append(size(type)).append("\" fill=\"")
            .append(palette.text(type)).append('"');
        if (type == Type.TITLE || type == Type.HEADING) {
            out.append(" font-weight=\"bold\"");
        }
        if (type == Type.ALARM || type == Type.LABEL_ON_HATCH) {
            out.append(" stroke=\"").append(palette.background()).append("\" stroke-width=\"3\" paint-order=\"stroke\"");
        }
        if (align != Align.LEFT) {
            out.append(" text-anchor=\"").append(align == Align.MIDDLE ? "middle" : "end").append('"');
        }
        out.append('>').append(escaped(text)).append("</text>\n");
    }

    private static String size(Type type) {
        return switch (type) {
            case TITLE -> "16";
            case HEADING, NAME -> "12";
            case DETAIL -> "9.5";
            case TICK -> "10.5";
            case LABEL, LABEL_ON_DARK, LABEL_ON_HATCH, ALARM -> "11";
        };
    }

    @Override
    public void open(String name, double y, double height) {
        out.append("<g role=\"list\" aria-label=\"").append(escaped(name)).append("\">\n");
        opened.push(0);
    }

    @Override
    public void close() {
        opened.pop();
        out.append("</g>\n");
    }

    @Override
    public void clip(double x, double y, double width, double height) {
        String name = "c" + clips++;
        out.append("<clipPath id=\"").append(name).append("\"><rect x=\"").append(number(x - 6)).append("\" y=\"").append(number(y)).append("\" width=\"")
            .append(number(width + 12)).append("\" height=\"").append(number(height)).append("\"/></clipPath><g clip-path=\"url(#").append(name).append(")\">\n");
    }

    @Override
    public void unclip() {
        out.append("</g>\n");
    }

    /** A length to a tenth of a pixel, without a needless zero. */
    static String number(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : (tenths < 0 ? "-" : "") + Math.abs(tenths) / 10 + "." + Math.abs(tenths) % 10;
    }

    /** Text as XML allows it; characters that it does not allow are shown as escapes. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> {
                    boolean possible = c >= 0x20 && c < 0x7f || c >= 0xa0 && c < 0xd800 || c >= 0xe000 && c < 0xfffe || c > 0xffff;
                    // Signs that turn the direction of text, or hide, could make a name look like another.
                    int type = Character.getType(c);
                    boolean shown = possible && type != Character.FORMAT && type != Character.LINE_SEPARATOR
                        && type != Character.PARAGRAPH_SEPARATOR && type != Character.UNASSIGNED;
                    escaped.append(shown ? Character.toString(c) : String.format(Locale.ROOT, "\\u%04x", c));
                }
            }
        });
        return escaped.toString();
    }
}
