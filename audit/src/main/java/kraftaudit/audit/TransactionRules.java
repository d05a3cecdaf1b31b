package kraftaudit.audit;

import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import kraftaudit.reader.Event;
import kraftaudit.reader.RecordAt;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Transaction;

/** T: transactions (KIP-868). */
final class TransactionRules {
    static final List<Rule> ROWS = List.of(
        new Rule("T01", "No transaction begins inside another or ends that had not begun", VIOLATION, Set.of(Need.LOG),
            List.of("F03", "F04", "O01"), (Check.OnCluster) TransactionRules::paired),
        new Rule("T02", "Every transaction takes effect", NOTE, Set.of(Need.LOG), List.of("T01"), (Check.OnCluster) TransactionRules::takesEffect));

    private TransactionRules() {
    }

    private static void paired(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            LogState state = own.branch().state();
            Set<Long> ends = new HashSet<>();
            for (Transaction transaction : state.transactions()) {
                transaction.end().ifPresent(end -> ends.add(end.offset()));
                if (own.has(transaction.begin().at().offset())) {
                    verdict.examined();
                    if (transaction.outcome() == Transaction.Outcome.BEGUN_AGAIN) {
                        verdict.broken(begin(own, transaction), "transaction" + name(transaction), "an end before the next begins",
                            "another transaction begins inside it");
                    } else if (transaction.outcome() == Transaction.Outcome.CUT_BY_UNKNOWN) {
                        verdict.undecided("how the transaction that begins at " + transaction.begin().at().offset()
                            + " ends, as the log is damaged behind it");
                    }
                }
            }
            for (LogState.Sourced sourced : own.events()) {
                boolean closes = sourced.event() instanceof Event.EndTransaction || sourced.event() instanceof Event.AbortTransaction;
                if (closes && !ends.contains(sourced.event().at().offset())) {
                    unopened(own, verdict, sourced);
                }
            }
        }
    }

    private static void unopened(ClusterInput.Own own, Verdict verdict, LogState.Sourced sourced) {
        long offset = sourced.event().at().offset();
        boolean hidden = own.branch().line().startOffset() > 0
            || own.branch().line().gaps().stream().anyMatch(gap -> gap.baseOffset() < offset)
            || own.branch().state().transactions().stream().anyMatch(t -> t.outcome() == Transaction.Outcome.CUT_BY_UNKNOWN);
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
            for (Transaction transaction : own.branch().state().transactions()) {
                if (!own.has(transaction.begin().at().offset())) {
                    continue;
                }
                verdict.examined();
                String held = held(transaction);
                if (transaction.outcome() == Transaction.Outcome.ABORTED) {
                    verdict.broken(begin(own, transaction), "transaction" + name(transaction), "",
                        "aborted at " + transaction.end().map(RecordAt::offset).map(String::valueOf).orElse("an unknown offset") + held);
                } else if (transaction.outcome() == Transaction.Outcome.OPEN_AT_LOG_END) {
                    verdict.broken(begin(own, transaction), "transaction" + name(transaction), "", "open at the end of the log" + held);
                }
            }
        }
    }

    private static String held(Transaction transaction) {
        List<Long> offsets = transaction.held().stream().filter(e -> !(e instanceof Event.FirstOfType)).map(e -> e.at().offset()).distinct().sorted().toList();
        if (offsets.isEmpty()) {
            return ", so nothing in it takes effect";
        }
        return ", so its records do not take effect, among them "
            + String.join(", ", offsets.stream().limit(5).map(String::valueOf).toList()) + (offsets.size() > 5 ? " and more" : "");
    }

    private static String name(Transaction transaction) {
        return transaction.begin().name().map(n -> " \"" + n + "\"").orElse("");
    }

    private static Where begin(ClusterInput.Own own, Transaction transaction) {
        RecordAt at = transaction.begin().at();
        Optional<LogState.Sourced> sourced = own.branch().state().events().stream().filter(s -> s.event().at().equals(at)).findFirst();
        return Where.record(sourced.map(LogState.Sourced::replica).orElse(""), at);
    }
}
