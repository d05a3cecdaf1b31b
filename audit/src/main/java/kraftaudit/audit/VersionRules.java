package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.List;
import java.util.Set;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Step;
import kraftaudit.replay.Steps;

/** M: metadata versions. The rules of KIP-1262 are in {@link ClusterIdRules}. */
final class VersionRules {
    static final List<Rule> ROWS = List.of(
        new Rule("M01", "Every metadata.version is a level that a release knows", VIOLATION, Set.of(Need.LOG), List.of(),
            (Check.OnCluster) VersionRules::known),
        new Rule("M02", "metadata.version never goes down", IRREGULAR, Set.of(Need.LOG), List.of("M01"), (Check.OnCluster) VersionRules::rises));

    private VersionRules() {
    }

    /** The steps of metadata.version in a lineage; null where no record sets it. */
    static Steps<Integer> steps(LogState state) {
        return state.features().get(LogState.METADATA_VERSION);
    }

    private static void known(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            Steps<Integer> steps = steps(own.branch().state());
            if (steps == null) {
                continue;
            }
            for (Step<Integer> step : steps.steps()) {
                if (step.value().isEmpty() || !own.has(step.offset())) {
                    continue;
                }
                verdict.examined();
                int level = step.value().get();
                if (level < 1) {
                    verdict.broken(Where.cause(step.record()), "metadata.version " + level, "a level of 1 or above", "no such level");
                } else if (!MetadataVersions.isKnown(level)) {
                    verdict.broken(NOTE, Where.cause(step.record()), "metadata.version " + level, "",
                        "unknown level, the highest known is " + MetadataVersions.shown(MetadataVersions.highestKnown()));
                }
            }
        }
    }

    private static void rises(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            Steps<Integer> steps = steps(own.branch().state());
            if (steps == null) {
                continue;
            }
            Step<Integer> last = null;
            for (Step<Integer> step : steps.steps()) {
                boolean here = step.known() && step.value().isPresent();
                if (here && last != null && own.has(step.offset())) {
                    verdict.examined();
                    falls(verdict, step, last.value().orElseThrow(), step.value().get());
                }
                last = here ? step : null;
            }
        }
    }

    private static void falls(Verdict verdict, Step<Integer> step, int from, int to) {
        if (to >= from) {
            return;
        }
        List<Integer> changes = MetadataVersions.formatChanges(to, from);
        String across = changes.isEmpty() ? "; no level between changes the format"
            : "; the format changes at " + String.join(", ", changes.stream().map(MetadataVersions::shown).toList());
        verdict.broken(changes.isEmpty() ? NOTE : IRREGULAR, Where.cause(step.record()), "metadata.version " + to,
            MetadataVersions.shown(from) + " or above", "down from " + from + across);
    }
}
