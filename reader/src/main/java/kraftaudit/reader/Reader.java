package kraftaudit.reader;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Reads everything that a capture holds: segments and checkpoints, several at a time, and the small files. The result does
 * not depend on the number of threads or on which of them is first.
 */
public final class Reader {
    private static final Set<FileKind> SCANNED = EnumSet.of(FileKind.SEGMENT, FileKind.CHECKPOINT, FileKind.ZERO_CHECKPOINT,
            FileKind.BOOTSTRAP_CHECKPOINT);

    private Reader() {
    }

    /**
     * Reads all directories of a capture.
     *
     * @param threads at least 1
     * @return one for each directory, in the order of the capture
     */
    public static List<DirectoryScan> read(Capture capture, Schemas schemas, Profile profile, int threads) {
        return read(capture, schemas, profile, threads, Optional.empty(), Optional.empty());
    }

    /**
     * As {@link #read(Capture, Schemas, Profile, int)}, and tells how far it is.
     *
     * @param progress called with numbers of bytes, from several threads; they add up to the bytes of all files that can be
     *                 scanned
     * @param hashes   where the hashes of files are wanted: takes them, of files that are not scanned too
     */
    public static List<DirectoryScan> read(Capture capture, Schemas schemas, Profile profile, int threads, Optional<LongConsumer> progress,
                                           Optional<Hashes> hashes) {
        List<CapturedFile> files = capture.directories().stream().flatMap(directory -> directory.files().stream())
                .filter(file -> SCANNED.contains(file.kind())).sorted(Comparator.comparingLong(CapturedFile::length).reversed()).toList();
        List<CapturedFile> hashedAlone = hashes.map(wanted -> without(wanted.files(), files)).orElse(List.of());
        Scanner scanner = new Scanner(schemas, profile, progress, hashes);
        Object[] results = new Object[files.size()];
        int tasks = files.size() + hashedAlone.size();
        AtomicInteger next = new AtomicInteger();
        inParallel(Math.min(threads, tasks), () -> {
            for (int i = next.getAndIncrement(); i < tasks; i = next.getAndIncrement()) {
                if (i < results.length) {
                    results[i] = scanned(scanner, files.get(i), hashes);
                } else {
                    hashes.orElseThrow().take(hashedAlone.get(i - results.length));
                }
            }
        });
        Map<CapturedFile, Object> byFile = new HashMap<>();
        for (int i = 0; i < results.length; i++) {
            byFile.put(files.get(i), results[i]);
        }
        return capture.directories().stream().map(directory -> assembled(directory, byFile)).toList();
    }

    /** The {@link Scan}, or the {@link DirectoryScan.Failure} in its place. */
    private static Object scanned(Scanner scanner, CapturedFile file, Optional<Hashes> hashes) {
        try {
            return scanner.scan(file);
        } catch (IOException refused) {
            String reason = SystemReason.of(refused);
            hashes.ifPresent(wanted -> wanted.refuse(file, reason));
            return new DirectoryScan.Failure(file, reason);
        }
    }

    private static List<CapturedFile> without(List<CapturedFile> files, List<CapturedFile> those) {
        Set<CapturedFile> scanned = new HashSet<>(those);
        return files.stream().filter(file -> !scanned.contains(file)).toList();
    }

    private static DirectoryScan assembled(LogDirectory directory, Map<CapturedFile, Object> byFile) {
        List<DirectoryScan.Failure> failures = new ArrayList<>();
        directory.files().forEach(file -> {
            if (byFile.get(file) instanceof DirectoryScan.Failure failure) {
                failures.add(failure);
            }
        });
        List<Scan> bootstraps = new ArrayList<>(scans(directory, FileKind.ZERO_CHECKPOINT, byFile));
        bootstraps.addAll(scans(directory, FileKind.BOOTSTRAP_CHECKPOINT, byFile));
        return new DirectoryScan(directory, scans(directory, FileKind.SEGMENT, byFile), scans(directory, FileKind.CHECKPOINT, byFile),
                bootstraps, small(directory, FileKind.META_PROPERTIES, IdentityFiles::metaProperties),
                small(directory, FileKind.QUORUM_STATE, IdentityFiles::quorumState),
                small(directory, FileKind.LEADER_EPOCH_CHECKPOINT, IdentityFiles::leaderEpochs),
                small(directory, FileKind.PARTITION_METADATA, IdentityFiles::partitionMetadata),
                small(directory, FileKind.CLEAN_SHUTDOWN, IdentityFiles::cleanShutdown), failures);
    }

    /** In the order of the names, whose fixed width makes it that of base offsets and checkpoint ids. */
    private static List<Scan> scans(LogDirectory directory, FileKind kind, Map<CapturedFile, Object> byFile) {
        List<Scan> scans = new ArrayList<>();
        for (CapturedFile file : directory.all(kind)) {
            if (byFile.get(file) instanceof Scan scan) {
                scans.add(scan);
            }
        }
        return scans;
    }

    private static <T> Optional<FileReading<T>> small(LogDirectory directory, FileKind kind, Function<CapturedFile, FileReading<T>> reader) {
        return directory.one(kind).map(reader);
    }

    /** Runs the work in so many threads, this one among them; what one of them throws is thrown here when all have ended. */
    private static void inParallel(int threads, Runnable work) {
        List<Thread> others = new ArrayList<>();
        List<Throwable> thrown = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int i = 1; i < threads; i++) {
            Thread other = new Thread(work, "scan-" + i);
            other.setDaemon(true);
            other.setUncaughtExceptionHandler((thread, failure) -> thrown.add(failure));
            others.add(other);
            other.start();
        }
        work.run();
        try {
            for (Thread other : others) {
                other.join();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while files were scanned", stopped);
        }
        if (!thrown.isEmpty()) {
            throw new IllegalStateException("a scan failed", thrown.get(0));
        }
    }
}
