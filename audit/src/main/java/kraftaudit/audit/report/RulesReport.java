package kraftaudit.audit.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kraftaudit.audit.Family;
import kraftaudit.audit.Rule;
import kraftaudit.audit.Rules;

/** The catalogue as a list, and its pages. */
public final class RulesReport {
    static final List<String> HEADER = List.of("rule_id", "title", "severity", "needs", "explained_by");

    private RulesReport() {
    }

    /** The list for people, by family. */
    public static String text(Style style) {
        Page page = new Page(style);
        page.line(0, 2, Rules.ALL.size() + " rules. `rules ID` prints the page of one: what it means, why Kafka keeps it, what to do.");
        for (Family family : Family.values()) {
            page.heading(family + "  " + family.title());
            List<List<String>> rows = new ArrayList<>();
            Rules.ALL.stream().filter(rule -> rule.family() == family)
                .forEach(rule -> rows.add(List.of(rule.id(), rule.severity().name(), rule.title())));
            page.table(2, rows);
        }
        return page.toString();
    }

    /** The list as CSV. */
    public static String csv(boolean raw) {
        Cells cells = new Cells(raw, HEADER);
        for (Rule rule : Rules.ALL) {
            cells.text(rule.id()).text(rule.title()).text(rule.severity().name())
                .text(String.join(";", rule.needs().stream().map(need -> need.thing()).toList())).text(String.join(";", rule.explainedBy())).end();
        }
        return cells.toString();
    }

    /** The page of a rule, in Markdown, with its row of the catalogue behind the title; empty where the build has none. */
    public static Optional<String> page(Rule rule) {
        try (InputStream in = Rules.class.getResourceAsStream("rules/" + rule.id() + ".md")) {
            if (in == null) {
                return Optional.empty();
            }
            String page = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            int title = page.indexOf('\n') + 1;
            return Optional.of(page.substring(0, title) + "\n" + row(rule) + "\n" + page.substring(title));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String row(Rule rule) {
        String needs = rule.needs().isEmpty() ? "" : " Needs " + String.join(" and ", rule.needs().stream().map(need -> need.thing()).toList()) + ".";
        String explained = rule.explainedBy().isEmpty() ? "" : " Findings of " + String.join(", ", rule.explainedBy()) + " come first: they can explain its own.";
        return Page.wrap("Severity " + rule.severity() + "." + needs + explained, Style.WIDTH, Style.WIDTH).stream()
            .collect(java.util.stream.Collectors.joining("\n", "", "\n"));
    }
}
