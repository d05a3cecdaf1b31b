package kraftaudit.audit;

import java.util.Comparator;
import java.util.List;
import kraftaudit.reader.Place;

/** Histories to outcomes: the table of rules, mapped. */
public final class Audit {
    private Audit() {
    }

    /** Applies every rule of the catalogue. */
    public static AuditReport audit(CaptureInput whole) {
        return audit(Rules.ALL, whole);
    }

    static AuditReport audit(List<Rule> rules, CaptureInput whole) {
        List<ClusterReport> reports = whole.clusters().stream().map(cluster -> {
            ClusterInput input = new ClusterInput(cluster, whole);
            return new ClusterReport(cluster, rules.stream().filter(r -> !r.onCapture())
                .map(r -> new RuleOutcome(r, onCluster(r, input))).toList());
        }).toList();
        List<RuleOutcome> shared = rules.stream().filter(Rule::onCapture).map(r -> new RuleOutcome(r, onCapture(r, whole))).toList();
        return new AuditReport(whole.capture(), whole.profile(), reports, shared, whole.files());
    }

    static Outcome onCluster(Rule rule, ClusterInput input) {
        for (Need need : rule.needs()) {
            if (!need.isMet(input.cluster())) {
                return new Outcome.NotApplicable("needs " + need.thing());
            }
        }
        return guarded(rule, verdict -> ((Check.OnCluster) rule.check()).check(input, verdict));
    }

    static Outcome onCapture(Rule rule, CaptureInput input) {
        for (Need need : rule.needs()) {
            if (input.clusters().stream().noneMatch(need::isMet)) {
                return new Outcome.NotApplicable("needs " + need.thing());
            }
        }
        return guarded(rule, verdict -> ((Check.OnCapture) rule.check()).check(input, verdict));
    }

    /** A rule that fails must not take the others with it. */
    private static Outcome guarded(Rule rule, java.util.function.Consumer<Verdict> check) {
        Verdict verdict = new Verdict(rule);
        try {
            check.accept(verdict);
        } catch (RuntimeException | StackOverflowError e) {
            StackTraceElement[] trace = e.getStackTrace();
            return new Outcome.Undecided("rule " + rule.id() + " itself failed: " + e + (trace.length > 0 ? " at " + trace[0] : ""), true);
        }
        return verdict.outcome();
    }

    /** Root cause first: by severity, then the rules that explain others, then copy, file, position, rule. */
    static List<Finding> sorted(List<Finding> findings) {
        return findings.stream().sorted(Comparator.comparing(Finding::severity)
            .thenComparingInt(f -> Rules.rank(f.ruleId()))
            .thenComparing(f -> f.where().replica())
            .thenComparing(f -> f.where().place().map(Place::file).orElse(""))
            .thenComparingLong(f -> f.where().place().map(Place::position).orElse(0L))
            .thenComparingLong(f -> f.where().offset().orElse(-1))
            .thenComparing(Finding::ruleId)).toList();
    }
}
