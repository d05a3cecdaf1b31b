package kraftaudit.audit;

import java.util.List;
import java.util.stream.Stream;

/** The mutants of every family. */
final class Mutants {
    static final List<Mutant> ALL = Stream.of(OffsetMutants.ALL, EpochMutants.ALL, VoterMutants.ALL, TransactionMutants.ALL)
        .flatMap(List::stream).toList();

    private Mutants() {
    }
}
