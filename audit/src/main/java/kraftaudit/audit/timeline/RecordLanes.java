package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import kraftaudit.reader.Event;
import kraftaudit.reader.RecordAt;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Transaction;

/** Transactions, registrations of brokers and controllers, and records that could not be taken as they stand. */
final class RecordLanes {
    private RecordLanes() {
    }

    static List<Lane> of(CaptureHistory history, Clocks clocks) {
        List<Lane> lanes = new ArrayList<>();
        // Brokers come and go in few words: a million records share them.
        Map<String, String> labels = new HashMap<>();
        for (Branch branch : history.branches()) {
            long first = branch.forkOffset().orElse(0);
            Map<Event, String> copies = new IdentityHashMap<>();
            branch.state().events().forEach(s -> copies.put(s.event(), s.replica()));
            List<Item> transactions = new ArrayList<>();
            for (Transaction transaction : branch.state().transactions()) {
                if (transaction.begin().at().offset() >= first) {
                    transactions.add(transaction(branch, transaction, copies.getOrDefault(transaction.begin(), "")));
                }
            }
            add(lanes, branch, clocks, "transactions", transactions);
            List<Item> brokers = new ArrayList<>();
            List<Item> controllers = new ArrayList<>();
            List<Item> others = new ArrayList<>();
            for (LogState.Sourced sourced : branch.state().events()) {
                if (sourced.event().at().offset() >= first) {
                    broker(sourced.event()).ifPresent(label -> brokers.add(record(sourced, labels.computeIfAbsent(label, l -> l))));
                    controller(sourced.event()).ifPresent(label -> controllers.add(record(sourced, labels.computeIfAbsent(label, l -> l))));
                    other(sourced.event()).ifPresent(label -> others.add(record(sourced, labels.computeIfAbsent(label, l -> l))));
                }
            }
            add(lanes, branch, clocks, "brokers", brokers);
            add(lanes, branch, clocks, "controllers", controllers);
            add(lanes, branch, clocks, "other records", others);
        }
        return lanes;
    }

    private static void add(List<Lane> lanes, Branch branch, Clocks clocks, String name, List<Item> items) {
        if (!items.isEmpty()) {
            String of = Timeline.ofBranch(branch);
            String row = of.isEmpty() ? name : name + ", " + of;
            lanes.add(new Lane(Group.RECORDS, row, row, of, "", clocks.of(branch), items));
        }
    }

    private static Item transaction(Branch branch, Transaction transaction, String copy) {
        RecordAt begin = transaction.begin().at();
        long to = Math.max(begin.offset() + 1, transaction.end().map(end -> end.offset() + 1).orElse(branch.line().endOffset()));
        String name = transaction.begin().name().map(n -> "transaction \"" + n + "\"").orElse("transaction");
        return new Item(Kind.TRANSACTION, begin.offset(), to, begin.timestamp(), transaction.end().map(RecordAt::timestamp).orElse(-1L),
            Optional.empty(), name + ", " + transaction.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' '),
            Places.locator(copy, begin.offset(), begin.place()));
    }

    private static Item record(LogState.Sourced sourced, String label) {
        RecordAt at = sourced.event().at();
        return new Item(Kind.RECORD, at.offset(), at.offset() + 1, at.timestamp(), at.timestamp(), Optional.empty(), label, Places.locator(sourced));
    }

    private static Optional<String> broker(Event event) {
        if (event instanceof Event.RegisterBroker r) {
            return Optional.of("RegisterBrokerRecord: broker " + r.brokerId() + ", broker epoch " + r.brokerEpoch() + (r.fenced() ? ", fenced" : ""));
        }
        if (event instanceof Event.UnregisterBroker u) {
            return Optional.of("UnregisterBrokerRecord: broker " + u.brokerId());
        }
        if (event instanceof Event.BrokerRegistrationChange c) {
            String fenced = c.fenced() > 0 ? ", fenced" : c.fenced() < 0 ? ", unfenced" : "";
            return Optional.of("BrokerRegistrationChangeRecord: broker " + c.brokerId() + fenced
                + (c.controlledShutdown() > 0 ? ", in controlled shutdown" : ""));
        }
        if (event instanceof Event.FenceBroker f) {
            return Optional.of("FenceBrokerRecord: broker " + f.brokerId());
        }
        if (event instanceof Event.UnfenceBroker u) {
            return Optional.of("UnfenceBrokerRecord: broker " + u.brokerId());
        }
        if (event instanceof Event.ProducerIds p) {
            return Optional.of("ProducerIdsRecord: broker " + p.brokerId());
        }
        return Optional.empty();
    }

    private static Optional<String> controller(Event event) {
        if (event instanceof Event.RegisterController r) {
            return Optional.of("RegisterControllerRecord: controller " + r.controllerId());
        }
        if (event instanceof Event.UnregisterController u) {
            return Optional.of("UnregisterControllerRecord: controller " + u.controllerId());
        }
        return Optional.empty();
    }

    private static Optional<String> other(Event event) {
        if (event instanceof Event.UnknownControl u) {
            return Optional.of("control record of unknown type " + u.type());
        }
        if (event instanceof Event.UnknownRecord u) {
            return Optional.of("record of unknown key " + u.apiKey() + ", version " + u.version());
        }
        if (event instanceof Event.Undecodable u) {
            return Optional.of("record that does not decode: " + u.found() + ", expected " + u.expected());
        }
        if (event instanceof Event.Lookalike l) {
            return Optional.of("record with key " + l.apiKey() + " that looks like another type");
        }
        return Optional.empty();
    }
}
