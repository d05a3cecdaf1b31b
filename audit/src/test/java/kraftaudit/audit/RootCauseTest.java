package kraftaudit.audit;

import static kraftaudit.audit.Auditing.DEFAULT;
import static kraftaudit.audit.Auditing.message;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.Damaging;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What was done to a real directory is the first thing that the report says of it. */
class RootCauseTest {
    private static final String LOG = "__cluster_metadata-0/";

    @TempDir
    private Path folder;

    /** Segments 0, 167, 362 and 469, nine checkpoints, one epoch. */
    private static NodeDirectory node() {
        return NodeDirectory.read(Samples.folder("snapshots").resolve("node1"));
    }

    private static UnaryOperator<NodeDirectory> edit(long segment, UnaryOperator<byte[]> edit) {
        String name = LOG + NodeFiles.segmentName(segment);
        return node -> node.file(name, edit.apply(node.bytes(name)));
    }

    private static byte[] half(byte[] bytes) {
        return Damaging.cut(bytes, bytes.length / 2 + 7);
    }

    /** Turns the epoch of the fourth batch, which no checksum covers. */
    private static byte[] epochTurned(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int at = 0;
        for (int i = 0; i < 3; i++) {
            at += 12 + buffer.getInt(at + 8);
        }
        return Damaging.set(bytes, at + 15, 0);
    }

    static Stream<Arguments> damages() {
        return Stream.of(
            Arguments.of("F05", "a segment is cut", edit(362, RootCauseTest::half)),
            Arguments.of("F05", "the log is cut, and later segments are gone", (UnaryOperator<NodeDirectory>) n ->
                edit(362, RootCauseTest::half).apply(n.without(LOG + NodeFiles.segmentName(469)))),
            Arguments.of("F03", "a bit is turned", edit(167, bytes -> Damaging.flip(bytes, 500, 4))),
            Arguments.of("F04", "a length is overwritten", edit(167, bytes -> Damaging.edit(bytes, b -> b.putInt(8, -5)))),
            Arguments.of("F06", "a segment is zeros", edit(362, bytes -> new byte[bytes.length])),
            Arguments.of("O01", "a segment is gone", (UnaryOperator<NodeDirectory>) n -> n.without(LOG + NodeFiles.segmentName(362))),
            Arguments.of("F13", "a segment is empty", edit(362, bytes -> new byte[0])),
            Arguments.of("E01", "an epoch is turned", edit(167, RootCauseTest::epochTurned)),
            Arguments.of("C02", "a checkpoint is cut", (UnaryOperator<NodeDirectory>) n ->
                n.file(LOG + Checkpoints.name(463, 1), half(n.bytes(LOG + Checkpoints.name(463, 1))))),
            Arguments.of("C01", "the first segments are gone", (UnaryOperator<NodeDirectory>) n ->
                n.without(LOG + NodeFiles.segmentName(0)).without(LOG + NodeFiles.segmentName(167)).without(LOG + NodeFiles.segmentName(362))),
            Arguments.of("I02", "quorum-state is zeros", (UnaryOperator<NodeDirectory>) n -> n.inLog("quorum-state", new byte[100])),
            Arguments.of("I05", "meta.properties is gone", (UnaryOperator<NodeDirectory>) n -> n.without("meta.properties")));
    }

    @ParameterizedTest(name = "{1}: {0}")
    @MethodSource("damages")
    void theFirstFinding(String rule, String what, UnaryOperator<NodeDirectory> damage) throws Exception {
        AuditReport report = Auditing.audit(folder, DEFAULT, damage.apply(node()));
        List<String> findings = report.findings().stream().map(f -> f.severity() + " " + f.ruleId() + " " + message(f)).toList();
        assertFalse(findings.isEmpty(), what);
        assertEquals(rule, report.findings().get(0).ruleId(), findings::toString);
        assertFalse(report.hasDefect());
    }

    /** One place of damage makes few findings, whatever lies behind it. */
    @ParameterizedTest(name = "{1}: {0}")
    @MethodSource("damages")
    void fewFindings(String rule, String what, UnaryOperator<NodeDirectory> damage) throws Exception {
        List<Finding> findings = Auditing.audit(folder, DEFAULT, damage.apply(node())).findings();
        assertTrue(findings.size() <= 12, () -> what + " " + findings.stream().map(f -> f.ruleId() + " " + message(f)).toList());
    }

    /** A torn end does not stand before a gap that has nothing to do with it. */
    @Test
    void whatComesLaterExplainsNothing() throws Exception {
        NodeDirectory node = edit(469, bytes -> Damaging.cut(bytes, bytes.length - 5)).apply(node().without(LOG + NodeFiles.segmentName(362)));
        List<Finding> findings = Auditing.audit(folder, DEFAULT, node).findings();
        assertEquals("O01", findings.get(0).ruleId(), findings::toString);
    }
}
