package kraftaudit.audit.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.audit.BranchContent;
import kraftaudit.audit.Comparison;
import kraftaudit.audit.PairOfCopies;
import kraftaudit.audit.Recovery;
import kraftaudit.audit.TopicClash;
import kraftaudit.reader.Place;
import kraftaudit.reader.RecordAt;

/**
 * {@code compare} as CSV: one table whose column {@code kind} says what a row tells. {@code COPY} rows are the recovery
 * ranking, best first; {@code PAIR} rows two copies; {@code COUNT} and {@code RECORD} rows what lies on a branch behind the
 * fork; {@code CLASH} rows topics of one name; {@code CLAIM} rows a node id that several copies claim; {@code HISTORY} rows
 * histories under one cluster id.
 */
public final class CompareCsv {
    static final List<String> HEADER = List.of("cluster_id", "kind", "copy", "other_copy", "relation", "offset_from", "offset_to", "epoch",
        "other_epoch", "leader_id", "other_leader_id", "timestamp", "other_timestamp", "file", "position", "length", "type", "count", "rank",
        "status", "lacks_proven", "lacks_unproven", "detail");

    private final Cells cells;

    private CompareCsv(boolean raw) {
        this.cells = new Cells(raw, HEADER);
    }

    /** The table. */
    public static String render(List<Comparison> clusters, List<Comparison.Unrelated> unrelated, boolean raw) {
        CompareCsv csv = new CompareCsv(raw);
        clusters.forEach(csv::cluster);
        unrelated.forEach(shared -> shared.histories().forEach(told -> csv.start(shared.clusterId(), "HISTORY", String.join(";", told.folders()), "", "")
            .number(0).number(told.endOffset()).number(told.lastEpoch() < 0 ? OptionalInt.empty() : OptionalInt.of(told.lastEpoch()))
            .empty(14).text("voters " + String.join(";", told.voters().stream().map(String::valueOf).toList())).end()));
        return csv.cells.toString();
    }

    private Cells start(String clusterId, String kind, String copy, String other, String relation) {
        return cells.text(clusterId).text(kind).text(copy).text(other).text(relation);
    }

    private void cluster(Comparison comparison) {
        String id = Words.clusterId(comparison.cluster());
        int rank = 0;
        for (Recovery.Ranked copy : comparison.recovery().ranking()) {
            rank++;
            copy(id, rank, copy, comparison.recovery());
        }
        comparison.pairs().forEach(pair -> pair(id, pair));
        comparison.branches().forEach(content -> branch(id, content));
        comparison.clashes().forEach(clash -> {
            clash(id, clash, clash.one());
            clash(id, clash, clash.other());
        });
        comparison.claimed().forEach(twice -> twice.claims().forEach(claim -> start(id, "CLAIM", claim.copy(), "", "").empty(11)
            .text("node " + twice.nodeId()).empty(2).text(claim.votes() ? "VOTER" : "").empty(2).text(claim.directoryId().map(Object::toString)).end()));
    }

    private void copy(String id, int rank, Recovery.Ranked copy, Recovery recovery) {
        boolean recommended = recovery.recommended().equals(Optional.of(copy.copy()));
        start(id, "COPY", copy.copy(), "", copy.role().name()).empty(1).number(copy.endOffset())
            .number(copy.lastEpoch() < 0 ? OptionalInt.empty() : OptionalInt.of(copy.lastEpoch())).empty(8)
            .text(recommended ? "recommended" : recovery.equals().contains(copy.copy()) ? "as good" : copy.longerButOlder() ? "longer but older" : "")
            .empty(1).number(rank).empty(1).number(copy.lacksProven()).number(copy.lacksUnproven())
            .text(copy.deadFrom().isPresent() ? "leaves the main branch at " + copy.deadFrom().getAsLong() : "").end();
    }

    private void pair(String id, PairOfCopies pair) {
        Optional<PairOfCopies.Divergence> parted = pair.divergence();
        start(id, "PAIR", pair.one(), pair.other(), pair.relation().name()).number(pair.commonFrom()).number(pair.commonEnd());
        if (parted.isPresent()) {
            PairOfCopies.Side one = parted.get().one();
            PairOfCopies.Side other = parted.get().other();
            cells.number(one.epoch()).number(other.epoch()).number(one.leader()).number(other.leader()).time(one.timestamp()).time(other.timestamp());
            place(one.place());
        } else {
            cells.empty(9);
        }
        boolean prefix = pair.relation() == PairOfCopies.Relation.ONE_IS_PREFIX || pair.relation() == PairOfCopies.Relation.OTHER_IS_PREFIX;
        cells.empty(1).number(prefix ? OptionalLong.of(pair.ahead()) : OptionalLong.empty()).empty(4)
            .text(pair.unequal().map(u -> "other bytes in offsets " + u.from() + " to " + (u.to() - 1)).orElse("")).end();
    }

    private void place(Optional<Place> place) {
        place.ifPresentOrElse(p -> cells.text(p.file()).number(p.position()).number(p.length()), () -> cells.empty(3));
    }

    private void branch(String id, BranchContent content) {
        String copies = String.join(";", content.branch().copies().stream().sorted().toList());
        String relation = content.branch().main() ? "MAIN" : "BRANCH";
        content.counts().forEach((type, count) -> start(id, "COUNT", copies, "", relation).number(content.from()).number(content.to())
            .number(content.lastEpoch() < 0 ? OptionalInt.empty() : OptionalInt.of(content.lastEpoch())).empty(8).text(type).number(count).empty(1)
            .text(content.status().name()).empty(3).end());
        content.notable().forEach(record -> record(start(id, "RECORD", record.replica(), "", relation), record.at(), record.type(), record.payload()));
    }

    private void record(Cells row, RecordAt at, String type, String detail) {
        row.number(at.offset()).number(at.offset() + 1).number(at.epoch()).empty(3).time(at.timestamp()).empty(1);
        place(Optional.of(at.place()));
        row.text(type).empty(5).text(detail).end();
    }

    private void clash(String id, TopicClash clash, TopicClash.Created created) {
        record(start(id, "CLASH", created.replica(), "", created.branch().main() ? "MAIN" : "BRANCH"), created.at(), clash.name(), created.topicId());
    }
}
