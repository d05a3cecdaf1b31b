package kraftaudit.audit.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kraftaudit.audit.CaptureInput;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Cause;
import kraftaudit.replay.VoterSource;
import kraftaudit.replay.VoterSpan;

/** {@code voters} as CSV: a row for each voter and span; an unknown or empty set is one row with empty voter columns. */
public final class VotersCsv {
    static final List<String> HEADER = List.of("cluster_id", "high_watermark_from", "high_watermark_to", "status", "proof", "source",
        "voters_offset", "voters_epoch", "voters_timestamp", "kraft_version", "voter_id", "directory_id", "endpoints", "replicas");

    private VotersCsv() {
    }

    /** The table, of all spans or of those at one high watermark. */
    public static String render(CaptureInput input, OptionalLong at, boolean raw) {
        Cells cells = new Cells(raw, HEADER);
        for (CaptureHistory cluster : input.clusters()) {
            for (Branch branch : cluster.branches()) {
                Words.spans(branch, at).forEach(span -> rows(cells, cluster, branch, span));
            }
        }
        return cells.toString();
    }

    private static void rows(Cells cells, CaptureHistory cluster, Branch branch, VoterSpan span) {
        String copies = String.join(";", Words.copiesOn(branch, cluster));
        List<Voter> voters = span.voters().map(set -> set.voters()).orElse(List.of());
        if (voters.isEmpty()) {
            head(cells, Words.clusterId(cluster), span).empty(3).text(copies).end();
        }
        for (Voter voter : voters) {
            head(cells, Words.clusterId(cluster), span).number(voter.id()).text(voter.directoryId().isZero() ? "" : voter.directoryId().toString())
                .text(String.join(";", voter.endpoints().stream().map(Object::toString).toList()))
                .text(copies).end();
        }
    }

    private static Cells head(Cells cells, String clusterId, VoterSpan span) {
        boolean recorded = span.source() == VoterSource.VOTERS_RECORD || span.source() == VoterSource.CHECKPOINT;
        Optional<Cause> record = span.record().filter(r -> recorded);
        cells.text(clusterId).number(span.from()).number(span.to()).text(span.status().map(Enum::name))
            .text(String.join(";", span.proofs().stream().map(Enum::name).toList())).text(span.source().name());
        record.ifPresentOrElse(r -> cells.number(r.offset()).number(r.epoch()).time(r.timestamp()), () -> cells.empty(3));
        return cells.number(span.kraftVersion());
    }
}
