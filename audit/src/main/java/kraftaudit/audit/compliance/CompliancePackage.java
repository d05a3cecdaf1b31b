package kraftaudit.audit.compliance;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.FileState;
import kraftaudit.audit.Rules;
import kraftaudit.audit.Witnessed;
import kraftaudit.audit.report.AuditCsv;
import kraftaudit.audit.report.AuditHtml;
import kraftaudit.audit.report.AuditText;
import kraftaudit.audit.report.Documents;
import kraftaudit.audit.report.Json;
import kraftaudit.audit.report.Phrases;
import kraftaudit.audit.report.Product;
import kraftaudit.audit.report.RulesReport;
import kraftaudit.audit.report.Sarif;
import kraftaudit.audit.report.Style;
import kraftaudit.audit.report.Times;
import kraftaudit.audit.report.TimelineCsv;
import kraftaudit.audit.report.VotersCsv;
import kraftaudit.audit.report.Words;
import kraftaudit.audit.storage.OutputFolder;
import kraftaudit.audit.storage.OutputRefused;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.audit.timeline.TimelineSvg;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.Event;
import kraftaudit.reader.Hashes;
import kraftaudit.replay.CaptureHistory;

/** An audit in every form, as a folder that can be attached to a case. */
public final class CompliancePackage {
    private static final String MANIFEST = "manifest.json";
    private static final double TIMELINE_WIDTH = 1400;

    private CompliancePackage() {
    }

    /**
     * Writes the package.
     *
     * @param capture read with hashes
     * @param prefix  what names in the folder begin with, empty or ending in {@code /}
     * @param csvRaw  whether CSV keeps text that a spreadsheet would take for a formula
     * @return the SHA-256 of the manifest
     */
    public static String write(OutputFolder folder, String prefix, CaptureInput capture, AuditReport report, boolean csvRaw, int exitCode, RunFacts facts)
        throws OutputRefused {
        Map<String, byte[]> outputs = new LinkedHashMap<>();
        outputs(capture, report, csvRaw).forEach((name, text) -> outputs.put(name, text.getBytes(StandardCharsets.UTF_8)));
        List<Manifest.Output> listed = outputs.entrySet().stream().map(e -> output(e.getKey(), e.getValue())).toList();
        byte[] manifest = Json.write(manifest(capture, report, exitCode, facts, listed)).getBytes(StandardCharsets.UTF_8);
        Manifest.Output last = output(MANIFEST, manifest);
        StringBuilder hashes = new StringBuilder();
        Stream.concat(Stream.of(last), listed.stream()).forEach(o -> hashes.append(o.sha256()).append("  ").append(o.name()).append('\n'));
        for (Map.Entry<String, byte[]> output : outputs.entrySet()) {
            folder.write(prefix + output.getKey(), output.getValue());
        }
        folder.write(prefix + MANIFEST, manifest);
        folder.write(prefix + "manifest.sha256", hashes.toString().getBytes(StandardCharsets.UTF_8));
        return last.sha256();
    }

    /** Everything that another run on the same input repeats byte for byte. */
    private static Map<String, String> outputs(CaptureInput capture, AuditReport report, boolean csvRaw) {
        List<Timeline> timelines = report.clusters().stream().map(Timeline::of).toList();
        Map<String, String> outputs = new LinkedHashMap<>();
        outputs.put("report.txt", AuditText.render(report, Style.PLAIN));
        outputs.put("report.html", AuditHtml.render(report));
        outputs.put("outcomes.csv", AuditCsv.render(report, csvRaw));
        outputs.put("findings.csv", AuditCsv.findings(report, csvRaw));
        outputs.put("voters.csv", VotersCsv.render(capture, OptionalLong.empty(), csvRaw));
        outputs.put("timeline.csv", TimelineCsv.render(timelines, csvRaw));
        outputs.put("report.json", Json.write(Documents.audit(report)));
        outputs.put("report.sarif", Sarif.render(report));
        outputs.put("timeline.svg", TimelineSvg.svg(timelines, Axis.OFFSET, TIMELINE_WIDTH, Palette.LIGHT));
        return outputs;
    }

