package kraftaudit.audit.cli;

import java.util.OptionalLong;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.report.Documents;
import kraftaudit.audit.report.Json;
import kraftaudit.audit.report.VotersCsv;
import kraftaudit.audit.report.VotersText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Committed voters at every high watermark. */
@Command(name = "voters", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit voters [options] PATH...",
    description = {"", "Committed voters for every high watermark, with the proof of each set; --at for one high watermark.",
        "High watermark h means that every record at an offset below h is committed.", ""},
    footer = {"", "Examples:", "  kraft-audit voters /captures/incident-42", "  kraft-audit voters --at 120 --format csv node1 node2 node3"})
final class VotersCommand extends CaptureCommand {
    @Option(names = "--at", paramLabel = "H", description = "the committed voters at this high watermark alone")
    private OptionalLong at = OptionalLong.empty();

    @Override
    void check() throws WrongUsage {
        if (at.isPresent() && at.getAsLong() < 0) {
            throw new WrongUsage("--at: " + at.getAsLong() + " is no high watermark, the least is 0");
        }
    }

    @Override
    int answer(CaptureInput capture) throws WrongUsage {
        long end = capture.clusters().stream().flatMap(c -> c.branches().stream()).flatMap(b -> b.spans().stream())
            .mapToLong(s -> s.to()).max().orElse(0);
        if (at.isPresent() && at.getAsLong() > end) {
            throw new WrongUsage("--at: " + at.getAsLong() + " is beyond every copy, the highest high watermark here is " + end);
        }
        print(switch (output().format()) {
            case TEXT -> VotersText.render(capture, at, output().colour());
            case CSV -> VotersCsv.render(capture, at, output().csvRaw());
            case JSON -> Json.write(Documents.voters(capture, at));
        });
        return ExitCode.NOTHING;
    }
}
