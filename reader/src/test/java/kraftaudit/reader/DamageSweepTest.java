package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import kraftaudit.written.Batches;
import kraftaudit.written.Control;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every byte turned, every length cut, and noise. A {@link Scan} cannot be made unless its regions tile the file, so every
 * scan here shows that much; beyond it, damage in one batch must not cost another.
 */
class DamageSweepTest {
    /** A batch of a sound file. */
    private record Stretch(int from, int to) {
    }

    private static List<Stretch> batches(byte[] file) {
        List<Stretch> batches = new ArrayList<>();
        ByteBuffer buffer = ByteBuffer.wrap(file);
        for (int at = 0; at < file.length; at += 12 + buffer.getInt(at + 8)) {
            batches.add(new Stretch(at, at + 12 + buffer.getInt(at + 8)));
        }
        return batches;
    }

    private static void assertOthersAreRead(Scan scan, List<Stretch> batches, Stretch damaged, Supplier<String> what) {
        for (Stretch batch : batches) {
            if (batch != damaged) {
                assertTrue(scan.regions().stream().anyMatch(r -> r instanceof Run && r.position() <= batch.from() && r.position() + r.length() >= batch.to()),
                        () -> what.get() + " loses the batch at " + batch.from() + ": " + scan.regions());
            }
        }
    }

    private static void flipAll(byte[] file, Function<byte[], Scan> scanner) {
        List<Stretch> batches = batches(file);
        for (Stretch batch : batches) {
            for (int position = batch.from(); position < batch.to(); position++) {
                for (int mask : new int[] {0x01, 0x80}) {
                    int at = position;
                    Scan scan = scanner.apply(Damaging.flip(file, position, mask));
                    assertOthersAreRead(scan, batches, batch, () -> "byte " + at + " ^ " + mask);
                    if (position >= batch.from() + 17) {
                        assertEquals(List.of(Damage.Reason.CHECKSUM), Scans.damages(scan).stream().map(Damage::reason).toList());
                        assertEquals(batch.from(), Scans.damages(scan).get(0).position());
                        assertEquals(batch.to() - batch.from(), Scans.damages(scan).get(0).length());
                    }
                }
            }
        }
    }

    @Test
    void everyByteOfALogTurned() {
        flipAll(Scans.log(), Scans::segment);
    }

    @Test
    void everyByteOfACheckpointTurned() {
        flipAll(Scans.checkpointBytes(), Scans::checkpoint);
    }

    @Test
    void everyByteOfARecordTurnedUnderASoundChecksum() {
        byte[] batch = Batches.data(0, 1, 1_700_000_000_000L, DataValues.begin("name"), DataValues.noOp(), DataValues.metadataVersion(21),
                DataValues.registerBroker(1, 5, new org.apache.kafka.common.Uuid(1, 2), true), DataValues.end());
        byte[] control = Batches.control(5, 1, 1_700_000_000_000L, Control.leaderChange(1, List.of(1, 2, 3), List.of(1, 2)), Control.kraftVersion(1));
        byte[] file = Batches.join(batch, control);
        for (int position = 21; position < file.length; position++) {
            if (position >= batch.length && position < batch.length + 21) {
                continue;
            }
            for (int mask : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
                byte[] edited = Damaging.flip(file, position, mask);
                Scan scan = Scans.segment(position < batch.length ? Damaging.checksummed(edited, 0) : Damaging.checksummed(edited, batch.length));
                int at = position;
                assertTrue(Scans.damages(scan).stream().allMatch(Damage::checksumSound), () -> at + ": " + scan.regions());
                assertTrue(scan.regions().stream().anyMatch(r -> r instanceof Run), () -> at + ": " + scan.regions());
            }
        }
    }

