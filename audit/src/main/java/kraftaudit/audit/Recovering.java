package kraftaudit.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSource;
import kraftaudit.replay.VoterSpan;

/** Ranks copies by what recovering from them would lose. */
final class Recovering {
    private final CaptureHistory history;
    private final Branch main;
    private final long provenEnd;
    private final Optional<VoterSpan> lastProven;
    private final List<Voter> everAppended;

    private Recovering(CaptureHistory history, Branch main) {
        this.history = history;
        this.main = main;
        this.provenEnd = provenEnd(history, main);
        this.lastProven = votersAt(provenEnd).or(() -> votersAt(main.provenEnd()));
        List<Voter> ever = new ArrayList<>(Compare.everAppended(history));
        main.spans().stream().filter(s -> s.source() == VoterSource.STATIC).flatMap(s -> s.voters().stream()).forEach(set -> ever.addAll(set.voters()));
        this.everAppended = List.copyOf(ever);
    }

    /** A checkpoint ahead of its own log may be on no branch, when nothing ties it to a record here; it is committed all the same. */
    private static long provenEnd(CaptureHistory history, Branch main) {
        int epoch = main.proofs().stream().mapToInt(proof -> proof.epoch().orElse(-1)).max().orElse(-1);
        long ahead = history.conflict() ? 0 : history.replicas().stream()
            .flatMap(copy -> copy.checkpoints().stream().filter(c -> c.id().endOffset() > copy.line().endOffset()))
            .filter(c -> c.id().epoch() >= epoch).mapToLong(c -> c.id().endOffset()).max().orElse(0);
        return Math.max(main.provenEnd(), ahead);
    }

    private Optional<VoterSpan> votersAt(long end) {
        return end == 0 ? Optional.empty() : main.spans().stream().filter(s -> s.from() <= end && end <= s.to())
            .filter(s -> s.source() != VoterSource.UNKNOWN && s.voters().isPresent()).findFirst();
    }

    static Recovery recovery(CaptureHistory history) {
        return history.main().map(main -> new Recovering(history, main).recovery())
            .orElse(new Recovery(List.of(), Optional.empty(), List.of(), Optional.empty(), List.of(), List.of(), 0, Optional.empty(), true));
    }

    private Recovery recovery() {
        List<ReplicaHistory> byTip = new ArrayList<>(history.replicas());
        byTip.sort(Comparator.comparing(Copies::tip).reversed().thenComparing(this::role).thenComparing(copy -> copy.replica().name()));
        Optional<ReplicaHistory> best = recommended(byTip);
        List<Recovery.Ranked> ranking = byTip.stream().map(copy -> ranked(copy, best)).toList();
        List<String> equals = best.isEmpty() ? List.of() : byTip.stream()
            .filter(copy -> copy != best.get() && Copies.tip(copy).equals(Copies.tip(best.get())) && role(copy) == role(best.get()) && holdsProven(copy))
            .map(copy -> copy.replica().name()).toList();
        List<Voter> voters = lastProven.flatMap(VoterSpan::voters).map(VoterSet::voters).orElse(List.of());
        return new Recovery(ranking, best.map(copy -> copy.replica().name()), equals, lastProven,
            voters.stream().filter(v -> !Copies.of(history, v).isEmpty()).toList(),
            voters.stream().filter(v -> Copies.of(history, v).isEmpty()).toList(), provenEnd, rest(byTip), everAppended.isEmpty());
    }

    /**
     * The first of the ranking that holds every proven record and whose node is or was to be a voter; where no voter's copy
     * holds them, the first that does; where none does, the first of all.
     */
    private Optional<ReplicaHistory> recommended(List<ReplicaHistory> byTip) {
        List<ReplicaHistory> filled = byTip.stream().filter(copy -> Copies.tip(copy).endOffset() > 0).toList();
        List<ReplicaHistory> complete = filled.stream().filter(this::holdsProven).toList();
        Optional<ReplicaHistory> voter = complete.stream().filter(copy -> role(copy) != Recovery.Role.OBSERVER).findFirst();
        return voter.or(() -> complete.stream().findFirst()).or(() -> filled.stream().findFirst());
    }

