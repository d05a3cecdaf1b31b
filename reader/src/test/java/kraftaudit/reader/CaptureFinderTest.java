package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureFinderTest {
    private static final String LOG = "__cluster_metadata-0/";
    private static final String SEGMENT = "00000000000000000000.log";

    @TempDir
    Path root;

    /** Makes files, or folders where the name ends in a slash. */
    private void make(String... names) throws IOException {
        for (String name : names) {
            Path path = root.resolve(name);
            if (name.endsWith("/")) {
                Files.createDirectories(path);
            } else {
                Files.createDirectories(path.getParent());
                Files.writeString(path, name);
            }
        }
    }

    private Capture find(String... paths) throws NothingFound {
        return CaptureFinder.find(Arrays.stream(paths).map(root::resolve).toList());
    }

    private List<String> nothing(String... paths) {
        return assertThrows(NothingFound.class, () -> find(paths)).lines().stream().map(l -> l.replace(root + "/", "")).toList();
    }

    private static List<String> labels(Capture capture) {
        return capture.directories().stream().map(LogDirectory::label).toList();
    }

    /** One line for each file: kind, name, and the note where there is one. */
    private static List<String> lines(List<CapturedFile> files) {
        return files.stream().map(f -> f.kind() + " " + f.name() + (f.note().isEmpty() ? "" : " | " + f.note())).toList();
    }

    @Test
    void logDirectoryIsNamedByItsOwnFolderAndItsFilesBelowIt() throws Exception {
        make("node1/meta.properties", "node1/" + LOG + SEGMENT, "node1/" + LOG + "quorum-state");
        Capture capture = find("node1");
        assertEquals(List.of("node1"), labels(capture));
        assertEquals(List.of("SEGMENT " + LOG + SEGMENT, "QUORUM_STATE " + LOG + "quorum-state", "META_PROPERTIES meta.properties"),
            lines(capture.directories().get(0).files()));
        assertEquals(List.of(), capture.others());
        assertEquals(("node1/" + LOG + SEGMENT).length(), capture.directories().get(0).one(FileKind.SEGMENT).orElseThrow().length());
    }

    @Test
    void samplesAreFoundInOneFolder() throws Exception {
        List<String> expected = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(Samples.all())) {
            walk.filter(p -> p.endsWith("meta.properties")).map(p -> Samples.all().relativize(p.getParent()).toString().replace('\\', '/'))
                .sorted().forEach(expected::add);
        }
        assertEquals(expected, labels(CaptureFinder.find(List.of(Samples.all()))));
    }

    @Test
    void bareMetadataFolderIsNamedByTheFolderAroundItAndNothingOutsideIsRead() throws Exception {
        make("node1/meta.properties", "node1/" + LOG + SEGMENT);
        Capture capture = find("node1/" + LOG);
        assertEquals(List.of("node1"), labels(capture));
        assertEquals(List.of("SEGMENT " + SEGMENT), lines(capture.directories().get(0).files()));
    }

    @Test
    void metadataFolderUnderAnotherNameIsFoundByItsFiles() throws Exception {
        make("copies/controller-0/" + SEGMENT, "copies/controller-0/quorum-state", "copies/first/" + SEGMENT);
        assertEquals(List.of("controller-0", "first"), labels(find("copies")));
    }

    @Test
    void logDirectoriesAreFoundAtAnyDepth() throws Exception {
        make("c/2026/mon/kafka-controller-1/data/meta.properties", "c/2026/mon/kafka-controller-1/data/" + LOG + SEGMENT,
            "c/.hidden/n/" + LOG + SEGMENT, "c/" + LOG + SEGMENT, "c/NOTES.txt");
        Capture capture = find("c");
        assertEquals(List.of(".hidden/n", "2026/mon/kafka-controller-1/data", "c"), labels(capture));
        assertEquals(List.of("FOREIGN NOTES.txt", "SEGMENT " + LOG + SEGMENT), lines(capture.directories().get(2).files()));
        make("plain/n1/" + LOG + SEGMENT, "plain/NOTES.txt", "plain/logs/server.log", "plain/logs/old/server.log", "plain/none/");
        assertEquals(List.of("FOREIGN NOTES.txt", "FOREIGN logs | folder without a log directory, 2 files", "FOREIGN none | empty folder"),
            lines(find("plain").others()));
    }

    @Test
    void foldersTooDeepAreNamed() throws Exception {
        String deep = "d/".repeat(FolderWalk.DEEPEST + 1);
        make("c/node1/" + LOG + SEGMENT, "c/" + deep + LOG + SEGMENT);
        Capture capture = find("c");
        assertEquals(List.of("node1"), labels(capture));
        assertEquals(1, capture.others().size());
        assertTrue(capture.others().get(0).note().endsWith(" 1 file") || capture.others().get(0).note().endsWith("deep: not entered"));
    }

    @Test
    void singleFilesOfOneLogAreOneLogDirectory() throws Exception {
        make("n/" + LOG + SEGMENT, "n/" + LOG + "00000000000000000167.log", "n/meta.properties", "n/bootstrap.checkpoint");
        Capture one = find("n/" + LOG + SEGMENT);
        assertEquals(List.of("n"), labels(one));
        assertEquals(List.of("SEGMENT " + SEGMENT), lines(one.directories().get(0).files()));
        Capture three = find("n/" + LOG + "00000000000000000167.log", "n/" + LOG + SEGMENT, "n/meta.properties");
        assertEquals(List.of("n"), labels(three));
        assertEquals(List.of("SEGMENT " + SEGMENT, "SEGMENT 00000000000000000167.log", "META_PROPERTIES meta.properties"),
            lines(three.directories().get(0).files()));
        assertEquals(List.of("n"), labels(find("n/bootstrap.checkpoint")));
    }

    @Test
    void pathsThatHoldNothingSayWhatTheyAre() throws Exception {
        make("a/" + LOG + "00000000000000000060.snapshot", "empty/", "n/" + LOG + "quorum-state", "n/meta.properties", "notes.txt",
            "orders-0/" + SEGMENT, "orders-0/leader-epoch-checkpoint", "c/x.txt", "c/y.txt", "node/" + SEGMENT);
        assertEquals(List.of("nowhere: no such file or folder"), nothing("nowhere"));
        assertEquals(List.of("nowhere: no such file or folder"), nothing("node", "nowhere"));
        assertEquals(List.of("empty: empty folder"), nothing("empty"));
        assertEquals(List.of("a/" + LOG + "00000000000000000060.snapshot: no segment or checkpoint, but producer state, not a KRaft checkpoint"),
            nothing("a/" + LOG + "00000000000000000060.snapshot"));
        assertEquals(List.of("a: no KRaft log directory, segment or checkpoint in it; seen: " + LOG
            + "00000000000000000060.snapshot (producer state, not a KRaft checkpoint)"), nothing("a"));
        assertEquals(List.of("n/meta.properties: no segment or checkpoint, but meta.properties"), nothing("n/meta.properties"));
        assertEquals(List.of("notes.txt: no segment or checkpoint, but no file of a KRaft log directory"), nothing("notes.txt"));
        assertEquals(List.of("c: no KRaft log directory, segment or checkpoint in it; seen: c/x.txt (no file of a KRaft log directory) and 1 more",
            "empty: empty folder"), nothing("c", "empty"));
        make("z/incident.tar.gz", "z/notes.txt");
        assertTrue(nothing("z").get(0).endsWith("; z/incident.tar.gz is an archive inside of it, which is read only where it is a PATH itself")
            || nothing("z").get(0).endsWith("; incident.tar.gz is an archive inside of it, which is read only where it is a PATH itself"), nothing("z").get(0));
        assertEquals(List.of("orders-0: directory of a topic partition: not opened, not judged: has segments and neither quorum-state nor checkpoints"),
            nothing("orders-0"));
    }

    @Test
    void pathsThatHoldNothingAreListedBesideOthersThatDo() throws Exception {
        make("node1/" + LOG + SEGMENT, "empty/", "notes.txt", "n2/quorum-state", "logs/server.log");
        Capture capture = find("node1", "empty", "notes.txt", "n2/quorum-state", "logs");
        assertEquals(List.of("FOREIGN empty | empty folder", "FOREIGN logs/server.log", "FOREIGN notes.txt",
            "QUORUM_STATE quorum-state | not used: in no log directory and beside no segment or checkpoint"), lines(capture.others()));
    }

    @Test
    void severalPathsAreToldApartByAsManyFoldersAsItTakes() throws Exception {
        make("x/a/node1/" + LOG + SEGMENT, "y/a/node1/" + LOG + SEGMENT, "z/node2/" + LOG + SEGMENT);
        Capture capture = find("x/a/node1", "y/a/node1", "z/node2/" + LOG);
        assertEquals(List.of("node2", "x/a/node1", "y/a/node1"), labels(capture));
        assertEquals(List.of("SEGMENT " + LOG + SEGMENT), lines(capture.directories().get(0).files()));
        assertEquals(List.of("SEGMENT x/a/node1/" + LOG + SEGMENT), lines(capture.directories().get(1).files()));
        assertEquals(List.of("a/x", "b/x", "c"), GivenPath.names(List.of(Path.of("/1/a/x"), Path.of("/1/b/x"), Path.of("/1/c"))));
        assertEquals(List.of("x", "x#2", "y"), GivenPath.names(List.of(Path.of("x"), Path.of("./x"), Path.of("y"))));
        assertEquals(List.of("capture"), GivenPath.names(List.of(Path.of("/"))));
    }

    @Test
    void whatLiesUnderTwoPathsIsReadOnce() throws Exception {
        make("c/node1/" + LOG + SEGMENT, "c/node1/meta.properties", "c/node2/" + LOG + SEGMENT);
        Files.createSymbolicLink(root.resolve("link"), root.resolve("c/node2"));
        Capture capture = find("c/node1/" + LOG + SEGMENT, "c/node1/" + LOG, "link", "c", "c/node1");
        assertEquals(List.of("c/node1", "c/node2"), labels(capture));
        assertEquals(4, capture.others().size());
        assertTrue(capture.others().stream().allMatch(f -> f.note().equals("lies under another PATH too: read once")), lines(capture.others()).toString());
        assertEquals(List.of("node1"), labels(find("c/node1", "c/node1")));
    }

    @Test
    void thingsBesideTheMetadataLogAreListedOnce() throws Exception {
        make("n/meta.properties", "n/" + LOG + SEGMENT, "n/lost+found/", "n/.DS_Store", "n/.cache/a", "n/.cache/b", "n/orders-0/" + SEGMENT, "n/orders-1/x",
            "n/orders-2.0123456789abcdef0123456789abcdef-delete/x", "n/quorum-state", "n/" + LOG + "sub/" + SEGMENT, "n/" + LOG + "meta.properties",
            "n/" + LOG + "26-1.checkpoint", "n/" + LOG + "quorum-state.tmp", "n/.lock", "n/recovery-point-offset-checkpoint", "n/__cluster_metadata-1/" + SEGMENT);
        Files.createSymbolicLink(root.resolve("n/to-file"), Path.of("meta.properties"));
        Files.createSymbolicLink(root.resolve("n/to-parent"), Path.of(".."));
        Files.createSymbolicLink(root.resolve("n/self"), Path.of("self"));
        Files.createSymbolicLink(root.resolve("n/" + LOG + "00000000000000000167.log"), Path.of(SEGMENT));
        Files.createSymbolicLink(root.resolve("n/dangling"), Path.of("nowhere"));
        Capture capture = find("n");
        assertEquals(List.of("n"), labels(capture));
        assertEquals(List.of(), capture.others());
        assertEquals(List.of("FOREIGN .DS_Store",
            "FOREIGN .cache | folder without a log directory, 2 files",
            "LOCK .lock",
            "SEGMENT " + LOG + SEGMENT,
            "SYMBOLIC_LINK " + LOG + "00000000000000000167.log",
            "ALMOST " + LOG + "26-1.checkpoint | offset of 2 digits where Kafka writes 20",
            "ALMOST " + LOG + "meta.properties | inside of __cluster_metadata-0, where Kafka does not look for it",
            "TEMPORARY " + LOG + "quorum-state.tmp",
            "FOREIGN " + LOG + "sub | folder inside of __cluster_metadata-0: not entered, give it as PATH to have it read",
            "ALMOST __cluster_metadata-1 | the metadata log lies in __cluster_metadata-0",
            "SYMBOLIC_LINK dangling",
            "FOREIGN lost+found | empty folder",
            "META_PROPERTIES meta.properties",
            "TOPIC_DIRECTORY orders-0",
            "TOPIC_DIRECTORY orders-1",
            "TOPIC_DIRECTORY orders-2.0123456789abcdef0123456789abcdef-delete | renamed by Kafka: delete",
            "ALMOST quorum-state | outside of __cluster_metadata-0, where Kafka does not look for it",
            "BROKER_CHECKPOINT recovery-point-offset-checkpoint",
            "SYMBOLIC_LINK self", "SYMBOLIC_LINK to-file", "SYMBOLIC_LINK to-parent"), lines(capture.directories().get(0).files()));
    }

    @Test
    void identityFileInsideOfTheMetadataFolderIsUsedWhereNoneIsInItsPlace() throws Exception {
        make("n/" + LOG + SEGMENT, "n/" + LOG + "meta.properties");
        assertEquals(List.of("SEGMENT " + LOG + SEGMENT,
            "META_PROPERTIES " + LOG + "meta.properties | inside of __cluster_metadata-0, where Kafka does not look for it"),
            lines(find("n").directories().get(0).files()));
    }

    @Test
    void foldersOfTopicsAreNoLogDirectoriesAndFoldersWithAnIdentityAre() throws Exception {
        make("data2/recovery-point-offset-checkpoint", "data2/.kafka_cleanshutdown", "data2/orders-0/" + SEGMENT,
            "data1/meta.properties", "data1/orders-1/" + SEGMENT, "loose/orders-2/" + SEGMENT, "loose/orders-2/partition.metadata");
        Capture capture = find(".");
        assertEquals(List.of("data1"), labels(capture));
        assertEquals(List.of("META_PROPERTIES data1/meta.properties", "TOPIC_DIRECTORY data1/orders-1"), lines(capture.directories().get(0).files()));
        assertEquals(List.of(
            "CLEAN_SHUTDOWN data2/.kafka_cleanshutdown | not used: in no log directory and beside no segment or checkpoint",
            "TOPIC_DIRECTORY data2/orders-0", "BROKER_CHECKPOINT data2/recovery-point-offset-checkpoint",
            "TOPIC_DIRECTORY loose/orders-2 | has segments and neither quorum-state nor checkpoints"), lines(capture.others()).stream().sorted(
                Comparator.comparing(l -> l.substring(l.indexOf(' ') + 1))).toList());
    }

    @Test
    void aSecondLogOfTheSameNodeIsKept() throws Exception {
        make("data1/meta.properties", "data1/" + LOG + SEGMENT, "data1/" + LOG + "quorum-state",
            "data2/meta.properties", "data2/" + LOG + "00000000000000000000-0000000000.checkpoint");
        assertEquals(List.of("data1", "data2"), labels(find(".")));
    }

    @Test
    void emptyMetadataFolderIsListed() throws Exception {
        make("n/meta.properties", "n/" + LOG);
        assertEquals(List.of("FOREIGN __cluster_metadata-0 | empty folder", "META_PROPERTIES meta.properties"), lines(find("n").directories().get(0).files()));
        make("m/" + LOG);
        assertEquals(List.of("m: no KRaft log directory, segment or checkpoint in it; seen: __cluster_metadata-0 "
            + "(no file of a KRaft log directory: empty folder)"), nothing("m"));
    }

    @Test
    void foldersAndSpecialFilesUnderTheNamesOfFilesAreNotOpened() throws Exception {
        make("n/meta.properties/", "n/x/" + SEGMENT + "/", "m/__cluster_metadata-0", "m/meta.properties");
        assertEquals(List.of("n: no KRaft log directory, segment or checkpoint in it; seen: meta.properties (no file of a KRaft log directory: empty folder)"),
            nothing("n").stream().map(l -> l.replace(" and 1 more", "")).toList());
        assertEquals(List.of("ALMOST __cluster_metadata-0 | a file where Kafka has a folder", "META_PROPERTIES meta.properties"),
            lines(find("m").directories().get(0).files()));
    }

    @Test
    void unreadableFoldersAreNamedAndTheRestGoesOn() throws Exception {
        make("c/node1/" + LOG + SEGMENT, "c/secret/x", "c/node2/meta.properties", "c/node2/" + LOG + SEGMENT, "c/node3/" + LOG + SEGMENT);
        FolderListing denying = folder -> {
            String path = folder.toString().replace('\\', '/');
            if (path.endsWith("secret") || path.endsWith("node2/__cluster_metadata-0") || path.endsWith("node3")) {
                throw new AccessDeniedException(path);
            }
            return FolderListing.SYSTEM.list(folder);
        };
        Capture capture = CaptureFinder.find(List.of(CaptureFinder.Given.inPlace(root.resolve("c"))), denying);
        assertEquals(List.of("node1", "node2"), labels(capture));
        assertEquals(List.of("UNREADABLE node2/__cluster_metadata-0 | permission denied", "META_PROPERTIES node2/meta.properties"),
            lines(capture.directories().get(1).files()));
        assertEquals(List.of("UNREADABLE node3 | permission denied", "UNREADABLE secret | permission denied"), lines(capture.others()));
        assertEquals(List.of("c/node3: not readable: permission denied"), assertThrows(NothingFound.class,
            () -> CaptureFinder.find(List.of(CaptureFinder.Given.inPlace(root.resolve("c/node3"))), denying)).lines().stream()
            .map(l -> l.replace(root + "/", "")).toList());
    }

    @Test
    void filesWhoseAttributesAreDeniedAreNamed() throws Exception {
        make("n/meta.properties", "n/" + LOG + SEGMENT);
        FolderListing denying = folder -> FolderListing.SYSTEM.list(folder).stream().map(e -> e.name().equals(SEGMENT)
            ? new FolderListing.Entry(e.path(), e.name(), FolderListing.Type.UNKNOWN, 0, "input/output error") : e).toList();
        Capture capture = CaptureFinder.find(List.of(CaptureFinder.Given.inPlace(root.resolve("n"))), denying);
        assertEquals(List.of("UNREADABLE " + LOG + SEGMENT + " | input/output error", "META_PROPERTIES meta.properties"),
            lines(capture.directories().get(0).files()));
    }

    @Test
    void aPathMayBeALink() throws Exception {
        make("real/" + LOG + SEGMENT);
        Files.createSymbolicLink(root.resolve("latest"), Path.of("real"));
        Files.createSymbolicLink(root.resolve("segment"), Path.of("real/" + LOG + SEGMENT));
        assertEquals(List.of("latest"), labels(find("latest")));
        assertEquals(List.of("SEGMENT segment"), lines(find("segment").directories().get(0).files()));
        Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
        assertEquals(1, nothing("loop").size());
        assertTrue(nothing("loop").get(0).startsWith("loop: "));
    }

    @Test
    void orderIsThatOfBytesWhateverTheLocale() throws Exception {
        make("c/b/" + LOG + SEGMENT, "c/B/" + LOG + SEGMENT, "c/a-1/" + LOG + SEGMENT, "c/a/" + LOG + SEGMENT, "c/a.b/" + LOG + SEGMENT);
        assertEquals(List.of("B", "a", "a-1", "a.b", "b"), labels(find("c")));
        assertTrue(FolderListing.NAME_ORDER.compare("\uffee", "\ud83d\ude00") < 0, "by code point, not by UTF-16 unit");
    }

    @Test
    void namesOnDiskMayBeShownOtherwise() throws Exception {
        make("unpacked/n%2541/" + LOG + SEGMENT);
        CaptureFinder.Given archive = new CaptureFinder.Given(root.resolve("unpacked"), Path.of("x/copies.zip"), name -> name.replace("%25", "%"));
        Capture capture = CaptureFinder.findGiven(List.of(archive));
        assertEquals(List.of("n%41"), labels(capture));
        make("node1/" + LOG + SEGMENT);
        assertEquals(List.of("copies.zip/n%41", "node1"),
            labels(CaptureFinder.findGiven(List.of(archive, CaptureFinder.Given.inPlace(root.resolve("node1"))))));
    }

    @Test
    void nothingOfTheInputChanges() throws Exception {
        make("c/node1/meta.properties", "c/node1/" + LOG + SEGMENT, "c/node1/" + LOG + "quorum-state", "c/other/x");
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(root.resolve("c"))) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
        }
        boolean posix = Files.getFileStore(root).supportsFileAttributeView("posix");
        for (Path path : paths) {
            Files.setLastModifiedTime(path, FileTime.fromMillis(1_700_000_000_000L));
            if (posix) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(Files.isDirectory(path) ? "r-xr-xr-x" : "r--r--r--"));
            }
        }
        List<String> before = state(paths, posix);
        for (LogDirectory directory : find("c").directories()) {
            directory.one(FileKind.META_PROPERTIES).ifPresent(IdentityFiles::metaProperties);
            directory.one(FileKind.QUORUM_STATE).ifPresent(IdentityFiles::quorumState);
        }
        assertEquals(before, state(paths, posix));
        for (Path path : paths) {
            if (posix && Files.isDirectory(path)) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    private static List<String> state(List<Path> paths, boolean posix) throws IOException {
        List<String> state = new ArrayList<>();
        for (Path path : paths) {
            state.add(path + " " + Files.getLastModifiedTime(path) + " " + (posix ? Files.getPosixFilePermissions(path) : "")
                + (Files.isDirectory(path) ? "" : Arrays.toString(Files.readAllBytes(path))));
        }
        return state;
    }
}
