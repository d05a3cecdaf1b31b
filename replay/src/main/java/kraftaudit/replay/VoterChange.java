package kraftaudit.replay;

import java.util.List;
import kraftaudit.reader.Voter;

/**
 * The difference between two voter sets. A voter that came back with another directory id is removed and added.
 *
 * @param added   voters of the later set alone
 * @param removed voters of the earlier set alone
 * @param updated voters of both whose endpoints or version range changed, as the later set has them
 */
public record VoterChange(List<Voter> added, List<Voter> removed, List<Voter> updated) {
    public VoterChange {
        added = List.copyOf(added);
        removed = List.copyOf(removed);
        updated = List.copyOf(updated);
    }

    /** Number of voters added, removed or updated. */
    public int steps() {
        return added.size() + removed.size() + updated.size();
    }

    /** Whether one voter in all was added, removed or updated: what KIP-853 allows at a time. */
    public boolean isOneStep() {
        return steps() == 1;
    }

    /** Whether ids and directory ids stayed as they were. */
    public boolean keepsMembers() {
        return added.isEmpty() && removed.isEmpty();
    }
}
