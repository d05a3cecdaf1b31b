package kraftaudit.simulation;

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
import kraftaudit.audit.Audit;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Outcome;
import kraftaudit.audit.Profiles;
import kraftaudit.audit.RuleOutcome;
import kraftaudit.audit.Rules;
import kraftaudit.audit.Severity;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.ReplayOptions;
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
            Simulation history = new Simulation(seed, false);
            history.run();
            if (isStrained(history)) {
                continue;
            }
            for (Copies capture : history.captures) {
                captures++;
                AuditReport report = audit(capture);
                String where = "seed " + seed + ", capture " + capture.nodes;
                assertFalse(report.hasDefect(), where);
                assertEquals(List.of(), weighty(capture, report), where);
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
            Simulation history = new Simulation(seed, false);
            history.run();
            for (Copies capture : isRaced(history) ? history.captures : List.<Copies>of()) {
                if (audit(capture).findings().stream().anyMatch(f -> f.ruleId().equals("V16"))) {
                    return;
                }
            }
        }
        fail("no race was noticed");
    }

    /** Histories of which something that Kafka takes for granted is not true: lost disks under old ids, the race of two changes. */
    private static boolean isStrained(Simulation history) {
        return history.strained() || !history.cluster.truth.broken().isEmpty() || isRaced(history);
    }

    private static boolean isRaced(Simulation history) {
        return history.captures.stream().flatMap(c -> c.nodes.stream()).flatMap(node -> node.log.batches.stream())
            .anyMatch(b -> b.entries.stream().anyMatch(e -> e instanceof Entry.VoterChange change && change.raced()));
    }

    private AuditReport audit(Copies capture) throws IOException, NothingFound {
        Path to = Files.createTempDirectory(folder, "capture");
        try {
            for (int i = 0; i < capture.nodes.size(); i++) {
                capture.nodes.get(i).directory().write(to.resolve(i + "-node" + capture.nodes.get(i).node.id));
            }
            return Audit.audit(kraftaudit.audit.Pipe.load(List.of(to), new kraftaudit.audit.Pipe.Settings(Profiles.builtIn().get(0), Schemas.builtIn(),
                new ReplayOptions(capture.stopped(), Optional.empty(), List.of()), 1)));
        } finally {
            try (Stream<Path> files = Files.walk(to)) {
                for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static List<String> weighty(Copies capture, AuditReport report) {
        return report.findings().stream().filter(f -> f.severity() != Severity.NOTE && !isOfTheCopying(capture, f))
            .map(f -> f.ruleId() + " " + Rules.find(f.ruleId()).orElseThrow().message(f) + " " + f.where()).toList();
    }

    /**
     * What the moments of copying explain. Files of a node that runs are not of one moment: its log may have been cut or begun
     * anew before the next file was copied. And a broker does not sync what it appends, so that a loss of power can take the
     * end of its log and leave a checkpoint beyond.
     */
    private static boolean isOfTheCopying(Copies capture, Finding finding) {
        return !capture.stopped() && List.of("E05", "C05", "F13").contains(finding.ruleId()) || finding.ruleId().equals("C06");
    }

    private static void count(AuditReport report, Map<String, Long> examined) {
        for (RuleOutcome outcome : report.outcomes()) {
            if (outcome.outcome() instanceof Outcome.Held held) {
                examined.merge(outcome.rule().id(), held.examined(), Long::sum);
            }
        }
    }
}
