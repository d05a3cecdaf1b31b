package kraftaudit.audit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kraftaudit.audit.archive.ArchiveWriter;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives as PATHs of commands. */
class ArchivePathsTest {
    @TempDir
    Path folder;

    /** An archive of all files below a folder. */
    private Path pack(String name, Path root) throws IOException {
        ArchiveWriter writer = new ArchiveWriter();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
                writer.file(root.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
        return Files.write(folder.resolve(name), name.endsWith(".zip") ? writer.zip() : name.endsWith(".tar") ? writer.tar() : writer.tarGz());
    }

    private static List<String> temporary() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.map(p -> p.getFileName().toString()).filter(n -> n.startsWith("kraft-audit-")).sorted().toList();
        }
    }

    @ParameterizedTest
    @CsvSource({"copies.zip, audit", "copies.tar, audit --format csv", "copies.tgz, audit --format json", "copies.tar.gz, compare",
        "copies.zip, voters --format json", "copies.tar, describe", "copies.zip, timeline --format csv"})
    void sameBytesAsTheFolder(String name, String command) throws Exception {
        Path sample = Samples.folder("lost-voter-change");
        String[] words = command.split(" ");
        List<String> before = temporary();
        Ran packed = Ran.run(Stream.concat(Stream.of(words), Stream.of(pack(name, sample).toString())).toArray(String[]::new));
        assertEquals(Ran.run(Stream.concat(Stream.of(words), Stream.of(sample.toString())).toArray(String[]::new)), packed);
        assertTrue(packed.code() <= 1 && packed.out().contains("kRaftAuditSampleClust0"), packed.toString());
        assertEquals(before, temporary(), "nothing is left");
        try (Stream<Path> beside = Files.list(folder)) {
            assertEquals(List.of(name), beside.map(p -> p.getFileName().toString()).toList(), "nothing lies beside the archive");
        }
    }

    /** A single log directory is called as the folder that was packed. */
    @Test
    void aLogDirectoryOfItsOwn() throws Exception {
        Path node = Samples.folder("reconfiguration").resolve("node2");
        assertEquals(Ran.run("audit", node.toString()), Ran.run("audit", pack("node2.tar.gz", node).toString()));
    }

    @Test
    void namedTwiceItIsReadOnce() throws Exception {
        Path zip = pack("copies.zip", Samples.folder("static-3.9"));
        Path other = folder.resolve("x/../copies.zip");
        Files.createDirectory(folder.resolve("x"));
        Ran ran = Ran.run("audit", zip.toString(), other.toString());
        assertTrue(ran.out().contains("3 copies of 1 cluster"), ran.toString());
    }

    /** One line that names the archive and the entry, exit 3, nothing on stdout. */
    @Test
    void refused() throws Exception {
        List<String> before = temporary();
        Path zip = Files.write(folder.resolve("bad.zip"), new ArchiveWriter().file("node1/__cluster_metadata-0/00000000000000000000.log", "x")
            .file("../out", "x").zip());
        assertEquals(new Ran(3, "", "kraft-audit: " + zip + ": entry ../out: leads out of the archive\n"), Ran.run("audit", zip.toString()));
        Path link = Files.write(folder.resolve("bad.tar"), new ArchiveWriter().link("node1", "/etc").tar());
        assertEquals(new Ran(3, "", "kraft-audit: " + link + ": entry node1: a symbolic link\n"), Ran.run("voters", link.toString()));
        Path none = Files.write(folder.resolve("none.zip"), new byte[] {1, 2, 3});
        assertEquals(new Ran(3, "", "kraft-audit: " + none + ": neither a zip nor a tar nor a tar.gz\n"), Ran.run("timeline", none.toString()));
        Path foreign = Files.write(folder.resolve("foreign.zip"), new ArchiveWriter().file("readme", "x").zip());
        Ran nothing = Ran.run("audit", foreign.toString());
        assertEquals(3, nothing.code());
        assertTrue(nothing.err().startsWith("kraft-audit: " + foreign + ": no KRaft log directory"), nothing.err());
        assertFalse(nothing.err().contains("kraft-audit-"), nothing.err());
        assertEquals(before, temporary());
        assertFalse(Files.exists(folder.resolveSibling("out")));
    }

    @Test
    void limitsCanBeSet() throws Exception {
        Path sample = Samples.folder("static-3.9");
        String zip = pack("copies.zip", sample).toString();
        long length;
        long files;
        try (Stream<Path> walk = Files.walk(sample)) {
            List<Path> all = walk.filter(Files::isRegularFile).toList();
            files = all.size();
            length = 0;
            for (Path file : all) {
                length += Files.size(file);
            }
        }
        assertTrue(Ran.run("audit", "--archive-max-bytes", Long.toString(length - 1), zip).err()
            .endsWith("more than " + (length - 1) + " bytes come out of this archive\n"));
        assertTrue(Ran.run("audit", "--archive-max-bytes", Long.toString(length), zip).code() <= 1);
        assertTrue(Ran.run("audit", "--archive-max-entries", Long.toString(files), zip).err().endsWith("more than " + files + " entries\n"));
        assertTrue(Ran.run("audit", "--archive-max-ratio", "1", zip).err().endsWith("more than 1 times its own length comes out of this archive\n"));
        assertTrue(Ran.run("audit", "--archive-max-ratio", "5000", "--archive-max-bytes", "1g", "--archive-max-entries=9999", zip).code() <= 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--archive-max-bytes=0", "--archive-max-bytes=x", "--archive-max-bytes=9999999T", "--archive-max-ratio=0",
        "--archive-max-entries=-1", "--archive-max-bytes=1kb"})
    void limitsThatAreNone(String option) {
        Ran ran = Ran.run("audit", option, "x.zip");
        assertEquals(2, ran.code());
        assertEquals(1, ran.err().lines().count(), ran.err());
        assertTrue(ran.err().contains(option.substring(0, option.indexOf('='))), ran.err());
    }
}
