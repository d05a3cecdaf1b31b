package kraftaudit.audit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.Samples;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code describe} and {@code compare} from their options to their last line. */
class DescribeCompareTest {
    private static final String BORN = "lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end; ";

    @TempDir
    private Path folder;

    private static Ran run(Object... args) {
        return Ran.run(Arrays.stream(args).map(Object::toString).toArray(String[]::new));
    }

    private Path write(String name, NodeDirectory node) {
        node.write(folder.resolve(name));
        return folder;
    }

    // ---- wrong usage, nothing to read ----

    @Test
    void wrongUsageIsOneLineAndExitTwo() {
        Path sample = Samples.folder("reconfiguration");
        for (Ran ran : List.of(run("describe", "--at", "-1", sample), run("describe", "--at", "119", sample), run("describe", "--at", "x", sample),
            run("describe"), run("compare"), run("compare", "--at", "5", sample), run("describe", "--format", "sarif", sample))) {
            assertEquals(ExitCode.USAGE, ran.code(), ran.err());
            assertEquals(1, ran.err().lines().count(), ran.err());
            assertEquals("", ran.out());
        }
        assertEquals("kraft-audit: --at: 119 is beyond every copy, the highest high watermark here is 118\n", run("describe", "--at", "119", sample).err());
        assertEquals(ExitCode.NOTHING, run("describe", "--at", "118", sample).code());
    }

    @Test
    void nothingFoundIsExitThree() {
        assertEquals(ExitCode.INPUT, run("describe", folder.resolve("no such folder")).code());
        assertEquals(ExitCode.INPUT, run("compare", folder).code());
    }

    // ---- describe ----

    @Test
    void theLayoutOfKafkasTool() {
        List<String> lines = run("describe", "--status", Samples.folder("mv-upgrade")).lines();
        assertEquals(List.of("ClusterId:", "LeaderId:", "LeaderEpoch:", "HighWatermark:", "MaxFollowerLag:", "MaxFollowerLagTimeMs:", "CurrentVoters:"),
            lines.stream().limit(7).map(line -> line.split(" ")[0]).toList());
        assertEquals("LeaderId:               1", lines.get(1));

        List<String> table = run("describe", "--replication", Samples.folder("mv-upgrade")).lines();
        assertEquals(List.of("NodeId", "DirectoryId", "LogEndOffset", "Lag", "LastFetchTimestamp", "LastCaughtUpTimestamp", "Status"),
            List.of(table.get(0).split(" +")));
        assertEquals(List.of("1", "7IokXHHATH2wqFbBr7nESQ", "62", "0", "unknown", "unknown", "Leader"), List.of(table.get(1).split(" +")));
    }

    /** KIP-1204: hasAcknowledgedLeader false, the rest -1. */
    @Test
    void sentinelsInEveryFormat() throws Exception {
        WrittenLog log = WrittenLog.of(BORN + "voters 1 2; noop");
        write("node1", log.node("id", 1, 1));
        write("node2", log.node("id", 2, 1));
        Ran text = run("describe", "--replication", "--at", "6", folder);
        List<String> gone3 = List.of(text.lines().stream().filter(line -> line.startsWith("3 ")).findFirst().orElseThrow().split(" +"));
        assertEquals(List.of("3", WrittenVoter.directory(3, 1).toString(), "-1", "-", "-1", "-1", "Committed"), gone3);

        JsonNode replicas = run("describe", "--format", "json", "--at", "6", folder).json().get("clusters").get(0).get("answers").get(0).get("replicas");
        JsonNode gone = replicas.get(replicas.size() - 1);
        assertEquals(3, gone.get("id").asInt());
        assertTrue(gone.get("hasAcknowledgedLeader").isBoolean());
        assertFalse(gone.get("hasAcknowledgedLeader").asBoolean());
        assertEquals(List.of(-1, -1, -1), List.of(gone.get("logEndOffset").asInt(), gone.get("lastFetchTimestamp").asInt(), gone.get("lastCaughtUpTimestamp").asInt()));
        assertTrue(replicas.get(0).get("hasAcknowledgedLeader").isNull(), "of a present voter it is unknown");
        assertTrue(replicas.get(0).get("lastFetchTimestamp").isNull());

        CSVRecord row = run("describe", "--format", "csv", "--at", "6", folder).csv().get(2);
        assertEquals(List.of("3", "COMMITTED_ONLY", "false", "true", "false", "-1", "", "-1", "-1"), List.of(row.get("node_id"), row.get("role"),
            row.get("current_voter"), row.get("committed_voter"), row.get("has_acknowledged_leader"), row.get("log_end_offset"), row.get("lag"),
            row.get("last_fetch_timestamp"), row.get("last_caught_up_timestamp")));
    }

