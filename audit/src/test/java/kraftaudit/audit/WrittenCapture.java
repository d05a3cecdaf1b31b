package kraftaudit.audit;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import kraftaudit.reader.Capture;
import kraftaudit.reader.CaptureFinder;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.Profile;
import kraftaudit.reader.Reader;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.Replay;
import kraftaudit.replay.ReplayOptions;
import kraftaudit.written.Batches;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.Control;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;

/**
 * A written capture: log directories by the name of their folder, what the person who audits them adds, and what happens to
 * its folder after its files were listed and before they are read. A value but for its directories, which
 * {@link NodeDirectory} lets be changed: make one afresh for each use.
 */
record WrittenCapture(SortedMap<String, NodeDirectory> nodes, Profile profile, ReplayOptions options, Consumer<Path> meanwhile) {
    /** Every cluster of {@link #node} has it. */
    static final String ID = "kRaftAuditSampleClust0";
    private static final AtomicInteger FOLDERS = new AtomicInteger();

    WrittenCapture {
        nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
    }

    /** Directories node1, node2 and so on. */
    static WrittenCapture of(NodeDirectory... directories) {
        SortedMap<String, NodeDirectory> nodes = new TreeMap<>();
        for (NodeDirectory directory : directories) {
            nodes.put("node" + (nodes.size() + 1), directory);
        }
        return of(nodes);
    }

    /** Directories by the names of their folders. */
    static WrittenCapture of(Map<String, NodeDirectory> nodes) {
        return new WrittenCapture(new TreeMap<>(nodes), Auditing.DEFAULT, ReplayOptions.NONE, folder -> { });
    }

    /** One node, node 1, of the log that the statements tell, with the zero checkpoint of {@link #zero}. */
    static WrittenCapture one(String statements) {
        return of(node(WrittenLog.of(statements), 1, 1));
    }

    /** Nodes 1, 2, 3 with one log; the last leader is {@code leader}. */
    static WrittenCapture three(String statements, int leader) {
        WrittenLog log = WrittenLog.of(statements);
        return of(node(log, 1, leader), node(log, 2, leader), node(log, 3, leader));
    }

    /** A node with its identity, a quorum-state of the log's last epoch, and a zero checkpoint of voters 1 to 3. */
    static NodeDirectory node(WrittenLog log, int id, int leader) {
        return log.node(ID, id, leader).checkpoint(0, 0, zero(1, 2, 3));
    }

    /** A zero checkpoint as Kafka 3.9 formats it: no metadata records. */
    static byte[] zero(Integer... voters) {
        return Checkpoints.dynamic(0, WrittenLog.START - 1000, WrittenLog.START - 1000, WrittenVoter.of(List.of(voters)));
    }

    /** A node's directory with batches behind its one segment. */
    static NodeDirectory appended(NodeDirectory node, byte[]... batches) {
        return node.file(Auditing.SEGMENT, Batches.join(node.bytes(Auditing.SEGMENT), Batches.join(batches)));
    }

    /** The statement of a voters record that the language of written logs has no words for. */
    static String voters(WrittenVoter... voters) {
        return "control 6 " + HexFormat.of().formatHex(Control.voters(voters).value());
    }

    /** The statement of a metadata record that the language of written logs has no words for. */
    static String record(byte[] value) {
        return "hex " + HexFormat.of().formatHex(value);
    }

    WrittenCapture under(Profile other) {
        return new WrittenCapture(nodes, other, options, meanwhile);
    }

    WrittenCapture with(ReplayOptions more) {
        return new WrittenCapture(nodes, profile, more, meanwhile);
    }

    /** What happens between listing and reading. */
    WrittenCapture whileRead(Consumer<Path> happens) {
        return new WrittenCapture(nodes, profile, options, happens);
    }

    /** Writes them into a folder of their own below {@code parent} and audits them. */
    AuditReport audit(Path parent) throws NothingFound {
        Path folder = parent.resolve("capture" + FOLDERS.incrementAndGet());
        nodes.forEach((name, directory) -> directory.write(folder.resolve(name)));
        Capture capture = CaptureFinder.find(List.of(folder));
        meanwhile.accept(folder);
        return Audit.audit(new CaptureInput(capture, Replay.replay(Reader.read(capture, Schemas.builtIn(), profile, 1), profile, options), profile));
    }
}
