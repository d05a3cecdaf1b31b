package kraftaudit.audit.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import kraftaudit.audit.Locator;
import org.junit.jupiter.api.Test;

/** Look-ups against a plain pass over all items. */
class LaneTest {
    private static final Kind[] KINDS = {Kind.COMMITTED, Kind.PENDING, Kind.LOST, Kind.UNKNOWN, Kind.NOTE};

    static Item item(Kind kind, long from, long to, long time, long timeTo) {
        return new Item(kind, from, to, time, timeTo, Optional.empty(), kind.words() + " " + from, Locator.offset("node1", from));
    }

    static Lane lane(List<Item> items) {
        return new Lane(Group.VOTERS, "lane", "lane", "", "", new Clock.Builder().build(), items);
    }

    static List<Item> random(Random random, int count, int width) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long from = random.nextInt(width);
            long length = random.nextInt(10) == 0 ? random.nextInt(width) : random.nextInt(4);
            // Clocks of different leaders: time is not in the order of offsets.
            long time = 1_700_000_000_000L + from * 100 + random.nextInt(3000);
            items.add(item(KINDS[random.nextInt(KINDS.length)], from, from + length, time, time + length * 100));
        }
        return items;
    }

    @Test
    void betweenFindsWhatAPlainPassFinds() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Item> items = random(random, 1 + random.nextInt(300), 500);
            Lane lane = lane(items);
            for (int query = 0; query < 20; query++) {
                Axis axis = random.nextBoolean() ? Axis.OFFSET : Axis.TIME;
                double from = axis == Axis.OFFSET ? random.nextInt(520) - 10 : 1_700_000_000_000L + random.nextInt(60_000);
                double to = from + random.nextInt(axis == Axis.OFFSET ? 60 : 6000);
                List<Item> expected = new ArrayList<>();
                for (Item item : items) {
                    if (lane.from(item, axis) <= to && lane.to(item, axis) >= from) {
                        expected.add(item);
                    }
                }
                List<Item> found = new ArrayList<>(lane.between(axis, from, to));
                for (int i = 1; i < found.size(); i++) {
                    assertTrue(lane.from(found.get(i - 1), axis) <= lane.from(found.get(i), axis), "seed " + seed);
                }
                Comparator<Item> order = Comparator.comparing(Item::toString);
                expected.sort(order);
                found.sort(order);
                assertEquals(expected, found, "seed " + seed);
            }
        }
    }

    @Test
    void heaviestIsTheFirstOfTheHeaviest() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Lane lane = lane(random(random, 1 + random.nextInt(3000), 100_000));
            Lane.Order order = lane.order(Axis.OFFSET);
            for (int query = 0; query < 30; query++) {
                int start = random.nextInt(order.count());
                int end = start + 1 + random.nextInt(order.count() - start);
                int expected = start;
                for (int i = start; i < end; i++) {
                    expected = order.item(i).weight() > order.item(expected).weight() ? i : expected;
                }
                assertEquals(expected, order.heaviest(start, end), "seed " + seed);
            }
        }
    }

    @Test
    void unplacedItemsAreKeptAndNotLookedUp() {
        Lane lane = lane(List.of(item(Kind.NOTE, -1, -1, -1, -1), item(Kind.NOTE, 3, 4, -1, -1)));
        assertEquals(2, lane.items().size());
        assertEquals(1, lane.between(Axis.OFFSET, -10, 10).size());
    }

    @Test
    void anItemNeverEndsBeforeItBegins() {
        assertThrows(IllegalArgumentException.class, () -> item(Kind.NOTE, 5, 3, -1, -1));
        Item backwards = item(Kind.COMMITTED, 5, 6, 1_700_000_000_500L, 1_700_000_000_000L);
        Lane lane = lane(List.of(backwards));
        assertEquals(lane.from(backwards, Axis.TIME), lane.to(backwards, Axis.TIME));
    }

    @Test
    void everyItemInViewIsInABundleOnce() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Item> items = new ArrayList<>();
            long at = 0;
            int count = 1 + random.nextInt(400);
            for (int i = 0; i < count; i++) {
                // One after the other, as on most lanes: then nothing may be left out or counted twice.
                long length = random.nextInt(6) == 0 ? 1 + random.nextInt(50) : 1;
                items.add(item(KINDS[random.nextInt(KINDS.length)], at, at + length, -1, -1));
                at += length + random.nextInt(3);
            }
            Lane lane = lane(items);
            Viewport viewport = new Viewport(Axis.OFFSET, 0, at, 10 + random.nextInt(300));
            int[] total = {0};
            int[] worst = {0};
            Bundles.of(lane, viewport, 2, (x1, x2, index, number) -> {
                total[0] += number;
                worst[0] = Math.max(worst[0], lane.order(Axis.OFFSET).item(index).weight());
            });
            assertTrue(total[0] >= items.size(), "seed " + seed + ": " + total[0] + " of " + items.size());
            assertEquals(items.stream().mapToInt(Item::weight).max().getAsInt(), worst[0], "seed " + seed);
        }
    }

    @Test
    void bundlesAreNoMoreThanThePixels() {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            items.add(item(i == 77_777 ? Kind.LOST : Kind.COMMITTED, i, i + 1, -1, -1));
        }
        int[] bundles = {0};
        boolean[] lost = {false};
        Lane lane = lane(items);
        Bundles.of(lane, new Viewport(Axis.OFFSET, 0, 100_000, 1000), 2, (x1, x2, index, number) -> {
            bundles[0]++;
            lost[0] |= lane.items().get(index).kind() == Kind.LOST;
        });
        assertTrue(bundles[0] <= 501, bundles[0] + " bundles");
        assertTrue(lost[0], "the one lost item among 100,000 stays visible");
    }
}
