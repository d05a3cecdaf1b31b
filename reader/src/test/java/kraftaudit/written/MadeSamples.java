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

    private MadeSamples() {
    }

    /** Every sample: its name, and its log directories by folder name. */
    public static SortedMap<String, SortedMap<String, NodeDirectory>> all() {
        SortedMap<String, SortedMap<String, NodeDirectory>> all = new TreeMap<>();
        all.put("at-format", one(node(born("at-format") + "begin + mv 34 + " + CID + " + end; noop 4")
                .checkpoint(0, 0, Checkpoints.of(0, WrittenLog.START - 1000,
                        List.of(Control.header(WrittenLog.START - 1000), Control.kraftVersion(1), Control.voters(voter("at-format"))),
                        List.of(DataValues.metadataVersion(34), DataValues.clusterId(30, ID))))));
        all.put("at-upgrade", one(node(at33("at-upgrade") + "mv 34 + " + CID + "; noop 3")));
        all.put("later-batch", one(node(at33("later-batch") + "mv 34; noop 2; " + CID + "; noop 3")));
        all.put("never", one(node(at33("never") + "mv 34; noop 3")));
        all.put("repeated", one(node(at33("repeated") + "mv 34 + " + CID + "; noop; " + CID + "; noop 2")));
        all.put("two-different-ids", one(node(at33("two-different-ids") + "mv 34 + " + CID + "; noop; cid 30 " + OTHER_ID + "; noop 2")));
        all.put("aborted", one(node(at33("aborted") + "begin + mv 34 + " + CID + "; noop; abort; noop 2")));
        all.put("open", one(node(at33("open") + "begin + mv 34 + " + CID + "; noop 2")));
        all.put("dropped", dropped());
        all.put("other-in-meta-properties", one(WrittenLog.of(at33("other-in-meta-properties") + "mv 34 + " + CID + "; noop 3")
                .node(OTHER_ID, 1, 1)));
        all.put("missing-in-checkpoint", one(node(at33("missing-in-checkpoint") + "mv 34 + " + CID + "; noop 3")
                .checkpoint(7, 1, checkpoint("missing-in-checkpoint", 6, 33))
                .checkpoint(12, 1, checkpoint("missing-in-checkpoint", 11, 34))));
        all.put("before-its-level", one(node(at33("before-its-level") + CID + "; noop 3")));
        return Collections.unmodifiableSortedMap(all);
    }

    /** Offsets 0 to 2: the one voter's host is the sample's name, so that no two samples could be of one cluster. */
    private static String born(String sample) {
        return "lead 1 + kraft 1 + voters 1@" + sample + ".example:9093; ";
    }

    /** Offsets 0 to 7, a level below the profile's. */
    private static String at33(String sample) {
        return born(sample) + "begin + mv 33 + end; noop 2; ";
    }

    private static WrittenVoter voter(String sample) {
        return WrittenVoter.of(1).at("CONTROLLER://" + sample + ".example:9093");
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

    private static NodeDirectory node(String statements) {
        return WrittenLog.of(statements).node(ID, 1, 1);
    }

    private static SortedMap<String, NodeDirectory> one(NodeDirectory directory) {
        return new TreeMap<>(Map.of("node1", directory));
    }

    private static byte[] checkpoint(String sample, long lastContained, int level) {
        long time = WrittenLog.timestamp(lastContained);
        return Checkpoints.dynamic(1, time, time + 10, List.of(voter(sample)), DataValues.metadataVersion(level));
    }
}
