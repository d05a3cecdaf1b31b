package kraftaudit.audit.dump;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.Damage;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.FileWalk;
import kraftaudit.reader.JsonBytes;
import kraftaudit.reader.Region;
import kraftaudit.reader.Zeros;

/** The dump of one segment or checkpoint. */
final class FileDump {
    /** The first stretch is short, so that its lines are there at once; each next one is twice as long up to the longest. */
    private static final int FIRST_STRETCH = 16 << 10;
    private static final int LONGEST_STRETCH = 128 << 10;
    /** A stretch that is longer holds a huge batch, whose text may take many times its length: one at a time. */
    private static final int LARGE = 2 << 20;
    private static final int HEX_PIECE = 1 << 20;

    private final Dump dump;
    private final CapturedFile file;
    private final Wanted wanted;
    private final Workers workers;
    private final FileWalk walk;
    /** Damage that is shown only when what follows shows that it may lie in the range. */
    private final List<FileWalk.Unsound> held = new ArrayList<>();
    private boolean headed;

    FileDump(Dump dump, CapturedFile file, Wanted wanted, Optional<CommitStatus> commits, Workers workers) throws IOException {
        this.dump = dump;
        this.file = file;
        this.wanted = wanted;
        this.workers = workers;
        this.walk = FileWalk.open(file);
        workers.each(rendering -> rendering.open(walk, file, wanted, commits));
    }

    void run() throws IOException, OutputFailed {
        boolean emptyThere = walk.readable() == 0 && wanted.position().orElse(-1) == 0;
        if (emptyThere) {
            dump.heading(file);
            headed = true;
        } else if (wanted.everyRecord()) {
            heading();
        }
        if (wanted.to() < Long.MAX_VALUE) {
            if (file.kind() == FileKind.SEGMENT && walk.namedOffset().orElse(0) > wanted.to()) {
                return;
            }
            walk.stopAt(wanted.to() + 1);
        }
        if (wanted.position().isPresent()) {
            walk.seekPosition(wanted.position().getAsLong());
        } else if (wanted.from() > 0) {
            walk.seekOffset(wanted.from());
        }
        try {
            stretches();
        } catch (InternalError unmapped) {
            throw FileWalk.changed(unmapped);
        }
    }

    private void stretches() throws IOException, OutputFailed {
        int most = FIRST_STRETCH;
        try {
            for (Optional<FileWalk.Stretch> next = walk.next(most); next.isPresent() && !workers.limitReached(); next = walk.next(most)) {
                if (next.get() instanceof FileWalk.Sound sound) {
                    showHeld(OptionalLong.of(sound.baseOffset()));
                    sound(sound);
                    most = Math.min(2 * most, LONGEST_STRETCH);
                    if (wanted.position().isPresent() && sound.end() > wanted.position().getAsLong()) {
                        break;
                    }
                } else if (next.get() instanceof FileWalk.Unsound unsound && wanted.region(unsound.region(), unsound.expectedOffset())) {
                    held.add(unsound);
                    if (wanted.from() == 0) {
                        showHeld(OptionalLong.empty());
                    }
                }
            }
            writeAll();
            if (!workers.limitReached()) {
                showHeld(OptionalLong.empty());
            }
        } finally {
            workers.dropAll();
        }
    }

    private void sound(FileWalk.Sound sound) throws OutputFailed {
        boolean large = sound.end() - sound.position() > LARGE;
        if (large) {
            writeAll();
        }
        while (!workers.hasIdle() || workers.firstIsDone()) {
            writeFirst();
        }
        Rendering rendering = workers.take();
        rendering.prepare(sound, workers.left());
        workers.give(rendering, large);
        while (workers.firstIsDone()) {
            writeFirst();
        }
    }

    private void writeAll() throws OutputFailed {
        while (workers.hasGiven()) {
            writeFirst();
        }
    }

    private void writeFirst() throws OutputFailed {
        Rendering done = workers.await();
        try {
            if (done.out().length() > 0) {
                heading();
                dump.output().write(done.out());
            }
        } finally {
            workers.giveBack(done);
        }
    }

    private void heading() throws OutputFailed {
        if (!headed && (wanted.everyRecord() || dump.options().format() == DumpOptions.Format.TEXT)) {
            dump.heading(file);
        }
        headed = true;
    }

    /** @param nextOffset base offset of the sound batch behind the damage, empty where there is none */
    private void showHeld(OptionalLong nextOffset) throws OutputFailed {
        if (!held.isEmpty() && (nextOffset.isEmpty() || nextOffset.getAsLong() > wanted.from())) {
            writeAll();
            for (FileWalk.Unsound unsound : held) {
                heading();
                region(unsound.region(), unsound.expectedOffset());
            }
        }
        held.clear();
    }

    private void region(Region region, OptionalLong expectedOffset) throws OutputFailed {
        JsonBytes line = dump.line();
        if (region instanceof Zeros zeros) {
            dump.lines().zeros(line, zeros);
        } else if (region instanceof Damage damage) {
            dump.lines().damage(line, damage, expectedOffset);
            if (dump.options().hex()) {
                bytes(line, damage);
            }
        }
        dump.flushLine();
    }

    private void bytes(JsonBytes line, Damage damage) throws OutputFailed {
        if (!dump.options().showSecrets()) {
            dump.lines().bytesMasked(line, damage.position(), damage.length());
            return;
        }
        long end = Math.min(damage.position() + damage.length(), walk.readable());
        for (long at = damage.position(); at < end; at += HEX_PIECE) {
            dump.lines().bytes(line, walk::hex, (int) at, (int) Math.min(HEX_PIECE, end - at));
            dump.flushLine();
        }
    }
}
