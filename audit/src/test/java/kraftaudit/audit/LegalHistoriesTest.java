package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.ReplayOptions;
import kraftaudit.simulation.SimulatedCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Histories that keep every rule of the protocol break no rule of weight, whatever elections, crashes, partitions and
 * changes of voters they went through, and whichever copies were taken, while the nodes ran or after.
 */
class LegalHistoriesTest {
    private static final int HISTORIES = 150;

    @TempDir
    private Path folder;

    @Test
    void breakNoRuleOfWeight() throws Exception {
        Map<String, Long> examined = new TreeMap<>();
        int captures = 0;
        for (long seed = 1; seed <= HISTORIES; seed++) {
            List<SimulatedCapture> history = SimulatedCapture.ofSeed(seed);
            if (history.stream().anyMatch(SimulatedCapture::isRaced)) {
                continue;
            }
            for (SimulatedCapture capture : history) {
                captures++;
                AuditReport report = audit(capture);
                assertFalse(report.hasDefect(), capture.toString());
                assertEquals(List.of(), weighty(capture, report), capture.toString());
                count(report, examined);
            }
        }
        assertTrue(captures > HISTORIES / 2, "captures " + captures);
        for (String rule : List.of("E01", "E06", "E07", "E08", "V01", "V04", "V05", "V08", "V11", "V14", "V16", "V17", "T01", "O01")) {
            assertTrue(examined.getOrDefault(rule, 0L) > 20, rule + " was hardly tried: " + examined);
        }
    }

    /** Two changes of which the second was made from the set before the first: a hole in Kafka's checks, and no legal history. */
    @Test
    void theRaceOfTwoChangesIsNoticed() throws Exception {
        for (long seed = 1; seed <= 10 * HISTORIES; seed++) {
            List<SimulatedCapture> history = SimulatedCapture.ofSeed(seed);
            for (SimulatedCapture capture : history.stream().anyMatch(SimulatedCapture::isRaced) ? history : List.<SimulatedCapture>of()) {
                if (audit(capture).findings().stream().anyMatch(f -> f.ruleId().equals("V16"))) {
                    return;
                }
            }
        }
        fail("no race was noticed");
    }

    private AuditReport audit(SimulatedCapture capture) throws IOException, NothingFound {
        Path to = Files.createTempDirectory(folder, "capture");
        try {
            capture.writeTo(to);
            return Audit.audit(Pipe.load(List.of(to), new Pipe.Settings(Profiles.builtIn().get(0), Schemas.builtIn(),
                new ReplayOptions(capture.isStopped(), Optional.empty(), List.of()), 1)));
        } finally {
            try (Stream<Path> files = Files.walk(to)) {
                for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static List<String> weighty(SimulatedCapture capture, AuditReport report) {
        return report.findings().stream().filter(f -> f.severity() != Severity.NOTE && !isOfTheCopying(capture, f))
            .map(f -> f.ruleId() + " " + Rules.find(f.ruleId()).orElseThrow().message(f) + " " + f.where()).toList();
    }

    /**
     * What the moments of copying explain. Files of a node that runs are not of one moment: its log may have been cut or begun
     * anew before the next file was copied, also between two segments. And a broker does not sync what it appends, so that a
     * loss of power can take the end of its log and leave a checkpoint beyond. The simulation itself writes registrations of
     * brokers in one version, whatever the level. That a voter's disk was replaced is legal, and told all the same.
     */
    private static boolean isOfTheCopying(SimulatedCapture capture, Finding finding) {
        return !capture.isStopped() && List.of("O01", "E05", "C05", "F13").contains(finding.ruleId()) || finding.ruleId().equals("C06")
            || finding.ruleId().equals("M04") && finding.subject().equals("RegisterBrokerRecord version 1")
            || List.of("I11", "R04").contains(finding.ruleId());
    }

    private static void count(AuditReport report, Map<String, Long> examined) {
        for (RuleOutcome outcome : report.outcomes()) {
            if (outcome.outcome() instanceof Outcome.Held held) {
                examined.merge(outcome.rule().id(), held.examined(), Long::sum);
            }
        }
    }
}
