package kraftaudit.audit;

import static kraftaudit.audit.VoterMutants.START;
import static kraftaudit.audit.WrittenCapture.ID;

import java.util.List;
import java.util.Map;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;

/** R: mutants. */
final class ReplicaMutants {
    private static final WrittenLog SHARED = WrittenLog.of(START);

    static final List<Mutant> ALL = List.of(
        new Mutant("R01", "a static quorum that split", split(true), split(false)),
        new Mutant("R02", "a branch of its own", of(SHARED.then("noop 2"), SHARED.then("noop 2; lead 2 by 2 3; noop")),
            of(SHARED.then("noop 4"), SHARED.then("noop 2; lead 2 by 2 3; noop"))),
        new Mutant("R03", "another history under the id", of(SHARED, SHARED), of(SHARED, WrittenLog.of("static 1 2 3; lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end; noop"))),
        new Mutant("R04", "two directories of one node", of(SHARED, SHARED), claimed(2)),
        new Mutant("R04", "two states of one directory", of(SHARED, SHARED), claimed(1)),
        new Mutant("R05", "another record at one offset", of(SHARED.then("topic a"), SHARED.then("topic a; noop")), of(SHARED.then("topic a"), SHARED.then("topic b; noop"))),
        new Mutant("R05", "another record in the middle of long logs", of(SHARED.then("noop 100; topic a; noop 100"), SHARED.then("noop 100; topic a; noop 90")),
            of(SHARED.then("noop 100; topic a; noop 100"), SHARED.then("noop 100; topic b; noop 90"))),
        new Mutant("R06", "a later leader went on without it", of(SHARED.then("broker 11 epoch 13; unfence 11 epoch 13"), SHARED.then("broker 11 epoch 13; lead 2 by 2 3")),
            of(SHARED.then("broker 11 epoch 13; unfence 11 epoch 13"), SHARED.then("lead 2 by 2 3"))),
        new Mutant("R07", "controllers on disks that are gone", observed(SHARED, SHARED), observed(SHARED, SHARED.then("lead 2 epoch 40 by 2 3; noop 9"))),
        new Mutant("R07", "controllers that were formatted anew", observed(SHARED, SHARED),
            observed(WrittenLog.of("static 1 2 3; lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end"), SHARED)),
        new Mutant("R08", "one voter of three", of(SHARED, SHARED), WrittenCapture.of(node(SHARED, 1), observer(SHARED))));

    private ReplicaMutants() {
    }

    private static int leader(WrittenLog log) {
        return log.lastEpoch() == 1 ? 1 : 2;
    }

    private static NodeDirectory node(WrittenLog log, int id) {
        return WrittenCapture.node(log, id, leader(log));
    }

    private static NodeDirectory observer(WrittenLog log) {
        return log.node(ID, 11, leader(log));
    }

    /** The logs of nodes 1 and 2. */
    private static WrittenCapture of(WrittenLog first, WrittenLog second) {
        return WrittenCapture.of(node(first, 1), node(second, 2));
    }

    /** Node 2 beside two copies that claim to be node 1. */
    private static WrittenCapture claimed(int generation) {
        return WrittenCapture.of(Map.of("now", node(SHARED, 1), "old", node(SHARED, 1).identity(ID, 1, WrittenVoter.directory(1, generation)), "two", node(SHARED, 2)));
    }

    /** Three voters and an observer. */
    private static WrittenCapture observed(WrittenLog voters, WrittenLog observer) {
        return WrittenCapture.of(node(voters, 1), node(voters, 2), node(voters, 3), observer(observer));
    }

    /** Controller 1 of a static quorum goes on alone, and two others that were told of three voters too. */
    private static WrittenCapture split(boolean alone) {
        WrittenLog shared = WrittenLog.of("static 1; lead 1; begin + mv 14 + end; noop 3");
        WrittenLog one = shared.then("lead 1 epoch 2 by 1; topic a");
        WrittenLog more = alone ? one : shared.then("static 1 2 3; lead 2 epoch 3 by 2 3; topic b");
        List<Integer> voters = alone ? List.of(1) : List.of(1, 2, 3);
        return WrittenCapture.of(fixed(one, 1, List.of(1)), fixed(more, 2, voters), fixed(more, 3, voters));
    }

    private static NodeDirectory fixed(WrittenLog log, int id, List<Integer> voters) {
        return log.directory().identity(ID, id, WrittenVoter.directory(id, 1)).staticQuorumState(log.lastEpoch() < 3 ? 1 : 2, log.lastEpoch(), voters);
    }
}
