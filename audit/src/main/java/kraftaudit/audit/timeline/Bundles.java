package kraftaudit.audit.timeline;

/**
 * The items of a lane that are looked at, those that fall on the same few pixels taken together. The work grows with the
 * pixels and the logarithm of the items, and nothing that must not be overlooked is: a bundle shows its heaviest item.
 */
final class Bundles {
    /** What is done with each of them, from left to right by their beginning. */
    interface Taker {
        /**
         * @param x1    left edge in pixels, may lie far outside of the view
         * @param x2    right edge
         * @param index of the heaviest item, in the order of the axis
         * @param count how many items, at least 1
         */
        void take(double x1, double x2, int index, int count);
    }

    private Bundles() {
    }

    /** @param grain pixels below which neighbours are not told apart */
    static void of(Lane lane, Viewport viewport, double grain, Taker taker) {
        Lane.Order order = lane.order(viewport.axis());
        double reach = grain * viewport.grain();
        int i = order.nextReaching(0, viewport.from() - reach);
        while (i < order.count() && order.from(i) <= viewport.to() + reach) {
            double from = order.from(i);
            double x1 = viewport.x(from);
            if (order.to(i) - from >= reach) {
                taker.take(x1, viewport.x(order.to(i)), i, 1);
                i = order.nextReaching(i + 1, viewport.from() - reach);
                continue;
            }
            int end = Math.max(i + 1, order.firstFrom(i + 1, from + reach));
            int heaviest = order.heaviest(i, end);
            taker.take(x1, Math.max(viewport.x(order.to(heaviest)), x1), heaviest, end - i);
            wide(order, viewport, i, end, heaviest, from + 2 * reach, taker);
            i = order.nextReaching(end, viewport.from() - reach);
        }
    }

    /** Of the items that begin in one bundle, those that go well beyond it are shown on their own too, up to a few. */
    private static void wide(Lane.Order order, Viewport viewport, int start, int end, int shown, double beyond, Taker taker) {
        int left = 16;
        for (int i = order.nextReaching(start, beyond); i < end && left > 0; i = order.nextReaching(i + 1, beyond)) {
            if (i != shown) {
                taker.take(viewport.x(order.from(i)), viewport.x(order.to(i)), i, 1);
                left--;
            }
        }
    }
}
