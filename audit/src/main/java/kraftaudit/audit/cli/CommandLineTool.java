package kraftaudit.audit.cli;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import kraftaudit.audit.archive.ArchiveRefused;
import kraftaudit.audit.dump.OutputFailed;
import kraftaudit.audit.report.Escape;
import kraftaudit.audit.report.Product;
import kraftaudit.audit.report.Style;
import kraftaudit.audit.storage.OutputRefused;
import kraftaudit.reader.NothingFound;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line, without a process around it. */
public final class CommandLineTool {
    /** The name of every command, in the order of the help. */
    private static final List<String> COMMANDS = List.of("audit", "voters", "describe", "compare", "timeline", "dump", "rules", "gui", "schema",
        "completion", "man");
    static final String OWN_FAULT = "this is a fault of kraft-audit itself: ";
    private static final String OUTPUT_FAILED = "the output could not be written";

    private CommandLineTool() {
    }

    /** Made only when asked for: start-up is part of each answer's time. */
    private static Object command(String name) {
        return switch (name) {
            case "audit" -> new AuditCommand();
            case "voters" -> new VotersCommand();
            case "describe" -> new DescribeCommand();
            case "compare" -> new CompareCommand();
            case "timeline" -> new TimelineCommand();
            case "dump" -> new DumpCommand();
            case "rules" -> new RulesCommand();
            case "gui" -> new GuiCommand();
            case "schema" -> new SchemaCommand();
            case "completion" -> new CompletionCommand();
            case "man" -> new ManCommand();
            default -> throw new IllegalArgumentException(name);
        };
    }

    @Command(addMethodSubcommands = false, name = "kraft-audit", mixinStandardHelpOptions = true, versionProvider = Version.class,
        synopsisHeading = "Usage: ", customSynopsis = "kraft-audit COMMAND [options] PATH...",
        description = {"", "Audits copied KRaft log directories (__cluster_metadata-0) with no cluster running. Never writes to its input.", ""},
        commandListHeading = "%nCommands:%n", optionListHeading = "Options:%n",
        footer = {"", "kraft-audit COMMAND --help tells the options of a command, with examples.", "", "A PATH is a log directory, a __cluster_metadata-0, a folder that holds several captured log", "directories at any depth, "
            + "a single segment or checkpoint, or a zip, tar or tar.gz of these.", "", "Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 wrong usage,",
            "3 input unreadable or nothing found, 70 the tool's own fault.", "",
            "An argument @FILE stands for the arguments in that file; a PATH that begins with @ is written ./@x.", "",
            "Example: kraft-audit audit /captures/incident-42"})
    private static final class Root {
    }

