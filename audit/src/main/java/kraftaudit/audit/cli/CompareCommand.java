package kraftaudit.audit.cli;

import java.util.List;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.Compare;
import kraftaudit.audit.Comparison;
import kraftaudit.audit.report.CompareCsv;
import kraftaudit.audit.report.CompareDocuments;
import kraftaudit.audit.report.CompareText;
import kraftaudit.audit.report.Json;
import kraftaudit.audit.report.Page;
import kraftaudit.reader.Schemas;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Copies beside each other. */
@Command(addMethodSubcommands = false, name = "compare", header = "where copies agree and part, and which to recover from", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit compare [options] PATH...",
    description = {"", "Where copies agree and part, what lies on each branch, and which copy to recover from and why.", ""},
    footer = {"", "Examples:", "  kraft-audit compare /captures/incident-42", "  kraft-audit compare --format json node1 node2 node3"})
final class CompareCommand extends CaptureCommand {
    @Mixin
    private FormatOption format;
    @Override
    int answer(CaptureInput capture) throws WrongUsage {
        Schemas schemas = input().settings().schemas().with(capture.profile());
        List<Comparison> clusters = capture.clusters().stream().map(cluster -> Compare.compare(cluster, schemas)).toList();
        List<Comparison.Unrelated> unrelated = Compare.unrelated(capture.clusters());
        print(switch (format.format()) {
            case TEXT -> text(clusters, unrelated);
            case CSV -> CompareCsv.render(clusters, unrelated, output().csvRaw());
            case JSON -> Json.write(CompareDocuments.compare(clusters, unrelated));
        });
        return ExitCode.NOTHING;
    }

    private String text(List<Comparison> clusters, List<Comparison.Unrelated> unrelated) {
        Page page = new Page(output().style());
        CompareText.render(page, clusters, unrelated);
        return page.toString();
    }
}
