package kraftaudit.audit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kraftaudit.replay.CaptureHistory;

/**
 * Everything that {@code describe} prints of one cluster.
 *
 * @param answers one for each branch described
 * @param strains assumptions that the capture strains
 * @param stopped what {@code --stopped} would decide
 */
public record Described(CaptureHistory cluster, List<Description> answers, List<Strain> strains, Optional<StoppedAnswer> stopped) {
    public Described {
        answers = List.copyOf(answers);
        strains = List.copyOf(strains);
    }

    /** Every cluster, now or at a high watermark; of clusters that do not go as far the answers are empty. */
    public static List<Described> of(CaptureInput capture, OptionalLong at) {
        return Audit.forStrains(capture).stream().map(report -> {
            CaptureHistory cluster = report.cluster();
            List<Finding> findings = report.findings();
            return new Described(cluster, at.isPresent() ? Describe.at(cluster, at.getAsLong()) : Describe.now(cluster),
                Strain.of(cluster, findings), StoppedAnswer.of(cluster, capture.profile()));
        }).toList();
    }
}
