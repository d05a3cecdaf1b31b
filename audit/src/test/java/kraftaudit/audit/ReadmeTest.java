package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;

/** What the README shows is what the product does today. With {@code -Dgolden.rewrite=true} its table of rules is written again. */
class ReadmeTest {
    private static final Path README = Samples.all().resolveSibling("README.md");
    private static final String HEAD = "| rule | severity | what holds |\n|---|---|---|\n";

    private static String table() {
        StringBuilder table = new StringBuilder(HEAD);
        for (Family family : Family.values()) {
            table.append("| **").append(family).append("** | | **").append(family.title()).append("** |\n");
            Rules.ALL.stream().filter(rule -> rule.family() == family).forEach(rule -> table.append("| ").append(rule.id()).append(" | ")
                .append(rule.severity()).append(" | ").append(rule.title()).append(" |\n"));
        }
        return table.toString();
    }

    @Test
    void tableOfRules() throws IOException {
        String readme = Files.readString(README);
        int from = readme.indexOf(HEAD);
        assertTrue(from > 0, "the README has a table of rules");
        int to = from;
        while (readme.startsWith("|", to)) {
            to = readme.indexOf('\n', to) + 1;
        }
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.writeString(README, readme.substring(0, from) + table() + readme.substring(to));
            return;
        }
        assertEquals(table(), readme.substring(from, to));
    }

    /** The shortened report is made of lines of the whole one, in their order. */
    @Test
    void reportOfTheSample() throws IOException {
        String readme = Files.readString(README);
        String section = readme.substring(readme.indexOf("## What it prints"));
        String shown = section.substring(section.indexOf("```\n") + 4, section.indexOf("\n```", section.indexOf("```\n") + 4));
        List<String> whole = Files.readAllLines(Samples.folder("reconfiguration").resolve("expected/audit.txt"));
        int at = 0;
        for (String line : shown.lines().filter(l -> !l.isBlank() && !l.strip().startsWith("...")).toList()) {
            int found = whole.subList(at, whole.size()).indexOf(line);
            assertTrue(found >= 0, "not in the report: " + line);
            at += found + 1;
        }
        assertTrue(at > 20);
    }
}
