package kraftaudit.audit.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import kraftaudit.audit.archive.ArchiveRefused;
import kraftaudit.audit.archive.Archives;
import kraftaudit.audit.report.CaptureSummary;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.SystemReason;

/** Captures that are audited one by one, several at a time: whatever becomes of one, the others are audited. */
final class EachCapture {
    private EachCapture() {
    }

    /**
     * A capture of its own.
     *
     * @param name its last name, made different where two PATHs hold the same
     */
    record Named(String name, Path path) {
    }

    /** Audits one capture. */
    interface Auditing {
        CaptureSummary audit(Named capture) throws Exception;
    }

    /**
     * Finds them: a PATH that is a file, and every folder and archive directly below a PATH that is a folder; by name.
     *
     * @throws NothingFound where a PATH cannot be listed, or there is no capture at all
     */
    static List<Named> find(List<Path> paths) throws NothingFound {
        List<Path> found = new ArrayList<>();
        for (Path path : paths) {
            if (!Files.isDirectory(path)) {
                found.add(path);
                continue;
            }
            List<Path> below = new ArrayList<>();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
                for (Path entry : entries) {
                    if (Files.isDirectory(entry) && !Files.isSymbolicLink(entry) || Archives.isArchive(entry)) {
                        below.add(entry);
                    }
                }
            } catch (IOException failure) {
                throw new NothingFound(List.of(path + ": " + SystemReason.of(failure)));
            }
            below.sort((a, b) -> a.getFileName().toString().compareTo(b.getFileName().toString()));
            found.addAll(below);
        }
        if (found.isEmpty()) {
            throw new NothingFound(paths.stream().map(path -> path + ": no folder and no archive in it").toList());
        }
        Set<String> names = new HashSet<>();
        List<Named> named = new ArrayList<>();
        for (Path path : found) {
            String own = String.valueOf(path.toAbsolutePath().normalize().getFileName());
            String name = own;
            for (int n = 2; !names.add(name); n++) {
                name = own + "#" + n;
            }
            named.add(new Named(name, path));
        }
        return named;
    }

    /**
     * Audits all of them.
     *
     * @param jobs   captures at a time
     * @param csvRaw of the rows of those that fail
     * @param told   how many are done, in turn
     * @return in the order given, whichever is done first
     */
    static List<CaptureSummary> audit(List<Named> captures, int jobs, boolean csvRaw, Auditing auditing, IntConsumer told) throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(Math.min(jobs, captures.size()), work -> {
            Thread thread = new Thread(work, "audit");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<CaptureSummary>> running = captures.stream().map(capture -> workers.submit(() -> guarded(capture, csvRaw, auditing))).toList();
            List<CaptureSummary> summaries = new ArrayList<>();
            for (Future<CaptureSummary> future : running) {
                summaries.add(future.get());
                told.accept(summaries.size());
            }
            return summaries;
        } catch (ExecutionException cannotBe) {
            throw new IllegalStateException(cannotBe.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    /** A capture that cannot be audited is a row, and no end. */
    private static CaptureSummary guarded(Named capture, boolean csvRaw, Auditing auditing) {
        try {
            return auditing.audit(capture);
        } catch (NothingFound nothing) {
            return CaptureSummary.failed(capture.name(), String.join("; ", nothing.lines()), ExitCode.INPUT, csvRaw);
        } catch (ArchiveRefused refused) {
            return CaptureSummary.failed(capture.name(), refused.getMessage(), ExitCode.INPUT, csvRaw);
        } catch (OutOfMemoryError tooLarge) {
            return CaptureSummary.failed(capture.name(), "too large for the memory that Java has", ExitCode.INPUT, csvRaw);
        } catch (Exception | StackOverflowError fault) {
            return CaptureSummary.failed(capture.name(), CommandLineTool.OWN_FAULT + fault, ExitCode.FAULT, csvRaw);
        }
    }

    /** The exit code of them all: the gravest of theirs. */
    static int exitCode(List<CaptureSummary> captures) {
        List<Integer> codes = captures.stream().map(CaptureSummary::exitCode).toList();
        for (int code : new int[] {ExitCode.FAULT, ExitCode.INPUT, ExitCode.FINDINGS}) {
            if (codes.contains(code)) {
                return code;
            }
        }
        return ExitCode.NOTHING;
    }
}
