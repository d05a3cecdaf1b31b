package kraftaudit.audit;

import java.nio.file.Path;
import java.util.List;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.Profile;
import kraftaudit.reader.Reader;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.Replay;
import kraftaudit.replay.ReplayOptions;

/** From PATHs to histories: finding, reading, replaying, in this order, for every command and for the window. */
public final class Pipe {
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

    /** Finds, reads and replays. */
    public static CaptureInput load(List<Path> paths, Settings settings) throws NothingFound {
        Capture capture = CaptureFinder.find(paths);
        return new CaptureInput(capture, Replay.replay(Reader.read(capture, settings.schemas(), settings.profile(), settings.threads()),
            settings.profile(), settings.options()), settings.profile());
    }
}
