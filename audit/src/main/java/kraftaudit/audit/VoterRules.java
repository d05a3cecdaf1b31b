package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.List;
import java.util.Set;

/** V: voters and kraft.version. */
final class VoterRules {
    static final List<Rule> ROWS = List.of(
        new Rule("V01", "No two voters of a set share a node id or a directory id", VIOLATION, Set.of(), List.of(),
            (Check.OnCluster) VoterSetRules::unique),
        new Rule("V02", "Every voter has a directory id", IRREGULAR, Set.of(), List.of(), (Check.OnCluster) VoterSetRules::directoryIds),
        new Rule("V03", "A voter set is never empty", VIOLATION, Set.of(), List.of(), (Check.OnCluster) VoterSetRules::notEmpty),
        new Rule("V04", "One voter is added, removed or updated at a time", IRREGULAR, Set.of(Need.VOTERS), List.of("V16", "V17"),
            (Check.OnCluster) VoterChangeRules::oneStep),
        new Rule("V05", "Majorities of neighbouring voter sets overlap", VIOLATION, Set.of(Need.VOTERS), List.of("V17"),
            (Check.OnCluster) VoterChangeRules::overlap),
        new Rule("V06", "kraft.version is recorded as a control record alone", IRREGULAR, Set.of(Need.LOG), List.of(),
            (Check.OnCluster) KraftVersionRules::noFeature),
        new Rule("V07", "Every registered controller is a voter", NOTE, Set.of(Need.VOTERS), List.of(),
            (Check.OnCluster) RegistrationRules::controllersVote),
        new Rule("V08", "Voters and kraft.version 1 are recorded together", IRREGULAR, Set.of(), List.of("V09"), (Check.OnCluster) KraftVersionRules::together),
        new Rule("V09", "kraft.version is a known level and never goes down", IRREGULAR, Set.of(), List.of(), (Check.OnCluster) KraftVersionRules::known),
        new Rule("V10", "No voter change was lost", NOTE, Set.of(Need.VOTERS), List.of("R01", "R02"), (Check.OnCluster) VoterChangeRules::notLost),
        new Rule("V11", "Every voter has an endpoint on the common listener", IRREGULAR, Set.of(Need.VOTERS), List.of(),
            (Check.OnCluster) VoterSetRules::commonListener),
        new Rule("V12", "No endpoint of a voter has a wildcard host or port 0", IRREGULAR, Set.of(), List.of(), (Check.OnCluster) VoterSetRules::reachable),
        new Rule("V13", "No two voters share an address", IRREGULAR, Set.of(), List.of("V01"), (Check.OnCluster) VoterSetRules::ownAddress),
        new Rule("V14", "Every voter supports the kraft.version in force", VIOLATION, Set.of(), List.of("V08", "V09"),
            (Check.OnCluster) KraftVersionRules::supported),
        new Rule("V15", "No voter id is negative", IRREGULAR, Set.of(), List.of(), (Check.OnCluster) VoterSetRules::ids),
        new Rule("V16", "A voter change comes only after the one before it was committed", IRREGULAR, Set.of(Need.VOTERS), List.of(),
            (Check.OnCluster) VoterChangeRules::afterTheLast),
        new Rule("V17", "The first batch of an epoch changes no voter entry but the leader's own", VIOLATION, Set.of(Need.VOTERS), List.of(),
            (Check.OnCluster) VoterChangeRules::firstBatch),
        new Rule("V18", "No voter that was removed is added again", NOTE, Set.of(Need.VOTERS), List.of("V04"), (Check.OnCluster) VoterChangeRules::notAgain),
        new Rule("V19", "Voters are registered with the endpoints that are recorded for them", NOTE, Set.of(Need.VOTERS), List.of(),
            (Check.OnCluster) RegistrationRules::endpoints),
        new Rule("V20", "Every registered node supports the levels in force, and none less than the others", IRREGULAR, Set.of(Need.LOG), List.of(),
            (Check.OnCluster) RegistrationRules::levels),
        new Rule("V21", "Every voter has registered as a controller", NOTE, Set.of(Need.LOG), List.of(), (Check.OnCluster) RegistrationRules::votersRegistered));

    private VoterRules() {
    }
}
