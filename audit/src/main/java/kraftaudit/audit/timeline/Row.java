package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Lanes that are drawn over each other on one line of the picture.
 *
 * @param lanes at least one, the lowest first
 */
public record Row(Group group, String name, String detail, List<Lane> lanes) {
    public Row {
        lanes = List.copyOf(lanes);
    }

    /** The rows of a timeline, in its order. */
    public static List<Row> of(Timeline timeline) {
        Map<String, List<Lane>> byRow = new LinkedHashMap<>();
        for (Lane lane : timeline.lanes()) {
            byRow.computeIfAbsent(lane.group() + "/" + lane.row(), key -> new ArrayList<>()).add(lane);
        }
        return byRow.values().stream().map(lanes -> new Row(lanes.get(0).group(), lanes.get(0).row(), lanes.get(0).detail(), lanes)).toList();
    }

    /** The name without what the detail says anyway. */
    public String title() {
        int end = name.length() - detail.length();
        boolean said = !detail.isEmpty() && end > 1 && name.endsWith(detail);
        return said ? name.substring(0, end).replaceFirst("[, ]+$", "") : name;
    }

    /** Group and name, which no other row of the timeline shares. */
    public String key() {
        return group + "/" + name;
    }

    /** Node id of the voter or observer that it is about; empty for any other row. */
    public OptionalInt voter() {
        String[] words = name.split(" ");
        return group == Group.VOTERS && words.length > 1 && words[1].matches("[0-9]{1,9}") && (words[0].equals("voter") || words[0].equals("observer"))
            ? OptionalInt.of(Integer.parseInt(words[1])) : OptionalInt.empty();
    }

    /** Whether it is the one that the curve of the proven high watermark is drawn on. */
    public boolean hasCurve() {
        return lanes.stream().anyMatch(lane -> lane.name().equals("proofs"));
    }

    /** Height in pixels. */
    double height() {
        if (hasCurve()) {
            return 40;
        }
        return group == Group.FINDINGS || group == Group.RECORDS ? 24 : detail.isEmpty() ? 26 : 32;
    }
}