    private Recovery.Role role(ReplicaHistory copy) {
        if (everAppended.isEmpty()) {
            return Recovery.Role.UNKNOWN;
        }
        boolean proven = lastProven.flatMap(VoterSpan::voters).map(set -> isOneOf(copy, set.voters())).orElse(false);
        return proven ? Recovery.Role.VOTER : isOneOf(copy, everAppended) ? Recovery.Role.OTHER_VOTER : Recovery.Role.OBSERVER;
    }

    private static boolean isOneOf(ReplicaHistory copy, List<Voter> voters) {
        return voters.stream().anyMatch(v -> copy.replica().nodeId().equals(OptionalInt.of(v.id()))
            && (v.directoryId().isZero() || copy.replica().directoryId().equals(Optional.of(v.directoryId()))));
    }

    // ---- what a copy lacks ----

    private Recovery.Ranked ranked(ReplicaHistory copy, Optional<ReplicaHistory> best) {
        Copies.Tip tip = Copies.tip(copy);
        long held = Copies.endOn(copy, main);
        long lacksProven = Math.max(0, provenEnd - held);
        OptionalLong fork = copy.line().divergence(main.line());
        boolean older = best.isPresent() && best.get() != copy && tip.endOffset() > Copies.tip(best.get()).endOffset()
            && tip.epoch() < Copies.tip(best.get()).epoch();
        return new Recovery.Ranked(copy.replica().name(), role(copy), tip.epoch(), tip.endOffset(), copy.line().firstBreak(), missingStart(copy),
            lacksProven > 0 ? OptionalLong.of(held) : OptionalLong.empty(), lacksProven, fork.isEmpty() && !main.replicas().contains(copy.replica().name()),
            Math.max(0, main.line().endOffset() - Math.max(held, provenEnd)), fork,
            fork.isPresent() ? Math.max(0, tip.endOffset() - fork.getAsLong()) : 0, older);
    }

    private boolean holdsProven(ReplicaHistory copy) {
        return Copies.endOn(copy, main) >= provenEnd && missingStart(copy).isEmpty();
    }

    /** 0 where the log starts above 0 and no usable checkpoint of the copy covers what lies below. */
    private static OptionalLong missingStart(ReplicaHistory copy) {
        long start = copy.line().startOffset();
        boolean covered = copy.line().isEmpty() || start == 0
            || copy.checkpoints().stream().anyMatch(c -> c.usable() && c.id().endOffset() >= start);
        return covered ? OptionalLong.empty() : OptionalLong.of(newestEnd(copy));
    }

    private static long newestEnd(ReplicaHistory copy) {
        return copy.checkpoints().stream().filter(CheckpointFacts::usable).mapToLong(c -> c.id().endOffset()).max().orElse(0);
    }

    // ---- what observers alone hold ----

    private Optional<Recovery.Rest> rest(List<ReplicaHistory> byTip) {
        if (everAppended.isEmpty()) {
            return Optional.empty();
        }
        List<ReplicaHistory> voters = byTip.stream().filter(copy -> role(copy) != Recovery.Role.OBSERVER).toList();
        List<ReplicaHistory> observers = byTip.stream().filter(copy -> role(copy) == Recovery.Role.OBSERVER && main.replicas().contains(copy.replica().name())).toList();
        long votersEnd = voters.stream().mapToLong(copy -> Copies.endOn(copy, main)).max().orElse(0);
        List<ReplicaHistory> ahead = observers.stream().filter(copy -> Copies.endOn(copy, main) > votersEnd).toList();
        if (ahead.isEmpty() || voters.isEmpty()) {
            return Optional.empty();
        }
        long end = ahead.stream().mapToLong(copy -> Copies.endOn(copy, main)).max().getAsLong();
        int epoch = Copies.tip(ahead.get(0)).epoch();
        return Optional.of(new Recovery.Rest(ahead.stream().map(copy -> copy.replica().name()).toList(), votersEnd, end,
            epoch < 0 ? OptionalInt.empty() : OptionalInt.of(epoch), Math.min(end, Math.max(votersEnd, provenEnd))));
    }
}
