package kraftaudit.audit.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import kraftaudit.audit.Rule;
import kraftaudit.audit.Rules;
import kraftaudit.audit.report.Documents;
import kraftaudit.audit.report.Json;
import kraftaudit.audit.report.RulesReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The catalogue. */
@Command(addMethodSubcommands = false, name = "rules", header = "the catalogue of rules, or the page of one", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit rules [options] [ID]",
    description = {"", "Every rule with its severity; with an ID the page of that rule, in Markdown.", ""},
    footer = {"", "Examples:", "  kraft-audit rules", "  kraft-audit rules V04"})
final class RulesCommand implements Callable<Integer>, OutputOptions.Has {
    @Parameters(paramLabel = "ID", arity = "0..1", description = "id of a rule")
    private Optional<String> id = Optional.empty();
    @Mixin
    private FormatOption format;
    @Mixin
    private OutputOptions output;
    @Spec
    private CommandSpec spec;

    @Override
    public OutputOptions output() {
        return output;
    }

    @Override
    public Integer call() throws WrongUsage {
        spec.commandLine().getOut().print(id.isPresent() ? one(id.get()) : all(Rules.ALL));
        return ExitCode.NOTHING;
    }

    private String all(List<Rule> rules) {
        return switch (format.format()) {
            case TEXT -> RulesReport.text(output.style());
            case CSV -> RulesReport.csv(output.csvRaw());
            case JSON -> Json.write(Documents.rules(rules));
        };
    }

    private String one(String wanted) throws WrongUsage {
        Rule rule = Rules.find(wanted).orElseThrow(() -> new WrongUsage("no rule " + wanted
            + Suggestions.didYouMean(wanted, Rules.ALL.stream().map(Rule::id).toList()) + " (`kraft-audit rules` lists them)"));
        if (format.format() != FormatOption.Format.TEXT) {
            throw new WrongUsage("the page of a rule is Markdown text; --format " + format.format() + " goes with the list alone");
        }
        return RulesReport.page(rule).orElseThrow();
    }
}
