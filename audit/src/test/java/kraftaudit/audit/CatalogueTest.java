package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of rules is in order, and each row has its page. */
class CatalogueTest {
    private static final List<String> SECTIONS = List.of("## What it means", "## Why Kafka keeps it", "## What breaks it", "## What to do", "## Example");

    @Test
    void rowsAreSortedAndUnique() {
        List<String> ids = Rules.ALL.stream().map(Rule::id).toList();
        assertEquals(ids.size(), new HashSet<>(ids).size());
        assertEquals(Rules.ALL.stream().sorted(Comparator.comparing(Rule::family).thenComparing(Rule::id)).map(Rule::id).toList(), ids);
        assertTrue(Stream.of(Family.values()).allMatch(f -> Rules.ALL.stream().anyMatch(r -> r.family() == f)));
    }

    @Test
    void titlesAreOneLineWithoutAFullStop() {
        for (Rule rule : Rules.ALL) {
            assertFalse(rule.title().isBlank() || rule.title().endsWith(".") || rule.title().contains("\n"), rule.title());
            assertTrue(rule.title().length() <= 100, rule.title());
            assertTrue(Character.isUpperCase(rule.title().charAt(0)) || rule.title().startsWith("metadata.version") || rule.title().startsWith("kraft.version"),
                rule.title());
        }
    }

    @Test
    void explanationsNameRulesAndNeverGoInACircle() {
        for (Rule rule : Rules.ALL) {
            for (String by : rule.explainedBy()) {
                assertTrue(Rules.find(by).isPresent(), rule.id() + " explained by " + by);
                assertTrue(Rules.rank(by) < Rules.rank(rule.id()), by + " before " + rule.id());
            }
        }
    }

    @Test
    void everyRuleHasItsPageAndEveryPageItsRule() throws IOException, URISyntaxException {
        Path folder = Path.of(Rules.class.getResource("rules").toURI());
        Set<String> pages;
        try (Stream<Path> files = Files.list(folder)) {
            pages = files.map(f -> f.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
        assertEquals(Rules.ALL.stream().map(r -> r.id() + ".md").collect(Collectors.toCollection(TreeSet::new)), pages);
        for (Rule rule : Rules.ALL) {
            String page = Files.readString(folder.resolve(rule.id() + ".md"));
            assertEquals("# " + rule.id() + " " + rule.title(), page.lines().findFirst().orElse(""));
            List<String> headings = page.lines().filter(l -> l.startsWith("## ")).toList();
            assertEquals(SECTIONS, headings, rule.id());
            assertTrue(page.contains("  " + rule.id() + "  "), rule.id() + ": the example is of another rule");
            for (String section : List.of(page.split("\n## ")).subList(1, SECTIONS.size() + 1)) {
                assertTrue(section.lines().skip(1).anyMatch(l -> !l.isBlank()), rule.id() + ": empty section " + section);
            }
        }
    }
}
