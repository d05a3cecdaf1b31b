package kraftaudit.simulation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;

import org.junit.jupiter.api.Test;

/** The simulated protocol keeps its own promises, and its rules are true in it: otherwise it could not judge anybody's claims. */
class SafetyTest {
    @Test
    void protocolIsSafeAndSoundRulesAreTrue() {
        for (long seed = 1; seed <= 1000; seed++) {
            Simulation history = new Simulation(seed, false);
            history.run();
            if (!history.strained() && !history.cluster.truth.isApart()) {
                assertEquals("", history.cluster.truth.broken(), "seed " + seed);
            }
            for (Copies capture : history.captures.stream().filter(c -> !c.patched()).toList()) {
                Judge judge = new Judge(history, capture);
                for (Claim claim : Rules.claims(capture, history.cluster.truth)) {
                    if (judge.excuse(claim).isEmpty()) {
                        assertEquals(Optional.empty(), judge.fault(claim), "seed " + seed);
                    }
                }
            }
        }
    }

    @Test
    void oneSeedIsOneHistory() {
        Simulation first = new Simulation(51, true);
        Simulation second = new Simulation(51, true);
        first.run();
        second.run();
        assertEquals(first.cluster.account, second.cluster.account);
        assertEquals(first.captures.size(), second.captures.size());
        for (int i = 0; i < first.captures.size(); i++) {
            for (int j = 0; j < first.captures.get(i).nodes.size(); j++) {
                assertArrayEquals(first.captures.get(i).nodes.get(j).directory().bytes("__cluster_metadata-0/leader-epoch-checkpoint"),
                        second.captures.get(i).nodes.get(j).directory().bytes("__cluster_metadata-0/leader-epoch-checkpoint"));
            }
        }
    }
}
