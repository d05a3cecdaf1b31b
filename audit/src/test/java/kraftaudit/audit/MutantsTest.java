package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kraftaudit.audit.report.RulesReport;
import kraftaudit.reader.NothingFound;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules by mutants. Each rule has a history that it accepts, and a mutant of it that this rule alone rejects; where another
 * rule necessarily breaks too, the page of the rule names it. What every rule says of every mutant is a golden file, which
 * {@code -Dgolden.rewrite=true} writes instead, for a person to read the difference.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MutantsTest {
    private static final Path MATRIX = Samples.all().resolveSibling("audit/src/test/resources/kraftaudit/audit/mutants-by-rules.txt");

    @TempDir
    Path folder;

    static List<Mutant> mutants() {
        return Mutants.ALL;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void oneRuleRejectsWhatItAcceptedBefore(Mutant mutant) throws NothingFound {
        assertEquals(Optional.empty(), fault(mutant));
    }

    /** What is wrong with a mutant, empty where it does its work. */
    private Optional<String> fault(Mutant mutant) throws NothingFound {
        String name = mutant + ": ";
        AuditReport before = mutant.accepted().audit(folder);
        AuditReport after = mutant.mutant().audit(folder);
        if (before.hasDefect() || after.hasDefect()) {
            return Optional.of(name + "a rule failed");
        }
        Outcome accepted = Auditing.outcome(before, mutant.rule());
        if (!(accepted instanceof Outcome.Held held) || held.examined() == 0) {
            return Optional.of(name + "the history is not accepted: " + accepted);
        }
        List<Finding> wrong = before.findings().stream().filter(f -> f.severity() != Severity.NOTE).toList();
        if (!wrong.isEmpty()) {
            return Optional.of(name + "the history before is wrong: " + wrong);
        }
        if (!broken(after).contains(mutant.rule())) {
            return Optional.of(name + "not rejected: " + Auditing.outcome(after, mutant.rule()));
        }
        Set<String> others = broken(after);
        others.removeAll(broken(before));
        others.remove(mutant.rule());
        String page = RulesReport.page(Rules.find(mutant.rule()).orElseThrow()).orElseThrow();
        others.removeIf(page::contains);
        return others.isEmpty() ? Optional.empty() : Optional.of(name + "breaks others, which the page does not name: "
            + after.findings().stream().filter(f -> others.contains(f.ruleId())).map(f -> f.ruleId() + " " + Auditing.message(f)).toList());
    }

    private static Set<String> broken(AuditReport report) {
        return report.findings().stream().map(Finding::ruleId).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyRuleHasItsMutant() {
        Set<String> with = Mutants.ALL.stream().map(Mutant::rule).collect(Collectors.toSet());
        assertEquals(List.of(), Rules.ALL.stream().filter(rule -> !with.contains(rule.id()))
            .map(Rule::id).toList());
    }

    @Test
    void namesAreUniqueAndInOrder() {
        List<String> names = Mutants.ALL.stream().map(Mutant::toString).toList();
        assertEquals(names.size(), new TreeSet<>(names).size());
        List<Integer> ranks = Mutants.ALL.stream().map(m -> Rules.ALL.indexOf(Rules.find(m.rule()).orElseThrow())).toList();
        assertEquals(ranks.stream().sorted().toList(), ranks);
    }

    /** A mutant that nothing rejects, and a history that is wrong from the start, must not pass. */
    @Test
    void canary() throws NothingFound {
        Mutant sound = Mutants.ALL.stream().filter(m -> m.rule().equals("V04")).findFirst().orElseThrow();
        assertFalse(fault(sound).isPresent());
        assertTrue(fault(new Mutant("V04", "nothing", sound.accepted(), sound.accepted())).orElseThrow().contains("not rejected"));
        assertTrue(fault(new Mutant("V04", "broken before", sound.mutant(), sound.mutant())).orElseThrow().contains("not accepted"));
        assertTrue(fault(new Mutant("V01", "another rule", sound.accepted(), sound.mutant())).orElseThrow().contains("not rejected"));
        assertTrue(fault(new Mutant("V01", "wrong before", sound.mutant(), sound.mutant())).orElseThrow().contains("history before is wrong"));
        assertNotEquals(row(sound, sound.mutant().audit(folder)), row(sound, sound.accepted().audit(folder)));
    }

    @Test
    void matrix() throws IOException, NothingFound {
        StringBuilder matrix = new StringBuilder("""
            # Mutants by rules: what every rule says of every mutant. First the rule that the mutant is made for, then every rule
            # that is broken with the gravest severity of its findings and their number, then those that cannot decide (?).
            """);
        for (Mutant mutant : Mutants.ALL) {
            matrix.append(row(mutant, mutant.mutant().audit(folder))).append('\n');
        }
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.createDirectories(MATRIX.getParent());
            Files.writeString(MATRIX, matrix);
        }
        assertEquals(Files.readString(MATRIX), matrix.toString());
    }

    private static String row(Mutant mutant, AuditReport report) {
        List<String> cells = new ArrayList<>();
        for (Rule rule : Rules.ALL) {
            List<RuleOutcome> outcomes = report.outcomes().stream().filter(o -> o.rule().equals(rule)).toList();
            List<Finding> findings = outcomes.stream().flatMap(o -> o.findings().stream()).toList();
            if (!findings.isEmpty()) {
                Severity worst = findings.stream().map(Finding::severity).min(Severity::compareTo).orElseThrow();
                cells.add(rule.id() + " " + worst + (findings.size() > 1 ? " x" + findings.size() : ""));
            } else if (outcomes.stream().anyMatch(o -> o.outcome() instanceof Outcome.Undecided)) {
                cells.add(rule.id() + " ?");
            }
        }
        return mutant.rule() + "  " + mutant.name() + "  |  " + String.join(", ", cells);
    }
}
