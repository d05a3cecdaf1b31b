package kraftaudit.gui;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javafx.application.Platform;
import javafx.geometry.Rectangle2D;
import javafx.scene.Scene;
import javafx.stage.Screen;
import javafx.stage.Stage;
import kraftaudit.audit.cli.ExitCode;
import kraftaudit.audit.cli.Window;
import kraftaudit.audit.cli.WrongUsage;
import kraftaudit.audit.timeline.Remembered;

/** The service behind {@code kraft-audit gui}. */
public final class TimelineWindow implements Window {
    private static final double WIDTH = 1500;
    private static final double HEIGHT = 940;

    /** For the service loader. */
    public TimelineWindow() {
    }

    @Override
    public Optional<String> obstacle() {
        return obstacle(System.getProperty("os.name", ""), System.getProperty("glass.platform", ""), System.getenv());
    }

    static Optional<String> obstacle(String system, String platform, Map<String, String> environment) {
        boolean needsDisplay = system.toLowerCase(Locale.ROOT).contains("linux") && platform.isEmpty();
        boolean display = !environment.getOrDefault("DISPLAY", "").isEmpty();
        return needsDisplay && !display
            ? Optional.of("there is no display (DISPLAY is not set), so no window can open; `kraft-audit audit` and `kraft-audit timeline` need none")
            : Optional.empty();
    }

    @Override
    public int open(Request request) throws WrongUsage {
        CountDownLatch closed = new CountDownLatch(1);
        try {
            Platform.startup(() -> show(request, closed));
        } catch (UnsupportedOperationException | UnsatisfiedLinkError | NoClassDefFoundError noWindow) {
            throw new WrongUsage("no window can open here: " + firstLine(noWindow) + "; `kraft-audit audit` and `kraft-audit timeline` need none");
        } catch (RuntimeException noToolkit) {
            throw new WrongUsage("no window can open here: " + firstLine(noToolkit) + "; on Linux JavaFX needs GTK 3 (package libgtk-3-0)");
        }
        try {
            closed.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.NOTHING;
    }

    private static String firstLine(Throwable thrown) {
        String message = thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
        return message.lines().findFirst().orElse(message);
    }

    private static void show(Request request, CountDownLatch closed) {
        Stage stage = new Stage();
        stage.setOnHidden(e -> closed.countDown());
        Path memory = Remembered.file(System.getenv(), Path.of(System.getProperty("user.home", ".")));
        MainWindow window = new MainWindow(request.settings(), request.limits(), memory);
        Thread.currentThread().setUncaughtExceptionHandler((thread, fault) -> window.tell(Problem.fault(fault)));
        Rectangle2D screen = Screen.getPrimary().getVisualBounds();
        stage.setScene(new Scene(window, Math.min(WIDTH, screen.getWidth()), Math.min(HEIGHT, screen.getHeight())));
        stage.setTitle("kraft-audit");
        stage.show();
        begin(window, request);
    }

    /** Opens what was asked for. */
    static void begin(MainWindow window, Request request) {
        if (request.session().isPresent() && request.paths().isEmpty()) {
            window.openSession(request.session().get());
        } else if (!request.paths().isEmpty()) {
            window.open(request.paths(), request.at(), window.session(request.session()));
        }
    }
}
