package kraftaudit.audit.archive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.LogDirectory;
import kraftaudit.written.Samples;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArchivesTest {
    private static final String SEGMENT = "__cluster_metadata-0/00000000000000000000.log";
    private static final ArchiveLimits SMALL = new ArchiveLimits(20, 100_000, 10, 50_000);

    @TempDir
    Path folder;

    private Path temporary() throws IOException {
        return Files.createDirectories(folder.resolve("temporary"));
    }

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    /** The message, after the archive's name. */
    private String refusal(String name, byte[] bytes, ArchiveLimits limits) throws IOException {
        Path archive = write(name, bytes);
        try (Archives archives = new Archives(limits, temporary())) {
            String message = assertThrows(ArchiveRefused.class, () -> archives.unpack(archive)).getMessage();
            assertTrue(message.startsWith(archive + ": "), message);
            assertEquals(1, message.lines().count(), message);
            assertEquals(List.of(), filesBelow(temporary()), "nothing is left of a refused archive");
            return message.substring(archive.toString().length() + 2);
        } finally {
            assertEquals(List.of(name), filesBelow(folder), "nothing is written elsewhere");
            Files.delete(archive);
        }
    }

    private static List<String> filesBelow(Path root) throws IOException {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(Files::isRegularFile).map(p -> root.relativize(p).toString()).sorted().toList();
        }
    }

    private static List<String> names(Capture capture) {
        List<String> names = new ArrayList<>();
        for (LogDirectory directory : capture.directories()) {
            names.add("directory " + directory.label());
            directory.files().forEach(f -> names.add(f.kind() + " " + f.name() + " " + f.length()));
        }
        capture.others().forEach(f -> names.add("other " + f.kind() + " " + f.name() + " " + f.length() + " " + f.note()));
        return names;
    }

    private static Map<String, byte[]> sample() throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        Path root = Samples.folder("reconfiguration");
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path path : walk.filter(Files::isRegularFile).toList()) {
                files.put(root.relativize(path).toString().replace('\\', '/'), Files.readAllBytes(path));
            }
        }
        return files;
    }

    @ParameterizedTest
    @ValueSource(strings = {"copies.zip", "copies.tar", "copies.tar.gz", "copies.tgz", "copies.bin"})
    void anArchiveIsReadLikeTheFolderItWasMadeOf(String name) throws Exception {
        ArchiveWriter writer = new ArchiveWriter();
        sample().forEach(writer::file);
        Path archive = write(name, name.endsWith("zip") ? writer.zip() : name.endsWith(".tar") ? writer.tar() : writer.tarGz());
        assertTrue(Archives.isArchive(archive));
        try (Archives archives = new Archives(ArchiveLimits.DEFAULT, temporary())) {
            Capture capture = CaptureFinder.findGiven(List.of(archives.unpack(archive)));
            assertEquals(names(CaptureFinder.find(List.of(Samples.folder("reconfiguration")))), names(capture));
            for (LogDirectory directory : capture.directories()) {
                for (CapturedFile file : directory.files()) {
                    assertArrayEquals(sample().get(file.name()), Files.readAllBytes(file.path()), file.name());
                }
            }
        }
        assertEquals(List.of(name), filesBelow(folder), "the temporary folder goes away");
    }

    @Test
    void namesBeginWithTheArchiveWhereSeveralPathsAreGiven() throws Exception {
        Path zip = write("a.zip", new ArchiveWriter().file(SEGMENT, "x").zip());
        Path tar = write("b.tar", new ArchiveWriter().file("./node2/" + SEGMENT, "y").tar());
        try (Archives archives = new Archives(ArchiveLimits.DEFAULT, temporary())) {
            assertEquals(List.of("directory a.zip", "SEGMENT a.zip/" + SEGMENT + " 1", "directory b.tar/node2", "SEGMENT b.tar/node2/" + SEGMENT + " 1"),
                names(CaptureFinder.findGiven(List.of(archives.unpack(zip), archives.unpack(tar)))));
        }
    }

    @Test
    void namesOfWindowsAndOfOtherAlphabetsAreKept() throws Exception {
        Path zip = write("w.zip", new ArchiveWriter().folder("Kopie\\leer\\").file("Kopie\\n\u00e9 1\\__cluster_metadata-0\\00000000000000000000.log", "x")
            .file("\u65e5\u672c/con/~0", "y").zip());
        try (Archives archives = new Archives(ArchiveLimits.DEFAULT, temporary())) {
            assertEquals(List.of("directory Kopie/n\u00e9 1", "SEGMENT Kopie/n\u00e9 1/" + SEGMENT + " 1",
                "other FOREIGN Kopie/leer 0 empty folder", "other FOREIGN \u65e5\u672c 0 folder without a log directory, 1 file"),
                names(CaptureFinder.findGiven(List.of(archives.unpack(zip)))));
        }
    }

    @Test
    void archivesInsideAreNotOpened() throws Exception {
        byte[] inner = new ArchiveWriter().file(SEGMENT, "x").zip();
        Path zip = write("o.zip", new ArchiveWriter().file("node1/" + SEGMENT, "x").file("inner.zip", inner).zip());
        try (Archives archives = new Archives(ArchiveLimits.DEFAULT, temporary())) {
            Capture capture = CaptureFinder.findGiven(List.of(archives.unpack(zip)));
            assertEquals(List.of("node1"), capture.directories().stream().map(LogDirectory::label).toList());
            assertEquals(FileKind.FOREIGN, capture.others().get(0).kind());
            assertTrue(capture.others().get(0).note().startsWith("archive: not opened"));
        }
    }

    @Test
    void theTemporaryFolderIsItsOwnersAloneAndKeepsTimes() throws Exception {
        Path tar = write("t.tar", new ArchiveWriter().file("node1/" + SEGMENT, "x").tar());
        try (Archives archives = new Archives(ArchiveLimits.DEFAULT, temporary())) {
            Path unpacked = archives.unpack(tar).path();
            Path top = temporary().resolve(temporary().relativize(unpacked).getName(0));
            if (top.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(top)));
            }
            assertEquals(FileTime.fromMillis(ArchiveWriter.TIME), Files.getLastModifiedTime(unpacked.resolve("node1/" + SEGMENT)));
        }
        try (Stream<Path> left = Files.list(temporary())) {
            assertEquals(0, left.count());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ../evil                    | entry ../evil: leads out of the archive
        node1/../../evil           | entry node1/../../evil: leads out of the archive
        node1/..                   | entry node1/..: leads out of the archive
        /etc/evil                  | entry /etc/evil: an absolute name
        C:/evil                    | entry C:/evil: an absolute name
        c:evil                     | entry c:evil: an absolute name
        """)
    void namesThatLeadElsewhere(String name, String message) throws IOException {
        ArchiveWriter writer = new ArchiveWriter().file("node1/" + SEGMENT, "x").file(name, "evil");
        assertEquals(message, refusal("e.zip", writer.zip(), SMALL));
        assertEquals(message, refusal("e.zip", writer.tar(), SMALL));
        assertEquals(message, refusal("e.zip", writer.tarGz(), SMALL));
        ArchiveWriter folders = new ArchiveWriter().folder(name + "/");
        assertTrue(refusal("e.zip", folders.zip(), SMALL).startsWith("entry " + name + "/: "));
        assertTrue(refusal("e.zip", folders.tar(), SMALL).startsWith("entry " + name + "/: "));
    }

    @Test
    void backslashes() throws IOException {
        assertEquals("entry ../evil: leads out of the archive", refusal("e.zip", new ArchiveWriter().file("..\\evil", "x").zip(), SMALL));
        assertEquals("entry a/../../evil: leads out of the archive", refusal("e.zip", new ArchiveWriter().file("a/..\\..\\evil", "x").zip(), SMALL));
        assertEquals("entry C:/evil: an absolute name", refusal("e.zip", new ArchiveWriter().file("C:\\evil", "x").zip(), SMALL));
        assertEquals("entry //server/share/x: an absolute name", refusal("e.zip", new ArchiveWriter().file("\\\\server\\share\\x", "x").zip(), SMALL));
        assertEquals("entry ..\\evil: a name with a backslash", refusal("e.tar", new ArchiveWriter().file("..\\evil", "x").tar(), SMALL));
    }

    @Test
    void linksAndDevices() throws IOException {
        assertEquals("entry node1/link: a symbolic link", refusal("l.zip", new ArchiveWriter().link("node1/link", "/etc/passwd").zip(), SMALL));
        assertEquals("entry node1/link: a symbolic link", refusal("l.tar", new ArchiveWriter().link("node1/link", "/etc/passwd").tar(), SMALL));
        assertEquals("entry hard: a hard link", refusal("l.tar", new ArchiveWriter().special("hard", TarConstants.LF_LINK).tar(), SMALL));
        for (byte type : new byte[] {TarConstants.LF_CHR, TarConstants.LF_BLK, TarConstants.LF_FIFO}) {
            assertEquals("entry dev/x: a device or pipe", refusal("l.tar.gz", new ArchiveWriter().special("dev/x", type).tarGz(), SMALL));
        }
        assertEquals("entry pipe: neither a file nor a folder", refusal("l.zip", new ArchiveWriter().special("pipe", TarConstants.LF_FIFO).zip(), SMALL));
    }

    @Test
    void twoEntriesForOnePlace() throws IOException {
        for (String second : List.of("node1/a", "node1//a", "./node1/./a")) {
            ArchiveWriter writer = new ArchiveWriter().file("node1/a", "x").file(second, "y");
            assertEquals("entry " + second + ": a second entry of this name", refusal("d.zip", writer.zip(), SMALL));
            assertEquals("entry " + second + ": a second entry of this name", refusal("d.tar", writer.tar(), SMALL));
        }
        assertEquals("entry a/b: another entry is a file named a", refusal("d.tar", new ArchiveWriter().file("a", "x").file("a/b", "y").tar(), SMALL));
        assertEquals("entry a: a second entry of this name", refusal("d.tar", new ArchiveWriter().file("a/b", "x").file("a", "y").tar(), SMALL));
        assertEquals("entry a/: another entry is a file named a", refusal("d.zip", new ArchiveWriter().file("a", "x").folder("a/").zip(), SMALL));
    }

    @Test
    void moreThanTheLimitsAllow() throws IOException {
        ArchiveWriter many = new ArchiveWriter();
        for (int i = 0; i < SMALL.entries(); i++) {
            many.file("node1/" + i, "x");
        }
        String tooMany = "entry node1/19: more than 20 entries";
        assertEquals(tooMany, refusal("m.tar", many.tar(), SMALL));
        assertEquals("more than 20 entries", refusal("m.zip", new ArchiveWriter().file("a", "x").file("b", "x").zip(), new ArchiveLimits(1, 9, 9, 9))
            .replace("more than 1 entries", "more than 20 entries"), "counted before the directory is read");
        ArchiveWriter zeros = new ArchiveWriter().file("a", new byte[40_000]).file("b", new byte[40_000]);
        assertEquals("entry b: more than 10 times its own length comes out of this archive", refusal("z.zip", zeros.zip(), SMALL));
        assertEquals("entry b: more than 10 times its own length comes out of this archive", refusal("z.tar.gz", zeros.tarGz(), SMALL));
        byte[] noise = new byte[60_000];
        new Random(1).nextBytes(noise);
        ArchiveWriter large = new ArchiveWriter().file("a", noise).file("b", noise);
        assertEquals("entry b: more than 100000 bytes come out of this archive", refusal("n.zip", large.zip(), SMALL));
        assertEquals("entry b: more than 100000 bytes come out of this archive", refusal("n.tar", large.tar(), SMALL));
        assertTrue(refusal("deep.tar", new ArchiveWriter().file("d/".repeat(65) + "x", "x").tar(), ArchiveLimits.DEFAULT).endsWith("more than 64 folders deep"));
        assertTrue(refusal("long.tar", new ArchiveWriter().longName(5000).file("a", "x").tar(), SMALL).endsWith("a name of 5000 characters"));
        assertTrue(refusal("head.tar.gz", new ArchiveWriter().longName(2_000_000).file("a", "x").tarGz(), SMALL).endsWith("headers of more than 1048576 bytes"));
    }

    @Test
    void limitsInNumbers() {
        ArchiveLimits limits = new ArchiveLimits(1, 1000, 10, 50);
        assertEquals(50, limits.allowed(0));
        assertEquals(50, limits.allowed(5));
        assertEquals(60, limits.allowed(6));
        assertEquals(1000, limits.allowed(101));
        assertEquals(1000, limits.allowed(Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> new ArchiveLimits(0, 1, 1, 0));
    }

    @Test
    void damagedAndOtherFiles() throws IOException {
        assertEquals("neither a zip nor a tar nor a tar.gz", refusal("x.zip", "no archive".getBytes(StandardCharsets.US_ASCII), SMALL));
        assertEquals("neither a zip nor a tar nor a tar.gz", refusal("x.zip", new byte[0], SMALL));
        assertEquals("an archive without entries", refusal("x.zip", new ArchiveWriter().zip(), SMALL));
        assertEquals("an archive without entries", refusal("x.tar", new ArchiveWriter().tar(), SMALL));
        byte[] segment = Files.readAllBytes(Samples.folder("reconfiguration").resolve("node1").resolve(SEGMENT));
        assertTrue(refusal("00000000000000000000.log.gz", ArchiveWriter.gzip(segment), SMALL).startsWith("no tar, or damaged: "));
        byte[] tar = new ArchiveWriter().file("node1/a", "x").tar();
        tar[0] ^= 1;
        assertEquals("no tar, or damaged: a header whose checksum does not match", refusal("x.tar", tar, SMALL));
        byte[] half = new ArchiveWriter().file("node1/a", new byte[3000]).tar();
        assertTrue(refusal("x.tar", Arrays.copyOf(half, 2000), SMALL).startsWith("damaged in or after entry node1/a: "));
        byte[] zip = new ArchiveWriter().file("node1/a", "some text in here").zip();
        zip[new String(zip, StandardCharsets.ISO_8859_1).indexOf("node1/a") + 9] ^= 0x10;
        assertTrue(refusal("x.zip", zip, SMALL).startsWith("entry node1/a: "));
        byte[] encrypted = new ArchiveWriter().file("node1/a", "x").zip();
        String text = new String(encrypted, StandardCharsets.ISO_8859_1);
        encrypted[text.indexOf("PK\1\2") + 8] |= 1;
        encrypted[6] |= 1;
        assertEquals("entry node1/a: encrypted", refusal("x.zip", encrypted, SMALL));
    }

    @Test
    void cutAtEveryLength() throws IOException {
        ArchiveWriter writer = new ArchiveWriter().file("node1/" + SEGMENT, "0123456789".repeat(30)).file("node1/meta.properties", "version=1");
        for (byte[] whole : List.of(writer.zip(), writer.tarGz())) {
            for (int length = 0; length < whole.length; length++) {
                refusalOrWhole(Arrays.copyOf(whole, length));
            }
        }
    }

    /** Its checksum and length stand behind all that a tar.gz holds, and behind them nothing but another member or zeros. */
    @Test
    void theEndOfAGzip() throws IOException {
        byte[] whole = new ArchiveWriter().file("node1/" + SEGMENT, "0123456789".repeat(300)).tarGz();
        for (int at = whole.length - 8; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 4;
            assertTrue(refusal("x.tgz", flipped, SMALL).startsWith("damaged in or after entry node1/" + SEGMENT + ": "));
            assertTrue(refusal("x.tgz", Arrays.copyOf(whole, at), SMALL).startsWith("damaged in or after entry node1/" + SEGMENT + ": "));
        }
        for (String garbage : List.of("x", "garbage", "\0\0x", "\u001f", "PK\3\4")) {
            assertEquals("damaged in or after entry node1/" + SEGMENT + ": bytes behind the end of the gzip",
                refusal("x.tgz", joined(whole, garbage.getBytes(StandardCharsets.ISO_8859_1)), SMALL));
        }
        byte[] tar = new ArchiveWriter().file("node1/" + SEGMENT, "0123456789".repeat(300)).tar();
        byte[] members = joined(ArchiveWriter.gzip(Arrays.copyOf(tar, 700)), ArchiveWriter.gzip(Arrays.copyOfRange(tar, 700, tar.length)));
        for (byte[] sound : List.of(whole, members, joined(whole, new byte[9000]), joined(whole, ArchiveWriter.gzip(new byte[0])))) {
            assertFalse(refusalOrWhole(sound));
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @Test
    void mutantsAreUnpackedOrRefused() throws IOException {
        long seed = 20_261_129L;
        Random random = new Random(seed);
        ArchiveWriter writer = new ArchiveWriter().folder("node1/").file("node1/" + SEGMENT, "0123456789".repeat(30)).file("node1/meta.properties", "version=1");
        int refused = 0;
        for (byte[] whole : List.of(writer.zip(), writer.tar(), writer.tarGz())) {
            for (int i = 0; i < 150; i++) {
                byte[] mutant = whole.clone();
                for (int edits = random.nextInt(4) + 1; edits > 0; edits--) {
                    mutant[random.nextInt(Math.min(mutant.length, 3000))] = (byte) random.nextInt(256);
                }
                refused += refusalOrWhole(mutant) ? 1 : 0;
            }
        }
        assertTrue(refused > 200 && refused < 450, "seed " + seed + ": " + refused + " refused");
    }

    /** Whether the bytes are refused; whatever they are, nothing else is thrown and nothing is written elsewhere. */
    private boolean refusalOrWhole(byte[] bytes) throws IOException {
        Path archive = write("m.tar", bytes);
        boolean refused = false;
        try (Archives archives = new Archives(SMALL, temporary())) {
            archives.unpack(archive);
        } catch (ArchiveRefused expected) {
            refused = true;
            assertEquals(1, expected.getMessage().lines().count(), expected.getMessage());
        }
        assertEquals(List.of("m.tar"), filesBelow(folder));
        return refused;
    }

    @Test
    void whatIsAnArchive() throws IOException {
        assertTrue(Archives.isArchive(write("A.ZIP", new byte[0])));
        assertTrue(Archives.isArchive(write("unnamed", new ArchiveWriter().file("a", "x").tar())));
        assertTrue(Archives.isArchive(write("unnamed", new ArchiveWriter().file("a", "x").zip())));
        assertFalse(Archives.isArchive(folder));
        assertFalse(Archives.isArchive(folder.resolve("nowhere.zip")));
        try (Stream<Path> walk = Files.walk(Samples.all())) {
            assertEquals(List.of(), walk.filter(Archives::isArchive).toList());
        }
    }

    @Test
    void aTemporaryFolderThatCannotBeMade() throws IOException {
        Path archive = write("a.zip", new ArchiveWriter().file("a", "x").zip());
        try (Archives archives = new Archives(SMALL, folder.resolve("nowhere"))) {
            assertEquals(archive + ": no temporary folder can be made: no such file or folder",
                assertThrows(ArchiveRefused.class, () -> archives.unpack(archive)).getMessage());
        }
    }

    /** Unpacks its argument and ends without closing. */
    static final class Ending {
        private Ending() {
        }

        public static void main(String[] arguments) throws ArchiveRefused {
            Path unpacked = new Archives(ArchiveLimits.DEFAULT).unpack(Path.of(arguments[0])).path();
            System.exit(Files.isDirectory(unpacked) ? 5 : 6);
        }
    }

    @Test
    void theTemporaryFolderGoesAwayWhenJavaEnds() throws Exception {
        Path archive = write("a.zip", new ArchiveWriter().file("node1/" + SEGMENT, "x").zip());
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + temporary(), "-cp", System.getProperty("java.class.path"), Ending.class.getName(), archive.toString())
            .redirectErrorStream(true).redirectOutput(folder.resolve("output").toFile()).start();
        assertEquals(5, process.waitFor(), Files.readString(folder.resolve("output")));
        try (Stream<Path> left = Files.list(temporary())) {
            assertEquals(List.of(), left.filter(p -> p.getFileName().toString().startsWith("kraft-audit")).toList());
        }
    }
}
