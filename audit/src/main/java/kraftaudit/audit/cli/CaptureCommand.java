package kraftaudit.audit.cli;

import java.util.concurrent.Callable;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.Pipe;
import kraftaudit.audit.archive.Archives;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command over a capture: finds, reads and replays it, then answers. */
abstract class CaptureCommand implements Callable<Integer> {
    @Mixin
    private InputOptions input;
    @Mixin
    private OutputOptions output;
    @Spec
    private CommandSpec spec;

    InputOptions input() {
        return input;
    }

    OutputOptions output() {
        return output;
    }

    /** Checks options that need no files, so that wrong usage is told before anything is read. */
    void check() throws WrongUsage {
    }

    /** The answer, written by {@link #print}, and the exit code. */
    abstract int answer(CaptureInput capture) throws Exception;

    void print(String text) {
        spec.commandLine().getOut().print(text);
    }

    @Override
    public final Integer call() throws Exception {
        check();
        Pipe.Settings settings = input.settings();
        try (Archives archives = input.archives()) {
            return answer(Pipe.load(input.find(archives), settings, Pipe.Progress.NONE));
        }
    }
}
