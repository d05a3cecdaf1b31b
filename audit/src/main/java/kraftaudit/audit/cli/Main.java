package kraftaudit.audit.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Entry point of the command line: the only place that knows the process's streams and ends it. */
public final class Main {
    private Main() {
    }

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        Outcome stdout = new Outcome();
        PrintWriter out = new PrintWriter(new OutputStreamWriter(new BufferedOutputStream(stdout, 1 << 16), StandardCharsets.UTF_8), false);
        PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), false);
        boolean terminal = System.console() != null;
        int code = CommandLineTool.run(args, out, err, terminal && System.getenv("NO_COLOR") == null);
        out.flush();
        if (stdout.failure.isPresent() && !stdout.failure.get().contains("Broken pipe")) {
            err.println("kraft-audit: the output could not be written: " + stdout.failure.get());
            err.flush();
            code = ExitCode.FAULT;
        }
        System.exit(code);
    }

    /** Standard output that remembers why it could not be written, which print writers forget. */
    private static final class Outcome extends OutputStream {
        private final FileOutputStream stdout = new FileOutputStream(FileDescriptor.out);
        private Optional<String> failure = Optional.empty();

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                stdout.write(bytes, from, length);
            } catch (IOException e) {
                failure = Optional.of(String.valueOf(e.getMessage()));
                throw e;
            }
        }
    }
}
