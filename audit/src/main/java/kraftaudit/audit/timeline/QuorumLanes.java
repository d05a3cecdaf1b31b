package kraftaudit.audit.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import kraftaudit.audit.Locator;
import kraftaudit.reader.Event;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Evidence;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Proof;
import kraftaudit.replay.Status;
import kraftaudit.replay.Stretch;

/** Epochs with their leaders on every branch, and what is proven of the main one. */
final class QuorumLanes {
    private QuorumLanes() {
    }

    static List<Lane> of(CaptureHistory history, Clocks clocks) {
        List<Lane> lanes = new ArrayList<>();
        for (Branch branch : history.branches()) {
            lanes.add(epochs(history, branch, clocks));
        }
        history.main().ifPresent(main -> {
            String row = "proven high watermark";
            String detail = "at least " + main.provenEnd() + " of " + main.line().endOffset();
            lanes.add(new Lane(Group.QUORUM, row, row, detail, "", clocks.of(main), extents(main, clocks)));
            lanes.add(new Lane(Group.QUORUM, row, "proofs", detail, "", clocks.of(main), proofs(main)));
        });
        return lanes;
    }

    private static Lane epochs(CaptureHistory history, Branch branch, Clocks clocks) {
        Map<Integer, LogState.Sourced> leaders = new HashMap<>();
        for (LogState.Sourced sourced : branch.state().events()) {
            if (sourced.event() instanceof Event.LeaderChange change) {
                leaders.putIfAbsent(change.at().epoch(), sourced);
            }
        }
        List<Item> items = new ArrayList<>();
        List<Stretch> stretches = branch.line().stretches();
        long fork = branch.forkOffset().orElse(0);
        long proven = branch.provenHeldEnd();
        for (int i = 0; i < stretches.size(); i++) {
            Stretch stretch = stretches.get(i);
            if (stretch.endOffset() <= fork) {
                continue;
            }
            long from = Math.max(stretch.baseOffset(), fork);
            Optional<LogState.Sourced> leader = Optional.ofNullable(leaders.get(stretch.epoch()));
            String label = "epoch " + stretch.epoch()
                + leader.map(l -> " · leader " + ((Event.LeaderChange) l.event()).leaderId()).orElse("");
            long begun = leader.filter(l -> l.event().at().offset() == stretch.baseOffset()).map(l -> l.event().at().timestamp()).orElse(-1L);
            Optional<LogState.Sourced> next = i + 1 < stretches.size()
                ? Optional.ofNullable(leaders.get(stretches.get(i + 1).epoch())) : Optional.empty();
            long ended = next.filter(l -> l.event().at().offset() == stretch.endOffset()).map(l -> l.event().at().timestamp())
                .orElse(i + 1 < stretches.size() ? -1L : clocks.end(branch));
            Locator locator = leader.filter(l -> l.event().at().offset() >= from).map(Places::locator)
                .orElse(Locator.offset(branch.replicas().isEmpty() ? "" : branch.replicas().get(0), from));
            Status status = branch.isMain() && !history.conflict()
                ? from < proven ? Status.PROVEN : Status.UNPROVEN : history.statusOfAll(from, stretch.endOffset(), stretch.epoch());
            items.add(new Item(Kind.EPOCH, from, stretch.endOffset(), from == stretch.baseOffset() ? begun : -1, ended,
                Optional.of(status), label, locator));
        }
        String of = Timeline.ofBranch(branch);
        String name = of.isEmpty() ? "epochs" : "epochs, " + of;
        return new Lane(Group.QUORUM, name, name, of.isEmpty() ? "with leaders" : of, "", clocks.of(branch), items);
    }

    private static List<Item> extents(Branch main, Clocks clocks) {
        List<Item> items = new ArrayList<>();
        long start = main.line().startOffset();
        long end = main.line().endOffset();
        long known = main.provenEnd();
        long proven = Math.min(known, end);
        String copy = main.replicas().isEmpty() ? "" : main.replicas().get(0);
        String kinds = main.proofs().stream().filter(p -> p.endOffset() == known).map(p -> p.kind().name())
            .distinct().collect(Collectors.joining(" "));
        // A checkpoint may prove what lies above a hole and say nothing of the records held below it.
        long held = main.line().stretches().stream().filter(s -> s.endOffset() > main.provenHeldEnd() && s.baseOffset() < proven)
            .mapToLong(s -> Math.max(s.baseOffset(), main.provenHeldEnd())).findFirst().orElse(proven);
        if (held > start) {
            items.add(new Item(Kind.PROVEN, start, held, -1, -1, Optional.of(Status.PROVEN),
                "proven committed below " + proven + (held == proven ? " · " + kinds : ""), Locator.offset(copy, held - 1)));
        }
        if (held < proven) {
            items.add(new Item(Kind.UNPROVEN, Math.max(held, start), proven, -1, -1, Optional.of(Status.UNPROVEN),
                "below " + proven + " is proven by " + kinds + ", whether by the records held here is not", Locator.offset(copy, Math.max(held, start))));
        }
        if (end > Math.max(proven, start)) {
            items.add(new Item(Kind.UNPROVEN, Math.max(proven, start), end, -1, clocks.end(main), Optional.of(Status.UNPROVEN),
                "nothing proves " + Math.max(proven, start) + " to " + (end - 1), Locator.offset(copy, Math.max(proven, start))));
        }
        return items;
    }

    private static List<Item> proofs(Branch main) {
        List<Item> items = new ArrayList<>();
        for (Proof proof : main.proofs()) {
            long shown = ProvenCurve.shownAt(proof, main.line().endOffset());
            Optional<Evidence> evidence = proof.evidence().stream().findFirst();
            String copies = proof.evidence().stream().map(Evidence::replica).distinct().collect(Collectors.joining(" "));
            items.add(new Item(Kind.PROOF, proof.endOffset(), shown, -1, proof.timestamp(), Optional.of(Status.PROVEN),
                proof.kind() + " by " + (copies.isEmpty() ? "the person who runs the audit" : copies) + ": committed below " + proof.endOffset(),
                evidence.map(Places::locator).orElse(Locator.offset("", proof.endOffset() - 1))));
        }
        return items;
    }
}
