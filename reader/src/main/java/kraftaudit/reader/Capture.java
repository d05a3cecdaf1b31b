package kraftaudit.reader;

import java.util.List;

/**
 * What was found under the given PATHs, before any file is read.
 *
 * @param directories every log directory that has at least one file the audit uses, sorted by label
 * @param others      files seen outside of those directories, sorted by name
 */
public record Capture(List<LogDirectory> directories, List<CapturedFile> others) {
    public Capture {
        directories = List.copyOf(directories);
        others = List.copyOf(others);
    }
}
