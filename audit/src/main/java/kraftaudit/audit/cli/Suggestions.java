package kraftaudit.audit.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** What somebody may have meant. */
final class Suggestions {
    private static final int MOST = 3;

    private Suggestions() {
    }

    /** Such as {@code "; did you mean --format?"}; empty where nothing known is near. */
    static String didYouMean(String word, Collection<String> known) {
        List<String> near = near(word, known);
        return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    }

    /** The known words that are nearest, all as near as each other; empty where half of the word would have to change. */
    static List<String> near(String word, Collection<String> known) {
        String meant = word.toLowerCase(Locale.ROOT);
        int letters = meant.replace("-", "").length();
        int least = Math.min(MOST, letters / 2);
        List<String> near = new ArrayList<>();
        for (String candidate : known) {
            int distance = distance(meant, candidate.toLowerCase(Locale.ROOT));
            if (distance < least) {
                near.clear();
                least = distance;
            }
            if (distance == least) {
                near.add(candidate);
            }
        }
        return near.stream().sorted().limit(MOST).toList();
    }

    /** Letters to add, drop or replace, and neighbours to exchange, to make one word of the other. */
    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                cost[i][j] = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + same);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
