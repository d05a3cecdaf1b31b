package kraftaudit.audit.compliance;

import java.util.List;
import java.util.Optional;
import kraftaudit.audit.report.Documents;

/**
 * Facts about one run: the only output that another run does not repeat byte for byte.
 *
 * @param schemaVersion raised when a field changes its meaning or goes away
 * @param verdict       the first line of the report
 * @param inputs        the PATHs
 * @param files         every file seen below them, used or not
 * @param outputs       every other file of the package but {@code manifest.sha256}
 */
public record Manifest(int schemaVersion, Tool tool, RuleSet rules, Documents.ProfileDocument profile, Run run, String verdict, int exitCode,
                List<Input> inputs, List<InputFile> files, List<Output> outputs) {
    /** Of this shape. */
    public static final int SCHEMA_VERSION = 1;

    /**
     * The program.
     *
     * @param build SHA-256 of each of its own jars, by name; empty where it does not run from jars
     */
    public record Tool(String name, String version, List<Output> build) {
    }

    /** The catalogue: how many rules, and the SHA-256 of {@code rules --format csv}. */
    public record RuleSet(int count, String sha256) {
    }

    /**
     * The run and the machine.
     *
     * @param started by the machine's own clock, in UTC
     * @param zone    the machine's time zone, which no output depends on
     */
    public record Run(List<String> commandLine, String workingDirectory, String started, String ended, String zone, String javaVersion,
               String javaVendor, String javaVm, String osName, String osVersion, String osArchitecture) {
    }

    /**
     * A PATH.
     *
     * @param archive     whether its files were unpacked from it; then its own length and hashes are given too
     * @param sha256After as that of a file
     */
    public record Input(String path, String realPath, boolean archive, Optional<Long> length, Optional<String> modified, Optional<String> sha256Before,
                 Optional<String> sha256After) {
    }

    /**
     * A file below a PATH; of a folder that was not entered, and of a file that could not be read, the hashes are null.
     *
     * @param name         relative to the PATH, as everywhere in the package
     * @param why          for a file not used, why; else what it is
     * @param sha256Before of the bytes that were read, taken while they were
     * @param sha256After  of the file at the end: the same, without another reading, where the system shows that nothing has
     *                     touched it; else taken anew
     * @param changed      whether it was another after it was read
     */
    public record InputFile(String name, String kind, boolean used, String why, Optional<Long> length, Optional<String> modified,
                     Optional<String> sha256Before, Optional<String> sha256After, boolean changed) {
    }

    /** A file with its hash. */
    public record Output(String name, long length, String sha256) {
    }
}
