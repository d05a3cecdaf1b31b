package kraftaudit.reader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A PATH with its place on disk and its name in reports.
 *
 * @param real    without links; of no use where there is a problem
 * @param as      as it was written
 * @param own     its last name, without the ending of an archive: what the folder that it was packed from is likely called
 * @param name    what names below it begin with when several PATHs are given; different for each of them
 * @param folder  whether it is a folder
 * @param length  bytes of a file
 * @param problem why it cannot be looked at, else empty
 */
record GivenPath(Path real, Path as, String own, String name, boolean folder, long length, String problem, UnaryOperator<String> shown) {
    private static final Pattern ARCHIVE_ENDING = Pattern.compile("(?<=.)(?i:\\.zip|\\.tar|\\.tgz|\\.tar\\.gz)$");
    /** Where two PATHs share their last name, folders above it are added, never more than these. */
    private static final int MOST_PARENTS = 16;

    static List<GivenPath> all(List<CaptureFinder.Given> given) {
        List<String> names = names(given.stream().map(CaptureFinder.Given::as).toList());
        return IntStream.range(0, given.size()).mapToObj(i -> look(given.get(i), names.get(i))).toList();
    }

    CapturedFile file(FileKind kind, String note) {
        return new CapturedFile(real, name, kind, length, note);
    }

    private static GivenPath look(CaptureFinder.Given given, String name) {
        List<String> last = lastNames(given.as(), 1);
        String own = last.isEmpty() ? "capture" : given.isUnpacked() ? ARCHIVE_ENDING.matcher(last.get(0)).replaceFirst("") : last.get(0);
        try {
            Path real = given.path().toRealPath();
            BasicFileAttributes found = Files.readAttributes(real, BasicFileAttributes.class);
            String problem = found.isDirectory() || found.isRegularFile() ? "" : "neither a file nor a folder";
            return new GivenPath(real, given.as(), own, name, found.isDirectory(), found.size(), problem, given.shown());
        } catch (IOException failure) {
            return new GivenPath(given.path(), given.as(), own, name, false, 0, SystemReason.of(failure), given.shown());
        }
    }

    /** The shortest ends of the PATHs that differ from each other; where whole PATHs are equal, {@code #2} and so on. */
    static List<String> names(List<Path> paths) {
        int[] parts = new int[paths.size()];
        Arrays.fill(parts, 1);
        List<String> names = new ArrayList<>(Collections.nCopies(paths.size(), ""));
        for (int round = 0; round < MOST_PARENTS; round++) {
            Map<String, Set<Path>> uses = new HashMap<>();
            for (int i = 0; i < parts.length; i++) {
                List<String> last = lastNames(paths.get(i), parts[i]);
                names.set(i, last.isEmpty() ? "capture" : String.join("/", last));
                uses.computeIfAbsent(names.get(i), n -> new HashSet<>()).add(whole(paths.get(i)));
            }
            for (int i = 0; i < parts.length; i++) {
                parts[i] += uses.get(names.get(i)).size() > 1 ? 1 : 0;
            }
        }
        Set<String> used = new HashSet<>();
        names.replaceAll(name -> {
            String different = name;
            for (int n = 2; !used.add(different); n++) {
                different = name + "#" + n;
            }
            return different;
        });
        return names;
    }

    private static List<String> lastNames(Path path, int count) {
        List<String> last = new ArrayList<>();
        for (Path at = whole(path); at != null && at.getFileName() != null && last.size() < count; at = at.getParent()) {
            last.add(0, FolderListing.nameOf(at));
        }
        return last;
    }

    private static Path whole(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
