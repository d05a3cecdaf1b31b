package kraftaudit.audit.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.audit.Described;
import kraftaudit.audit.Description;
import kraftaudit.audit.ReplicaState;
import kraftaudit.audit.StoppedAnswer;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.Endpoint;

/** The shapes of {@code describe} in JSON. */
public final class DescribeDocuments {
    private DescribeDocuments() {
    }

    /** Output of {@code describe}. @param at null: the highest high watermark that a leader is proven to have exposed */
    public record DescribeDocument(int schemaVersion, Product tool, OptionalLong at, List<ClusterDescription> clusters) {
    }

    /**
     * @param answers       one for each branch described
     * @param strained      assumptions that this capture strains
     * @param stoppedProves what {@code --stopped} would decide, null where nothing
     */
    public record ClusterDescription(String clusterId, List<AnswerDocument> answers, List<ChangeDocuments.StrainDocument> strained,
                                     Optional<StoppedDocument> stoppedProves) {
    }

    /**
     * An answer.
     *
     * @param highWatermark       exclusive; null while the latest leader is not proven to have exposed one
     * @param highWatermarkStatus of the record below it, or below {@code exposedEnd}
     * @param exposed             whether a leader is proven to have exposed this high watermark or a higher one
     * @param exposedEnd          the highest that is
     * @param durableEnd          exclusive end of what is proven at all
     * @param currentVoters       null where unknown
     * @param currentVotersSource where they are known from
     * @param pendingDifference   from the committed to the current voters; null where either is unknown or not recorded
     * @param committedVoters     as KIP-1204 answers: empty while the high watermark is unknown
     * @param committedSource     {@code VOTERS_RECORD}, {@code CHECKPOINT}, {@code STATIC} or {@code NONE}
     * @param staticVoters        node ids of a static quorum, of which no record names the voters
     * @param whyEmpty            null where the set is not empty
     * @param exposedVoters       committed voters at {@code exposedEnd}, null at 0
     * @param durableVoters       committed voters at {@code durableEnd}, null at 0
     * @param pending             changes at or above the high watermark
     */
    public record AnswerDocument(boolean main, OptionalLong forkOffset, List<String> copies, OptionalInt leaderId, OptionalInt leaderEpoch,
                                 OptionalLong highWatermark, Optional<String> highWatermarkStatus, boolean exposed, long exposedEnd, long durableEnd,
                                 OptionalLong logEndOffset, OptionalLong maxFollowerLag, Optional<List<Documents.VoterDocument>> currentVoters,
                                 String currentVotersSource, Optional<ChangeDocuments.DifferenceDocument> pendingDifference, List<Documents.VoterDocument> committedVoters, String committedSource,
                                 List<Integer> staticVoters, Optional<String> whyEmpty, Optional<Documents.SpanDocument> exposedVoters,
                                 Optional<Documents.SpanDocument> durableVoters, List<ReplicaDocument> replicas,
                                 List<Documents.ProofDocument> proofs, List<ChangeDocuments.ChangeDocument> pending) {
    }

    /**
     * A node. Null is unknown; -1 and false are KIP-1204's sentinels, of a committed voter that is neither a current voter nor
     * an observer.
     *
     * @param role {@code LEADER}, {@code FOLLOWER}, {@code OBSERVER} or {@code COMMITTED_ONLY}
     */
    public record ReplicaDocument(int id, Optional<String> directoryId, List<String> endpoints, String role, List<String> copies,
                                  Optional<Boolean> hasAcknowledgedLeader, OptionalLong logEndOffset, OptionalLong lag,
                                  OptionalLong lastFetchTimestamp, OptionalLong lastCaughtUpTimestamp, Optional<String> note) {
    }

    /** What would be proven if every node was stopped when it was copied. */
    public record StoppedDocument(long provenEnd, long provenEndThen, List<ChangeDocuments.ChangeDocument> decided) {
    }

    /** The document of {@code describe}. */
    public static DescribeDocument describe(List<Described> clusters, OptionalLong at) {
        return new DescribeDocument(Documents.SCHEMA_VERSION, Product.THIS, at, clusters.stream().map(described -> new ClusterDescription(
            Words.clusterId(described.cluster()), described.answers().stream().map(DescribeDocuments::answer).toList(),
            described.strains().stream().map(ChangeDocuments::strain).toList(), described.stopped().map(DescribeDocuments::stopped))).toList());
    }

    static StoppedDocument stopped(StoppedAnswer answer) {
        return new StoppedDocument(answer.provenEnd(), answer.provenEndThen(), answer.decided().stream().map(ChangeDocuments::change).toList());
    }

    private static AnswerDocument answer(Description answer) {
        return new AnswerDocument(answer.branch().main(), answer.branch().apart() ? OptionalLong.empty() : answer.branch().forkOffset(), answer.branch().copies(),
            answer.leader().map(l -> OptionalInt.of(l.id())).orElse(OptionalInt.empty()), answer.leaderEpoch(), answer.answered(),
            answer.status().map(Enum::name), answer.exposed(), answer.bounds().exposedEnd(), answer.bounds().durableEnd(), answer.logEndOffset(),
            answer.maxFollowerLag(), answer.current().voters().map(Documents::voters), answer.current().source(),
            answer.pendingDifference().map(ChangeDocuments::difference), committed(answer.committed()),
            source(answer.committed()), fixed(answer.committed()), whyEmpty(answer.committed()), answer.bounds().exposedVoters().map(Documents::span),
            answer.bounds().durableVoters().map(Documents::span), answer.replicas().stream().map(DescribeDocuments::replica).toList(),
            answer.proofs().stream().map(Documents::proof).toList(), answer.pending().stream().map(ChangeDocuments::change).toList());
    }

    private static List<Documents.VoterDocument> committed(Description.Committed committed) {
        return committed instanceof Description.Recorded recorded ? recorded.span().voters().map(Documents::voters).orElse(List.of()) : List.of();
    }

    private static String source(Description.Committed committed) {
        return committed instanceof Description.Recorded recorded ? recorded.span().source().name()
            : committed instanceof Description.Fixed ? "STATIC" : "NONE";
    }

    private static List<Integer> fixed(Description.Committed committed) {
        return committed instanceof Description.Fixed fixed ? fixed.span().voters().map(set -> List.copyOf(set.ids())).orElse(List.of()) : List.of();
    }

    private static Optional<String> whyEmpty(Description.Committed committed) {
        return committed instanceof Description.Empty empty ? Optional.of(empty.why())
            : committed instanceof Description.Fixed ? Optional.of("a static quorum has no voters record") : Optional.empty();
    }

    private static ReplicaDocument replica(ReplicaState state) {
        OptionalLong sentinel = state.sentinel() ? OptionalLong.of(-1) : OptionalLong.empty();
        return new ReplicaDocument(state.id(), state.directoryId().map(DirectoryId::toString), state.endpoints().stream().map(Endpoint::toString).toList(),
            state.role().name(), state.copies(), state.sentinel() ? Optional.of(false) : Optional.empty(),
            state.sentinel() ? sentinel : state.logEndOffset(), state.lag(), sentinel, sentinel, Optional.of(state.note()).filter(n -> !n.isEmpty()));
    }
}
