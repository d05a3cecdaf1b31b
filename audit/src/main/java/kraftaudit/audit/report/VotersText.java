package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import kraftaudit.audit.CaptureInput;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Assumption;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Cause;
import kraftaudit.replay.Evidence;
import kraftaudit.replay.Proof;
import kraftaudit.replay.Status;
import kraftaudit.replay.VoterSource;
import kraftaudit.replay.VoterSpan;

/** Committed voters for people: spans of high watermarks, the voters themselves, and the proofs. */
public final class VotersText {
    private VotersText() {
    }

    /** The whole answer of {@code voters}, for all high watermarks or for one. */
    public static String render(CaptureInput input, OptionalLong at, boolean colour) {
        Page page = new Page(colour);
        for (CaptureHistory cluster : input.clusters()) {
            String id = Words.clusterId(cluster);
            page.line(0, 2, (id.isEmpty() ? "Cluster of unknown id" : "Cluster " + id) + ": "
                + String.join(", ", cluster.replicas().stream().map(r -> r.replica().name() + " (" + r.replica().label() + ")").toList()));
            render(page, cluster, at);
            if (cluster != input.clusters().get(input.clusters().size() - 1)) {
                page.blank();
            }
        }
        return page.toString();
    }

    /** The committed voters of one cluster. */
    static void render(Page page, CaptureHistory cluster, OptionalLong at) {
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
                page.heading("On the branch of " + String.join(", ", Words.copiesOn(branch, cluster)) + ", which parts at offset "
                    + branch.forkOffset().getAsLong());
            }
            spans(page, branch, spans, at);
        }
    }

    private static void spans(Page page, Branch branch, List<VoterSpan> spans, OptionalLong at) {
        if (spans.isEmpty()) {
            if (branch.isMain()) {
                page.line(2, 2, at.isPresent() ? "high watermark " + at.getAsLong() + " is none of this cluster, whose highest is "
                    + branch.line().endOffset() : "none");
            }
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("high watermark", "voters", "status", "recorded at", "proof"));
        spans.forEach(span -> rows.add(List.of(span.from() == span.to() ? Long.toString(span.from()) : span.from() + " to " + span.to(),
            span.voters().map(Words::ids).orElse("unknown"), status(span), recorded(span), proof(span))));
        page.table(2, rows);
        voters(page, spans);
        proofs(page, branch, spans);
    }

    private static String status(VoterSpan span) {
        return span.status().map(Enum::name).orElse(span.source() == VoterSource.STATIC ? "static" : "unknown");
    }

    private static String recorded(VoterSpan span) {
        return span.record().filter(r -> span.source() == VoterSource.VOTERS_RECORD || span.source() == VoterSource.CHECKPOINT)
            .map(r -> (span.source() == VoterSource.CHECKPOINT ? "checkpoint " + (r.offset() + 1) : "offset " + r.offset())
                + ", epoch " + r.epoch()).orElse("");
    }

    private static String proof(VoterSpan span) {
        if (!span.why().isEmpty()) {
            return span.why();
        }
        return span.proofs().stream().map(Enum::name).collect(Collectors.joining(", "));
    }

    /** Each distinct voter once, with the high watermarks for which it was one. */
    private static void voters(Page page, List<VoterSpan> spans) {
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
        if (ranges.keySet().stream().allMatch(v -> v.endpoints().isEmpty() && v.directoryId().isZero())) {
            return;
        }
        page.blank();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("voter", "directory id", "high watermarks", "endpoints"));
        ranges.entrySet().stream().sorted(java.util.Comparator.comparingInt(e -> e.getKey().id())).forEach(entry -> rows.add(List.of(
            Integer.toString(entry.getKey().id()), entry.getKey().directoryId().isZero() ? "none" : entry.getKey().directoryId().toString(),
            entry.getValue().stream().map(r -> r[0] == r[1] ? Long.toString(r[0]) : r[0] + " to " + r[1]).collect(Collectors.joining(", ")),
            entry.getKey().endpoints().stream().map(Object::toString).collect(Collectors.joining(", ")))));
        page.table(2, rows);
    }

    private static void proofs(Page page, Branch branch, List<VoterSpan> spans) {
        List<VoterSpan> recorded = spans.stream().filter(s -> s.record().isPresent() && s.status().isPresent()).toList();
        if (recorded.isEmpty()) {
            return;
        }
        page.blank();
        java.util.Set<Assumption> assumptions = new java.util.LinkedHashSet<>();
        for (VoterSpan span : recorded) {
            Cause record = span.record().get();
            List<Proof> proofs = span.status().get() == Status.PROVEN ? branch.proofsOf(record.offset()) : List.of();
            for (Proof proof : proofs) {
                page.line(2, 6, "record " + record.offset() + " proven by " + proof.kind() + transition(record, proof) + ": " + shownBy(proof));
                assumptions.addAll(proof.assumptions());
            }
            if (span.status().get() == Status.LOST) {
                page.line(2, 6, "record " + record.offset() + " of epoch " + record.epoch()
                    + " is LOST: another copy holds proven records that exclude it");
            } else if (span.status().get() == Status.UNPROVEN) {
                page.line(2, 6, "record " + record.offset() + " of epoch " + record.epoch()
                    + " is UNPROVEN: appended, and nothing in these copies shows that it was committed");
            }
        }
        if (!assumptions.isEmpty()) {
            page.line(2, 6, "taken for granted: " + assumptions.stream().map(Assumption::text).collect(Collectors.joining("; ")));
        }
        if (branch.isMain() && branch.provenEnd() > 0) {
            page.line(2, 6, "everything below offset " + branch.provenEnd() + " is proven"
                + (branch.exposedEnd() < branch.provenEnd() ? ", below " + branch.exposedEnd() + " that a leader had exposed it" : ""));
        }
    }

    /** How long the record was open: from its own offset and time to those of the proof. */
    private static String transition(Cause record, Proof proof) {
        if (proof.shownAt() <= record.offset()) {
            return "";
        }
        boolean timed = proof.timestamp() >= 0 && record.timestamp() >= 0 && proof.timestamp() >= record.timestamp();
        return ", open from offset " + record.offset() + " to " + proof.shownAt()
            + (timed ? " (" + (proof.timestamp() - record.timestamp()) + " ms)" : "");
    }

    private static String shownBy(Proof proof) {
        if (proof.evidence().isEmpty()) {
            return "as told by the person who runs the audit";
        }
        return proof.evidence().stream().map(VotersText::shown).collect(Collectors.joining("; "));
    }

    private static String shown(Evidence evidence) {
        String offset = evidence.offset().isPresent() ? " offset " + evidence.offset().getAsLong() : "";
        String place = evidence.place().file().isEmpty() ? "" : ", " + Words.place(evidence.place());
        return (evidence.replica() + offset + place).strip();
    }
}
