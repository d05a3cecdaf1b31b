package kraftaudit.bench;

import java.util.List;

/** Numbers out of repeated measurements. */
final class Measured {
    private Measured() {
    }

    /** The middle one, or the lower of both. */
    static double median(List<Double> values) {
        return values.stream().sorted().toList().get((values.size() - 1) / 2);
    }
}
