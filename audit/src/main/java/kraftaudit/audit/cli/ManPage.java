package kraftaudit.audit.cli;

import java.util.Arrays;
import kraftaudit.audit.report.Product;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A man page of man(7) out of the definitions of commands and options. */
final class ManPage {
    private final CommandLine root;
    private final StringBuilder page = new StringBuilder();

    ManPage(CommandLine root) {
        this.root = root;
    }

    /** The whole page. */
    String render() {
        page.append(".TH KRAFT-AUDIT 1 \"\" \"").append(text(Product.THIS.name() + " " + Product.THIS.version())).append("\" \"\"\n");
        section("NAME");
        line("kraft-audit \\- " + text("audits copied KRaft metadata logs of Apache Kafka"));
        section("SYNOPSIS");
        line("\\fBkraft-audit\\fR \\fICOMMAND\\fR [\\fIoptions\\fR] \\fIPATH\\fR...");
        section("DESCRIPTION");
        paragraph(root.getCommandSpec().usageMessage().description());
        section("COMMANDS");
        root.getSubcommands().forEach(this::command);
        section("FILES OF ARGUMENTS");
        line(text("An argument @FILE stands for the arguments in that file: words between blanks and line ends, quoted where they hold blanks; "
            + "# begins a comment. A PATH that begins with @ is written ./@x."));
        section("ENVIRONMENT");
        term("NO_COLOR", "no colours, whatever its value, unless \\fB\\-\\-color=always\\fR");
        term("COLUMNS", "width of the terminal, where nothing else tells");
        term("JAVA_HOME", "the Java that runs it, 17 or later");
        section("EXIT STATUS AND NOTES");
        paragraph(root.getCommandSpec().usageMessage().footer());
        return page.toString();
    }

    private void command(String name, CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        page.append(".SS \"").append(text(name)).append("\"\n");
        line("\\fB" + text(String.join("", spec.usageMessage().customSynopsis())) + "\\fR");
        page.append(".PP\n");
        paragraph(spec.usageMessage().description());
        for (PositionalParamSpec positional : spec.positionalParameters()) {
            term("\\fI" + text(positional.paramLabel()) + "\\fR", words(positional.description(), positional.completionCandidates()));
        }
        spec.options().stream().filter(option -> !option.hidden()).sorted((a, b) -> a.longestName().compareTo(b.longestName())).forEach(this::option);
        examples(spec.usageMessage().footer());
    }

    private void option(OptionSpec option) {
        String names = String.join("\\fR, \\fB", Arrays.stream(option.names()).map(ManPage::text).toList());
        String value = option.arity().max() == 0 ? "" : "=\\fI" + text(option.paramLabel()) + "\\fR";
        term("\\fB" + names + "\\fR" + value, words(option.description(), option.completionCandidates()));
    }

    private static String words(String[] description, Iterable<String> candidates) {
        String words = text(String.join(" ", description));
        return candidates == null ? words : words.replace(text("${COMPLETION-CANDIDATES}"), text(String.join(", ", candidates)));
    }

    /** Lines that are indented are shown as they are. */
    private void examples(String[] footer) {
        boolean open = false;
        for (String line : footer) {
            boolean indented = line.startsWith("  ");
            if (indented != open) {
                page.append(indented ? ".PP\n.nf\n.RS\n" : ".RE\n.fi\n.PP\n");
                open = indented;
            }
            if (!line.isEmpty()) {
                line(text(line.strip()));
            }
        }
        page.append(open ? ".RE\n.fi\n" : "");
    }

    private void section(String title) {
        page.append(".SH ").append('"').append(title).append("\"\n");
    }

    private void term(String term, String words) {
        page.append(".TP\n").append(term).append('\n').append(words).append('\n');
    }

    private void paragraph(String[] lines) {
        for (String line : lines) {
            if (line.isEmpty()) {
                page.append(".PP\n");
            } else {
                line(text(line));
            }
        }
    }

    private void line(String line) {
        // A dot or a quote at the beginning would be a request.
        page.append(line.startsWith(".") || line.startsWith("'") ? "\\&" : "").append(line).append('\n');
    }

    private static String text(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-");
    }
}
