package kraftaudit.reader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import kraftaudit.reader.FolderListing.Entry;
import kraftaudit.reader.FolderListing.Type;

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
 * checkpoints counts as a topic's. All other folders are entered, {@value #DEEPEST} deep; one in which everything is
 * foreign is a single entry.
 */
public final class CaptureFinder {
    /** Folders below a PATH that are entered; real captures have fewer than ten. */
    static final int DEEPEST = 64;

    private final FolderListing listing;
    private final List<LogDirectory> directories = new ArrayList<>();
    private final List<CapturedFile> others = new ArrayList<>();
    /** Folders whose files are in {@link #directories} already, by their real paths. */
    private final Set<Path> taken = new HashSet<>();

    private CaptureFinder(FolderListing listing) {
        this.listing = listing;
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

    static Capture find(List<Given> given, FolderListing listing) throws NothingFound {
        return new CaptureFinder(listing).run(given);
    }

    /** Files and folders that belong to no log directory; {@code count} counts files inside of single entries too. */
    private record Rest(List<CapturedFile> files, long count) {
        static Rest of(CapturedFile file, long count) {
            return new Rest(List.of(file), count);
        }
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

    private static final Comparator<CapturedFile> BY_NAME = Comparator.comparing(CapturedFile::name, FolderListing.NAME_ORDER);

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
        Rest rest = new Walk(path).folder(path.real(), name, path.own(), 0);
        boolean empty = rest.files().isEmpty() && directories.size() == before;
        others.addAll(empty ? List.of(new CapturedFile(path.real(), path.name(), FileKind.FOREIGN, 0, "empty folder")) : rest.files());
        if (directories.size() == before) {
            nothing.add(path.as() + ": " + whatInstead(path, rest));
        }
    }

    private static String whatInstead(GivenPath path, Rest rest) {
        if (rest.files().isEmpty()) {
            return "empty folder";
        }
        CapturedFile first = rest.files().stream().filter(f -> f.kind() != FileKind.FOREIGN).findFirst().orElse(rest.files().get(0));
        return first.path().equals(path.real()) ? describe(first)
            : "no KRaft log directory, segment or checkpoint in it; seen: " + first.name() + " (" + describe(first) + ")"
                + (rest.count() > 1 ? " and " + (rest.count() - 1) + " more" : "");
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
                return p.file(named.kind(), named.note());
            }).sorted(BY_NAME).toList();
            if (found.stream().anyMatch(f -> isLog(f.kind()))) {
                directories.add(new LogDirectory(FolderListing.nameOf(directory), found));
            } else {
                others.addAll(found);
                for (int i = 0; i < found.size(); i++) {
                    nothing.add(members.get(i).as() + ": no segment or checkpoint, but " + describe(found.get(i)));
                }
            }
        });
    }

    private static boolean isLog(FileKind kind) {
        return switch (kind) {
            case SEGMENT, CHECKPOINT, CHECKPOINT_PART, CHECKPOINT_DELETED, ZERO_CHECKPOINT, BOOTSTRAP_CHECKPOINT -> true;
            default -> false;
        };
    }

    /** The walk below one PATH. */
    private final class Walk {
        private final GivenPath path;

        Walk(GivenPath path) {
            this.path = path;
        }

        /**
         * @param name  of the folder in reports, empty for a PATH given alone
         * @param own   its own name
         * @param depth 0 for the PATH
         * @return what is to be listed with the folder around it; log directories go to {@link #directories}
         */
        private Rest folder(Path folder, String name, String own, int depth) {
            if (depth > DEEPEST) {
                return Rest.of(new CapturedFile(folder, name, FileKind.FOREIGN, 0, "more than " + DEEPEST + " folders deep: not entered"), 1);
            }
            List<Entry> entries;
            try {
                entries = listing.list(folder);
            } catch (IOException failure) {
                return Rest.of(new CapturedFile(folder, name.isEmpty() ? own : name, FileKind.UNREADABLE, 0, SystemReason.of(failure)), 1);
            }
            boolean bareRoot = depth == 0 && own.equals(FileNames.METADATA_FOLDER);
            Role role = bareRoot ? Role.LOG_DIRECTORY : Role.of(entries, own, path);
            return switch (role) {
                case LOG_DIRECTORY -> logDirectory(folder, name, own, depth, entries);
                case TOPIC -> Rest.of(new CapturedFile(folder, name.isEmpty() ? own : name, FileKind.TOPIC_DIRECTORY, 0,
                    "has segments and neither quorum-state nor checkpoints"), 1);
                case BROKER, PLAIN -> plain(folder, name, depth, entries, role);
            };
        }

        private Rest plain(Path folder, String name, int depth, List<Entry> entries, Role role) {
            int before = directories.size();
            List<CapturedFile> files = new ArrayList<>();
            long count = 0;
            for (Entry entry : entries) {
                Rest rest = member(entry, name, depth, role);
                files.addAll(rest.files());
                count += rest.count();
            }
            boolean onlyForeign = directories.size() == before && files.stream().allMatch(f -> f.kind() == FileKind.FOREIGN);
            if (depth == 0 || !onlyForeign) {
                return new Rest(files, count);
            }
            String note = count == 0 ? "empty folder" : "folder without a log directory, " + count + (count == 1 ? " file" : " files");
            return Rest.of(new CapturedFile(folder, name, FileKind.FOREIGN, 0, note), count);
        }

        private Rest logDirectory(Path folder, String name, String own, int depth, List<Entry> entries) {
            boolean hasMetadataFolder = entries.stream().anyMatch(e -> e.type() == Type.FOLDER && shown(e).equals(FileNames.METADATA_FOLDER));
            if (taken.contains(folder)) {
                return Rest.of(new CapturedFile(folder, name, FileKind.FOREIGN, 0, "lies under another PATH too: read once"), 1);
            }
            taken.add(folder);
            List<CapturedFile> files = new ArrayList<>();
            long count = 0;
            for (Entry entry : entries) {
                Rest rest = entry.type() == Type.FOLDER && shown(entry).equals(FileNames.METADATA_FOLDER)
                    ? metadataFolder(entry, join(name, shown(entry)))
                    : member(entry, name, depth, Role.LOG_DIRECTORY);
                files.addAll(rest.files());
                count += rest.count();
            }
            List<CapturedFile> placed = hasMetadataFolder ? Misplaced.sortOut(files, name) : files;
            if (placed.stream().noneMatch(f -> f.kind().used())) {
                return new Rest(placed, count);
            }
            directories.add(new LogDirectory(label(folder, name, own), placed.stream().sorted(BY_NAME).toList()));
            return new Rest(List.of(), count);
        }

        private String label(Path folder, String name, String own) {
            if (!own.equals(FileNames.METADATA_FOLDER)) {
                return name.isEmpty() ? own : name;
            }
            // The log directory is the folder around it, whose name is known without looking into it.
            int slash = name.lastIndexOf('/');
            Path parent = folder.getParent();
            return slash > 0 ? name.substring(0, slash) : parent == null || parent.getFileName() == null ? own : FolderListing.nameOf(parent);
        }

        /** The files of {@code __cluster_metadata-0}, which Kafka keeps flat. */
        private Rest metadataFolder(Entry folder, String name) {
            taken.add(folder.path());
            List<Entry> entries;
            try {
                entries = listing.list(folder.path());
            } catch (IOException failure) {
                return Rest.of(new CapturedFile(folder.path(), name, FileKind.UNREADABLE, 0, SystemReason.of(failure)), 1);
            }
            if (entries.isEmpty()) {
                return Rest.of(new CapturedFile(folder.path(), name, FileKind.FOREIGN, 0, "empty folder"), 1);
            }
            List<CapturedFile> files = entries.stream().map(entry -> entry.type() == Type.FOLDER
                ? new CapturedFile(entry.path(), join(name, shown(entry)), FileKind.FOREIGN, 0,
                    "folder inside of " + FileNames.METADATA_FOLDER + ": not entered, give it as PATH to have it read")
                : file(entry, name, true)).toList();
            return new Rest(files, files.size());
        }

        private Rest member(Entry entry, String parentName, int depth, Role parent) {
            String own = shown(entry);
            String name = join(parentName, own);
            if (entry.type() != Type.FOLDER) {
                return Rest.of(file(entry, parentName, parent == Role.LOG_DIRECTORY), 1);
            }
            if (parent != Role.PLAIN && FileNames.isTopicFolder(own)) {
                FileNames.Named named = FileNames.topicFolder(own);
                return Rest.of(new CapturedFile(entry.path(), name, named.kind(), 0, named.note()), 1);
            }
            return folder(entry.path(), name, own, depth + 1);
        }

        private CapturedFile file(Entry entry, String parentName, boolean amongLogFiles) {
            String own = shown(entry);
            String name = join(parentName, own);
            return switch (entry.type()) {
                case LINK -> new CapturedFile(entry.path(), name, FileKind.SYMBOLIC_LINK, 0, "");
                case UNKNOWN -> new CapturedFile(entry.path(), name, FileKind.UNREADABLE, 0, entry.reason());
                case SPECIAL -> new CapturedFile(entry.path(), name, FileKind.FOREIGN, 0, "neither a file nor a folder: not opened");
                case FILE, FOLDER -> {
                    FileNames.Named named = own.equals(FileNames.METADATA_FOLDER)
                        ? new FileNames.Named(FileKind.ALMOST, "a file where Kafka has a folder")
                        : FileNames.file(own, amongLogFiles);
                    yield new CapturedFile(entry.path(), name, named.kind(), entry.length(), named.note());
                }
            };
        }

        private String shown(Entry entry) {
            return path.shown().apply(entry.name());
        }

        private static String join(String parent, String own) {
            return parent.isEmpty() ? own : parent + "/" + own;
        }
    }

    /** What a folder is, by what lies in it. */
    private enum Role {
        LOG_DIRECTORY, TOPIC, BROKER, PLAIN;

        static Role of(List<Entry> entries, String own, GivenPath path) {
            boolean segment = false;
            boolean stateOrCheckpoint = false;
            boolean broker = false;
            for (Entry entry : entries) {
                String name = path.shown().apply(entry.name());
                if (entry.type() == Type.FOLDER && name.equals(FileNames.METADATA_FOLDER)) {
                    return LOG_DIRECTORY;
                }
                if (entry.type() != Type.FILE) {
                    continue;
                }
                switch (FileNames.file(name, false).kind()) {
                    case META_PROPERTIES, BOOTSTRAP_CHECKPOINT -> {
                        return LOG_DIRECTORY;
                    }
                    case SEGMENT -> segment = true;
                    case QUORUM_STATE, CHECKPOINT, CHECKPOINT_PART, CHECKPOINT_DELETED, ZERO_CHECKPOINT -> stateOrCheckpoint = true;
                    case BROKER_CHECKPOINT, CLEAN_SHUTDOWN -> broker = true;
                    default -> { }
                }
            }
            if (stateOrCheckpoint) {
                return LOG_DIRECTORY;
            }
            if (segment) {
                return FileNames.isTopicFolder(own) ? TOPIC : LOG_DIRECTORY;
            }
            return broker ? BROKER : PLAIN;
        }
    }
}
