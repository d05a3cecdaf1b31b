package kraftaudit.simulation;

import java.util.List;

import kraftaudit.written.Batches;
import kraftaudit.written.Control;

/** A batch of the simulated log. Nodes that hold the same batch share the object; its bytes are built when first asked for. */
final class Batch {
    final long base;
    final int epoch;
    final long time;
    final List<Entry> entries;
    private byte[] bytes;

    Batch(long base, int epoch, long time, List<? extends Entry> entries) {
        this.base = base;
        this.epoch = epoch;
        this.time = time;
        this.entries = List.copyOf(entries);
    }

    /** Exclusive. */
    long end() {
        return base + entries.size();
    }

    boolean control() {
        return entries.get(0) instanceof Entry.OfControl;
    }

    byte[] bytes() {
        if (bytes == null) {
            bytes = control()
                    ? Batches.control(base, epoch, time, entries.stream().map(e -> ((Entry.OfControl) e).control()).toArray(Control[]::new))
                    : Batches.data(base, epoch, time, entries.stream().map(e -> ((Entry.OfData) e).value()).toArray(byte[][]::new));
        }
        return bytes;
    }

    @Override
    public String toString() {
        return base + "@" + epoch + " " + entries;
    }
}
