package kraftaudit.audit.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import kraftaudit.audit.Audit;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.Severity;
import kraftaudit.audit.archive.Archives;
import kraftaudit.audit.compliance.CompliancePackage;
import kraftaudit.audit.compliance.RunFacts;
import kraftaudit.audit.report.AuditCsv;
import kraftaudit.audit.report.AuditText;
import kraftaudit.audit.report.CaptureSummary;
import kraftaudit.audit.report.CapturesReport;
import kraftaudit.audit.report.Documents;
import kraftaudit.audit.report.Json;
import kraftaudit.audit.report.Page;
import kraftaudit.audit.report.Phrases;
import kraftaudit.audit.report.Sarif;
import kraftaudit.audit.report.Style;
import kraftaudit.audit.storage.OutputFolder;
import kraftaudit.reader.CaptureFinder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The main job. */
@Command(addMethodSubcommands = false, name = "audit", header = "the main job: verdict, committed voters, every rule, findings", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit audit [options] PATH...",
    description = {"", "Verdict, committed voters, the outcome of every rule, findings, and what could not be decided.", ""},
    footer = {"", "Examples:", "  kraft-audit audit /captures/incident-42", "  kraft-audit audit --stopped --format json node1 node2 node3",
        "  kraft-audit audit --fail-on violation --profile my-profile.json node1",
        "  kraft-audit audit --output case-42 incident-42.tar.gz",
        "  kraft-audit audit --each --jobs 8 --format csv /captures > all.csv"})
final class AuditCommand extends CaptureCommand {
    /** The least severity that makes exit code 1. */
    enum FailOn {
        VIOLATION, IRREGULAR, NOTE, NEVER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean failsOn(Severity worst) {
            return this != NEVER && worst.atLeast(Severity.valueOf(name()));
        }
    }

    /** The forms of the report that go to stdout. */
    enum Format {
        TEXT, CSV, JSON, SARIF;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Instant started = Instant.now();

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text", description = "${COMPLETION-CANDIDATES} (default text)")
    private Format format;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR",
        description = "write the compliance package into this folder: the report in every form, and a manifest with the SHA-256 of every file")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--overwrite", description = "--output: DIR may hold files, those of the package are replaced")
    private boolean overwrite;

    @Option(names = "--each", description = "every folder and archive directly below a PATH is a capture of its own: one row for each, whatever "
        + "becomes of the others; --jobs of them at a time")
    private boolean each;

    @Option(names = "--fail-on", paramLabel = "SEVERITY", defaultValue = "irregular",
        description = "exit 1 for findings of this severity and above: ${COMPLETION-CANDIDATES} (default irregular)")
    private FailOn failOn;

    @Override
    void check() throws WrongUsage {
        if (folder.isPresent()) {
            InputOptions.named("--output", folder.get().toString());
        }
        if (folder.isPresent() && format != Format.TEXT) {
            throw new WrongUsage("--output writes every format; --format " + format + " goes with stdout");
        }
        if (each && format == Format.SARIF) {
            throw new WrongUsage("--each: SARIF is of one capture; --output writes that of each");
        }
        if (overwrite && folder.isEmpty()) {
            throw new WrongUsage("--overwrite goes with --output");
        }
    }

    /** SARIF names the hash of every file. */
    @Override
    boolean hashes() {
        return format == Format.SARIF;
    }

    @Override
    boolean drawsProgress() {
        return super.drawsProgress() && !each;
    }

    @Override
    int run(Pipe.Settings settings) throws Exception {
        if (each) {
            return each(settings);
        }
        if (folder.isEmpty()) {
            return super.run(settings);
        }
        List<Path> paths = input().paths();
        try (OutputFolder writing = OutputFolder.open(folder.get(), overwrite, paths)) {
            Audited audited = audited(paths, settings, Optional.of(writing), "");
            writing.commit();
            print(new Page(output().style()).line(0, 2, Phrases.verdict(audited.report())).line(0, 2, "written to " + folder.get()
                + "; SHA-256 of its manifest.json: " + audited.hash()).toString());
            return audited.code();
        }
    }

