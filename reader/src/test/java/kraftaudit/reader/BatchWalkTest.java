package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kraftaudit.written.Damaging;
import kraftaudit.written.WrittenBatch;
import kraftaudit.written.WrittenLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchWalkTest {
    private static final WrittenLog LOG = WrittenLog.of("lead 1; noop 2; noop + topic orders + noop; lead 2; noop");

    @TempDir
    private Path folder;

    private Scan scan(byte[] segment) throws Exception {
        Path node = LOG.node("id", 1, 1).segment(0, segment).write(folder.resolve("node1"));
        return Reader.read(CaptureFinder.find(List.of(node)), Scans.SCHEMAS, Scans.PROFILE, 1).get(0).segments().get(0);
    }

    private static List<BatchWalk.Batch> walk(Scan scan, long from, long to) throws IOException {
        List<BatchWalk.Batch> batches = new ArrayList<>();
        BatchWalk.walk(scan, from, to, batches::add);
        return batches;
    }

    @Test
    void everyBatchAsItWasWritten() throws Exception {
        List<BatchWalk.Batch> batches = walk(scan(LOG.bytes()), 0, Long.MAX_VALUE);
        assertEquals(LOG.batches().stream().map(WrittenBatch::baseOffset).toList(), batches.stream().map(BatchWalk.Batch::baseOffset).toList());
        assertEquals(LOG.batches().stream().map(WrittenBatch::endOffset).toList(), batches.stream().map(BatchWalk.Batch::endOffset).toList());
        assertEquals(List.of(1, 1, 1, 1, 2, 2), batches.stream().map(BatchWalk.Batch::epoch).toList());
        assertEquals(WrittenLog.START + 3000, batches.get(3).maxTimestamp());
        long position = 0;
        for (int i = 0; i < batches.size(); i++) {
            assertEquals(position, batches.get(i).place().position());
            assertEquals(LOG.batches().get(i).bytes().length, batches.get(i).place().length());
            position += batches.get(i).place().length();
        }
    }

    @Test
    void thoseThatHoldAnOffsetOfTheRange() throws Exception {
        Scan scan = scan(LOG.bytes());
        assertEquals(List.of(3L), walk(scan, 4, 5).stream().map(BatchWalk.Batch::baseOffset).toList());
        assertEquals(List.of(2L, 3L), walk(scan, 2, 4).stream().map(BatchWalk.Batch::baseOffset).toList());
        assertEquals(List.of(), walk(scan, 8, 99));
        List<Long> first = new ArrayList<>();
        BatchWalk.walk(scan, 0, 99, batch -> !first.add(batch.baseOffset()));
        assertEquals(List.of(0L), first, "it stops when told to");
    }

    @Test
    void damageIsLeftOut() throws Exception {
        byte[] bytes = LOG.bytes();
        Scan scan = scan(Damaging.flip(bytes, bytes.length - 1, 1));
        assertEquals(List.of(0L, 1L, 2L, 3L, 6L), walk(scan, 0, 99).stream().map(BatchWalk.Batch::baseOffset).toList());
    }

    @Test
    void oneBatchOnTwoCopies() throws Exception {
        List<BatchWalk.Batch> batches = walk(scan(LOG.bytes()), 0, 99);
        assertTrue(batches.get(1).sameContent(batches.get(1)));
        assertFalse(batches.get(1).sameContent(batches.get(2)));
    }

    @Test
    void aFileThatIsNoLongerTheSame() throws Exception {
        Scan scan = scan(LOG.bytes());
        Files.write(scan.file().path(), new byte[200]);
        assertThrows(IOException.class, () -> walk(scan, 0, 99));
        Files.delete(scan.file().path());
        assertThrows(IOException.class, () -> walk(scan, 0, 99));
    }
}
