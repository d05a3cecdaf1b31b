package kraftaudit.audit.dump;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** The threads that render, and what they have been given: first in, first out. */
final class Workers implements AutoCloseable {
    /** Renderings beyond one for each thread, so that none has to wait for the output. */
    private static final int SPARE = 2;

    private final ExecutorService pool;
    private final boolean alone;
    private final List<Rendering> all = new ArrayList<>();
    private final Deque<Rendering> idle = new ArrayDeque<>();
    private final Deque<Given> given = new ArrayDeque<>();
    private long left;

    private record Given(Rendering rendering, Future<?> done) {
    }

    Workers(DumpOptions options, int threads) {
        left = options.limit().orElse(Long.MAX_VALUE);
        alone = threads == 1 || options.limit().isPresent();
        pool = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "dump");
            thread.setDaemon(true);
            return thread;
        });
        for (int i = 0; i < (alone ? 1 : threads + SPARE); i++) {
            all.add(new Rendering(options));
        }
        idle.addAll(all);
    }

    /** Does something with every rendering; none may be at work. */
    void each(Consumer<Rendering> setUp) {
        all.forEach(setUp);
    }

    /** Whether the last record allowed was shown. */
    boolean limitReached() {
        return left <= 0;
    }

    boolean hasIdle() {
        return !idle.isEmpty();
    }

    boolean hasGiven() {
        return !given.isEmpty();
    }

    /** Whether the first rendering given has ended. */
    boolean firstIsDone() {
        return !given.isEmpty() && given.peek().done().isDone();
    }

    /** Takes a rendering that is idle. */
    Rendering take() {
        return idle.remove();
    }

    /** Records that may still be shown. */
    long left() {
        return left;
    }

    /** Has it run, now where there is no other thread or it is too large to be one of several. */
    void give(Rendering rendering, boolean large) {
        if (alone || large) {
            rendering.run();
            given.add(new Given(rendering, CompletableFuture.completedFuture(null)));
        } else {
            given.add(new Given(rendering, pool.submit(rendering)));
        }
    }

    /** The rendering given first, when it has ended; to be given back. */
    Rendering await() {
        Given oldest = given.remove();
        try {
            oldest.done().get();
        } catch (ExecutionException failed) {
            idle.add(oldest.rendering());
            if (failed.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("rendering failed", failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while records were rendered", stopped);
        }
        left -= oldest.rendering().shown();
        return oldest.rendering();
    }

    void giveBack(Rendering rendering) {
        idle.add(rendering);
    }

    /** Waits until none is at work and throws away what was not awaited, so that all are idle again. */
    void dropAll() {
        while (!given.isEmpty()) {
            Given oldest = given.remove();
            try {
                oldest.done().get();
            } catch (ExecutionException dropped) {
                // as is what it would have written
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            idle.add(oldest.rendering());
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
