package kraftaudit.gui;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Severity;
import kraftaudit.audit.Transition;
import kraftaudit.audit.Transitions;
import kraftaudit.audit.VoterDifference;
import kraftaudit.audit.report.Phrases;
import kraftaudit.audit.timeline.Filter;
import kraftaudit.audit.timeline.FindingItems;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.audit.timeline.Session;
import kraftaudit.replay.Status;

/** A line of the list that one sees first. */
sealed interface Entry {
    /** What the lines below it are. */
    record Heading(String text) implements Entry {
    }

    /** @param item its mark on the timeline; empty for a finding about several clusters */
    record Found(Finding finding, Optional<Item> item) implements Entry {
    }

    /** A change of the voters or of kraft.version. */
    record Changed(Transition change) implements Entry {
    }

    /** What the person wrote. */
    record Noted(Session.Note note) implements Entry {
    }

    /** What could not be decided. */
    record Doubt(String text) implements Entry {
    }

    /** The lines for a cluster, the gravest section first, as the filter leaves them. */
    static List<Entry> of(AuditReport whole, Sight sight) {
        Filter filter = sight.filter().get();
        List<Entry> found = found(whole, sight, filter);
        List<Transition> changes = Transitions.of(sight.report().cluster()).stream()
            .filter(c -> filter.statuses().contains(c.status()) && !isAbout(c, filter.without())).toList();
        List<Entry> changed = Stream.concat(changes.stream().filter(c -> c.status() == Status.LOST), changes.stream().filter(c -> c.status() != Status.LOST))
            .<Entry>map(Changed::new).toList();
        boolean grave = found.stream().anyMatch(f -> f instanceof Found one && one.finding().severity() != Severity.NOTE);
        boolean lost = changes.stream().anyMatch(c -> c.status() == Status.LOST);
        List<Entry> entries = new ArrayList<>();
        section(entries, "Notes of yours", sight.notes().stream().<Entry>map(Noted::new).toList(), "");
        // A lost change outweighs notes, and anything broken outweighs it.
        if (lost && !grave) {
            section(entries, "Voter changes", changed, "");
        }
        section(entries, "Findings", found, filter.equals(Filter.ALL) ? "nothing broken" : "none that the filter lets through");
        if (!lost || grave) {
            section(entries, "Voter changes", changed, "");
        }
        List<String> doubts = new ArrayList<>(Phrases.undecided(sight.report().outcomes()));
        doubts.addAll(Phrases.undecided(whole.shared()));
        section(entries, "What could not be decided", doubts.stream().<Entry>map(Doubt::new).toList(), "");
        return entries;
    }

    private static List<Entry> found(AuditReport whole, Sight sight, Filter filter) {
        List<Finding> findings = sight.report().findings();
        List<Item> items = FindingItems.of(sight.report());
        List<Entry> found = new ArrayList<>();
        for (int i = 0; i < findings.size(); i++) {
            if (filter.test(items.get(i))) {
                found.add(new Found(findings.get(i), Optional.of(items.get(i))));
            }
        }
        whole.sharedFindings().stream().filter(f -> filter.severities().contains(Kind.valueOf(f.severity().name())))
            .forEach(f -> found.add(new Found(f, Optional.empty())));
        return found;
    }

    /** Whether a change is about these voters and no other. */
    private static boolean isAbout(Transition change, Set<Integer> voters) {
        if (voters.isEmpty() || !(change.change() instanceof Transition.Voters set)) {
            return false;
        }
        Set<Integer> touched = set.difference().map(Entry::touched).orElse(Set.of());
        return !touched.isEmpty() && voters.containsAll(touched);
    }

    private static Set<Integer> touched(VoterDifference difference) {
        return Stream.concat(Stream.of(difference.added(), difference.removed()).flatMap(List::stream),
                Stream.of(difference.replaced(), difference.endpoints(), difference.ranges()).flatMap(List::stream).map(VoterDifference.Change::after))
            .map(voter -> voter.id()).collect(Collectors.toSet());
    }

    private static void section(List<Entry> entries, String heading, List<Entry> section, String empty) {
        if (!section.isEmpty() || !empty.isEmpty()) {
            entries.add(new Heading(heading));
            entries.addAll(section);
            if (section.isEmpty()) {
                entries.add(new Doubt(empty));
            }
        }
    }
}
