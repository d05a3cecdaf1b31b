package kraftaudit.audit.cli;

import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.report.Documents;
import kraftaudit.audit.report.Json;
import kraftaudit.audit.report.VotersCsv;
import kraftaudit.audit.report.VotersText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Committed voters at every high watermark. */
@Command(addMethodSubcommands = false, name = "voters", header = "committed voters for every high watermark, or for one", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit voters [options] PATH...",
    description = {"", "Committed voters for every high watermark, with the proof of each set; --at for one high watermark.",
        "High watermark h means that every record at an offset below h is committed.", ""},
    footer = {"", "Examples:", "  kraft-audit voters /captures/incident-42", "  kraft-audit voters --at 120 --format csv node1 node2 node3"})
final class VotersCommand extends CaptureCommand {
    @Mixin
    private FormatOption format;
    @Mixin
    private AtOption at;

    @Override
    void check() throws WrongUsage {
        at.check();
    }

    @Override
    int answer(CaptureInput capture) throws WrongUsage {
        at.check(capture.clusters().stream().flatMap(c -> c.branches().stream()).flatMap(b -> b.spans().stream())
            .mapToLong(s -> s.to()).max().orElse(0));
        print(switch (format.format()) {
            case TEXT -> VotersText.render(capture, at.highWatermark(), output().style());
            case CSV -> VotersCsv.render(capture, at.highWatermark(), output().csvRaw());
            case JSON -> Json.write(Documents.voters(capture, at.highWatermark()));
        });
        return ExitCode.NOTHING;
    }
}
