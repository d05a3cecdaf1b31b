package kraftaudit.audit.cli;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import kraftaudit.audit.archive.ArchiveRefused;
import kraftaudit.audit.dump.OutputFailed;
import kraftaudit.audit.report.Escape;
import kraftaudit.audit.report.Page;
import kraftaudit.audit.report.Product;
import kraftaudit.reader.NothingFound;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line, without a process around it. */
public final class CommandLineTool {
    /** Every command by name, in the order of the help. Made only when asked for: start-up is part of each answer's time. */
    private static final Map<String, Supplier<Object>> COMMANDS = commands();
    private static final String OUTPUT_FAILED = "the output could not be written";

    private CommandLineTool() {
    }

    private static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("audit", AuditCommand::new);
        commands.put("voters", VotersCommand::new);
        commands.put("describe", DescribeCommand::new);
        commands.put("compare", CompareCommand::new);
        commands.put("timeline", TimelineCommand::new);
        commands.put("dump", DumpCommand::new);
        commands.put("rules", RulesCommand::new);
        commands.put("gui", GuiCommand::new);
        return commands;
    }

    @Command(name = "kraft-audit", mixinStandardHelpOptions = true, versionProvider = Version.class,
        synopsisHeading = "Usage: ", customSynopsis = "kraft-audit COMMAND [options] PATH...",
        description = {"", "Audits copied KRaft log directories (__cluster_metadata-0) with no cluster running. Never writes to its input.", ""},
        commandListHeading = "%nCommands:%n", optionListHeading = "Options:%n",
        footer = {"", "A PATH is a log directory, a __cluster_metadata-0, a folder that holds several captured log", "directories at any depth, "
            + "a single segment or checkpoint, or a zip, tar or tar.gz of these.", "", "Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 wrong usage,",
            "3 input unreadable or nothing found, 70 the tool's own fault.", "", "Example: kraft-audit audit /captures/incident-42"})
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
        return run(args, out, err, false);
    }

    /**
     * Runs a command.
     *
     * @param colours whether {@code --color auto} means colours
     * @return the exit code
     */
    public static int run(String[] args, PrintWriter out, PrintWriter err, boolean colours) {
        return run(args, out, new WriterStream(out), err, colours);
    }

    /** As {@link #run(String[], PrintWriter, PrintWriter, boolean)}; the output is UTF-8. */
    public static int run(String[] args, OutputStream out, PrintWriter err, boolean colours) {
        OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
        return run(args, new PrintWriter(new OutputStreamWriter(buffered, StandardCharsets.UTF_8), false), out, err, colours);
    }

    /** @param bytes leads to where {@code out} does */
    private static int run(String[] args, PrintWriter out, OutputStream bytes, PrintWriter err, boolean colours) {
        int code;
        try {
            code = commandLine(List.of(args), out, bytes, err, colours).execute(args);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError fault) {
            code = fault(err, fault);
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

    private static CommandLine commandLine(List<String> args, PrintWriter out, OutputStream bytes, PrintWriter err, boolean colours) {
        CommandLine root = new CommandLine(new Root());
        String wanted = args.stream().filter(COMMANDS::containsKey).findFirst().orElse("");
        boolean help = args.stream().takeWhile(arg -> !COMMANDS.containsKey(arg)).anyMatch(arg -> arg.equals("--help") || arg.equals("-h"));
        COMMANDS.forEach((name, command) -> {
            if (help || wanted.isEmpty() || wanted.equals(name)) {
                root.addSubcommand(name, command.get());
            }
        });
        root.getSubcommands().values().forEach(command -> {
            if (command.getCommand() instanceof CaptureCommand capture) {
                capture.output().autoColour(colours);
            } else if (command.getCommand() instanceof RulesCommand rules) {
                rules.output().autoColour(colours);
            } else if (command.getCommand() instanceof DumpCommand dump) {
                dump.output().autoColour(colours);
                dump.writeTo(bytes);
            }
        });
        root.setOut(out).setErr(err).setUsageHelpWidth(Page.WIDTH).setCaseInsensitiveEnumValuesAllowed(true)
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .setParameterExceptionHandler((wrong, given) -> usage(err, message(wrong)))
            .setExecutionExceptionHandler((thrown, command, parsed) -> thrown(err, thrown))
            .setExecutionStrategy(parsed -> parsed.hasSubcommand() || parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested()
                ? new CommandLine.RunLast().execute(parsed)
                : usage(err, "a command is missing: " + String.join(", ", COMMANDS.keySet()) + " (--help tells more)"));
        return root;
    }

    private static String message(CommandLine.ParameterException wrong) {
        String line = wrong.getMessage().lines().findFirst().orElse("wrong usage");
        if (wrong instanceof CommandLine.UnmatchedArgumentException unmatched && !unmatched.getSuggestions().isEmpty()) {
            line += "; did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?";
        }
        return Character.toLowerCase(line.charAt(0)) + line.substring(1);
    }

    private static int usage(PrintWriter err, String line) {
        problem(err, line);
        return ExitCode.USAGE;
    }

    private static int thrown(PrintWriter err, Exception thrown) {
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
        return thrown instanceof WrongUsage ? usage(err, thrown.getMessage()) : fault(err, thrown);
    }

    private static int fault(PrintWriter err, Throwable fault) {
        problem(err, "this is a fault of kraft-audit itself: " + fault);
        fault.printStackTrace(err);
        return ExitCode.FAULT;
    }

    static void problem(PrintWriter err, String line) {
        err.print("kraft-audit: " + Escape.text(line) + "\n");
    }
}
