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
 * @param directory of the copy
 * @param file      name of the file without folders; empty for every segment
 * @param offset    log offset
 * @param position  first byte in the file
 */
public record Look(LogDirectory directory, String file, OptionalLong offset, OptionalLong position) {
    /** A locator that leads nowhere, or to two places. */
    public static final class NoSuchPlace extends Exception {
        private static final long serialVersionUID = 1L;

        NoSuchPlace(String line) {
            super(line);
        }
    }

    /**
     * Finds the copy and file that a locator names. Copies are named as reports do: {@code node1}, or {@code node1@} and the
     * folder where several directories claim one node id, or the folder alone.
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
        if (found.size() != 1) {
            throw new NoSuchPlace((found.isEmpty() ? "no copy " : "more than one copy ") + locator.replica() + "; here are " + String.join(", ", names));
        }
        LogDirectory directory = found.get(0);
        if (!locator.file().isEmpty() && directory.files().stream().noneMatch(file -> ownName(file).equals(locator.file()))) {
            throw new NoSuchPlace("no file " + locator.file() + " in " + directory.label());
        }
        boolean byOffset = locator.offset() >= 0;
        return new Look(directory, locator.file(), byOffset ? OptionalLong.of(locator.offset()) : OptionalLong.empty(),
            byOffset ? OptionalLong.empty() : OptionalLong.of(locator.position()));
    }

    boolean takes(LogDirectory in, CapturedFile candidate) {
        return directory.equals(in) && (file.isEmpty() ? candidate.kind() == FileKind.SEGMENT : ownName(candidate).equals(file));
    }

    private static OptionalInt nodeId(LogDirectory directory) {
        Optional<MetaProperties> properties = directory.one(FileKind.META_PROPERTIES).flatMap(file -> IdentityFiles.metaProperties(file).value());
        return properties.isPresent() ? properties.get().nodeId() : OptionalInt.empty();
    }

    private static String ownName(CapturedFile file) {
        return file.name().substring(file.name().lastIndexOf('/') + 1);
    }
}
