package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hashes that are taken while files are read: of long segments, which get a thread of their own, of short ones, and of what is not scanned. */
class HashesTest {
    private static final String LONG = "node1/__cluster_metadata-0/00000000000000000000.log";
    private static final String SHORT = "node1/__cluster_metadata-0/00000000000009999999.log";
    private static final String INDEX = "node1/__cluster_metadata-0/00000000000000000000.index";

    @TempDir
    private Path folder;

    private Capture written() throws Exception {
        ByteArrayOutputStream longer = new ByteArrayOutputStream();
        while (longer.size() < 3 << 20) {
            longer.write(Scans.log());
        }
        Files.createDirectories(folder.resolve(LONG).getParent());
        Files.write(folder.resolve(LONG), longer.toByteArray());
        Files.write(folder.resolve(SHORT), Scans.log());
        Files.write(folder.resolve(INDEX), new byte[100_000]);
        return CaptureFinder.find(List.of(folder));
    }

    private static List<CapturedFile> files(Capture capture) {
        return Stream.concat(capture.directories().stream().flatMap(d -> d.files().stream()), capture.others().stream()).toList();
    }

    private static List<DirectoryScan> read(Capture capture, int threads, LongConsumer scanned, Hashes hashes) {
        return Reader.read(capture, Scans.SCHEMAS, Scans.PROFILE, threads, Optional.of(scanned), Optional.of(hashes));
    }

    @Test
    void everyFileHasItsHashAndIsReadForItOnce() throws Exception {
        Capture capture = written();
        List<CapturedFile> files = files(capture);
        assertTrue(files.stream().map(CapturedFile::name).toList().containsAll(List.of(LONG, SHORT, INDEX)), files::toString);
        List<DirectoryScan> without = Reader.read(capture, Scans.SCHEMAS, Scans.PROFILE, 1);
        for (int threads : new int[] {1, 2, 5}) {
            AtomicLong hashed = new AtomicLong();
            AtomicLong scanned = new AtomicLong();
            Hashes hashes = new Hashes(files, hashed::addAndGet);
            assertEquals(without, read(capture, threads, scanned::addAndGet, hashes));
            for (CapturedFile file : files) {
                String expected = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file.path())));
                assertEquals(Optional.of(expected), hashes.of(file), file.name());
                assertEquals(Optional.empty(), hashes.problem(file));
            }
            assertEquals(files.stream().mapToLong(CapturedFile::length).sum(), hashed.get());
            assertEquals(Files.size(folder.resolve(LONG)) + Files.size(folder.resolve(SHORT)), scanned.get());
        }
    }

    @Test
    void aFileThatIsGoneSaysWhy() throws Exception {
        Capture capture = written();
        Files.delete(folder.resolve(SHORT));
        Files.delete(folder.resolve(INDEX));
        Hashes hashes = new Hashes(files(capture), bytes -> { });
        read(capture, 2, bytes -> { }, hashes);
        for (CapturedFile file : files(capture)) {
            boolean gone = !file.name().equals(LONG);
            assertEquals(gone, hashes.of(file).isEmpty(), file.name());
            assertEquals(gone ? Optional.of("no such file or folder") : Optional.empty(), hashes.problem(file), file.name());
        }
    }

    /** Whoever listens may stop the work, from the thread that scans and from the one that hashes. */
    @Test
    void eitherSideCanBeStopped() throws Exception {
        Capture capture = written();
        LongConsumer stop = bytes -> {
            throw new CancellationException();
        };
        assertThrows(CancellationException.class, () -> read(capture, 1, stop, new Hashes(files(capture), bytes -> { })));
        assertThrows(CancellationException.class, () -> read(capture, 1, bytes -> { }, new Hashes(files(capture), stop)));
        assertThrows(CancellationException.class, () -> read(capture, 1, stop, new Hashes(files(capture), stop)));
    }

    /** RFC 6234 and FIPS 180-2 give this one. */
    @Test
    void theHashOfThreeBytes() {
        assertEquals("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", Hashes.sha256(new byte[] {'a', 'b', 'c'}));
    }
}
