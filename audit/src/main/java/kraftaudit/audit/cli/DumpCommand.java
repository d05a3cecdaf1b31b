package kraftaudit.audit.cli;

import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import kraftaudit.audit.Locator;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.archive.ArchiveRefused;
import kraftaudit.audit.archive.Archives;
import kraftaudit.audit.dump.Dump;
import kraftaudit.audit.dump.DumpOptions;
import kraftaudit.audit.dump.Look;
import kraftaudit.audit.dump.OutputFailed;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.NothingFound;
import kraftaudit.replay.CaptureHistory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Everything in the files, as it stands there. */
@Command(addMethodSubcommands = false, name = "dump", header = "every batch, record and damaged region, as it stands on disk", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit dump [options] PATH... [LOCATOR]",
    description = {"", "Every batch, record and damaged region of segments and checkpoints, and the small files.",
        "Goes on after damage. A LOCATOR (node1:offset=1609 or node1:00000000000000000000.log@8543,",
        "as other commands print them) says where to look in the capture at PATH.", ""},
    footer = {"", "Offsets are log offsets; those inside of a checkpoint are its own, so that --from, --to and",
        "--committed leave out checkpoints that lie beside a log. Damage is shown in its place and does not",
        "change the exit code: the audit judges.", "", "Examples:", "  kraft-audit dump node1 --no-noop",
        "  kraft-audit dump node1 --from 120 --to 140 --status", "  kraft-audit dump --type PARTITION,TOPIC --format json node1/__cluster_metadata-0",
        "  kraft-audit dump /captures/incident-42 node1:offset=1609 --hex"})
final class DumpCommand implements Callable<Integer>, OutputOptions.Has {
    @Mixin
    private InputOptions input;
    @Mixin
    private FormatOption format;
    @Mixin
    private OutputOptions output;
    @Spec
    private CommandSpec spec;

    @Option(names = "--from", paramLabel = "OFFSET", description = "first offset; what lies before it is passed over by headers")
    private long from;

    @Option(names = "--to", paramLabel = "OFFSET", description = "last offset, inclusive")
    private Optional<Long> to = Optional.empty();

    @Option(names = "--epoch", paramLabel = "N", split = ",", description = "batches of these epochs")
    private List<Integer> epochs = List.of();

    @Option(names = "--type", paramLabel = "NAME", split = ",",
        description = "records of these types, such as PARTITION_CHANGE or ConfigRecord; an api key where there is no name")
    private List<String> types = List.of();

    @Option(names = "--control", description = "control records alone")
    private boolean control;

    @Option(names = "--no-noop", description = "leave out NoOpRecords")
    private boolean withoutNoOp;

    @Option(names = "--status", description = "the commit status of each record; the whole capture is read first")
    private boolean status;

    @Option(names = "--committed", description = "records that are proven committed alone; implies --status")
    private boolean committed;

    @Option(names = "--limit", paramLabel = "N", description = "end after so many records")
    private Optional<Long> limit = Optional.empty();

    @Option(names = "--hex", description = "bytes of records and batch headers too; of damage with --show-secrets")
    private boolean hex;

    @Option(names = "--show-secrets", description = "passwords, keys and SCRAM credentials as they are, not masked")
    private boolean showSecrets;

    private OutputStream out = OutputStream.nullOutputStream();

    @Override
    public OutputOptions output() {
        return output;
    }

    /** Where the bytes go. */
    void writeTo(OutputStream stream) {
        out = stream;
    }

    @Override
    public Integer call() throws WrongUsage, ArchiveRefused, NothingFound, OutputFailed {
        check();
        Pipe.Settings settings = input.settings();
        PathsAndLocator given = PathsAndLocator.of(input.paths());
        try (Archives archives = input.archives()) {
            Capture capture = CaptureFinder.findAny(archives.given(given.paths()));
            Optional<Look> look = look(capture, given.locator());
            List<CaptureHistory> clusters = status || committed ? Pipe.load(capture, settings, Pipe.Progress.NONE).clusters() : List.of();
            return dump(capture, given.locator(), look, clusters, settings);
        }
    }

    private void check() throws WrongUsage {
        if (from < 0 || to.orElse(from) < from) {
            throw new WrongUsage(from < 0 ? "--from: " + from + " is no offset, the least is 0" : "--to: " + to.orElse(from) + " is below --from");
        }
        if (limit.orElse(1L) < 1) {
            throw new WrongUsage("--limit: at least 1 record");
        }
    }

    private static Optional<Look> look(Capture capture, Optional<Locator> locator) throws WrongUsage {
        try {
            return locator.isPresent() ? Optional.of(Look.find(capture, locator.get())) : Optional.empty();
        } catch (Look.NoSuchPlace nowhere) {
            throw new WrongUsage(locator.orElseThrow().text() + ": " + nowhere.getMessage());
        }
    }

    private int dump(Capture capture, Optional<Locator> place, Optional<Look> look, List<CaptureHistory> clusters, Pipe.Settings settings)
        throws WrongUsage, OutputFailed {
        DumpOptions options = new DumpOptions(DumpOptions.Format.valueOf(format.format().name()), output.csvRaw(), output.colour(), from,
            to.orElse(Long.MAX_VALUE), new HashSet<>(epochs), TypeNames.keys(types, settings.schemas().with(settings.profile())), control,
            withoutNoOp, status || committed, committed, limit.map(OptionalLong::of).orElse(OptionalLong.empty()), hex, showSecrets,
            settings.schemas(), settings.profile());
        try {
            Dump.Done done = Dump.dump(capture, options, look, clusters, out, settings.threads());
            done.problems().forEach(line -> CommandLineTool.problem(spec.commandLine().getErr(), line));
            if (done.nothing() && done.problems().isEmpty() && !output.quiet()) {
                CommandLineTool.problem(spec.commandLine().getErr(), place.map(Locator::text).map(text -> text + ": there is nothing").orElse("nothing is as the options ask"));
            }
            return done.problems().isEmpty() ? ExitCode.NOTHING : ExitCode.INPUT;
        } catch (OutputFailed failed) {
            if (StandardOutput.readerIsGone(out, failed.reason())) {
                return ExitCode.NOTHING;
            }
            throw failed;
        }
    }
}
