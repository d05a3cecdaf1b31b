package kraftaudit.audit.compliance;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import kraftaudit.audit.FileState;

/**
 * What only this run knows.
 *
 * @param commandLine the arguments
 * @param started     when it began
 * @param inputs      the PATHs
 * @param archives    those that are archives, each as it was before it was unpacked
 */
public record RunFacts(List<String> commandLine, Instant started, List<Path> inputs, Map<Path, FileState> archives) {
    public RunFacts {
        commandLine = List.copyOf(commandLine);
        inputs = List.copyOf(inputs);
        archives = Map.copyOf(archives);
    }

    /** The facts of a run that reads these PATHs and is about to unpack some of them. */
    public static RunFacts begin(List<String> commandLine, Instant started, List<Path> inputs, Set<Path> archives) {
        return new RunFacts(commandLine, started, inputs,
            archives.stream().collect(Collectors.toMap(path -> path, path -> FileState.hashed(path))));
    }
}
