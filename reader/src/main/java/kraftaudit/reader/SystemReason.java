package kraftaudit.reader;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why the system refused, in words that hold no path: the messages of Java's exceptions do, and reports must not. */
public final class SystemReason {
    private SystemReason() {
    }

    /** A few words without a full stop. */
    public static String of(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (failure instanceof NotDirectoryException) {
            return "not a folder";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "exists already";
        }
        if (failure instanceof FileSystemLoopException) {
            return "a loop of links";
        }
        if (failure instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        String message = failure.getMessage();
        // Messages of reads (as opposed to opens) are the system's own words.
        boolean pathFree = message != null && message.indexOf('/') < 0 && message.indexOf('\\') < 0;
        return pathFree && !(failure instanceof FileSystemException) ? message : "input/output error";
    }
}
