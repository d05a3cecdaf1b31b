package kraftaudit.replay;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kraftaudit.reader.Event;

/**
 * What the records of one lineage add up to. All steps are over log offsets and tell the <em>appended</em> state: ask at
 * {@code h - 1} for the state at high watermark h.
 *
 * @param voters       VotersRecords; known and empty before the first
 * @param kraftVersion KRaftVersionRecords; known and empty means 0
 * @param features     FeatureLevelRecords by feature name, transactions applied; level 0 is a removed feature
 * @param clusterId    ClusterIdRecords of the profile, transactions applied
 * @param transactions in the order of their begin
 * @param events       every event of the lineage in the order of offsets, once each
 */
public record LogState(Steps<VoterSet> voters, Steps<Integer> kraftVersion, SortedMap<String, Steps<Integer>> features,
                       Steps<String> clusterId, List<Transaction> transactions, List<Sourced> events) {
    public static final String METADATA_VERSION = "metadata.version";

    public LogState {
        features = new TreeMap<>(features);
        transactions = List.copyOf(transactions);
        events = List.copyOf(events);
    }

    /** An event and the name of the copy it was read from. */
    public record Sourced(Event event, String replica) {
    }
}
