package kraftaudit.audit.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.audit.Strain;
import kraftaudit.audit.Transition;
import kraftaudit.audit.VoterDifference;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.Endpoint;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Cause;

/** Changes of the voters and of kraft.version in JSON. */
public final class ChangeDocuments {
    private ChangeDocuments() {
    }

    /**
     * A change.
     *
     * @param subject      {@code VOTERS} or {@code KRAFT_VERSION}
     * @param source       {@code RECORD}, or {@code CHECKPOINT} where the record is in no copy and lies at or below {@code offset}
     * @param leader       who led the epoch
     * @param status       PROVEN, UNPROVEN or LOST
     * @param pendingTo    offset of the first proof, at which the quorum was no longer in transition; null while nothing proves it
     * @param pendingMs    from the record to that proof
     * @param firstProof   the proof that stands first in the log
     * @param proofs       kinds of all proofs; of a lost record those of the branch that excludes it
     * @param overlaps     offsets of earlier changes that may have been pending at the same time
     * @param heldBy       copies that hold the record
     * @param kraftVersion of a change of kraft.version
     * @param voters       of a change of voters
     */
    public record ChangeDocument(String subject, String source, long offset, int epoch, OptionalInt leader, Optional<String> timestamp,
                                 Documents.PlaceDocument place, String status, OptionalLong pendingTo, OptionalLong pendingMs,
                                 Optional<Documents.ProofDocument> firstProof, List<String> proofs, List<Long> overlaps, List<String> heldBy,
                                 Optional<LevelDocument> kraftVersion, Optional<SetDocument> voters) {
    }

    /**
     * @param before    null where unknown
     * @param formatted whether {@code before} is what the first leader was formatted with
     */
    public record LevelDocument(OptionalInt before, boolean formatted, int after) {
    }

    /**
     * @param before     null where there is none, or it is unknown
     * @param first      whether this is known to be the first recorded set
     * @param formatted  whether {@code before} is what the first leader was formatted with
     * @param fixed      the static voters that the record turned into recorded ones
     * @param difference null without {@code before}
     */
    public record SetDocument(Optional<List<Documents.VoterDocument>> before, boolean first, boolean formatted, List<Integer> fixed,
                                 List<Documents.VoterDocument> after, Optional<DifferenceDocument> difference) {
    }

    /** What a voters record changed. */
    public record DifferenceDocument(List<Integer> added, List<Integer> removed, List<ReplacedDocument> replacedDirectories,
                                     List<MovedDocument> movedEndpoints, List<RangeChangeDocument> changedRanges) {
    }

    /** A node that came back with another directory. */
    public record ReplacedDocument(int id, String before, String after) {
    }

    /** A voter with other endpoints. */
    public record MovedDocument(int id, List<String> before, List<String> after) {
    }

    /** A voter that supports other levels. */
    public record RangeChangeDocument(int id, Documents.RangeDocument before, Documents.RangeDocument after) {
    }

    /** An assumption that the capture strains. @param replica null where the capture as a whole does */
    public record StrainDocument(String assumption, Optional<String> replica, String why) {
    }

    static ChangeDocument change(Transition change) {
        Cause record = change.appended();
        boolean voters = change.change() instanceof Transition.Voters;
        return new ChangeDocument(voters ? "VOTERS" : "KRAFT_VERSION", record.kind().name(), record.offset(), record.epoch(), change.leader(),
            Times.iso(record.timestamp()), Documents.place(record.place()), change.status().name(), change.pendingTo(), change.pendingMs(),
            change.firstProof().map(Documents::proof), change.proofs().stream().map(p -> p.kind().name()).distinct().toList(), change.overlaps(),
            change.holders(), change.change() instanceof Transition.KRaftVersion level
                ? Optional.of(new LevelDocument(level.before(), level.formatted(), level.after())) : Optional.empty(),
            change.change() instanceof Transition.Voters set ? Optional.of(voters(set)) : Optional.empty());
    }

    private static SetDocument voters(Transition.Voters change) {
        return new SetDocument(change.before().map(Documents::voters), change.knownFirst() && (change.before().isEmpty() || change.formatted()),
            change.formatted(), change.fixed(),
            Documents.voters(change.after()), change.difference().map(ChangeDocuments::difference));
    }

    static DifferenceDocument difference(VoterDifference difference) {
        return new DifferenceDocument(difference.added().stream().map(Voter::id).toList(), difference.removed().stream().map(Voter::id).toList(),
            difference.replaced().stream().map(c -> new ReplacedDocument(c.after().id(), text(c.before().directoryId()), text(c.after().directoryId()))).toList(),
            difference.endpoints().stream().map(c -> new MovedDocument(c.after().id(), endpoints(c.before()), endpoints(c.after()))).toList(),
            difference.ranges().stream().map(c -> new RangeChangeDocument(c.after().id(), range(c.before()), range(c.after()))).toList());
    }

    private static String text(DirectoryId id) {
        return id.toString();
    }

    private static List<String> endpoints(Voter voter) {
        return voter.endpoints().stream().map(Endpoint::toString).toList();
    }

    private static Documents.RangeDocument range(Voter voter) {
        return new Documents.RangeDocument(voter.kraftVersion().min(), voter.kraftVersion().max());
    }

    static StrainDocument strain(Strain strain) {
        return new StrainDocument(strain.assumption().text(), Optional.of(strain.copy()).filter(copy -> !copy.isEmpty()), strain.why());
    }

}