    @Test
    void everyLengthOfALogCut() {
        byte[] log = Scans.log();
        List<Stretch> batches = batches(log);
        for (int length = 0; length < log.length; length++) {
            Scan scan = Scans.segment(Damaging.cut(log, length));
            int cut = length;
            Stretch torn = batches.stream().filter(b -> b.from() <= cut && cut < b.to()).findFirst().orElseThrow();
            if (torn.from() == cut) {
                assertTrue(Scans.damages(scan).isEmpty(), () -> cut + ": " + scan.regions());
            } else {
                assertEquals(List.of(Damage.Reason.TORN), Scans.damages(scan).stream().map(Damage::reason).toList());
                assertEquals(torn.from(), Scans.damages(scan).get(0).position());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noiseBetweenBatches(long seed) {
        Random random = new Random(seed);
        byte[] log = Scans.log();
        List<Stretch> batches = batches(log);
        for (int round = 0; round < 200; round++) {
            Stretch before = batches.get(random.nextInt(batches.size()));
            byte[] noise = new byte[1 + random.nextInt(3000)];
            random.nextBytes(noise);
            for (int i = 0; i < noise.length; i++) {
                // a great many false beginnings
                noise[i] = random.nextInt(4) == 0 ? 2 : noise[i];
            }
            byte[] file = Batches.join(Damaging.cut(log, before.from()), noise, Damaging.without(log, 0, before.from()));
            Scan scan = Scans.segment(file);
            int length = noise.length;
            assertEquals(List.of((long) length), Scans.damages(scan).stream().map(Damage::length).toList(),
                    () -> "seed " + seed + " " + before + " " + scan.regions());
            assertEquals(60, Scans.endOffset(scan));
        }
    }

    @Test
    void headersThatPromiseTheWholeFileCostNoSquare() {
        // each 61 bytes begin a batch that fits but for its checksum and claims all that follows
        byte[] file = new byte[8 << 20];
        ByteBuffer buffer = ByteBuffer.wrap(file);
        for (int at = 0; at + 61 <= file.length; at += 61) {
            buffer.putLong(at, at).putInt(at + 8, file.length - at - 12).putInt(at + 12, 1).put(at + 16, (byte) 2).putInt(at + 17, at)
                    .putInt(at + 23, 0).putInt(at + 57, 1);
        }
        Scan scan = Scans.segment(file);
        assertTrue(scan.regions().size() < 100, () -> scan.regions().size() + " regions");
    }

    @Test
    void soundBatchesBetweenHeadersThatPromiseTheWholeFile() {
        byte[] sound = Batches.data(0, 1, 1_700_000_000_000L, DataValues.noOp());
        int pair = 61 + sound.length;
        byte[] file = new byte[pair * 60_000];
        ByteBuffer buffer = ByteBuffer.wrap(file);
        for (int i = 0; i < 60_000; i++) {
            int at = i * pair;
            buffer.putLong(at, 2 * i).putInt(at + 8, file.length - at - 12).putInt(at + 12, 1).put(at + 16, (byte) 2).putInt(at + 23, 0).putInt(at + 57, 1);
            buffer.put(at + 61, sound);
            buffer.putLong(at + 61, 2 * i + 1);
        }
        Scan scan = Scans.segment(file);
        Damage last = (Damage) scan.regions().get(scan.regions().size() - 1);
        assertTrue(last.found().endsWith("not read further"), last::toString);
    }

    @Test
    void damagedBatchesBeforeSoundOnesThatGoBackCostNoSquare() {
        byte[] sound = Batches.data(0, 1, 1_700_000_000_000L, DataValues.noOp());
        int count = 100_000;
        byte[] file = new byte[3 * sound.length * count];
        ByteBuffer buffer = ByteBuffer.wrap(file);
        for (int i = 0; i < count; i++) {
            // the next offset under a bad checksum, then a header that fits nothing and leads to a sound batch further back
            int at = 3 * i * sound.length;
            buffer.put(at, Damaging.flip(sound, 70, 1)).putLong(at, count - i + 2).put(at + sound.length, Damaging.flip(sound, 70, 1))
                    .put(at + 2 * sound.length, sound).putLong(at + 2 * sound.length, count - i);
        }
        Scan scan = Scans.segment(count + 2, file);
        assertTrue(Scans.damages(scan).size() > 1, () -> scan.regions().size() + " regions");
    }
}
