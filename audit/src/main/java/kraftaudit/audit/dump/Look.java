package kraftaudit.audit.dump;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.audit.Locator;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.IdentityFiles;
import kraftaudit.reader.LogDirectory;
import kraftaudit.reader.MetaProperties;

/**
 * Where to look in a capture, as a {@link Locator} says it.
 *
 * @param directories of the copies
 * @param file        name of the file without folders; empty for every segment, or where neither offset nor position is said for
 *                    every file
 * @param offset      log offset
 * @param position    first byte in the file
 */
public record Look(List<LogDirectory> directories, String file, OptionalLong offset, OptionalLong position) {
    public Look {
        directories = List.copyOf(directories);
    }

    /** A locator that leads nowhere. */
    public static final class NoSuchPlace extends Exception {
        private static final long serialVersionUID = 1L;

        NoSuchPlace(String line) {
            super(line);
        }
    }

    /**
     * Finds the copies and the file that a locator names. Copies are named as reports do: {@code node1}, or {@code node1@} and the
     * folder where several directories of one cluster claim one node id, or the folder alone. Nodes of several clusters may have
     * one name; each of them that has the file is meant.
     */
    public static Look find(Capture capture, Locator locator) throws NoSuchPlace {
        List<LogDirectory> found = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (LogDirectory directory : capture.directories()) {
            OptionalInt node = nodeId(directory);
            String byNode = node.isPresent() ? "node" + node.getAsInt() : directory.label();
            String byBoth = byNode + "@" + directory.label();
            names.add(byNode.equals(directory.label()) ? byNode : byBoth);
            if (List.of(directory.label(), byNode, byBoth).contains(locator.replica())) {
                found.add(directory);
            }
        }
        if (found.isEmpty()) {
            throw new NoSuchPlace("no copy " + locator.replica() + "; here are " + String.join(", ", names));
        }
        found.removeIf(directory -> !locator.file().isEmpty() && directory.files().stream().noneMatch(file -> ownName(file).equals(locator.file())));
        if (found.isEmpty()) {
            throw new NoSuchPlace("no file " + locator.file() + " in " + locator.replica());
        }
        boolean byOffset = locator.offset() >= 0;
        return new Look(found, locator.file(), byOffset ? OptionalLong.of(locator.offset()) : OptionalLong.empty(),
            byOffset || locator.isEmpty() ? OptionalLong.empty() : OptionalLong.of(locator.position()));
    }

    /** Whether all of its copies is meant. */
    boolean isWhole() {
        return offset.isEmpty() && position.isEmpty();
    }

    boolean takes(LogDirectory in, CapturedFile candidate) {
        return directories.contains(in) && (isWhole() || (file.isEmpty() ? candidate.kind() == FileKind.SEGMENT : ownName(candidate).equals(file)));
    }

    private static OptionalInt nodeId(LogDirectory directory) {
        Optional<MetaProperties> properties = directory.one(FileKind.META_PROPERTIES).flatMap(file -> IdentityFiles.metaProperties(file).value());
        return properties.isPresent() ? properties.get().nodeId() : OptionalInt.empty();
    }

    private static String ownName(CapturedFile file) {
        return file.name().substring(file.name().lastIndexOf('/') + 1);
    }
}
