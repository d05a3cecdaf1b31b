package kraftaudit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The simulated protocol keeps its own promises: otherwise it could not judge anybody's claims. */
class SafetyTest {
    @Test
    void protocolIsSafe() {
        for (long seed = 1; seed <= 3000; seed++) {
            Simulation simulation = new Simulation(seed, false);
            simulation.run();
            if (!simulation.strained() && !simulation.cluster.world.racing()) {
                assertEquals("", simulation.cluster.truth.broken(), "seed " + seed);
            }
        }
    }
}
