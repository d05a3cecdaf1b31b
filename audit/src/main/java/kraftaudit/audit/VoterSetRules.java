package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.Endpoint;
import kraftaudit.reader.Voter;

/** V01 to V03, V11 to V13 and V15: what one recorded set says of its voters. */
final class VoterSetRules {
    private VoterSetRules() {
    }

    static void unique(ClusterInput input, Verdict verdict) {
        for (VoterSets.Recorded recorded : VoterSets.recorded(input)) {
            verdict.examined();
            Map<Integer, List<Voter>> byId = new LinkedHashMap<>();
            Map<DirectoryId, List<Voter>> byDirectory = new LinkedHashMap<>();
            for (Voter voter : recorded.set().voters()) {
                byId.computeIfAbsent(voter.id(), id -> new ArrayList<>()).add(voter);
                if (!voter.directoryId().isZero()) {
                    byDirectory.computeIfAbsent(voter.directoryId(), id -> new ArrayList<>()).add(voter);
                }
            }
            byId.values().stream().filter(same -> same.size() > 1).forEach(same ->
                verdict.broken(recorded.where(), "node id " + same.get(0).id(), "one voter; majorities count it once", VoterSets.shown(same)));
            byDirectory.values().stream().filter(same -> same.stream().map(Voter::id).distinct().count() > 1).forEach(same ->
                verdict.broken(recorded.where(), "directory id " + same.get(0).directoryId(), "one voter", VoterSets.shown(same)));
        }
    }

    static void directoryIds(ClusterInput input, Verdict verdict) {
        eachVoter(input, verdict, (recorded, voter) -> {
            if (voter.directoryId().isZero()) {
                verdict.broken(recorded.where(), "voter " + voter.id(), "a directory id", "no directory id; the voter is matched by node id alone");
            }
        });
    }

    static void notEmpty(ClusterInput input, Verdict verdict) {
        for (VoterSets.Recorded recorded : VoterSets.recorded(input)) {
            verdict.examined();
            if (recorded.set().voters().isEmpty()) {
                boolean committed = recorded.committed(input);
                verdict.broken(committed ? VIOLATION : IRREGULAR, recorded.where(), "voter set", "at least one voter",
                    "no voter, so no majority" + (committed ? ", and the record is committed" : ""));
            }
        }
    }

    static void ids(ClusterInput input, Verdict verdict) {
        eachVoter(input, verdict, (recorded, voter) -> {
            if (voter.id() < 0) {
                verdict.broken(recorded.where(), "voter " + voter.id(), "a node id of 0 or above", Integer.toString(voter.id()));
            }
        });
    }

    private interface OfVoter {
        void check(VoterSets.Recorded recorded, Voter voter);
    }

    private static void eachVoter(ClusterInput input, Verdict verdict, OfVoter check) {
        for (VoterSets.Recorded recorded : VoterSets.recorded(input)) {
            for (Voter voter : recorded.set().voters()) {
                verdict.examined();
                check.check(recorded, voter);
            }
        }
    }

    // ---- V11 to V13: endpoints ----

    /** The listener that all voters are expected to share, and why it is this one. */
    private record Listener(String name, String why) {
    }

    static void commonListener(ClusterInput input, Verdict verdict) {
        for (VoterSets.Recorded recorded : VoterSets.recorded(input)) {
            Optional<Listener> common = common(recorded);
            for (Voter voter : recorded.set().voters()) {
                verdict.examined();
                if (voter.endpoints().isEmpty()) {
                    verdict.broken(recorded.where(), "voter " + voter.id(), "an endpoint", "voter " + voter.id() + " has no endpoint");
                } else if (voter.endpoints().stream().noneMatch(e -> e.name().equals(common.orElseThrow().name()))) {
                    verdict.broken(recorded.where(), "voter " + voter.id(), "the listener " + common.orElseThrow().name() + ", " + common.orElseThrow().why(),
                        "voter " + voter.id() + " lacks " + common.orElseThrow().name() + ", it has "
                            + voter.endpoints().stream().map(Endpoint::name).distinct().collect(Collectors.joining(", ")));
                }
            }
        }
    }

    /** No record says which listener is the common one; the first of a voter's endpoints is the one that it prefers. */
    private static Optional<Listener> common(VoterSets.Recorded recorded) {
        OptionalInt writer = recorded.writer();
        Optional<Voter> leader = recorded.set().voters().stream()
            .filter(v -> writer.isPresent() && v.id() == writer.getAsInt() && !v.endpoints().isEmpty()).findFirst();
        if (leader.isPresent()) {
            return Optional.of(new Listener(leader.get().endpoints().get(0).name(), "as leader " + leader.get().id() + ", which wrote the record, has it"));
        }
        Map<String, Integer> counts = new LinkedHashMap<>();
        recorded.set().voters().stream().filter(v -> !v.endpoints().isEmpty()).forEach(v -> counts.merge(v.endpoints().get(0).name(), 1, Integer::sum));
        return counts.entrySet().stream().reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
            .map(most -> new Listener(most.getKey(), "the first listener of " + most.getValue() + " of " + recorded.set().voters().size() + " voters"));
    }

    static void reachable(ClusterInput input, Verdict verdict) {
        eachVoter(input, verdict, (recorded, voter) -> voter.endpoints().forEach(endpoint -> {
            if (isWildcard(endpoint.host())) {
                verdict.broken(recorded.where(), "voter " + voter.id(), "a host that others can connect to",
                    endpoint + (endpoint.host().isBlank() ? " has no host" : " has a wildcard host"));
            }
            if (endpoint.port() == 0) {
                verdict.broken(recorded.where(), "voter " + voter.id(), "a port from 1 to 65535", endpoint + " has port 0");
            }
        }));
    }

    /** The unspecified address in any spelling, {@code *}, or nothing. */
    private static boolean isWildcard(String host) {
        String bare = host.strip();
        if (!bare.isEmpty() && "0.:*[]%".indexOf(bare.charAt(0)) < 0) {
            return false;
        }
        String address = bare.toLowerCase(Locale.ROOT).replaceAll("%.*|[\\[\\]]", "").replaceFirst("^::ffff:", "");
        return address.matches("[0.:]*|\\*");
    }

    private record Address(String host, int port) {
        /** Written out: what a record makes of this at run time takes a short run milliseconds. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Address that && port == that.port && host.equals(that.host);
        }

        @Override
        public int hashCode() {
            return 31 * host.hashCode() + port;
        }
    }

    static void ownAddress(ClusterInput input, Verdict verdict) {
        for (VoterSets.Recorded recorded : VoterSets.recorded(input)) {
            Map<Address, SortedSet<Integer>> at = new LinkedHashMap<>();
            for (Voter voter : recorded.set().voters()) {
                verdict.examined();
                voter.endpoints().forEach(e -> at.computeIfAbsent(new Address(e.host().toLowerCase(Locale.ROOT), e.port()), a -> new TreeSet<>()).add(voter.id()));
            }
            at.forEach((address, ids) -> {
                if (ids.size() > 1) {
                    verdict.broken(recorded.where(), "address " + (address.host().indexOf(':') < 0 ? address.host() : "[" + address.host() + "]") + ":"
                        + address.port(), "one voter", "voters " + ids.stream().map(String::valueOf).collect(Collectors.joining(", ")));
                }
            });
        }
    }
}
