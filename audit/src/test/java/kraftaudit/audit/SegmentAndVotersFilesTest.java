package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that a copy left empty, and static voters that files name differently. */
class SegmentAndVotersFilesTest {
    @Test
    void anEmptySegmentBesideKnownEpochsIsAFinding(@TempDir Path folder) throws Exception {
        NodeDirectory node = NodeDirectory.read(Samples.folder("static-3.9").resolve("node2")).file(Auditing.SEGMENT, new byte[0]);
        Finding finding = Auditing.finding(Auditing.audit(folder, Auditing.DEFAULT, node), "F13");
        assertEquals(Severity.IRREGULAR, finding.severity());
        assertTrue(finding.found().startsWith("0 bytes"), finding.found());
        assertEquals(Auditing.SEGMENT, finding.where().place().orElseThrow().file());
    }

    @Test
    void anEmptySegmentBehindADownloadedCheckpointIsSound(@TempDir Path folder) throws Exception {
        NodeDirectory node = NodeDirectory.read(Samples.folder("snapshots").resolve("node1"));
        byte[] checkpoint = node.bytes("__cluster_metadata-0/00000000000000000463-0000000001.checkpoint");
        NodeDirectory downloaded = new NodeDirectory().file("meta.properties", node.bytes("meta.properties"))
            .checkpoint(700, 2, checkpoint).segment(700, new byte[0]);
        assertEquals("held", Auditing.word(Auditing.audit(folder, Auditing.DEFAULT, downloaded), "F13"));
    }

    @Test
    void staticVotersThatDisagreeAreAFinding(@TempDir Path folder) throws Exception {
        for (int id = 1; id <= 3; id++) {
            NodeDirectory node = NodeDirectory.read(Samples.folder("static-3.9").resolve("node" + id));
            (id == 1 ? node.staticQuorumState(2, 7, List.of(1, 2, 4)) : node).write(folder.resolve("node" + id));
        }
        AuditReport report = Auditing.audit(folder, Auditing.DEFAULT);
        assertEquals("[1, 2, 4] on node1; [1, 2, 3] on node2, node3", Auditing.finding(report, "I08").found());
        assertTrue(report.clusters().get(0).cluster().main().orElseThrow().spans().get(0).voters().isEmpty(), "nobody guesses whose list is right");
    }
}
