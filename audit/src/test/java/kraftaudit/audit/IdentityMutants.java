package kraftaudit.audit;

import static kraftaudit.audit.VoterMutants.START;
import static kraftaudit.audit.WrittenCapture.ID;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kraftaudit.written.Batches;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.Uuid;

/** I: mutants. */
final class IdentityMutants {
    private static final String LOG = "__cluster_metadata-0/";
    private static final byte[] META = NodeFiles.metaProperties(ID, 1, Optional.of(WrittenVoter.directory(1, 1)));
    private static final byte[] QUORUM_STATE = NodeFiles.quorumStateV1(1, 1, -1, Optional.empty());

    static final List<Mutant> ALL = List.of(
        new Mutant("I01", "a key twice", sound(), WrittenCapture.of(node().file("meta.properties", Batches.join(META, NodeFiles.utf8("node.id=1\n"))))),
        new Mutant("I01", "node id 01", sound(), WrittenCapture.of(node().file("meta.properties",
            NodeFiles.utf8(text(META).replace("node.id=1", "node.id=01"))))),
        new Mutant("I02", "braces behind the value", sound(), WrittenCapture.of(node().inLog("quorum-state", Batches.join(QUORUM_STATE, NodeFiles.utf8("}}}"))))),
        new Mutant("I02", "cut off", sound(), WrittenCapture.of(node().inLog("quorum-state", NodeFiles.utf8("{\"leaderId\":1,\"leaderEp")))),
        new Mutant("I03", "another version", sound(), WrittenCapture.of(node().inLog("leader-epoch-checkpoint", NodeFiles.utf8("1\n1\n1 0\n")))),
        new Mutant("I04", "another topic", sound(), WrittenCapture.of(node().inLog("partition.metadata",
            NodeFiles.utf8("version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAg")))),
        new Mutant("I04", "no such file", sound(), WrittenCapture.of(node().without(LOG + "partition.metadata"))),
        new Mutant("I05", "no meta.properties", sound(), WrittenCapture.of(node().without("meta.properties"))),
        new Mutant("I06", "no quorum-state", sound(), WrittenCapture.of(node().without(LOG + "quorum-state"))),
        new Mutant("I07", "a cloned volume", cloned(2), cloned(1)),
        new Mutant("I08", "another list of voters", fixed(1, 2, 3), fixed(1, 2, 4)),
        new Mutant("I09", "another node id in the second directory", second(1, false), second(2, false)),
        new Mutant("I10", "a second directory was formatted too", second(1, false), second(1, true)),
        new Mutant("I11", "a new disk", sound(), WrittenCapture.of(node().identity(ID, 1, WrittenVoter.directory(1, 2)))),
        new Mutant("I12", "no JSON", stopped(NodeFiles.cleanShutdown(13)), stopped(NodeFiles.utf8("{"))));

    private IdentityMutants() {
    }

    private static String text(byte[] file) {
        return new String(file, StandardCharsets.UTF_8);
    }

    private static NodeDirectory node() {
        return WrittenCapture.node(WrittenLog.of(START), 1, 1);
    }

    private static WrittenCapture sound() {
        return WrittenCapture.of(node());
    }

    private static WrittenCapture stopped(byte[] mark) {
        return WrittenCapture.of(node().file(".kafka_cleanshutdown", mark));
    }

    private static NodeDirectory node(int id, Integer... voters) {
        return WrittenLog.of("static 1 2 3; lead 1; begin + mv 14 + end; noop 3").directory().identity(ID, id, WrittenVoter.directory(id, 1))
            .staticQuorumState(1, 1, List.of(voters));
    }

    /** Two nodes of a static quorum, the second with the directory id of node {@code of}. */
    private static WrittenCapture cloned(int of) {
        return WrittenCapture.of(node(1, 1, 2, 3), node(2, 1, 2, 3).identity(ID, 2, WrittenVoter.directory(of, 1)));
    }

    /** Two nodes of a static quorum, the second with these voters. */
    private static WrittenCapture fixed(Integer... voters) {
        return WrittenCapture.of(node(1, 1, 2, 3), node(2, voters));
    }

    /** A node with a second log directory, which may have been formatted as if it were to hold the metadata log. */
    private static WrittenCapture second(int nodeId, boolean formatted) {
        NodeDirectory second = new NodeDirectory().identity(ID, nodeId, new Uuid(9, 9));
        if (formatted) {
            second.inLog(Checkpoints.name(0, 0), WrittenCapture.zero(1, 2, 3));
        }
        return WrittenCapture.of(Map.of("disk-a", node(), "disk-b", second));
    }
}
