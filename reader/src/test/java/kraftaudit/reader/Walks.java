package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Compares a {@link FileWalk} with the {@link Scan} of the same bytes. */
final class Walks {
    private Walks() {
    }

    /** A region, or sound bytes side by side. */
    private record Tile(long position, long length, Optional<Region> unsound) {
    }

    /** Both agree on every byte, and on how many records of each key there are. */
    static void assertAsScanned(Scan scan, ByteBuffer bytes, long beyond) {
        List<Tile> scanned = new ArrayList<>();
        scan.regions().forEach(region -> add(scanned, region.position(), region.length(), region instanceof Run ? Optional.empty() : Optional.of(region)));
        for (int most : new int[] {1, Integer.MAX_VALUE}) {
            List<Tile> walked = new ArrayList<>();
            SortedMap<Integer, Long> counts = new TreeMap<>();
            walk(new FileWalk(scan.file(), bytes, beyond), most, walked, counts);
            assertEquals(scanned, walked);
            assertEquals(scan.recordCounts(), counts);
        }
    }

    private static void walk(FileWalk walk, int most, List<Tile> tiles, SortedMap<Integer, Long> counts) {
        BatchReader reader = new BatchReader(Scans.SCHEMAS, Scans.PROFILE, false);
        try {
            for (Optional<FileWalk.Stretch> next = walk.next(most); next.isPresent(); next = walk.next(most)) {
                if (next.get() instanceof FileWalk.Unsound unsound) {
                    add(tiles, unsound.region().position(), unsound.region().length(), Optional.of(unsound.region()));
                } else if (next.get() instanceof FileWalk.Sound sound) {
                    add(tiles, sound.position(), sound.end() - sound.position(), Optional.empty());
                    count(reader, walk, sound, counts);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void count(BatchReader reader, FileWalk walk, FileWalk.Sound sound, SortedMap<Integer, Long> counts) {
        reader.open(walk, sound);
        for (int at = sound.position(); at < sound.end(); at = reader.batchEnd()) {
            reader.batch(at);
            int end = at + 61;
            while (reader.next()) {
                assertEquals(end, reader.position());
                end = reader.position() + reader.length();
                if (reader.key() != BatchReader.NO_KEY) {
                    counts.merge(reader.key(), 1L, Long::sum);
                }
            }
            assertEquals(reader.batchEnd(), end);
        }
    }

    private static void add(List<Tile> tiles, long position, long length, Optional<Region> unsound) {
        Tile last = tiles.isEmpty() ? null : tiles.get(tiles.size() - 1);
        if (last != null && last.unsound().isEmpty() && unsound.isEmpty()) {
            tiles.set(tiles.size() - 1, new Tile(last.position(), last.length() + length, unsound));
        } else {
            tiles.add(new Tile(position, length, unsound));
        }
    }
}
