package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.BranchName;
import kraftaudit.audit.ClusterReport;
import kraftaudit.audit.Family;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Outcome;
import kraftaudit.audit.Rule;
import kraftaudit.audit.RuleOutcome;
import kraftaudit.audit.Rules;
import kraftaudit.audit.Severity;
import kraftaudit.audit.StoppedAnswer;
import kraftaudit.audit.Strain;
import kraftaudit.audit.Transition;
import kraftaudit.audit.Transitions;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.audit.timeline.TimelineSvg;
import kraftaudit.reader.CapturedFile;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Proof;
import kraftaudit.replay.VoterSpan;

/**
 * The audit as one HTML file for a browser, a printer and a case file: no script, nothing from elsewhere, and every word that
 * a colour stands behind says the same without it.
 */
public final class AuditHtml {
    /** Wide enough for the timeline's words, narrow enough for them to be read on paper. */
    private static final double TIMELINE_WIDTH = 1100;

    private final HtmlPage page = new HtmlPage();
    private final AuditReport report;
    private int finding;

    private AuditHtml(AuditReport report) {
        this.report = report;
    }

    /** The whole document. */
    public static String render(AuditReport report) {
        return new AuditHtml(report).document();
    }

    private String document() {
        String ids = String.join(", ", report.clusters().stream().map(AuditHtml::name).toList());
        page.begin("KRaft audit: " + ids);
        page.open("header");
        page.element("h1", "KRaft audit");
        page.open("p", "verdict " + report.worst().map(Severity::word).orElse("good"));
        String word = Words.verdictWord(report);
        page.inline("strong", report.worst().map(AuditHtml::sign).orElse("✓") + " " + word).text(Words.verdict(report).substring(word.length()));
        page.close("p");
        page.element("p", Product.THIS.name() + " " + Product.THIS.version() + ", profile " + report.profile().name()
            + (report.profile().provisional() ? " (provisional)" : "") + ", " + Rules.ALL.size() + " rules");
        page.close("header");
        contents();
        timeline();
        for (int i = 0; i < report.clusters().size(); i++) {
            cluster(report.clusters().get(i), i);
        }
        shared();
        rulePages();
        files();
        return page.end();
    }

    private boolean alone() {
        return report.clusters().size() == 1;
    }

    private static String name(ClusterReport cluster) {
        return cluster.clusterId().isEmpty() ? "cluster of unknown id" : cluster.clusterId();
    }

    /** Shapes that differ without colour. */
    private static String sign(Severity severity) {
        return switch (severity) {
            case VIOLATION -> "■";
            case IRREGULAR -> "▲";
            case NOTE -> "●";
        };
    }

    private void contents() {
        page.open("nav");
        page.element("h2", "Contents");
        page.open("ul");
        page.item("#timeline", "Timeline");
        for (int i = 0; i < report.clusters().size(); i++) {
            page.item("#cluster-" + i, "Cluster " + name(report.clusters().get(i)));
        }
        if (!alone()) {
            page.item("#capture", "The capture as a whole");
        }
        page.item("#rules", "What the broken rules mean");
        page.item("#files", "Files seen and not used");
        page.close("ul");
        page.close("nav");
    }

    private void timeline() {
        page.section("timeline", "Timeline");
        page.open("figure");
        List<Timeline> timelines = report.clusters().stream().map(Timeline::of).toList();
        page.raw(TimelineSvg.svg(timelines, Axis.OFFSET, TIMELINE_WIDTH, Palette.LIGHT));
        page.close("figure");
        page.close("section");
    }

    // ---- a cluster ----

    private void cluster(ClusterReport cluster, int number) {
        CaptureHistory history = cluster.cluster();
        page.section("cluster-" + number, "Cluster " + name(cluster));
        page.element("h3", "Copies");
        page.table(ClusterText.copies(history), List.of());
        page.facts(ClusterText.facts(report, history));
        voters(history, Strain.of(history, cluster.findings()));
        changes(cluster);
        // Rules about the whole capture have their place among the others where the capture is one cluster.
        outcomes(alone() ? report.outcomes().stream().sorted(AuditText.BY_CATALOGUE).toList() : cluster.outcomes(),
            alone() ? report.findings() : cluster.findings());
        undecided(cluster);
        page.close("section");
    }

    private void voters(CaptureHistory cluster, List<Strain> strains) {
        page.element("h3", "Committed voters");
        if (cluster.branches().isEmpty()) {
            page.element("p", "No copy holds a log or a checkpoint, so nothing tells them.");
        }
        for (Branch branch : cluster.branches()) {
            List<VoterSpan> spans = Words.spans(branch, OptionalLong.empty());
            if (!branch.isMain() && !spans.isEmpty()) {
                page.element("h4", "On the branch of " + String.join(", ", Words.copiesOn(branch, cluster)) + ", " + BranchName.of(branch).parting());
            }
            if (spans.isEmpty()) {
                continue;
            }
            page.table(VotersText.rows(spans), List.of());
            List<List<String>> voters = VotersText.voters(spans);
            if (voters.size() > 1) {
                page.table(voters, List.of());
            }
            if (branch.isMain() && branch.provenEnd() > 0) {
                page.element("p", VotersText.bound(branch));
                page.open("ul");
                List<Proof> proofs = VotersText.boundProofs(branch);
                proofs.forEach(proof -> page.element("li", VotersText.bound(proof)));
                page.close("ul");
                ProofText.assumptions(proofs, strains).forEach(line -> page.element("p", line));
            }
        }
    }

