package kraftaudit.audit;

import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import kraftaudit.reader.Event;
import kraftaudit.reader.RecordAt;
import kraftaudit.replay.LogLine;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Stretch;
import kraftaudit.replay.Transaction;

/** T: transactions (KIP-868), and the records that a log begins with. */
final class TransactionRules {
    static final List<Rule> ROWS = List.of(
        new Rule("T01", "No transaction begins inside another or ends that had not begun", VIOLATION, Set.of(Need.LOG),
            List.of("F03", "F04", "O01"), (Check.OnCluster) TransactionRules::paired),
        new Rule("T02", "Every transaction takes effect", NOTE, Set.of(Need.LOG), List.of("T01"), (Check.OnCluster) TransactionRules::takesEffect),
        new Rule("T03", "A log begins with metadata.version, in a transaction from level 13 on", NOTE, Set.of(Need.LOG), List.of("T01", "F07"),
            (Check.OnCluster) TransactionRules::bootstrap));

    /** 3.6-IV1, the first level with metadata transactions. */
    private static final int FIRST_WITH_TRANSACTIONS = 13;
    private static final int NO_OP = 20;
    private static final int SHOWN = 5;

    private TransactionRules() {
    }

    private static void paired(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            Set<Long> ends = new HashSet<>();
            Marks marks = new Marks(own);
            List<Transaction> transactions = own.branch().state().transactions();
            for (int i = 0; i < transactions.size(); i++) {
                Transaction transaction = transactions.get(i);
                transaction.end().ifPresent(end -> ends.add(end.offset()));
                if (own.has(transaction.begin().at().offset())) {
                    verdict.examined();
                    if (transaction.outcome() == Transaction.Outcome.BEGUN_AGAIN) {
                        long next = transactions.get(i + 1).begin().at().offset();
                        verdict.broken(marks.begin(transaction), "transaction" + name(transaction), "an end before the next begins",
                            "another transaction begins inside it, at " + next + marks.hidden(transaction, next));
                    } else if (transaction.outcome() == Transaction.Outcome.CUT_BY_UNKNOWN) {
                        verdict.undecided("how the transaction that begins at " + transaction.begin().at().offset()
                            + " ends, as the log is damaged behind it");
                    }
                }
            }
            LogLine line = own.branch().line();
            boolean cut = transactions.stream().anyMatch(t -> t.outcome() == Transaction.Outcome.CUT_BY_UNKNOWN);
            long known = line.startOffset() > 0 || cut ? -1 : line.gaps().stream().findFirst().map(Stretch::baseOffset).orElse(line.endOffset());
            for (LogState.Sourced sourced : own.events()) {
                boolean closes = sourced.event() instanceof Event.EndTransaction || sourced.event() instanceof Event.AbortTransaction;
                if (closes && !ends.contains(sourced.event().at().offset())) {
                    unopened(verdict, sourced, sourced.event().at().offset() >= known);
                }
            }
        }
    }

    /** @param hidden whether the log before it is not all known, so that the begin may be in what is missing */
    private static void unopened(Verdict verdict, LogState.Sourced sourced, boolean hidden) {
        long offset = sourced.event().at().offset();
        String what = sourced.event() instanceof Event.EndTransaction ? "EndTransactionRecord" : "AbortTransactionRecord";
        if (hidden) {
            verdict.undecided("which transaction the " + what + " at " + offset + " closes, as what comes before it is not all here");
        } else {
            verdict.examined();
            verdict.broken(Where.event(sourced), what, "an open transaction", "none is open");
        }
    }

    private static void takesEffect(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            Marks marks = new Marks(own);
            for (Transaction transaction : own.branch().state().transactions()) {
                if (!own.has(transaction.begin().at().offset())) {
                    continue;
                }
                verdict.examined();
                if (transaction.outcome() == Transaction.Outcome.ABORTED) {
                    long end = transaction.end().map(RecordAt::offset).orElse(own.branch().line().endOffset());
                    verdict.broken(marks.begin(transaction), "transaction" + name(transaction), "", "aborted at " + end + marks.hidden(transaction, end));
                } else if (transaction.outcome() == Transaction.Outcome.OPEN_AT_LOG_END) {
                    verdict.broken(marks.begin(transaction), "transaction" + name(transaction), "",
                        "open at the end of the log" + marks.hidden(transaction, own.branch().line().endOffset()));
                }
            }
        }
    }

    /** What of a lineage is needed to tell about its transactions. */
    private static final class Marks {
        private final NavigableSet<Long> control = new TreeSet<>();
        private final Map<Long, String> begins = new HashMap<>();

        Marks(ClusterInput.Own own) {
            for (LogState.Sourced sourced : own.branch().state().events()) {
                Event event = sourced.event();
                if (event instanceof Event.LeaderChange || event instanceof Event.Voters || event instanceof Event.KRaftVersion || event instanceof Event.UnknownControl) {
                    control.add(event.at().offset());
                } else if (event instanceof Event.BeginTransaction) {
                    begins.put(event.at().offset(), sourced.replica());
                }
            }
        }

        Where begin(Transaction transaction) {
            RecordAt at = transaction.begin().at();
            return Where.record(begins.getOrDefault(at.offset(), ""), at);
        }

        /** The offsets from the begin of a transaction to {@code end} (exclusive) without the control records, which do count. */
        String hidden(Transaction transaction, long end) {
            List<String> ranges = new ArrayList<>();
            long next = transaction.begin().at().offset();
            for (Iterator<Long> stops = control.subSet(next, end).iterator(); next < end && ranges.size() <= SHOWN;) {
                long stop = stops.hasNext() ? stops.next() : end;
                if (stop > next) {
                    ranges.add(stop - 1 == next ? Long.toString(next) : next + " to " + (stop - 1));
                }
                next = stop + 1;
            }
            String offsets = String.join(", ", ranges.stream().limit(SHOWN).toList()) + (ranges.size() > SHOWN ? " and more" : "");
            List<String> audited = transaction.held().stream().map(TransactionRules::audited).flatMap(Optional::stream).distinct().toList();
            boolean one = ranges.size() == 1 && !ranges.get(0).contains(" ");
            return (one ? ": offset " + offsets + " does not take effect" : ": offsets " + offsets + " do not take effect") + (audited.isEmpty() ? "" : ", among them "
                + String.join(", ", audited.stream().limit(SHOWN).toList()) + (audited.size() > SHOWN ? " and more" : ""));
        }
    }

    private static Optional<String> audited(Event event) {
        if (event instanceof Event.FeatureLevel level) {
            return Optional.of(level.name() + " " + level.level() + " at " + event.at().offset());
        }
        return event instanceof Event.FirstOfType || event instanceof Event.Lookalike ? Optional.empty()
            : Optional.of((event instanceof Event.ClusterId id ? "ClusterIdRecord " + id.clusterId()
                : event.getClass().getSimpleName() + "Record") + " at " + event.at().offset());
    }

    private static String name(Transaction transaction) {
        return transaction.begin().name().map(n -> " \"" + n + "\"").orElse("");
    }

    // ---- T03 ----

    private static void bootstrap(ClusterInput input, Verdict verdict) {
        boolean first = true;
        for (ClusterInput.Own own : input.lineages()) {
            LogLine line = own.branch().line();
            if (line.isEmpty() || line.startOffset() > 0) {
                verdict.notApplicable("no copy holds the beginning of the log");
                continue;
            }
            NavigableMap<Long, Transaction> transactions = new TreeMap<>();
            own.branch().state().transactions().forEach(t -> transactions.put(t.begin().at().offset(), t));
            Optional<LogState.Sourced> data = own.branch().state().events().stream().filter(s -> takesEffect(transactions, s.event())).findFirst();
            long until = data.map(s -> s.event().at().offset()).orElse(line.endOffset());
            if (line.gaps().stream().anyMatch(gap -> gap.baseOffset() < until)) {
                verdict.undecided("which records the log begins with, as it is not all here below offset " + until);
            } else if (data.isPresent() && data.get().event() instanceof Event.Undecodable) {
                verdict.undecided("which records the log begins with, as that at offset " + until + " does not decode");
            } else if (data.isPresent() && (first || own.has(until))) {
                verdict.examined();
                bootstrap(verdict, own.branch().state(), transactions, data.get());
            }
            first = false;
        }
        verdict.otherwise("the log has no metadata records yet");
    }

    /** Whether a data record counts: not a mark of a transaction, not a NoOp, and in no transaction that came to nothing. */
    private static boolean takesEffect(NavigableMap<Long, Transaction> transactions, Event event) {
        boolean aside = event instanceof Event.BeginTransaction || event instanceof Event.EndTransaction || event instanceof Event.AbortTransaction
            || event instanceof Event.LeaderChange || event instanceof Event.Voters || event instanceof Event.KRaftVersion
            || event instanceof Event.UnknownControl || event instanceof Event.Lookalike
            || event instanceof Event.Undecodable bad && bad.apiKey().orElse(0) < 0
            || event instanceof Event.FirstOfType type && (type.apiKey() == NO_OP || type.apiKey() >= 23 && type.apiKey() <= 25);
        return !aside && around(transactions, event).filter(t -> t.outcome() != Transaction.Outcome.ENDED).isEmpty();
    }

    private static Optional<Transaction> around(NavigableMap<Long, Transaction> transactions, Event event) {
        long offset = event.at().offset();
        return Optional.ofNullable(transactions.lowerEntry(offset)).map(Map.Entry::getValue)
            .filter(t -> t.end().map(end -> end.offset() > offset).orElse(true));
    }

    private static void bootstrap(Verdict verdict, LogState state, NavigableMap<Long, Transaction> transactions, LogState.Sourced data) {
        long offset = data.event().at().offset();
        Optional<Event.FeatureLevel> level = state.events().stream().map(LogState.Sourced::event)
            .filter(e -> e instanceof Event.FeatureLevel && e.at().offset() == offset).map(Event.FeatureLevel.class::cast)
            .filter(e -> e.name().equals(LogState.METADATA_VERSION)).findFirst();
        if (level.isEmpty()) {
            verdict.broken(Where.event(data), "first record at " + offset, "metadata.version",
                "another record, as in logs that were born before 3.3");
        } else if (level.get().level() >= FIRST_WITH_TRANSACTIONS && around(transactions, level.get()).isEmpty()) {
            verdict.broken(Where.event(data), LogState.METADATA_VERSION + " " + level.get().level() + " at " + offset,
                "the bootstrap records in a transaction", "no transaction around it");
        }
    }
}
