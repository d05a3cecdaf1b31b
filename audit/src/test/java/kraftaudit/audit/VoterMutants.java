package kraftaudit.audit;

import java.util.List;

/** V: mutants. */
final class VoterMutants {
    /** A dynamic quorum of three that is bootstrapped and whose controllers have registered: offsets 0 to 12. */
    static final String START = "lead 1 by 1 2 + kraft 1 + voters 1 2 3; begin + mv 33 + end; controller 1; controller 2; controller 3; noop 4; ";

    static final List<Mutant> ALL = List.of(
        new Mutant("V04", "two voters moved at once", WrittenCapture.one(START + "voters 1 2@new.example:9093 3; noop"),
            WrittenCapture.one(START + "voters 1@other.example:9093 2@new.example:9093 3; noop")));

    private VoterMutants() {
    }
}