    @Test
    void anUnknownHighWatermarkIsSaidInEveryFormat() throws Exception {
        Path sample = Samples.folder("snapshots");
        assertTrue(run("describe", sample).lines().contains("HighWatermark:          unknown"));
        assertTrue(run("describe", sample).lines().contains("CommittedVoters:        []"));
        JsonNode answer = run("describe", "--format", "json", sample).json().get("clusters").get(0).get("answers").get(0);
        assertTrue(answer.get("highWatermark").isNull());
        assertEquals(0, answer.get("committedVoters").size());
        assertEquals(468, answer.get("exposedEnd").asLong());
        assertEquals(2, answer.get("exposedVoters").get("voters").size(), "the last proven set beside it");
        assertEquals("", run("describe", "--format", "csv", sample).csv().get(0).get("high_watermark"));
    }

    @Test
    void clustersOfOneFolderAreDescribedApart() throws Exception {
        write("a/node1", WrittenLog.of(BORN + "noop 5").node("first", 1, 1));
        write("b/node1", WrittenLog.of("lead 1 + kraft 1 + voters 1 2; begin + mv 33 + end; noop 50").node("second", 1, 1));
        Ran all = run("describe", folder);
        assertTrue(all.flat().contains("Cluster first, main branch of node1") && all.flat().contains("Cluster second, main branch of node1"), all.out());
        Ran at = run("describe", "--at", "40", folder);
        assertEquals(ExitCode.NOTHING, at.code());
        assertFalse(at.out().contains("first"), "which does not go as far");
        assertEquals(2, run("describe", "--format", "json", "--at", "40", folder).json().get("clusters").size());
    }

    @Test
    void aQuorumStateThatIsMissingStrainsTheMajority() {
        WrittenLog log = WrittenLog.of(BORN + "noop 5");
        write("node1", log.node("id", 1, 1));
        write("node2", log.node("id", 2, 1));
        write("node3", log.node("id", 3, 1).without("__cluster_metadata-0/quorum-state"));
        Ran ran = run("describe", folder);
        assertTrue(ran.flat().contains("strained here, as node3: its quorum-state is missing: no quorum-state was lost"), ran.out());
        assertFalse(run("describe", "--stopped", folder).flat().contains("nothing says that the nodes were stopped"));
    }

    @Test
    void aFileThatKafkaCannotHaveWrittenSoStrainsWhatItProves() {
        WrittenLog log = WrittenLog.of(BORN + "noop 2; lead 2; noop 3");
        byte[] segment = log.bytes();
        // the epoch lies outside of the checksum: the last batch goes back to epoch 1
        segment[segment.length - log.batches().get(log.batches().size() - 1).bytes().length + 15] = 1;
        write("node1", log.node("id", 1, 2).segment(0, segment));
        Ran ran = run("describe", folder);
        assertTrue(ran.flat().contains("is broken there: ") && ran.flat().contains("files were not edited"), ran.out());
    }

    /** {@code voters} doubts what {@code describe} doubts, and says what {@code --stopped} would decide. */
    @Test
    void votersSayWhatStrainsThemAndWhatWouldDecideMore() throws Exception {
        WrittenLog log = WrittenLog.of(BORN + "noop 20");
        write("node1", log.node("id", 1, 1).checkpoint(12, 1, Checkpoints.dynamic(1, WrittenLog.START, WrittenLog.START, WrittenVoter.upTo(2), DataValues.metadataVersion(19))));
        String strained = "strained here, as node1: rule C04 is broken there: level 19: files were not edited";
        assertTrue(run("describe", folder).flat().contains(strained), run("describe", folder).out());
        assertTrue(run("voters", folder).flat().contains(strained), run("voters", folder).out());
        JsonNode cluster = run("voters", "--format", "json", folder).json().get("clusters").get(0);
        assertTrue(cluster.get("strained").toString().contains("rule C04 is broken there"), cluster.toString());

        String sample = Samples.folder("static-to-dynamic").toString();
        String more = "--stopped would decide more: if every node was stopped when it was copied, say so, and everything below offset 40 is proven in place of 10";
        assertTrue(run("voters", sample).flat().contains(more), run("voters", sample).out());
        assertEquals(40, run("voters", "--format", "json", sample).json().get("clusters").get(0).get("stoppedProves").get("provenEndThen").asLong());
        assertFalse(run("voters", "--stopped", sample).flat().contains("would decide more"));
        assertFalse(run("voters", "--at", "5", sample).flat().contains("would decide more"), "proven as it is");
        assertTrue(run("voters", "--stopped", "--format", "json", sample).json().get("clusters").get(0).get("stoppedProves").isNull());
    }

    // ---- compare ----

