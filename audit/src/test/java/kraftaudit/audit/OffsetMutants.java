package kraftaudit.audit;

import java.util.List;

/** O: mutants. */
final class OffsetMutants {
    static final List<Mutant> ALL = List.of();

    private OffsetMutants() {
    }
}
