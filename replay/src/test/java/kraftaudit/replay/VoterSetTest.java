package kraftaudit.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.Endpoint;
import kraftaudit.reader.VersionRange;
import kraftaudit.reader.Voter;
import org.junit.jupiter.api.Test;

class VoterSetTest {
    private static Voter voter(int id, long directory) {
        return new Voter(id, new DirectoryId(7, directory), List.of(new Endpoint("CONTROLLER", "h" + id, 9093)), new VersionRange(0, 1));
    }

    private static VoterSet ofBits(int bits) {
        List<Voter> voters = new ArrayList<>();
        for (int id = 0; id < 7; id++) {
            if ((bits & 1 << id) != 0) {
                voters.add(voter(id, id + 1));
            }
        }
        return new VoterSet(voters);
    }

    /** Every pair of smallest majorities, by counting bits alone. */
    private static boolean overlapByBruteForce(int one, int other) {
        for (int a = one; a > 0; a = (a - 1) & one) {
            if (Integer.bitCount(a) != Integer.bitCount(one) / 2 + 1) {
                continue;
            }
            for (int b = other; b > 0; b = (b - 1) & other) {
                if (Integer.bitCount(b) == Integer.bitCount(other) / 2 + 1 && (a & b) == 0) {
                    return false;
                }
            }
        }
        return true;
    }

    @Test
    void majoritiesOverlapExactlyWhenNoTwoOfThemAreDisjoint() {
        for (int one = 1; one < 128; one++) {
            for (int other = 1; other < 128; other++) {
                assertEquals(overlapByBruteForce(one, other), ofBits(one).majoritiesOverlap(ofBits(other)),
                    ofBits(one).ids() + " to " + ofBits(other).ids());
            }
        }
    }

    @Test
    void oneStepIsOneVoterAddedRemovedOrUpdated() {
        VoterSet three = ofBits(0b0000111);
        assertTrue(three.changeTo(ofBits(0b0001111)).isOneStep());
        assertTrue(three.changeTo(ofBits(0b0000011)).isOneStep());
        assertFalse(three.changeTo(three).isOneStep());
        assertFalse(three.changeTo(ofBits(0b0001011)).isOneStep(), "3 for 4 is a removal and an addition");
        VoterSet moved = new VoterSet(List.of(voter(0, 1), voter(1, 2),
            new Voter(2, new DirectoryId(7, 3), List.of(new Endpoint("CONTROLLER", "elsewhere", 9093)), new VersionRange(0, 1))));
        VoterChange update = three.changeTo(moved);
        assertTrue(update.isOneStep());
        assertTrue(update.keepsMembers());
        VoterSet wiped = new VoterSet(List.of(voter(0, 1), voter(1, 2), voter(2, 99)));
        VoterChange replaced = three.changeTo(wiped);
        assertEquals(2, replaced.steps(), "a new directory id is another voter");
        assertFalse(three.majoritiesOverlap(wiped), "{0, 2 old} and {1, 2 new} share nobody");
    }

    @Test
    void aMajorityCountsIdsOnce() {
        assertEquals(1, new VoterSet(List.of()).majority());
        assertEquals(2, new VoterSet(List.of(voter(1, 1), voter(2, 2))).majority());
        assertEquals(2, new VoterSet(List.of(voter(1, 1), voter(1, 9), voter(2, 2), voter(3, 3))).majority());
    }

    @Test
    void aZeroDirectoryIdIsMatchedByNodeIdAlone() {
        Voter unnamed = new Voter(1, DirectoryId.ZERO, List.of(), new VersionRange(0, 1));
        assertTrue(unnamed.sameVoter(voter(1, 5)));
        assertFalse(unnamed.sameVoter(voter(2, 5)));
        assertFalse(voter(1, 5).sameVoter(voter(1, 6)));
    }
}
