package kraftaudit.audit;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A row of the catalogue.
 *
 * @param id          family letter and two digits, never used again for another rule
 * @param title       what holds, said positively, without a full stop
 * @param severity    of its findings, unless it grades them
 * @param needs       what must be in the capture for the rule to say anything
 * @param explainedBy ids of the rules whose findings explain findings of this one away or stand before them
 * @param check       the function
 */
public record Rule(String id, String title, Severity severity, Set<Need> needs, List<String> explainedBy, Check check) {
    public Rule {
        needs = needs.isEmpty() ? Set.of() : java.util.Collections.unmodifiableSet(EnumSet.copyOf(needs));
        explainedBy = List.copyOf(explainedBy);
        if (!id.matches("[FOEVMCITR][0-9]{2}")) {
            throw new IllegalArgumentException("rule id " + id);
        }
    }

    /** The family that the first letter of the id names. */
    public Family family() {
        return Family.valueOf(id.substring(0, 1));
    }

    /** Whether it judges the capture as a whole and not cluster by cluster. */
    public boolean onCapture() {
        return check instanceof Check.OnCapture;
    }

    /** The sentence for a finding, without a full stop. */
    public String message(Finding finding) {
        String head = finding.subject().isEmpty() ? finding.found() : finding.subject() + ": " + finding.found();
        return finding.expected().isEmpty() ? head : head + "; expected " + finding.expected();
    }
}
