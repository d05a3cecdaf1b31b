package kraftaudit.audit;

import java.util.List;

/** T: mutants. */
final class TransactionMutants {
    static final List<Mutant> ALL = List.of();

    private TransactionMutants() {
    }
}