    private static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {Product.THIS.name() + " " + Product.THIS.version()};
        }
    }

    /** Runs a command with plain output. */
    public static int run(String[] args, PrintWriter out, PrintWriter err) {
        return run(args, out, err, Terminal.NONE);
    }

    /**
     * Runs a command.
     *
     * @param terminal what the streams are
     * @return the exit code
     */
    public static int run(String[] args, PrintWriter out, PrintWriter err, Terminal terminal) {
        return run(args, out, new WriterStream(out), err, terminal);
    }

    /** As {@link #run(String[], PrintWriter, PrintWriter, Terminal)}; the output is UTF-8. */
    public static int run(String[] args, OutputStream out, PrintWriter err, Terminal terminal) {
        OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
        return run(args, new PrintWriter(new OutputStreamWriter(buffered, StandardCharsets.UTF_8), false), out, err, terminal);
    }

    /** @param bytes leads to where {@code out} does */
    private static int run(String[] given, PrintWriter out, OutputStream bytes, PrintWriter err, Terminal terminal) {
        int code;
        String[] args = withoutHelpCommand(given);
        try {
            Optional<String> folder = Stream.of(args).filter(CommandLineTool::isFolderOfArguments).findFirst();
            code = folder.isPresent() ? usage(err, folder.get() + ": a folder, and no file of arguments; a PATH that begins with @ is written ./" + folder.get())
                : isUsual(args) ? alone(args[0], out, bytes, err, terminal).execute(Arrays.copyOfRange(args, 1, args.length))
                : commandLine(List.of(args), out, bytes, err, terminal).execute(args);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError fault) {
            code = fault(err, fault, List.of(args).contains("--verbose"));
        }
        err.flush();
        out.flush();
        boolean readerIsGone = bytes instanceof StandardOutput stdout && stdout.isFine();
        if (out.checkError() && code != ExitCode.FAULT && !readerIsGone) {
            problem(err, OUTPUT_FAILED + (bytes instanceof StandardOutput stdout ? stdout.failure().map(e -> ": " + e.getMessage()).orElse("") : ""));
            code = ExitCode.INPUT;
        }
        err.flush();
        return code;
    }

    private static CommandLine commandLine(List<String> args, PrintWriter out, OutputStream bytes, PrintWriter err, Terminal terminal) {
        CommandLine root = new CommandLine(new Root());
        // Of an argument file it is not known yet what is in it.
        boolean files = args.stream().anyMatch(arg -> arg.startsWith("@"));
        String wanted = files ? "" : args.stream().filter(COMMANDS::contains).findFirst().orElse("");
        boolean help = args.stream().takeWhile(arg -> !COMMANDS.contains(arg)).anyMatch(arg -> arg.equals("--help") || arg.equals("-h"));
        for (String name : COMMANDS) {
            if (help || wanted.isEmpty() || wanted.equals(name)) {
                root.addSubcommand(name, command(name));
            }
        }
        if (args.contains("--help") || args.contains("-h")) {
            root.getSubcommands().forEach(CommandLineTool::tellFormats);
        }
        root.getSubcommands().values().forEach(command -> connect(command, bytes, terminal));
        return answering(root, out, err);
    }

    /** The command line of one command, for the usual arguments: to make that of the tool as well takes a fifth of a start. */
    private static CommandLine alone(String name, PrintWriter out, OutputStream bytes, PrintWriter err, Terminal terminal) {
        CommandLine line = new CommandLine(command(name));
        connect(line, bytes, terminal);
        return answering(line, out, err);
    }

    private static boolean isUsual(String[] args) {
        if (args.length == 0 || !COMMANDS.contains(args[0])) {
            return false;
        }
        for (String arg : args) {
            if (arg.startsWith("@") || arg.equals("--help") || arg.equals("-h")) {
                return false;
            }
        }
        return true;
    }

    private static void connect(CommandLine command, OutputStream bytes, Terminal terminal) {
        if (command.getCommand() instanceof OutputOptions.Has has) {
            has.output().on(terminal);
        }
        if (command.getCommand() instanceof DumpCommand dump) {
            dump.writeTo(bytes);
        }
    }

    private static CommandLine answering(CommandLine line, PrintWriter out, PrintWriter err) {
        return line.setOut(out).setErr(err).setUsageHelpWidth(Style.WIDTH).setCaseInsensitiveEnumValuesAllowed(true)
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .setParameterExceptionHandler((wrong, given) -> usage(err, message(wrong)))
            .setExecutionExceptionHandler((thrown, command, parsed) -> thrown(err, thrown, command.getCommand() instanceof OutputOptions.Has has && has.output().verbose()))
            .setExecutionStrategy(parsed -> !isRoot(parsed.commandSpec().commandLine()) || parsed.hasSubcommand() || parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested()
                ? new CommandLine.RunLast().execute(parsed)
                : usage(err, "a command is missing: " + String.join(", ", COMMANDS) + " (--help tells more)"));
    }

    private static boolean isRoot(CommandLine line) {
        return line.getCommand() instanceof Root;
    }

    /** The formats of a command, above its examples. */
    private static void tellFormats(String name, CommandLine command) {
        List<String> formats = Formats.of(name);
        if (!formats.isEmpty()) {
            CommandLine.Model.UsageMessageSpec usage = command.getCommandSpec().usageMessage();
            usage.footer(Stream.concat(Stream.concat(Stream.of("", "Formats:"), formats.stream()), Stream.of(usage.footer())).toArray(String[]::new));
        }
    }

    private static String message(CommandLine.ParameterException wrong) {
        String line = wrong.getMessage().lines().findFirst().orElse("wrong usage");
        if (wrong instanceof CommandLine.UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
            String word = unmatched.getUnmatched().get(0);
            boolean root = isRoot(unmatched.getCommandLine());
            if (word.startsWith("-")) {
                line += Suggestions.didYouMean(word.replaceFirst("=.*", ""), unmatched.getCommandLine().getCommandSpec().optionsMap().keySet());
            } else if (root) {
                line = "no command '" + word + "'" + Suggestions.didYouMean(word, COMMANDS);
            }
        }
        return Character.toLowerCase(line.charAt(0)) + line.substring(1);
    }

    /** {@code help audit} is {@code audit --help}, as people know it from other tools. */
    private static String[] withoutHelpCommand(String[] args) {
        boolean help = args.length > 0 && args[0].equals("help");
        return help ? Stream.concat(Stream.of(args).skip(1), Stream.of("--help")).toArray(String[]::new) : args;
    }

    /** What picocli would take for a file of arguments and fail to read. */
    private static boolean isFolderOfArguments(String arg) {
        return arg.length() > 1 && arg.startsWith("@") && !arg.startsWith("@@") && new File(arg.substring(1)).isDirectory();
    }

    /** Every command, for those who write about all of them. */
    static CommandLine whole() {
        CommandLine root = new CommandLine(new Root());
        COMMANDS.forEach(name -> root.addSubcommand(name, command(name)));
        root.getSubcommands().forEach(CommandLineTool::tellFormats);
        return root;
    }

    private static int usage(PrintWriter err, String line) {
        problem(err, line);
        return ExitCode.USAGE;
    }

    private static int thrown(PrintWriter err, Exception thrown, boolean verbose) {
        if (thrown instanceof NothingFound nothing) {
            nothing.lines().forEach(line -> problem(err, line));
            return ExitCode.INPUT;
        }
        if (thrown instanceof OutputFailed failed) {
            problem(err, OUTPUT_FAILED + ": " + failed.getMessage());
            return ExitCode.INPUT;
        }
        if (thrown instanceof ArchiveRefused refused) {
            problem(err, refused.getMessage());
            return ExitCode.INPUT;
        }
        if (thrown instanceof OutputRefused refused) {
            problem(err, refused.getMessage());
            return refused.isUsage() ? ExitCode.USAGE : ExitCode.INPUT;
        }
        return thrown instanceof WrongUsage ? usage(err, thrown.getMessage()) : fault(err, thrown, verbose);
    }

    private static int fault(PrintWriter err, Throwable fault, boolean verbose) {
        problem(err, OWN_FAULT + fault + (verbose ? "; please report it with what follows" : "; please report it with what --verbose tells"));
        if (verbose) {
            fault.printStackTrace(err);
        }
        return ExitCode.FAULT;
    }

    static void problem(PrintWriter err, String line) {
        err.print("kraft-audit: " + Escape.text(line) + "\n");
    }
}
