package kraftaudit.audit.cli;

import java.util.List;
import java.util.Locale;
import kraftaudit.audit.Audit;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.report.Json;
import kraftaudit.audit.report.TimelineCsv;
import kraftaudit.audit.report.TimelineDocuments;
import kraftaudit.audit.report.TimelineText;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.audit.timeline.TimelineSvg;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The history as lanes over the log. */
@Command(addMethodSubcommands = false, name = "timeline", header = "epochs, voters, copies and levels as lanes over the log", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit timeline [options] PATH...",
    description = {"", "Epochs, voters, copies, levels and findings as lanes over the log, as text, CSV, JSON or SVG.",
        "What is in force at high watermark h is what stands at offset h - 1.", ""},
    footer = {"", "Examples:", "  kraft-audit timeline /captures/incident-42",
        "  kraft-audit timeline --format svg --axis time node1 node2 node3 > timeline.svg"})
final class TimelineCommand extends CaptureCommand {
    private static final int LEAST_WIDTH = 400;
    private static final int MOST_WIDTH = 20_000;

    enum Format {
        TEXT, CSV, JSON, SVG;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    enum Over {
        OFFSET(Axis.OFFSET), TIME(Axis.TIME);

        private final Axis axis;

        Over(Axis axis) {
            this.axis = axis;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    enum Theme {
        LIGHT(Palette.LIGHT), DARK(Palette.DARK);

        private final Palette palette;

        Theme(Palette palette) {
            this.palette = palette;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text", description = "${COMPLETION-CANDIDATES} (default text)")
    private Format format;

    @Option(names = "--axis", paramLabel = "AXIS", defaultValue = "offset",
        description = "text and SVG: ${COMPLETION-CANDIDATES} (default offset)")
    private Over over;

    @Option(names = "--theme", paramLabel = "THEME", defaultValue = "light", description = "SVG: ${COMPLETION-CANDIDATES} (default light)")
    private Theme theme;

    @Option(names = "--width", paramLabel = "PIXELS", defaultValue = "1400", description = "SVG: 400 to 20000 (default 1400)")
    private int width;

    @Override
    void check() throws WrongUsage {
        if (width < LEAST_WIDTH || width > MOST_WIDTH) {
            throw new WrongUsage("--width: " + width + " is not from " + LEAST_WIDTH + " to " + MOST_WIDTH);
        }
    }

    @Override
    int answer(CaptureInput capture) {
        List<Timeline> timelines = Audit.audit(capture).clusters().stream().map(Timeline::of).toList();
        print(switch (format) {
            case TEXT -> TimelineText.render(timelines, over.axis, output().style());
            case CSV -> TimelineCsv.render(timelines, output().csvRaw());
            case JSON -> Json.write(TimelineDocuments.of(timelines));
            case SVG -> TimelineSvg.svg(timelines, over.axis, width, theme.palette);
        });
        return ExitCode.NOTHING;
    }
}
