package kraftaudit.audit.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.archive.Archives;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CapturedFile;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command over a capture: finds, reads and replays it, then answers. */
abstract class CaptureCommand implements Callable<Integer>, OutputOptions.Has {
    /** Log directories that are more likely many captures than one. */
    private static final int MANY = 50;

    @Mixin
    private InputOptions input;
    @Mixin
    private OutputOptions output;
    @Spec
    private CommandSpec spec;

    InputOptions input() {
        return input;
    }

    @Override
    public OutputOptions output() {
        return output;
    }

    CommandSpec spec() {
        return spec;
    }

    /** Checks options that need no files, so that wrong usage is told before anything is read. */
    void check() throws WrongUsage {
    }

    /** Whether every file is also hashed while it is read. */
    boolean hashes() {
        return false;
    }

    /** Whether reading one capture draws a line about itself. */
    boolean drawsProgress() {
        return output.progress();
    }

    /** The answer, written by {@link #print}, and the exit code. */
    abstract int answer(CaptureInput capture) throws Exception;

    void print(String text) {
        spec.commandLine().getOut().print(text);
    }

    /** A line about the work, for those who want to know. */
    void remark(Supplier<String> line) {
        if (output.verbose()) {
            CommandLineTool.problem(spec.commandLine().getErr(), line.get());
            spec.commandLine().getErr().flush();
        }
    }

    @Override
    public final Integer call() throws Exception {
        check();
        return run(input.settings());
    }

    /** Everything behind the options. */
    int run(Pipe.Settings settings) throws Exception {
        try (Archives archives = input.archives()) {
            return answer(load(input.find(archives), settings, hashes()));
        }
    }

    /** Reads and replays, with a line of progress. */
    CaptureInput load(Capture capture, Pipe.Settings settings, boolean hashes) {
        long begun = System.nanoTime();
        long files = capture.directories().stream().mapToLong(d -> d.files().size()).sum();
        long bytes = capture.directories().stream().flatMap(d -> d.files().stream()).filter(f -> f.kind().used()).mapToLong(CapturedFile::length).sum();
        remark(() -> "found " + capture.directories().size() + " log directories with " + files + " files, of which "
            + ProgressLine.bytes(bytes) + " are read, and " + capture.others().size() + " files and folders beside them");
        if (capture.directories().size() >= MANY && !output.quiet()) {
            CommandLineTool.problem(spec.commandLine().getErr(), capture.directories().size()
                + " log directories are taken for one capture; `audit --each` audits every folder for itself");
            spec.commandLine().getErr().flush();
        }
        CaptureInput loaded;
        try (ProgressLine line = new ProgressLine(spec.commandLine().getErr(), System::nanoTime)) {
            loaded = Pipe.load(capture, settings, drawsProgress() ? line : Pipe.Progress.NONE, hashes);
        }
        remark(() -> String.format(Locale.ROOT, "read and replayed in %.1f s", (System.nanoTime() - begun) / 1e9));
        return loaded;
    }
}
