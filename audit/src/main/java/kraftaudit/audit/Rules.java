package kraftaudit.audit;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The catalogue: every rule, by family in the order of {@link Family} and by number. */
public final class Rules {
    /** All rules, in the order of reports. */
    public static final List<Rule> ALL = Stream.of(FileRules.ROWS, OffsetRules.ROWS, EpochRules.ROWS, VoterRules.ROWS,
        VersionRules.ROWS, LevelRules.ROWS, BrokerRules.ROWS, ClusterIdRules.ROWS, CheckpointRules.ROWS, CheckpointPairRules.ROWS,
        IdentityRules.ROWS, NodeRules.ROWS, TransactionRules.ROWS, ReplicaRules.ROWS, CopyRules.ROWS).flatMap(List::stream).toList();

    private static final Map<String, Rule> BY_ID = byId();
    private static final Map<String, Integer> RANKS = ranks();

    private Rules() {
    }

    /** The rule with an id, upper or lower case. */
    public static Optional<Rule> find(String id) {
        return Optional.ofNullable(BY_ID.get(id.toUpperCase(Locale.ROOT)));
    }

    private static Map<String, Rule> byId() {
        Map<String, Rule> byId = new HashMap<>();
        ALL.forEach(rule -> byId.put(rule.id(), rule));
        return byId;
    }

    /** How far a rule stands from the root of explanations: 0 for a rule that no other explains. */
    static int rank(String id) {
        return RANKS.getOrDefault(id, 0);
    }

    private static Map<String, Integer> ranks() {
        Map<String, Integer> ranks = new HashMap<>();
        // A chain of explanations is never longer than the catalogue; a circle would end here too.
        for (int round = 0; round < ALL.size(); round++) {
            for (Rule rule : ALL) {
                int rank = rule.explainedBy().stream().mapToInt(by -> ranks.getOrDefault(by, 0) + 1).max().orElse(0);
                ranks.put(rule.id(), Math.min(rank, ALL.size()));
            }
        }
        return ranks;
    }
}
