package kraftaudit.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import kraftaudit.reader.Voter;
import kraftaudit.replay.VoterChange;
import kraftaudit.replay.VoterSet;

/**
 * What a voters record changed. A voter is in one list at most, but for one whose endpoints and version range both changed.
 *
 * @param added     voters whose node id is new
 * @param removed   voters whose node id is gone
 * @param replaced  node ids that came back with another directory id
 * @param endpoints voters whose endpoints alone, or among others, changed
 * @param ranges    voters whose kraft.version range changed
 */
public record VoterDifference(List<Voter> added, List<Voter> removed, List<Change> replaced, List<Change> endpoints,
                              List<Change> ranges) {
    public VoterDifference {
        added = List.copyOf(added);
        removed = List.copyOf(removed);
        replaced = List.copyOf(replaced);
        endpoints = List.copyOf(endpoints);
        ranges = List.copyOf(ranges);
    }

    /** One node id in both sets. */
    public record Change(Voter before, Voter after) {
    }

    /** The difference between two sets. */
    public static VoterDifference between(VoterSet before, VoterSet after) {
        VoterChange change = before.changeTo(after);
        List<Voter> added = new ArrayList<>();
        List<Voter> removed = new ArrayList<>(change.removed());
        List<Change> replaced = new ArrayList<>();
        for (Voter voter : change.added()) {
            Optional<Voter> old = removed.stream().filter(r -> r.id() == voter.id()).findFirst();
            old.ifPresentOrElse(r -> replaced.add(new Change(r, voter)), () -> added.add(voter));
            old.ifPresent(removed::remove);
        }
        List<Change> endpoints = new ArrayList<>();
        List<Change> ranges = new ArrayList<>();
        for (Voter voter : change.updated()) {
            Voter old = before.voters().stream().filter(voter::sameVoter).findFirst().orElseThrow();
            if (!old.endpoints().equals(voter.endpoints())) {
                endpoints.add(new Change(old, voter));
            }
            if (!old.kraftVersion().equals(voter.kraftVersion())) {
                ranges.add(new Change(old, voter));
            }
        }
        return new VoterDifference(added, removed, replaced, endpoints, ranges);
    }

    /** Whether nothing changed: a set written again as it was. */
    public boolean isEmpty() {
        return added.isEmpty() && removed.isEmpty() && replaced.isEmpty() && endpoints.isEmpty() && ranges.isEmpty();
    }

    /** Such as {@code adds 3, replaces the directory of 2 (A by B)}. */
    public String text() {
        List<String> parts = new ArrayList<>();
        if (!added.isEmpty()) {
            parts.add("adds " + ids(added));
        }
        if (!removed.isEmpty()) {
            parts.add("removes " + ids(removed));
        }
        replaced.forEach(c -> parts.add("replaces the directory of " + c.after().id() + " (" + c.before().directoryId() + " by "
            + c.after().directoryId() + ")"));
        endpoints.forEach(c -> parts.add("endpoint change of voter " + c.after().id() + " from " + endpoints(c.before()) + " to " + endpoints(c.after())));
        ranges.forEach(c -> parts.add("has " + c.after().id() + " support kraft.version " + c.after().kraftVersion() + " after "
            + c.before().kraftVersion()));
        return parts.isEmpty() ? "the same set again" : String.join(", ", parts);
    }

    private static String ids(List<Voter> voters) {
        return voters.stream().map(v -> Integer.toString(v.id())).collect(Collectors.joining(" and "));
    }

    private static String endpoints(Voter voter) {
        return voter.endpoints().isEmpty() ? "no endpoint" : voter.endpoints().stream().map(Object::toString).collect(Collectors.joining(" "));
    }
}
