package kraftaudit.audit;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.DirectoryScan;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.Hashes;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.Profile;
import kraftaudit.reader.Reader;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.Replay;
import kraftaudit.replay.ReplayOptions;

/** From PATHs to histories: finding, reading, replaying, in this order, for every command and for the window. */
public final class Pipe {
    private static final Set<FileKind> SCANNED = EnumSet.of(FileKind.SEGMENT, FileKind.CHECKPOINT, FileKind.ZERO_CHECKPOINT,
        FileKind.BOOTSTRAP_CHECKPOINT);

    private Pipe() {
    }

    /**
     * What shapes an audit beside the files.
     *
     * @param profile which record key and level carry KIP-1262
     * @param schemas record types that can be decoded, without the profile's
     * @param options what the person who runs it adds
     * @param threads files that are read at a time, at least 1; the result does not depend on it
     */
    public record Settings(Profile profile, Schemas schemas, ReplayOptions options, int threads) {
        /** The built-in profile and schemas, nothing added. */
        public static Settings defaults() {
            return new Settings(Profiles.builtIn().get(0), Schemas.builtIn(), ReplayOptions.NONE, Runtime.getRuntime().availableProcessors());
        }
    }

    /**
     * Told how far reading is, from several threads. Either method may throw a {@link CancellationException}, which ends the
     * work and comes out of {@link Pipe#load(List, Settings, Progress)}.
     */
    public interface Progress {
        /** Nobody listens. */
        Progress NONE = new Progress() {
            @Override
            public void total(long bytes) {
            }

            @Override
            public void read(long bytes) {
            }
        };

        /** How many bytes there are to read, told once. */
        void total(long bytes);

        /** So many more bytes were read. */
        void read(long bytes);
    }

    /** Finds, reads and replays. */
    public static CaptureInput load(List<Path> paths, Settings settings) throws NothingFound {
        return load(paths, settings, Progress.NONE);
    }

    /** As {@link #load(List, Settings)}, telling how far it is. */
    public static CaptureInput load(List<Path> paths, Settings settings, Progress progress) throws NothingFound {
        return load(CaptureFinder.find(paths), settings, progress);
    }

    /** Reads and replays what was found, telling how far it is. */
    public static CaptureInput load(Capture capture, Settings settings, Progress progress) {
        return load(capture, settings, progress, false);
    }

    /**
     * As {@link #load(Capture, Settings, Progress)}.
     *
     * @param hashes whether the SHA-256 of every file seen, used or not, is taken while it is read; without, used files are
     *               looked at for length and time of modification alone
     */
    public static CaptureInput load(Capture capture, Settings settings, Progress progress, boolean hashes) {
        long scanned = capture.directories().stream().flatMap(d -> d.files().stream()).filter(f -> SCANNED.contains(f.kind()))
            .mapToLong(CapturedFile::length).sum();
        Witnessed.Look look = Witnessed.look(capture, hashes);
        Optional<Hashes> taking = hashes ? Optional.of(new Hashes(look.regularFiles(), progress::read)) : Optional.empty();
        progress.total(scanned + (hashes ? look.regularFiles().stream().mapToLong(CapturedFile::length).sum() : 0));
        List<DirectoryScan> scans;
        try {
            scans = Reader.read(capture, settings.schemas(), settings.profile(), settings.threads(), Optional.of(progress::read), taking);
        } catch (IllegalStateException failed) {
            if (failed.getCause() instanceof CancellationException cancelled) {
                throw cancelled;
            }
            throw failed;
        }
        Witnessed files = look.again(taking, progress::read);
        progress.read(0);
        return new CaptureInput(capture, Replay.replay(scans, settings.profile(), settings.options()), settings.profile(), files);
    }
}
