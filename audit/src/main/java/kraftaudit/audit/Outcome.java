package kraftaudit.audit;

import java.util.List;

/** What became of a rule over one cluster or over the whole capture. */
public sealed interface Outcome {
    /** The word that every output uses. */
    String word();

    /** @param examined number of things looked at; 0 is shown as such */
    record Held(long examined) implements Outcome {
        @Override
        public String word() {
            return "held";
        }
    }

    /**
     * @param findings  at least one
     * @param examined  number of things looked at
     * @param undecided what beside the findings could not be decided, empty where nothing
     */
    record Broken(List<Finding> findings, long examined, String undecided) implements Outcome {
        public Broken {
            findings = List.copyOf(findings);
            if (findings.isEmpty()) {
                throw new IllegalArgumentException("broken without a finding");
            }
        }

        @Override
        public String word() {
            return "broken";
        }
    }

    /** @param why a clause without a full stop */
    record NotApplicable(String why) implements Outcome {
        @Override
        public String word() {
            return "not applicable";
        }
    }

    /**
     * @param why    a clause without a full stop
     * @param defect whether the rule itself failed: the tool's own fault
     */
    record Undecided(String why, boolean defect) implements Outcome {
        @Override
        public String word() {
            return "undecided";
        }
    }
}
