package kraftaudit.gui;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.stage.Stage;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.archive.ArchiveLimits;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Layout;
import kraftaudit.audit.timeline.Viewport;

/**
 * Whether the window stays smooth with a million timeline events and fifty copies: {@code gui/benchmark [EVENTS [COPIES]]}.
 * Counts the time of the drawing code after each pan and zoom, and that of the renderer behind it, which works in software here.
 */
public final class Benchmark {
    private static final int FRAMES = 200;
    /** Processor time, so that what else the machine does is not counted. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Benchmark() {
    }

    /** {@code write FOLDER EVENTS COPIES} or {@code measure FOLDER}. */
    public static void main(String[] args) {
        int code = 0;
        try {
            if (args[0].equals("write")) {
                ManyEvents.write(Path.of(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
            } else {
                code = measure(Path.of(args[1])) ? 0 : 1;
            }
        } catch (Exception failed) {
            failed.printStackTrace();
            code = 1;
        }
        System.exit(code);
    }

    private static boolean measure(Path capture) throws Exception {
        Platform.startup(() -> { });
        Path memory = Files.createTempDirectory("benchmark").resolve("window.json");
        AtomicReference<MainWindow> window = new AtomicReference<>();
        CountDownLatch loaded = new CountDownLatch(1);
        long start = System.nanoTime();
        Screenshots.onWindow(() -> {
            window.set(new MainWindow(Pipe.Settings.defaults(), ArchiveLimits.DEFAULT, memory));
            Stage stage = new Stage();
            stage.setScene(new Scene(window.get(), 1600, 900));
            stage.show();
            window.get().open(List.of(capture), Optional.empty(), Optional.empty()).view()
                .addListener((of, old, now) -> now.ifPresent(view -> loaded.countDown()));
        });
        loaded.await();
        Screenshots.onWindow(() -> { });
        say("loaded in %.1f s", (System.nanoTime() - start) / 1e9);
        AtomicReference<CaptureView> view = new AtomicReference<>();
        Screenshots.onWindow(() -> view.set(window.get().view().orElseThrow()));
        say("%d items on %d lanes", view.get().sight().whole().count(), view.get().sight().whole().lanes().size());
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        say("%d MiB of memory in use after loading, of %d MiB allowed", runtime.totalMemory() - runtime.freeMemory() >> 20, runtime.maxMemory() >> 20);
        boolean smooth = true;
        for (Axis axis : Axis.values()) {
            smooth &= frames(view.get(), axis, "everything open", Layout.Choice.DEFAULT);
            smooth &= frames(view.get(), axis, "records first", new Layout.Choice(view.get().sight().layout().get().lines().stream().flatMap(l -> l.row().stream())
                .map(r -> r.key()).filter(k -> k.startsWith("RECORDS")).toList(), List.of(), java.util.Set.of(), java.util.Set.of()));
        }
        return smooth;
    }

    private static boolean frames(CaptureView view, Axis axis, String what, Layout.Choice choice) throws Exception {
        Sight sight = view.sight();
        TimelinePane pane = view.timeline();
        Screenshots.onWindow(() -> {
            sight.choice().set(new Layout.Choice(choice.pinned(), List.of(), java.util.Set.of(), java.util.Set.of()));
            sight.axis(axis);
            sight.fit();
        });
        double[] code = new double[FRAMES];
        double[] whole = new double[FRAMES];
        for (int i = -FRAMES / 2; i < FRAMES; i++) {
            int frame = i;
            long[] drawn = {0};
            pulse(view);
            long rendered = rendererTime();
            Screenshots.onWindow(() -> {
                long start = THREADS.getCurrentThreadCpuTime();
                move(sight, Math.floorMod(frame, FRAMES));
                pane.draw();
                view.overview().draw();
                drawn[0] = THREADS.getCurrentThreadCpuTime() - start;
            });
            pulse(view);
            pulse(view);
            if (frame >= 0) {
                code[frame] = drawn[0] / 1e6;
                whole[frame] = (drawn[0] + rendererTime() - rendered) / 1e6;
            }
        }
        say("%-6s axis, %-15s  drawing code %s   with the software renderer %s", axis.name().toLowerCase(Locale.ROOT), what, figures(code), figures(whole));
        return code[FRAMES * 99 / 100] < 16;
    }

    /** Waits for the next frame, so that the one before it has been turned into pixels. */
    private static void pulse(CaptureView view) throws Exception {
        CountDownLatch come = new CountDownLatch(1);
        Runnable[] listener = {null};
        listener[0] = () -> {
            view.getScene().removePostLayoutPulseListener(listener[0]);
            come.countDown();
        };
        Screenshots.onWindow(() -> {
            view.getScene().addPostLayoutPulseListener(listener[0]);
            Platform.requestNextPulse();
        });
        come.await();
    }

    /** Processor time of the thread that turns what was drawn into pixels. */
    private static long rendererTime() {
        long time = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("QuantumRenderer")) {
                time += THREADS.getThreadCpuTime(thread.getId());
            }
        }
        return time;
    }

    /** Nearer at a wandering pointer, along, and out again, down to a few offsets and back to everything. */
    private static void move(Sight sight, int frame) {
        Viewport now = sight.viewport().get();
        if (frame == 0) {
            sight.fit();
        } else if (frame % 4 == 3) {
            sight.pan(frame % 8 == 3 ? 180 : -120);
        } else if (frame < FRAMES / 2) {
            sight.zoom(now.width() * (0.3 + 0.4 * (frame % 7) / 7), 0.85);
        } else {
            sight.zoom(now.width() / 2, 1 / 0.85);
        }
    }

    /** Median, 99th percentile and greatest; sorts the times. */
    private static String figures(double[] times) {
        Arrays.sort(times);
        return String.format(Locale.ROOT, "%5.1f ms (99 of 100 below %.1f, worst %.1f)", times[times.length / 2], times[times.length * 99 / 100], times[times.length - 1]);
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
