package kraftaudit.audit.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.BranchName;
import kraftaudit.audit.ClusterReport;
import kraftaudit.audit.Describe;
import kraftaudit.audit.Described;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Rule;
import kraftaudit.audit.RuleOutcome;
import kraftaudit.audit.Strain;
import kraftaudit.audit.Transition;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Proof;
import kraftaudit.replay.ProofKind;
import kraftaudit.replay.VoterSet;

/** Sentences for the window: the very ones that the command line prints, without lines and columns. */
public final class Phrases {
    private Phrases() {
    }

    /** The verdict in one line. */
    public static String verdict(AuditReport report) {
        return Words.verdict(report);
    }

    /** A finding in one sentence, without a full stop. */
    public static String finding(Finding finding) {
        return Words.message(finding);
    }

    /** What could not be decided, a clause for each rule. */
    public static List<String> undecided(List<RuleOutcome> outcomes) {
        return outcomes.stream().filter(o -> !o.undecided().isEmpty()).map(o -> o.rule().id() + " " + o.rule().title() + ": " + o.undecided()).toList();
    }

    /** The page of a rule. */
    public static String rulePage(Rule rule) {
        return RulesReport.page(rule).orElse(rule.id() + " " + rule.title());
    }

    /** From what to what, such as {@code voters 1, 2, 3, 4: adds 4}. */
    public static String change(Transition change) {
        return ChangesText.what(change.change());
    }

    /** When and by whom a change was appended. */
    public static String appended(Transition change) {
        return ChangesText.appended(change);
    }

    /** What shows a change's status, and how long it was in transition. */
    public static String proven(Transition change) {
        return ChangesText.proven(change);
    }

    /** Such as {@code main branch of node2, node3}. */
    public static String branch(BranchName branch) {
        return ChangesText.named(branch);
    }

    /** What a proof shows, with its copies and places. */
    public static String proof(Proof proof) {
        return proof.kind() + " proves that " + ProofText.proves(proof.kind()) + ": " + ProofText.shownBy(proof);
    }

    /** What a kind of proof shows, such as {@code a leader had exposed it}. */
    public static String proves(ProofKind kind) {
        return ProofText.proves(kind);
    }

    /** Ids such as {@code 1, 2, 3}. */
    public static String ids(VoterSet set) {
        return Words.ids(set);
    }

    /** A time, or that there is none. */
    public static String time(long timestamp) {
        return Times.shown(timestamp);
    }

    /** What {@code describe --at H} prints of this cluster, strains of its findings included. */
    public static String describe(ClusterReport report, long highWatermark) {
        CaptureHistory cluster = report.cluster();
        Page page = new Page(Style.PLAIN);
        DescribeText.render(page, new Described(cluster, Describe.at(cluster, highWatermark), Strain.of(cluster, report.findings()), Optional.empty()),
            DescribeText.Part.BOTH, false);
        return page.toString();
    }

    /** The highest high watermark that the main branch is proven to have reached, if any is. */
    public static OptionalLong provenEnd(CaptureHistory cluster) {
        return cluster.main().filter(m -> m.provenEnd() > 0).map(m -> OptionalLong.of(m.provenEnd())).orElse(OptionalLong.empty());
    }
}
