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
import kraftaudit.audit.archive.ArchiveLimits;
import kraftaudit.audit.archive.ArchiveRefused;
import kraftaudit.audit.archive.Archives;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.NothingFound;

/** Loads a capture in a thread of its own. Every answer comes on the window's thread; after {@link #cancel} none does. */
final class Loading implements Pipe.Progress {
    /**
     * A loaded capture: the report and the timelines of its clusters.
     *
     * @param archives to be closed when nothing is read any more
     */
    record Loaded(AuditReport report, List<Timeline> timelines, Archives archives) {
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
    private final Archives archives;
    private final Listener listener;
    private final AtomicLong read = new AtomicLong();
    private volatile long total = -1;
    private volatile boolean cancelled;
    private volatile boolean telling;

    Loading(List<Path> paths, Pipe.Settings settings, ArchiveLimits limits, Listener listener) {
        this.paths = paths;
        this.settings = settings;
        this.archives = new Archives(limits);
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
        boolean done = false;
        try {
            tell(l -> l.progress(-1, paths.stream().anyMatch(Archives::isArchive) ? "Unpacking" : "Looking for log directories"));
            Capture capture = CaptureFinder.findGiven(archives.given(paths));
            AuditReport report = Audit.audit(Pipe.load(capture, settings, this));
            stopIfCancelled();
            tell(l -> l.progress(-1, "Arranging the timeline"));
            Loaded loaded = new Loaded(report, report.clusters().stream().map(Timeline::of).toList(), archives);
            stopIfCancelled();
            Platform.runLater(() -> {
                if (cancelled) {
                    archives.close();
                } else {
                    listener.loaded(loaded);
                }
            });
            done = true;
        } catch (CancellationException stopped) {
            // Whoever cancelled knows.
        } catch (NothingFound nothing) {
            tell(l -> l.failed(Problem.nothingFound(paths, nothing.lines())));
        } catch (ArchiveRefused refused) {
            tell(l -> l.failed(Problem.refused(refused.getMessage())));
        } catch (OutOfMemoryError tooLarge) {
            tell(l -> l.failed(Problem.tooLarge()));
        } catch (RuntimeException | StackOverflowError fault) {
            tell(l -> l.failed(Problem.fault(fault)));
        } finally {
            if (!done) {
                archives.close();
            }
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
