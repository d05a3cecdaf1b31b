package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import kraftaudit.audit.Audit;
import kraftaudit.audit.BranchName;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.ClusterReport;
import kraftaudit.audit.StoppedAnswer;
import kraftaudit.audit.Strain;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Cause;
import kraftaudit.replay.Evidence;
import kraftaudit.replay.Proof;
import kraftaudit.replay.ProofKind;
import kraftaudit.replay.Status;
import kraftaudit.replay.VoterSource;
import kraftaudit.replay.VoterSpan;

/** Committed voters for people: spans of high watermarks, the voters themselves, and the proofs. */
public final class VotersText {
    private VotersText() {
    }

    /** The whole answer of {@code voters}, for all high watermarks or for one. */
    public static String render(CaptureInput input, OptionalLong at, Style style) {
        Page page = new Page(style);
        List<ClusterReport> reports = Audit.forStrains(input);
        for (ClusterReport report : reports) {
            CaptureHistory cluster = report.cluster();
            String id = Words.clusterId(cluster);
            page.line(0, 2, (id.isEmpty() ? "Cluster of unknown id" : "Cluster " + id) + ": "
                + String.join(", ", cluster.replicas().stream().map(r -> r.replica().name() + " (" + r.replica().label() + ")").toList()));
            render(page, cluster, at, true, Strain.of(cluster, report.findings()));
            StoppedAnswer.of(cluster, input.profile()).filter(stopped -> at.isEmpty() || at.getAsLong() > stopped.provenEnd())
                .ifPresent(stopped -> page.line(2, 6, ChangesText.stopped(stopped).get(0)));
            if (report != reports.get(reports.size() - 1)) {
                page.blank();
            }
        }
        return page.toString();
    }

    /**
     * The committed voters of one cluster, and what proves the bound below which everything is committed.
     *
     * @param detailed with the proofs of each set, which the audit shows with the changes
     */
    static void render(Page page, CaptureHistory cluster, OptionalLong at, boolean detailed, List<Strain> strains) {
        if (cluster.branches().isEmpty()) {
            page.heading("Committed voters");
            page.line(2, 2, "no copy holds a log or a checkpoint, so nothing tells them");
            return;
        }
        for (Branch branch : cluster.branches()) {
            List<VoterSpan> spans = Words.spans(branch, at);
            if (branch.isMain()) {
                page.heading("Committed voters" + (at.isPresent() ? " at high watermark " + at.getAsLong() : ""));
            } else if (!spans.isEmpty()) {
                page.heading("On the branch of " + String.join(", ", Words.copiesOn(branch, cluster)) + ", " + BranchName.of(branch).parting());
            }
            List<Proof> shown = spans(page, cluster, branch, spans, at, detailed);
            ProofText.meaning(page, 2, detailed ? shown : List.of());
            ProofText.assumptions(page, 2, shown, strains);
        }
    }

    /** Returns the proofs that it names. */
    private static List<Proof> spans(Page page, CaptureHistory cluster, Branch branch, List<VoterSpan> spans, OptionalLong at, boolean detailed) {
        if (spans.isEmpty()) {
            if (branch.isMain()) {
                page.line(2, 2, at.isPresent() ? "high watermark " + at.getAsLong() + " is none of this cluster, whose highest is "
                    + branch.line().endOffset() : "none");
            }
            return List.of();
        }
        page.table(2, rows(spans));
        List<List<String>> voters = voters(spans);
        if (voters.size() > 1) {
            page.blank();
            page.table(2, voters);
        }
        List<Proof> shown = new ArrayList<>(detailed ? proofs(page, cluster, branch, spans) : List.of());
        if (branch.isMain() && branch.provenEnd() > 0) {
            if (shown.isEmpty()) {
                page.blank();
            }
            page.line(2, 6, bound(branch));
            for (Proof proof : boundProofs(branch)) {
                page.line(6, 8, bound(proof));
                if (!shown.contains(proof)) {
                    shown.add(proof);
                }
            }
        }
        return shown;
    }

