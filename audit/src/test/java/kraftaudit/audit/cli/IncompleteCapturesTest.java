package kraftaudit.audit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures that lack what would decide: the answer says what is missing, and claims nothing that the files do not show. */
class IncompleteCapturesTest {
    /** Epoch 1 is proven up to its first batch, records 0 to 2, by its data; what follows by nothing of one log alone. */
    private static final WrittenLog LOG = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end; voters 1 2 3 4; noop 4");

    @TempDir
    private Path folder;

    private static String flat(Object... args) {
        return run(args).replaceAll("\\s+", " ");
    }

    private static String run(Object... args) {
        StringWriter out = new StringWriter();
        CommandLineTool.run(Arrays.stream(args).map(Object::toString).toArray(String[]::new), new PrintWriter(out), new PrintWriter(new StringWriter()));
        return out.toString();
    }

    /** The proofs of the main branch of a cluster as {@code KIND end}. */
    private List<String> proofs(int cluster, Object... more) throws Exception {
        List<Object> args = new ArrayList<>(List.of("audit", "--format", "json"));
        args.addAll(List.of(more));
        args.add(folder);
        List<String> proofs = new ArrayList<>();
        for (JsonNode proof : new ObjectMapper().readTree(run(args.toArray())).get("clusters").get(cluster).get("branches").get(0).get("proofs")) {
            proofs.add(proof.get("kind").asText() + " " + proof.get("endOffset").asLong());
        }
        return proofs;
    }

    private void write(String name, NodeDirectory node) {
        node.write(folder.resolve(name));
    }

    // ---- copies of different clusters under one folder ----

    @Test
    void clustersAreAuditedApartAndProveNothingForEachOther() throws Exception {
        WrittenLog other = WrittenLog.of("lead 2 + kraft 1 + voters 1 2 3; begin + mv 30 + end; noop 9");
        write("a-node1", LOG.node("first", 1, 1));
        write("b-node2", other.node("second", 2, 2));
        String text = flat("audit", folder);
        assertTrue(text.contains("Cluster 1 of 2: first") && text.contains("Cluster 2 of 2: second"), text);
        assertEquals(List.of("EPOCH_DATA 3", "LATER_CHANGE 3"), proofs(0), "one of three voters is no majority, whoever lies beside it");
        assertEquals(List.of("EPOCH_DATA 3"), proofs(1));
    }

