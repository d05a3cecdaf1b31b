package kraftaudit.replay;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The committed voters for a range of high watermarks on one branch.
 *
 * @param from         first high watermark, inclusive
 * @param to           last high watermark, inclusive
 * @param source       where the set is known from
 * @param status       commit status of the record that begins the span; empty for STATIC and UNKNOWN
 * @param proofs       kinds that show the status, strongest first
 * @param voters       the set; empty where unknown. A static set has voters without directory id and endpoints
 * @param record       the record or checkpoint that begins the span; for STATIC the file that lists the voters
 * @param kraftVersion level in force; empty where unknown
 * @param replicas     names of the copies that hold the beginning of the span
 * @param why          for UNKNOWN and STATIC: one clause without a full stop
 */
public record VoterSpan(long from, long to, VoterSource source, Optional<Status> status, List<ProofKind> proofs,
                        Optional<VoterSet> voters, Optional<Cause> record, OptionalInt kraftVersion, List<String> replicas,
                        String why) {
    public VoterSpan {
        proofs = List.copyOf(proofs);
        replicas = List.copyOf(replicas);
    }
}
