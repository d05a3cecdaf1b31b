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
 */
public record CaptureInput(Capture capture, List<CaptureHistory> clusters, Profile profile) {
    public CaptureInput {
        clusters = List.copyOf(clusters);
    }
}
