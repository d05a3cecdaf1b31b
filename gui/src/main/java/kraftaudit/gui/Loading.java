package kraftaudit.gui;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import javafx.application.Platform;
import kraftaudit.audit.Audit;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.reader.NothingFound;

/** Loads a capture in a thread of its own. Every answer comes on the window's thread; after {@link #cancel} none does. */
final class Loading implements Pipe.Progress {
    /** A loaded capture: the report and the timelines of its clusters. */
    record Loaded(AuditReport report, List<Timeline> timelines) {
    }

    /** What the window does with the answers. */
    interface Listener {
        /** @param part 0 to 1, below 0 while it is not known */
        void progress(double part, String words);

        void loaded(Loaded loaded);

        void failed(Problem problem);
    }

    private final List<Path> paths;
    private final Pipe.Settings settings;
    private final Listener listener;
    private final AtomicLong read = new AtomicLong();
    private volatile long total = -1;
    private volatile boolean cancelled;
    private volatile boolean telling;

    Loading(List<Path> paths, Pipe.Settings settings, Listener listener) {
        this.paths = paths;
        this.settings = settings;
        this.listener = listener;
    }

    void start() {
        Thread thread = new Thread(this::load, "load");
        thread.setDaemon(true);
        thread.start();
    }

    void cancel() {
        cancelled = true;
    }

    private void load() {
        try {
            tell(l -> l.progress(-1, "Looking for log directories"));
            AuditReport report = Audit.audit(Pipe.load(paths, settings, this));
            stopIfCancelled();
            tell(l -> l.progress(-1, "Arranging the timeline"));
            Loaded loaded = new Loaded(report, report.clusters().stream().map(Timeline::of).toList());
            stopIfCancelled();
            tell(l -> l.loaded(loaded));
        } catch (CancellationException stopped) {
            // Whoever cancelled knows.
        } catch (NothingFound nothing) {
            tell(l -> l.failed(Problem.nothingFound(paths, nothing.lines())));
        } catch (OutOfMemoryError tooLarge) {
            tell(l -> l.failed(Problem.tooLarge()));
        } catch (RuntimeException | StackOverflowError fault) {
            tell(l -> l.failed(Problem.fault(fault)));
        }
    }

    private void tell(Consumer<Listener> what) {
        Platform.runLater(() -> {
            if (!cancelled) {
                what.accept(listener);
            }
        });
    }

    private void stopIfCancelled() {
        if (cancelled) {
            throw new CancellationException();
        }
    }

    @Override
    public void total(long bytes) {
        stopIfCancelled();
        total = bytes;
    }

    @Override
    public void read(long bytes) {
        stopIfCancelled();
        long now = read.addAndGet(bytes);
        if (!telling) {
            telling = true;
            tell(l -> {
                telling = false;
                l.progress(total <= 0 ? -1 : (double) read.get() / total, now >= total ? "Replaying and auditing" : "Reading "
                    + megabytes(read.get()) + " of " + megabytes(total));
            });
        }
    }

    private static String megabytes(long bytes) {
        return bytes < 1 << 20 ? bytes / 1024 + " KiB" : bytes / (1 << 20) + " MiB";
    }
}
