package kraftaudit.audit.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Completion for a shell, from the definitions that the command line itself is parsed by. */
@Command(addMethodSubcommands = false, name = "completion", header = "the script that completes commands and options in bash or zsh", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit completion SHELL",
    description = {"", "Prints a script to be sourced, for bash 3 and later and for zsh.", ""},
    footer = {"", "Examples:", "  source <(kraft-audit completion bash)", "  kraft-audit completion zsh > ~/.kraft-audit.zsh && echo 'source ~/.kraft-audit.zsh' >> ~/.zshrc"})
final class CompletionCommand implements Callable<Integer> {
    /** Shells. */
    enum Shell {
        BASH, ZSH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    private Shell shell;
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "this help")
    private boolean help;
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        String script = AutoComplete.bash("kraft-audit", CommandLineTool.whole());
        // The script loads zsh's own stand-in for bash's completion; that in turn wants the completion system of zsh.
        spec.commandLine().getOut().print(shell == Shell.ZSH ? "autoload -U +X compinit && compinit\n" + script : script);
        return ExitCode.NOTHING;
    }
}
