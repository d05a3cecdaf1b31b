package kraftaudit.audit.cli;

import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import kraftaudit.audit.Pipe;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens the timeline window. */
@Command(name = "gui", header = "opens the timeline window", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit gui [options] PATH...",
    description = {"", "Opens the timeline window.", ""}, footer = {"", "Example:", "  kraft-audit gui /captures/incident-42"})
final class GuiCommand implements Callable<Integer> {
    @Mixin
    private InputOptions input;
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "this help")
    private boolean help;

    @Override
    public Integer call() throws WrongUsage {
        Pipe.Settings settings = input.settings();
        Window window = ServiceLoader.load(Window.class).findFirst()
            .orElseThrow(() -> new WrongUsage("this installation has no window (module kraftaudit.gui)"));
        return window.open(input.paths(), paths -> Pipe.load(paths, settings));
    }
}
