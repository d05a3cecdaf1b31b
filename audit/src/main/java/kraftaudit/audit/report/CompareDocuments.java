package kraftaudit.audit.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.audit.BranchContent;
import kraftaudit.audit.Comparison;
import kraftaudit.audit.PairOfCopies;
import kraftaudit.audit.Recovery;
import kraftaudit.audit.TopicClash;
import kraftaudit.reader.DirectoryId;

/** The shapes of {@code compare} in JSON. */
public final class CompareDocuments {
    private static final ObjectMapper PAYLOADS = new ObjectMapper();

    private CompareDocuments() {
    }

    /** Output of {@code compare}. @param unrelated cluster ids that stand over several histories */
    public record CompareDocument(int schemaVersion, Product tool, List<ClusterComparison> clusters, List<UnrelatedDocument> unrelated) {
    }

    /**
     * @param conflict whether branches that exclude each other are both proven
     * @param pairs    each copy with each later one
     * @param branches what lies behind the lowest fork, the main branch first; empty where nothing forks
     */
    public record ClusterComparison(String clusterId, boolean conflict, List<Documents.CopyDocument> copies, List<PairDocument> pairs,
                                    List<BranchContentDocument> branches, List<ClashDocument> topicClashes, List<ClaimedDocument> claimedTwice,
                                    RecoveryDocument recovery) {
    }

    /**
     * @param relation   SAME_END, ONE_IS_PREFIX, OTHER_IS_PREFIX, DIVERGED or NOTHING_SHARED
     * @param commonFrom first offset that both hold
     * @param commonEnd  exclusive end of what they hold alike
     * @param ahead      records by which one is ahead of the other, 0 unless one is a prefix
     * @param unequal    offsets with other bytes under the same epochs
     */
    public record PairDocument(String one, String other, String relation, OptionalLong commonFrom, OptionalLong commonEnd, long oneEnd,
                               long otherEnd, long ahead, OptionalLong aheadMs, Optional<DivergenceDocument> divergence,
                               Optional<OffsetsDocument> unequal) {
    }

    /** Where two copies part. */
    public record DivergenceDocument(long offset, SideDocument one, SideDocument other) {
    }

    /** The record of one copy there. */
    public record SideDocument(int epoch, OptionalInt leader, Optional<String> timestamp, Optional<Documents.PlaceDocument> place) {
    }

    /** Offsets {@code [from, to)}. */
    public record OffsetsDocument(long from, long to) {
    }

    /**
     * @param status  PROVEN where every record is, LOST where none can be committed, else UNPROVEN
     * @param counts  records by type
     * @param notable voters and kraft.version first
     * @param left    notable records that are not listed
     */
    public record BranchContentDocument(boolean main, OptionalLong forkOffset, List<String> copies, long from, long to, int lastEpoch,
                                        String status, List<CountDocument> counts, List<NotableDocument> notable, long left, List<String> unread) {
    }

    /** Number of records of a type. */
    public record CountDocument(String type, long count) {
    }

    /** A record; {@code payload} is an object as Kafka's own JSON converter prints it. */
    public record NotableDocument(String replica, long offset, int epoch, Optional<String> timestamp, Documents.PlaceDocument place, String type,
                                  JsonNode payload) {
    }

    /** A topic that two branches created. */
    public record ClashDocument(String topic, CreatedDocument one, CreatedDocument other) {
    }

    /** Where one branch did. */
    public record CreatedDocument(List<String> branch, String topicId, long offset, int epoch, Optional<String> timestamp, String replica,
                                  Documents.PlaceDocument place) {
    }

    /** A node id that several copies claim. */
    public record ClaimedDocument(int nodeId, boolean oneDirectory, List<ClaimDocument> claims) {
    }

    /** @param votes whether a voters record names this directory */
    public record ClaimDocument(String copy, Optional<String> directoryId, boolean votes) {
    }

    /**
     * @param recommended      null where no copy holds anything
     * @param holdsAllProven   whether the recommended copy holds every proven record
     * @param lastProvenVoters null where nothing is proven
     * @param missingVoters    of those, the ones without a copy here
     */
    public record RecoveryDocument(Optional<String> recommended, List<String> asGood, boolean holdsAllProven, long provenEnd,
                                   Optional<List<Documents.VoterDocument>> lastProvenVoters, int votersHere, int voters, OptionalInt majority,
                                   boolean majorityHere, List<Documents.VoterDocument> missingVoters, Optional<RestDocument> onlyObserversHold,
                                   List<RankedDocument> ranking) {
    }

    /** Offsets {@code [from, to)} that observers alone hold, proven below {@code provenEnd}. */
    public record RestDocument(List<String> copies, long from, long to, OptionalInt epoch, long provenEnd) {
    }

    /** A copy in the ranking, best first; {@code lacks...} and {@code dead} are numbers of records. */
    public record RankedDocument(int rank, String copy, String role, OptionalInt lastEpoch, long endOffset, OptionalLong brokenAt,
                                 OptionalLong missingStart, OptionalLong lacksProvenFrom, long lacksProven, long lacksUnproven,
                                 OptionalLong deadFrom, long dead, boolean longerButOlder) {
    }

