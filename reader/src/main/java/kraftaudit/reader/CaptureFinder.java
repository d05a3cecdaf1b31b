package kraftaudit.reader;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Finds the log directories under the given PATHs. One walk over the folders; no file is opened, nothing is followed
 * through a symbolic link except a PATH that is one, and nothing outside of the PATHs is looked at, so that what a report
 * says depends on what was given alone. A bare {@code __cluster_metadata-0} therefore has no {@code meta.properties},
 * even where one lies beside it: give the log directory.
 *
 * <p>A folder is a log directory when it holds {@code __cluster_metadata-0}, {@code meta.properties} or
 * {@code bootstrap.checkpoint}, or the files of a metadata log themselves (a copy of {@code __cluster_metadata-0} under
 * another name). Inside of one, folders named {@code name-N} belong to topics and are not entered; elsewhere such a name
 * may be that of a node ({@code controller-0}), and only a folder that holds segments without {@code quorum-state} or
 * checkpoints counts as a topic's. All other folders are entered, {@value FolderWalk#DEEPEST} deep; one in which everything is
 * foreign is a single entry.
 */
public final class CaptureFinder {
    /** The folder of the metadata log in a log directory. */
    public static final String METADATA_FOLDER = FileNames.METADATA_FOLDER;

    private final FolderListing listing;
    private final boolean anyFile;
    private final List<LogDirectory> directories = new ArrayList<>();
    private final List<CapturedFile> others = new ArrayList<>();
    /** Folders whose files are in {@link #directories} already, by their real paths. */
    private final Set<Path> taken = new HashSet<>();

    /** @param anyFile whether a single file of any kind that can be read will do */
    private CaptureFinder(FolderListing listing, boolean anyFile) {
        this.listing = listing;
        this.anyFile = anyFile;
    }

    /**
     * A PATH of the command line.
     *
     * @param path  where its files are read
     * @param as    the PATH that was written, which names are made from; for an unpacked archive that of the archive
     * @param shown how the name of a file or folder on disk is shown; differs from identity where an unpacked name had to
     *              be spelt otherwise
     */
    public record Given(Path path, Path as, UnaryOperator<String> shown) {
        /** A PATH that is read where it lies. */
        public static Given inPlace(Path path) {
            return new Given(path, path, UnaryOperator.identity());
        }

        /** Whether the PATH is an archive, which is read where it was unpacked to. */
        boolean isUnpacked() {
            return !path.equals(as);
        }
    }

    /** {@link #findGiven} for PATHs that are read where they lie. */
    public static Capture find(List<Path> paths) throws NothingFound {
        return findGiven(paths.stream().map(Given::inPlace).toList());
    }

    /**
     * Finds and classifies. Names of files are relative to the PATH; with several PATHs they begin with the last name of
     * theirs, made different by the folders above it, or by {@code #2}, where two PATHs share it. What lies under two
     * PATHs is found once.
     *
     * @throws NothingFound where a PATH does not exist, or no PATH holds anything that can be audited
     */
    public static Capture findGiven(List<Given> given) throws NothingFound {
        return find(given, FolderListing.SYSTEM);
    }

    /**
     * As {@link #findGiven}, for those who look at bytes and do not judge: a PATH may also be a single small file such as
     * {@code quorum-state}, or a segment or checkpoint that was renamed for deletion or by whoever copied it.
     */
    public static Capture findAny(List<Given> given) throws NothingFound {
        return new CaptureFinder(FolderListing.SYSTEM, true).run(given);
    }

    static Capture find(List<Given> given, FolderListing listing) throws NothingFound {
        return new CaptureFinder(listing, false).run(given);
    }

    private Capture run(List<Given> given) throws NothingFound {
        List<GivenPath> paths = GivenPath.all(given);
        List<String> missing = paths.stream().filter(p -> !p.problem().isEmpty()).map(p -> p.as() + ": " + p.problem()).toList();
        if (!missing.isEmpty()) {
            throw new NothingFound(missing);
        }
        List<String> nothing = new ArrayList<>();
        // Shallow folders first, single files last: what two PATHs share is then named by the wider one.
        List<GivenPath> folders = paths.stream().filter(GivenPath::folder)
            .sorted(Comparator.comparingInt(p -> p.real().getNameCount())).toList();
        for (GivenPath path : folders) {
            root(path, paths.size() == 1, nothing);
        }
        files(paths.stream().filter(p -> !p.folder()).toList(), nothing);
        if (directories.isEmpty()) {
            throw new NothingFound(nothing);
        }
        return new Capture(distinctLabels(), others.stream().map(CaptureFinder::unused).sorted(BY_NAME).toList());
    }

    /** Files of a kind that the audit uses say why these are not used. */
    private static CapturedFile unused(CapturedFile file) {
        return !file.kind().used() || !file.note().isEmpty() ? file
            : new CapturedFile(file.path(), file.name(), file.kind(), file.length(), "not used: in no log directory and beside no segment or checkpoint");
    }