    private static Manifest.Output output(String name, byte[] bytes) {
        return new Manifest.Output(name, bytes.length, Hashes.sha256(bytes));
    }

    // ---- the manifest ----

    private static Manifest manifest(CaptureInput capture, AuditReport report, int exitCode, RunFacts facts, List<Manifest.Output> outputs) {
        Manifest.RuleSet rules = new Manifest.RuleSet(Rules.ALL.size(), Hashes.sha256(RulesReport.csv(true).getBytes(StandardCharsets.UTF_8)));
        List<Manifest.Input> inputs = facts.inputs().stream().map(path -> input(path, Optional.ofNullable(facts.archives().get(path)))).toList();
        Manifest.Run run = new Manifest.Run(facts.commandLine(), Path.of("").toAbsolutePath().toString(), time(facts.started()), time(Instant.now()),
            ZoneId.systemDefault().getId(), System.getProperty("java.version"), System.getProperty("java.vendor"), System.getProperty("java.vm.name"),
            System.getProperty("os.name"), System.getProperty("os.version"), System.getProperty("os.arch"));
        return new Manifest(Manifest.SCHEMA_VERSION, new Manifest.Tool(Product.THIS.name(), Product.THIS.version(), build()), rules,
            Documents.profile(report.profile()), run, Phrases.verdict(report), exitCode, inputs, files(capture.files()), outputs);
    }

    private static String time(Instant instant) {
        return Times.iso(instant.toEpochMilli()).orElse(instant.toString());
    }

    private static Manifest.Input input(Path path, Optional<FileState> archive) {
        String real;
        try {
            real = path.toRealPath().toString();
        } catch (IOException gone) {
            real = path.toAbsolutePath().toString();
        }
        return new Manifest.Input(path.toString(), real, archive.isPresent(), archive.map(FileState::length), archive.map(a -> time(a.modified())),
            archive.flatMap(FileState::sha256), archive.flatMap(a -> a.later(path, bytes -> { }).sha256()));
    }

    private static List<Manifest.InputFile> files(Witnessed witnessed) {
        Map<CapturedFile, String> changed = witnessed.changed();
        List<Manifest.InputFile> files = new ArrayList<>();
        for (int i = 0; i < witnessed.files().size(); i++) {
            CapturedFile file = witnessed.files().get(i);
            Optional<FileState> before = Optional.of(witnessed.before().get(i)).filter(s -> s.problem().isEmpty());
            Optional<FileState> after = Optional.of(witnessed.after().get(i)).filter(s -> s.problem().isEmpty());
            files.add(new Manifest.InputFile(file.name(), file.kind().name(), file.kind().used(), Words.why(file), before.map(FileState::length),
                before.map(s -> time(s.modified())), before.flatMap(FileState::sha256), after.flatMap(FileState::sha256), changed.containsKey(file)));
        }
        return files;
    }

    /** The jars of the reader, of the replay and of this module. */
    private static List<Manifest.Output> build() {
        List<Manifest.Output> jars = new ArrayList<>();
        for (Class<?> part : List.of(Event.class, CaptureHistory.class, CompliancePackage.class)) {
            try {
                Optional<URL> place = Optional.ofNullable(part.getProtectionDomain().getCodeSource()).map(CodeSource::getLocation);
                if (place.isPresent()) {
                    Path jar = Path.of(place.get().toURI());
                    if (Files.isRegularFile(jar)) {
                        jars.add(new Manifest.Output(jar.getFileName().toString(), Files.size(jar), Hashes.sha256(jar, bytes -> { })));
                    }
                }
            } catch (IOException | URISyntaxException | RuntimeException notFromJars) {
                // Then the version alone says what this is.
            }
        }
        return jars;
    }
}
