package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * One line of the picture: items of one matter, sorted by offset. Items may overlap. Looking up a range costs the logarithm
 * of the number of items, by offset as by time, and so does the heaviest item of a range.
 */
public final class Lane {
    /** Items that one entry of the next coarser level stands for. */
    private static final int FAN = 32;

    private final Group group;
    private final String row;
    private final String name;
    private final String detail;
    private final String replica;
    private final Clock clock;
    private final List<Item> items;
    private final Order byOffset;
    private final Order byTime;

    /**
     * @param row     lanes of one row are drawn over each other
     * @param name    as the CSV has it
     * @param detail  a second, smaller line under the row's name
     * @param replica name of the copy, empty where the lane is about the cluster
     * @param clock   for items without a timestamp
     */
    Lane(Group group, String row, String name, String detail, String replica, Clock clock, List<Item> items) {
        this.group = group;
        this.row = row;
        this.name = name;
        this.detail = detail;
        this.replica = replica;
        this.clock = clock;
        List<Item> sorted = new ArrayList<>(items);
        // Of two that begin together the longer comes first, so that it is drawn below.
        sorted.sort(Comparator.comparingLong(Item::offsetFrom).thenComparing(Comparator.comparingLong(Item::offsetTo).reversed()));
        this.items = List.copyOf(sorted);
        this.byOffset = new Order(this, Axis.OFFSET);
        this.byTime = new Order(this, Axis.TIME);
    }

    Lane filtered(Predicate<Item> wanted) {
        List<Item> kept = items.stream().filter(wanted).toList();
        return kept.size() == items.size() ? this : new Lane(group, row, name, detail, replica, clock, kept);
    }

    /** The heading it stands under. */
    public Group group() {
        return group;
    }

    /** Name of the row; lanes of one row are drawn over each other. */
    public String row() {
        return row;
    }

    /** Name of the lane, as the CSV has it. */
    public String name() {
        return name;
    }

    /** A second, smaller line under the row's name; may be empty. */
    public String detail() {
        return detail;
    }

    /** Name of the copy, empty where the lane is about the cluster. */
    public String replica() {
        return replica;
    }

    /** The time of offsets on this lane's branch. */
    public Clock clock() {
        return clock;
    }

    /** All items, by offset. */
    public List<Item> items() {
        return items;
    }

