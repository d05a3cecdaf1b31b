package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.List;

/**
 * The proven high watermark over the log end. Both are drawn to the scale of the viewport, from its left edge at the
 * bottom to its right edge at the top: the log end is the diagonal, and the farther the curve lies below it, the longer
 * records went without a proof.
 */
record Curve(Timeline timeline, Viewport viewport) {
    void draw(Pen pen, double left, double top, double height) {
        List<ProvenCurve.Point> points = timeline.curve().points();
        double low = timeline.offset(viewport.axis(), viewport.from());
        double high = Math.max(timeline.offset(viewport.axis(), viewport.to()), low + 1);
        List<double[]> curve = new ArrayList<>();
        double reached = points.isEmpty() ? low : timeline.curve().at((long) Math.floor(low)).map(ProvenCurve.Point::highWatermark).orElse(0L);
        double y = y(reached, low, high, top, height);
        curve.add(new double[] {left, y});
        double lastX = left;
        for (int i = firstBehind(points, low); i < points.size() && points.get(i).logEnd() <= high; i++) {
            ProvenCurve.Point point = points.get(i);
            double x = left + viewport.x(timeline.place(viewport.axis(), point.logEnd()));
            boolean last = i + 1 == points.size() || points.get(i + 1).logEnd() > high;
            if (x - lastX < 1 && !last && i + 1 < points.size()) {
                continue;
            }
            curve.add(new double[] {x, y});
            y = y(point.highWatermark(), low, high, top, height);
            curve.add(new double[] {x, y});
            lastX = x;
        }
        double end = left + viewport.width();
        curve.add(new double[] {end, y});
        double[] line = flat(curve);
        List<double[]> area = new ArrayList<>(curve);
        // Back along the log end, which is straight on the axis of offsets and bends on the axis of time.
        int steps = viewport.axis() == Axis.OFFSET ? 1 : 64;
        for (int i = 0; i <= steps; i++) {
            double x = viewport.width() * (steps - i) / steps;
            double at = timeline.offset(viewport.axis(), viewport.place(x));
            area.add(new double[] {left + x, y(at, low, high, top, height)});
        }
        pen.curve(line, flat(area));
    }

    private static int firstBehind(List<ProvenCurve.Point> points, double low) {
        int from = 0;
        int to = points.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (points.get(middle).logEnd() <= low) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    private static double y(double offset, double low, double high, double top, double height) {
        double part = Math.min(1, Math.max(0, (offset - low) / (high - low)));
        return top + height - part * height;
    }

    private static double[] flat(List<double[]> points) {
        double[] flat = new double[points.size() * 2];
        for (int i = 0; i < points.size(); i++) {
            flat[2 * i] = points.get(i)[0];
            flat[2 * i + 1] = points.get(i)[1];
        }
        return flat;
    }
}
