package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import kraftaudit.audit.BranchName;
import kraftaudit.audit.StoppedAnswer;
import kraftaudit.audit.Strain;
import kraftaudit.audit.Transition;
import kraftaudit.audit.Transitions;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Cause;
import kraftaudit.replay.Proof;
import kraftaudit.replay.Status;

/** Changes of the voters and of kraft.version for people: what changed, when it was appended, and from where it is proven. */
final class ChangesText {
    private ChangesText() {
    }

    /** The section of a cluster; nothing where no record changes anything. */
    static void render(Page page, CaptureHistory cluster, List<Strain> strains) {
        List<Transition> all = Transitions.of(cluster);
        if (all.isEmpty()) {
            return;
        }
        page.heading("Changes of the voters and of kraft.version");
        for (Branch branch : cluster.branches()) {
            List<Transition> own = Transitions.of(cluster, branch);
            if (!own.isEmpty() && !branch.isMain()) {
                page.line(2, 4, "on the " + named(BranchName.of(branch)) + ":");
            }
            own.forEach(transition -> change(page, transition));
        }
        ProofText.assumptions(page, 2, all.stream().flatMap(t -> t.firstProof().stream()).distinct().toList(), strains);
    }

    /** Such as {@code branch of node1, node4, which parts at offset 52}. */
    static String named(BranchName branch) {
        String copies = branch.copies().stream().sorted().collect(Collectors.joining(", "));
        return branch.main() ? "main branch of " + copies : "branch of " + copies + ", " + branch.parting();
    }

    private static void change(Page page, Transition change) {
        page.line(change.status() == Status.LOST ? Page.Mark.BAD : change.status() == Status.UNPROVEN ? Page.Mark.ODD : Page.Mark.NONE,
            change.status().name(), 2, 6, "  " + appended(change) + ": " + what(change.change()));
        page.line(6, 8, proven(change));
        if (!change.overlaps().isEmpty()) {
            page.line(6, 8, "appended while nothing showed that the change at "
                + change.overlaps().stream().map(String::valueOf).collect(Collectors.joining(", ")) + " was committed: two may have been pending at once");
        }
    }

    /** When and by whom a change was appended. */
    static String appended(Transition change) {
        Cause record = change.appended();
        String where = record.kind() == Cause.Kind.CHECKPOINT
            ? "at or below offset " + record.offset() + ", by the checkpoint that ends at " + (record.offset() + 1) : "offset " + record.offset();
        return where + ", epoch " + record.epoch() + (change.leader().isPresent() ? ", leader " + change.leader().getAsInt() : "")
            + ", " + Times.shown(record.timestamp());
    }

    /** What shows its status, and how long it was in transition. */
    static String proven(Transition change) {
        String held = " (held by " + String.join(", ", change.holders()) + ")";
        if (change.status() == Status.LOST) {
            String by = change.proofs().stream().findFirst().map(proof -> " by " + proof.kind() + ": " + ProofText.shownBy(proof)).orElse("");
            return "records of another branch exclude it" + by + "; it is still on " + String.join(", ", change.holders()) + ", which a restart truncates";
        }
        if (change.firstProof().isEmpty()) {
            return "in transition from offset " + change.offset() + " to the end of the log at " + change.logEnd()
                + ": nothing here shows that it was committed" + held
                + (isUpdate(change) ? "; Kafka acknowledges such an update before it is committed" : "");
        }
        Proof first = change.firstProof().get();
        OptionalLong ms = change.pendingMs();
        String others = change.proofs().stream().skip(1).map(Proof::kind).filter(kind -> kind != first.kind()).distinct().map(Enum::name)
            .collect(Collectors.joining(", "));
        return "in transition up to offset " + change.pendingTo().orElse(change.offset()) + (ms.isPresent() ? " (" + ProofText.seconds(ms.getAsLong()) + ")" : "")
            + ", where " + first.kind() + " proves that " + ProofText.proves(first.kind()) + ": " + ProofText.shownBy(first)
            + (others.isEmpty() ? "" : "; also " + others);
    }

    /** Whether a voter was updated in place, which UpdateRaftVoter does. */
    private static boolean isUpdate(Transition change) {
        return change.change() instanceof Transition.Voters voters && !voters.formatted() && voters.difference()
            .map(d -> !d.isEmpty() && d.added().isEmpty() && d.removed().isEmpty() && d.replaced().isEmpty()).orElse(false);
    }

    // ---- what changed ----

    /** From what to what, a clause. */
    static String what(Transition.Change change) {
        if (change instanceof Transition.KRaftVersion level) {
            String before = level.before().isEmpty() ? "" : level.before().getAsInt() != level.after() ? " after " + level.before().getAsInt()
                : level.formatted() ? ", as formatted" : ", as before";
            return "kraft.version " + level.after() + before;
        }
        Transition.Voters voters = (Transition.Voters) change;
        String set = "voters " + Words.ids(voters.after());
        if (voters.difference().isPresent()) {
            String difference = voters.difference().get().text();
            return set + ": " + (!voters.formatted() ? difference : voters.difference().get().isEmpty() ? "the first recorded set, as formatted"
                : "the first recorded set, against the formatted one: " + difference);
        }
        if (!voters.fixed().isEmpty()) {
            return set + ": the first recorded set, of what was the static quorum "
                + voters.fixed().stream().map(String::valueOf).collect(Collectors.joining(", "));
        }
        return set + (voters.knownFirst() ? ": the first recorded set" : ": what was in force before is not known");
    }

    // ---- what --stopped would decide ----

    /** What would be decided too if all nodes were known to be stopped. */
    static void stopped(Page page, int indent, StoppedAnswer answer) {
        List<String> lines = stopped(answer);
        for (int i = 0; i < lines.size(); i++) {
            page.line(i == 0 ? indent : indent + 4, i == 0 ? indent + 4 : indent + 8, lines.get(i));
        }
    }

    /** The same in lines, the first of them about all. */
    static List<String> stopped(StoppedAnswer answer) {
        List<String> lines = new ArrayList<>();
        lines.add("--stopped would decide more: if every node was stopped when it was copied, say so, and "
            + (answer.provenEndThen() > answer.provenEnd() ? "everything below offset " + answer.provenEndThen() + " is proven in place of "
                + answer.provenEnd() : "the status of records changes"));
        answer.decided().forEach(change -> lines.add("the change at offset " + change.offset() + " (" + what(change.change())
            + ") is then " + change.status() + (change.proofs().isEmpty() ? "" : " by "
            + change.proofs().stream().map(Proof::kind).distinct().map(Enum::name).collect(Collectors.joining(", ")))));
        return lines;
    }
}
