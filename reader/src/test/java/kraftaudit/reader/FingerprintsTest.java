package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import kraftaudit.reader.Fingerprints.Extent;
import kraftaudit.reader.Fingerprints.Window;
import kraftaudit.written.Batches;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;

class FingerprintsTest {
    private static final int LENGTH = 72;

    /** One NoOp of 72 bytes per offset in [from, to). */
    private static byte[] log(int from, int to) {
        return Batches.join(IntStream.range(from, to).mapToObj(o -> Batches.data(o, 1, 1_700_000_000_000L + o, DataValues.noOp())).toArray(byte[][]::new));
    }

    private static Fingerprints of(int from, byte[] bytes) {
        return Scans.segment(from, bytes).fingerprints();
    }

    @Test
    void windowsAreAlignedAndExtentsCoverWhatIsSound() {
        Fingerprints prints = of(10, log(10, 200));
        assertEquals(List.of(0L, 64L, 128L, 192L), prints.windows().stream().map(Window::offset).toList());
        assertEquals(List.of(64L, 128L, 192L, 256L), prints.windows().stream().map(Window::endOffset).toList());
        assertEquals(List.of(new Extent(10, 200)), prints.extents());
        Fingerprints damaged = of(0, Damaging.flip(log(0, 100), 50 * LENGTH + 70, 1));
        assertEquals(List.of(new Extent(0, 50), new Extent(51, 100)), damaged.extents());
    }

    @Test
    void sameBatchesInOtherSegmentsAreEqual() {
        List<Fingerprints> one = List.of(of(0, log(0, 500)));
        List<Fingerprints> other = List.of(of(300, log(300, 450)), of(7, log(7, 300)));
        assertEquals(Optional.empty(), Fingerprints.firstDifference(one, other));
        assertEquals(Optional.empty(), Fingerprints.firstDifference(other, one));
        assertEquals(one, List.of(of(0, log(0, 500))));
        assertNotEquals(one, List.of(of(0, log(0, 499))));
    }

    @Test
    void anyFieldOfABatchMakesADifference() {
        byte[] log = log(0, 500);
        byte[][] others = {
            Damaging.checksummed(Damaging.set(log, 200 * LENGTH + 27 + 7, 99), 200 * LENGTH),
            Damaging.set(log, 200 * LENGTH + 15, 2),
            Batches.join(Damaging.cut(log, 200 * LENGTH), Batches.data(200, 1, 1, DataValues.noOp(), DataValues.noOp()), Damaging.without(log, 0, 202 * LENGTH)),
        };
        for (byte[] other : others) {
            Optional<Window> difference = Fingerprints.firstDifference(List.of(of(0, log)), List.of(of(0, other)));
            assertEquals(192, difference.orElseThrow().offset());
            assertEquals(256, difference.orElseThrow().endOffset());
        }
    }

    @Test
    void windowsThatOneHoldsInPartAreNotCompared() {
        byte[] log = log(0, 200);
        byte[] other = Damaging.checksummed(Damaging.set(log, 195 * LENGTH + 27 + 7, 99), 195 * LENGTH);
        assertEquals(Optional.empty(), Fingerprints.firstDifference(List.of(of(0, log)), List.of(of(0, other))));
        byte[] early = Damaging.checksummed(Damaging.set(log, 60 * LENGTH + 27 + 7, 99), 60 * LENGTH);
        assertTrue(Fingerprints.firstDifference(List.of(of(0, log)), List.of(of(0, early))).isPresent());
        assertEquals(Optional.empty(), Fingerprints.firstDifference(List.of(of(1, log(1, 200))), List.of(of(0, early))));
        byte[] damaged = Damaging.flip(log, 100 * LENGTH + 70, 1);
        assertEquals(Optional.empty(), Fingerprints.firstDifference(List.of(of(0, log)), List.of(of(0, damaged))));
    }

    @Test
    void manyWindowsAreMergedAndStillAddUp() {
        Random random = new Random(11);
        Fingerprints.Builder whole = new Fingerprints.Builder();
        Fingerprints.Builder early = new Fingerprints.Builder();
        Fingerprints.Builder late = new Fingerprints.Builder();
        long offset = 0;
        for (int i = 0; i < 300_000; i++) {
            int crc = random.nextInt();
            whole.addSum(offset, Fingerprints.mix(offset, 1, 72, crc));
            (i < 1000 ? early : late).addSum(offset, Fingerprints.mix(offset, 1, 72, crc));
            offset += 1 + random.nextInt(3);
            if (i == 999) {
                early.cover(0, offset);
                late.cover(offset, Long.MAX_VALUE);
            }
        }
        whole.cover(0, Long.MAX_VALUE);
        Fingerprints built = whole.build();
        assertTrue(built.windows().size() <= Fingerprints.WINDOWS_KEPT, built::toString);
        assertTrue(built.windows().size() > Fingerprints.WINDOWS_KEPT / 2 - 1, built::toString);
        assertEquals(Optional.empty(), Fingerprints.firstDifference(List.of(built), List.of(late.build(), early.build())));
    }

    @Test
    void copiesOfOneClusterAgreeAndOthersDoNot() throws java.io.IOException {
        Path log = Path.of("__cluster_metadata-0", "00000000000000000000.log");
        List<Fingerprints> one = List.of(Scans.file(Samples.folder("reconfiguration").resolve("node1").resolve(log)).fingerprints());
        List<Fingerprints> two = List.of(Scans.file(Samples.folder("reconfiguration").resolve("node2").resolve(log)).fingerprints());
        List<Fingerprints> foreign = List.of(Scans.file(Samples.folder("mv-upgrade").resolve("node1").resolve(log)).fingerprints());
        assertFalse(one.get(0).windows().isEmpty());
        assertEquals(Optional.empty(), Fingerprints.firstDifference(one, two));
        assertEquals(0, Fingerprints.firstDifference(one, foreign).map(Window::offset).orElse(0L));
    }
}