    private static final Pattern ARCHIVE = Pattern.compile("(?is).*\\.(zip|tar|tgz|tar\\.gz)");

    static final Comparator<CapturedFile> BY_NAME = Comparator.comparing(CapturedFile::name, FolderListing.NAME_ORDER);

    private List<LogDirectory> distinctLabels() {
        List<LogDirectory> sorted = new ArrayList<>(directories);
        sorted.sort(Comparator.comparing(LogDirectory::label, FolderListing.NAME_ORDER)
            .thenComparing(d -> d.files().get(0).name(), FolderListing.NAME_ORDER));
        Set<String> labels = new HashSet<>();
        sorted.replaceAll(d -> {
            String label = d.label();
            for (int n = 2; !labels.add(label); n++) {
                label = d.label() + "#" + n;
            }
            return new LogDirectory(label, d.files());
        });
        return sorted;
    }

    private void root(GivenPath path, boolean alone, List<String> nothing) {
        int before = directories.size();
        String name = alone ? "" : path.name();
        FolderWalk.Rest rest = new FolderWalk(path, listing, directories, taken).root(name);
        boolean empty = rest.files().isEmpty() && directories.size() == before;
        others.addAll(empty ? List.of(new CapturedFile(path.real(), path.name(), FileKind.FOREIGN, 0, "empty folder")) : rest.files());
        if (directories.size() == before) {
            nothing.add(path.as() + ": " + whatInstead(path, rest));
        }
    }

    private static String whatInstead(GivenPath path, FolderWalk.Rest rest) {
        if (rest.files().isEmpty()) {
            return "empty folder";
        }
        CapturedFile first = rest.files().stream().filter(f -> f.kind() != FileKind.FOREIGN).findFirst().orElse(rest.files().get(0));
        return first.path().equals(path.real()) ? describe(first)
            : "no KRaft log directory, segment or checkpoint in it; seen: " + first.name() + " (" + describe(first) + ")"
                + (rest.count() > 1 ? " and " + (rest.count() - 1) + " more" : "")
                + rest.files().stream().map(CapturedFile::name).filter(ARCHIVE.asMatchPredicate()).findFirst()
                    .map(name -> "; " + name + " is an archive inside of it, which is read only where it is a PATH itself").orElse("");
    }

    private static String describe(CapturedFile file) {
        return file.note().isEmpty() ? file.kind().description() : file.kind().description() + ": " + file.note();
    }

    /** Files given one by one; those of one metadata log are one log directory. */
    private void files(List<GivenPath> paths, List<String> nothing) {
        Map<Path, List<GivenPath>> byDirectory = new LinkedHashMap<>();
        for (GivenPath path : paths) {
            Path folder = path.real().getParent();
            if (taken.contains(folder) || taken.contains(path.real())) {
                others.add(path.file(FileKind.FOREIGN, "lies under another PATH too: read once"));
                continue;
            }
            taken.add(path.real());
            boolean inMetadataFolder = FolderListing.nameOf(folder).equals(FileNames.METADATA_FOLDER) && folder.getParent() != null;
            byDirectory.computeIfAbsent(inMetadataFolder ? folder.getParent() : folder, f -> new ArrayList<>()).add(path);
        }
        byDirectory.forEach((directory, members) -> {
            List<CapturedFile> found = members.stream().map(p -> {
                FileNames.Named named = FileNames.file(FolderListing.nameOf(p.real()), false);
                return p.file(anyFile ? renamed(named.kind(), FolderListing.nameOf(p.real())) : named.kind(), named.note());
            }).sorted(BY_NAME).toList();
            if (found.stream().anyMatch(f -> anyFile ? f.kind().used() : isLog(f.kind()))) {
                directories.add(new LogDirectory(FolderListing.nameOf(directory), found));
            } else {
                others.addAll(found);
                for (int i = 0; i < found.size(); i++) {
                    nothing.add(members.get(i).as() + ": no segment or checkpoint, but " + describe(found.get(i)));
                }
            }
        });
    }

    /** What a file was before it was renamed. */
    private static FileKind renamed(FileKind kind, String name) {
        boolean inside = kind == FileKind.ALMOST || kind == FileKind.DELETED;
        if (name.endsWith(".checkpoint") && kind == FileKind.FOREIGN || inside && name.contains(".checkpoint")) {
            return FileKind.CHECKPOINT;
        }
        return name.endsWith(".log") && kind == FileKind.FOREIGN || inside && name.contains(".log") ? FileKind.SEGMENT : kind;
    }

    private static boolean isLog(FileKind kind) {
        return switch (kind) {
            case SEGMENT, CHECKPOINT, CHECKPOINT_PART, CHECKPOINT_DELETED, ZERO_CHECKPOINT, BOOTSTRAP_CHECKPOINT -> true;
            default -> false;
        };
    }
}
