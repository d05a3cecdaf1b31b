package kraftaudit.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.Voter;
import kraftaudit.reader.VersionRange;

/** From voter and kraft.version steps to the committed voters for every high watermark. */
final class Spans {
    private Spans() {
    }

    /** Static voters as a set: ids alone. */
    static VoterSet fixedSet(List<Integer> ids) {
        return new VoterSet(ids.stream().map(id -> new Voter(id, DirectoryId.ZERO, List.of(), new VersionRange(0, 0))).toList());
    }

    /**
     * The spans of one branch. The value at high watermark h is that at offset {@code h - 1}, so a step at offset o begins a
     * span at {@code o + 1}.
     *
     * @param history      for statuses and for the copies that hold the beginning of a span; its branches have no spans yet
     * @param firstOffset  spans whose step lies below it are left out; -1 for the main branch
     * @param endOffset    last high watermark, inclusive
     * @param fromTheFirst whether a span begins at {@code firstOffset} even without a step: a static set of its own
     */
    static List<VoterSpan> of(CaptureHistory history, Branch branch, long firstOffset, long endOffset, boolean fromTheFirst) {
        Steps<VoterSet> voters = branch.state().voters();
        Steps<Integer> levels = branch.state().kraftVersion();
        TreeSet<Long> borders = new TreeSet<>();
        voters.steps().forEach(step -> borders.add(step.offset()));
        // Above the first voters record a change of kraft.version alone begins no other set.
        levels.steps().stream().filter(step -> voters.at(step.offset()).value().isEmpty()).forEach(step -> borders.add(step.offset()));
        if (fromTheFirst && branch.state().voters().at(firstOffset).value().isEmpty()) {
            borders.add(firstOffset);
        }
        List<Long> offsets = borders.stream().filter(o -> o >= firstOffset && o < endOffset || o == -1 && firstOffset == -1).toList();
        List<VoterSpan> spans = new ArrayList<>();
        for (int i = 0; i < offsets.size(); i++) {
            long to = i + 1 < offsets.size() ? offsets.get(i + 1) : endOffset;
            VoterSpan span = span(history, branch, offsets.get(i), to);
            VoterSpan last = spans.isEmpty() ? null : spans.get(spans.size() - 1);
            boolean sameGap = last != null && last.record().equals(span.record()) && last.source() == span.source() && last.why().equals(span.why());
            if (sameGap) {
                spans.set(spans.size() - 1, new VoterSpan(last.from(), span.to(), last.source(), last.status(), last.proofs(), last.voters(),
                    last.record(), last.kraftVersion(), last.replicas(), last.why()));
            } else {
                spans.add(span);
            }
        }
        return spans;
    }

    private static VoterSpan span(CaptureHistory history, Branch branch, long offset, long to) {
        Step<VoterSet> step = branch.state().voters().at(offset);
        Step<Integer> level = branch.state().kraftVersion().at(offset);
        OptionalInt kraftVersion = level.known() ? OptionalInt.of(level.value().orElse(0)) : OptionalInt.empty();
        long from = offset + 1;
        if (step.value().isPresent()) {
            Cause cause = step.cause();
            boolean record = cause.kind() == Cause.Kind.RECORD;
            Status status = cause.kind() == Cause.Kind.ZERO_CHECKPOINT ? Status.UNPROVEN
                : record ? history.status(cause.offset(), cause.epoch()) : statusOfCheckpoint(branch, cause);
            return new VoterSpan(from, to, record ? VoterSource.VOTERS_RECORD : VoterSource.CHECKPOINT, Optional.of(status),
                proofKinds(history, branch, cause, status), step.value(), Optional.of(cause), kraftVersion, holders(history, branch, cause), "");
        }
        if (step.known() && wasStatic(branch.state().kraftVersion(), offset)) {
            StaticVoters fixed = branch.staticVoters();
            return new VoterSpan(from, to, VoterSource.STATIC, Optional.empty(), List.of(),
                fixed.ids().isEmpty() ? Optional.empty() : Optional.of(fixedSet(fixed.ids())), Optional.empty(), kraftVersion,
                branch.replicas(), fixed.source());
        }
        String why = step.known() ? "kraft.version " + kraftVersion.orElse(0) + " without a voters record so far" : why(branch, step);
        return new VoterSpan(from, to, VoterSource.UNKNOWN, Optional.empty(), List.of(), Optional.empty(), Optional.empty(), kraftVersion,
            branch.replicas(), why);
    }

    /** Whether the quorum was static when the value at an offset began: it stays so until the first voters record. */
    private static boolean wasStatic(Steps<Integer> levels, long offset) {
        return levels.steps().stream().filter(step -> step.offset() <= offset)
            .anyMatch(step -> step.known() && step.value().orElse(0) == 0);
    }

    private static String why(Branch branch, Step<VoterSet> step) {
        if (step.offset() == -1) {
            return branch.line().startOffset() == 0 && !branch.line().isEmpty()
                ? "no voters record so far, and no zero checkpoint of the first leader names them"
                : "what came before the first offset is in no copy";
        }
        return step.cause().place().length() > 0 ? "the record at " + step.offset() + " does not decode"
            : "no copy holds offset " + step.offset() + " soundly";
    }

    private static Status statusOfCheckpoint(Branch branch, Cause cause) {
        // What a checkpoint ahead of every log records is committed by its name, whatever becomes of the log below.
        return ahead(branch, cause) || cause.offset() < branch.provenEnd() ? Status.PROVEN : Status.UNPROVEN;
    }

    private static boolean ahead(Branch branch, Cause cause) {
        return cause.kind() == Cause.Kind.CHECKPOINT && cause.offset() >= branch.line().endOffset();
    }

    private static List<ProofKind> proofKinds(CaptureHistory history, Branch branch, Cause cause, Status status) {
        if (status == Status.UNPROVEN) {
            return List.of();
        }
        if (status == Status.PROVEN && !branch.proofsOf(cause.offset()).isEmpty()) {
            return branch.proofsOf(cause.offset()).stream().map(Proof::kind).toList();
        }
        if (ahead(branch, cause)) {
            return List.of(ProofKind.CHECKPOINT);
        }
        // Of a record that is proven by way of another branch, or lost: what proves that branch.
        return history.branches().stream()
            .filter(other -> other != branch && (status == Status.LOST ? other.excludes(cause.offset(), cause.epoch())
                : other.line().epochAt(cause.offset()).equals(OptionalInt.of(cause.epoch()))))
            .flatMap(other -> other.proofs().stream())
            .filter(proof -> status == Status.PROVEN ? proof.endOffset() > cause.offset() : proof.epoch().orElse(-1) > cause.epoch() || proof.endOffset() > cause.offset())
            .map(Proof::kind).distinct().sorted().toList();
    }

    private static List<String> holders(CaptureHistory history, Branch branch, Cause cause) {
        if (cause.kind() == Cause.Kind.ZERO_CHECKPOINT) {
            return List.of(cause.replica());
        }
        List<String> holders = history.replicas().stream()
            .filter(r -> r.line().epochAt(cause.offset()).equals(OptionalInt.of(cause.epoch()))
                || r.checkpoints().stream().anyMatch(c -> c.id().endOffset() - 1 == cause.offset() && c.id().epoch() == cause.epoch()))
            .map(r -> r.replica().name()).toList();
        return holders.isEmpty() ? branch.replicas() : holders;
    }
}
