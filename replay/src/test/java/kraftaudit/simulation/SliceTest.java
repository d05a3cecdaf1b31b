package kraftaudit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import kraftaudit.replay.ProofKind;

/** The part of the campaign that every build runs. */
class SliceTest {
    private static final long HISTORIES = 2000;
    /** What a history of KRaft can bring, each of which has to occur. */
    private static final List<String> HAPPENS = List.of("elections won", "elections given up after a pre-vote", "partitions", "messages lost",
            "nodes stopped or killed", "losses of power that took records", "logs truncated", "log starts moved", "checkpoints begun",
            "checkpoints downloaded", "disks replaced", "voters added", "voters removed", "leaders removed from the voters", "voters updated",
            "upgrades to kraft.version 1", "voter changes appended that were queued behind another", "voters records fetched without all that follows",
            "controllers activated", "batches of data scheduled", "controllers registered", "broker epochs given", "brokers unfenced",
            "broker epochs given a second time, by another leader", "requests to a replaced leader under a number of its successor");

    @Test
    void noClaimIsFalseAndMostOfWhatCanBeProvenIs() {
        Figures figures = Campaign.run(1, HISTORIES);
        assertEquals(List.of(), figures.faults(), () -> Campaign.account(figures.firstFaultySeed()));
        for (ProofKind kind : ProofKind.values()) {
            assertTrue(kind == ProofKind.OPERATOR || figures.count("claims " + kind) > 100, () -> kind + " was hardly tried: " + figures.text());
        }
        for (String what : HAPPENS) {
            assertTrue(figures.happened(what) > 0, () -> what + " never: " + figures.text());
        }
        assertTrue(figures.count("records LOST") > 100 && figures.count("proven voter sets") > 100, figures::text);
        assertTrue(figures.reached(Copies.Kind.ALL_STOPPED) >= 98 && figures.reached(Copies.Kind.LAST_LEADER) >= 95, figures::text);
    }

    /** Canaries: what is unsound is caught, so the campaign can fail. */
    @ParameterizedTest
    @EnumSource(names = "NEXT_ELECTION_ONLY", mode = EnumSource.Mode.EXCLUDE)
    void unsoundInferenceIsCaught(Unsound inference) {
        assertTrue(Campaign.caught(inference, 1, HISTORIES) > 0);
    }
}
