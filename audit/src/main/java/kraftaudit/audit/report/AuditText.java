package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.ClusterReport;
import kraftaudit.audit.Family;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Outcome;
import kraftaudit.audit.RuleOutcome;
import kraftaudit.audit.Rules;
import kraftaudit.audit.Severity;
import kraftaudit.audit.StoppedAnswer;
import kraftaudit.audit.Strain;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.ProofKind;
import kraftaudit.replay.Status;
import kraftaudit.replay.VoterSpan;

/** The audit for people: the verdict in one line, then what it rests on. */
public final class AuditText {
    /** Findings of one rule and severity that are shown; CSV and JSON have all. */
    private static final int SHOWN = 20;

    private AuditText() {
    }

    /** The whole report. */
    public static String render(AuditReport report, Style style) {
        Page page = new Page(style);
        String verdict = Words.verdict(report);
        String word = Words.verdictWord(report);
        page.line(report.worst().map(AuditText::mark).orElse(Page.Mark.GOOD), word, 0, 2, verdict.substring(word.length()));
        boolean alone = report.clusters().size() == 1;
        if (!alone) {
            summary(page, report);
        }
        int number = 0;
        for (ClusterReport cluster : report.clusters()) {
            number++;
            String name = cluster.clusterId().isEmpty() ? "of unknown id" : cluster.clusterId();
            page.heading(alone ? "Cluster " + name : "Cluster " + number + " of " + report.clusters().size() + ": " + name);
            ClusterText.render(page, report, cluster);
            List<Strain> strains = Strain.of(cluster.cluster(), cluster.findings());
            VotersText.render(page, cluster.cluster(), OptionalLong.empty(), false, strains);
            ChangesText.render(page, cluster.cluster(), strains);
            // Rules about the whole capture have their place among the others where the capture is one cluster.
            rules(page, "Rules", alone ? report.outcomes().stream().sorted(BY_CATALOGUE).toList() : cluster.outcomes());
            findings(page, "Findings", alone ? report.findings() : cluster.findings());
            undecided(page, cluster, StoppedAnswer.of(cluster.cluster(), report.profile()));
        }
        if (!alone) {
            rules(page, "The capture as a whole", report.shared());
            findings(page, "Findings about the capture", report.sharedFindings());
        }
        files(page, report);
        return page.toString();
    }

    /** One row for each cluster. */
    private static void summary(Page page, AuditReport report) {
        page.blank();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", "verdict", "copies", "last voters", "cluster id and folders"));
        int number = 0;
        for (ClusterReport cluster : report.clusters()) {
            number++;
            String worst = cluster.findings().stream().map(Finding::severity).min(Severity::compareTo).map(Enum::name).orElse("nothing broken");
            String voters = VotersText.last(cluster.cluster());
            String folders = cluster.cluster().replicas().stream().map(r -> r.replica().label()).collect(Collectors.joining(" "));
            rows.add(List.of(Integer.toString(number), worst, Integer.toString(cluster.cluster().replicas().size()), voters,
                (cluster.clusterId().isEmpty() ? "unknown" : cluster.clusterId()) + " " + folders));
        }
        page.table(2, rows);
    }

    static final Comparator<RuleOutcome> BY_CATALOGUE = Comparator.comparingInt(o -> Rules.place(o.rule()));

    private static Page.Mark mark(Severity severity) {
        return switch (severity) {
            case VIOLATION -> Page.Mark.BAD;
            case IRREGULAR -> Page.Mark.ODD;
            case NOTE -> Page.Mark.NONE;
        };
    }

    // ---- outcomes ----

    private static void rules(Page page, String heading, List<RuleOutcome> outcomes) {
        page.heading(heading + ": what became of each rule, and how many things it examined");
        for (Family family : Family.values()) {
            List<RuleOutcome> shown = outcomes.stream().filter(o -> o.rule().family() == family
                && !(o.outcome() instanceof Outcome.NotApplicable)).toList();
            if (!shown.isEmpty()) {
                page.line(2, 4, family + "  " + family.title());
            }
            for (RuleOutcome outcome : shown) {
                OptionalLong examined = Words.examined(outcome.outcome());
                boolean broken = outcome.outcome() instanceof Outcome.Broken;
                String word = broken ? "BROKEN" : outcome.outcome().word();
                String number = examined.isPresent() ? Long.toString(examined.getAsLong()) : "-";
                String row = " ".repeat(11 - word.length() + Math.max(0, 8 - number.length())) + number + "  " + outcome.rule().title();
                page.line(broken ? worst(outcome) : Page.Mark.NONE, outcome.rule().id() + "  " + word, 4, 30, row);
            }
        }
        Map<String, List<String>> absent = new LinkedHashMap<>();
        for (RuleOutcome outcome : outcomes) {
            if (outcome.outcome() instanceof Outcome.NotApplicable notApplicable) {
                absent.computeIfAbsent(notApplicable.why(), w -> new ArrayList<>()).add(outcome.rule().id());
            }
        }
        if (!absent.isEmpty()) {
            page.line(2, 4, "not applicable");
            absent.forEach((why, ids) -> page.line(4, 8, String.join(" ", ids) + ": " + why));
        }
    }

