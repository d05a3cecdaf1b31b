package kraftaudit.reader;

import java.util.List;

/**
 * One voter as a VotersRecord has it.
 *
 * @param id           node id, negative only in damaged or hand-made records
 * @param directoryId  the zero id means that none is recorded
 * @param endpoints    in the order of the record
 * @param kraftVersion supported kraft.version levels
 */
public record Voter(int id, DirectoryId directoryId, List<Endpoint> endpoints, VersionRange kraftVersion) {
    public Voter {
        endpoints = List.copyOf(endpoints);
    }

    /** Same node id and same directory id; a zero directory id on either side is matched by node id alone. */
    public boolean sameVoter(Voter other) {
        return id == other.id && (directoryId.isZero() || other.directoryId.isZero() || directoryId.equals(other.directoryId));
    }

    /** Written out: what a record makes of this at run time takes a short run milliseconds. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Voter that && id == that.id && directoryId.equals(that.directoryId)
                && endpoints.equals(that.endpoints) && kraftVersion.equals(that.kraftVersion);
    }

    @Override
    public int hashCode() {
        return 31 * id + directoryId.hashCode();
    }
}
