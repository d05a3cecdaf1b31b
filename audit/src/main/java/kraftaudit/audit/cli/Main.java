package kraftaudit.audit.cli;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Entry point of the command line: the only place that knows the process's streams and ends it. */
public final class Main {
    private Main() {
    }

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), false);
        StandardOutput out = new StandardOutput();
        int code = CommandLineTool.run(args, out, err, Terminal.ofProcess());
        System.exit(out.isFine() || code != ExitCode.NOTHING ? code : ExitCode.INPUT);
    }
}
