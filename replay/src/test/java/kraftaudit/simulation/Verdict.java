package kraftaudit.simulation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

import kraftaudit.replay.Assumption;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Proof;
import kraftaudit.replay.Status;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSpan;
import kraftaudit.written.WrittenVoter;

/** The product's answer about a capture against the truth: every proof, every record's status, every proven voter set. */
final class Verdict {
    private final Simulation history;
    private final Copies capture;
    private final Judge judge;
    private final Figures figures;

    Verdict(Simulation history, Copies capture, Figures figures) {
        this.history = history;
        this.capture = capture;
        this.judge = new Judge(history, capture);
        this.figures = figures;
    }

    void on(List<CaptureHistory> answers) {
        if (answers.size() != 1) {
            fault("one cluster is taken for " + answers.size());
        }
        long provenEnd = 0;
        for (CaptureHistory answer : answers) {
            if (answer.conflict() && !history.strained() && history.cluster.truth.broken().isEmpty()) {
                figures.note("proofs that exclude each other");
            }
            for (Branch branch : answer.branches()) {
                branch.proofs().forEach(proof -> proof(branch, proof));
                if (!strainedProof(answer)) {
                    branch.spans().forEach(this::span);
                }
                provenEnd = Math.max(provenEnd, branch.provenEnd());
            }
            capture.nodes.forEach(copy -> statuses(answer, copy));
        }
        long committed = history.cluster.truth.committedEnd(capture.taken);
        if (capture.patched()) {
            figures.note("captures with segments of two times");
            return;
        }
        long reachable = Rules.claims(capture, history.cluster.truth).stream().filter(c -> judge.fault(c).isEmpty()).mapToLong(c -> c.offset() + 1).max().orElse(0);
        figures.coverage(capture.kind, committed, Math.min(reachable, committed), Math.min(provenEnd, committed));
    }

    private void proof(Branch branch, Proof proof) {
        OptionalInt epoch = branch.line().epochAt(proof.endOffset() - 1);
        int of = epoch.isPresent() ? epoch.getAsInt() : proof.epoch().orElse(-1);
        if (of >= 0) {
            claim(new Claim(proof.kind().name(), !proof.kind().exposed(), proof.endOffset() - 1, of, proof.assumptions()));
        }
    }

    private void claim(Claim claim) {
        figures.note("claims " + claim.kind());
        if (claim.assumptions().stream().anyMatch(Assumption::canBreakUnseen)) {
            figures.note("claims " + claim.kind() + " with an assumption that can break unseen");
        }
        judge.fault(claim).ifPresent(fault -> judge.excuse(claim).ifPresentOrElse(
                excuse -> figures.note("strained: " + excuse), () -> fault(fault)));
    }

    private void statuses(CaptureHistory answer, NodeCopy copy) {
        for (Batch batch : copy.batches()) {
            for (long offset = batch.base; offset < batch.end(); offset++) {
                Status status = answer.status(offset, batch.epoch);
                figures.note("records " + status);
                if (status == Status.PROVEN) {
                    Claim claim = new Claim("a proof below its end", true, offset, batch.epoch);
                    if (!judge.exposed(claim) && !judge.permanent(offset, batch.epoch) && judge.excuse(claim).isEmpty() && !strainedProof(answer)) {
                        fault("PROVEN " + offset + "@" + batch.epoch + " was neither exposed nor permanent");
                    }
                } else if (status == Status.LOST && !strainedProof(answer) && judge.excuse(new Claim("", false, offset, batch.epoch)).isEmpty()) {
                    judge.notLost(offset, batch.epoch).ifPresent(this::fault);
                }
            }
        }
    }

    /** Whether the answer rests on a proof that an undetectable strain makes false: then what follows from it is false too. */
    private boolean strainedProof(CaptureHistory answer) {
        return answer.branches().stream().anyMatch(branch -> branch.proofs().stream().anyMatch(proof -> {
            OptionalInt epoch = branch.line().epochAt(proof.endOffset() - 1);
            Claim claim = new Claim(proof.kind().name(), !proof.kind().exposed(), proof.endOffset() - 1, epoch.orElse(proof.epoch().orElse(-1)),
                    proof.assumptions());
            return judge.fault(claim).isPresent() && judge.excuse(claim).isPresent();
        }));
    }

    /** A proven set is the one of the last voters record below the high watermark that begins the span. */
    private void span(VoterSpan span) {
        if (span.status().equals(Optional.of(Status.PROVEN)) && span.voters().isPresent()) {
            figures.note("proven voter sets");
            Optional<Voters> truth = history.cluster.truth.votersBelow(span.from());
            Map<Integer, String> there = truth.map(Voters::written).map(Verdict::byId).orElse(Map.of());
            boolean decided = span.from() <= history.cluster.truth.committed().end();
            if (decided && !there.equals(byId(span.voters().get())) && !history.strained() && history.cluster.truth.broken().isEmpty()) {
                fault("voters at high watermark " + span.from() + " are " + there + ", not " + byId(span.voters().get()));
            }
        }
    }

    private static Map<Integer, String> byId(List<WrittenVoter> voters) {
        Map<Integer, String> byId = new TreeMap<>();
        voters.forEach(v -> byId.put(v.id(), v.directoryId() + " " + v.endpoints().get(0)));
        return byId;
    }

    private static Map<Integer, String> byId(VoterSet voters) {
        Map<Integer, String> byId = new TreeMap<>();
        voters.voters().forEach(v -> byId.put(v.id(), v.directoryId() + " " + v.endpoints().stream().findFirst().map(Object::toString).orElse("")));
        return byId;
    }

    private void fault(String what) {
        figures.fault(history.seed, "seed " + history.seed + ", capture " + history.captures.indexOf(capture) + " (" + capture.kind + "): " + what);
    }
}