    private void changes(ClusterReport cluster) {
        List<Transition> changes = Transitions.of(cluster.cluster());
        if (changes.isEmpty()) {
            return;
        }
        page.element("h3", "Changes of the voters and of kraft.version");
        page.open("ul");
        for (Branch branch : cluster.cluster().branches()) {
            for (Transition change : Transitions.of(cluster.cluster(), branch)) {
                page.open("li");
                page.inline("strong", change.status().name());
                page.text(" " + (branch.isMain() ? "" : "on the " + ChangesText.named(BranchName.of(branch)) + ", ")
                    + ChangesText.appended(change) + ": " + ChangesText.what(change.change()) + "; " + ChangesText.proven(change));
                page.close("li");
            }
        }
        page.close("ul");
        ProofText.assumptions(changes.stream().flatMap(t -> t.firstProof().stream()).distinct().toList(),
            Strain.of(cluster.cluster(), cluster.findings())).forEach(line -> page.element("p", line));
    }

    // ---- outcomes and findings ----

    private void outcomes(List<RuleOutcome> outcomes, List<Finding> findings) {
        Map<Finding, Integer> numbers = new LinkedHashMap<>();
        findings.forEach(f -> numbers.computeIfAbsent(f, key -> ++finding));
        page.element("h3", "Findings" + (findings.isEmpty() ? "" : ", root cause first"));
        if (findings.isEmpty()) {
            page.element("p", "None.");
        }
        numbers.forEach(this::finding);
        page.element("h3", "What became of each rule");
        List<List<String>> rows = new ArrayList<>();
        List<String> links = new ArrayList<>();
        rows.add(List.of("rule", "outcome", "examined", "what holds", "why, or how many findings"));
        for (Family family : Family.values()) {
            outcomes.stream().filter(o -> o.rule().family() == family).forEach(outcome -> {
                OptionalLong examined = Words.examined(outcome.outcome());
                boolean broken = outcome.outcome() instanceof Outcome.Broken;
                String why = broken ? Words.count(outcome.findings().size(), "finding") + Words.why(outcome.outcome()).map(w -> "; " + w).orElse("")
                    : Words.why(outcome.outcome()).orElse("");
                rows.add(List.of(outcome.rule().id(), broken ? "BROKEN" : outcome.outcome().word(),
                    examined.isPresent() ? Long.toString(examined.getAsLong()) : "", outcome.rule().title(), why));
                links.add(broken ? "#finding-" + outcome.findings().stream().map(numbers::get).min(Integer::compare).orElseThrow() : "");
            });
        }
        page.table(rows, links);
    }

    private void finding(Finding finding, int number) {
        page.open("article", finding.severity().word(), "finding-" + number);
        page.open("h4");
        page.link("#finding-" + number, sign(finding.severity()) + " " + finding.severity() + " " + finding.ruleId());
        page.text(" " + Words.message(finding));
        page.close("h4");
        List<List<String>> facts = new ArrayList<>();
        Words.locator(finding).ifPresent(locator -> facts.add(List.of("locator", locator)));
        String where = Words.where(finding.where());
        fact(facts, "where", where);
        fact(facts, "subject", finding.subject());
        fact(facts, "expected", finding.expected());
        fact(facts, "found", finding.found());
        page.facts(facts);
        page.open("p");
        page.link("#rule-" + finding.ruleId(), "What " + finding.ruleId() + " means");
        page.close("p");
        page.close("article");
    }

    private static void fact(List<List<String>> facts, String name, String value) {
        if (!value.isEmpty()) {
            facts.add(List.of(name, value));
        }
    }

    private void undecided(ClusterReport cluster) {
        Optional<StoppedAnswer> stopped = StoppedAnswer.of(cluster.cluster(), report.profile());
        List<String> lines = AuditText.undecided(cluster, stopped);
        if (lines.isEmpty()) {
            return;
        }
        page.element("h3", "What could not be decided");
        page.open("ul");
        lines.forEach(line -> page.element("li", line));
        stopped.ifPresent(answer -> ChangesText.stopped(answer).forEach(line -> page.element("li", line)));
        page.close("ul");
    }

    private void shared() {
        if (!alone()) {
            page.section("capture", "The capture as a whole");
            outcomes(report.shared(), report.sharedFindings());
            page.close("section");
        }
    }

    // ---- appendices ----

    private void rulePages() {
        page.section("rules", "What the broken rules mean");
        List<Rule> broken = Rules.ALL.stream().filter(rule -> report.findings().stream().anyMatch(f -> f.ruleId().equals(rule.id()))).toList();
        if (broken.isEmpty()) {
            page.element("p", "No rule is broken.");
        }
        for (Rule rule : broken) {
            page.open("article", "", "rule-" + rule.id());
            page.markdown(RulesReport.page(rule).orElse(rule.id() + " " + rule.title()));
            page.close("article");
        }
        page.close("section");
    }

    private void files() {
        page.section("files", "Files seen and not used");
        List<List<String>> rows = new ArrayList<>(List.of(List.of("file", "why")));
        for (CapturedFile file : Words.filesNotUsed(report.capture())) {
            rows.add(List.of(file.name(), Words.why(file)));
        }
        if (rows.size() == 1) {
            page.element("p", "None.");
        } else {
            page.table(rows, List.of());
        }
        page.close("section");
    }
}
