package kraftaudit.audit;

import java.util.List;
import kraftaudit.reader.Capture;
import kraftaudit.reader.Profile;
import kraftaudit.replay.CaptureHistory;

/**
 * What rules about the whole capture look at.
 *
 * @param capture  every file seen
 * @param clusters every cluster
 * @param profile  which record key and level carry KIP-1262
 * @param files    the files before and after they were read
 */
public record CaptureInput(Capture capture, List<CaptureHistory> clusters, Profile profile, Witnessed files) {
    public CaptureInput {
        clusters = List.copyOf(clusters);
    }

    /** Histories of files that nobody has looked at. */
    public CaptureInput(Capture capture, List<CaptureHistory> clusters, Profile profile) {
        this(capture, clusters, profile, new Witnessed(List.of(), List.of(), List.of()));
    }
}
