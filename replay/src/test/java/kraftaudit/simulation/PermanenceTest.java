package kraftaudit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

/** Worked examples of what can and what cannot be lost, in runs {@code epoch x count}. */
class PermanenceTest {
    @Test
    void majorityOfOneEpochIsPermanent() {
        assertEquals(12, permanent(3, "1x12", "1x12", "1x10"));
        assertEquals(10, permanent(3, "1x12", "1x10", "1x10"));
        assertEquals(12, permanent(1, "1x12"));
    }

    @Test
    void reReplicatedOldRecordIsNot() {
        // Raft's figure 8: the record at 10 of epoch 1 is on two of three, the log with epoch 2 can still win
        assertEquals(10, permanent(3, "1x11", "1x11", "1x10 2x1"));
        assertEquals(12, permanent(3, "1x11 3x1", "1x11 3x1", "1x10 2x1"));
    }

    /**
     * Everybody who can win the next election holds offset 10 of epoch 1: nodes 1, 2 and 3. But if 3 wins, 1 and 2 truncate to
     * offset 11, and if 3 ends then, 4 wins with the votes of 1, 2 and 5, and offset 10 is lost.
     */
    @Test
    void secondElectionCanLoseWhatTheNextCannot() {
        String[] logs = {"0x10 1x1 4x1", "0x10 1x1 4x1", "0x10 1x1 3x1", "0x10 2x1", "0x10"};
        assertEquals(11, Permanence.ofNextElection(replicas(5, logs)).orElseThrow().end());
        assertEquals(10, permanent(5, logs));
    }

    @Test
    void nobodyCanWinWithoutAMajority() {
        assertTrue(Permanence.of(replicas(3, "1x5")).isEmpty());
    }

    private static long permanent(int voters, String... logs) {
        return Permanence.of(replicas(voters, logs)).orElseThrow().end();
    }

    private static List<Permanence.Replica> replicas(int voters, String... logs) {
        Voters set = new Voters(IntStream.rangeClosed(1, voters).mapToObj(id -> new Voters.Member(id, 0, 0)).toList(), true);
        return IntStream.range(0, logs.length).mapToObj(i -> {
            Log log = new Log();
            for (String run : logs[i].split(" ")) {
                int epoch = Integer.parseInt(run.substring(0, run.indexOf('x')));
                int count = Integer.parseInt(run.substring(run.indexOf('x') + 1));
                for (int k = 0; k < count; k++) {
                    log.append(new Batch(log.end(), epoch + 1, 0, List.of(new Entry.NoOp())));
                }
            }
            return new Permanence.Replica(i + 1, 1, log, set);
        }).toList();
    }
}
