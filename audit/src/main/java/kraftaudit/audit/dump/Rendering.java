package kraftaudit.audit.dump;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.reader.BatchReader;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.FileWalk;
import kraftaudit.reader.JsonBytes;
import kraftaudit.replay.Status;

/**
 * Turns sound batches into bytes of output. There are a few of them, each used by one thread at a time and again and again,
 * so that in the long run nothing is allocated.
 */
final class Rendering implements Runnable {
    /** Arrays that have grown beyond this are given back. */
    private static final int LARGEST_KEPT = 8 << 20;

    private final DumpOptions options;
    private final Lines lines;
    private final BatchReader reader;
    private final JsonBytes out = new JsonBytes();

    private FileWalk walk;
    private Wanted wanted;
    private Optional<CommitStatus> commits = Optional.empty();
    private Optional<Status> status = Optional.empty();
    private FileWalk.Sound stretch;
    private long limit = Long.MAX_VALUE;
    private long shown;

    Rendering(DumpOptions options) {
        this.options = options;
        this.lines = Lines.of(options);
        this.reader = new BatchReader(options.schemas(), options.profile(), options.showSecrets());
    }

    /** Goes on with a file. */
    void open(FileWalk ofFile, CapturedFile file, Wanted inFile, Optional<CommitStatus> ofCopy) {
        walk = ofFile;
        lines.enter(file);
        wanted = inFile;
        commits = ofCopy;
    }

    /** The next {@link #run} is about these batches and shows so many records at most. */
    void prepare(FileWalk.Sound sound, long most) {
        stretch = sound;
        limit = most;
    }

    /** What was written by the last run. */
    JsonBytes out() {
        return out;
    }

    /** Records shown by the last run. */
    long shown() {
        return shown;
    }

    @Override
    public void run() {
        out.clear(LARGEST_KEPT);
        shown = 0;
        reader.open(walk, stretch);
        Lines.BatchPlace place = new Lines.BatchPlace(stretch.expectedOffset(), stretch.epochBefore(), stretch.resumes());
        long endOffset = 0;
        int epoch = 0;
        for (int at = stretch.position(); at < stretch.end() && shown < limit; at = reader.batchEnd()) {
            reader.batch(at);
            if (at > stretch.position()) {
                place = reader.baseOffset() == endOffset && reader.epoch() >= epoch ? Lines.BatchPlace.USUAL
                    : new Lines.BatchPlace(OptionalLong.of(endOffset), OptionalInt.of(epoch), false);
            }
            batch(place);
            endOffset = reader.endOffset();
            epoch = reader.epoch();
        }
    }

    private void batch(Lines.BatchPlace place) {
        if (!wanted.batch(reader)) {
            return;
        }
        boolean told = place.resumes() || wanted.everyRecord();
        if (told) {
            lines.batch(out, reader, place);
        }
        boolean all = wanted.everyRecord() && !options.status() && !options.committed();
        while (shown < limit && reader.next()) {
            if (all || wanted.record(reader) && committed()) {
                if (!told) {
                    told = true;
                    lines.batch(out, reader, place);
                }
                lines.record(out, reader, status);
                shown++;
            }
        }
    }

    /** Looks up the record's status if that was asked for; false when it is to be left out. */
    private boolean committed() {
        if (options.status() && commits.isPresent()) {
            status = Optional.of(commits.get().of(reader.offset(), reader.epoch()));
        } else {
            status = Optional.empty();
        }
        return !options.committed() || status.isPresent() && status.get() == Status.PROVEN;
    }
}
