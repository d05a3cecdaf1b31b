package kraftaudit.audit.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import kraftaudit.audit.report.Documents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The contract of a command's JSON. */
@Command(addMethodSubcommands = false, name = "schema", header = "the JSON Schema of a command's JSON", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit schema NAME",
    description = {"", "Prints the JSON Schema (2020-12) that the JSON of a command, or manifest.json, fits.", ""},
    footer = {"", "Examples:", "  kraft-audit schema audit", "  kraft-audit schema manifest > manifest.schema.json"})
final class SchemaCommand implements Callable<Integer> {
    /** What there is a schema of. */
    static final List<String> NAMES = List.of("audit", "captures", "compare", "describe", "dump", "manifest", "rules", "timeline", "voters");

    @Parameters(paramLabel = "NAME", description = "audit, captures (of audit --each), compare, describe, dump, manifest, rules, timeline or voters")
    private String name;
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "this help")
    private boolean help;
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws WrongUsage, IOException {
        if (!NAMES.contains(name)) {
            throw new WrongUsage("no schema '" + name + "'" + Suggestions.didYouMean(name, NAMES) + " (" + String.join(", ", NAMES) + ")");
        }
        try (InputStream in = Documents.class.getResourceAsStream(name + ".schema.json")) {
            spec.commandLine().getOut().print(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        return ExitCode.NOTHING;
    }
}