    private static Page.Mark worst(RuleOutcome outcome) {
        return outcome.findings().stream().map(Finding::severity).min(Severity::compareTo).map(AuditText::mark).orElse(Page.Mark.NONE);
    }

    // ---- findings ----

    private static void findings(Page page, String heading, List<Finding> findings) {
        page.heading(heading + (findings.isEmpty() ? "" : ", root cause first"));
        if (findings.isEmpty()) {
            page.line(2, 2, "none");
        }
        Map<String, Integer> shown = new LinkedHashMap<>();
        for (Finding finding : findings) {
            int count = shown.merge(finding.ruleId() + " " + finding.severity(), 1, Integer::sum);
            if (count <= SHOWN) {
                page.line(mark(finding.severity()), finding.severity().name(), 2, 6, "  " + finding.ruleId() + "  " + Words.message(finding));
                String where = Words.where(finding.where());
                if (!where.isEmpty()) {
                    page.line(6, 8, "at " + where);
                }
            }
        }
        shown.forEach((rule, count) -> {
            if (count > SHOWN) {
                page.line(2, 6, rule + ": " + (count - SHOWN) + " more, which --format csv and json list");
            }
        });
    }

    // ---- what could not be decided ----

    private static void undecided(Page page, ClusterReport report, Optional<StoppedAnswer> stopped) {
        List<String> lines = undecided(report, stopped);
        if (!lines.isEmpty()) {
            page.heading("What could not be decided");
            lines.forEach(line -> page.line(2, 6, line));
            stopped.ifPresent(answer -> ChangesText.stopped(page, 2, answer));
        }
    }

    /** What could not be decided, and what would decide it. */
    static List<String> undecided(ClusterReport report, Optional<StoppedAnswer> stopped) {
        List<String> lines = new ArrayList<>();
        for (RuleOutcome outcome : report.outcomes()) {
            if (!outcome.undecided().isEmpty()) {
                lines.add(outcome.rule().id() + "  " + outcome.undecided());
            }
        }
        CaptureHistory cluster = report.cluster();
        for (Branch branch : cluster.branches()) {
            for (VoterSpan span : branch.spans()) {
                boolean record = span.record().filter(r -> !VotersText.isZero(r)).isPresent();
                if (record && span.status().filter(s -> s == Status.UNPROVEN).isPresent()) {
                    lines.add("whether voters " + span.voters().map(Words::ids).orElse("") + " of offset "
                        + span.record().map(r -> Long.toString(r.offset())).orElse("?") + " were committed: " + wouldDecide(cluster, stopped));
                }
            }
        }
        cluster.main().filter(b -> b.provenEnd() < b.line().endOffset()).ifPresent(branch -> lines.add("whether "
            + (branch.provenEnd() == branch.line().endOffset() - 1 ? "record " : "records " + branch.provenEnd() + " to ")
            + (branch.line().endOffset() - 1) + (branch.provenEnd() == branch.line().endOffset() - 1 ? " was" : " were") + " committed: " + wouldDecide(cluster, stopped)));
        boolean used = cluster.branches().stream().flatMap(b -> b.proofs().stream()).anyMatch(p -> p.kind() == ProofKind.OPERATOR);
        cluster.options().highWatermark().filter(h -> !used).ifPresent(h -> lines.add("--high-watermark " + h.highWatermark()
            + (h.epoch().isPresent() ? "@" + h.epoch().getAsInt() : "") + " was not used: no record of these copies stands there, more than one does, "
            + "or it contradicts what is proven"));
        return lines;
    }

    private static String wouldDecide(CaptureHistory cluster, Optional<StoppedAnswer> stopped) {
        List<String> ways = new ArrayList<>();
        ways.add("a copy of another voter");
        if (stopped.isPresent()) {
            ways.add("--stopped, if every node was stopped when it was copied");
        }
        if (cluster.options().highWatermark().isEmpty()) {
            ways.add("a high watermark recorded at the time (--high-watermark)");
        }
        return ways.size() == 1 ? ways.get(0) + " may decide it"
            : String.join(", ", ways.subList(0, ways.size() - 1)) + " or " + ways.get(ways.size() - 1) + " may decide it";
    }

    // ---- files ----

    private static void files(Page page, AuditReport report) {
        Map<String, List<String>> byReason = Words.filesNotUsedByReason(report.capture());
        page.heading("Files seen and not used");
        if (byReason.isEmpty()) {
            page.line(2, 2, "none");
        }
        byReason.forEach((why, names) -> {
            page.line(2, 4, why + " (" + names.size() + ")");
            page.line(6, 6, names.stream().collect(Collectors.joining(" ")));
        });
    }
}
