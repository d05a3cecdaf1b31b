package kraftaudit.audit.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import kraftaudit.audit.Locator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens the timeline window. */
@Command(addMethodSubcommands = false, name = "gui", header = "opens the timeline window", synopsisHeading = "Usage: ", customSynopsis = "kraft-audit gui [options] [PATH... [LOCATOR]]",
    description = {"", "Opens the timeline window, empty where no PATH is given; ? in it shows its keys.",
        "A LOCATOR (node1:offset=1609 or node1:00000000000000000000.log@8543, as other commands and the",
        "window print them) is the place to show first.", ""},
    footer = {"", "Examples:", "  kraft-audit gui /captures/incident-42", "  kraft-audit gui /captures/incident-42 node1:offset=54"})
final class GuiCommand implements Callable<Integer> {
    @Mixin
    private InputOptions input;
    @Option(names = "--at", paramLabel = "LOCATOR", description = "the same as a LOCATOR behind the PATHs")
    private Optional<String> at = Optional.empty();
    @Option(names = "--session", paramLabel = "FILE", description = "open a session that the window saved")
    private Optional<Path> session = Optional.empty();
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "this help")
    private boolean help;

    @Override
    public Integer call() throws WrongUsage {
        Optional<Locator> place = at.flatMap(Locator::parse);
        if (at.isPresent() && place.isEmpty()) {
            throw new WrongUsage("--at: '" + at.get() + "' is no locator such as " + PathsAndLocator.EXAMPLES);
        }
        if (session.isPresent() && !Files.isReadable(session.get())) {
            throw new WrongUsage("--session: " + session.get() + " cannot be read");
        }
        PathsAndLocator given = PathsAndLocator.of(input.pathsIfAny());
        if (place.isPresent() && given.locator().isPresent()) {
            throw new WrongUsage("two locators: one place at a time");
        }
        Window.Request request = new Window.Request(given.paths(), input.settings(), input.limits(), place.or(given::locator), session);
        Window window = ServiceLoader.load(Window.class).findFirst()
            .orElseThrow(() -> new WrongUsage("this installation has no window (module kraftaudit.gui)"));
        Optional<String> obstacle = window.obstacle();
        if (obstacle.isPresent()) {
            throw new WrongUsage(obstacle.get());
        }
        return window.open(request);
    }
}
