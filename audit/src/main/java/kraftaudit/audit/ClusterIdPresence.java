package kraftaudit.audit;

import java.util.List;
import java.util.Optional;
import kraftaudit.reader.RecordAt;
import kraftaudit.replay.Cause;
import kraftaudit.replay.Status;
import kraftaudit.replay.Step;
import kraftaudit.replay.Steps;

/** M10 and M11: whether a cluster id is there while the level supports it, and was written beside the level. */
final class ClusterIdPresence {
    private ClusterIdPresence() {
    }

    static void present(ClusterInput input, Verdict verdict) {
        int firstLevel = input.profile().firstLevel();
        for (ClusterInput.Own own : input.lineages()) {
            ClusterIdRecords records = ClusterIdRecords.of(own.branch().state());
            for (ClusterIdRecords.Support support : records.supports(firstLevel, own.branch().line().endOffset())) {
                if (own.has(support.from().offset()) && !isLost(input, support.from())) {
                    verdict.examined();
                    absent(records, own.branch().state().clusterId(), support).ifPresent(span -> report(verdict, support, span));
                    support(own.branch().state().clusterId(), support, verdict);
                }
            }
            unknownLevels(own, verdict);
        }
        verdict.otherwise(belowFirstLevel(input));
    }

    /** Whether a level was raised by records that were never committed: then no high watermark ever had it. */
    private static boolean isLost(ClusterInput input, Step<Integer> level) {
        return level.cause().kind() == Cause.Kind.RECORD
            && input.cluster().status(level.cause().offset(), level.cause().epoch()) == Status.LOST;
    }

    /** High watermarks, both inclusive, at which no id is recorded; {@code recordedAt} is where it comes at last. */
    private record Absence(long from, long to, Optional<Long> recordedAt) {
    }

    private static Optional<Absence> absent(ClusterIdRecords records, Steps<String> ids, ClusterIdRecords.Support support) {
        long begin = support.from().offset();
        Step<String> there = ids.at(begin);
        if (!there.known() || there.value().isPresent()) {
            return Optional.empty();
        }
        for (Step<String> step : ClusterIdRecords.within(ids, begin + 1, support.end())) {
            if (step.value().isPresent() || !step.known()) {
                boolean one = step.known() && records.levelRecord(support.from()).map(records::isBeside).orElse(false);
                return one ? Optional.empty() : Optional.of(new Absence(begin + 1, step.offset(),
                    step.known() ? Optional.of(step.record().offset()) : Optional.empty()));
            }
        }
        return Optional.of(new Absence(begin + 1, support.end(), Optional.empty()));
    }

    private static void report(Verdict verdict, ClusterIdRecords.Support support, Absence span) {
        boolean open = support.open() && span.recordedAt().isEmpty();
        String at = "high watermark" + (span.from() == span.to() ? " " + span.from() : "s " + span.from() + " to " + span.to());
        String found = "no cluster id at " + at + (open ? ", the end of the log" : "")
            + span.recordedAt().map(offset -> "; it is recorded at " + offset + ", neither in the same batch nor in the same transaction").orElse("");
        verdict.broken(Where.cause(support.from().record()), "metadata.version " + MetadataVersions.shown(support.level()),
            "a ClusterIdRecord beside it", found);
    }

    /** What cannot be said about the id while the level supports it. */
    private static void support(Steps<String> ids, ClusterIdRecords.Support support, Verdict verdict) {
        for (Step<String> step : ClusterIdRecords.within(ids, support.from().offset(), support.end())) {
            if (!step.known()) {
                verdict.undecided("which cluster id is recorded from offset " + step.offset() + " on, as the log is not all here");
            }
        }
        if (!ids.at(support.from().offset()).known()) {
            verdict.undecided("which cluster id is recorded at offset " + support.from().offset() + ", as the log is not all here");
        }
    }

    private static void unknownLevels(ClusterInput.Own own, Verdict verdict) {
        Steps<Integer> levels = VersionRules.steps(own.branch().state());
        if (levels == null) {
            return;
        }
        List<Step<Integer>> steps = levels.steps();
        for (int i = 0; i < steps.size(); i++) {
            long to = i + 1 < steps.size() ? steps.get(i + 1).offset() : own.branch().line().endOffset();
            long from = Math.max(own.branch().line().startOffset(), steps.get(i).offset());
            // What lies below the log start is in no copy, and the spans of committed voters say so once for all rules.
            boolean held = to > own.branch().line().startOffset();
            if (!steps.get(i).known() && own.has(steps.get(i).offset()) && from < to && held) {
                verdict.undecided("metadata.version is unknown from offset " + from + " to " + (to - 1));
            }
        }
    }

    /** Why KIP-1262 does not apply: the highest level anywhere against the profile's first. */
    private static String belowFirstLevel(ClusterInput input) {
        String profile = "the first level of profile " + input.profile().name()
            + (input.profile().provisional() ? "; no released level carries the record" : "");
        return input.lineages().stream().map(own -> VersionRules.steps(own.branch().state())).filter(java.util.Objects::nonNull)
            .flatMap(steps -> steps.steps().stream()).flatMap(step -> step.value().stream()).max(Integer::compare)
            .map(highest -> "metadata.version " + highest + " is below " + input.profile().firstLevel() + ", " + profile)
            .orElse("no metadata.version is recorded; " + input.profile().firstLevel() + " is " + profile);
    }

    static void beside(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            ClusterIdRecords records = ClusterIdRecords.of(own.branch().state());
            for (ClusterIdRecords.Support support : records.supports(input.profile().firstLevel(), own.branch().line().endOffset())) {
                Optional<RecordAt> level = records.levelRecord(support.from());
                Step<String> there = own.branch().state().clusterId().at(support.from().offset());
                if (level.isEmpty() || !support.begins() || !own.has(support.from().offset()) || isLost(input, support.from())) {
                    continue;
                }
                if (there.value().isEmpty()) {
                    verdict.notApplicable(there.known() ? "M10 judges a level below which no cluster id is recorded" : "the cluster id is unknown");
                    continue;
                }
                verdict.examined();
                if (!records.isBeside(level.get())) {
                    verdict.broken(Where.cause(support.from().record()), "metadata.version " + MetadataVersions.shown(support.level()),
                        "a ClusterIdRecord beside it", "the last one is at " + there.record().offset()
                            + ", from before the level supported it");
                }
            }
        }
        verdict.otherwise(belowFirstLevel(input));
    }
}
