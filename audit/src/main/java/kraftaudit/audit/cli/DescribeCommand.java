package kraftaudit.audit.cli;

import java.util.List;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.Describe;
import kraftaudit.audit.Described;
import kraftaudit.audit.report.DescribeCsv;
import kraftaudit.audit.report.DescribeDocuments;
import kraftaudit.audit.report.DescribeText;

import kraftaudit.audit.report.Json;
import kraftaudit.audit.report.Page;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What DescribeQuorum with committed voters would have answered. */
@Command(addMethodSubcommands = false, name = "describe", header = "what DescribeQuorum with committed voters would have answered", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit describe [options] PATH...",
    description = {"", "What DescribeQuorum with committed voters (KIP-1204) would have answered, in the layout of",
        "kafka-metadata-quorum: by default for the highest high watermark that a leader is proven to have", "exposed, with --at for any.", ""},
    footer = {"", "Examples:", "  kraft-audit describe /captures/incident-42", "  kraft-audit describe --at 100 --status node1 node2 node3"})
final class DescribeCommand extends CaptureCommand {
    @Mixin
    private FormatOption format;
    @Mixin
    private AtOption at;

    @Option(names = "--status", description = "text: leader, high watermark and voters alone")
    private boolean status;

    @Option(names = "--replication", description = "text: the table of replicas alone")
    private boolean replication;

    @Override
    void check() throws WrongUsage {
        at.check();
    }

    @Override
    int answer(CaptureInput capture) throws WrongUsage {
        at.check(capture.clusters().stream().mapToLong(Describe::highest).max().orElse(0));
        List<Described> described = Described.of(capture, at.highWatermark());
        print(switch (format.format()) {
            case TEXT -> text(described);
            case CSV -> DescribeCsv.render(described, output().csvRaw());
            case JSON -> Json.write(DescribeDocuments.describe(described, at.highWatermark()));
        });
        return ExitCode.NOTHING;
    }

    private String text(List<Described> described) {
        Page page = new Page(output().style());
        DescribeText.Part part = status == replication ? DescribeText.Part.BOTH : status ? DescribeText.Part.STATUS : DescribeText.Part.REPLICATION;
        List<Described> shown = at.highWatermark().isEmpty() ? described : described.stream().filter(d -> !d.answers().isEmpty()).toList();
        for (int i = 0; i < shown.size(); i++) {
            if (i > 0) {
                page.blank();
            }
            DescribeText.render(page, shown.get(i), part, shown.size() > 1);
        }
        return page.toString();
    }
}