    /** @param hash of the manifest, empty where none was written */
    private record Audited(AuditReport report, int code, String hash) {
    }

    /** Audits one capture, and writes its package where there is a folder for it. */
    private Audited audited(List<Path> paths, Pipe.Settings settings, Optional<OutputFolder> writing, String prefix) throws Exception {
        try (Archives archives = input().archives()) {
            List<String> args = new ArrayList<>(spec().root().commandLine().getParseResult().originalArgs());
            if (spec().parent() == null) {
                args.add(0, spec().name());
            }
            Set<Path> packed = writing.isPresent() ? paths.stream().filter(Archives::isArchive).collect(Collectors.toSet()) : Set.of();
            RunFacts facts = RunFacts.begin(args, started, paths, packed);
            CaptureInput capture = load(CaptureFinder.findGiven(archives.given(paths)), settings, writing.isPresent());
            AuditReport report = Audit.audit(capture);
            int code = exitCode(report, failOn);
            String hash = writing.isEmpty() ? ""
                : CompliancePackage.write(writing.get(), prefix, capture, report, output().csvRaw(), code, facts);
            return new Audited(report, code, hash);
        }
    }

    // ---- many captures ----

    private int each(Pipe.Settings settings) throws Exception {
        List<EachCapture.Named> captures = EachCapture.find(input().paths());
        remark(() -> "found " + captures.size() + " captures");
        if (folder.isEmpty()) {
            List<CaptureSummary> summaries = summaries(captures, settings, Optional.empty());
            print(switch (format) {
                case TEXT, SARIF -> CapturesReport.text(summaries, output().style());
                case CSV -> CapturesReport.outcomes(summaries);
                case JSON -> Json.write(CapturesReport.document(summaries));
            });
            return EachCapture.exitCode(summaries);
        }
        try (OutputFolder writing = OutputFolder.open(folder.get(), overwrite, input().paths())) {
            List<CaptureSummary> summaries = summaries(captures, settings, Optional.of(writing));
            writing.write("outcomes.csv", CapturesReport.outcomes(summaries));
            writing.write("findings.csv", CapturesReport.findings(summaries));
            writing.write("summary.csv", CapturesReport.csv(summaries, output().csvRaw()));
            writing.write("summary.json", Json.write(CapturesReport.document(summaries)));
            writing.write("summary.txt", CapturesReport.text(summaries, Style.PLAIN));
            writing.commit();
            print(new Page(output().style()).line(0, 2, CapturesReport.verdict(summaries)).line(0, 2, "written to " + folder.get()
                + ": the summary, and the package of each under captures/").toString());
            return EachCapture.exitCode(summaries);
        }
    }

    private List<CaptureSummary> summaries(List<EachCapture.Named> captures, Pipe.Settings settings, Optional<OutputFolder> writing) throws Exception {
        Pipe.Settings alone = new Pipe.Settings(settings.profile(), settings.schemas(), settings.options(), 1);
        try (ProgressLine line = new ProgressLine(spec().commandLine().getErr(), System::nanoTime)) {
            return EachCapture.audit(captures, settings.threads(), output().csvRaw(), capture -> {
                Audited audited = audited(List.of(capture.path()), alone, writing, "captures/" + capture.name() + "/");
                return CaptureSummary.of(capture.name(), audited.report(), audited.code(), output().csvRaw());
            }, done -> {
                if (output().progress()) {
                    line.captures(done, captures.size());
                }
            });
        }
    }

    @Override
    int answer(CaptureInput capture) {
        AuditReport report = Audit.audit(capture);
        print(switch (format) {
            case TEXT -> AuditText.render(report, output().style());
            case CSV -> AuditCsv.render(report, output().csvRaw());
            case JSON -> Json.write(Documents.audit(report));
            case SARIF -> Sarif.render(report);
        });
        return exitCode(report, failOn);
    }

    /** A rule that failed itself goes before everything that was found. */
    static int exitCode(AuditReport report, FailOn failOn) {
        if (report.hasDefect()) {
            return ExitCode.FAULT;
        }
        return report.worst().filter(failOn::failsOn).isPresent() ? ExitCode.FINDINGS : ExitCode.NOTHING;
    }
}
