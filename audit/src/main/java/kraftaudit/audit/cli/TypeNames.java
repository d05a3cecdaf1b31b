package kraftaudit.audit.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import kraftaudit.reader.Schemas;

/** Names of record types as people write them: PARTITION_CHANGE_RECORD, PartitionChangeRecord, partition-change, 5. */
final class TypeNames {
    private static final int MOST_SUGGESTIONS = 3;

    private TypeNames() {
    }

    /** The keys that names stand for. */
    static Set<Integer> keys(List<String> names, Schemas schemas) throws WrongUsage {
        Map<String, Integer> known = new HashMap<>();
        schemas.typeNames().forEach((key, name) -> known.put(plain(name), key));
        Set<Integer> keys = new HashSet<>();
        for (String name : names) {
            if (name.matches("[0-9]{1,5}")) {
                keys.add(Integer.valueOf(name));
            } else if (known.containsKey(plain(name))) {
                keys.add(known.get(plain(name)));
            } else {
                throw new WrongUsage("--type: no record type " + name + suggestion(plain(name), schemas));
            }
        }
        return keys;
    }

    private static String plain(String name) {
        String letters = name.strip().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "");
        return letters.length() > 6 && letters.endsWith("RECORD") ? letters.substring(0, letters.length() - 6)
            : letters.endsWith("MESSAGE") ? letters.substring(0, letters.length() - 7) : letters;
    }

    private static String suggestion(String wanted, Schemas schemas) {
        List<String> near = new ArrayList<>();
        schemas.typeNames().values().stream().sorted(Comparator.comparingInt((String name) -> distance(wanted, plain(name))).thenComparing(name -> name))
            .filter(name -> distance(wanted, plain(name)) <= Math.max(2, wanted.length() / 3) || wanted.length() > 2 && plain(name).contains(wanted))
            .limit(MOST_SUGGESTIONS).forEach(near::add);
        return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    }

    /** Letters to add, take away or exchange to make one of the other (Levenshtein). */
    static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int above = row[j];
                int exchanged = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(exchanged, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[to.length()];
    }
}
