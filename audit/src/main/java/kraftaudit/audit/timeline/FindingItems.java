package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kraftaudit.audit.ClusterReport;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Locator;
import kraftaudit.audit.Rules;
import kraftaudit.audit.Where;
import kraftaudit.reader.Damage;
import kraftaudit.reader.Place;
import kraftaudit.reader.Region;
import kraftaudit.reader.Run;
import kraftaudit.reader.Scan;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.ReplicaHistory;

/** Findings as items. */
public final class FindingItems {
    private FindingItems() {
    }

    /** The findings of a cluster in the order of the report, one item each. */
    public static List<Item> of(ClusterReport report) {
        List<Item> items = new ArrayList<>();
        report.findings().forEach(finding -> items.add(of(report.cluster(), finding)));
        return items;
    }

    private static Item of(CaptureHistory cluster, Finding finding) {
        Where where = finding.where();
        long offset = where.offset().orElse(where.place().map(place -> offset(cluster, where.replica(), place)).orElse(OptionalLong.empty()).orElse(-1));
        String message = Rules.find(finding.ruleId()).map(rule -> rule.message(finding)).orElse(finding.found());
        Locator locator = Locator.of(where);
        long time = where.timestamp().orElse(-1);
        return new Item(Kind.ofSeverity(finding.severity().word()), Math.max(-1, offset), offset < 0 ? -1 : offset + 1, time, time,
            Optional.empty(), finding.ruleId() + " " + message, locator);
    }

    /** The log offset that a place in a segment or checkpoint belongs to: of damage the next one before it. */
    private static OptionalLong offset(CaptureHistory cluster, String replica, Place place) {
        Optional<ReplicaHistory> copy = cluster.replica(replica);
        if (copy.isEmpty()) {
            return OptionalLong.empty();
        }
        for (CheckpointFacts checkpoint : copy.get().checkpoints()) {
            if (checkpoint.file().name().equals(place.file())) {
                return OptionalLong.of(checkpoint.id().endOffset());
            }
        }
        for (Scan segment : copy.get().scan().segments()) {
            if (segment.file().name().equals(place.file())) {
                return OptionalLong.of(offset(segment, place.position()));
            }
        }
        return OptionalLong.empty();
    }

    private static long offset(Scan segment, long position) {
        long next = 0;
        for (Region region : segment.regions()) {
            if (region.position() > position) {
                break;
            }
            if (region instanceof Run run) {
                next = position < run.position() + run.length() ? run.baseOffset() : run.endOffset();
            } else if (region instanceof Damage damage) {
                next = damage.baseOffset().orElse(next);
            }
        }
        return Math.max(0, next);
    }
}
