package kraftaudit.audit.timeline;

import java.util.Arrays;
import java.util.Set;

/** A row in plain characters, one a column: the picture for terminals. A pixel of the viewport is a column here. */
public final class Strip {
    private Strip() {
    }

    /**
     * The row, as long as the viewport is wide.
     *
     * @param used the looks whose signs are in it are added
     */
    public static String of(Row row, Viewport viewport, Set<Look> used) {
        char[] cells = new char[(int) viewport.width()];
        Arrays.fill(cells, ' ');
        for (Lane lane : row.lanes()) {
            Lane.Order order = lane.order(viewport.axis());
            Bundles.of(lane, viewport, 1, (x1, x2, index, count) -> {
                Item item = order.item(index);
                Look look = Look.of(item, index);
                if (sign(look) != 0) {
                    used.add(look);
                    draw(cells, x1, x2, item, look, count);
                }
            });
        }
        return new String(cells);
    }

    private static void draw(char[] cells, double x1, double x2, Item item, Look look, int count) {
        int from = Math.min(cells.length - 1, Math.max(0, (int) Math.floor(x1)));
        int to = look.form().isMark() ? from + 1 : Math.min(cells.length, Math.max(from + 1, (int) Math.ceil(x2 - 1e-9)));
        boolean epoch = look == Look.EPOCH || look == Look.NEXT_EPOCH;
        String digits = item.label().replaceAll("^epoch -?([0-9]+).*", "$1");
        char sign = epoch && !digits.isEmpty() && Character.isDigit(digits.charAt(digits.length() - 1)) ? digits.charAt(digits.length() - 1) : sign(look);
        Arrays.fill(cells, from, to, sign);
        boolean says = look == Look.LEVEL || look == Look.CLUSTER_ID || look == Look.VOTERS || look == Look.PENDING && item.kind() == Kind.VOTERS;
        String label = says ? item.label() : "";
        if (count == 1 && !label.isEmpty() && label.length() + 2 <= to - from) {
            label.getChars(0, label.length(), cells, from + 1);
        }
    }

    /** The character of a look; 0 for one that is not drawn. */
    public static char sign(Look look) {
        return switch (look) {
            case COMMITTED, VOTERS, LEVEL -> '=';
            case PENDING, OTHER_BRANCH -> '/';
            case PENDING_REMOVAL -> '\\';
            case LOST -> 'x';
            case STATIC -> 's';
            case OBSERVER -> '-';
            case UNKNOWN -> '?';
            case EPOCH, NEXT_EPOCH -> '0';
            case PROVEN, LOG -> '#';
            case UNPROVEN, LOG_UNPROVEN -> '.';
            case GAP -> '_';
            case CHECKPOINT -> 'C';
            case DAMAGE -> '!';
            case CLUSTER_ID -> '+';
            case TRANSACTION -> 't';
            case RECORD -> '|';
            case VIOLATION -> 'V';
            case IRREGULAR -> 'I';
            case NOTE -> 'n';
            case TRANSITION, PROOF, SEGMENT, BOOTSTRAP -> 0;
        };
    }

    /** Round places, each written from its own column on. */
    public static String ruler(Viewport viewport) {
        char[] cells = new char[(int) viewport.width()];
        Arrays.fill(cells, ' ');
        int free = 0;
        for (Ticks.Tick tick : Ticks.of(viewport, viewport.axis() == Axis.OFFSET ? 8 : 14)) {
            int at = (int) Math.floor(viewport.x(tick.place()));
            String text = "|" + tick.text();
            if (at >= free && at + text.length() <= cells.length) {
                text.getChars(0, text.length(), cells, at);
                free = at + text.length() + 1;
            }
        }
        return new String(cells);
    }
}
