package kraftaudit.audit.timeline;

import java.nio.file.Path;
import java.util.List;
import kraftaudit.audit.Audit;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.Profiles;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.Profile;
import kraftaudit.reader.Reader;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Replay;
import kraftaudit.replay.ReplayOptions;

/** Timelines of the captures under samples/. */
final class SampleTimelines {
    private SampleTimelines() {
    }

    static Timeline of(String sample, String... copies) {
        return Timeline.of(report(sample, copies).clusters().get(0));
    }

    /** What the files say without what the rules say of it, whose words may change. */
    static Timeline withoutFindings(String sample) {
        return Timeline.of(report(sample).clusters().get(0).cluster(), List.of());
    }

    static AuditReport report(String sample, String... copies) {
        Path folder = Path.of("..", "samples", sample);
        List<Path> paths = copies.length == 0 ? List.of(folder) : List.of(copies).stream().map(folder::resolve).toList();
        try {
            Profile profile = Profiles.builtIn().get(0);
            Capture capture = CaptureFinder.find(paths);
            List<CaptureHistory> clusters = Replay.replay(Reader.read(capture, Schemas.builtIn(), profile, 2), profile, ReplayOptions.NONE);
            return Audit.audit(new CaptureInput(capture, clusters, profile));
        } catch (NothingFound nothing) {
            throw new AssertionError(nothing);
        }
    }
}
