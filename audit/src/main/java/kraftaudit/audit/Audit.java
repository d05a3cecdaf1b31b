package kraftaudit.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import kraftaudit.reader.Place;

/** Histories to outcomes: the table of rules, mapped. */
public final class Audit {
    private static final String SEGMENT = ".log";

    private Audit() {
    }

    /** Applies every rule of the catalogue. */
    public static AuditReport audit(CaptureInput whole) {
        return audit(Rules.ALL, whole);
    }

    /** Applies the rules alone whose findings strain the assumptions of proofs; see {@link Strain#of(CaptureHistory, List)}. */
    public static List<ClusterReport> forStrains(CaptureInput whole) {
        return audit(Rules.ALL.stream().filter(rule -> !rule.onCapture() && Strain.mayCome(rule.id())).toList(), whole).clusters();
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

    /** Every finding of some outcomes, root cause first. */
    static List<Finding> findingsOf(List<RuleOutcome> outcomes) {
        List<Finding> findings = new ArrayList<>();
        outcomes.forEach(outcome -> findings.addAll(outcome.findings()));
        return sorted(findings);
    }

    /**
     * Root cause first: by severity, then the rules that explain others, then copy, file, position, rule; and before each finding
     * those of its copy that explain it, whatever their severity.
     */
    static List<Finding> sorted(List<Finding> findings) {
        List<Finding> bySeverity = bySeverity(findings);
        Map<String, List<Finding>> byRule = new HashMap<>();
        bySeverity.forEach(f -> byRule.computeIfAbsent(f.ruleId(), r -> new ArrayList<>()).add(f));
        // Two findings may be equal and still be two.
        Set<Finding> done = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Finding> sorted = new ArrayList<>();
        bySeverity.forEach(f -> add(f, byRule, done, sorted));
        return List.copyOf(sorted);
    }

    /** Explanations form no circle (a test sees to it), so that this ends. */
    private static void add(Finding finding, Map<String, List<Finding>> byRule, Set<Finding> done, List<Finding> sorted) {
        if (!done.add(finding)) {
            return;
        }
        for (String by : Rules.find(finding.ruleId()).map(Rule::explainedBy).orElse(List.of())) {
            // Of many one is enough to be the cause.
            byRule.getOrDefault(by, List.of()).stream().filter(cause -> mayExplain(cause.where(), finding.where())).findFirst()
                .ifPresent(cause -> add(cause, byRule, done, sorted));
        }
        sorted.add(finding);
    }

    /** What shows further on in a log does not explain what shows before it. */
    private static boolean mayExplain(Where cause, Where finding) {
        boolean oneCopy = cause.replica().equals(finding.replica()) || cause.replica().isEmpty() || finding.replica().isEmpty();
        Optional<Place> from = cause.place().filter(p -> p.file().endsWith(SEGMENT));
        Optional<Place> to = finding.place().filter(p -> p.file().endsWith(SEGMENT));
        boolean before = from.isEmpty() || to.isEmpty() || from.get().file().compareTo(to.get().file()) < 0
            || from.get().file().equals(to.get().file()) && from.get().position() <= to.get().position();
        return oneCopy && before;
    }

    private static List<Finding> bySeverity(List<Finding> findings) {
        return findings.stream().sorted(Comparator.comparing(Finding::severity)
            .thenComparingInt(f -> Rules.rank(f.ruleId()))
            .thenComparing(f -> f.where().replica())
            .thenComparing(f -> f.where().place().map(Place::file).orElse(""))
            .thenComparingLong(f -> f.where().place().map(Place::position).orElse(0L))
            .thenComparingLong(f -> f.where().offset().orElse(-1))
            .thenComparing(Finding::ruleId)).toList();
    }
}
