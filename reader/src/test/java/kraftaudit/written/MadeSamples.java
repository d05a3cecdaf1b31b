package kraftaudit.written;

import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The samples of KIP-1262 in {@code samples/made}: no released Kafka writes a ClusterIdRecord, so these are made, with the
 * key and the level of the built-in profile.
 */
public final class MadeSamples {
    private static final String ID = "kRaftAuditSampleClust0";
    private static final String OTHER_ID = "kRaftAuditSampleClust1";
    private static final String CID = "cid 30 " + ID;
    /** Offsets 0 to 7, one voter, a level below the profile's. */
    private static final String START = "lead 1 + kraft 1 + voters 1; begin + mv 33 + end; noop 2; ";

    private MadeSamples() {
    }

    /** Every sample: its name, and its log directories by folder name. */
    public static SortedMap<String, SortedMap<String, NodeDirectory>> all() {
        SortedMap<String, SortedMap<String, NodeDirectory>> all = new TreeMap<>();
        all.put("at-format", one(alone("lead 1 + kraft 1 + voters 1; begin + mv 34 + " + CID + " + end; noop 4")
                .checkpoint(0, 0, Checkpoints.of(0, WrittenLog.START - 1000,
                        List.of(Control.header(WrittenLog.START - 1000), Control.kraftVersion(1), Control.voters(WrittenVoter.of(1))),
                        List.of(DataValues.metadataVersion(34), DataValues.clusterId(30, ID))))));
        all.put("at-upgrade", one(alone(START + "mv 34 + " + CID + "; noop 3")));
        all.put("later-batch", one(alone(START + "mv 34; noop 2; " + CID + "; noop 3")));
        all.put("never", one(alone(START + "mv 34; noop 3")));
        all.put("repeated", one(alone(START + "mv 34 + " + CID + "; noop; " + CID + "; noop 2")));
        all.put("conflicting", one(alone(START + "mv 34 + " + CID + "; noop; cid 30 " + OTHER_ID + "; noop 2")));
        all.put("aborted", one(alone(START + "begin + mv 34 + " + CID + "; noop; abort; noop 2")));
        all.put("open", one(alone(START + "begin + mv 34 + " + CID + "; noop 2")));
        all.put("dropped", dropped());
        all.put("other-in-meta-properties", one(WrittenLog.of(START + "mv 34 + " + CID + "; noop 3").node(OTHER_ID, 1, 1)));
        all.put("missing-in-checkpoint", one(alone(START + "mv 34 + " + CID + "; noop 3")
                .checkpoint(7, 1, checkpoint(6, 33)).checkpoint(12, 1, checkpoint(11, 34))));
        all.put("premature", one(alone(START + CID + "; noop 3")));
        return Collections.unmodifiableSortedMap(all);
    }

    /** The leader that closed the transaction lost the log's tail; its successor aborts what it finds open. */
    private static SortedMap<String, NodeDirectory> dropped() {
        WrittenLog shared = WrittenLog.of("static 1 2 3; lead 1 by 1 2 + kraft 1 + voters 1 2 3; begin + mv 33 + end; noop 2; "
                + "begin + mv 34 + " + CID);
        WrittenLog dead = shared.then("end; noop");
        WrittenLog successor = shared.then("lead 2 by 2 3; hex "
                + HexFormat.of().formatHex(DataValues.abort("Controller failover")) + "; noop 2");
        return new TreeMap<>(Map.of("node1", dead.node(ID, 1, 1), "node2", successor.node(ID, 2, 2),
                "node3", successor.node(ID, 3, 2)));
    }

    private static NodeDirectory alone(String statements) {
        return WrittenLog.of(statements).node(ID, 1, 1);
    }

    private static SortedMap<String, NodeDirectory> one(NodeDirectory directory) {
        return new TreeMap<>(Map.of("node1", directory));
    }

    private static byte[] checkpoint(long lastContained, int level) {
        long time = WrittenLog.timestamp(lastContained);
        return Checkpoints.dynamic(1, time, time + 10, List.of(WrittenVoter.of(1)), DataValues.metadataVersion(level));
    }
}
