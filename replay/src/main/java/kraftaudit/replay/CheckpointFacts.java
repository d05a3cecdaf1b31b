package kraftaudit.replay;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.CheckpointId;
import kraftaudit.reader.Scan;

/**
 * One checkpoint file of one copy.
 *
 * @param replica      name of the copy
 * @param scan         empty for {@code .part} and {@code .deleted}, whose names alone are used
 * @param usable       whether header and footer frame it and nothing in it is damaged, so that its content counts
 * @param whyNot       why it is not usable
 * @param timestamp    of the last contained record, by its header; -1 is none
 * @param kraftVersion recorded level
 * @param voters       recorded set
 * @param features     levels by name
 * @param clusterIds   values of ClusterIdRecords, in the order of the file
 */
public record CheckpointFacts(String replica, CheckpointId id, CapturedFile file, Optional<Scan> scan, boolean usable, String whyNot,
                              long timestamp, OptionalInt kraftVersion, Optional<VoterSet> voters, Map<String, Integer> features,
                              List<String> clusterIds) {
    public CheckpointFacts {
        features = new TreeMap<>(features);
        clusterIds = List.copyOf(clusterIds);
    }
}