    @Test
    void oneIdOverTwoHistoriesIsNoQuorum() throws Exception {
        write("a-node1", LOG.node("id", 1, 1));
        write("b-node2", WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3 4; begin + mv 33 + end; voters 1 2 3; noop 4").node("id", 2, 1));
        assertEquals(List.of("EPOCH_DATA 3", "LATER_CHANGE 3"), proofs(0));
        assertTrue(flat("compare", folder).contains("One cluster id, 2 histories"));
    }

    // ---- two states of one node ----

    @Test
    void twoStatesOfOneNodeAreOneVote() throws Exception {
        WrittenLog three = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end; noop 4");
        write("now", three.node("id", 1, 1));
        write("backup", three.node("id", 1, 1));
        assertEquals(List.of("EPOCH_DATA 3"), proofs(0));
        assertEquals(List.of("EPOCH_DATA 3"), proofs(0, "--stopped"));
        String compared = flat("compare", folder);
        assertTrue(compared.contains("is here in several states of one directory"), compared);
        assertTrue(compared.contains("1 of 3 have a copy here (missing: 2 ") && compared.contains("a majority is 2"), compared);
    }

    @Test
    void anOlderStateOfAVoterHoldsItBack() throws Exception {
        WrittenLog three = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end; noop 4");
        write("node1", three.node("id", 1, 1));
        write("node2", three.node("id", 2, 1));
        assertTrue(proofs(0).contains("MAJORITY 10"));
        write("node2-older", three.upTo(8).node("id", 2, 1));
        assertTrue(proofs(0).contains("MAJORITY 8"), "which of the two is node 2's latest is not known");
    }

    // ---- one voter of five ----

    @Test
    void oneVoterOfFiveDecidesNothingAboutTheLastRecords() throws Exception {
        write("node3", WrittenLog.of("lead 3 + kraft 1 + voters 1 2 3 4 5; begin + mv 33 + end; noop 2; voters 1 2 3 4 5 6; noop 3").node("id", 3, 3));
        assertEquals(List.of("EPOCH_DATA 3", "LATER_CHANGE 3"), proofs(0));
        assertEquals(List.of("EPOCH_DATA 3", "LATER_CHANGE 3"), proofs(0, "--stopped"));
        String text = flat("audit", folder);
        assertTrue(text.contains("whether voters 1, 2, 3, 4, 5, 6 of offset 8 were committed: a copy of another voter or a high watermark recorded at the time "
            + "(--high-watermark) may decide it"), text);
        assertFalse(text.contains("--stopped would decide"), "it would not");
        String compared = flat("compare", folder);
        assertTrue(compared.contains("1 of 5 have a copy here") && compared.contains("a voter that is not here may hold committed records that no copy has"), compared);
    }

    // ---- quorum-state missing or from the future ----

    @Test
    void withoutQuorumStateThereIsNoMajority() throws Exception {
        WrittenLog three = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end; noop 4");
        write("node1", three.node("id", 1, 1));
        write("node2", three.node("id", 2, 1).without("__cluster_metadata-0/quorum-state"));
        assertEquals(List.of("EPOCH_DATA 3"), proofs(0));
        assertTrue(flat("audit", folder).contains("quorum-state: no such file: this copy cannot support the proof MAJORITY"));
    }

    @Test
    void aQuorumStateThatHasMovedOnProvesNothingOfTheEpochBefore() throws Exception {
        WrittenLog three = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end; noop 4");
        write("node1", three.node("id", 1, 1));
        write("node2", three.node("id", 2, 1).quorumState(-1, 2_000_000_000));
        assertEquals(List.of("EPOCH_DATA 3"), proofs(0));
        write("node2", three.node("id", 2, 1).quorumState(1, 2_000_000_000));
        String described = flat("describe", folder);
        assertTrue(described.contains("LeaderEpoch: 2000000000") && described.contains("HighWatermark: unknown") && described.contains("CommittedVoters: []"), described);
        assertTrue(described.contains("last that a leader is proven to have exposed: 1, 2, 3"), described);
    }

    @Test
    void staticVotersThatNoFileNamesMakeNoMajority() throws Exception {
        WrittenLog fixed = WrittenLog.of("static 1 2 3; lead 1; mv 21; noop 4");
        for (int id : List.of(1, 2)) {
            write("node" + id, fixed.directory().identity("id", id, WrittenVoter.directory(id, 1)));
        }
        assertEquals(List.of("EPOCH_DATA 1"), proofs(0), "without a quorum-state no vote is known");
        assertTrue(proofs(0, "--static-voters", "1,2,3").stream().noneMatch(p -> p.startsWith("MAJORITY")));
    }

    // ---- a damaged copy beside a sound one ----

    @Test
    void aDamagedCopyCountsUpToItsDamage() throws Exception {
        WrittenLog three = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end; noop 9");
        byte[] bytes = three.bytes();
        bytes[three.bytes(0, 8).length + 65] ^= 1;
        write("node1", three.node("id", 1, 1));
        write("node2", three.node("id", 2, 1).segment(0, bytes));
        assertTrue(proofs(0).contains("MAJORITY 8"), proofs(0).toString());
        assertTrue(proofs(0, "--stopped").stream().noneMatch(p -> p.startsWith("WHOLE_QUORUM")));
        String text = flat("audit", folder);
        assertTrue(text.contains("everything below offset 8 of 15 is proven") && text.contains("whether records 8 to 14 were committed"), text);
        assertTrue(flat("compare", folder).contains("its log is broken at 8, a restart would drop what follows"), flat("compare", folder));
    }

    // ---- checkpoints without a log ----

    private static NodeDirectory checkpointOnly(int id, long endOffset, int epoch) {
        return new NodeDirectory().identity("id", id, WrittenVoter.directory(id, 1))
            .checkpoint(endOffset, epoch, Checkpoints.dynamic(epoch, WrittenLog.START, WrittenLog.START, WrittenVoter.upTo(3), DataValues.metadataVersion(33)));
    }

    /** An epoch has one leader: checkpoints that end in one epoch are of one history, whichever goes further. */
    @Test
    void copiesOfCheckpointsAloneDoNotPart() {
        write("node1", checkpointOnly(1, 40, 1));
        write("node2", checkpointOnly(2, 68, 1));
        String compared = flat("compare", folder);
        assertTrue(compared.contains("2 copies, one history") && compared.contains("node1, node2 hold checkpoints and no log"), compared);
        assertTrue(compared.contains("node1 voter 1 40 28 proven records from 40 on"), compared);
        assertFalse(compared.contains("PARTED") || compared.contains("0 records"), compared);
        String voters = flat("voters", folder);
        assertTrue(voters.contains("everything below offset 68, beyond every log here, is proven below 68 by CHECKPOINT: the name of checkpoint 68 on node2"), voters);
    }

    @Test
    void aCheckpointBeyondALogOfItsEpochProvesTheLog() throws Exception {
        WrittenLog three = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end; noop 4");
        write("node1", three.node("id", 1, 1));
        write("node2", checkpointOnly(2, 68, 1));
        assertTrue(proofs(0).contains("CHECKPOINT 68"), proofs(0).toString());
        assertFalse(flat("compare", folder).contains("PARTED"));
        write("node2", checkpointOnly(2, 69, 2));
        assertFalse(flat("audit", folder).contains("everything below offset 10 of 10 is proven"), "of a later epoch it may have left this log behind");
    }

    /** The bound is printed with what shows it and what that takes for granted. */
    @Test
    void thePrintedBoundNamesItsOwnAssumptions() {
        WrittenLog three = WrittenLog.of("lead 1 + kraft 1 + voters 1 2 3; begin + mv 33 + end; noop 4");
        write("node1", three.node("id", 1, 1));
        write("node2", three.node("id", 2, 1));
        String text = flat("audit", folder);
        assertTrue(text.contains("everything below offset 10 of 10 is proven (below 3 a leader is proven to have exposed it, above that it can no longer be lost)"), text);
        assertTrue(text.contains("below 10 by MAJORITY: logs of a majority of the voters, node1 to 10, node2 to 10, still in epoch 1"), text);
        String section = text.substring(text.indexOf("below 10 by MAJORITY"), text.indexOf("Changes of the voters"));
        for (String assumption : List.of("what a voter acknowledged had reached its disk", "neighbouring voter sets have overlapping majorities",
            "no quorum-state was lost", "no second voter change was queued behind the first")) {
            assertTrue(section.contains(assumption), section);
        }
    }
}
