package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import kraftaudit.audit.BranchContent;
import kraftaudit.audit.Comparison;
import kraftaudit.audit.Recovery;
import kraftaudit.reader.Voter;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSpan;

/** Which copy to recover from, why, and what each choice would lose. No command is suggested. */
final class RecoveryText {
    private RecoveryText() {
    }

    static void render(Page page, Comparison comparison) {
        Recovery recovery = comparison.recovery();
        page.heading("Which copy to recover from");
        if (recovery.best().isEmpty()) {
            page.line(2, 4, "no copy holds a record or a checkpoint");
            return;
        }
        Recovery.Ranked best = recovery.best().get();
        page.line(best.holdsProven() ? Page.Mark.GOOD : Page.Mark.BAD, best.copy(), 2, 6, recommended(recovery, best)
            + (recovery.equals().isEmpty() ? "" : "; as good: " + String.join(", ", recovery.equals())));
        proven(page, recovery, best);
        voters(page, recovery);
        if (comparison.cluster().conflict()) {
            page.line(Page.Mark.BAD, "CONFLICT", 2, 6, ": branches that exclude each other are both proven, so every choice gives up committed records; "
                + "the quorum was split, or files were edited or formatted again");
        }
        recovery.rest().ifPresent(rest -> rest(page, rest));
        givenUp(page, comparison, best);
        recovery.ranking().stream().filter(Recovery.Ranked::longerButOlder).forEach(copy -> page.line(Page.Mark.BAD, "WRONG CHOICE", 2, 6, ": "
            + copy.copy() + " is longer (" + copy.endOffset() + ") but of epoch " + copy.lastEpoch() + ", below epoch " + best.lastEpoch() + " of "
            + best.copy() + "; the epoch decides first, as in a vote"));
        page.blank();
        ranking(page, recovery);
    }

    private static String recommended(Recovery recovery, Recovery.Ranked best) {
        boolean first = recovery.ranking().get(0).copy().equals(best.copy());
        Recovery.Ranked ahead = recovery.ranking().get(0);
        String why = first ? ": last epoch " + best.lastEpoch() + ", log end " + best.endOffset() + ", the best of all by (last epoch, log end)"
            : ": last epoch " + best.lastEpoch() + ", log end " + best.endOffset() + "; " + ahead.copy() + " is ahead of it at (" + ahead.lastEpoch() + ", "
                + ahead.endOffset() + ") but " + (ahead.holdsProven() ? "its node is no voter" : "lacks proven records");
        return best.role() == Recovery.Role.OBSERVER
            ? why + ". It is an observer's copy: no voter's copy holds every proven record" : why;
    }

    private static void proven(Page page, Recovery recovery, Recovery.Ranked best) {
        if (recovery.provenEnd() == 0) {
            page.line(2, 6, "nothing is proven committed in this capture, so no copy can be said to hold all of it");
        } else if (best.holdsProven()) {
            page.line(2, 6, "it holds every record that is proven committed, those below " + recovery.provenEnd()
                + (best.dead() > 0 ? "; from offset " + best.deadFrom().orElse(0) + " on it leaves the main branch" : ""));
        } else {
            page.line(Page.Mark.BAD, "INCOMPLETE", 2, 6, ": no copy holds every record that is proven committed; " + lacks(best));
        }
    }

    private static void voters(Page page, Recovery recovery) {
        Optional<VoterSet> set = recovery.lastProven().flatMap(VoterSpan::voters);
        if (set.isEmpty()) {
            page.line(2, 6, "no voters are proven, so it cannot be said whether a majority of them is here");
            return;
        }
        int voters = recovery.present().size() + recovery.missing().size();
        page.line(2, 6, "of the last proven voters " + Words.ids(set.get()) + ", " + recovery.present().size() + " of " + voters + " have a copy here ("
            + (recovery.missing().isEmpty() ? "all" : "missing: " + ids(recovery.missing())) + "); a majority is " + set.get().majority()
            + (recovery.majorityHere() ? "" : ": a voter that is not here may hold committed records that no copy has"));
    }

