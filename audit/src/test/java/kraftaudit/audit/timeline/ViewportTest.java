package kraftaudit.audit.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Properties of the mathematics between pixels and places. */
class ViewportTest {
    private static Viewport viewport(Random random) {
        double from = random.nextLong(1_000_000_000_000L);
        return new Viewport(Axis.OFFSET, from, from + 1 + random.nextLong(1_000_000_000L), 50 + random.nextInt(4000));
    }

    @Test
    void pixelToPlaceToPixel() {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            Viewport viewport = viewport(random);
            double x = random.nextDouble() * viewport.width();
            assertEquals(x, viewport.x(viewport.place(x)), 1e-2, "seed " + seed);
            assertEquals(0, viewport.x(viewport.from()), 1e-9);
            assertEquals(viewport.width(), viewport.x(viewport.to()), 1e-9);
        }
    }

    @Test
    void whatIsFartherRightIsHigher() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            Viewport viewport = viewport(random);
            double a = random.nextDouble() * viewport.width();
            double b = random.nextDouble() * viewport.width();
            assertEquals(Double.compare(a, b), Double.compare(viewport.place(a), viewport.place(b)), "seed " + seed);
        }
    }

    @Test
    void zoomKeepsThePlaceUnderThePointer() {
        Viewport.Limits wide = new Viewport.Limits(-1e15, 1e15, 2);
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            Viewport viewport = viewport(random);
            double x = random.nextDouble() * viewport.width();
            double factor = 0.2 + random.nextDouble() * 4;
            Viewport zoomed = viewport.zoom(x, factor, wide);
            assertEquals(viewport.place(x), zoomed.place(x), Math.max(zoomed.grain(), viewport.grain()) / 100, "seed " + seed);
            assertEquals(viewport.width(), zoomed.width());
        }
    }

    @Test
    void zoomInAndOutComesBack() {
        Viewport.Limits wide = new Viewport.Limits(-1e15, 1e15, 1e-3);
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            Viewport viewport = viewport(random);
            double x = random.nextDouble() * viewport.width();
            Viewport back = viewport.zoom(x, 0.5, wide).zoom(x, 2, wide);
            assertEquals(viewport.from(), back.from(), viewport.grain(), "seed " + seed);
            assertEquals(viewport.to(), back.to(), viewport.grain(), "seed " + seed);
        }
    }

    @Test
    void nothingLeavesTheLimits() {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            Viewport.Limits limits = new Viewport.Limits(0, 1 + random.nextInt(1_000_000), 1);
            Viewport viewport = new Viewport(Axis.OFFSET, 0, limits.end(), 900);
            for (int step = 0; step < 30; step++) {
                double x = random.nextDouble() * 900;
                viewport = switch (random.nextInt(4)) {
                    case 0 -> viewport.zoom(x, random.nextDouble() * 3, limits);
                    case 1 -> viewport.pan((random.nextDouble() - 0.5) * 5000, limits);
                    case 2 -> viewport.between(x, random.nextDouble() * 900, limits);
                    default -> viewport.showing(random.nextDouble() * limits.end() * 1.5, limits);
                };
                assertTrue(viewport.from() >= limits.start() && viewport.to() <= limits.end(), "seed " + seed + ": " + viewport);
                assertTrue(viewport.to() - viewport.from() >= Math.min(1, limits.end()) * 0.999, "seed " + seed + ": " + viewport);
            }
        }
    }

    @Test
    void panningThereAndBack() {
        Viewport.Limits wide = new Viewport.Limits(-1e15, 1e15, 2);
        Viewport viewport = new Viewport(Axis.OFFSET, 100, 200, 1000);
        assertEquals(110, viewport.pan(100, wide).from(), 1e-9);
        assertEquals(viewport.from(), viewport.pan(333, wide).pan(-333, wide).from(), 1e-9);
    }

    @Test
    void showingMovesOnlyWhenItMust() {
        Viewport.Limits limits = new Viewport.Limits(0, 1000, 2);
        Viewport viewport = new Viewport(Axis.OFFSET, 100, 200, 1000);
        assertEquals(viewport, viewport.showing(150, limits));
        Viewport moved = viewport.showing(700, limits);
        assertTrue(moved.from() <= 700 && moved.to() >= 700);
        assertEquals(100, moved.to() - moved.from(), 1e-9);
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Viewport(Axis.OFFSET, 5, 5, 100));
        assertThrows(IllegalArgumentException.class, () -> new Viewport(Axis.OFFSET, 0, 5, 0));
        assertThrows(IllegalArgumentException.class, () -> new Viewport(Axis.OFFSET, 0, Double.NaN, 10));
    }

    @Test
    void theOtherAxisKeepsThePlace() {
        Timeline timeline = SampleTimelines.of("reconfiguration");
        Viewport all = Viewport.all(timeline, Axis.OFFSET, 1000);
        assertEquals(Viewport.all(timeline, Axis.TIME, 1000), all.on(Axis.TIME, timeline));
        Viewport part = new Viewport(Axis.OFFSET, 40, 60, 1000);
        Viewport times = part.on(Axis.TIME, timeline);
        assertEquals(timeline.clock().timeAt(40), times.from(), 20);
        Viewport back = times.on(Axis.OFFSET, timeline);
        assertEquals(40, back.from(), 1.5);
        assertEquals(60, back.to(), 1.5);
    }

    @Test
    void theClockNeverRunsBackwards() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Clock.Builder builder = new Clock.Builder();
            for (int i = 0; i < 50; i++) {
                builder.add(random.nextInt(1000), List.of(-1L, 5L, 1_700_000_000_000L + random.nextInt(100_000), Long.MAX_VALUE).get(random.nextInt(4)));
            }
            Clock clock = builder.build();
            double last = 0;
            for (int offset = 0; offset < 1000 && !clock.isEmpty(); offset += 7) {
                assertTrue(clock.timeAt(offset) >= last, "seed " + seed);
                last = clock.timeAt(offset);
                assertTrue(clock.timeAt(offset) >= 1_700_000_000_000L && clock.timeAt(offset) <= 1_700_000_100_000L, "absurd times count for nothing");
            }
        }
    }
}
