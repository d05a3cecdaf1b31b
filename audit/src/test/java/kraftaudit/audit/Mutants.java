package kraftaudit.audit;

import java.util.List;
import java.util.stream.Stream;

/** The mutants of every family. */
final class Mutants {
    static final List<Mutant> ALL = Stream.of(FileMutants.ALL, OffsetMutants.ALL, EpochMutants.ALL, VoterMutants.ALL, LevelMutants.ALL,
        CheckpointMutants.ALL, IdentityMutants.ALL, TransactionMutants.ALL, ReplicaMutants.ALL)
        .flatMap(List::stream).toList();

    private Mutants() {
    }
}
