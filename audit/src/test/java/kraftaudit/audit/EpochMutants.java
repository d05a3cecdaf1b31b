package kraftaudit.audit;

import java.util.List;

/** E: mutants. */
final class EpochMutants {
    static final List<Mutant> ALL = List.of();

    private EpochMutants() {
    }
}
