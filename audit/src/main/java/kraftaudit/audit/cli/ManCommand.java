package kraftaudit.audit.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The man page, from the definitions that the command line itself is parsed by. */
@Command(addMethodSubcommands = false, name = "man", header = "the man page", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit man",
    description = {"", "Prints the man page, in the language of man(7).", ""},
    footer = {"", "Examples:", "  kraft-audit man | man -l -", "  kraft-audit man > /usr/local/share/man/man1/kraft-audit.1"})
final class ManCommand implements Callable<Integer> {
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "this help")
    private boolean help;
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine whole = CommandLineTool.whole();
        spec.commandLine().getOut().print(new ManPage(whole).render());
        return ExitCode.NOTHING;
    }
}