    /** Index in {@link #items} of the first item that begins at or behind an offset; their number where none does. */
    public int firstAt(long offset) {
        int low = 0;
        int high = items.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (items.get(middle).offsetFrom() < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Index in {@link #items} of this very item, else of the first that is equal to it, else -1. Takes the logarithm of their
     * number where few begin at one offset.
     */
    public int indexOf(Item item) {
        int equal = -1;
        for (int i = firstAt(item.offsetFrom()); i < items.size() && items.get(i).offsetFrom() == item.offsetFrom(); i++) {
            if (items.get(i) == item) {
                return i;
            }
            equal = equal < 0 && items.get(i).equals(item) ? i : equal;
        }
        return equal;
    }

    /** Index of the lane that holds this very item, else of the first that holds an equal one, as voters of one set do; else -1. */
    public static int indexOf(List<Lane> lanes, Item item) {
        int equal = -1;
        for (int i = 0; i < lanes.size(); i++) {
            int at = lanes.get(i).indexOf(item);
            if (at >= 0 && lanes.get(i).items().get(at) == item) {
                return i;
            }
            equal = equal < 0 && at >= 0 ? i : equal;
        }
        return equal;
    }

    /** Where an item begins on an axis. */
    public double from(Item item, Axis axis) {
        return axis == Axis.OFFSET ? item.offsetFrom()
            : Clock.isUsable(item.timestampFrom()) ? item.timestampFrom() : clock.timeAt(item.offsetFrom());
    }

    /** Where an item ends on an axis, never before its beginning. */
    public double to(Item item, Axis axis) {
        double to = axis == Axis.OFFSET ? item.offsetTo()
            : Clock.isUsable(item.timestampTo()) ? item.timestampTo() : clock.timeAt(item.offsetTo());
        return Math.max(to, from(item, axis));
    }

    /** The items by their beginning on an axis. */
    Order order(Axis axis) {
        return axis == Axis.OFFSET ? byOffset : byTime;
    }

    /** Every item that shares a place with {@code [from, to]} on an axis, in the order of that axis. */
    public List<Item> between(Axis axis, double from, double to) {
        List<Item> found = new ArrayList<>();
        Order order = order(axis);
        for (int i = order.nextReaching(0, from); i < order.count() && order.from(i) <= to; i = order.nextReaching(i + 1, from)) {
            found.add(order.item(i));
        }
        return found;
    }

    /** Items by their beginning on one axis, with look-ups. */
    static final class Order {
        private final Item[] items;
        private final double[] from;
        private final double[] to;
        /** Greatest end of each block, of each block of blocks, and so on. */
        private final double[][] reaches;
        /** Greatest weight of each block, of each block of blocks, and so on. */
        private final byte[][] weights;

        Order(Lane lane, Axis axis) {
            items = lane.items.stream().filter(Item::isPlaced).toArray(Item[]::new);
            if (axis == Axis.TIME) {
                Arrays.sort(items, Comparator.comparingDouble((Item item) -> lane.from(item, axis))
                    .thenComparing(Comparator.comparingDouble((Item item) -> lane.to(item, axis)).reversed()));
            }
            from = new double[items.length];
            to = new double[items.length];
            byte[] weight = new byte[items.length];
            for (int i = 0; i < items.length; i++) {
                from[i] = lane.from(items[i], axis);
                to[i] = lane.to(items[i], axis);
                weight[i] = (byte) items[i].weight();
            }
            List<byte[]> levels = new ArrayList<>(List.of(weight));
            List<double[]> ends = new ArrayList<>(List.of(to));
            while (levels.get(levels.size() - 1).length > FAN) {
                levels.add(coarser(levels.get(levels.size() - 1)));
                ends.add(coarser(ends.get(ends.size() - 1)));
            }
            weights = levels.toArray(byte[][]::new);
            reaches = ends.toArray(double[][]::new);
        }

        private static byte[] coarser(byte[] fine) {
            byte[] coarse = new byte[(fine.length + FAN - 1) / FAN];
            for (int i = 0; i < fine.length; i++) {
                coarse[i / FAN] = (byte) Math.max(coarse[i / FAN], fine[i]);
            }
            return coarse;
        }

        private static double[] coarser(double[] fine) {
            double[] coarse = new double[(fine.length + FAN - 1) / FAN];
            Arrays.fill(coarse, Double.NEGATIVE_INFINITY);
            for (int i = 0; i < fine.length; i++) {
                coarse[i / FAN] = Math.max(coarse[i / FAN], fine[i]);
            }
            return coarse;
        }

        int count() {
            return items.length;
        }

        Item item(int index) {
            return items[index];
        }

        double from(int index) {
            return from[index];
        }

        double to(int index) {
            return to[index];
        }

        /** Index of the first item at or behind {@code start} that ends at or behind a place; {@link #count} where none does. */
        int nextReaching(int start, double place) {
            int i = start;
            while (i < items.length) {
                int level = 0;
                int size = 1;
                while (level + 1 < reaches.length && i % (size * FAN) == 0) {
                    level++;
                    size *= FAN;
                }
                while (level > 0 && reaches[level][i / size] >= place) {
                    level--;
                    size /= FAN;
                }
                if (level == 0 && reaches[0][i] >= place) {
                    return i;
                }
                i += size;
            }
            return items.length;
        }

        /** Index of the first item at or behind {@code start} that begins at or behind a place. */
        int firstFrom(int start, double place) {
            return firstAtLeast(from, start, place);
        }

        private static int firstAtLeast(double[] sorted, int start, double value) {
            int low = start;
            int high = sorted.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (sorted[middle] < value) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        /** Index of the heaviest item in {@code [start, end)}, the first of them; {@code start} where the range is empty. */
        int heaviest(int start, int end) {
            int best = start;
            int weight = -1;
            int i = start;
            while (i < end) {
                int level = 0;
                int size = 1;
                while (level + 1 < weights.length && i % (size * FAN) == 0 && i + size * FAN <= end) {
                    level++;
                    size *= FAN;
                }
                if (weights[level][i / size] > weight) {
                    weight = weights[level][i / size];
                    best = first(level, i / size, weight);
                }
                i += size;
            }
            return best;
        }

        private int first(int level, int index, int weight) {
            int at = index;
            for (int l = level; l > 0; l--) {
                int child = at * FAN;
                while (weights[l - 1][child] != weight) {
                    child++;
                }
                at = child;
            }
            return at;
        }
    }
}
