package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.simulation.SimulatedCapture;
import org.junit.jupiter.api.Test;

/** What {@code describe} and {@code compare} say of simulated captures, against the truth of their histories. */
class SimulatedAnswersTest {
    /** More of them with {@code -DargLine=-Danswers.histories=N}. */
    private static final long HISTORIES = Long.getLong("answers.histories", 150);
    private static final Schemas SCHEMAS = Schemas.builtIn().with(Profiles.builtIn().get(0));

    private final List<String> faults = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    @Test
    void noAnswerContradictsWhatHappened() {
        SimulatedCapture.each(1, HISTORIES, capture -> capture.answers().stream().filter(answer -> !capture.restsOnStrain(answer)).forEach(answer -> {
            Describe.now(answer).forEach(description -> described(capture, description));
            compared(capture, answer);
        }));
        assertEquals(List.of(), faults);
        for (String tried : List.of("recorded answers", "empty answers", "pairs that part", "pairs that do not", "recommended", "whole quorums")) {
            assertTrue(counts.getOrDefault(tried, 0) > 20, () -> tried + " was hardly tried: " + counts);
        }
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    /** The latest leader really had a high watermark at or above the answer, and these were the committed voters below it. */
    private void described(SimulatedCapture capture, Description answer) {
        if (!(answer.committed() instanceof Description.Recorded recorded)) {
            count(answer.committed() instanceof Description.Empty ? "empty answers" : "static answers");
            return;
        }
        count("recorded answers");
        int epoch = answer.leaderEpoch().orElseThrow();
        OptionalLong start = capture.startOf(epoch);
        if (start.isPresent() && !capture.exposed(start.getAsLong(), epoch)) {
            faults.add("the leader of epoch " + epoch + " had exposed no high watermark: " + capture);
        }
        Map<Integer, String> said = new TreeMap<>();
        recorded.span().voters().orElseThrow().voters().forEach(v -> said.put(v.id(), v.directoryId() + " " + v.endpoints().get(0)));
        long highWatermark = answer.answered().orElseThrow();
        if (highWatermark <= capture.committedEnd() && !capture.committedVoters(highWatermark).equals(said)) {
            faults.add("committed voters at " + highWatermark + " were " + capture.committedVoters(highWatermark) + ", not " + said + ": " + capture);
        }
    }

    private void compared(SimulatedCapture capture, CaptureHistory answer) {
        Comparison comparison = Compare.compare(answer, SCHEMAS);
        Map<String, String> labels = new TreeMap<>();
        answer.replicas().forEach(copy -> labels.put(copy.replica().name(), copy.replica().label()));
        for (PairOfCopies pair : comparison.pairs()) {
            OptionalLong truth = capture.parting(labels.get(pair.one()), labels.get(pair.other()));
            OptionalLong said = pair.divergence().map(d -> OptionalLong.of(d.offset())).orElse(OptionalLong.empty());
            count(truth.isPresent() ? "pairs that part" : "pairs that do not");
            if (!truth.equals(said) || pair.unequal().isPresent()) {
                faults.add(pair.one() + " and " + pair.other() + " part at " + truth + ", not " + said + " or " + pair.unequal() + ": " + capture);
            }
        }
        Recovery recovery = comparison.recovery();
        recovery.best().ifPresent(best -> recommended(capture, recovery, best, labels.get(best.copy())));
    }

    /** It holds what it is said to hold; of a quorum that is here as a whole, all that was committed. */
    private void recommended(SimulatedCapture capture, Recovery recovery, Recovery.Ranked best, String label) {
        count("recommended");
        long held = capture.heldOfCommitted(label);
        if (best.holdsProven() && held < Math.min(recovery.provenEnd(), capture.committedEnd())) {
            faults.add(best.copy() + " is said to hold all below " + recovery.provenEnd() + " and holds " + held + ": " + capture);
        }
        if (capture.isWholeAndStopped() && !recovery.voterless()) {
            count("whole quorums");
            if (held < capture.committedEndThen()) {
                faults.add(best.copy() + " is recommended and holds " + held + " of " + capture.committedEndThen() + ": " + capture);
            }
        }
    }
}
