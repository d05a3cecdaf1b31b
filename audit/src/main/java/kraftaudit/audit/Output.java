package kraftaudit.audit;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Files that the window writes: whole or not at all, and never among what is audited. */
public final class Output {
    private Output() {
    }

    /**
     * Writes a file beside its name first and then renames it, so that nobody ever sees half of it.
     *
     * @param inputs PATHs that are audited; a file inside of one of them is refused
     * @throws IOException with one line for people when it cannot be written or lies in the input
     */
    public static void write(Path file, byte[] content, List<Path> inputs) throws IOException {
        Path target = file.toAbsolutePath().normalize();
        Path folder = target.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IOException("there is no folder " + folder);
        }
        Path real = folder.toRealPath().resolve(target.getFileName());
        for (Path input : inputs) {
            if (Files.exists(input) && real.startsWith(input.toRealPath())) {
                throw new IOException(file + " lies in the capture, which is never written to; choose another folder");
            }
        }
        Path half = real.resolveSibling("." + real.getFileName() + ".part");
        try {
            Files.write(half, content);
            try {
                Files.move(half, real, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException elsewhere) {
                Files.move(half, real, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException failed) {
            Files.deleteIfExists(half);
            throw new IOException(file + " could not be written: " + failed.getMessage(), failed);
        }
    }
}
