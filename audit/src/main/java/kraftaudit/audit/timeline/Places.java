package kraftaudit.audit.timeline;

import kraftaudit.audit.Locator;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.Place;
import kraftaudit.replay.Cause;
import kraftaudit.replay.Evidence;
import kraftaudit.replay.LogState;

/** Locators of the things that replay points at. */
final class Places {
    private Places() {
    }

    /** The name of a file without its folders; the one string for all its records, since there can be a million of them. */
    static String baseName(String name) {
        return name.substring(name.lastIndexOf('/') + 1).intern();
    }

    static Locator locator(String replica, long offset, Place place) {
        return new Locator(replica, offset, baseName(place.file()), place.position());
    }

    static Locator locator(LogState.Sourced sourced) {
        return locator(sourced.replica(), sourced.event().at().offset(), sourced.event().at().place());
    }

    static Locator locator(Evidence evidence) {
        return locator(evidence.replica(), evidence.offset().orElse(-1), evidence.place());
    }

    /** A checkpoint is found by its file alone: the offset it stands for is in the log, not in the file. */
    static Locator locator(Cause cause) {
        return locator(cause.replica(), cause.kind() == Cause.Kind.RECORD ? cause.offset() : -1, cause.place());
    }

    static Locator file(String replica, CapturedFile file) {
        return new Locator(replica, -1, baseName(file.name()), 0);
    }
}
