package kraftaudit.audit.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kraftaudit.audit.Locator;

/**
 * What stands behind the options of a command that takes a place beside its capture: {@code PATH... LOCATOR}. An argument
 * that is a file or folder is a PATH, whatever its name looks like.
 */
record PathsAndLocator(List<Path> paths, Optional<Locator> locator) {
    static final String EXAMPLES = "node1:offset=1609 or node1:00000000000000000000.log@8543";

    PathsAndLocator {
        paths = List.copyOf(paths);
    }

    /** Tells them apart. A locator alone, and two of them, are wrong usage. */
    static PathsAndLocator of(List<Path> arguments) throws WrongUsage {
        List<Path> paths = new ArrayList<>();
        Optional<Locator> locator = Optional.empty();
        for (Path argument : arguments) {
            Optional<Locator> parsed = Files.exists(argument) ? Optional.empty() : Locator.parse(argument.toString());
            if (parsed.isEmpty() && !Files.exists(argument) && Locator.isMeant(argument.toString())) {
                throw new WrongUsage("'" + argument + "' is no locator such as " + EXAMPLES);
            }
            if (parsed.isPresent() && locator.isPresent()) {
                throw new WrongUsage("two locators: one place at a time");
            } else if (parsed.isPresent()) {
                locator = parsed;
            } else {
                paths.add(argument);
            }
        }
        if (locator.isPresent() && paths.isEmpty()) {
            throw new WrongUsage("a locator needs the PATH of its capture beside it");
        }
        return new PathsAndLocator(paths, locator);
    }
}
