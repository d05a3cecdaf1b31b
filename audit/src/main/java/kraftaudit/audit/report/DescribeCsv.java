package kraftaudit.audit.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kraftaudit.audit.Described;
import kraftaudit.audit.Description;
import kraftaudit.audit.ReplicaState;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.Voter;
import kraftaudit.replay.VoterSet;

/**
 * {@code describe} as CSV: a row for each node of an answer, and one row with empty node columns where an answer names none.
 * KIP-1204's sentinels are -1 and {@code false}; what is unknown is an empty cell.
 */
public final class DescribeCsv {
    static final List<String> HEADER = List.of("cluster_id", "branch", "high_watermark", "status", "exposed_end", "durable_end", "leader_id",
        "leader_epoch", "node_id", "directory_id", "endpoints", "role", "current_voter", "committed_voter", "has_acknowledged_leader",
        "log_end_offset", "lag", "last_fetch_timestamp", "last_caught_up_timestamp", "committed_source", "note");

    private DescribeCsv() {
    }

    /** The table. */
    public static String render(List<Described> clusters, boolean raw) {
        Cells cells = new Cells(raw, HEADER);
        for (Described described : clusters) {
            for (Description answer : described.answers()) {
                String clusterId = Words.clusterId(described.cluster());
                if (answer.replicas().isEmpty()) {
                    head(cells, clusterId, answer).empty(11).text(source(answer)).text(why(answer)).end();
                }
                answer.replicas().forEach(replica -> row(cells, clusterId, answer, replica));
            }
        }
        return cells.toString();
    }

    private static Cells head(Cells cells, String clusterId, Description answer) {
        return cells.text(clusterId).text(String.join(";", answer.branch().copies().stream().sorted().toList())).number(answer.answered())
            .text(answer.status().map(Enum::name)).number(answer.bounds().exposedEnd()).number(answer.bounds().durableEnd())
            .number(answer.leader().map(l -> OptionalInt.of(l.id())).orElse(OptionalInt.empty()))
            .number(answer.leaderEpoch());
    }

    private static void row(Cells cells, String clusterId, Description answer, ReplicaState replica) {
        boolean current = replica.role() == ReplicaState.Role.LEADER || replica.role() == ReplicaState.Role.FOLLOWER;
        head(cells, clusterId, answer).number(replica.id()).text(replica.directoryId().map(DirectoryId::toString))
            .text(String.join(";", replica.endpoints().stream().map(Object::toString).toList())).text(replica.role().name())
            .text(Boolean.toString(current)).text(Boolean.toString(committed(answer.committed(), replica)))
            .text(replica.sentinel() ? "false" : "");
        if (replica.sentinel()) {
            cells.number(-1).empty(1).number(-1).number(-1);
        } else {
            cells.number(replica.logEndOffset()).number(replica.lag()).empty(2);
        }
        cells.text(source(answer)).text(replica.note().isEmpty() ? why(answer) : replica.note()).end();
    }

    private static boolean committed(Description.Committed committed, ReplicaState replica) {
        List<Voter> voters = committed instanceof Description.Recorded recorded ? recorded.span().voters().map(VoterSet::voters).orElse(List.of()) : List.of();
        return voters.stream().anyMatch(v -> v.id() == replica.id()
            && (v.directoryId().isZero() || replica.directoryId().equals(Optional.of(v.directoryId()))));
    }

    private static String source(Description answer) {
        return answer.committed() instanceof Description.Recorded recorded ? recorded.span().source().name()
            : answer.committed() instanceof Description.Fixed ? "STATIC" : "NONE";
    }

    private static String why(Description answer) {
        return answer.committed() instanceof Description.Empty empty ? empty.why() : "";
    }
}