    private static String ids(List<Voter> voters) {
        return voters.stream().map(v -> v.id() + (v.directoryId().isZero() ? "" : " " + v.directoryId())).collect(Collectors.joining(", "));
    }

    private static void rest(Page page, Recovery.Rest rest) {
        page.line(Page.Mark.ODD, "ONLY HOLDER", 2, 6, ": " + String.join(", ", rest.copies()) + ", observers by every voters record here, "
            + (rest.copies().size() == 1 ? "holds" : "hold") + " offsets " + rest.from() + " to " + (rest.to() - 1)
            + (rest.epoch().isPresent() ? " (up to epoch " + rest.epoch().getAsInt() + ")" : "") + ", which no voter's copy has; "
            + (rest.provenEnd() > rest.from() ? "those below " + rest.provenEnd() + " are proven committed: the voters lost them"
                : "an observer's log end proves no commitment"));
    }

    /** The branches that the recommended copy is not on: they are given up with the choice. */
    private static void givenUp(Page page, Comparison comparison, Recovery.Ranked best) {
        for (BranchContent content : comparison.branches()) {
            if (!content.branch().copies().contains(best.copy()) && content.records() > 0) {
                List<String> changes = content.notable().stream().filter(n -> n.type().equals("KRAFT_VOTERS"))
                    .map(n -> Long.toString(n.at().offset())).toList();
                page.line(2, 6, "it gives up " + Words.count(content.records(), "record") + " from offset " + content.from() + " on of "
                    + content.branch().copies().stream().sorted().collect(Collectors.joining(", ")) + ", " + status(content)
                    + (changes.isEmpty() ? "" : "; the voters " + (changes.size() == 1 ? "record" : "records") + " at "
                    + String.join(", ", changes) + " among them"));
            }
        }
    }

    private static String status(BranchContent content) {
        return switch (content.status()) {
            case LOST -> "LOST: the proofs of the main branch exclude them";
            case UNPROVEN -> content.proven() == 0 ? "UNPROVEN: whether they were committed is not known"
                : "the first " + content.proven() + " PROVEN: committed records of another history; the others UNPROVEN: whether they were committed is not known";
            case PROVEN -> "PROVEN: committed records of another history";
        };
    }

    // ---- the ranking ----

    private static void ranking(Page page, Recovery recovery) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("copy", "node is", "last epoch", "log end", "recovering from it would lose"));
        recovery.ranking().forEach(copy -> rows.add(List.of(copy.copy(), role(copy.role()), copy.lastEpoch() < 0 ? "none" : Integer.toString(copy.lastEpoch()),
            Long.toString(copy.endOffset()), loss(copy))));
        page.table(2, rows);
    }

    private static String role(Recovery.Role role) {
        return switch (role) {
            case VOTER -> "voter";
            case OTHER_VOTER -> "in other sets";
            case OBSERVER -> "observer";
            case UNKNOWN -> "unknown";
        };
    }

    private static String loss(Recovery.Ranked copy) {
        List<String> parts = new ArrayList<>();
        if (!copy.holdsProven()) {
            parts.add(lacks(copy));
        }
        if (copy.lacksUnproven() > 0) {
            parts.add(Words.count(copy.lacksUnproven(), "unproven record"));
        }
        if (parts.isEmpty()) {
            parts.add("nothing that another copy holds");
        }
        if (copy.dead() > 0) {
            parts.add("and would bring back " + Words.count(copy.dead(), "record") + " from " + copy.deadFrom().orElse(0) + " on, off the main branch");
        }
        if (copy.brokenAt().isPresent()) {
            parts.add("its log is broken at " + copy.brokenAt().getAsLong() + ", a restart would drop what follows");
        }
        return String.join("; ", parts);
    }

    private static String lacks(Recovery.Ranked copy) {
        List<String> parts = new ArrayList<>();
        if (copy.lacksProven() > 0) {
            parts.add((copy.atLeast() ? "at least " : "") + Words.count(copy.lacksProven(), "proven record") + " from " + copy.provenFrom().orElse(0) + " on");
        }
        if (copy.missingStart().isPresent()) {
            parts.add("the state below its log start, from " + copy.missingStart().getAsLong() + " on");
        }
        return String.join(" and ", parts);
    }
}
