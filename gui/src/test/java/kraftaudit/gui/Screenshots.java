package kraftaudit.gui;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.stage.Stage;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.archive.ArchiveLimits;
import kraftaudit.audit.timeline.Palette;

/**
 * Writes a picture of the window with each sample in both themes: {@code gui/screenshots FOLDER [SAMPLE...]}.
 * Run without a display, as the tests are.
 */
public final class Screenshots {
    private static final double WIDTH = 1600;
    private static final double HEIGHT = 900;

    private Screenshots() {
    }

    public static void main(String[] args) {
        int code = 0;
        try {
            write(args);
        } catch (Exception failed) {
            failed.printStackTrace();
            code = 1;
        }
        System.exit(code);
    }

    static void write(String... args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0]));
        Path samples = Path.of(args[1]);
        CountDownLatch started = new CountDownLatch(1);
        try {
            Platform.startup(started::countDown);
            started.await();
        } catch (IllegalStateException runsAlready) {
            // other tests have started it
        }
        Platform.setImplicitExit(false);
        for (String sample : List.of(args).subList(2, args.length)) {
            for (Palette palette : Palette.values()) {
                Path file = folder.resolve(sample.replace('/', '-') + "-" + palette.name().toLowerCase(java.util.Locale.ROOT) + ".png");
                Files.write(file, picture(samples.resolve(sample), palette));
            }
        }
    }

    private static byte[] picture(Path sample, Palette palette) throws Exception {
        AtomicReference<Stage> stage = new AtomicReference<>();
        AtomicReference<CaptureTab> tab = new AtomicReference<>();
        Path memory = Files.createTempDirectory("screenshots").resolve("window.json");
        CountDownLatch loaded = new CountDownLatch(1);
        onWindow(() -> {
            MainWindow window = new MainWindow(Pipe.Settings.defaults(), ArchiveLimits.DEFAULT, memory);
            window.theme(palette);
            stage.set(new Stage());
            stage.get().setScene(new Scene(window, WIDTH, HEIGHT));
            stage.get().show();
            tab.set(window.open(List.of(sample), Optional.empty(), Optional.empty()));
            tab.get().view().addListener((of, old, now) -> now.ifPresent(v -> loaded.countDown()));
        });
        if (!loaded.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException(sample + " was not loaded");
        }
        // Layout, the record's look-up and its answer each take a turn of the window's thread.
        for (int i = 0; i < 40; i++) {
            onWindow(() -> { });
            Thread.sleep(25);
        }
        AtomicReference<byte[]> png = new AtomicReference<>();
        onWindow(() -> {
            png.set(PngFile.of(stage.get().getScene().snapshot(null)));
            stage.get().close();
        });
        return png.get();
    }

    /** Runs on the window's thread and waits for it. */
    static void onWindow(Runnable work) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Platform.runLater(() -> {
            try {
                work.run();
            } catch (Throwable t) {
                thrown.set(t);
            }
            done.countDown();
        });
        done.await();
        if (thrown.get() != null) {
            throw new IllegalStateException(thrown.get());
        }
    }
}
