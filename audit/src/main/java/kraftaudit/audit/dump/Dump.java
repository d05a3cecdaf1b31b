package kraftaudit.audit.dump;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import kraftaudit.audit.report.Words;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.JsonBytes;
import kraftaudit.reader.LogDirectory;
import kraftaudit.replay.CaptureHistory;

/** Goes over the files of a capture, in the order of their names, and shows what each of them holds. */
public final class Dump {
    private static final Set<FileKind> BATCH_FILES = EnumSet.of(FileKind.SEGMENT, FileKind.CHECKPOINT, FileKind.CHECKPOINT_PART,
        FileKind.CHECKPOINT_DELETED, FileKind.ZERO_CHECKPOINT, FileKind.BOOTSTRAP_CHECKPOINT);

    private final DumpOptions options;
    private final Optional<Look> look;
    private final CommitStatus.Copies copies = new CommitStatus.Copies();
    private final Output output;
    private final Lines lines;
    private final JsonBytes line = new JsonBytes();
    private final List<String> problems = new ArrayList<>();
    private boolean first = true;

    /**
     * What became of a dump.
     *
     * @param problems a line for each file that could not be read
     * @param nothing  whether there was nothing to show
     */
    public record Done(List<String> problems, boolean nothing) {
        public Done {
            problems = List.copyOf(problems);
        }
    }

    private Dump(DumpOptions options, Optional<Look> look, List<CaptureHistory> clusters, OutputStream out) {
        this.options = options;
        this.look = look;
        this.output = new Output(out);
        this.lines = Lines.of(options);
        clusters.forEach(copies::add);
    }

    /**
     * Writes a dump.
     *
     * @param look     where to look; everywhere when empty
     * @param clusters the capture replayed, for the commit status of records; else empty
     * @param threads  that render, at least 1; the output does not depend on it
     * @throws OutputFailed when the output cannot be written, which ends the dump
     */
    public static Done dump(Capture capture, DumpOptions options, Optional<Look> look, List<CaptureHistory> clusters,
                                    OutputStream out, int threads) throws OutputFailed {
        Dump dump = new Dump(options, look, clusters, out);
        try (Workers workers = new Workers(options, threads)) {
            dump.all(capture, workers);
        }
        dump.output.flush();
        return new Done(dump.problems, !dump.output.isWritten());
    }

    private void all(Capture capture, Workers workers) throws OutputFailed {
        lines.begin(line);
        flushLine();
        output.begun();
        for (LogDirectory directory : capture.directories()) {
            for (CapturedFile file : directory.files()) {
                if (workers.limitReached()) {
                    return;
                }
                file(directory, file, workers);
            }
        }
        if (wantsEverything()) {
            for (CapturedFile file : capture.others()) {
                notRead(file);
            }
        }
    }

    private boolean wantsEverything() {
        return !options.filtersRecords() && look.isEmpty();
    }

    private void file(LogDirectory directory, CapturedFile file, Workers workers) throws OutputFailed {
        if (look.isPresent() && !look.get().takes(directory, file)) {
            return;
        }
        lines.enter(file);
        if (BATCH_FILES.contains(file.kind())) {
            batches(directory, file, workers);
        } else if (!options.filtersRecords() || look.isPresent()) {
            if (SmallFiles.isOne(file.kind())) {
                lines.smallFile(line, file, SmallFiles.read(file));
                heading();
            } else {
                notRead(file);
            }
        }
    }

    private void batches(LogDirectory directory, CapturedFile file, Workers workers) throws OutputFailed {
        boolean inLog = file.kind() == FileKind.SEGMENT;
        boolean besideLog = !inLog && directory.one(FileKind.SEGMENT).isPresent();
        // offsets in a checkpoint are its own, and its records have no commit status
        if (look.map(Look::isWhole).orElse(true) && (options.hasRange() && besideLog || options.committed() && !inLog)) {
            return;
        }
        try {
            new FileDump(this, file, wanted(), inLog ? copies.of(directory) : Optional.empty(), workers).run();
        } catch (IOException failure) {
            problems.add(file.name() + ": " + failure.getMessage());
        }
    }

    private Wanted wanted() {
        OptionalLong offset = look.map(Look::offset).orElse(OptionalLong.empty());
        return new Wanted(options, Math.max(options.from(), offset.orElse(0)), Math.min(options.to(), offset.orElse(Long.MAX_VALUE)),
            look.map(Look::position).orElse(OptionalLong.empty()));
    }

    private void notRead(CapturedFile file) throws OutputFailed {
        lines.enter(file);
        lines.file(line, file, "not read: " + Words.why(file));
        heading();
    }

    DumpOptions options() {
        return options;
    }

    Lines lines() {
        return lines;
    }

    Output output() {
        return output;
    }

    /** Tells of a file of batches, before what it holds. */
    void heading(CapturedFile file) throws OutputFailed {
        String bytes = file.length() + (file.length() == 1 ? " byte" : " bytes");
        String note = file.note().isEmpty() ? "" : "; " + file.note();
        lines.file(line, file, file.kind().description() + ", " + bytes + note);
        heading();
    }

    private void heading() throws OutputFailed {
        if (options.format() == DumpOptions.Format.TEXT && !first) {
            JsonBytes blank = new JsonBytes();
            output.write(blank.raw('\n'));
        }
        first = false;
        flushLine();
    }

    /** What lines of no batch are written to; {@link #flushLine} ends them. */
    JsonBytes line() {
        return line;
    }

    void flushLine() throws OutputFailed {
        output.write(line);
        line.clear(1 << 16);
    }
}
