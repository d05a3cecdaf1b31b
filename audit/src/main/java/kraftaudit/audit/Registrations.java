package kraftaudit.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kraftaudit.reader.Endpoint;
import kraftaudit.reader.Event;
import kraftaudit.reader.RecordAt;
import kraftaudit.reader.VersionRange;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.LogState;

/**
 * The registrations of controllers and brokers on the main branch, from the newest checkpoint on where the log does not
 * reach back to offset 0.
 *
 * @param all      in the order of their records, those that were replaced or taken back among them
 * @param whyNot   why the state is not known to the end of the log; empty where it is
 */
record Registrations(List<Registration> all, String whyNot) {
    /** Until the end of the log. */
    static final long OPEN = Long.MAX_VALUE;

    Registrations {
        all = List.copyOf(all);
    }

    /**
     * One registration.
     *
     * @param controller whether of a controller, else of a broker
     * @param source     its record, such as {@code at offset 31}
     * @param from       log offset from which it counts
     * @param to         offset of the record that replaces it or takes it back, or {@link #OPEN}
     */
    record Registration(boolean controller, int node, Where where, String source, long from, long to, List<Endpoint> endpoints,
                        Map<String, VersionRange> features) {
        boolean current() {
            return to == OPEN;
        }

        /** Such as {@code controller 9}. */
        String subject() {
            return (controller ? "controller " : "broker ") + node;
        }

        private Registration until(long offset) {
            return new Registration(controller, node, where, source, from, offset, endpoints, features);
        }
    }

    /** Those in force at the end of the log. */
    List<Registration> current() {
        return all.stream().filter(Registration::current).toList();
    }

    /** The registration of a controller in force at the end of the log. */
    Optional<Registration> controller(int id) {
        return current().stream().filter(r -> r.controller() && r.node() == id).findFirst();
    }

    static Registrations of(CaptureHistory cluster, Branch branch) {
        boolean whole = branch.line().startOffset() == 0 && !branch.line().isEmpty() && branch.line().gaps().isEmpty();
        Optional<CheckpointFacts> base = whole ? Optional.empty() : newest(cluster, branch);
        long from = whole ? 0 : base.map(c -> c.id().endOffset()).orElse(0L);
        boolean goesOn = branch.line().endOffset() <= from || branch.line().epochAt(from).isPresent()
            && branch.line().gaps().stream().noneMatch(gap -> gap.endOffset() > from);
        if (!whole && (base.isEmpty() || !goesOn)) {
            return new Registrations(List.of(), "the log is not all here");
        }
        Folding folding = new Folding();
        base.ifPresent(checkpoint -> checkpoint.scan().orElseThrow().events().forEach(event -> folding.add(event,
            Where.inCheckpoint(checkpoint.replica(), event.at()), "in the checkpoint that ends at " + from, from - 1)));
        for (LogState.Sourced sourced : branch.state().events()) {
            RecordAt at = sourced.event().at();
            if (at.offset() >= from) {
                folding.add(sourced.event(), Where.event(sourced), "at offset " + at.offset(), at.offset());
            }
        }
        List<Registration> all = new ArrayList<>(folding.ended);
        all.addAll(folding.open.values());
        all.sort(Comparator.comparingLong(Registration::from).thenComparing(Registration::controller).thenComparingInt(Registration::node));
        return new Registrations(all, "");
    }

    private static Optional<CheckpointFacts> newest(CaptureHistory cluster, Branch branch) {
        return cluster.replicas().stream().filter(r -> branch.replicas().contains(r.replica().name())).flatMap(r -> r.checkpoints().stream())
            .filter(CheckpointFacts::usable).max(Comparator.comparing(CheckpointFacts::id));
    }

    private record Key(boolean controller, int node) {
        /** Written out: what a record makes of this at run time takes a short run milliseconds. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Key that && controller == that.controller && node == that.node;
        }

        @Override
        public int hashCode() {
            return 31 * Boolean.hashCode(controller) + node;
        }
    }

    private static final class Folding {
        private final List<Registration> ended = new ArrayList<>();
        private final Map<Key, Registration> open = new LinkedHashMap<>();

        void add(Event event, Where where, String source, long offset) {
            if (event instanceof Event.RegisterController c) {
                begin(new Registration(true, c.controllerId(), where, source, offset, OPEN, c.endpoints(), c.features()));
            } else if (event instanceof Event.RegisterBroker b) {
                begin(new Registration(false, b.brokerId(), where, source, offset, OPEN, b.endpoints(), b.features()));
            } else if (event instanceof Event.UnregisterController c) {
                end(new Key(true, c.controllerId()), offset);
            } else if (event instanceof Event.UnregisterBroker b) {
                end(new Key(false, b.brokerId()), offset);
            }
        }

        private void begin(Registration registration) {
            Key key = new Key(registration.controller(), registration.node());
            end(key, registration.from());
            open.put(key, registration);
        }

        private void end(Key key, long offset) {
            Registration before = open.remove(key);
            if (before != null) {
                ended.add(before.until(offset));
            }
        }
    }
}
