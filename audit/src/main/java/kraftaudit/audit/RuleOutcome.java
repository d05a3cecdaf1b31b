package kraftaudit.audit;

import java.util.List;

/** A rule and what became of it. */
public record RuleOutcome(Rule rule, Outcome outcome) {
    /** Its findings, none unless broken. */
    public List<Finding> findings() {
        return outcome instanceof Outcome.Broken broken ? broken.findings() : List.of();
    }

    /** What it could not decide, empty where nothing. */
    public String undecided() {
        if (outcome instanceof Outcome.Undecided undecided) {
            return undecided.why();
        }
        return outcome instanceof Outcome.Broken broken ? broken.undecided() : "";
    }
}
