package kraftaudit.audit.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import kraftaudit.written.Batches;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code kafka-dump-log --cluster-metadata-decoder} of Kafka 4.4.0 on the same files: batch by batch and record by record
 * it prints what we print. Where that tool is wrong, a test says so and why.
 */
class DumpToolOracleTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("kraftaudit.audit.dump.Dumped#samples")
    void printsWhatTheToolPrints(Path file) throws IOException {
        DumpTool.Comparison comparison = DumpTool.compare(DumpTool.print(DumpTool.named(file, folder)), file);
        assertEquals(List.of(), comparison.others());
        // the record of a profile, which no release knows
        assertTrue(Set.of("does not decode CLUSTER_ID_RECORD v0").containsAll(comparison.explained().keySet()), comparison.toString());
        assertEquals(comparison.alike() == 0, Files.size(file) == 0);
        assertEquals(Files.size(file), Dumped.json(file).all("batch", "damage", "zeros").stream().mapToLong(r -> r.get("length").asLong()).sum());
    }

    // ---- where the tool is wrong ----

    /** It shows the record of a batch whose checksum fails; here a NoOp that a flipped bit turned into version 1. */
    @Test
    void theToolShowsRecordsOfADamagedBatch() throws IOException {
        Path file = Files.write(folder.resolve("00000000000000000000.log"), Damaging.set(Dumped.log(), 4007, 1));
        List<ObjectNode> theirs = DumpTool.rows(DumpTool.print(file));
        List<ObjectNode> ours = DumpTool.ours(Dumped.json(file));
        List<ObjectNode> difference = new ArrayList<>(theirs);
        difference.removeAll(ours);
        assertEquals(2, difference.size(), difference.toString());
        assertFalse(difference.get(0).get("crcPasses").asBoolean());
        assertEquals(51, difference.get(1).get("offset").asLong());
        theirs.removeAll(difference);
        assertEquals(theirs, ours);
    }

    /** It takes every segment that does not begin at 0 for one with a gap. */
    @Test
    void theToolSeesAGapBeforeEverySegmentBehindTheFirst() throws IOException {
        Path file = Samples.folder("snapshots").resolve("node1/__cluster_metadata-0/00000000000000000167.log");
        assertTrue(DumpTool.print(file).stream().anyMatch(line -> line.contains("-1 is followed by 167")), () -> "the tool was mended");
        assertTrue(Dumped.json(file).all("batch").stream().noneMatch(batch -> batch.has("expectedOffset")));
    }

    /** It ends at the first batch that is cut or has an absurd length, without a word about what follows. */
    @Test
    void theToolEndsAtALengthThatCannotBe() throws IOException {
        byte[] log = Dumped.log();
        byte[] longer = Damaging.edit(log, bytes -> bytes.putInt(3938 + 8, Integer.MAX_VALUE));
        Path file = Files.write(folder.resolve("00000000000000000000.log"), longer);
        assertEquals(50, DumpTool.rows(DumpTool.print(file)).stream().filter(r -> r.has("offset")).mapToLong(r -> r.get("offset").asLong()).max().orElse(-1));
        List<Long> offsets = Dumped.json(file).offsets();
        assertEquals(59, offsets.get(offsets.size() - 1));
        assertFalse(offsets.contains(51L));
    }

    /** Text that a terminal would obey goes through the tool as it is. */
    @Test
    void theToolPrintsEscapeSequences() throws IOException {
        byte[] log = Batches.data(0, 1, 1_700_000_000_000L, DataValues.topic("a\u202eb", new org.apache.kafka.common.Uuid(1, 2)));
        Path file = Files.write(folder.resolve(NodeFiles.segmentName(0)), log);
        assertTrue(String.join("\n", DumpTool.print(file)).contains("\u202e"));
        assertFalse(Dumped.fine(file).out().contains("\u202e"));
        assertEquals("a\u202eb", Dumped.json(file).record(0).get("payload").get("name").asText());
    }
}