    @Test
    void everyChoiceSaysWhatItWouldLose() {
        WrittenLog shared = WrittenLog.of(BORN + "noop 2");
        write("node1", shared.then("noop 20").node("id", 1, 1));
        write("node2", shared.then("lead 2; noop 3").node("id", 2, 2));
        write("node3", shared.then("lead 2; noop 3").node("id", 3, 2));
        String out = run("compare", folder).flat();
        assertTrue(out.contains("WRONG CHOICE: node1 is longer (28) but of epoch 1, below epoch 2 of node2"), out);
        assertTrue(out.contains("it gives up 20 records from offset 8 on of node1, LOST: the proofs of the main branch exclude them"), out);
        assertTrue(out.contains("4 proven records from 8 on") && out.contains("would bring back 20 records from 8 on, off the main branch"), out);
        assertTrue(out.contains("of the last proven voters 1, 2, 3, 3 of 3 have a copy here (all); a majority is 2"), out);
        for (String dangerous : List.of("kafka-storage", "rm ", "format ", "--standalone")) {
            assertFalse(out.contains(dangerous), "no command is suggested: " + dangerous);
        }
    }

    @Test
    void anUnprovenForkIsNotCalledLost() {
        WrittenLog shared = WrittenLog.of(BORN + "noop 2");
        write("node1", shared.then("noop 20").node("id", 1, 1));
        write("node2", shared.then("lead 2").node("id", 2, 2));
        String out = run("compare", folder).flat();
        assertTrue(out.contains("UNPROVEN: whether they were committed is not known"), out);
        assertFalse(out.contains("LOST"), out);
    }

    @Test
    void aSplitQuorumNamesBothTopicIds() throws Exception {
        WrittenLog shared = WrittenLog.of("static 0 1 2; lead 0; mv 21; noop 98");
        String topic = "; noop 62; hex 01 02 00 08 3d63616c637c31 0000000000000001000000000000000%s 00";
        write("a", shared.then("static 0; lead 0 epoch 2 by 0" + topic.formatted("a")).node("id", 0, 0).staticQuorumState(0, 2, List.of(0)));
        write("b", shared.then("lead 1 epoch 3 by 1 2" + topic.formatted("b")).node("id", 1, 1).staticQuorumState(1, 3, List.of(0, 1, 2)));
        write("c", shared.then("lead 1 epoch 3 by 1 2" + topic.formatted("b")).node("id", 2, 1).staticQuorumState(1, 3, List.of(0, 1, 2)));
        Ran text = run("compare", folder);
        assertTrue(text.flat().contains("PARTED at offset 100: node0 from node1, node2"), text.out());
        assertTrue(text.flat().contains("id AAAAAAAAAAEAAAAAAAAACw at offset 163, epoch 3 on node1"), text.out());
        assertTrue(text.flat().contains("id AAAAAAAAAAEAAAAAAAAACg at offset 163, epoch 2 on node0"), text.out());
        assertTrue(text.flat().contains("CONFLICT: branches that exclude each other are both proven"), text.out());
        List<CSVRecord> clash = run("compare", "--format", "csv", folder).csv().stream().filter(r -> r.get("kind").equals("CLASH")).toList();
        assertEquals(2, clash.size());
        assertEquals("'=calc|1", clash.get(0).get("type"), "the topic's name is no formula");
        assertEquals("=calc|1", run("compare", "--csv-raw", "--format", "csv", folder).csv().stream().filter(r -> r.get("kind").equals("CLASH"))
            .findFirst().orElseThrow().get("type"));
    }

    @Test
    void namesFromTheLogCannotSteerATerminal() {
        WrittenLog shared = WrittenLog.of(BORN + "noop 2");
        // a topic named ESC [ 2 J
        write("node1", shared.then("hex 01 02 00 05 1b5b324a 0000000000000001000000000000000a 00").node("id", 1, 1));
        write("node2", shared.then("lead 2; noop").node("id", 2, 2));
        String out = run("compare", folder).out();
        assertFalse(out.contains("\u001b"), out);
        assertTrue(out.contains("[2J"), out);
    }

    @Test
    void twoHistoriesUnderOneId() throws Exception {
        write("broker", WrittenLog.of(BORN + "noop 4; lead 2 epoch 40; noop 100").node("id", 11, 2));
        write("c1", WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3 4; begin + mv 33 + end; noop 3").node("id", 1, 1));
        Ran text = run("compare", folder);
        assertTrue(text.flat().contains("One cluster id, 2 histories"), text.out());
        assertTrue(text.flat().contains("ONLY HOLDER: the voters 1 of the history in broker have another one here (c1)"), text.out());
        assertEquals(2, run("compare", "--format", "json", folder).json().get("unrelated").get(0).get("histories").size());
        assertEquals(2, run("compare", "--format", "csv", folder).csv().stream().filter(r -> r.get("kind").equals("HISTORY")).count());
    }

    @Test
    void textFitsAHundredColumns() {
        for (String sample : List.of("reconfiguration", "lost-voter-change", "snapshots", "static-3.9", "unclean-stop")) {
            for (String command : List.of("describe", "compare")) {
                run(command, Samples.folder(sample)).lines().forEach(line -> assertTrue(line.length() <= 100, line));
            }
        }
    }
}
