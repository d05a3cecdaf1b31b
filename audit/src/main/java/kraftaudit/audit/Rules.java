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

    private static final Map<String, Integer> PLACES = places();
    private static final Map<String, Integer> RANKS = ranks();

    private Rules() {
    }

    /** The rule with an id, upper or lower case. */
    public static Optional<Rule> find(String id) {
        return Optional.ofNullable(PLACES.get(id.toUpperCase(Locale.ROOT))).map(ALL::get);
    }

    /** Where a rule stands in {@link #ALL}. */
    public static int place(Rule rule) {
        return PLACES.get(rule.id());
    }

    private static Map<String, Integer> places() {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < ALL.size(); i++) {
            places.put(ALL.get(i).id(), i);
        }
        return places;
    }

    /** How far a rule stands from the root of explanations: 0 for a rule that no other explains. */
    static int rank(String id) {
        return RANKS.getOrDefault(id, 0);
    }

    private static Map<String, Integer> ranks() {
        Map<String, Integer> ranks = new HashMap<>();
        boolean risen = true;
        // A chain of explanations is never longer than the catalogue; a circle would end here too.
        for (int round = 0; risen && round < ALL.size(); round++) {
            risen = false;
            for (Rule rule : ALL) {
                int rank = 0;
                for (String by : rule.explainedBy()) {
                    rank = Math.max(rank, Math.min(ranks.getOrDefault(by, 0) + 1, ALL.size()));
                }
                risen |= rank != ranks.getOrDefault(rule.id(), -1);
                ranks.put(rule.id(), rank);
            }
        }
        return ranks;
    }
}
