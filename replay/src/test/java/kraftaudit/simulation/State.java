package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import kraftaudit.written.DataValues;
import org.apache.kafka.common.Uuid;

/** What a controller or broker has replayed: as much of the metadata as the rules of commitment look at. */
final class State {
    /** 0 is none. */
    int level;
    boolean open;
    final Map<Integer, Registration> brokers = new TreeMap<>();
    private State before;

    /** @param at offset of the record, or the last offset of the checkpoint it was loaded from */
    record Registration(int broker, long epoch, long at, long incarnation, boolean fenced) {
    }

    State copy() {
        State copy = new State();
        copy.level = level;
        copy.open = open;
        copy.brokers.putAll(brokers);
        copy.before = before;
        return copy;
    }

    /** The state without the records of a transaction that is still open. */
    State published() {
        return open ? before : this;
    }

    void apply(Batch batch) {
        long offset = batch.base;
        for (Entry entry : batch.entries) {
            apply(offset, entry);
            offset++;
        }
    }

    private void apply(long offset, Entry entry) {
        if (entry instanceof Entry.Level e) {
            level = e.level();
        } else if (entry instanceof Entry.Begin) {
            before = copy();
            open = true;
        } else if (entry instanceof Entry.End) {
            open = false;
            before = null;
        } else if (entry instanceof Entry.Abort) {
            level = before.level;
            brokers.clear();
            brokers.putAll(before.brokers);
            open = false;
            before = null;
        } else if (entry instanceof Entry.RegisterBroker e) {
            brokers.put(e.broker(), new Registration(e.broker(), e.epoch(), offset, e.incarnation(), e.fenced()));
        } else if (entry instanceof Entry.Unregister e) {
            brokers.remove(e.broker());
        } else if (entry instanceof Entry.BrokerChange e && brokers.containsKey(e.broker())) {
            Registration r = brokers.get(e.broker());
            boolean fenced = switch (e.what()) {
                case FENCE, OLD_FENCE -> true;
                case UNFENCE, OLD_UNFENCE -> false;
                default -> r.fenced();
            };
            brokers.put(e.broker(), new Registration(r.broker(), r.epoch(), r.at(), r.incarnation(), fenced));
        }
    }

    /** This state as loaded from a checkpoint that ends at {@code end}. */
    State loadedFrom(long end) {
        State loaded = copy();
        loaded.brokers.replaceAll((id, r) -> new Registration(id, r.epoch(), end - 1, r.incarnation(), r.fenced()));
        return loaded;
    }

    /** The data records of a checkpoint of this state. */
    byte[][] values() {
        List<byte[]> values = new ArrayList<>();
        if (level > 0) {
            values.add(DataValues.metadataVersion(level));
        }
        for (Registration r : brokers.values()) {
            values.add(DataValues.registerBroker(r.broker(), r.epoch(), new Uuid(88, 100 + r.incarnation()), r.fenced()));
        }
        return values.toArray(byte[][]::new);
    }
}
