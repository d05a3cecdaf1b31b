package kraftaudit.audit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.reader.Voter;
import kraftaudit.replay.VoterSpan;

/**
 * Which copy is safest to recover from.
 *
 * @param ranking     best first, by (last epoch, log end offset) as a vote would compare them, voters first among equals
 * @param recommended name of the copy that loses least among those a quorum can go on from; empty where no copy holds anything
 * @param equals      names of copies that are as good
 * @param lastProven  committed voters at the proven end of the main branch; empty where nothing is proven
 * @param present     voters of that set with a copy here
 * @param missing     voters of that set without one
 * @param provenEnd   exclusive end of what is proven, be it by a checkpoint ahead of every log
 * @param rest        records that an observer holds beyond every voter's copy
 * @param voterless   whether no voters are known, so that every copy counts alike
 */
public record Recovery(List<Ranked> ranking, Optional<String> recommended, List<String> equals, Optional<VoterSpan> lastProven,
                       List<Voter> present, List<Voter> missing, long provenEnd, Optional<Rest> rest, boolean voterless) {
    public Recovery {
        ranking = List.copyOf(ranking);
        equals = List.copyOf(equals);
        present = List.copyOf(present);
        missing = List.copyOf(missing);
    }

    /** What a copy's node is to the quorum. */
    public enum Role {
        /** A voter of the last proven set. */
        VOTER,
        /** In some voters record of the capture, not in the last proven set. */
        OTHER_VOTER,
        /** In no voters record of the capture. */
        OBSERVER,
        /** No voters are known. */
        UNKNOWN
    }

    /**
     * One copy in the ranking.
     *
     * @param lastEpoch     of what a restart would keep of it; -1 where it holds nothing
     * @param endOffset     exclusive end of that
     * @param brokenAt      first offset that the log should hold and does not hold soundly: a restart drops everything from
     *                      there on
     * @param missingStart  first offset of the state it lacks below its log start, where no checkpoint of it covers that
     * @param provenFrom    first proven offset that it does not hold, where there is one
     * @param lacksProven   number of proven records that it does not hold
     * @param atLeast       whether that is the least number: no offset shows which of its records are those of the main branch
     * @param lacksUnproven number of unproven records of the main branch that it does not hold
     * @param deadFrom      first offset at which it leaves the main branch
     * @param dead          number of records it holds from there on
     * @param longerButOlder whether it is longer than the recommended copy and yet of a lower epoch: the wrong choice
     */
    public record Ranked(String copy, Role role, int lastEpoch, long endOffset, OptionalLong brokenAt, OptionalLong missingStart,
                         OptionalLong provenFrom, long lacksProven, boolean atLeast, long lacksUnproven, OptionalLong deadFrom, long dead,
                         boolean longerButOlder) {
        /** Whether it holds every proven record, or a checkpoint in their place. */
        public boolean holdsProven() {
            return lacksProven == 0 && missingStart.isEmpty();
        }
    }

    /**
     * What only observers hold.
     *
     * @param copies    names of the observers' copies, the one that goes furthest first
     * @param from      first offset that no voter's copy holds
     * @param to        exclusive end
     * @param epoch     last epoch
     * @param provenEnd exclusive end of what of it is proven, at most {@code to}
     */
    public record Rest(List<String> copies, long from, long to, OptionalInt epoch, long provenEnd) {
        public Rest {
            copies = List.copyOf(copies);
        }
    }

    /** Whether the voters of the last proven set that have a copy here are a majority of it. */
    public boolean majorityHere() {
        return lastProven.flatMap(VoterSpan::voters).map(set -> present.stream().map(Voter::id).distinct().count() >= set.majority()).orElse(false);
    }

    /** The recommended copy's row. */
    public Optional<Ranked> best() {
        return recommended.flatMap(name -> ranking.stream().filter(r -> r.copy().equals(name)).findFirst());
    }
}
