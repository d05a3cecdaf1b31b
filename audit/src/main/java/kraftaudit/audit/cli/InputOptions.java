package kraftaudit.audit.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.Profiles;
import kraftaudit.audit.archive.ArchiveLimits;
import kraftaudit.audit.archive.ArchiveRefused;
import kraftaudit.audit.archive.Archives;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.Profile;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.ReplayOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** What every command over a capture takes in. */
final class InputOptions {
    @Parameters(paramLabel = "PATH", arity = "0..*", description = "log directories, folders of them, single files, or archives (zip, tar, tar.gz) of these")
    private List<Path> paths = List.of();

    @Option(names = "--profile", paramLabel = "NAME|FILE", defaultValue = "kip-1262",
        description = "which record key and metadata.version level carry KIP-1262: kip-1262 (default), kip-1262-draft, or a JSON file "
            + "with name, apiKey, schema, firstLevel")
    private String profile;

    @Option(names = "--schemas", paramLabel = "DIR",
        description = "folder of Kafka's JSON message definitions for record types that this build does not know")
    private Optional<Path> schemas = Optional.empty();

    @Option(names = "--high-watermark", paramLabel = "H[@EPOCH]", converter = WatermarkConverter.class,
        description = "a high watermark recorded at the time, with the epoch of the record before it: proof OPERATOR")
    private Optional<ReplayOptions.OperatorWatermark> highWatermark = Optional.empty();

    @Option(names = "--static-voters", paramLabel = "ID,...", hideParamSyntax = true, split = ",", converter = NodeIdConverter.class,
        description = "node ids of controller.quorum.voters, for a static quorum")
    private List<Integer> staticVoters = List.of();

    @Option(names = "--stopped", description = "every node was stopped when it was copied: makes the proof WHOLE_QUORUM possible")
    private boolean stopped;

    @Option(names = "--jobs", paramLabel = "N", converter = ArchiveOptions.CountConverter.class,
        description = "files read at a time (default: as many as there are cores)")
    private Optional<Integer> jobs = Optional.empty();

    @Mixin
    private ArchiveOptions archives;

    /** The archives of a run and the folder they are unpacked to, to be closed when nothing is read any more. */
    Archives archives() {
        return new Archives(limits());
    }

    /** What an archive may unpack to. */
    ArchiveLimits limits() {
        return archives.limits();
    }

    /** What lies under the PATHs, archives among them unpacked. */
    Capture find(Archives unpacking) throws WrongUsage, ArchiveRefused, NothingFound {
        return CaptureFinder.findGiven(unpacking.given(paths()));
    }

    List<Path> paths() throws WrongUsage {
        if (paths.isEmpty()) {
            throw new WrongUsage("missing required parameter: 'PATH'");
        }
        if (paths.stream().anyMatch(path -> path.toString().isBlank())) {
            throw new WrongUsage("an empty PATH: is a variable not set?");
        }
        return paths;
    }

    /** For the window, which can open something later. */
    List<Path> pathsIfAny() {
        return paths;
    }

    /** The settings, with options that name files read. */
    Pipe.Settings settings() throws WrongUsage {
        Schemas known = schemas();
        Profile found;
        named("--profile", profile);
        try {
            found = Profiles.find(profile);
            known.with(found);
        } catch (Profiles.BadProfile | IllegalArgumentException bad) {
            throw new WrongUsage("--profile: " + bad.getMessage());
        }
        return new Pipe.Settings(found, known, new ReplayOptions(stopped, highWatermark, staticVoters),
            jobs.orElseGet(() -> Runtime.getRuntime().availableProcessors()));
    }

    /** An empty name is the working directory to Java, and to whoever wrote it a variable that is not set. */
    static void named(String option, String path) throws WrongUsage {
        if (path.isBlank()) {
            throw new WrongUsage(option + ": an empty name: is a variable not set?");
        }
    }

    private Schemas schemas() throws WrongUsage {
        if (schemas.isEmpty()) {
            return Schemas.builtIn();
        }
        named("--schemas", schemas.get().toString());
        if (!Files.isDirectory(schemas.get())) {
            throw new WrongUsage("--schemas: no folder " + schemas.get());
        }
        try {
            return Schemas.builtIn().with(schemas.get());
        } catch (IllegalArgumentException bad) {
            throw new WrongUsage("--schemas: " + bad.getMessage());
        } catch (IOException unreadable) {
            throw new WrongUsage("--schemas: " + schemas.get() + " could not be read");
        }
    }

    /** {@code H} or {@code H@EPOCH}. */
    static final class WatermarkConverter implements ITypeConverter<ReplayOptions.OperatorWatermark> {
        @Override
        public ReplayOptions.OperatorWatermark convert(String value) {
            String[] parts = value.split("@", -1);
            try {
                long watermark = Long.parseLong(parts[0]);
                OptionalInt epoch = parts.length == 2 ? OptionalInt.of(Integer.parseInt(parts[1])) : OptionalInt.empty();
                if (parts.length <= 2 && watermark >= 1 && epoch.orElse(0) >= 0) {
                    return new ReplayOptions.OperatorWatermark(watermark, epoch);
                }
            } catch (NumberFormatException e) {
                // told below
            }
            throw new TypeConversionException("'" + value + "' is no high watermark of 1 or above, with @EPOCH of 0 or above behind it or without");
        }
    }

    /** A node id of 0 or above. */
    static final class NodeIdConverter implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            try {
                int id = Integer.parseInt(value.strip());
                if (id >= 0) {
                    return id;
                }
            } catch (NumberFormatException e) {
                // told below
            }
            throw new TypeConversionException("'" + value + "' is no node id of 0 or above");
        }
    }
}