    /** Up to where everything on a branch is proven. */
    static String bound(Branch branch) {
        String exposed = branch.exposedEnd() < branch.provenEnd() ? " (below " + branch.exposedEnd() + " a leader is proven to have exposed it, "
            + "above that it can no longer be lost)" : "";
        return "everything below offset " + branch.provenEnd()
            + (branch.provenEnd() <= branch.line().endOffset() ? " of " + branch.line().endOffset() : ", beyond every log here,") + " is proven" + exposed;
    }

    /** What proves that. */
    static List<Proof> boundProofs(Branch branch) {
        List<Proof> proofs = new ArrayList<>(branch.proofsOf(branch.provenEnd() - 1));
        if (branch.exposedEnd() > 0 && branch.exposedEnd() < branch.provenEnd()) {
            branch.proofsOf(branch.exposedEnd() - 1).stream().filter(proof -> proof.kind().exposed()).forEach(proofs::add);
        }
        return proofs;
    }

    /** One of these proofs. */
    static String bound(Proof proof) {
        return "below " + proof.endOffset() + " by " + proof.kind() + ": " + ProofText.shownBy(proof);
    }

    /** A row for each span, behind a head. */
    static List<List<String>> rows(List<VoterSpan> spans) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("high watermark", "voters", "status", "recorded at", "proof"));
        spans.forEach(span -> rows.add(List.of(span.from() == span.to() ? Long.toString(span.from()) : span.from() + " to " + span.to(),
            span.voters().map(Words::ids).orElse("unknown"), status(span), recorded(span), proof(span))));
        return rows;
    }

    /** The last voters of the main branch, with their status. */
    static String last(CaptureHistory cluster) {
        return cluster.main().filter(b -> !b.spans().isEmpty()).map(b -> b.spans().get(b.spans().size() - 1))
            .map(s -> (s.voters().map(Words::ids).orElse("unknown") + " " + status(s)).strip()).orElse("unknown");
    }

    static String status(VoterSpan span) {
        return span.status().map(Enum::name).orElse(span.source() == VoterSource.STATIC ? "static" : "");
    }

    private static String recorded(VoterSpan span) {
        return span.record().filter(r -> span.source() == VoterSource.VOTERS_RECORD || span.source() == VoterSource.CHECKPOINT)
            .map(r -> isZero(r) ? "zero checkpoint of " + r.replica()
                : (span.source() == VoterSource.CHECKPOINT ? "checkpoint " + (r.offset() + 1) : "offset " + r.offset()) + ", epoch " + r.epoch())
            .orElse("");
    }

    static boolean isZero(Cause record) {
        return record.kind() == Cause.Kind.ZERO_CHECKPOINT;
    }

    private static String proof(VoterSpan span) {
        if (!span.why().isEmpty()) {
            return span.why();
        }
        return span.proofs().stream().map(Enum::name).collect(Collectors.joining(", "));
    }

    /** Each distinct voter once, with the high watermarks for which it was one, behind a head. */
    static List<List<String>> voters(List<VoterSpan> spans) {
        Map<Voter, List<long[]>> ranges = new LinkedHashMap<>();
        for (VoterSpan span : spans) {
            for (Voter voter : span.voters().map(set -> set.voters()).orElse(List.of())) {
                List<long[]> known = ranges.computeIfAbsent(voter, v -> new ArrayList<>());
                if (!known.isEmpty() && known.get(known.size() - 1)[1] + 1 == span.from()) {
                    known.get(known.size() - 1)[1] = span.to();
                } else {
                    known.add(new long[] {span.from(), span.to()});
                }
            }
        }
        // A static set is known by node ids alone, which the spans have named.
        ranges.keySet().removeIf(v -> v.endpoints().isEmpty() && v.directoryId().isZero());
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("voter", "directory id", "high watermarks", "endpoints"));
        ranges.entrySet().stream().sorted(java.util.Comparator.comparingInt(e -> e.getKey().id())).forEach(entry -> rows.add(List.of(
            Integer.toString(entry.getKey().id()), entry.getKey().directoryId().isZero() ? "none" : entry.getKey().directoryId().toString(),
            entry.getValue().stream().map(r -> r[0] == r[1] ? Long.toString(r[0]) : r[0] + " to " + r[1]).collect(Collectors.joining(", ")),
            entry.getKey().endpoints().stream().map(Object::toString).collect(Collectors.joining(", ")))));
        return rows;
    }

    /** What shows the status of each record: every kind of proof. */
    private static List<Proof> proofs(Page page, CaptureHistory cluster, Branch branch, List<VoterSpan> spans) {
        List<VoterSpan> recorded = spans.stream().filter(s -> s.status().isPresent() && s.record().filter(r -> !isZero(r)).isPresent()).toList();
        List<Proof> shown = new ArrayList<>();
        if (!recorded.isEmpty()) {
            page.blank();
        }
        for (VoterSpan span : recorded) {
            Cause record = span.record().get();
            String what = (span.source() == VoterSource.CHECKPOINT ? "checkpoint " + (record.offset() + 1) : "record " + record.offset())
                + " of epoch " + record.epoch();
            if (span.status().get() == Status.PROVEN) {
                branch.proofsOf(record.offset()).forEach(proof -> {
                    page.line(2, 6, what + " PROVEN by " + proof.kind() + open(record, proof) + ": " + shownBy(proof));
                    shown.add(proof);
                });
            } else if (span.status().get() == Status.LOST) {
                page.line(2, 6, what + " LOST: " + excluded(cluster, branch, record));
            } else {
                page.line(2, 6, what + " UNPROVEN: appended, and nothing in these copies shows that it was committed");
            }
        }
        return shown;
    }

    /** The proof on another branch that excludes a record, and what shows it. */
    private static String excluded(CaptureHistory cluster, Branch branch, Cause record) {
        for (Branch other : cluster.branches()) {
            if (other != branch && other.excludes(record.offset(), record.epoch())) {
                OptionalInt epoch = other.line().epochAt(record.offset());
                Optional<Proof> proof = other.proofsOf(Math.min(record.offset(), other.provenEnd() - 1)).stream().findFirst();
                return "records that exclude it are proven on " + String.join(", ", Words.copiesOn(other, cluster))
                    + (epoch.isPresent() ? ", where offset " + record.offset() + " is of epoch " + epoch.getAsInt() : "")
                    + proof.map(p -> ", by " + p.kind() + ": " + shownBy(p)).orElse("");
            }
        }
        return "another copy holds proven records that exclude it";
    }

    /** How long the record was open: from its own offset and time to those of the proof; copies as they are found have no place in the log. */
    private static String open(Cause record, Proof proof) {
        if (proof.shownAt() <= record.offset() || proof.kind() == ProofKind.MAJORITY || proof.kind() == ProofKind.WHOLE_QUORUM) {
            return "";
        }
        boolean timed = proof.timestamp() >= 0 && record.timestamp() >= 0 && proof.timestamp() >= record.timestamp();
        return ", open up to offset " + proof.shownAt() + (timed ? " (" + (proof.timestamp() - record.timestamp()) + " ms)" : "");
    }

    /** A majority is shown by all its copies together, anything else by each of them. */
    private static String shownBy(Proof proof) {
        if (proof.evidence().isEmpty()) {
            return "as told by the person who runs the audit";
        }
        if (!proof.kind().exposed()) {
            return proof.evidence().stream().map(VotersText::shown).collect(Collectors.joining("; "));
        }
        List<String> also = proof.evidence().stream().skip(1).map(Evidence::replica).distinct().toList();
        return shown(proof.evidence().get(0)) + (also.isEmpty() ? "" : " (and " + String.join(", ", also) + ")");
    }

    private static String shown(Evidence evidence) {
        String offset = evidence.offset().isPresent() ? " offset " + evidence.offset().getAsLong() : "";
        String place = evidence.place().file().isEmpty() ? "" : ", " + Words.place(evidence.place());
        return (evidence.replica() + offset + place).strip();
    }
}
