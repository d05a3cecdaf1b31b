package kraftaudit.audit.archive;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * An archive is not read. The message is one line that begins with what the archive was called and names the entry at fault,
 * if there is one; control characters of names are kept, so escape before printing.
 */
public final class ArchiveRefused extends Exception {
    private static final long serialVersionUID = 1L;

    ArchiveRefused(String reason) {
        super(reason);
    }

    static ArchiveRefused entry(String name, String reason) {
        return new ArchiveRefused("entry " + name + ": " + reason);
    }

    ArchiveRefused of(Object archive) {
        ArchiveRefused named = new ArchiveRefused(archive + ": " + getMessage());
        named.initCause(this);
        return named;
    }

    /** The system's reason in a few words. */
    static String reason(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (failure instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
