package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import kraftaudit.reader.RecordDetail;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;

/** What the window asks for: loading that tells how far it is and can be stopped, and the record at a place. */
class LookupTest {
    private static final Pipe.Settings SETTINGS = Pipe.Settings.defaults();

    private static List<Path> sample(String name) {
        return List.of(Samples.all().resolve(name));
    }

    @Test
    void placesByOffsetAndByFile() throws Exception {
        CaptureHistory cluster = Pipe.load(sample("lost-voter-change"), SETTINGS).clusters().get(0);
        Lookup lookup = new Lookup(SETTINGS);
        RecordDetail byOffset = lookup.find(cluster, Locator.parse("node1:offset=54").orElseThrow()).orElseThrow();
        assertEquals(54, byOffset.offset().getAsLong());
        assertEquals(1, byOffset.epoch().getAsInt());
        assertEquals(3, lookup.find(cluster, Locator.parse("node2:offset=54").orElseThrow()).orElseThrow().epoch().getAsInt());
        Locator byFile = new Locator("node1", -1, "00000000000000000000.log", byOffset.place().position());
        assertEquals(byOffset, lookup.find(cluster, byFile).orElseThrow());
        assertTrue(lookup.find(cluster, Locator.offset("node1", 60)).isEmpty());
        assertTrue(lookup.find(cluster, Locator.offset("node9", 3)).isEmpty());
        RecordDetail state = lookup.find(cluster, Locator.parse("node1:quorum-state@0").orElseThrow()).orElseThrow();
        assertTrue(state.fields().stream().anyMatch(f -> f.name().equals("leaderEpoch") && f.value().equals("2")), state.fields().toString());
    }

    @Test
    void progressAddsUp() throws Exception {
        AtomicLong total = new AtomicLong();
        AtomicLong read = new AtomicLong();
        Pipe.load(sample("snapshots"), SETTINGS, new Pipe.Progress() {
            @Override
            public void total(long bytes) {
                total.addAndGet(bytes);
            }

            @Override
            public void read(long bytes) {
                read.addAndGet(bytes);
            }
        });
        assertTrue(total.get() > 10_000);
        assertEquals(total.get(), read.get());
    }

    @Test
    void loadingCanBeStopped() {
        for (int threads : new int[] {1, 4}) {
            Pipe.Settings settings = new Pipe.Settings(SETTINGS.profile(), SETTINGS.schemas(), SETTINGS.options(), threads);
            assertThrows(CancellationException.class, () -> Pipe.load(sample("snapshots"), settings, new Pipe.Progress() {
                @Override
                public void total(long bytes) {
                }

                @Override
                public void read(long bytes) {
                    throw new CancellationException();
                }
            }));
        }
    }
}