    /** One cluster id over several histories. */
    public record UnrelatedDocument(String clusterId, List<ToldDocument> histories) {
    }

    /** One of them. */
    public record ToldDocument(List<String> folders, List<Integer> nodes, OptionalInt lastEpoch, long endOffset, List<Integer> voters) {
    }

    /** The document of {@code compare}. */
    public static CompareDocument compare(List<Comparison> clusters, List<Comparison.Unrelated> unrelated) {
        return new CompareDocument(Documents.SCHEMA_VERSION, Product.THIS, clusters.stream().map(CompareDocuments::cluster).toList(),
            unrelated.stream().map(u -> new UnrelatedDocument(u.clusterId(), u.histories().stream()
                .map(t -> new ToldDocument(t.folders(), t.nodes(), epoch(t.lastEpoch()), t.endOffset(), t.voters())).toList())).toList());
    }

    private static OptionalInt epoch(int epoch) {
        return epoch < 0 ? OptionalInt.empty() : OptionalInt.of(epoch);
    }

    private static ClusterComparison cluster(Comparison comparison) {
        return new ClusterComparison(Words.clusterId(comparison.cluster()), comparison.cluster().conflict(),
            comparison.cluster().replicas().stream().map(Documents::copy).toList(), comparison.pairs().stream().map(CompareDocuments::pair).toList(),
            comparison.branches().stream().map(CompareDocuments::branch).toList(),
            comparison.clashes().stream().map(c -> new ClashDocument(c.name(), created(c.one()), created(c.other()))).toList(),
            comparison.claimed().stream().map(c -> new ClaimedDocument(c.nodeId(), c.oneDirectory(), c.claims().stream()
                .map(claim -> new ClaimDocument(claim.copy(), claim.directoryId().map(DirectoryId::toString), claim.votes())).toList())).toList(),
            recovery(comparison.recovery()));
    }

    private static PairDocument pair(PairOfCopies pair) {
        boolean prefix = pair.relation() == PairOfCopies.Relation.ONE_IS_PREFIX || pair.relation() == PairOfCopies.Relation.OTHER_IS_PREFIX;
        return new PairDocument(pair.one(), pair.other(), pair.relation().name(), pair.commonFrom(), pair.commonEnd(), pair.oneEnd(), pair.otherEnd(),
            prefix ? pair.ahead() : 0, prefix ? pair.aheadMs() : OptionalLong.empty(),
            pair.divergence().map(d -> new DivergenceDocument(d.offset(), side(d.one()), side(d.other()))),
            pair.unequal().map(u -> new OffsetsDocument(u.from(), u.to())));
    }

    private static SideDocument side(PairOfCopies.Side side) {
        return new SideDocument(side.epoch(), side.leader(), Times.iso(side.timestamp()), side.place().map(Documents::place));
    }

    private static BranchContentDocument branch(BranchContent content) {
        return new BranchContentDocument(content.branch().main(), content.branch().forkOffset(), content.branch().copies(), content.from(), content.to(),
            content.lastEpoch(), content.status().name(),
            content.counts().entrySet().stream().map(e -> new CountDocument(e.getKey(), e.getValue())).toList(), content.notable().stream().map(n -> new NotableDocument(n.replica(),
                n.at().offset(), n.at().epoch(), Times.iso(n.at().timestamp()), Documents.place(n.at().place()), n.type(), json(n.payload()))).toList(),
            content.left(), content.unread());
    }

    private static JsonNode json(String payload) {
        try {
            return PAYLOADS.readTree(payload);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static CreatedDocument created(TopicClash.Created created) {
        return new CreatedDocument(created.branch().copies(), created.topicId(), created.at().offset(), created.at().epoch(),
            Times.iso(created.at().timestamp()), created.replica(), Documents.place(created.at().place()));
    }

    private static RecoveryDocument recovery(Recovery recovery) {
        List<RankedDocument> ranking = new java.util.ArrayList<>();
        for (Recovery.Ranked copy : recovery.ranking()) {
            ranking.add(new RankedDocument(ranking.size() + 1, copy.copy(), copy.role().name(), epoch(copy.lastEpoch()), copy.endOffset(), copy.brokenAt(),
                copy.missingStart(), copy.provenFrom(), copy.lacksProven(), copy.lacksUnproven(), copy.deadFrom(), copy.dead(), copy.longerButOlder()));
        }
        Optional<kraftaudit.replay.VoterSet> set = recovery.lastProven().flatMap(s -> s.voters());
        return new RecoveryDocument(recovery.recommended(), recovery.equals(), recovery.best().map(Recovery.Ranked::holdsProven).orElse(false),
            recovery.provenEnd(), set.map(Documents::voters), recovery.present().size(), recovery.present().size() + recovery.missing().size(),
            set.map(s -> OptionalInt.of(s.majority())).orElse(OptionalInt.empty()), recovery.majorityHere(),
            recovery.missing().stream().map(Documents::voter).toList(), recovery.rest().map(r -> new RestDocument(r.copies(), r.from(), r.to(), r.epoch(),
                r.provenEnd())), ranking);
    }
}
