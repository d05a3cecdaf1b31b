package kraftaudit.reader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import kraftaudit.reader.FolderListing.Entry;
import kraftaudit.reader.FolderListing.Type;

/** The walk below one PATH: tells log directories, folders of topics and other folders apart, and lists what lies in them. */
final class FolderWalk {
    /** Folders below a PATH that are entered; real captures have fewer than ten. */
    static final int DEEPEST = 64;

    private final GivenPath path;
    private final FolderListing listing;
    private final List<LogDirectory> directories;
    private final Set<Path> taken;

    /**
     * @param directories what is found is added here
     * @param taken       folders whose files are in {@code directories} already, by their real paths; added to as well
     */
    FolderWalk(GivenPath path, FolderListing listing, List<LogDirectory> directories, Set<Path> taken) {
        this.path = path;
        this.listing = listing;
        this.directories = directories;
        this.taken = taken;
    }

    /** Files and folders that belong to no log directory; {@code count} counts files inside of single entries too. */
    record Rest(List<CapturedFile> files, long count) {
        static Rest of(CapturedFile file, long count) {
            return new Rest(List.of(file), count);
        }
    }

    /** Walks the PATH; the name is what names below it begin with, empty for one that is given alone. */
    Rest root(String name) {
        return folder(path.real(), name, path.own(), 0);
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
        directories.add(new LogDirectory(label(folder, name, own), placed.stream().sorted(CaptureFinder.BY_NAME).toList()));
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
