package kraftaudit.audit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects what a rule sees. Findings go before doubts, doubts before "not applicable". */
public final class Verdict {
    /** One cause, such as a gap, may leave many things open, and the first few of them say it. */
    private static final int DOUBTS_SHOWN = 3;

    private final Rule rule;
    private final List<Finding> findings = new ArrayList<>();
    private final Set<String> doubts = new LinkedHashSet<>();
    private final Set<String> absences = new LinkedHashSet<>();
    private String otherwise = "";
    private long examined;

    Verdict(Rule rule) {
        this.rule = rule;
    }

    /** One thing was looked at. */
    void examined() {
        examined(1);
    }

    /** So many things were looked at. */
    void examined(long count) {
        examined += count;
    }

    /** Whether something was found. */
    boolean isBroken() {
        return !findings.isEmpty();
    }

    /** A finding with the rule's own severity. */
    void broken(Where where, String subject, String expected, String found) {
        broken(rule.severity(), where, subject, expected, found);
    }

    /** A finding with a grade of its own. */
    void broken(Severity severity, Where where, String subject, String expected, String found) {
        findings.add(new Finding(rule.id(), severity, where, subject, expected, found));
    }

    /** Something that the files do not decide. */
    void undecided(String why) {
        doubts.add(why);
    }

    /** Why the rule has nothing to say; counts only where nothing at all was examined. */
    void notApplicable(String why) {
        absences.add(why);
    }

    /** Why the rule has nothing to say where it named no other reason. */
    void otherwise(String why) {
        otherwise = why;
    }

    Outcome outcome() {
        String doubt = doubts.stream().limit(DOUBTS_SHOWN).collect(Collectors.joining("; "))
            + (doubts.size() > DOUBTS_SHOWN ? "; and " + (doubts.size() - DOUBTS_SHOWN) + " more of this kind" : "");
        if (!findings.isEmpty()) {
            return new Outcome.Broken(findings, examined, doubt);
        }
        if (!doubts.isEmpty()) {
            return new Outcome.Undecided(doubt, false);
        }
        String absence = absences.isEmpty() ? otherwise : String.join("; ", absences);
        return examined == 0 && !absence.isEmpty() ? new Outcome.NotApplicable(absence) : new Outcome.Held(examined);
    }
}
