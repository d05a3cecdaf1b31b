package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Locator;
import kraftaudit.audit.Outcome;
import kraftaudit.audit.Rule;
import kraftaudit.audit.Rules;
import kraftaudit.audit.Severity;
import kraftaudit.audit.Where;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.LogDirectory;
import kraftaudit.reader.Place;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSpan;

/** Phrases that more than one output uses. */
public final class Words {
    private Words() {
    }

    /** The verdict in one line. */
    static String verdict(AuditReport report) {
        List<String> found = Stream.of(Severity.values()).filter(s -> report.count(s) > 0).map(s -> count(report.count(s), name(s))).toList();
        List<String> rules = new ArrayList<>();
        rules.add(report.count(Outcome.Held.class) + " rules held");
        if (report.count(Outcome.Broken.class) > 0) {
            rules.add(report.count(Outcome.Broken.class) + " broken");
        }
        if (report.count(Outcome.Undecided.class) > 0) {
            rules.add(report.count(Outcome.Undecided.class) + " undecided");
        }
        return verdictWord(report) + (found.isEmpty() ? "" : ": " + String.join(", ", found)) + lost(report) + "; "
            + count(report.copies(), "copy") + " of " + count(report.clusters().size(), "cluster") + "; " + String.join(", ", rules);
    }

    /** What an operator looks for first, though it is a note: a change of the voters that they saw and that is gone. */
    private static String lost(AuditReport report) {
        List<Finding> lost = report.findings().stream().filter(f -> f.ruleId().equals("V10")).toList();
        return lost.isEmpty() ? "" : lost.size() == 1 ? "; the " + lost.get(0).subject() + " was lost" : "; " + lost.size() + " voter changes were lost";
    }

    /** The first word or two of the verdict. */
    static String verdictWord(AuditReport report) {
        return report.worst().map(worst -> worst == Severity.NOTE ? "NOTES ONLY" : worst.name()).orElse("NOTHING BROKEN");
    }

    private static String name(Severity severity) {
        return severity == Severity.IRREGULAR ? "irregularity" : severity.word();
    }

    /** Such as {@code 1 copy} and {@code 2 copies}. */
    static String count(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }

    static String count(long count, String one) {
        return count(count, one, one.endsWith("y") ? one.substring(0, one.length() - 1) + "ies" : one + "s");
    }

    static OptionalLong examined(Outcome outcome) {
        if (outcome instanceof Outcome.Held held) {
            return OptionalLong.of(held.examined());
        }
        return outcome instanceof Outcome.Broken broken ? OptionalLong.of(broken.examined()) : OptionalLong.empty();
    }

    static Optional<String> why(Outcome outcome) {
        String why = "";
        if (outcome instanceof Outcome.NotApplicable notApplicable) {
            why = notApplicable.why();
        } else if (outcome instanceof Outcome.Undecided undecided) {
            why = undecided.why();
        } else if (outcome instanceof Outcome.Broken broken) {
            why = broken.undecided();
        }
        return Optional.of(why).filter(w -> !w.isEmpty());
    }

    static String message(Finding finding) {
        return Rules.find(finding.ruleId()).map(rule -> rule.message(finding)).orElse(finding.found());
    }

    static String message(Rule rule, Finding finding) {
        return rule.message(finding);
    }

    /** A finding's locator; empty where it names no copy. */
    static Optional<String> locator(Finding finding) {
        return Optional.of(Locator.of(finding.where()).text()).filter(l -> !finding.where().replica().isEmpty());
    }

    /** Such as {@code node1:offset=60, epoch 6, 2023-11-14T22:13:20.000Z, node1/__cluster_metadata-0/0.log@4586+72}. */
    static String where(Where where) {
        List<String> words = new ArrayList<>();
        if (!where.replica().isEmpty()) {
            words.add(Locator.of(where).text());
        } else if (where.offset().isPresent()) {
            words.add("offset " + where.offset().getAsLong());
        }
        if (where.epoch().isPresent()) {
            words.add("epoch " + where.epoch().getAsInt());
        }
        if (where.timestamp().isPresent() && where.timestamp().getAsLong() != -1) {
            words.add(Times.shown(where.timestamp().getAsLong()));
        }
        where.place().ifPresent(place -> words.add(place(place)));
        return String.join(", ", words);
    }

    /** {@code file@position+length}; the file alone where all of it is meant. */
    static String place(Place place) {
        if (place.position() == 0 && place.length() == 0) {
            return place.file();
        }
        return place.file() + "@" + place.position() + (place.length() == 0 ? "" : "+" + place.length());
    }

    /** The cluster id in outputs: that of meta.properties, several with {@code ;} between, empty where none is known. */
    static String clusterId(CaptureHistory cluster) {
        return String.join(";", cluster.clusterIds());
    }

    static String baseName(String file) {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    /** Ids of a set such as {@code 1, 2, 3}; {@code none} for an empty one. */
    static String ids(VoterSet set) {
        return set.voters().isEmpty() ? "none" : set.ids().stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Names of the copies whose whole log lies on a branch, in the order of the cluster's copies. */
    static List<String> copiesOn(Branch branch, CaptureHistory cluster) {
        return cluster.replicas().stream().map(r -> r.replica().name()).filter(branch.replicas()::contains).toList();
    }

    /** All spans of a branch, or the one that has a high watermark. */
    static List<VoterSpan> spans(Branch branch, OptionalLong at) {
        return branch.spans().stream().filter(s -> at.isEmpty() || s.from() <= at.getAsLong() && at.getAsLong() <= s.to()).toList();
    }

    /** Every file that was seen and not used, by name. */
    static List<CapturedFile> filesNotUsed(Capture capture) {
        return Stream.concat(capture.directories().stream().map(LogDirectory::files).flatMap(List::stream), capture.others().stream())
            .filter(file -> !file.kind().used()).sorted(Comparator.comparing(CapturedFile::name)).toList();
    }

    static Map<String, List<String>> filesNotUsedByReason(Capture capture) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        filesNotUsed(capture).forEach(file -> byReason.computeIfAbsent(why(file), w -> new ArrayList<>()).add(file.name()));
        return byReason;
    }

    /** Why a file is not used. */
    public static String why(CapturedFile file) {
        String what = file.kind().description();
        if (file.note().isEmpty()) {
            return what;
        }
        return file.kind() == FileKind.FOREIGN || file.kind() == FileKind.ALMOST ? file.note() : what + "; " + file.note();
    }

    /** Lower case, blanks for underscores. */
    static String plain(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Which copies share no offset with another, a clause without a full stop; empty where every copy does. */
    static Optional<String> tiedByIdOnly(CaptureHistory cluster) {
        List<String> tied = cluster.tiedByIdOnly();
        return tied.isEmpty() ? Optional.empty() : Optional.of("only the cluster id ties " + String.join(", ", tied)
            + (tied.size() == cluster.replicas().size() ? " to each other" : " to the others"));
    }
}
